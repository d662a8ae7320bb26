package generate

import (
	"context"
	"fmt"
	"slices"

	"quadrille"
	"quadrille/compile"
	"quadrille/runtime/matrix"
)

// textClues are clues that are rules of the text and not part of a fixed matrix, so every test of a set of these clues
// compiles a text. All concern a board that is filled with symbols.
type textClues struct {
	maker           *puzzleMaker
	rules           *ruleSet
	solutionSymbols []int // for each cell, the index of its symbol in the solution
	// brokenCluesBy returns the indices of the clues that the given symbols break, and never nil. textWithKeptClues
	// returns the text with the clues that are kept.
	brokenCluesBy     func(symbols []int) []int
	textWithKeptClues func(kept []bool) (string, error)

	otherSolutions [][]int // for each known other solution of the rules, the symbol indices by cell
}

// anotherSolution returns the symbol indices, by cell, of another solution that satisfies the clues that are kept, or
// nil if there is none.
func (q *textClues) anotherSolution(ctx context.Context, kept []bool) (other []int, err error) {
	for _, known := range slices.Backward(q.otherSolutions) {
		if !slices.ContainsFunc(q.brokenCluesBy(known), func(k int) bool { return kept[k] }) {
			return known, nil
		}
	}
	text, err := q.textWithKeptClues(kept)
	if err != nil {
		return nil, err
	}
	p, err := q.maker.compileText([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the board with clues has no text: %w", err)
	}
	others, err := findOtherSolutions(ctx, p, symbolIndices, q.solutionSymbols)
	if err != nil || others == nil {
		return nil, err
	}
	q.otherSolutions = append(q.otherSolutions, others...)
	return others[len(others)-1], nil
}

// maxQuestionWork bounds the work of one search for another solution by clause learning, in assignments and nodes. The
// search for an arrow sudoku takes less than a million.
const maxQuestionWork = 500_000_000

var errHardQuestion = fmt.Errorf("whether some clues are enough is not decided within %d steps; another --seed draws "+
	"other clues", maxQuestionWork)

// findOtherSolutions returns the cell contents of one or two solutions other than the known one, or nil if there are
// none. A solution with the same cell contents counts as another one if it differs elsewhere. If known is nil, the
// first solution that is found is taken as the known one.
func findOtherSolutions(ctx context.Context, p *quadrille.Puzzle, read func(*compile.Program, matrix.Solution) []int,
	known []int) (others [][]int, err error) {
	var again []int
	bounded, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	limit := func(done quadrille.Progress) {
		if done.Nodes+done.Updates > maxQuestionWork {
			stop(errHardQuestion)
		}
	}
	// with few clues, clause learning is hundreds of times faster than other engines
	for s, err := range p.Solutions(bounded, quadrille.Search{Engine: quadrille.EngineLearn, Limit: 2,
		Progress: limit}) {
		if err != nil && ctx.Err() == nil && bounded.Err() != nil {
			return nil, errHardQuestion
		}
		if err != nil {
			return nil, err
		}
		switch cells := read(p.Program(), s.Options()); {
		case known != nil && !slices.Equal(cells, known), again != nil:
			others = append(others, cells)
		default:
			again = cells
		}
	}
	return others, nil
}

// findCounterexample implements [oracle.Counterexample].
func (q *textClues) findCounterexample(ctx context.Context, kept []bool, _ int) ([]int, error) {
	other, err := q.anotherSolution(ctx, kept)
	if err != nil || other == nil {
		return nil, err
	}
	return q.brokenCluesBy(other), nil
}
