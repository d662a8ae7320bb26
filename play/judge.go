package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// State says whether a person's moves can be completed to a solution.
type State string

// The states of moves.
const (
	Open    State = "open"    // the moves can be completed to a solution
	Done    State = "done"    // the moves are a solution
	Wrong   State = "wrong"   // the moves cannot be completed to a solution
	Unknown State = "unknown" // it is not known which of the other states holds
)

// Verdict is the result of judging moves.
type Verdict struct {
	State     State  `json:"state"`
	Sentences string `json:"words"`
	// WrongCells are the cells of a mistake that can be seen without a search.
	WrongCells [][]int32 `json:"cells,omitempty"`
	// RightMoveCount is the number of moves, from the first move on, that are known to be right. It is only set if not
	// all moves are.
	RightMoveCount int `json:"right"`
}

// JudgeMoves decides whether moves can be completed to a solution, and whether they are a whole solution. It returns an
// error for moves that a page cannot make. If the context ends a search, the state is Unknown.
func (g *Game) JudgeMoves(ctx context.Context, moves []Move) (Verdict, error) {
	placements, err := g.placementsOfMoves(moves)
	if err != nil {
		return Verdict{}, err
	}
	if v := g.findVisibleMistake(placements); v.State == Wrong {
		v.RightMoveCount = g.countRightMoves(ctx, placements)
		return v, nil
	}
	found, err := g.solveUnder(ctx, g.assumptionsOf(placements), 2)
	switch {
	case err != nil && len(found) == 0:
		return Verdict{State: Unknown, Sentences: "It was not found out in time whether a solution goes on from here."},
			nil
	case len(found) == 0:
		v := Verdict{State: Wrong, RightMoveCount: g.countRightMoves(ctx, placements),
			Sentences: "No solution goes on from here."}
		if v.RightMoveCount == 0 && len(moves) > 0 {
			if none, err := g.solveUnder(ctx, oracle.Assumptions{}, 1); err == nil && len(none) == 0 {
				v.Sentences = "The puzzle has no solution at all."
			}
		}
		return v, nil
	case g.isFinished(ctx, placements):
		return Verdict{State: Done, Sentences: "This is a solution."}, nil
	case len(found) > 1:
		return Verdict{State: Open, Sentences: "Several solutions go on from here."}, nil
	case err != nil:
		return Verdict{State: Open, Sentences: "A solution goes on from here."}, nil
	}
	return Verdict{State: Open, Sentences: "One solution goes on from here."}, nil
}

// solveUnder returns at most limit solutions under assumptions.
func (g *Game) solveUnder(ctx context.Context, a oracle.Assumptions, limit int) ([]matrix.Solution, error) {
	return g.oracle.SolveUnder(ctx, a, limit)
}

// assumptionsOf translates moves to assumptions about options of the matrix. A fact is what a move puts on a cell. If a
// single option shows a fact, that option is chosen. Any other fact bans all options that contradict it, which are all
// options on its cells if no option shows it. The placements that the puzzle itself fixes are assumed as well.
func (g *Game) assumptionsOf(placements []compile.Placement) (a oracle.Assumptions) {
	for _, pl := range slices.Concat(g.fixedPlacements, placements) {
		if isCrossPlacement(pl) {
			a.BannedOptions = append(a.BannedOptions, g.optionsTouching[pl.Cells[0]]...)
			continue
		}
		for _, f := range factsOfPlacement(pl) {
			if g.isGiven(f, pl) {
				continue
			}
			if stating := g.optionsShowing[f]; len(stating) == 1 {
				a.ChosenOptions = append(a.ChosenOptions, stating...)
				continue
			}
			a.BannedOptions = append(a.BannedOptions, g.contradictingOptions(f, pl.Cells)...)
		}
	}
	slices.Sort(a.ChosenOptions)
	// one option may show several letters of a word
	a.ChosenOptions = slices.Compact(a.ChosenOptions)
	return a
}

// contradictingOptions returns the options that put something on the cells of a fact, but do not show the fact.
func (g *Game) contradictingOptions(f cellFact, cells []lattice.Cell) (out []matrix.OptionID) {
	for _, c := range cells {
		for _, o := range g.optionsTouching[c] {
			if !slices.Contains(g.factsOfOption[o], f) {
				out = append(out, o)
			}
		}
	}
	return out
}

// isCrossPlacement reports whether a move marks that a cell has no chessman.
func isCrossPlacement(pl compile.Placement) bool {
	return pl.StatementKind == "place" && pl.PieceName == ""
}

// isGiven reports whether a fact of a move is a given of the puzzle itself.
func (g *Game) isGiven(f cellFact, pl compile.Placement) bool {
	return len(pl.Letters) > 0 && f.contentName != "" && g.givenNames[pl.Cells[0]] == f.contentName
}

