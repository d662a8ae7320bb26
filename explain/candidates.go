package explain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Candidates tells what stands on each cell in some solution of a puzzle, and in how many.
type Candidates struct {
	// Solutions is the number of solutions that were visited. IsKnown reports whether these are all.
	Solutions int
	IsKnown   bool
	// ByCell holds, for each cell and each name of what may stand on it (a symbol, a letter, a piece or a chessman),
	// the number of solutions.
	ByCell map[BoardCell]map[string]int

	puzzle *quadrille.Puzzle
	places map[string]placeCount // by the key of a placement
}

// BoardCell is a cell of the board of a statement.
type BoardCell struct {
	StatementKind string // "pack", "place", "fill" or "words"
	Cell          lattice.Cell
}

// placeCount is a placement, with the number of solutions that have it.
type placeCount struct {
	compile.Placement
	solutions int
}

// CountCandidates visits the solutions of a puzzle, and counts for each cell what stands on it. Every solution counts,
// even if the text or the settings identify symmetric ones. If the search ends early, the error is the reason, and
// the partial result is returned.
func CountCandidates(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Candidates, error) {
	if !p.IsDrawable() || p.Program().Puzzle.Dissection != nil {
		return Candidates{}, errors.New("candidates stand on the cells of a board, and here is none")
	}
	p, err := AllSolutions(p)
	if err != nil {
		return Candidates{}, err
	}
	c := Candidates{puzzle: p, ByCell: map[BoardCell]map[string]int{}, places: map[string]placeCount{}}
	for kind, pic := range c.boardPictures() {
		for _, cell := range pic.Board {
			c.ByCell[BoardCell{kind, cell}] = map[string]int{}
		}
	}
	for solution, err := range p.Solutions(ctx, s) {
		if err != nil {
			return c, err
		}
		c.addSolution(solution.DecodePlacements())
	}
	c.IsKnown = s.Limit == 0 || c.Solutions < s.Limit
	return c, nil
}

func (c *Candidates) addSolution(placements []compile.Placement) {
	c.Solutions++
	counted := map[string]bool{} // a letter that two words share is one part
	for _, pl := range placements {
		for _, part := range pl.Parts() {
			key := fmt.Sprint(part.StatementKind, part.Name(), part.Cells)
			if counted[key] {
				continue
			}
			counted[key] = true
			c.places[key] = placeCount{part, c.places[key].solutions + 1}
			for _, cell := range part.Cells {
				if on := c.ByCell[BoardCell{part.StatementKind, cell}]; on != nil {
					on[part.Name()]++
				}
			}
		}
	}
}

// DecidingClues returns the names of the clues that leave the fewest solutions, at least one, and that number. A clue
// is something that stands in some solution, and not in all. There are none if fewer than two solutions are known.
func (c Candidates) DecidingClues() (names []string, left int) {
	var best []placeCount
	for _, key := range slices.Sorted(maps.Keys(c.places)) {
		place := c.places[key]
		switch {
		case place.solutions == c.Solutions:
		case len(best) == 0 || place.solutions < best[0].solutions:
			best = []placeCount{place}
		case place.solutions == best[0].solutions:
			best = append(best, place)
		}
	}
	for _, place := range best {
		names, left = append(names, c.clueName(place.Placement)), place.solutions
	}
	return names, left
}

func (c Candidates) clueName(pl compile.Placement) string {
	var at []string
	for _, cell := range pl.Cells {
		at = append(at, c.puzzle.Program().LatticeOf(pl).FormatCell(cell))
	}
	return source.EscapeText(pl.Name() + " on " + strings.Join(at, " "))
}

// boardPictures yields the board of each statement with its givens. The first picture holds the others.
func (c Candidates) boardPictures() iter.Seq2[string, *draw.Picture] {
	return func(yield func(string, *draw.Picture) bool) {
		program := c.puzzle.Program()
		first := program.Picture(program.Decode(nil))
		for k, kind := range program.Puzzle.StatementKinds() {
			pic := &first
			if k > 0 {
				pic = &first.OtherBoards[k-1]
			}
			if !yield(kind, pic) {
				return
			}
		}
	}
}

// drawCandidates draws the boards with the candidates of each cell. Short names stand side by side.
func (c Candidates) drawCandidates() draw.Picture {
	var first *draw.Picture
	for kind, pic := range c.boardPictures() {
		if first == nil {
			first = pic
		}
		if pic.CellMarks == nil {
			pic.CellMarks = map[lattice.Cell]string{}
		}
		for _, cell := range pic.Board {
			names, separator := slices.Sorted(maps.Keys(c.ByCell[BoardCell{kind, cell}])), ""
			if slices.ContainsFunc(names, func(name string) bool { return len([]rune(name)) > 1 }) {
				separator = " "
			}
			if len(names) > 0 {
				pic.CellMarks[cell] = strings.Join(names, separator)
			}
		}
	}
	return *first
}

// Text draws the candidates, and tells the number of solutions.
func (c Candidates) Text(style quadrille.TextStyle) string {
	text := source.Plural(c.Solutions, "solution")
	if !c.IsKnown {
		text += " of more"
	}
	if c.Solutions > 0 {
		text += "; what stands on each cell in some of them:\n" + draw.RenderText(c.drawCandidates(), style)
		return strings.TrimSuffix(text, "\n") + "\n"
	}
	return text + "\n"
}

// SVG draws the candidates.
func (c Candidates) SVG(w io.Writer) error {
	if c.puzzle == nil {
		return quadrille.ErrNothingToDraw
	}
	return draw.WriteSVG(w, c.drawCandidates())
}

// MarshalJSON returns the number of solutions, and for each cell the numbers of solutions by name. Cells of several
// boards tell the statement that fills theirs.
func (c Candidates) MarshalJSON() ([]byte, error) {
	type onCell struct {
		StatementKind string         `json:"of,omitempty"`
		Cell          []int32        `json:"cell"`
		Candidates    map[string]int `json:"candidates"`
	}
	out := struct {
		Solutions int      `json:"solutions"`
		Known     bool     `json:"exact"`
		Cells     []onCell `json:"cells"`
	}{c.Solutions, c.IsKnown, []onCell{}}
	for kind, pic := range c.boardPictures() {
		for _, cell := range lattice.NewShape(pic.Board) {
			one := onCell{Cell: lattice.CellCoordinates([]lattice.Cell{cell}, len(pic.Lattice.AxisNames))[0],
				Candidates: c.ByCell[BoardCell{kind, cell}]}
			if len(c.puzzle.Program().Puzzle.StatementKinds()) > 1 {
				one.StatementKind = kind
			}
			out.Cells = append(out.Cells, one)
		}
	}
	return json.Marshal(out)
}
