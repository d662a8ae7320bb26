package play

import (
	"context"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/explain"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// Step is a suggestion for the next moves, with the reason for them.
type Step struct {
	// Moves are the suggested moves. There are none if only trial and error helps, or if no moves were found in time.
	Moves []Move `json:"moves"`
	// Sentences say why the moves are right.
	Sentences string `json:"words"`
	// SVG is a picture of the board with the moves so far and the suggested moves. As in the steps of package explain,
	// marks show the new moves and the cells from which they follow. It is "" if there are no moves.
	SVG string `json:"svg,omitempty"`
}

// NextStep returns moves that belong to every solution with the moves so far. It prefers moves that techniques of
// people find, and gives the reasons. If there are none, it searches for a fact that all solutions show. The moves so
// far must have a solution.
func (g *Game) NextStep(ctx context.Context, moves []Move) (Step, error) {
	placements, err := g.placementsOfMoves(moves)
	if err != nil {
		return Step{}, err
	}
	a := g.assumptionsOf(placements)
	stated := map[cellFact]bool{}
	for _, pl := range slices.Concat(g.fixedPlacements, placements) {
		for _, f := range factsOfPlacement(pl) {
			stated[f] = true
		}
	}
	for c, symbol := range g.givenNames {
		stated[cellFact{contentName: symbol, cellKey: cellsKey([]lattice.Cell{c})}] = true
	}
	step, reason := g.deducedStep(ctx, a, stated)
	if len(step.Moves) == 0 {
		if step, err = g.stepFromCommonFacts(ctx, a, stated); err != nil || len(step.Moves) == 0 {
			return step, err
		}
	}
	step.SVG, err = g.drawStep(moves, step.Moves, reason)
	return step, err
}

// drawStep draws the board after a step, with the marks of its reason. Without a reason it marks the cells of the new
// moves.
func (g *Game) drawStep(moves, next []Move, reason *explain.DeducedStep) (string, error) {
	pic, err := g.drawMoves(slices.Concat(moves, next))
	if err != nil {
		return "", err
	}
	if reason != nil {
		reason.MarkPicture(&pic)
	}
	added, err := g.placementsOfMoves(next)
	if err != nil {
		return "", err
	}
	pic.NewCells = map[lattice.Cell]bool{}
	for _, pl := range added {
		for _, c := range pl.Cells {
			pic.NewCells[c] = true
		}
	}
	var svg strings.Builder
	err = draw.WriteSVG(&svg, pic)
	return svg.String(), err
}

// maxReasons is the largest number of reasons in a step: the reasons of the last deductions that led to its moves.
const maxReasons = 3

// deducedStep looks for moves that techniques of people find, and also returns the last deduction that led to these
// moves.
func (g *Game) deducedStep(ctx context.Context, a oracle.Assumptions, stated map[cellFact]bool) (Step,
	*explain.DeducedStep) {
	deduction, err := explain.NewDeduction(g.program)
	if err != nil {
		return Step{}, nil
	}
	var reasons []string
	for step := range deduction.Steps(ctx, a.ChosenOptions, a.BannedOptions) {
		reasons = append(reasons, step.Sentences)
		var moves []Move
		for _, o := range step.PlacedOptions {
			moves = append(moves, g.newMoves(o, stated)...)
		}
		if len(moves) > 0 {
			return Step{Moves: moves, Sentences: strings.Join(reasons[max(0, len(reasons)-maxReasons):], " ")}, &step
		}
	}
	return Step{}, nil
}

// newMoves returns the moves for the facts of an option that have not been stated yet.
func (g *Game) newMoves(o matrix.OptionID, stated map[cellFact]bool) (moves []Move) {
	for _, pl := range g.program.OptionMeaning(o) {
		made := g.movesOfPlacement(pl)
		for k, f := range factsOfPlacement(pl) {
			if !stated[f] {
				moves = append(moves, made[k])
			}
		}
	}
	return moves
}

// candidateFact is a fact that all solutions found so far show, with the move that states it.
type candidateFact struct {
	cellFact
	move      Move
	placement compile.Placement
}

// stepFromCommonFacts looks for a fact that all solutions show. It starts with the facts of a first solution, and
// repeatedly asks for a solution that lacks one of them. If there is no such solution, all solutions show that fact.
// Otherwise only the facts that both solutions show remain.
func (g *Game) stepFromCommonFacts(ctx context.Context, a oracle.Assumptions, stated map[cellFact]bool) (Step, error) {
	const ended = "No step was found in time."
	found, err := g.solveUnder(ctx, a, 1)
	if err != nil || len(found) == 0 {
		return Step{Sentences: ended}, nil
	}
	var open []candidateFact
	for _, o := range slices.Sorted(slices.Values(found[0])) {
		for _, pl := range g.program.OptionMeaning(o) {
			made := g.movesOfPlacement(pl)
			for k, f := range factsOfPlacement(pl) {
				if !stated[f] && !slices.ContainsFunc(open, func(c candidateFact) bool { return c.cellFact == f }) {
					open = append(open, candidateFact{f, made[k], pl})
				}
			}
		}
	}
	for len(open) > 0 {
		without := oracle.Assumptions{ChosenOptions: a.ChosenOptions,
			BannedOptions: slices.Concat(a.BannedOptions, g.optionsShowing[open[0].cellFact])}
		found, err := g.solveUnder(ctx, without, 1)
		switch {
		case err != nil:
			return Step{Sentences: ended}, nil
		case len(found) == 0:
			return Step{Moves: []Move{open[0].move},
				Sentences: "Every solution that goes on from here has this; only a search shows it."}, nil
		}
		shown := map[cellFact]bool{}
		for _, o := range found[0] {
			for _, f := range g.factsOfOption[o] {
				shown[f] = true
			}
		}
		open = slices.DeleteFunc(open, func(c candidateFact) bool { return !shown[c.cellFact] })
	}
	return Step{Sentences: "Nothing is the same in all solutions that go on from here: try something."}, nil
}
