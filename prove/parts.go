package prove

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"quadrille"
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

// partTree is the tree above the parts.
type partTree struct {
	problem *matrix.Problem
	nodes   []partNode // in the order of the proof
}

// partNode is a branch on an item, or a part.
type partNode struct {
	branchItem   matrix.ItemID
	partResidual *proof.Residual // nil for a branch
}

// newPartTree cuts the tree of a problem without nogoods into some parts.
func newPartTree(m *matrix.Problem, parts int) *partTree {
	t := &partTree{problem: m}
	t.expandState(proof.RootResidual(m), parts)
	return t
}

// expandState branches until there are about so many parts below a state.
func (t *partTree) expandState(r *proof.Residual, parts int) {
	item, fewest := matrix.ItemID(-1), []matrix.OptionID(nil)
	for i, low := range r.MinCovers {
		if low <= 0 {
			continue
		}
		if live := r.OptionsOf(matrix.ItemID(i)); item < 0 || len(live) < len(fewest) {
			item, fewest = matrix.ItemID(i), live
		}
	}
	if parts < 2 || item < 0 {
		t.nodes = append(t.nodes, partNode{partResidual: r})
		return
	}
	t.nodes = append(t.nodes, partNode{branchItem: item})
	var branches []*proof.Residual
	for _, b := range r.Branches(item, fewest) {
		branches = append(branches, b)
	}
	for _, b := range branches {
		t.expandState(b, (parts+len(branches)-1)/len(branches))
	}
}

// residualProblem returns a residual as a problem of its own, and the number of each of its items in the whole problem,
// which has no nogoods. What options hold of closed items is left out.
func residualProblem(whole *matrix.Problem, r *proof.Residual) (*matrix.Problem, []matrix.ItemID, error) {
	b, items := matrix.NewBuilder(), []matrix.ItemID{}
	number := make([]matrix.ItemID, whole.ItemCount())
	for i := range matrix.ItemID(whole.ItemCount()) {
		switch name := whole.Name(i); {
		case int(i) >= len(r.MinCovers):
			number[i] = b.AddSecondary(name)
		case r.MaxCovers[i] > 0:
			number[i] = b.AddPrimary(name, matrix.Bound{Min: max(0, r.MinCovers[i]), Max: r.MaxCovers[i]})
		default:
			continue
		}
		items = append(items, i)
	}
	for o := range r.LiveOptions.EachNumber {
		var entries []matrix.Entry
		for _, e := range whole.Option(matrix.OptionID(o)) {
			if int(e.Item) < len(r.MaxCovers) && r.MaxCovers[e.Item] == 0 {
				continue
			}
			color := e.Color
			if color != matrix.NoColor {
				color = b.AddColor(whole.ColorName(color))
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
	r := proof.RootResidual(m)
	hubs = slices.DeleteFunc(hubs, func(i matrix.ItemID) bool { return int(i) >= len(r.MinCovers) })
	for _, i := range hubs {
		r.MaxCovers[i] = 0
	}
	hasHubsAlone := func(o int) bool {
		return !slices.ContainsFunc(m.Option(matrix.OptionID(o)), func(e matrix.Entry) bool {
			return int(e.Item) < len(r.MaxCovers) && r.MaxCovers[e.Item] > 0
		})
	}
	if len(hubs) == 0 || slices.ContainsFunc(slices.Collect(r.LiveOptions.EachNumber), hasHubsAlone) {
		return nil, fmt.Errorf("%w: its halves share no items, or an option has no others", halves.ErrUnfit)
	}
	rest, items, err := residualProblem(m, r)
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
		NoSymmetries: true, ItemOrder: order, Proof: out})
	if err = errors.Join(err, out.EndPart()); err != nil {
		return nil, err
	}
	n, _, err := halves.CountSolutions(w.ctx, m, halves.CountOptions{MaxMemory: w.search.MaxMemory, MaxWork: maxWork,
		Threads: w.search.Threads, Report: w.reportTo(m)})
	if err == nil {
		w.out.WriteFree(hubs)
		w.out.WritePart(steps.Bytes())
	}
	return n, err
}

// finishedPart is a part with the number of its solutions.
type finishedPart struct {
	stepBytes     []byte
	solutionCount *big.Int
	err           error
}

// provePart searches a state, and returns the steps.
func (w *proofWriter) provePart(ctx context.Context, whole *matrix.Problem, r *proof.Residual) (p finishedPart) {
	m, items, err := residualProblem(whole, r)
	if err != nil {
		return finishedPart{err: err}
	}
	var steps bytes.Buffer
	out := proof.NewPartWriter(&steps, items)
	if m.PrimaryCount() == 0 {
		out.WriteSolution()
		p.solutionCount = big.NewInt(1)
	} else {
		p.solutionCount, _, p.err = memo.CountSolutions(ctx, m,
			memo.CountOptions{MaxMemory: w.search.MaxMemory, Proof: out,
				NoSymmetries: true})
		if errors.Is(p.err, quadrille.ErrUnfit) {
			p.solutionCount, p.err = dlx.CountWithProof(ctx, m, out, nil)
		}
	}
	p.err = errors.Join(p.err, out.EndPart())
	p.stepBytes = steps.Bytes()
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
		to, batch := from, map[int]*finishedPart{}
		for ; to < end && len(batch) < max(1, w.search.Threads); to++ {
			if t.nodes[to].partResidual != nil {
				batch[to] = &finishedPart{}
			}
		}
		ctx, cancel := context.WithCancel(w.ctx)
		group := search.Group{HaltOthers: cancel}
		for n, p := range batch {
			group.Go(func() { *p = w.provePart(ctx, t.problem, t.nodes[n].partResidual) })
		}
		group.Wait()
		cancel()
		for ; from < to; from++ {
			p := batch[from]
			switch {
			case p == nil:
				w.out.WriteBranch(t.nodes[from].branchItem, false)
				continue
			case p.err != nil:
				return nil, p.err
			}
			w.out.WritePart(p.stepBytes)
			sum.Add(sum, p.solutionCount)
			if w.search.Progress != nil {
				share := float64(from+1-begin) / float64(end-begin)
				w.search.Progress(quadrille.NewProgress(search.Progress{Share: share}, t.problem))
			}
		}
	}
	return sum, nil
}

