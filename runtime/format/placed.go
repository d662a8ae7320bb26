package format

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// WritePlaced writes what the program POLYOMINOES makes of a board, byte for
// byte: a problem in the format dance, with an item for each cell and piece,
// and an option for each translate of each orientation that fits. The first
// two lines keep the blanks that they had when the board was read.
//
// The program turns pieces by (x, y) → (35-y, x), against the introduction,
// which [Piece.Orientations] follows. So the options come in another order; and
// if s is 2 for a piece without symmetry of 180°, they are others.
//
// Source: POLYOMINOES, sections 2, 5, 6 and 8 to 11.
func WritePlaced(w io.Writer, b *Board) error {
	if err := b.Validate(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "%s %s\n", asRead(b.lines[0], joined(b.Cells)), asRead(b.lines[1], b.namesLine()))
	var at []byte
	err := b.place(func(p *Piece, cells []Cell) error {
		at = append(at[:0], p.Name...)
		for _, c := range cells {
			at = append(at, ' ', digits[c.X], digits[c.Y])
		}
		_, err := out.Write(append(at, '\n'))
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// asRead returns a line as it was read, if it still has the words that the
// board has.
func asRead(line, now string) string {
	if strings.Join(strings.Fields(line), " ") == now {
		return line
	}
	return now
}

// Problem returns the problem that [WritePlaced] writes. It is an error if it
// is larger than the limits.
func (b *Board) Problem(how Reading) (*matrix.Problem, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	how = how.withDefaults()
	m := matrix.NewBuilder()
	var cells [side][side]matrix.ItemID
	for _, c := range b.Cells {
		cells[c.X][c.Y] = m.Primary(c.String(), matrix.Once)
	}
	pieces := map[string]matrix.ItemID{}
	for _, name := range b.Names {
		pieces[name] = m.Primary(name, matrix.Once)
	}
	for _, name := range b.Secondary {
		pieces[name] = m.Secondary(name)
	}
	if m.Items() > how.Items {
		return nil, fmt.Errorf("this board makes more than %d items, which is the limit", how.Items)
	}
	var option []matrix.Entry
	entries := 0
	err := b.place(func(p *Piece, at []Cell) error {
		option = append(option[:0], matrix.Entry{Item: pieces[p.Name]})
		for _, c := range at {
			option = append(option, matrix.Entry{Item: cells[c.X][c.Y]})
		}
		if entries += len(option); entries > how.Entries || m.Options() == how.Options {
			return fmt.Errorf("this board makes more than %d options or %d entries of options, which is the limit", how.Options, how.Entries)
		}
		m.Option(option...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return m.Build()
}

// readPlaced reads a board as the problem that it makes.
func readPlaced(name string, r io.Reader, how Reading) (*matrix.Problem, error) {
	b, err := ReadPolyominoes(name, r, how)
	if err != nil {
		return nil, err
	}
	p, err := b.Problem(how)
	if err != nil {
		return nil, &Error{name, 1, 1, err.Error()}
	}
	return p, nil
}

// place visits every placement, in the order of the program. The cells are
// borrowed.
func (b *Board) place(visit func(p *Piece, cells []Cell) error) error {
	g := newGrid(b.Cells)
	for k := range b.Pieces {
		p := &b.Pieces[k]
		cells := slices.Clone(p.Cells)
		for range p.T {
			for turns := range 4 {
				if turns < p.S {
					if err := g.translates(cells, func(at []Cell) error { return visit(p, at) }); err != nil {
						return err
					}
				}
				for j, c := range cells {
					cells[j] = Cell{side - 1 - c.Y, c.X}
				}
			}
			cells = transposed(cells)
		}
	}
	return nil
}

// grid is a board as a set of cells, with its smallest and largest coordinates.
type grid struct {
	has       [side][side]bool
	low, high Cell
}

func newGrid(cells []Cell) *grid {
	g := &grid{}
	g.low, g.high = extent(cells)
	for _, c := range cells {
		g.has[c.X][c.Y] = true
	}
	return g
}

func extent(cells []Cell) (low, high Cell) {
	low, high = cells[0], cells[0]
	for _, c := range cells {
		low = Cell{min(low.X, c.X), min(low.Y, c.Y)}
		high = Cell{max(high.X, c.X), max(high.Y, c.Y)}
	}
	return low, high
}

// translates visits the translates of a shape that fit, by x and then by y.
func (g *grid) translates(shape []Cell, visit func([]Cell) error) error {
	low, high := extent(shape)
	at := make([]Cell, len(shape))
	for x := g.low.X - low.X; x <= g.high.X-high.X; x++ {
		for y := g.low.Y - low.Y; y <= g.high.Y-high.Y; y++ {
			if !g.fits(shape, x, y, at) {
				continue
			}
			if err := visit(at); err != nil {
				return err
			}
		}
	}
	return nil
}

// fits puts the translate of a shape into at, and tells whether all of it is
// on the board.
func (g *grid) fits(shape []Cell, x, y int, at []Cell) bool {
	for j, c := range shape {
		at[j] = Cell{c.X + x, c.Y + y}
		if !g.has[at[j].X][at[j].Y] {
			return false
		}
	}
	return true
}
