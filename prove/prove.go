// Package prove writes proofs of counts and of best values: a program that knows nothing of the engines checks them.
// docs/proof.md has their format. A proof can be made in parts on several machines, and translated for checkers that
// others wrote.
//
// Its input is a puzzle, and its output a stream; package proof has the records, and the engines write the steps.
package prove

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"

	"quadrille"
	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// Count counts the solutions of a puzzle and writes a proof of their number. The steps are those of the engine memo,
// or of links if [quadrille.Search.Engine] says so or memo cannot search the matrix. EngineHalves counts with tables,
// and so does auto where that is short, or memo runs out of memory. Of the other settings it uses MaxMemory, Progress
// and Threads: several threads search parts of the tree, and know no states of one another.
//
// Where one solution of each class is wanted, the number is that of the classes, and the proof is about the matrix of
// all solutions, see [quadrille.DumpOptions.Whole]. If the puzzle has a goal, the proof says the best value, and the
// number is that of the solutions that have it; with a [quadrille.Search.Limit] it says the value alone, and the number
// is a lower bound. It is an error if the matrix does not express all other constraints of the puzzle, see
// [quadrille.Puzzle.ExtraConstraints].
func Count(ctx context.Context, p *quadrille.Puzzle, w io.Writer, s quadrille.Search) (quadrille.Number, error) {
	pw := &proofWriter{ctx: ctx, puzzle: p, search: s}
	switch s.Engine {
	case "", quadrille.EngineAuto, quadrille.EngineMemo, quadrille.EngineLinks, quadrille.EngineHalves:
	default:
		return quadrille.Number{}, fmt.Errorf(
			"a proof has the steps of the engine memo, halves or links, and not of %s",
			s.Engine)
	}
	if whole, images := p.Program().ProblemOfAllSolutions(); whole != nil && !p.HasGoal() {
		return pw.proveClasses(w, whole, images)
	}
	m, err := exactMatrix(p)
	switch {
	case err != nil:
		return quadrille.Number{}, err
	case p.HasGoal():
		return pw.proveBest(w)
	}
	if err := pw.writeHead(w, proof.ClaimCount, quadrille.DumpOptions{}); err != nil {
		return quadrille.Number{}, err
	}
	n, err := pw.countProblem(m)
	return pw.finishProof(n, err)
}

// exactMatrix returns the matrix of a puzzle. It is an error if that does not express all constraints of the puzzle.
func exactMatrix(p *quadrille.Puzzle) (*matrix.Problem, error) {
	m, err := p.Program().Candidates()
	if err == nil && !p.Program().IsExact() {
		return nil, fmt.Errorf("no proof says %s, as this puzzle wants: %w", p.Program().ConstraintsBeyondMatrix(),
			quadrille.ErrNotExact)
	}
	return m, err
}

// proofWriter writes one proof.
type proofWriter struct {
	ctx    context.Context
	puzzle *quadrille.Puzzle
	search quadrille.Search
	out    *proof.Writer
}

// writeHead writes the head of the proof.
func (w *proofWriter) writeHead(to io.Writer, claim proof.Claim, d quadrille.DumpOptions) error {
	digest, err := dumpDigest(w.puzzle, d)
	w.out = proof.NewWriter(to, claim, digest)
	return err
}

// dumpDigest returns the SHA-256 of the dump in dlx: with short names if it cannot have others.
func dumpDigest(p *quadrille.Puzzle, d quadrille.DumpOptions) ([]byte, error) {
	d.Format = quadrille.FormatDLX
	sum := sha256.New()
	err := p.WriteMatrix(sum, d)
	if err != nil {
		sum.Reset()
		d.ShortNames = true
		err = p.WriteMatrix(sum, d)
	}
	return sum.Sum(nil), err
}

// finishProof ends the proof.
func (w *proofWriter) finishProof(n *big.Int, err error) (quadrille.Number, error) {
	if err != nil {
		return quadrille.Number{}, err
	}
	return quadrille.NewNumber(n, true), w.out.WriteTotal(n)
}

// reportTo returns the function to which an engine reports progress.
func (w *proofWriter) reportTo(m *matrix.Problem) func(search.Progress) {
	if w.search.Progress == nil {
		return nil
	}
	return func(q search.Progress) { w.search.Progress(quadrille.NewProgress(q, m)) }
}

// removalWork is the number of entries that the removal of options may read, for each entry of the problem. Nothing is
// removed, and nothing counted by tables, where memo counts with plainNodes nodes, as its proof is small. Elsewhere
// tables are used if they need no more nodes than that, and halves no more than workPerNode for each: so the one-sided
// pentominoes in 3 by 30 have a proof of 6 KB in place of 2.2 MB. Where memo does not end with manyNodes nodes, tables
// may need as many: those in 5 by 18 have a proof of 0.3 MB, and memo runs out of memory.
const removalWork, plainNodes, manyNodes, workPerNode = 32, 1 << 14, 1 << 18, 64

