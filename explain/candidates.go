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

// Candidates holds, for each cell of a puzzle, all that stands on it in some solution, and in how many solutions each
// of these stands there.
type Candidates struct {
	// SolutionCount is the number of solutions that were visited. IsKnown reports whether it is known that there are
	// no others.
	SolutionCount int
	IsKnown       bool
	// CountsByCell holds, for each cell and each name of what may stand on it (a symbol, a letter, a piece or a
	// chessman), the number of solutions in which it stands there.
	CountsByCell map[BoardCell]map[string]int

	puzzle          *quadrille.Puzzle
	placementCounts map[string]placementCount // by the key of a placement
}

// BoardCell identifies a cell by the kind of the statement to which its board belongs, and by its coordinates. A puzzle
// may have several such statements, each with a board.
type BoardCell struct {
	StatementKind string // "pack", "place", "fill" or "words"
	Cell          lattice.Cell
}

// dissectKind is the kind of a dissection, as in Placement.StatementKind.
const dissectKind = "dissect"

// placementCount is a placement, with the number of solutions that contain it.
type placementCount struct {
	compile.Placement
	solutionCount int
}

// CountCandidates visits the solutions of a puzzle, and counts for each cell what stands on it. Every solution counts,
// even if the text or the settings treat symmetric solutions as one. If the search ends early, the error says why, and
// the result is what is known until then.
func CountCandidates(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Candidates, error) {
	if m := p.Program().Puzzle; !p.IsDrawable() || m.Dissection != nil && len(m.FillingStatementKinds()) == 1 {
		return Candidates{}, errors.New("candidates stand on the cells of a board, and here is none")
	}
	p, err := WithoutEquivalence(p)
	if err != nil {
		return Candidates{}, err
	}
	c := Candidates{puzzle: p, CountsByCell: map[BoardCell]map[string]int{},
		placementCounts: map[string]placementCount{}}
	for kind, pic := range c.boardPictures() {
		for _, cell := range pic.BoardCells {
			c.CountsByCell[BoardCell{kind, cell}] = map[string]int{}
		}
	}
	for solution, err := range p.Solutions(ctx, s) {
		if err != nil {
			return c, err
		}
		c.addSolution(solution.DecodePlacements())
	}
	c.IsKnown = s.Limit == 0 || c.SolutionCount < s.Limit
	return c, nil
}

func (c *Candidates) addSolution(placements []compile.Placement) {
	c.SolutionCount++
	counted := map[string]bool{} // a letter on a cell that two words share is counted once
	for _, pl := range placements {
		if pl.StatementKind == dissectKind {
			continue
		}
		for _, part := range pl.Parts() {
			key := fmt.Sprint(part.StatementKind, part.Name(), part.Cells)
			if counted[key] {
				continue
			}
			counted[key] = true
			c.placementCounts[key] = placementCount{part, c.placementCounts[key].solutionCount + 1}
			for _, cell := range part.Cells {
				if on := c.CountsByCell[BoardCell{part.StatementKind, cell}]; on != nil {
					on[part.Name()]++
				}
			}
		}
	}
}

// DecidingClues returns the names of the clues that, each alone, leave the fewest solutions, and the number of
// solutions that one of them leaves. A clue is a placement that some solutions contain, and others do not. There are no
// such clues if fewer than two solutions are known.
func (c Candidates) DecidingClues() (names []string, left int) {
	var best []placementCount
	for _, key := range slices.Sorted(maps.Keys(c.placementCounts)) {
		place := c.placementCounts[key]
		switch {
		case place.solutionCount == c.SolutionCount:
		case len(best) == 0 || place.solutionCount < best[0].solutionCount:
			best = []placementCount{place}
		case place.solutionCount == best[0].solutionCount:
			best = append(best, place)
		}
	}
	for _, place := range best {
		names, left = append(names, c.nameOfPlacementClue(place.Placement)), place.solutionCount
	}
	return names, left
}

func (c Candidates) nameOfPlacementClue(pl compile.Placement) string {
	var at []string
	for _, cell := range pl.Cells {
		at = append(at, c.puzzle.Program().LatticeOf(pl).FormatCell(cell))
	}
	return source.EscapeText(pl.Name() + " on " + strings.Join(at, " "))
}

// boardPictures yields a picture for each statement that has a board, with the givens. The pictures after the first are
// parts of the first picture. The pieces of a dissection, which comes last, have no names: it has no candidates.
func (c Candidates) boardPictures() iter.Seq2[string, *draw.Picture] {
	return func(yield func(string, *draw.Picture) bool) {
		program := c.puzzle.Program()
		first := program.Picture(program.Decode(nil))
		for k, kind := range program.Puzzle.FillingStatementKinds() {
			if kind == dissectKind {
				first.OtherBoards = first.OtherBoards[:k-1]
				return
			}
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

// drawCandidates draws the boards with the candidates of each cell. If the names of the candidates are short, they
// stand side by side on the cell.
func (c Candidates) drawCandidates() draw.Picture {
	var first *draw.Picture
	for kind, pic := range c.boardPictures() {
		if first == nil {
			first = pic
		}
		if pic.CellMarks == nil {
			pic.CellMarks = map[lattice.Cell]string{}
		}
		for _, cell := range pic.BoardCells {
			names, separator := slices.Sorted(maps.Keys(c.CountsByCell[BoardCell{kind, cell}])), ""
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
	text := source.Plural(c.SolutionCount, "solution")
	if !c.IsKnown {
		text += " of more"
	}
	if c.SolutionCount > 0 {
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

// MarshalJSON returns the number of solutions, and for each cell the numbers of solutions by name. If the puzzle has
// several boards, each cell names the statement to which its board belongs.
func (c Candidates) MarshalJSON() ([]byte, error) {
	type candidatesOnCell struct {
		StatementKind string         `json:"of,omitempty"`
		Cell          []int32        `json:"cell"`
		CountsByName  map[string]int `json:"candidates"`
	}
	out := struct {
		SolutionCount int                `json:"solutions"`
		IsKnown       bool               `json:"exact"`
		Cells         []candidatesOnCell `json:"cells"`
	}{c.SolutionCount, c.IsKnown, []candidatesOnCell{}}
	for kind, pic := range c.boardPictures() {
		for _, cell := range lattice.NewShape(pic.BoardCells) {
			one := candidatesOnCell{Cell: lattice.CellCoordinates([]lattice.Cell{cell}, len(pic.Lattice.AxisNames))[0],
				CountsByName: c.CountsByCell[BoardCell{kind, cell}]}
			if len(c.puzzle.Program().Puzzle.FillingStatementKinds()) > 1 {
				one.StatementKind = kind
			}
			out.Cells = append(out.Cells, one)
		}
	}
	return json.Marshal(out)
}
