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

// maxCoordinates is the largest number of rows and of columns, because a coordinate is one digit.
const maxCoordinates = 36

// coordinateDigits holds, at index c, the digit that stands for the coordinate c.
const coordinateDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// BoardCell is a cell of a board by its coordinates x and y, each from 0 to 35. In a dump, a cell is written as two
// digits, 0-9 and a-z.
type BoardCell struct{ X, Y int }

// String returns the two digits of a cell.
func (c BoardCell) String() string {
	if min(c.X, c.Y) < 0 || max(c.X, c.Y) >= maxCoordinates {
		return fmt.Sprintf("(%d,%d)", c.X, c.Y)
	}
	return coordinateDigits[c.X:c.X+1] + coordinateDigits[c.Y:c.Y+1]
}

func parseCell[T string | []byte](text T) (BoardCell, bool) {
	if len(text) != 2 {
		return BoardCell{}, false
	}
	x, y := strings.IndexByte(coordinateDigits, text[0]), strings.IndexByte(coordinateDigits, text[1])
	return BoardCell{x, y}, x >= 0 && y >= 0
}

// BoardPiece is a polyomino (a piece of connected cells). Dumps keep the order of its cells.
type BoardPiece struct {
	Name string // one to three bytes, no blank
	// RotationCount is the number of different rotations of the piece (1, 2 or 4), called s in the format.
	// TransposeCount is 2 if the piece may also be transposed, and otherwise 1; it is called t in the format.
	RotationCount, TransposeCount int
	Cells                         []BoardCell
}

// PieceBoard is the input of the program POLYOMINOES: a board to be covered by pieces, each
// translated in every way that fits.
type PieceBoard struct {
	Cells          []BoardCell
	RequiredPieces []string     // pieces that must be placed once
	OptionalPieces []string     // pieces that may be placed once
	Pieces         []BoardPiece // a piece of several shapes is listed several times
}

// WritePolyominoes writes a board and its pieces in the input format of the program POLYOMINOES, with one blank
// between words. If the format cannot express them, it writes nothing and returns an error.
//
// Source: POLYOMINOES, section 1.
func WritePolyominoes(w io.Writer, b *PieceBoard) error {
	var text bytes.Buffer
	names := slices.Clone(b.RequiredPieces)
	if len(b.OptionalPieces) > 0 {
		names = append(append(names, "|"), b.OptionalPieces...)
	}
	fmt.Fprintf(&text, "%s\n%s\n", joinCells(b.Cells), strings.Join(names, " "))
	for _, p := range b.Pieces {
		fmt.Fprintf(&text, "%s %d %d %s\n", p.Name, p.RotationCount, p.TransposeCount, joinCells(p.Cells))
	}
	again, err := ReadPolyominoes("", bytes.NewReader(text.Bytes()), ReadOptions{})
	var wrong *DumpError
	switch {
	case errors.As(err, &wrong):
		return errors.New("this is no dump of polyominoes: " + wrong.Message)
	case !slices.Equal(again.RequiredPieces, b.RequiredPieces) ||
		!slices.Equal(again.OptionalPieces, b.OptionalPieces) ||
		len(again.Pieces) != len(b.Pieces):
		return errors.New("this is no dump of polyominoes: the name of a piece is empty or has a blank in it")
	}
	_, err = text.WriteTo(w)
	return err
}

func joinCells(cells []BoardCell) string { return strings.Join(mapEach(cells, BoardCell.String), " ") }

// startOfDump is the first place of a dump, at which a problem that is too large is reported.
var startOfDump = textSpot{1, 1}

// maxPieceLines is the largest number of lines of pieces in a dump.
const maxPieceLines = 100_000

// ReadPolyominoes reads the input format of the program POLYOMINOES. Some faults that the program ignores are errors:
// names of pieces that no line declares, and two pieces or cells of one name. The limit MaxEntries applies to the cells
// of all pieces; there are at most maxPieceLines lines of pieces.
func ReadPolyominoes(name string, r io.Reader, how ReadOptions) (*PieceBoard, error) {
	p := readBoard(newProblemAssembly(newScanner(name, r), how))
	if p.firstError != nil {
		return nil, p.firstError
	}
	return &p.board, nil
}

// boardReader reads a board and pieces.
type boardReader struct {
	*problemAssembly
	board          PieceBoard
	boardCells     cellSet         // cells of the board, as a set
	declaredPieces map[string]bool // set of the names of pieces that were declared
	pieceCellCount int             // number of cells of all pieces so far
}

// cellSet is a set of cells.
type cellSet [maxCoordinates][maxCoordinates]bool

func readBoard(a *problemAssembly) *boardReader {
	p := &boardReader{problemAssembly: a, declaredPieces: map[string]bool{}}
	p.board.Cells = p.readCells(&p.boardCells)
	if len(p.board.Cells) == 0 {
		p.reportFault(p.currentSpot, "the first line is empty; it names the cells of the board, two digits each")
	}
	p.goToNextLine()
	names := &p.board.RequiredPieces
	for at, text := range p.eachWord() {
		if string(text) == "|" && names == &p.board.RequiredPieces {
			names = &p.board.OptionalPieces
			continue
		}
		p.declarePiece(at, string(text))
		*names = append(*names, string(text))
	}
	p.goToNextLine()
	for p.currentByte != endOfInput {
		p.readPiece()
	}
	return p
}

func (p *boardReader) readCells(seen *cellSet) (cells []BoardCell) {
	for at, text := range p.eachWord() {
		cell, ok := parseCell(text)
		switch {
		case !ok:
			p.reportFault(at, "%s is not a cell; a cell is two digits x and y, each 0-9 or a-z", quoteName(text))
			return nil
		case seen[cell.X][cell.Y]:
			p.reportFault(at, "the cell %v stands here twice", cell)
		}
		seen[cell.X][cell.Y] = true
		cells = append(cells, cell)
	}
	return cells
}