// countProblem counts the solutions of a problem, and writes the removals, symmetries and steps.
func (w *proofWriter) countProblem(m *matrix.Problem) (n *big.Int, err error) {
	engine, hasNogoods := w.search.Engine, len(m.Nogoods()) > 0
	byMemo, byHalves := engine == quadrille.EngineMemo, engine == quadrille.EngineHalves
	if hasNogoods && (byMemo || byHalves) { // also if the removal of options would leave none
		return nil, fmt.Errorf("%w %s: it has nogoods", quadrille.ErrUnfit, engine)
	}
	isSmall := w.isSmall(m, plainNodes)
	if !isSmall {
		m = w.removeUnsupported(m)
	}
	switch {
	case byHalves:
		return w.countByTables(m, 0, 0)
	case hasNogoods || engine == quadrille.EngineLinks:
		return dlx.CountWithProof(w.ctx, m, w.out, w.reportTo(m))
	case byMemo:
	case !isSmall:
		n, err := w.countByTables(m, plainNodes, workPerNode*plainNodes)
		if err != nil && !errors.Is(err, quadrille.ErrUnfit) && !w.isSmall(m, manyNodes) {
			n, err = w.countByTables(m, manyNodes, workPerNode*manyNodes)
		}
		if err == nil {
			return n, nil
		}
	}
	if w.search.Threads > 1 && m.PrimaryCount() > 0 {
		return w.countInParts(m)
	}
	n, err = w.countByMemo(m)
	switch {
	case byMemo:
	case errors.Is(err, quadrille.ErrUnfit):
		return dlx.CountWithProof(w.ctx, m, w.out, w.reportTo(m))
	case errors.Is(err, search.ErrMemory):
		if n, err := w.countByTables(m, 0, 0); err == nil {
			return n, nil
		}
	}
	return n, err
}

// countByMemo counts the solutions of a problem, and writes the proof if the search ends well.
func (w *proofWriter) countByMemo(m *matrix.Problem) (*big.Int, error) {
	var steps bytes.Buffer
	out := w.out.NewDraft(&steps)
	n, _, err := memo.CountSolutions(w.ctx, m, memo.CountOptions{MaxMemory: w.search.MaxMemory,
		Report: w.reportTo(m), Proof: out})
	if err = errors.Join(err, out.EndPart()); err == nil {
		w.out.SetRemovals(nil)
		w.out.WritePart(steps.Bytes())
	}
	return n, err
}

// removeUnsupported removes options that have a color without support. They stand in the proof with a reason.
func (w *proofWriter) removeUnsupported(m *matrix.Problem) *matrix.Problem {
	if !m.HasColors() {
		return m
	}
	left, removals := deduce.RemoveWithReasons(m, removalWork*m.EntryCount())
	w.out.SetRemovals(removals)
	return m.KeepListed(left)
}

// isSmall reports whether memo counts the solutions of a problem with so many nodes.
func (w *proofWriter) isSmall(m *matrix.Problem, nodes int64) bool {
	_, _, err := memo.CountSolutions(w.ctx, m, memo.CountOptions{MaxMemory: w.search.MaxMemory, MaxNodes: nodes})
	return err == nil
}

// proveClasses proves the number of classes under a group: the mean of the numbers of solutions that its elements fix.
func (w *proofWriter) proveClasses(to io.Writer, m *matrix.Problem, images [][]int32) (quadrille.Number, error) {
	images = differentImages(m, images)
	group := make([][]matrix.ItemID, len(images))
	for k, image := range images {
		items, ok := symmetry.ItemPermutationOf(m, image)
		if !ok {
			return quadrille.Number{}, fmt.Errorf("no proof says one solution of each class, as this puzzle wants: "+
				"a motion of the board is no permutation of the items: %w", quadrille.ErrNotExact)
		}
		group[k] = items
	}
	if err := w.writeHead(to, proof.ClaimClasses, quadrille.DumpOptions{Whole: true}); err != nil {
		return quadrille.Number{}, err
	}
	w.out.WriteGroup(group)
	sum, known := new(big.Int), map[string]*big.Int{}
	for _, image := range images {
		cycles := fmt.Sprint(symmetry.CyclesOfPermutation(image))
		if known[cycles] == nil {
			fixed, possible, ok := symmetry.FixedProblemOnItems(m, image)
			n, err := new(big.Int), error(nil)
			switch {
			case !ok:
				err = fmt.Errorf("no proof says one solution of each class, as this puzzle wants: "+
					"some motions take pieces to others, and some do not: %w", quadrille.ErrNotExact)
			case possible:
				n, err = w.countProblem(fixed)
			}
			if err != nil {
				return quadrille.Number{}, err
			}
			known[cycles] = n
		}
		sum.Add(sum, known[cycles])
	}
	return w.finishProof(sum.Div(sum, big.NewInt(int64(len(group)))), nil)
}

// differentImages leaves out motions that act on the options as one before does: they make no difference to classes.
func differentImages(m *matrix.Problem, images [][]int32) (different [][]int32) {
	seen := map[string]bool{}
	for _, image := range images {
		acts := make([]int32, 0, len(image))
		for o, to := range image {
			if m.HoldsPrimary(matrix.OptionID(o)) {
				acts = append(acts, to)
			}
		}
		if key := fmt.Sprint(acts); !seen[key] {
			seen[key] = true
			different = append(different, image)
		}
	}
	return different
}

// proveBest proves the best value, and unless there is a limit the number of solutions that have it.
func (w *proofWriter) proveBest(to io.Writer) (quadrille.Number, error) {
	best, found, err := w.puzzle.FindOptimum(w.ctx, quadrille.Search{Progress: w.search.Progress})
	if err != nil {
		return quadrille.Number{}, err
	}
	claim := proof.ClaimBest
	if !best.Found {
		claim = proof.ClaimCount // of none
	} else if w.search.Limit > 0 {
		claim = proof.ClaimOptimum
	}
	m, err := w.puzzle.Program().Candidates()
	if err == nil {
		err = w.writeHead(to, claim, quadrille.DumpOptions{})
	}
	if err != nil {
		return quadrille.Number{}, err
	}
	if !best.Found {
		return w.finishProof(w.countProblem(m))
	}
	n, err := dlx.CountBestWithProof(w.ctx, m, w.out, found.Options(), w.search.Limit > 0, w.reportTo(m))
	number, err := w.finishProof(n, err)
	if w.search.Limit > 0 {
		number = quadrille.NewNumber(number.AtLeast(), false)
	}
	return number, err
}
