package quadrille

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile/clues"
	"quadrille/compile/lattice"
	"quadrille/compile/reason"
	"quadrille/lang/source"
	"quadrille/runtime/hitting"
	"quadrille/runtime/matrix"
)

// mostClues bounds the clues among which a conflict is looked for: for each there is a question.
const mostClues = 1000

// conflict looks, in a puzzle without a solution, for the fewest clues that cannot hold together. It
// returns false if the puzzle has no solution without clues either, or if that is too hard
// to know.
//
// Clues cannot hold together if they rule out every solution of what stays, and that is what package hitting looks
// for. (A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with
// minimal hitting set dualization", CP 2015.)
func (p *Puzzle) conflict(ctx context.Context) (Reason, bool) {
	if ctx.Err() != nil {
		return Reason{}, false
	}
	list, q, err := p.clues()
	if err != nil || len(list.Clues) > mostClues {
		return Reason{}, false
	}
	c := &conflict{asker: asker{puzzle: q, list: list}, sure: true}
	for k, clue := range list.Clues {
		if clue.Relaxes() {
			c.clues = append(c.clues, k)
		}
	}
	n := len(c.clues)
	if n == 0 || c.relax(firstWork) != nil {
		return Reason{}, false
	}
	if out, err := c.rival(ctx, make([]bool, n), -1); out == nil || err != nil || !c.sure {
		return Reason{}, false
	}
	effort := hitting.Effort{Tries: 1, Rivals: mostQuestions, Nodes: 20_000}
	few, _ := hitting.Fewest(ctx, n, effort, rand.New(rand.NewPCG(0, 0)), c.rival)
	if few.Kept == nil {
		return Reason{}, false
	}
	c.narrow(ctx, few.Kept)
	return c.reason(few), true
}

// conflict asks which clues can hold together.
type conflict struct {
	asker
	asked int  // questions that look for a smaller conflict; those that compile a text count for ten
	sure  bool // no question was too hard
}

// mostQuestions bounds what looks for a smaller conflict than the first.
const mostQuestions = 5000

var errQuestions = errors.New("enough was asked")

// rival implements [hitting.Rival]: it looks for a solution with the clues that are kept, and returns those that are not
// true of it, or may not be. Where a question is too hard, there may be one.
func (c *conflict) rival(ctx context.Context, kept []bool, of int) (out []int, err error) {
	var gone []int
	for k, clue := range c.clues {
		if !kept[k] {
			out, gone = append(out, k), append(gone, clue)
		}
	}
	n, cost := 0, 10
	if assumed, ok := c.said(gone); ok {
		var found []matrix.Solution
		if found, err = c.oracle.Solve(ctx, assumed, 1); len(found) > 0 {
			out = slices.DeleteFunc(out, func(k int) bool { return c.meanings[c.clues[k]].AreTrue(found[0]) })
		}
		n, cost = len(found), 1
	} else {
		n, err = c.without(ctx, gone, 1, firstWork)
	}
	if of < 0 {
		c.asked += cost
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case c.asked > mostQuestions:
		return nil, errQuestions
	case n == 0 && err == nil:
		return nil, nil
	}
	c.sure = c.sure && n > 0
	return append([]int{}, out...), nil
}

// narrow puts one mark in the place of the rule that says where all of its kind stand, if that is in conflict as well.
func (c *conflict) narrow(ctx context.Context, kept []bool) {
	for k, own := range c.clues {
		whole := slices.Index(c.clues, c.list.Clues[own].Within)
		if whole < 0 || !kept[whole] || kept[k] {
			continue
		}
		kept[whole], kept[k] = false, true
		if out, err := c.rival(ctx, kept, -1); out != nil || err != nil {
			kept[whole], kept[k] = true, false
		}
	}
}

// mostNamedClues is how many clues of a conflict are named.
const mostNamedClues = 20

// reason says which clues are in conflict.
func (c *conflict) reason(few hitting.Few) Reason {
	r := Reason{Kind: string(reason.Conflict), puzzle: c.puzzle, inner: reason.Reason{Kind: reason.Conflict, Stars: map[lattice.Cell]bool{}}}
	var names, kinds []string
	for k, own := range c.clues {
		if !few.Kept[k] {
			continue
		}
		clue := c.list.Clues[own]
		if slices.ContainsFunc(c.list.Clues, func(d clues.Clue) bool { return d.Within == own }) {
			clue.Name += " and nowhere else"
		}
		names, kinds = append(names, clue.Name), append(kinds, string(clue.Kind))
		if !slices.Contains(r.Spans, clue.Span) {
			r.Spans = append(r.Spans, clue.Span)
		}
		for _, cell := range clue.Cells {
			r.inner.Stars[cell] = true
		}
	}
	r.Words = source.Printable(clash(names, kinds, c.sure, few.Least == few.Clues))
	return r
}

// clash says what cannot hold together, and what is known of that: whether all are needed, and whether there are fewer.
func clash(names, kinds []string, sure, fewest bool) string {
	named := strings.Join(names[:min(mostNamedClues, len(names))], ", ")
	if more := len(names) - mostNamedClues; more > 0 {
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
	all, _ := kindsOf(kinds)
	return fmt.Sprintf("These %s cannot hold together: %s. %s", all, named, known)
}
