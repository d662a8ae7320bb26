package quadrille

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Diagram holds all solutions of a puzzle in a compact form: a decision diagram, in which solutions share common parts.
// Solutions can be counted, numbered, drawn at random and weighed without visiting each.
type Diagram struct {
	puzzle      *Puzzle
	memoDiagram *memo.Diagram
}

// Diagram returns the diagram of all solutions. Of the settings in s it uses only MaxMemory, Threads and Progress. It
// is an error if the matrix does not express all constraints of the puzzle, see [Puzzle.ExtraConstraints], or if it
// forbids options together. The constraint that cells are connected is no error, unless the board has optional cells.
func (p *Puzzle) Diagram(ctx context.Context, s Search) (*Diagram, error) {
	m, err := p.exactMatrix()
	if err != nil {
		return nil, err
	}
	if err := s.checkNumericSettings(); err != nil {
		return nil, err
	}
	o := memo.CountOptions{MaxMemory: s.MaxMemory, Threads: max(1, s.Threads), ConnectedSets: p.connectedSets(Search{})}
	if s.Progress != nil {
		o.Report = func(q search.Progress) { s.Progress(Progress{Progress: q, problem: m}) }
	}
	d, err := memo.BuildDiagram(ctx, m, o)
	if err != nil {
		return nil, err
	}
	return &Diagram{p, d}, nil
}

// exactMatrix returns the matrix of the puzzle, or an error if it has more solutions than the puzzle.
func (p *Puzzle) exactMatrix() (*matrix.Problem, error) {
	if err := p.RefuseGoal("a diagram has all solutions"); err != nil {
		return nil, err
	}
	if !p.isExact(Search{}) {
		return nil, fmt.Errorf("there is no diagram of a puzzle that wants %s: %w", p.program.ConstraintsBeyondMatrix(),
			ErrNotExact)
	}
	m, err := p.program.Candidates()
	if err == nil && len(m.Nogoods()) > 0 {
		return nil, fmt.Errorf("%w a diagram: options are forbidden together, by `forbid` or as swaps", ErrUnfit)
	}
	return m, err
}

// ReadDiagram reads a diagram that [Diagram.Write] has written. It returns [ErrOtherPuzzle] if the diagram is of
// another puzzle.
func (p *Puzzle) ReadDiagram(r io.Reader) (*Diagram, error) {
	m, err := p.exactMatrix()
	if err != nil {
		return nil, err
	}
	d, err := memo.ReadDiagram(r, m, p.connectedSets(Search{}))
	if err != nil {
		return nil, err
	}
	return &Diagram{p, d}, nil
}

// Write writes the diagram in the format that [Puzzle.ReadDiagram] reads.
func (d *Diagram) Write(w io.Writer) error { return d.memoDiagram.WriteDiagram(w) }

// Count returns the number of solutions.
func (d *Diagram) Count() *big.Int { return d.memoDiagram.SolutionCount() }

// SampleSolution returns a random solution, uniformly distributed. It returns false if there is none.
func (d *Diagram) SampleSolution(r *rand.Rand) (Solution, bool) {
	if d.Count().Sign() == 0 {
		return Solution{}, false
	}
	return d.newSolution(d.memoDiagram.SampleSolution(r)), true
}

// KthSolution returns solution k, counted from 0. It returns false if there are fewer.
func (d *Diagram) KthSolution(k *big.Int) (Solution, bool) {
	s, err := d.memoDiagram.KthSolution(k)
	return d.newSolution(s), err == nil
}

// ExtremeSolution returns a solution whose options have the lowest sum of weights, or the
// highest. It returns false if there is none.
func (d *Diagram) ExtremeSolution(weight func(matrix.OptionID) float64, lowest bool) (Solution, bool) {
	s, _ := d.memoDiagram.ExtremeSolution(weight, lowest)
	return d.newSolution(s), d.Count().Sign() > 0
}

func (d *Diagram) newSolution(s matrix.Solution) Solution {
	return Solution{puzzle: d.puzzle, options: s}
}
