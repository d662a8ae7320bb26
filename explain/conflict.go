package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/explain/clues"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// maxConflictClues is the largest number of clues for which a conflict is searched. Each clue costs a solver call.
const maxConflictClues = 1000

// findConflict finds a smallest set of clues that contradict one another, in a puzzle without a solution. It returns
// false if the puzzle has no solution even without clues, or if the bounds of work do not suffice to decide that.
//
// Every solution of the other rules breaks some set of clues. Clues are a conflict if they include at least one clue of
// every such set. Package oracle finds such hitting sets. (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva,
// "Smallest MUS extraction with minimal hitting set dualization", CP 2015.)
func findConflict(ctx context.Context, p *quadrille.Puzzle) (Reason, bool) {
	if ctx.Err() != nil {
		return Reason{}, false
	}
	list, q, err := listInlinedClues(p)
	if err != nil || len(list.Clues) > maxConflictClues {
		return Reason{}, false
	}
	c := &conflictSearch{clueTester: clueTester{puzzle: q, clueList: list}, allQuestionsAnswered: true}
	for k, clue := range list.Clues {
		if clue.RemovalKeepsSolutions() {
			c.testedClues = append(c.testedClues, k)
		}
	}
	n := len(c.testedClues)
	if n == 0 || c.makeOracle(slowClueWork) != nil {
		return Reason{}, false
	}
	if out, err := c.findCounterexample(ctx, make([]bool, n), -1); out == nil || err != nil || !c.allQuestionsAnswered {
		return Reason{}, false
	}
	effort := oracle.SearchLimits{MaxOrders: 1, MaxCounterexamples: maxQuestions, MaxNodes: 20_000}
	fewest, _ := oracle.FewestClues(ctx, n, effort, rand.New(rand.NewPCG(0, 0)), c.findCounterexample)
	if fewest.KeptClues == nil {
		return Reason{}, false
	}
	c.narrowToSingleMark(ctx, fewest.KeptClues)
	return c.conflictReason(fewest), true
}

// conflictSearch tests whether sets of clues contradict one another.
type conflictSearch struct {
	clueTester
	// questionsAsked counts the solver calls of the search for a smaller conflict. A call that compiles a text counts
	// as ten.
	questionsAsked       int
	allQuestionsAnswered bool // whether no solver call exceeded its bound of work
}

// maxQuestions bounds questionsAsked in the search for a smaller conflict than the first one.
const maxQuestions = 5000

var errTooManyQuestions = errors.New("enough was asked")

// findCounterexample implements [oracle.Counterexample]. It finds a solution with the clues that are kept, and returns
// the clues that this solution breaks or may break. If the solver exceeds its bound of work, that counts as a
// counterexample.
func (c *conflictSearch) findCounterexample(ctx context.Context, kept []bool, of int) (out []int, err error) {
	var dropped []int
	for k, clue := range c.testedClues {
		if !kept[k] {
			out, dropped = append(out, k), append(dropped, clue)
		}
	}
	n, cost := 0, 10
	if assumed, ok := c.assumptionsWithout(dropped); ok {
		var found []matrix.Solution
		if found, err = c.oracle.SolveUnder(ctx, assumed, 1); len(found) > 0 {
			out = slices.DeleteFunc(out, func(k int) bool {
				return c.clueMeanings[c.testedClues[k]].AreSatisfiedBy(found[0])
			})
		}
		n, cost = len(found), 1
	} else {
		n, err = c.countSolutionsWithout(ctx, dropped, 1, slowClueWork)
	}
	if of < 0 {
		c.questionsAsked += cost
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case c.questionsAsked > maxQuestions:
		return nil, errTooManyQuestions
	case n == 0 && err == nil:
		return nil, nil
	}
	c.allQuestionsAnswered = c.allQuestionsAnswered && n > 0
	return append([]int{}, out...), nil
}

// narrowToSingleMark replaces a rule about all marks of a kind by a single mark, if the kept clues still contradict one
// another.
func (c *conflictSearch) narrowToSingleMark(ctx context.Context, kept []bool) {
	for k, own := range c.testedClues {
		whole := slices.Index(c.testedClues, c.clueList.Clues[own].EnclosingClue)
		if whole < 0 || !kept[whole] || kept[k] {
			continue
		}
		kept[whole], kept[k] = false, true
		if out, err := c.findCounterexample(ctx, kept, -1); out != nil || err != nil {
			kept[whole], kept[k] = true, false
		}
	}
}

// maxNamedClues is the largest number of clues that the description of a conflict names.
const maxNamedClues = 20

// conflictReason returns the reason for a conflict of clues.
func (c *conflictSearch) conflictReason(few oracle.SufficientSet) Reason {
	r := Reason{Kind: Conflict, puzzle: c.puzzle,
		shortReason: shortReason{Kind: Conflict, HighlightedCells: map[lattice.Cell]bool{}}}
	var names, kinds []string
	for k, own := range c.testedClues {
		if !few.KeptClues[k] {
			continue
		}
		clue := c.clueList.Clues[own]
		if slices.ContainsFunc(c.clueList.Clues, func(d clues.Clue) bool { return d.EnclosingClue == own }) {
			clue.Name += " and nowhere else"
		}
		names, kinds = append(names, clue.Name), append(kinds, string(clue.Kind))
		if !slices.Contains(r.TextSpans, clue.Span) {
			r.TextSpans = append(r.TextSpans, clue.Span)
		}
		for _, cell := range clue.Cells {
			r.shortReason.HighlightedCells[cell] = true
		}
	}
	r.Sentences = source.EscapeText(conflictText(names, kinds, c.allQuestionsAnswered, few.LowerBound == few.ClueCount))
	return r
}

// conflictText describes a conflict. The argument sure tells whether every clue of the conflict is needed, and fewest
// whether no conflict has fewer clues.
func conflictText(names, kinds []string, sure, fewest bool) string {
	named := strings.Join(names[:min(maxNamedClues, len(names))], ", ")
	if more := len(names) - maxNamedClues; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	known := "Without any one of them the others can; it is not known whether there is a smaller conflict."
	switch {
	case len(names) == 1:
		return strings.ToUpper(named[:1]) + named[1:] + " cannot hold, whatever others are left out."
	case !sure:
		known = "It is not known whether all of them are needed for that."
	case fewest:
		known = "No conflict is smaller."
	}
	all, _ := clueKindsText(kinds)
	return fmt.Sprintf("These %s cannot hold together: %s. %s", all, named, known)
}
