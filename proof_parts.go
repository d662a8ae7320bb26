package quadrille

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/halves"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// A proof may be made in parts. The tree is cut above into states that are searched by themselves, each on a
// thread of its own. A part is the steps of a state, and a proof is its parts in their order, with the branches
// above them: checkers see no difference. States that two parts have in common are searched in both.

// partsPerThread is the number of parts for each thread, so that none waits long for another.
const partsPerThread = 16

// residual is a state above the parts: what is left of a problem.
type residual struct {
	low, high []int32 // how often each primary item is still to be covered; 0 and 0 if it is closed
	options   []matrix.OptionID
}

// partTree is the tree above the parts.
type partTree struct {
	problem *matrix.Problem
	nodes   []partNode // in the order of the proof
}

// partNode is a branch on an item, or a part.
type partNode struct {
	item matrix.ItemID
	part *residual // nil for a branch
}

// newPartTree cuts the tree of a problem without nogoods into some parts.
func newPartTree(m *matrix.Problem, parts int) *partTree {
	t := &partTree{problem: m}
	t.expand(rootResidual(m), parts)
	return t
}

// rootResidual returns the whole problem.
func rootResidual(m *matrix.Problem) residual {
	root := residual{low: make([]int32, m.PrimaryCount()), high: make([]int32, m.PrimaryCount())}
	for i := range root.low {
		b := m.Bound(matrix.ItemID(i))
		root.low[i], root.high[i] = int32(b.Min), int32(b.Max)
	}
	for o := range matrix.OptionID(m.OptionCount()) {
		if m.HoldsPrimary(o) {
			root.options = append(root.options, o)
		}
	}
	return root
}

// expand branches until there are about so many parts below a state.
func (t *partTree) expand(r residual, parts int) {
	item, fewest := matrix.ItemID(-1), 0
	counts := make([]int, len(r.low))
	for _, o := range r.options {
		for _, e := range t.problem.Option(o) {
			if int(e.Item) < len(counts) {
				counts[e.Item]++
			}
		}
	}
	for i, low := range r.low {
		if low > 0 && (item < 0 || counts[i] < fewest) {
			item, fewest = matrix.ItemID(i), counts[i]
		}
	}
	if parts < 2 || item < 0 {
		t.nodes = append(t.nodes, partNode{part: &r})
		return
	}
	t.nodes = append(t.nodes, partNode{item: item})
	branches := t.branches(r, item)
	for _, b := range branches {
		t.expand(b, (parts+len(branches)-1)/len(branches))
	}
}

// branches returns the states below a branch on an item that must be covered, as docs/proof.md has them.
func (t *partTree) branches(r residual, item matrix.ItemID) (list []residual) {
	rest := slices.Clone(r.options)
	choices := slices.DeleteFunc(slices.Clone(r.options), func(o matrix.OptionID) bool { return !t.holds(o, item) })
	for _, o := range choices[:max(0, len(choices)-int(r.low[item])+1)] {
		rest = slices.DeleteFunc(rest, func(p matrix.OptionID) bool { return p == o })
		next := residual{low: slices.Clone(r.low), high: slices.Clone(r.high)}
		out := map[matrix.ItemID]matrix.Color{} // items that are covered, with the color that may be chosen again
		for _, e := range t.problem.Option(o) {
			if int(e.Item) >= len(next.low) {
				out[e.Item] = e.Color
				continue
			}
			next.low[e.Item], next.high[e.Item] = max(0, next.low[e.Item]-1), next.high[e.Item]-1
			if next.high[e.Item] == 0 {
				out[e.Item] = matrix.NoColor
			}
		}
		for _, p := range rest {
			if !slices.ContainsFunc(t.problem.Option(p), func(e matrix.Entry) bool {
				color, covered := out[e.Item]
				return covered && (color == matrix.NoColor || color != e.Color)
			}) {
				next.options = append(next.options, p)
			}
		}
		list = append(list, next)
	}
	return list
}

func (t *partTree) holds(o matrix.OptionID, item matrix.ItemID) bool {
	return slices.ContainsFunc(t.problem.Option(o), func(e matrix.Entry) bool { return e.Item == item })
}

