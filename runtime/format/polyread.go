package format

import (
	"io"
	"slices"
	"strings"
)

// ReadPolyominoes reads the input format of the program POLYOMINOES. What the
// program passes over, names of pieces that no line declares, two pieces or
// cells of one name, is an error. Blank lines below the second line are passed
// over. Of the limits, Entries is for the cells of all pieces; there are at most
// 100,000 lines of pieces.
func ReadPolyominoes(name string, r io.Reader, how Reading) (*Board, error) {
	p := &polyReader{scanner: newScanner(name, r), how: how.withDefaults(), board: &Board{}, declared: map[string]bool{}}
	if err := p.read(); err != nil {
		return nil, err
	}
	return p.board, nil
}

// maxShapes is how many lines of pieces a dump may have.
const maxShapes = 100_000

// polyReader reads a board and pieces.
type polyReader struct {
	*scanner
	how      Reading
	board    *Board
	declared map[string]bool
	cells    int // of all pieces
}

func (p *polyReader) read() error {
	if err := p.boardLine(); err != nil {
		return err
	}
	if err := p.namesLine(); err != nil {
		return err
	}
	for p.c != end {
		if err := p.pieceLine(); err != nil {
			return err
		}
	}
	if p.err != nil {
		return p.fault(p.at, "")
	}
	return nil
}

func (p *polyReader) boardLine() error {
	var line strings.Builder
	cells, err := p.readCells(&line)
	switch {
	case err != nil:
		return err
	case len(cells) == 0:
		return p.fault(p.at, "the first line is empty; it names the cells of the board, two digits each")
	}
	p.board.Cells, p.board.lines[0] = cells, line.String()
	return p.endLine()
}

// spaces reads blanks, and keeps them if there is somewhere to.
func (p *polyReader) spaces(line *strings.Builder) error {
	for ; blank(p.c); p.advance() {
		if line.Len() > maxPart {
			return p.fault(p.at, "this line has more than %d bytes; take out the blanks", maxPart)
		}
		if p.c != '\r' {
			line.WriteByte(byte(p.c))
		}
	}
	return nil
}

// readCells reads cells up to the end of the line, and keeps the line as it
// stands.
func (p *polyReader) readCells(line *strings.Builder) ([]Cell, error) {
	var cells []Cell
	var seen [side][side]bool
	for {
		if err := p.spaces(line); err != nil {
			return nil, err
		}
		at, ok, err := p.next()
		if err != nil || !ok {
			return cells, err
		}
		cell, ok := parseCell(p.word)
		switch {
		case !ok:
			return nil, p.fault(at, "%s is not a cell; a cell is two digits x and y, each 0-9 or a-z", quote(p.word))
		case seen[cell.X][cell.Y]:
			return nil, p.fault(at, "the cell %v stands here twice", cell)
		}
		seen[cell.X][cell.Y] = true
		cells = append(cells, cell)
		line.Write(p.word)
	}
}

func (p *polyReader) namesLine() error {
	var line strings.Builder
	names := &p.board.Names
	for {
		if err := p.spaces(&line); err != nil {
			return err
		}
		at, ok, err := p.next()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		line.Write(p.word)
		if string(p.word) == "|" && names == &p.board.Names {
			names = &p.board.Secondary
			continue
		}
		if err := p.pieceName(at, names); err != nil {
			return err
		}
	}
	p.board.lines[1] = line.String()
	return p.endLine()
}

func (p *polyReader) pieceName(at spot, names *[]string) error {
	name := string(p.word)
	if fault := p.board.pieceNameFault(name, p.declared); fault != "" {
		return p.fault(at, "%s", fault)
	}
	if len(p.declared) == p.how.Items {
		return p.fault(at, "there are more than %d pieces, which is the limit for a dump", p.how.Items)
	}
	p.declared[name] = true
	*names = append(*names, name)
	return nil
}

// pieceLine reads a name, s, t and cells.
func (p *polyReader) pieceLine() error {
	at, ok, err := p.next()
	if err != nil {
		return err
	}
	if !ok {
		if p.c == '\n' {
			p.advance()
		}
		return nil
	}
	if len(p.board.Pieces) == maxShapes {
		return p.fault(at, "there are more than %d lines of pieces, which is the limit", maxShapes)
	}
	piece := Piece{Name: string(p.word)}
	if !p.declared[piece.Name] {
		return p.fault(at, "the second line does not name the piece %s", quote(p.word))
	}
	if piece.S, err = p.oneOf("s, the number of rotations,", 1, 2, 4); err != nil {
		return err
	}
	if piece.T, err = p.oneOf("t, the number of transpositions,", 1, 2); err != nil {
		return err
	}
	if piece.Cells, err = p.readCells(&strings.Builder{}); err != nil {
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
func (p *polyReader) oneOf(what string, allowed ...int) (int, error) {
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