// declarePiece declares the name of a piece.
func (p *boardReader) declarePiece(at textSpot, name string) {
	cell, isCell := parseCell(name)
	fault := faultOfDanceName(name)
	switch {
	case fault != "":
		p.reportFault(at, "%s", fault)
	case len(name) > 3:
		p.reportFault(at, "the name %s is too long: pieces have names of one to three bytes", quoteName(name))
	case p.declaredPieces[name]:
		p.reportFault(at, "the piece %s stands here twice", quoteName(name))
	case isCell && p.boardCells[cell.X][cell.Y]:
		p.reportFault(at, "the piece %s is called like a cell of the board; give it another name", quoteName(name))
	}
	p.checkLimit(at, len(p.declaredPieces), p.readLimits.MaxItems, "there are more than %d pieces")
	p.declaredPieces[name] = true
}

// readPiece reads a piece: its name, the numbers S and T, and its cells.
func (p *boardReader) readPiece() {
	at, ok := p.nextWord()
	if !ok {
		p.reportFault(at, "this line is empty; below the second one, each line is a piece")
		return
	}
	piece := BoardPiece{Name: string(p.lastWord)}
	p.checkLimit(at, len(p.board.Pieces), maxPieceLines, "there are more than %d lines of pieces")
	if !p.declaredPieces[piece.Name] {
		p.reportFault(at, "the second line does not name the piece %s", quoteName(piece.Name))
	}
	piece.RotationCount = p.readAllowedNumber("s, the number of rotations,", 1, 2, 4)
	piece.TransposeCount = p.readAllowedNumber("t, the number of transpositions,", 1, 2)
	piece.Cells = p.readCells(new(cellSet))
	if len(piece.Cells) == 0 {
		p.reportFault(p.currentSpot, "the piece %s has no cells", quoteName(piece.Name))
	}
	p.pieceCellCount += len(piece.Cells)
	p.checkLimit(p.currentSpot, p.pieceCellCount-1, p.readLimits.MaxEntries, "the pieces have more than %d cells")
	p.board.Pieces = append(p.board.Pieces, piece)
	p.goToNextLine()
}

// readAllowedNumber reads a number, and reports a fault if it is none of the allowed ones.
func (p *boardReader) readAllowedNumber(what string, allowed ...int) int {
	at, _ := p.nextWord()
	n, fault := parseNumber(p.lastWord)
	if fault != "" || !slices.Contains(allowed, int(n)) {
		p.reportFault(at, "%s is %s; it is one of %d", what, quoteName(p.lastWord), allowed)
	}
	return int(n)
}

// readPlacements reads a board as the problem that the program POLYOMINOES makes of it: an item for
// each cell and piece, and an option for each translate of each orientation that fits.
//
// The program rotates pieces by (x, y) → (35-y, x), and not as its introduction says. So the options are in another
// order than the introduction suggests, and they differ if s is 2 for a piece that is not symmetric under a half
// turn.
//
// Source: POLYOMINOES, sections 2, 5, 6 and 8 to 11.
func readPlacements(a *problemAssembly) {
	r := readBoard(a)
	if a.firstError != nil {
		return
	}
	b := &r.board
	covered := append(mapEach(b.Cells, BoardCell.String), b.RequiredPieces...)
	for k, name := range append(covered, b.OptionalPieces...) {
		a.declareItem(startOfDump, name, name, k >= len(covered), matrix.Once)
	}
	low, high := cellExtent(b.Cells)
	for _, p := range b.Pieces {
		for _, shape := range p.AllOrientations() {
			l, h := cellExtent(shape)
			for x := low.X - l.X; x <= high.X-h.X; x++ {
				for y := low.Y - l.Y; y <= high.Y-h.Y && a.firstError == nil; y++ {
					r.addPlacement(p.Name, shape, BoardCell{x, y})
				}
			}
		}
	}
}

// addPlacement adds an option for a shape that is moved by a shift, if all of it is on the board.
func (p *boardReader) addPlacement(name string, shape []BoardCell, shift BoardCell) {
	if slices.ContainsFunc(shape, func(c BoardCell) bool { return !p.boardCells[c.X+shift.X][c.Y+shift.Y] }) {
		return
	}
	p.addEntry(startOfDump, []byte(name), matrix.NoColor)
	for _, c := range shape {
		p.addEntry(startOfDump, []byte{coordinateDigits[c.X+shift.X], coordinateDigits[c.Y+shift.Y]}, matrix.NoColor)
	}
	p.endOption(startOfDump, "")
}

// AllOrientations returns the rotations of a piece, then those of the transposed piece.
func (p BoardPiece) AllOrientations() (out [][]BoardCell) {
	cells := p.Cells
	for range p.TransposeCount {
		for turns := range 4 {
			if turns < p.RotationCount {
				out = append(out, cells)
			}
			cells = mapEach(cells, func(c BoardCell) BoardCell { return BoardCell{maxCoordinates - 1 - c.Y, c.X} })
		}
		cells = mapEach(cells, func(c BoardCell) BoardCell { return BoardCell{c.Y, c.X} })
	}
	return out
}

func cellExtent(cells []BoardCell) (low, high BoardCell) {
	low, high = cells[0], cells[0]
	for _, c := range cells {
		low = BoardCell{min(low.X, c.X), min(low.Y, c.Y)}
		high = BoardCell{max(high.X, c.X), max(high.Y, c.Y)}
	}
	return low, high
}