// CountPart writes one of several parts of a proof, by number from 1 on, and returns how many solutions it has.
// The parts may be made on different machines. [JoinParts] makes a proof of all of them. Parts are those of
// a proof by the engine memo of the number of all solutions; see [Count] for the settings.
func CountPart(ctx context.Context, p *quadrille.Puzzle, to io.Writer, s quadrille.Search, number, parts int) (
	quadrille.Number, error) {
	w := &proofWriter{ctx: ctx, puzzle: p, search: s}
	m, err := p.Program().Candidates()
	switch whole, _ := p.Program().ProblemOfAllSolutions(); {
	case err != nil:
		return quadrille.Number{}, err
	case number < 1 || number > parts || parts > maxParts:
		return quadrille.Number{}, fmt.Errorf("parts of a proof have numbers from 1 on, and there are at most %d",
			maxParts)
	case whole != nil || p.HasGoal() || !p.Program().IsExact() || len(m.Nogoods()) > 0:
		return quadrille.Number{}, fmt.Errorf("only a proof of all solutions of a matrix without nogoods has parts: %w",
			quadrille.ErrNotExact)
	}
	if err := w.writeHead(to, proof.PartClaim(number, parts), quadrille.DumpOptions{}); err != nil {
		return quadrille.Number{}, err
	}
	m = w.removeUnsupported(m)
	if number == 1 {
		w.out.WriteSymmetries(nil)
	}
	t := newPartTree(m, parts*partsPerThread)
	return w.finishProof(w.countNodes(t, (number-1)*len(t.nodes)/parts, number*len(t.nodes)/parts))
}

// maxParts is the largest number of parts of a proof.
const maxParts = 1 << 12

// JoinParts makes a proof of all its parts, in any order, and returns the number of solutions.
func JoinParts(p *quadrille.Puzzle, to io.Writer, parts []*io.SectionReader) (quadrille.Number, error) {
	w := &proofWriter{puzzle: p}
	if err := w.writeHead(to, proof.ClaimCount, quadrille.DumpOptions{}); err != nil {
		return quadrille.Number{}, err
	}
	n, err := w.out.JoinParts(parts)
	return w.finishProof(n, err)
}
