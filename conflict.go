package quadrille

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/clues"
	"quadrille/compile/lattice"
	"quadrille/compile/reason"
	"quadrille/lang/source"
	"quadrille/runtime/oracle"
)

// mostClues bounds the clues among which a conflict is looked for: for each there is a question.
const mostClues = 1000

// conflict looks, in a puzzle without a solution, for clues that cannot hold together, none of which can be left out: of all
// clues one after the other goes, if there is still no solution without it. (The way of
// deletion; J. N. Chinneck and E. W. Dravnieks, Locating minimal infeasible constraint sets, 1991.) It
// returns false if the puzzle has no solution without clues either, or if that is too hard
// to know.
func (p *Puzzle) conflict(ctx context.Context) (Reason, bool) {
	list, q, err := p.clues()
	if err != nil || len(list.Clues) > mostClues {
		return Reason{}, false
	}
	a := &asker{puzzle: q, list: list}
	if a.relax(firstWork) != nil {
		return Reason{}, false
	}
	var kept, dropped []int
	for k, c := range list.Clues {
		if c.Relaxes() {
			kept = append(kept, k)
		}
	}
	if len(kept) == 0 {
		return Reason{}, false
	}
	if solvable, err := a.solvable(ctx, kept); err != nil || !solvable {
		return Reason{}, false
	}
	sure := true
	for _, k := range slices.Clone(kept) {
		switch solvable, err := a.solvable(ctx, append(slices.Clip(dropped), k)); {
		case err != nil:
			sure = false
		case !solvable:
			dropped = append(dropped, k)
			kept = slices.DeleteFunc(kept, func(other int) bool { return other == k })
		}
	}
	if ctx.Err() != nil {
		return Reason{}, false
	}
	return q.conflicting(list.Clues, kept, sure), true
}

// solvable reports whether there is a solution without some clues. The error says that the
// question was too hard, or makes no sense.
func (a *asker) solvable(ctx context.Context, dropped []int) (bool, error) {
	all := func(k int) bool { return a.meanings[k] != nil }
	if a.oracle != nil && !slices.ContainsFunc(dropped, func(k int) bool { return !all(k) }) {
		var assumed oracle.Assumptions
		for k, m := range a.meanings {
			if m != nil && !slices.Contains(dropped, k) {
				assumed.Chosen = append(assumed.Chosen, m.Chosen...)
				assumed.Banned = append(assumed.Banned, m.Banned...)
			}
		}
		return a.oracle.Has(ctx, assumed)
	}
	text, err := a.list.Without(dropped...)
	if err != nil {
		return false, err
	}
	p, err := a.puzzle.again(text, 0)
	if err != nil {
		return false, err
	}
	if p.program.Stages() != nil {
		_, err := p.First(ctx, Search{})
		return err == nil, ignore(err, ErrNone)
	}
	o, err := p.oracle(firstWork)
	if err != nil {
		return false, err
	}
	return o.Has(ctx, oracle.Assumptions{})
}

// ignore returns nil for one error.
func ignore(err, known error) error {
	if errors.Is(err, known) {
		return nil
	}
	return err
}

// mostNamedClues is how many clues of a conflict are named.
const mostNamedClues = 20

// conflicting makes a reason of clues.
func (p *Puzzle) conflicting(all []clues.Clue, kept []int, sure bool) Reason {
	r := Reason{Kind: string(reason.Conflict), puzzle: p, inner: reason.Reason{Kind: reason.Conflict, Stars: map[lattice.Cell]bool{}}}
	var names []string
	for _, k := range kept {
		names = append(names, all[k].Name)
		if span := all[k].Span; !slices.Contains(r.Spans, span) {
			r.Spans = append(r.Spans, span)
		}
		for _, c := range all[k].Cells {
			r.inner.Stars[c] = true
		}
	}
	r.Words = source.Printable(clash(names, sure))
	return r
}

// clash says what cannot hold together.
func clash(names []string, sure bool) string {
	named := strings.Join(names[:min(mostNamedClues, len(names))], ", ")
	if more := len(names) - mostNamedClues; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	switch {
	case len(names) == 1:
		return "One clue cannot hold, whatever others are left out: " + named + "."
	case !sure:
		return fmt.Sprintf("These %d clues cannot hold together: %s. It is not known whether all of them are needed for that.", len(names), named)
	}
	return fmt.Sprintf("These %d clues cannot hold together: %s. Without any one of them the others can.", len(names), named)
}
