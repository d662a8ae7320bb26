package prove

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"quadrille"
	"quadrille/runtime/engine/learn"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// NoOtherSolution proves that a puzzle has no solution, or no other solutions than those that it finds, and returns
// their number. It writes the formula of [quadrille.FormatDIMACS], with a clause at the end that excludes each of the
// solutions, and a proof in DRAT that this formula has no model: the clauses that the engine learn finds. It is for few
// solutions. If they or the clauses take more than maxNumbers numbers, the error is [ErrTooLarge].
func NoOtherSolution(ctx context.Context, p *quadrille.Puzzle, formula, drat io.Writer, maxNumbers int) (n int,
	err error) {
	m, err := exactMatrix(p)
	switch {
	case err != nil:
		return 0, err
	case p.HasGoal():
		return 0, errors.New("a proof in DRAT is about all solutions, and this puzzle wants the best ones")
	}
	variables, err := format.NewFormulaVariables(m)
	if err != nil {
		return 0, err
	}
	lemmas := proof.NewClauseWriter(drat, variables.ColorVariable, variables.CounterVariable, maxNumbers)
	s, err := learn.NewClauseSearch(m, learn.LearnOptions{Proof: lemmas})
	if err != nil {
		return 0, err
	}
	var found []matrix.Solution
	for solution := range s.Solutions(ctx) {
		if found = append(found, slices.Clone(solution)); len(found) > maxNumbers/(m.OptionCount()+1) {
			return 0, fmt.Errorf("there are %d solutions or more: %w", len(found), ErrTooLarge)
		}
	}
	if err := s.Err(); err != nil {
		return 0, err
	}
	if err := lemmas.EndProof(); err != nil {
		return 0, err
	}
	return len(found), format.WriteProblem(formula, m, format.DIMACS, format.WriteOptions{ExcludedSolutions: found})
}