// countRightMoves returns the number of moves, from the first move on, that are known to be part of a solution.
func (g *Game) countRightMoves(ctx context.Context, placements []compile.Placement) int {
	right, wrong := 0, len(placements)
	for right+1 < wrong {
		middle := (right + wrong) / 2
		found, err := g.solveUnder(ctx, g.assumptionsOf(placements[:middle]), 1)
		switch {
		case err != nil:
			return right
		case len(found) > 0 && !g.hasImpossibleMove(placements[:middle]):
			right = middle
		default:
			wrong = middle
		}
	}
	return right
}

// hasImpossibleMove reports whether some move is part of no solution, even if the givens are left out.
func (g *Game) hasImpossibleMove(placements []compile.Placement) bool {
	return slices.ContainsFunc(placements, func(pl compile.Placement) bool { return g.isImpossibleMove(pl) })
}

func (g *Game) isImpossibleMove(pl compile.Placement) bool {
	if isCrossPlacement(pl) {
		return false
	}
	for _, f := range factsOfPlacement(pl) {
		if len(g.optionsShowing[f]) == 0 && !g.isGiven(f, pl) {
			return true
		}
	}
	return false
}

// isFinished reports whether the moves are a complete solution: some solution shows no other facts, except for symbols
// that a person need not write.
func (g *Game) isFinished(ctx context.Context, placements []compile.Placement) bool {
	stated, marked := map[cellFact]bool{}, map[string]bool{}
	for _, pl := range slices.Concat(g.fixedPlacements, placements) {
		if isCrossPlacement(pl) {
			continue
		}
		for _, f := range factsOfPlacement(pl) {
			stated[f] = true
			marked[f.cellKey] = true
		}
	}
	for c, symbol := range g.givenNames {
		stated[cellFact{contentName: symbol, cellKey: cellsKey([]lattice.Cell{c})}] = true
	}
	a, blank := g.assumptionsOf(placements), g.blankSymbol()
	for o, facts := range g.factsOfOption {
		if slices.ContainsFunc(facts, func(f cellFact) bool {
			return !stated[f] && (blank == "" || f.contentName != blank || marked[f.cellKey])
		}) {
			a.BannedOptions = append(a.BannedOptions, matrix.OptionID(o))
		}
	}
	found, err := g.solveUnder(ctx, a, 1)
	return err == nil && len(found) > 0
}

// findVisibleMistake looks for a mistake that is visible without a search: a move that the rules exclude by themselves,
// two moves that contradict each other, or an item that no option can cover any more. If there is no such mistake, the
// State of the result is "".
func (g *Game) findVisibleMistake(placements []compile.Placement) Verdict {
	for k, pl := range placements {
		if g.isImpossibleMove(pl) {
			what := g.boardLattice().FormatCell(pl.Cells[0])
			return g.mistakeVerdict(fmt.Sprintf("%s does not fit at %s.", contentOfPlacement(placements[k]), what),
				pl.Cells)
		}
	}
	a := g.assumptionsOf(placements)
	if v := g.findOvercoveredItem(a.ChosenOptions); v.State == Wrong {
		return v
	}
	part, _ := g.problem.Subproblem(a.ChosenOptions, a.BannedOptions)
	for i, left := range part.OptionCounts() {
		if item := matrix.ItemID(i); i < part.PrimaryCount() && left < part.Bound(item).Min {
			return g.mistakeVerdict(asSentence(g.glossary.NoOptionsLeftText(item, left > 0)),
				g.glossary.ItemCells(item))
		}
	}
	return Verdict{}
}

// findOvercoveredItem looks for an item that the chosen options cover more often than allowed.
func (g *Game) findOvercoveredItem(chosen []matrix.OptionID) Verdict {
	type cover struct {
		times int32
		color matrix.Color
		cells []lattice.Cell
	}
	covers := map[matrix.ItemID]*cover{}
	for _, o := range chosen {
		for _, e := range g.problem.Option(o) {
			c := covers[e.Item]
			if c == nil {
				c = &cover{color: e.Color}
				covers[e.Item] = c
			}
			c.cells = append(c.cells, g.glossary.OptionCells(o)...)
			if c.times++; g.coversTooOften(e, c.times, c.color) {
				return g.mistakeVerdict("Too often: "+g.glossary.ItemText(e.Item)+".", c.cells)
			}
		}
	}
	return Verdict{}
}

// coversTooOften reports whether an item exceeds its allowed number of covers. The entry e covers the item now. The
// argument times counts the covers up to this one, and color is the color of the first.
func (g *Game) coversTooOften(e matrix.Entry, times int32, color matrix.Color) bool {
	if int(e.Item) < g.problem.PrimaryCount() {
		return times > g.problem.Bound(e.Item).Max
	}
	return times > 1 && (e.Color == matrix.NoColor || e.Color != color)
}

// mistakeVerdict returns the verdict that moves are wrong on some cells.
func (g *Game) mistakeVerdict(words string, cells []lattice.Cell) Verdict {
	return Verdict{State: Wrong, Sentences: words,
		WrongCells: lattice.CellCoordinates(lattice.NewShape(cells), len(g.boardLattice().AxisNames))}
}

// contentOfPlacement returns the name of what a move puts on the board.
func contentOfPlacement(pl compile.Placement) string {
	return source.EscapeText(pl.Name())
}

func asSentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }
