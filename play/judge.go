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

// State says how far a person has come.
type State string

// The states.
const (
	Open    State = "open"    // a solution goes on from here
	Done    State = "done"    // this is a solution
	Wrong   State = "wrong"   // no solution goes on from here
	Unknown State = "unknown" // it is not known whether one does
)

// Verdict says what has come of moves.
type Verdict struct {
	State State  `json:"state"`
	Words string `json:"words"`
	// Cells are those on which it is seen that moves are wrong, if that is seen without a search.
	Cells [][]int32 `json:"cells,omitempty"`
	// Right is how many moves, from the first one on, are known to be right if all of them are not.
	Right int `json:"right"`
}

// Judge says whether a solution goes on from moves, and whether they are one. The error is about moves that no page
// makes; a search that the context ends leaves the state unknown.
func (g *Game) Judge(ctx context.Context, moves []Move) (Verdict, error) {
	placements, err := g.placements(moves)
	if err != nil {
		return Verdict{}, err
	}
	if v := g.visibleMistake(placements); v.State == Wrong {
		v.Right = g.rightMoves(ctx, placements)
		return v, nil
	}
	found, err := g.solve(ctx, g.assume(placements), 2)
	switch {
	case err != nil && len(found) == 0:
		return Verdict{State: Unknown, Words: "It was not found out in time whether a solution goes on from here."}, nil
	case len(found) == 0:
		v := Verdict{State: Wrong, Right: g.rightMoves(ctx, placements), Words: "No solution goes on from here."}
		if v.Right == 0 && len(moves) > 0 {
			if none, err := g.solve(ctx, oracle.Assumptions{}, 1); err == nil && len(none) == 0 {
				v.Words = "The puzzle has no solution at all."
			}
		}
		return v, nil
	case g.isFinished(ctx, placements):
		return Verdict{State: Done, Words: "This is a solution."}, nil
	case len(found) > 1:
		return Verdict{State: Open, Words: "Several solutions go on from here."}, nil
	case err != nil:
		return Verdict{State: Open, Words: "A solution goes on from here."}, nil
	}
	return Verdict{State: Open, Words: "One solution goes on from here."}, nil
}

// solve returns up to limit solutions.
func (g *Game) solve(ctx context.Context, a oracle.Assumptions, limit int) ([]matrix.Solution, error) {
	return g.oracle.SolveUnder(ctx, a, limit)
}

// assume returns what moves mean to the matrix. A fact that one option alone shows means that this is chosen. Other
// facts mean that nothing else is said of their cells; a fact that no option shows leaves nothing for them.
func (g *Game) assume(placements []compile.Placement) (a oracle.Assumptions) {
	for _, pl := range placements {
		if isCross(pl) {
			a.Banned = append(a.Banned, g.touching[pl.Cells[0]]...)
			continue
		}
		for _, f := range factsOf(pl) {
			if g.isGiven(f, pl) {
				continue
			}
			if stating := g.stating[f]; len(stating) == 1 {
				a.Chosen = append(a.Chosen, stating...)
				continue
			}
			a.Banned = append(a.Banned, g.rivals(f, pl.Cells)...)
		}
	}
	slices.Sort(a.Chosen)
	a.Chosen = slices.Compact(a.Chosen) // a word may have several letters that it alone has
	return a
}

// rivals returns the options that say something else of the cells of a fact.
func (g *Game) rivals(f fact, cells []lattice.Cell) (out []matrix.OptionID) {
	for _, c := range cells {
		for _, o := range g.touching[c] {
			if !slices.Contains(g.facts[o], f) {
				out = append(out, o)
			}
		}
	}
	return out
}

// isCross reports whether a move says that there is no man.
func isCross(pl compile.Placement) bool { return pl.Of == "place" && pl.Piece == "" }

// isGiven reports whether the puzzle has put there what a move puts there.
func (g *Game) isGiven(f fact, pl compile.Placement) bool {
	return f.what != "" && g.given[pl.Cells[0]] == f.what
}

// rightMoves returns how many moves, from the first one on, a solution is known to go on from.
func (g *Game) rightMoves(ctx context.Context, placements []compile.Placement) int {
	right, wrong := 0, len(placements)
	for right+1 < wrong {
		middle := (right + wrong) / 2
		found, err := g.solve(ctx, g.assume(placements[:middle]), 1)
		switch {
		case err != nil:
			return right
		case len(found) > 0 && !g.hasStranger(placements[:middle]):
			right = middle
		default:
			wrong = middle
		}
	}
	return right
}

// hasStranger reports whether a move puts something where no solution of the rules can have it.
func (g *Game) hasStranger(placements []compile.Placement) bool {
	return slices.ContainsFunc(placements, func(pl compile.Placement) bool { return g.isStranger(pl) })
}

func (g *Game) isStranger(pl compile.Placement) bool {
	if isCross(pl) {
		return false
	}
	for _, f := range factsOf(pl) {
		if len(g.stating[f]) == 0 && !g.isGiven(f, pl) {
			return true
		}
	}
	return false
}

// isFinished reports whether moves are a solution by themselves: one shows nothing that they do not, but for symbols
// that need not be written.
func (g *Game) isFinished(ctx context.Context, placements []compile.Placement) bool {
	stated, marked := map[fact]bool{}, map[string]bool{}
	for _, pl := range placements {
		if isCross(pl) {
			continue
		}
		for _, f := range factsOf(pl) {
			stated[f] = true
			marked[f.cells] = true
		}
	}
	for c, symbol := range g.given {
		stated[fact{what: symbol, cells: cellsKey([]lattice.Cell{c})}] = true
	}
	a, blank := g.assume(placements), g.blank()
	for o, facts := range g.facts {
		if slices.ContainsFunc(facts, func(f fact) bool {
			return !stated[f] && (blank == "" || f.what != blank || marked[f.cells])
		}) {
			a.Banned = append(a.Banned, matrix.OptionID(o))
		}
	}
	found, err := g.solve(ctx, a, 1)
	return err == nil && len(found) > 0
}

// visibleMistake looks for a mistake that is seen without a search: a move that the rules bar by themselves, two that
// clash, or something that nothing is left for. Its state is "" if there is none.
func (g *Game) visibleMistake(placements []compile.Placement) Verdict {
	for k, pl := range placements {
		if g.isStranger(pl) {
			what := g.lattice().FormatCell(pl.Cells[0])
			return g.mistake(fmt.Sprintf("%s does not fit at %s.", nameOf(placements[k]), what), pl.Cells)
		}
	}
	a := g.assume(placements)
	if v := g.clash(a.Chosen); v.State == Wrong {
		return v
	}
	part, _ := g.problem.Subproblem(a.Chosen, a.Banned)
	for i, left := range part.OptionCounts() {
		if item := matrix.ItemID(i); i < part.PrimaryCount() && left < part.Bound(item).Min {
			return g.mistake(asSentence(g.glossary.ShortageText(item, left > 0)), g.glossary.ItemCells(item))
		}
	}
	return Verdict{}
}

// clash looks for an item that chosen options cover more often than it may be.
func (g *Game) clash(chosen []matrix.OptionID) Verdict {
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
			if c.times++; g.isTooOften(e, c.times, c.color) {
				return g.mistake("Too often: "+g.glossary.ItemText(e.Item)+".", c.cells)
			}
		}
	}
	return Verdict{}
}

// isTooOften reports whether an item that is covered so many times, first with a color, is covered once too often.
func (g *Game) isTooOften(e matrix.Entry, times int32, color matrix.Color) bool {
	if int(e.Item) < g.problem.PrimaryCount() {
		return times > g.problem.Bound(e.Item).Max
	}
	return times > 1 && (e.Color == matrix.NoColor || e.Color != color)
}

// mistake returns the verdict on moves that are wrong on some cells.
func (g *Game) mistake(words string, cells []lattice.Cell) Verdict {
	return Verdict{State: Wrong, Words: words,
		Cells: lattice.Coordinates(lattice.NewShape(cells), len(g.lattice().Axes))}
}

// nameOf returns what a move puts somewhere.
func nameOf(pl compile.Placement) string {
	return source.EscapeText(pl.Piece + strings.Join(pl.Letters, ""))
}

func asSentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }
