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
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
)

// Solution is one solution of a puzzle.
type Solution struct {
	puzzle     *Puzzle
	options    matrix.Solution
	dissection *staged.Dissection // result of a staged search, which has no options; otherwise nil
	// branchedItems holds, for each option, the item on which the search branched, if [Search.Branches] was set.
	branchedItems []matrix.ItemID
}

// VerifySolution returns the solution that chooses the given options of the matrix, in any order. It returns an error
// if these options are no solution.
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

// Puzzle returns the puzzle of the solution. For a zero Solution, such as one with an error, it is a puzzle
// without items.
func (s Solution) Puzzle() *Puzzle {
	if s.puzzle == nil {
		nothing, _ := matrix.NewBuilder().Build() // building an empty matrix never fails
		return FromMatrix(nothing)
	}
	return s.puzzle
}

// Placement is one element of a solution: a piece or a chessman on its cells, letters on cells, or an option that
// the text declares by the statement `option`.
type Placement struct {
	// Piece is the name of the piece or the chessman. It is "" for letters and for options of the core.
	Piece string
	// Orientation is the index of the piece's orientation, from 0; it is negative if the element has none.
	Orientation int
	// Cells holds the coordinates of each cell, in the order of the lattice: rows before columns.
	Cells [][]int32
	// Labels holds the label of each cell, if the board declares labels.
	Labels []string
	// Onto holds, for each cell of a piece in a dissection, the cell of the other shape to which it moves.
	Onto [][]int32
	// Letters holds the letter on each cell.
	Letters []string
	// Items are the names of the items that the element's option covers in the matrix.
	Items []string
}

// Placements returns the elements of the solution: the givens of a Latin square, then the pieces, chessmen or letters
// in the order of the puzzle, then the options of the core. Empty cells are left out.
func (s Solution) Placements() []Placement {
	program := s.Puzzle().program
	out := []Placement{} // never nil, so that JSON has a list
	for _, pl := range s.DecodePlacements() {
		placement := Placement{Piece: pl.PieceName, Orientation: -1, Letters: pl.Letters, Items: pl.Items}
		if pl.StatementKind == "pack" {
			placement.Orientation = pl.Orientation
		}
		placement.Cells, placement.Onto = program.CellCoordinates(pl)
		placement.Labels = program.CellLabels(pl)
		out = append(out, placement)
	}
	return out
}

// DecodePlacements returns the placements as the compiler represents them, for packages of this module. Other
// code uses [Solution.Placements].
func (s Solution) DecodePlacements() []compile.Placement {
	if s.dissection != nil {
		return s.Puzzle().program.DecodeDissection(*s.dissection)
	}
	return s.Puzzle().program.Decode(s.options)
}

// Options returns the chosen options of the matrix, in the order of choice. The result of a staged search has no
// options.
func (s Solution) Options() []matrix.OptionID { return s.options }

// OptionItems returns the names of the items of each chosen option. With [Search.Branches], each list begins with the
// item on which the search branched. The other items follow cyclically, as Knuth's program prints them.
func (s Solution) OptionItems() [][]string {
	var rows [][]string
	m, _ := s.Puzzle().program.Candidates() // a solution that comes from a matrix has a matrix, so there is no error
	for k, o := range s.options {
		row := m.OptionItems(o)
		if k < len(s.branchedItems) && s.branchedItems[k] >= 0 {
			first := slices.IndexFunc(m.Option(o), func(e matrix.Entry) bool { return e.Item == s.branchedItems[k] })
			row = slices.Concat(row[first:], row[:first])
		}
		rows = append(rows, row)
	}
	if s.dissection != nil {
		for _, pl := range s.Placements() {
			rows = append(rows, pl.Items)
		}
	}
	return rows
}

