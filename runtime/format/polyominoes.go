package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
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
	if min(c.X, c.Y) < 0 || max(c.X, c.Y) >= side {
		return fmt.Sprintf("(%d,%d)", c.X, c.Y)
	}
	return digits[c.X:c.X+1] + digits[c.Y:c.Y+1]
}

func parseCell[T string | []byte](text T) (Cell, bool) {
	if len(text) != 2 {
		return Cell{}, false
	}
	x, y := strings.IndexByte(digits, text[0]), strings.IndexByte(digits, text[1])
	return Cell{x, y}, x >= 0 && y >= 0
}

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
}

// WritePolyominoes writes a board and its pieces in the input format of the
// program POLYOMINOES, with one blank between words. It is an error if they
// do not fit the format, so that they are not what is read of it again; nothing has
// been written then.
//
// Source: POLYOMINOES, section 1.
func WritePolyominoes(w io.Writer, b *Board) error {
	var text bytes.Buffer
	names := slices.Clone(b.Names)
	if len(b.Secondary) > 0 {
		names = append(append(names, "|"), b.Secondary...)
	}
	fmt.Fprintf(&text, "%s\n%s\n", joined(b.Cells), strings.Join(names, " "))
	for _, p := range b.Pieces {
		fmt.Fprintf(&text, "%s %d %d %s\n", p.Name, p.S, p.T, joined(p.Cells))
	}
	again, err := ReadPolyominoes("", bytes.NewReader(text.Bytes()), Reading{})
	var wrong *Error
	switch {
	case errors.As(err, &wrong):
		return errors.New("this is no dump of polyominoes: " + wrong.Message)
	case !slices.Equal(again.Names, b.Names) || !slices.Equal(again.Secondary, b.Secondary) || len(again.Pieces) != len(b.Pieces):
		return errors.New("this is no dump of polyominoes: the name of a piece is empty or has a blank in it")
	}
	_, err = text.WriteTo(w)
	return err
}

func joined(cells []Cell) string { return strings.Join(mapped(cells, Cell.String), " ") }

// top is where a dump says that its problem is too large.
var top = spot{1, 1}

// maxShapes is how many lines of pieces a dump may have.
const maxShapes = 100_000

// ReadPolyominoes reads the input format of the program POLYOMINOES. What the
// program passes over, names of pieces that no line declares, two pieces or
// cells of one name, is an error. Of the limits, Entries is for the cells of all pieces; there are at most
// 100,000 lines of pieces.
func ReadPolyominoes(name string, r io.Reader, how Reading) (*Board, error) {
	p := readBoard(newAssembly(newScanner(name, r), how))
	if p.err != nil {
		return nil, p.err
	}
	return &p.board, nil
}

// boardReader reads a board and pieces.
type boardReader struct {
	*assembly
	board    Board
	set      cellSet // of the board
	declared map[string]bool
	cells    int // of all pieces
}

// cellSet is a set of cells.
type cellSet [side][side]bool

func readBoard(a *assembly) *boardReader {
	p := &boardReader{assembly: a, declared: map[string]bool{}}
	p.board.Cells = p.readCells(&p.set)
	if len(p.board.Cells) == 0 {
		p.fault(p.at, "the first line is empty; it names the cells of the board, two digits each")
	}
	p.endLine()
	names := &p.board.Names
	for at, text := range p.words() {
		if string(text) == "|" && names == &p.board.Names {
			names = &p.board.Secondary
			continue
		}
		p.name(at, string(text))
		*names = append(*names, string(text))
	}
	p.endLine()
	for p.c != end {
		p.readPiece()
	}
	return p
}

func (p *boardReader) readCells(seen *cellSet) (cells []Cell) {
	for at, text := range p.words() {
		cell, ok := parseCell(text)
		switch {
		case !ok:
			p.fault(at, "%s is not a cell; a cell is two digits x and y, each 0-9 or a-z", quote(text))
			return nil
		case seen[cell.X][cell.Y]:
			p.fault(at, "the cell %v stands here twice", cell)
		}
		seen[cell.X][cell.Y] = true
		cells = append(cells, cell)
	}
	return cells
}

