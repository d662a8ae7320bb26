package format

import (
	"bufio"
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
	if !c.onBoard() {
		return fmt.Sprintf("(%d,%d)", c.X, c.Y)
	}
	return digits[c.X:c.X+1] + digits[c.Y:c.Y+1]
}

func (c Cell) onBoard() bool { return 0 <= c.X && c.X < side && 0 <= c.Y && c.Y < side }

// parseCell reads two digits.
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
// do not fit the format; nothing has been written then.
//
// Source: POLYOMINOES, section 1.
func WritePolyominoes(w io.Writer, b *Board) error {
	if fault := b.fault(); fault != "" {
		return fmt.Errorf("this is no dump of polyominoes: %s", fault)
	}
	out := bufio.NewWriter(w)
	names := slices.Clone(b.Names)
	if len(b.Secondary) > 0 {
		names = append(append(names, "|"), b.Secondary...)
	}
	fmt.Fprintf(out, "%s\n%s\n", joined(b.Cells), strings.Join(names, " "))
	for _, p := range b.Pieces {
		fmt.Fprintf(out, "%s %d %d %s\n", p.Name, p.S, p.T, joined(p.Cells))
	}
	return out.Flush() // the first error of any write
}

func joined(cells []Cell) string {
	words := make([]string, len(cells))
	for j, c := range cells {
		words[j] = c.String()
	}
	return strings.Join(words, " ")
}

// fault says what of a board and its pieces does not fit the format, or nothing.
func (b *Board) fault() string {
	if len(b.Cells) == 0 {
		return "the board is empty; its cells are two digits each, such as 00 01 10 11"
	}
	if fault := cellsFault(b.Cells); fault != "" {
		return fault
	}
	declared := map[string]bool{}
	for _, name := range slices.Concat(b.Names, b.Secondary) {
		if fault := b.nameFault(name, declared); fault != "" {
			return fault
		}
		declared[name] = true
	}
	for _, p := range b.Pieces {
		switch {
		case !declared[p.Name]:
			return undeclared(p.Name)
		case !slices.Contains(rotations, p.S):
			return fmt.Sprintf("the piece %s has %d rotations; s is 1, 2 or 4", quote(p.Name), p.S)
		case !slices.Contains(transpositions, p.T):
			return fmt.Sprintf("the piece %s has %d transpositions; t is 1 or 2", quote(p.Name), p.T)
		case len(p.Cells) == 0:
			return fmt.Sprintf("the piece %s has no cells", quote(p.Name))
		}
		if fault := cellsFault(p.Cells); fault != "" {
			return fault
		}
	}
	return ""
}

// What s and t of a piece may be.
var (
	rotations      = []int{1, 2, 4}
	transpositions = []int{1, 2}
)

func undeclared(piece string) string {
	return fmt.Sprintf("the second line does not name the piece %s", quote(piece))
}

func cellsFault(cells []Cell) string {
	var seen cellSet
	for _, c := range cells {
		if fault := seen.add(c); fault != "" {
			return fault
		}
	}
	return ""
}

// cellSet is a set of cells.
type cellSet [side][side]bool

// add puts a cell into the set, or says what is wrong with it.
func (s *cellSet) add(c Cell) string {
	switch {
	case !c.onBoard():
		return fmt.Sprintf("the cell %v is out of reach: coordinates run from 0 to %d", c, side-1)
	case s[c.X][c.Y]:
		return fmt.Sprintf("the cell %v stands here twice", c)
	}
	s[c.X][c.Y] = true
	return ""
}

// nameFault says what is wrong with a name in the second line, or nothing.
func (b *Board) nameFault(name string, declared map[string]bool) string {
	if fault := firstFault(name, nameFault, danceFault); fault != "" {
		return fault
	}
	switch cell, ok := parseCell(name); {
	case len(name) > 3:
		return fmt.Sprintf("the name %s is too long: pieces have names of one to three bytes", quote(name))
	case declared[name]:
		return fmt.Sprintf("the piece %s stands here twice", quote(name))
	case ok && slices.Contains(b.Cells, cell):
		return fmt.Sprintf("the piece %s is called like a cell of the board; give it another name", quote(name))
	}
	return ""
}

// maxShapes is how many lines of pieces a dump may have.
const maxShapes = 100_000

// ReadPolyominoes reads the input format of the program POLYOMINOES. What the
// program passes over, names of pieces that no line declares, two pieces or
// cells of one name, is an error. Blank lines below the second line are passed
// over. Of the limits, Entries is for the cells of all pieces; there are at most
// 100,000 lines of pieces.
func ReadPolyominoes(name string, r io.Reader, how Reading) (*Board, error) {
	p := &boardReader{scanner: newScanner(name, r), how: how.withDefaults(), declared: map[string]bool{}}
	if err := p.result(p.read()); err != nil {
		return nil, err
	}
	return &p.board, nil
}

// boardReader reads a board and pieces.
type boardReader struct {
	*scanner
	how      Reading
	board    Board
	declared map[string]bool
	cells    int // of all pieces
}

func (p *boardReader) read() (err error) {
	if p.board.Cells, err = p.readCells(); err != nil {
		return err
	}
	if len(p.board.Cells) == 0 {
		return p.fault(p.at, "the first line is empty; it names the cells of the board, two digits each")
	}
	if err := p.endLine(); err != nil {
		return err
	}
	if err := p.readNames(); err != nil {
		return err
	}
	for p.c != end {
		if err := p.readPiece(); err != nil {
			return err
		}
	}
	return nil
}

