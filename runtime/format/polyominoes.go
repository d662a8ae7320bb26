package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// side is the number of rows and of columns that two digits can name.
const side = 36

// digits are those of a coordinate.
const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Cell is a square by its coordinates x and y, each from 0 to 35. As text they
// are two digits, 0-9 and a-z.
type Cell struct{ X, Y int }

// String returns the two digits of a cell.
func (c Cell) String() string {
	if !c.onBoard() {
		return fmt.Sprintf("(%d,%d)", c.X, c.Y)
	}
	return digits[c.X:c.X+1] + digits[c.Y:c.Y+1]
}

func (c Cell) onBoard() bool { return 0 <= c.X && c.X < side && 0 <= c.Y && c.Y < side }

// Piece is a polyomino: its cells, in an order that dumps keep, and how many
// rotations (1, 2 or 4) and transpositions (1 or 2) of it there are.
type Piece struct {
	Name  string // one to three bytes, no blank
	S, T  int
	Cells []Cell
}

// Board is what the program POLYOMINOES reads: a board to be covered by
// pieces, each translated in every way that fits.
type Board struct {
	Cells     []Cell
	Names     []string // of the pieces that must be placed once
	Secondary []string // of those that may be placed once
	Pieces    []Piece  // a piece of several shapes stands here several times

	lines [2]string // the first two as they were read, whose blanks the program keeps
}

// Orientations returns the orientations of a piece as pieces of one each, in
// the order and spelling of the introduction of POLYOMINOES: the rotations
// (x, y) → (y, -x), then likewise after a transposition. Cells come by columns
// of x in rows of y, the transposed ones the other way.
//
// The program itself turns the other way round: see [WritePlaced].
func (p Piece) Orientations() []Piece {
	var out []Piece
	for t := range p.T {
		cells := slices.Clone(p.Cells)
		for range p.S {
			turned := origin(cells)
			slices.SortFunc(turned, byRow)
			if t == 1 {
				turned = transposed(turned)
			}
			out = append(out, Piece{p.Name, 1, 1, turned})
			for j, c := range cells {
				cells[j] = turn(c, t == 1)
			}
		}
	}
	return out
}

// turn turns a cell by (x, y) → (y, -x), or, if it will be transposed
// afterwards, so that it has turned that way then.
func turn(c Cell, transposed bool) Cell {
	if transposed {
		return Cell{-c.Y, c.X}
	}
	return Cell{c.Y, -c.X}
}

// origin moves cells to the smallest coordinates.
func origin(cells []Cell) []Cell {
	low, _ := extent(cells)
	out := make([]Cell, len(cells))
	for j, c := range cells {
		out[j] = Cell{c.X - low.X, c.Y - low.Y}
	}
	return out
}

func byRow(a, b Cell) int { return (a.Y-b.Y)*2*side + a.X - b.X }

func transposed(cells []Cell) []Cell {
	out := make([]Cell, len(cells))
	for j, c := range cells {
		out[j] = Cell{c.Y, c.X}
	}
	return out
}

// String returns the line of a piece: its name, s, t and cells.
func (p Piece) String() string {
	return fmt.Sprintf("%s %d %d %s", p.Name, p.S, p.T, joined(p.Cells))
}

func joined[T fmt.Stringer](cells []T) string {
	words := make([]string, len(cells))
	for j, c := range cells {
		words[j] = c.String()
	}
	return strings.Join(words, " ")
}

// WritePolyominoes writes a board and its pieces in the input format of the
// program POLYOMINOES, with one blank between words. It is an error if they
// do not fit the format; nothing has been written then.
//
// Source: POLYOMINOES, section 1.
func WritePolyominoes(w io.Writer, b *Board) error {
	if err := b.Validate(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n%s\n", joined(b.Cells), b.namesLine())
	for _, p := range b.Pieces {
		fmt.Fprintln(out, p)
	}
	return out.Flush() // the first error of any write
}

func (b *Board) namesLine() string {
	line := strings.Join(b.Names, " ")
	if len(b.Secondary) > 0 {
		line = strings.TrimSpace(line + " | " + strings.Join(b.Secondary, " "))
	}
	return line
}

// Validate tells whether a board and its pieces fit the format.
func (b *Board) Validate() error {
	if fault := b.boardFault(); fault != "" {
		return fmt.Errorf("this is no dump of polyominoes: %s", fault)
	}
	declared := map[string]bool{}
	for _, name := range slices.Concat(b.Names, b.Secondary) {
		if fault := b.pieceNameFault(name, declared); fault != "" {
			return fmt.Errorf("this is no dump of polyominoes: %s", fault)
		}
		declared[name] = true
	}
	for _, p := range b.Pieces {
		if fault := p.fault(declared); fault != "" {
			return fmt.Errorf("this is no dump of polyominoes: %s", fault)
		}
	}
	return nil
}

func (b *Board) boardFault() string {
	if len(b.Cells) == 0 {
		return "the board is empty; its cells are two digits each, such as 00 01 10 11"
	}
	return cellsFault(b.Cells)
}

func cellsFault(cells []Cell) string {
	var seen [side][side]bool
	for _, c := range cells {
		switch {
		case !c.onBoard():
			return fmt.Sprintf("the cell %v is out of reach: coordinates run from 0 to %d", c, side-1)
		case seen[c.X][c.Y]:
			return fmt.Sprintf("the cell %v stands here twice", c)
		}
		seen[c.X][c.Y] = true
	}
	return ""
}

// pieceNameFault says what is wrong with a name in the second line, or nothing.
func (b *Board) pieceNameFault(name string, declared map[string]bool) string {
	if fault := shapeNameFault(name); fault != "" {
		return fault
	}
	switch cell, ok := parseCell(name); {
	case declared[name]:
		return fmt.Sprintf("the piece %s stands here twice", quote(name))
	case ok && slices.Contains(b.Cells, cell):
		return fmt.Sprintf("the piece %s is called like a cell of the board; give it another name", quote(name))
	}
	return ""
}

func shapeNameFault(name string) string {
	fault := nameFault(name)
	if fault == "" {
		fault = danceFault(name)
	}
	if fault == "" && len(name) > 3 {
		fault = fmt.Sprintf("the name %s is too long: pieces have names of one to three bytes", quote(name))
	}
	return fault
}

// fault says what is wrong with a piece, or nothing.
func (p Piece) fault(declared map[string]bool) string {
	switch {
	case !declared[p.Name]:
		return fmt.Sprintf("the second line does not name the piece %s", quote(p.Name))
	case p.S != 1 && p.S != 2 && p.S != 4:
		return fmt.Sprintf("the piece %s has %d rotations; s is 1, 2 or 4", quote(p.Name), p.S)
	case p.T != 1 && p.T != 2:
		return fmt.Sprintf("the piece %s has %d transpositions; t is 1 or 2", quote(p.Name), p.T)
	case len(p.Cells) == 0:
		return fmt.Sprintf("the piece %s has no cells", quote(p.Name))
	}
	return cellsFault(p.Cells)
}

// parseCell reads two digits.
func parseCell[T string | []byte](text T) (Cell, bool) {
	if len(text) != 2 {
		return Cell{}, false
	}
	x, y := strings.IndexByte(digits, text[0]), strings.IndexByte(digits, text[1])
	return Cell{x, y}, x >= 0 && y >= 0
}