// name notes the name of a piece.
func (p *boardReader) name(at spot, name string) {
	cell, isCell := parseCell(name)
	fault := danceFault(name)
	switch {
	case fault != "":
		p.fault(at, "%s", fault)
	case len(name) > 3:
		p.fault(at, "the name %s is too long: pieces have names of one to three bytes", quote(name))
	case p.declared[name]:
		p.fault(at, "the piece %s stands here twice", quote(name))
	case isCell && p.set[cell.X][cell.Y]:
		p.fault(at, "the piece %s is called like a cell of the board; give it another name", quote(name))
	}
	p.room(at, len(p.declared), p.how.Items, "there are more than %d pieces")
	p.declared[name] = true
}

// readPiece reads a name, s, t and cells.
func (p *boardReader) readPiece() {
	at, ok := p.next()
	if !ok {
		p.fault(at, "this line is empty; below the second one, each line is a piece")
		return
	}
	piece := Piece{Name: string(p.word)}
	p.room(at, len(p.board.Pieces), maxShapes, "there are more than %d lines of pieces")
	if !p.declared[piece.Name] {
		p.fault(at, "the second line does not name the piece %s", quote(piece.Name))
	}
	piece.S = p.oneOf("s, the number of rotations,", 1, 2, 4)
	piece.T = p.oneOf("t, the number of transpositions,", 1, 2)
	piece.Cells = p.readCells(new(cellSet))
	if len(piece.Cells) == 0 {
		p.fault(p.at, "the piece %s has no cells", quote(piece.Name))
	}
	p.cells += len(piece.Cells)
	p.room(p.at, p.cells-1, p.how.Entries, "the pieces have more than %d cells")
	p.board.Pieces = append(p.board.Pieces, piece)
	p.endLine()
}

// oneOf reads a number that is one of some.
func (p *boardReader) oneOf(what string, allowed ...int) int {
	at, _ := p.next()
	n, fault := number(p.word)
	if fault != "" || !slices.Contains(allowed, int(n)) {
		p.fault(at, "%s is %s; it is one of %d", what, quote(p.word), allowed)
	}
	return int(n)
}

// readPlacements reads a board as the problem that the program POLYOMINOES makes
// of it: an item for each cell and piece, and an option for each translate of each
// orientation that fits.
//
// The program turns pieces by (x, y) → (35-y, x), against its introduction. So the
// options come in another order than there; and if s is 2 for a piece without
// symmetry of 180°, they are others.
//
// Source: POLYOMINOES, sections 2, 5, 6 and 8 to 11.
func readPlacements(a *assembly) {
	r := readBoard(a)
	if a.err != nil {
		return
	}
	b := &r.board
	covered := append(mapped(b.Cells, Cell.String), b.Names...)
	for k, name := range append(covered, b.Secondary...) {
		a.declare(top, name, name, k >= len(covered), matrix.Once)
	}
	low, high := extent(b.Cells)
	for _, p := range b.Pieces {
		for _, shape := range p.Orientations() {
			l, h := extent(shape)
			for x := low.X - l.X; x <= high.X-h.X; x++ {
				for y := low.Y - l.Y; y <= high.Y-h.Y && a.err == nil; y++ {
					r.place(p.Name, shape, Cell{x, y})
				}
			}
		}
	}
}

// place adds the translate of a shape, if all of it is on the board.
func (p *boardReader) place(name string, shape []Cell, by Cell) {
	if slices.ContainsFunc(shape, func(c Cell) bool { return !p.set[c.X+by.X][c.Y+by.Y] }) {
		return
	}
	p.entry(top, []byte(name), matrix.NoColor)
	for _, c := range shape {
		p.entry(top, []byte{digits[c.X+by.X], digits[c.Y+by.Y]}, matrix.NoColor)
	}
	p.endOption(top, "")
}

// Orientations are the rotations of a piece, then those of it transposed.
func (p Piece) Orientations() (out [][]Cell) {
	cells := p.Cells
	for range p.T {
		for turns := range 4 {
			if turns < p.S {
				out = append(out, cells)
			}
			cells = mapped(cells, func(c Cell) Cell { return Cell{side - 1 - c.Y, c.X} })
		}
		cells = mapped(cells, func(c Cell) Cell { return Cell{c.Y, c.X} })
	}
	return out
}

func extent(cells []Cell) (low, high Cell) {
	low, high = cells[0], cells[0]
	for _, c := range cells {
		low = Cell{min(low.X, c.X), min(low.Y, c.Y)}
		high = Cell{max(high.X, c.X), max(high.Y, c.Y)}
	}
	return low, high
}