// LineText returns the solution in one line. If all cells have symbols of one character, the line is these symbols, row
// by row. Otherwise the line has the items of each option, with semicolons between options. The symbol of a cell
// follows the items of its option. The index of the orientation of a piece with colors follows in the form /2.
func (s Solution) LineText() string {
	if line, ok := s.Puzzle().program.CellSymbols(s.DecodePlacements()); ok {
		return line
	}
	var options []string
	for k, row := range s.OptionItems() {
		if s.dissection == nil {
			if o := s.Puzzle().program.OptionOrigin(s.options[k]); o.IsCellSymbol {
				row = slices.Concat(row, o.Letters) // the items may not determine the symbol
			} else if o.Piece != nil && o.Piece.ColorMarks != nil {
				// the items may not determine the orientation of the colors
				row = slices.Concat(row, []string{fmt.Sprintf("/%d", o.Orientation)})
			}
		}
		options = append(options, strings.Join(row, " "))
	}
	return strings.Join(options, "; ")
}

// LatinText returns the solution of a Latin square as n lines of n characters, which [Load] can read. Symbols that
// the puzzle declares are numbered from 1.
func (s Solution) LatinText() (string, error) {
	return s.Puzzle().program.LatinText(s.DecodePlacements())
}

// MarshalJSON returns the placements as an object.
func (s Solution) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Placements []Placement `json:"placements"`
	}{s.Placements()})
}

// MarshalJSON leaves out empty fields; a piece always has cells, even an empty list.
func (p Placement) MarshalJSON() ([]byte, error) {
	out := struct {
		Piece       string     `json:"piece,omitempty"`
		Orientation *int       `json:"orientation,omitempty"`
		Cells       *[][]int32 `json:"cells,omitempty"`
		Labels      []string   `json:"labels,omitempty"`
		Onto        [][]int32  `json:"onto,omitempty"`
		Letters     []string   `json:"letters,omitempty"`
		Items       []string   `json:"items"`
	}{Piece: p.Piece, Labels: p.Labels, Onto: p.Onto, Letters: p.Letters, Items: append([]string{}, p.Items...)}
	if p.Orientation >= 0 {
		out.Orientation = &p.Orientation
	}
	// a piece of a dissection may have no cells
	if cells := append([][]int32{}, p.Cells...); p.Piece != "" || len(cells) > 0 {
		out.Cells = &cells
	}
	return json.Marshal(out)
}

// TextStyle is the style of pictures in text: whether they are ASCII only, have terminal colors, and their width.
type TextStyle = draw.TextStyle

// TextShelf arranges texts side by side, as many as fit its Width in columns. AddText adds a text. If the text does not
// fit beside the texts before it, AddText returns these, joined. TakeText returns the texts that are left.
type TextShelf = draw.TextShelf

// IsDrawable reports whether solutions of the puzzle can be drawn. Solutions that consist only of options of the core
// cannot.
func (p *Puzzle) IsDrawable() bool { return p.program.IsDrawable() }

// Table is a table of a solution, as a show statement of the puzzle asks for it.
type Table = compile.Table

// Tables returns the tables of the solution that the puzzle shows.
func (s Solution) Tables() []Table { return s.Puzzle().program.Tables(s.options) }

// SuggestTable returns a show statement that prints solutions of the puzzle as a table, or "" if no table suits the
// puzzle.
func (p *Puzzle) SuggestTable() string { return p.program.SuggestTable() }

// Text draws the solution as text, if it can be drawn, and then prints its tables. If there are no tables, it lists the
// options that the text declares instead.
func (s Solution) Text(style TextStyle) string {
	text := ""
	if s.Puzzle().IsDrawable() {
		text = draw.RenderText(s.drawSolution(), style)
	}
	if tables := s.Tables(); tables != nil {
		for k, t := range tables {
			if k > 0 || text != "" {
				text += "\n"
			}
			text += t.Text()
		}
		return text
	}
	return text + s.Puzzle().program.ColorText(s.DecodePlacements()) +
		s.Puzzle().program.CorePlacementsText(s.DecodePlacements())
}

// String returns the solution as text without colors.
func (s Solution) String() string { return s.Text(TextStyle{}) }

func (s Solution) drawSolution() draw.Picture {
	return s.Puzzle().program.Picture(s.DecodePlacements())
}

// SVG writes the picture of the solution as an SVG document, or returns [ErrNothingToDraw].
func (s Solution) SVG(w io.Writer) error {
	if !s.Puzzle().IsDrawable() {
		return ErrNothingToDraw
	}
	return draw.WriteSVG(w, s.drawSolution())
}
