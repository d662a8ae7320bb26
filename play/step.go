package play

import (
	"context"
	"slices"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// Step is what can be done next.
type Step struct {
	// Moves are to be made; there are none if only trial helps, or if none was found in time.
	Moves []Move `json:"moves"`
	// Words say why.
	Words string `json:"words"`
}

// NextStep returns a step that every solution takes which goes on from moves: one for which there is a reason, as
// nothing else is left for something, or else one that a search finds. There must be such a solution.
func (g *Game) NextStep(ctx context.Context, moves []Move) (Step, error) {
	placements, err := g.placements(moves)
	if err != nil {
		return Step{}, err
	}
	a := g.assume(placements)
	stated := map[fact]bool{}
	for _, pl := range placements {
		for _, f := range factsOf(pl) {
			stated[f] = true
		}
	}
	for c, symbol := range g.given {
		stated[fact{what: symbol, cells: cellsKey([]lattice.Cell{c})}] = true
	}
	if step, ok := g.forcedStep(a, stated); ok {
		return step, nil
	}
	return g.commonStep(ctx, a, stated)
}

// forcedStep looks for an item that one option is left for.
func (g *Game) forcedStep(a oracle.Assumptions, stated map[fact]bool) (Step, bool) {
	part, ids := g.problem.Subproblem(a.Chosen, a.Banned)
	holding := part.OptionsByItem()
	for i := range part.PrimaryCount() {
		item := matrix.ItemID(i)
		if part.Bound(item) != matrix.Once || len(holding[i]) != 1 {
			continue
		}
		if moves := g.newMoves(ids[holding[i][0]], stated); len(moves) > 0 {
			return Step{moves, asSentence(g.glossary.ShortageText(item, true))}, true
		}
	}
	return Step{}, false
}

// newMoves returns what an option shows that is not stated yet.
func (g *Game) newMoves(o matrix.OptionID, stated map[fact]bool) (moves []Move) {
	for _, pl := range g.program.OptionMeaning(o) {
		made := g.moveOf(pl)
		for k, f := range factsOf(pl) {
			if !stated[f] {
				moves = append(moves, made[k])
			}
		}
	}
	return moves
}

// candidateFact is a fact that all solutions found so far show.
type candidateFact struct {
	fact
	move Move
	pl   compile.Placement
}

// commonStep looks for a fact that all solutions show. It asks for a solution without a fact of the first one: either
// there is none, or the facts that both have in common are left.
func (g *Game) commonStep(ctx context.Context, a oracle.Assumptions, stated map[fact]bool) (Step, error) {
	const ended = "No step was found in time."
	found, err := g.solve(ctx, a, 1)
	if err != nil || len(found) == 0 {
		return Step{Words: ended}, nil
	}
	var open []candidateFact
	for _, o := range slices.Sorted(slices.Values(found[0])) {
		for _, pl := range g.program.OptionMeaning(o) {
			made := g.moveOf(pl)
			for k, f := range factsOf(pl) {
				if !stated[f] && !slices.ContainsFunc(open, func(c candidateFact) bool { return c.fact == f }) {
					open = append(open, candidateFact{f, made[k], pl})
				}
			}
		}
	}
	for len(open) > 0 {
		without := oracle.Assumptions{Chosen: a.Chosen, Banned: slices.Concat(a.Banned, g.stating[open[0].fact])}
		found, err := g.solve(ctx, without, 1)
		switch {
		case err != nil:
			return Step{Words: ended}, nil
		case len(found) == 0:
			return Step{[]Move{open[0].move}, "Every solution that goes on from here has this; only a search shows it."}, nil
		}
		shown := map[fact]bool{}
		for _, o := range found[0] {
			for _, f := range g.facts[o] {
				shown[f] = true
			}
		}
		open = slices.DeleteFunc(open, func(c candidateFact) bool { return !shown[c.fact] })
	}
	return Step{Words: "Nothing is the same in all solutions that go on from here: try something."}, nil
}