// problemOf returns a state as a problem of its own, and the number of each of its items in the whole problem. What
// options hold of closed items is left out.
func (t *partTree) problemOf(r *residual) (*matrix.Problem, []matrix.ItemID, error) {
	b, items := matrix.NewBuilder(), []matrix.ItemID{}
	number := make([]matrix.ItemID, t.problem.ItemCount())
	for i := range matrix.ItemID(t.problem.ItemCount()) {
		switch name := t.problem.Name(i); {
		case int(i) >= len(r.low):
			number[i] = b.AddSecondary(name)
		case r.high[i] > 0:
			number[i] = b.AddPrimary(name, matrix.Bound{Min: r.low[i], Max: r.high[i]})
		default:
			continue
		}
		items = append(items, i)
	}
	for _, o := range r.options {
		var entries []matrix.Entry
		for _, e := range t.problem.Option(o) {
			if int(e.Item) < len(r.high) && r.high[e.Item] == 0 {
				continue
			}
			color := e.Color
			if color != matrix.NoColor {
				color = b.AddColor(t.problem.ColorName(color))
			}
			entries = append(entries, matrix.Entry{Item: number[e.Item], Color: color})
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	return p, items, err
}

// countByTables counts by halves, and proves the number: the hubs become free, and the states of the other items follow
// one another along the row. The bounds are those of the two engines, and 0 means none. With an error nothing is
// written.
func (w *proofWriter) countByTables(m *matrix.Problem, maxNodes, maxWork int64) (*big.Int, error) {
	if err := halves.CheckFit(m); err != nil {
		return nil, err
	}
	hubs, row := halves.FindHubs(m)
	t, r := &partTree{problem: m}, rootResidual(m)
	hubs = slices.DeleteFunc(hubs, func(i matrix.ItemID) bool { return int(i) >= len(r.low) })
	for _, i := range hubs {
		r.high[i] = 0
	}
	if len(hubs) == 0 || slices.ContainsFunc(r.options, func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(m.Option(o), func(e matrix.Entry) bool {
			return int(e.Item) < len(r.high) && r.high[e.Item] > 0
		})
	}) {
		return nil, fmt.Errorf("%w: its halves share no items, or an option has no others", halves.ErrUnfit)
	}
	rest, items, err := t.problemOf(&r)
	if err != nil {
		return nil, err
	}
	var order []matrix.ItemID
	for _, i := range row {
		if n, _ := slices.BinarySearch(items, i); n < rest.PrimaryCount() {
			order = append(order, matrix.ItemID(n))
		}
	}
	var steps bytes.Buffer
	out := proof.NewPartWriter(&steps, items)
	_, _, err = memo.CountSolutions(w.ctx, rest, memo.CountOptions{MaxMemory: w.search.MaxMemory, MaxNodes: maxNodes,
		NoSymmetries: true, Order: order, Proof: out})
	if err = errors.Join(err, out.EndPart()); err != nil {
		return nil, err
	}
	n, _, err := halves.CountSolutions(w.ctx, m, halves.CountOptions{MaxMemory: w.search.MaxMemory, MaxWork: maxWork,
		Threads: w.search.Threads, Report: w.reportTo(m)})
	if err == nil {
		w.out.WriteSymmetries(nil)
		w.out.WriteFree(hubs)
		w.out.WritePart(steps.Bytes())
	}
	return n, err
}

// part is a part with the number of its solutions.
type part struct {
	steps []byte
	count *big.Int
	err   error
}

// provePart searches a state, and returns the steps.
func (w *proofWriter) provePart(ctx context.Context, t *partTree, r *residual) (p part) {
	m, items, err := t.problemOf(r)
	if err != nil {
		return part{err: err}
	}
	var steps bytes.Buffer
	out := proof.NewPartWriter(&steps, items)
	if m.PrimaryCount() == 0 {
		out.WriteSolution()
		p.count = big.NewInt(1)
	} else {
		p.count, _, p.err = memo.CountSolutions(ctx, m, memo.CountOptions{MaxMemory: w.search.MaxMemory, Proof: out,
			NoSymmetries: true})
		if errors.Is(p.err, ErrUnfit) {
			p.count, p.err = dlx.CountWithProof(ctx, m, out, nil)
		}
	}
	p.err = errors.Join(p.err, out.EndPart())
	p.steps = steps.Bytes()
	return p
}

// countInParts counts the solutions of a problem by threads, and writes the parts in their order.
func (w *proofWriter) countInParts(m *matrix.Problem) (*big.Int, error) {
	w.out.WriteSymmetries(nil)
	t := newPartTree(m, w.search.Threads*partsPerThread)
	return w.countNodes(t, 0, len(t.nodes))
}

// countNodes writes nodes from to end-1 of a tree, and returns the number of their solutions.
func (w *proofWriter) countNodes(t *partTree, from, end int) (*big.Int, error) {
	sum := new(big.Int)
	for begin := from; from < end; {
		// the nodes up to the last of so many parts
		to, batch := from, map[int]*part{}
		for ; to < end && len(batch) < max(1, w.search.Threads); to++ {
			if t.nodes[to].part != nil {
				batch[to] = &part{}
			}
		}
		ctx, cancel := context.WithCancel(w.ctx)
		group := search.Group{HaltOthers: cancel}
		for n, p := range batch {
			group.Go(func() { *p = w.provePart(ctx, t, t.nodes[n].part) })
		}
		group.Wait()
		cancel()
		for ; from < to; from++ {
			p := batch[from]
			switch {
			case p == nil:
				w.out.WriteBranch(t.nodes[from].item, false)
				continue
			case p.err != nil:
				return nil, p.err
			}
			w.out.WritePart(p.steps)
			sum.Add(sum, p.count)
			if w.search.Progress != nil {
				share := float64(from+1-begin) / float64(end-begin)
				w.search.Progress(Progress{Progress: search.Progress{Share: share}, problem: t.problem})
			}
		}
	}
	return sum, nil
}

// WriteProofPart writes one of several parts of a proof, by number from 1 on, and returns how many solutions it has.
// The parts may be made on different machines. [Puzzle.JoinProofParts] makes a proof of all of them. Parts are those of
// a proof by the engine memo of the number of all solutions; see [Puzzle.WriteProof] for the settings.
func (p *Puzzle) WriteProofPart(ctx context.Context, to io.Writer, s Search, number, parts int) (Number, error) {
	w := &proofWriter{ctx: ctx, puzzle: p, search: s}
	m, err := p.program.Candidates()
	switch whole, _ := p.program.ProblemOfAllSolutions(); {
	case err != nil:
		return Number{}, err
	case number < 1 || number > parts || parts > maxProofParts:
		return Number{}, fmt.Errorf("parts of a proof have numbers from 1 on, and there are at most %d", maxProofParts)
	case whole != nil || p.HasGoal() || !p.program.IsExact() || len(m.Nogoods()) > 0:
		return Number{}, fmt.Errorf("only a proof of all solutions of a matrix without nogoods has parts: %w",
			ErrNotExact)
	}
	if err := w.begin(to, proof.PartClaim(number, parts), DumpOptions{}); err != nil {
		return Number{}, err
	}
	m = w.removeUnsupported(m)
	if number == 1 {
		w.out.WriteSymmetries(nil)
	}
	t := newPartTree(m, parts*partsPerThread)
	return w.end(w.countNodes(t, (number-1)*len(t.nodes)/parts, number*len(t.nodes)/parts))
}

// maxProofParts is the largest number of parts of a proof.
const maxProofParts = 1 << 12

// JoinProofParts makes a proof of all its parts, in any order, and returns the number of solutions.
func (p *Puzzle) JoinProofParts(to io.Writer, parts []*io.SectionReader) (Number, error) {
	w := &proofWriter{puzzle: p}
	if err := w.begin(to, proof.ClaimCount, DumpOptions{}); err != nil {
		return Number{}, err
	}
	n, err := w.out.JoinParts(parts)
	return w.end(n, err)
}