// readCells reads cells up to the end of the line.
func (p *boardReader) readCells() (cells []Cell, err error) {
	var seen cellSet
	err = p.eachWord(func(at spot, text []byte) error {
		cell, ok := parseCell(text)
		if !ok {
			return p.fault(at, "%s is not a cell; a cell is two digits x and y, each 0-9 or a-z", quote(text))
		}
		if fault := seen.add(cell); fault != "" {
			return p.fault(at, "%s", fault)
		}
		cells = append(cells, cell)
		return nil
	})
	return cells, err
}

// readNames reads the second line.
func (p *boardReader) readNames() error {
	names := &p.board.Names
	err := p.eachWord(func(at spot, text []byte) error {
		name := string(text)
		if name == "|" && names == &p.board.Names {
			names = &p.board.Secondary
			return nil
		}
		if fault := p.board.nameFault(name, p.declared); fault != "" {
			return p.fault(at, "%s", fault)
		}
		if len(p.declared) == p.how.Items {
			return p.fault(at, "there are more than %d pieces, which is the limit for a dump", p.how.Items)
		}
		p.declared[name] = true
		*names = append(*names, name)
		return nil
	})
	if err != nil {
		return err
	}
	return p.endLine()
}

// readPiece reads a name, s, t and cells, or a blank line.
func (p *boardReader) readPiece() error {
	at, ok, err := p.next()
	if err != nil {
		return err
	}
	if !ok {
		p.advance()
		return nil
	}
	piece := Piece{Name: string(p.word)}
	if len(p.board.Pieces) == maxShapes {
		return p.fault(at, "there are more than %d lines of pieces, which is the limit", maxShapes)
	}
	if !p.declared[piece.Name] {
		return p.fault(at, "%s", undeclared(piece.Name))
	}
	if piece.S, err = p.oneOf("s, the number of rotations,", rotations); err != nil {
		return err
	}
	if piece.T, err = p.oneOf("t, the number of transpositions,", transpositions); err != nil {
		return err
	}
	if piece.Cells, err = p.readCells(); err != nil {
		return err
	}
	if len(piece.Cells) == 0 {
		return p.fault(p.at, "the piece %s has no cells", quote(piece.Name))
	}
	if p.cells += len(piece.Cells); p.cells > p.how.Entries {
		return p.fault(p.at, "the pieces have more than %d cells, which is the limit for a dump", p.how.Entries)
	}
	p.board.Pieces = append(p.board.Pieces, piece)
	return p.endLine()
}

// oneOf reads a number that is one of some.
func (p *boardReader) oneOf(what string, allowed []int) (int, error) {
	at, _, err := p.next()
	if err != nil {
		return 0, err
	}
	n, fault := number(p.word)
	if fault != "" || !slices.Contains(allowed, int(n)) {
		return 0, p.fault(at, "%s is %s; it is one of %d", what, quote(p.word), allowed)
	}
	return int(n), nil
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
func readPlacements(a *assembly) error {
	r := &boardReader{scanner: a.scanner, how: a.how, declared: map[string]bool{}}
	if err := r.read(); err != nil {
		return err
	}
	b := &r.board
	top := spot{1, 1} // where it says which problem is too large
	for _, c := range b.Cells {
		if err := a.item(top, c.String(), c.String(), false, matrix.Once); err != nil {
			return err
		}
	}
	for k, name := range slices.Concat(b.Names, b.Secondary) {
		if err := a.item(top, name, name, k >= len(b.Names), matrix.Once); err != nil {
			return err
		}
	}
	return b.place(func(p *Piece, cells []Cell) error {
		if err := a.entry(top, []byte(p.Name), matrix.NoColor); err != nil {
			return err
		}
		for _, c := range cells {
			if err := a.entry(top, []byte{digits[c.X], digits[c.Y]}, matrix.NoColor); err != nil {
				return err
			}
		}
		_, err := a.endOption(top)
		return err
	})
}

// place visits every placement, in the order of the program. The cells are
// borrowed.
func (b *Board) place(visit func(p *Piece, cells []Cell) error) error {
	var board cellSet
	for _, c := range b.Cells {
		board.add(c)
	}
	low, high := extent(b.Cells)
	for k := range b.Pieces {
		p := &b.Pieces[k]
		for _, shape := range p.orientations() {
			l, h := extent(shape)
			at := make([]Cell, len(shape))
			for x := low.X - l.X; x <= high.X-h.X; x++ {
				for y := low.Y - l.Y; y <= high.Y-h.Y; y++ {
					if !board.fits(shape, x, y, at) {
						continue
					}
					if err := visit(p, at); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// orientations are the rotations of a piece, then those of it transposed.
func (p *Piece) orientations() [][]Cell {
	var out [][]Cell
	cells := p.Cells
	for range p.T {
		for turns := range 4 {
			if turns < p.S {
				out = append(out, cells)
			}
			cells = moved(cells, func(c Cell) Cell { return Cell{side - 1 - c.Y, c.X} })
		}
		cells = moved(cells, func(c Cell) Cell { return Cell{c.Y, c.X} })
	}
	return out
}

func moved(cells []Cell, to func(Cell) Cell) []Cell {
	out := make([]Cell, len(cells))
	for j, c := range cells {
		out[j] = to(c)
	}
	return out
}

// extent returns the smallest and the largest coordinates.
func extent(cells []Cell) (low, high Cell) {
	low, high = cells[0], cells[0]
	for _, c := range cells {
		low = Cell{min(low.X, c.X), min(low.Y, c.Y)}
		high = Cell{max(high.X, c.X), max(high.Y, c.Y)}
	}
	return low, high
}

// fits puts the translate of a shape into at, and tells whether all of it is
// in the set.
func (s *cellSet) fits(shape []Cell, x, y int, at []Cell) bool {
	for j, c := range shape {
		at[j] = Cell{c.X + x, c.Y + y}
		if !s[at[j].X][at[j].Y] {
			return false
		}
	}
	return true
}
