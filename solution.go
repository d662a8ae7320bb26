package quadrille

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/convert"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
)

// Solution is a solution of a puzzle.
type Solution struct {
	puzzle  *Puzzle
	options matrix.Solution
	staged  *staged.Dissection // a dissection that was found in stages, in place of options
	// branched has the item that the search branched on for each option, if that was wanted.
	branched []matrix.ItemID
}

// VerifySolution returns the solution that chooses these options, in any order, or an error if they are none.
func (p *Puzzle) VerifySolution(options []matrix.OptionID) (Solution, error) {
	m, err := p.program.Candidates()
	if err != nil {
		return Solution{}, err
	}
	for _, o := range options {
		if o < 0 || int(o) >= m.OptionCount() {
			return Solution{}, fmt.Errorf("there is no option %d", o)
		}
	}
	if err := m.Verify(options); err != nil {
		return Solution{}, err
	}
	if !p.program.IsSolution(options) {
		return Solution{}, errors.New("these options are none of the solutions that are wanted")
	}
	return Solution{puzzle: p, options: slices.Clone(options)}, nil
}

// Puzzle returns the puzzle that is solved. A zero Solution, such as comes with an error, solves one without items.
func (s Solution) Puzzle() *Puzzle {
	if s.puzzle == nil {
		nothing, _ := matrix.NewBuilder().Build() // in which nothing can be wrong
		return FromMatrix(nothing)
	}
	return s.puzzle
}

// Placement is what a solution puts somewhere: a piece or a man on its cells, letters on
// cells, or an option of the core.
type Placement struct {
	// Piece is the name of the piece or man, and "" for letters and the core.
	Piece string
	// Orientation numbers those of the piece; it is negative where there are none.
	Orientation int
	// Cells have as many coordinates as the lattice: rows before columns.
	Cells [][]int32
	// Onto says where each cell of a dissection goes.
	Onto [][]int32
	// Letters stand on the cells, one on each.
	Letters []string
	// Items are those of the option, as the matrix names them.
	Items []string
}

// Placements tells what the solution puts where: what is given in a Latin square, then
// pieces, men or letters in the order of the puzzle, then the options of the core. Empty
// cells are left out.
func (s Solution) Placements() []Placement {
	program := s.Puzzle().program
	out := []Placement{} // of nothing too, so that JSON has a list
	for _, pl := range s.DecodePlacements() {
		placement := Placement{Piece: pl.Piece, Orientation: -1, Letters: pl.Letters, Items: pl.Items}
		if pl.Of == "pack" {
			placement.Orientation = pl.Orientation
		}
		placement.Cells, placement.Onto = program.CellCoordinates(pl)
		out = append(out, placement)
	}
	return out
}

// DecodePlacements returns what the solution puts where, as the compiler says it, for packages of this module.
// [Solution.Placements] is for others.
func (s Solution) DecodePlacements() []compile.Placement {
	if s.staged != nil {
		return s.Puzzle().program.DecodeDissection(*s.staged)
	}
	return s.Puzzle().program.Decode(s.options)
}

// Options returns the options chosen, in the order of choice; none for a dissection that
// was found in stages, which chooses no options.
func (s Solution) Options() []matrix.OptionID { return s.options }

// OptionItems returns the items of each option. With [Search.Branches] each begins with the item
// that the search branched on, and the others follow around, as Knuth's program prints them.
func (s Solution) OptionItems() [][]string {
	var rows [][]string
	m, _ := s.Puzzle().program.Candidates() // solutions of a matrix have one
	for k, o := range s.options {
		row := m.OptionItems(o)
		if k < len(s.branched) && s.branched[k] >= 0 {
			first := slices.IndexFunc(m.Option(o), func(e matrix.Entry) bool { return e.Item == s.branched[k] })
			row = slices.Concat(row[first:], row[:first])
		}
		rows = append(rows, row)
	}
	if s.staged != nil {
		for _, pl := range s.Placements() {
			rows = append(rows, pl.Items)
		}
	}
	return rows
}

// LineText writes the solution in one line: the symbols on the cells, row by row, if it is made
// of such and each is a single character; otherwise the items of each option, with
// semicolons between options, and behind the items the symbol of a cell and the orientation of a piece with colors: /2.
func (s Solution) LineText() string {
	if line, ok := convert.CellSymbols(s.Puzzle().program, s.DecodePlacements()); ok {
		return line
	}
	var options []string
	for k, row := range s.OptionItems() {
		if s.staged == nil {
			if o := s.Puzzle().program.OptionOrigin(s.options[k]); o.Filled {
				row = slices.Concat(row, o.Letters) // items need not tell the symbol
			} else if o.Piece != nil && o.Piece.Marks != nil {
				row = slices.Concat(row, []string{fmt.Sprintf("/%d", o.Orientation)}) // nor how the colors lie
			}
		}
		options = append(options, strings.Join(row, " "))
	}
	return strings.Join(options, "; ")
}

// LatinText writes the solution of a Latin square as n lines of n characters, which can be read
// again; if there are symbols of its own, they are numbered from 1.
func (s Solution) LatinText() (string, error) {
	return convert.LatinText(s.Puzzle().program, s.DecodePlacements())
}

// MarshalJSON writes the placements as an object.
func (s Solution) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Placements []Placement `json:"placements"`
	}{s.Placements()})
}

// MarshalJSON leaves out what a placement has not; a piece always has cells, if only none.
func (p Placement) MarshalJSON() ([]byte, error) {
	out := struct {
		Piece       string     `json:"piece,omitempty"`
		Orientation *int       `json:"orientation,omitempty"`
		Cells       *[][]int32 `json:"cells,omitempty"`
		Onto        [][]int32  `json:"onto,omitempty"`
		Letters     []string   `json:"letters,omitempty"`
		Items       []string   `json:"items"`
	}{Piece: p.Piece, Onto: p.Onto, Letters: p.Letters, Items: append([]string{}, p.Items...)}
	if p.Orientation >= 0 {
		out.Orientation = &p.Orientation
	}
	// a piece of a dissection may have none
	if cells := append([][]int32{}, p.Cells...); p.Piece != "" || len(cells) > 0 {
		out.Cells = &cells
	}
	return json.Marshal(out)
}

// TextStyle says how to draw text: with plain ASCII, in the colors of a terminal (Color), in lines of so many columns
// (Width; 0 is any number).
type TextStyle = draw.TextStyle

// TextShelf puts texts side by side, as many as fit its Width. AddText returns what stood there if a text does not fit,
// and TakeText returns the rest.
type TextShelf = draw.TextShelf

// IsDrawable reports whether solutions of the puzzle can be drawn. Those of the core are
// options and nothing else.
func (p *Puzzle) IsDrawable() bool { return p.program.IsDrawable() }

// Text draws the solution, if it can be drawn, and lists the options of the core.
func (s Solution) Text(style TextStyle) string {
	text := ""
	if s.Puzzle().IsDrawable() {
		text = draw.Text(s.drawSolution(), style)
	}
	return text + s.Puzzle().program.ColorText(s.DecodePlacements()) +
		s.Puzzle().program.CoreText(s.DecodePlacements())
}

// String draws the solution without colors.
func (s Solution) String() string { return s.Text(TextStyle{}) }

func (s Solution) drawSolution() draw.Picture {
	return s.Puzzle().program.Picture(s.DecodePlacements())
}

// SVG writes the picture of the solution as a document of SVG, or returns [ErrNothingToDraw].
func (s Solution) SVG(w io.Writer) error {
	if !s.Puzzle().IsDrawable() {
		return ErrNothingToDraw
	}
	return draw.SVG(w, s.drawSolution())
}
