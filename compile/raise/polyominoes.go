package raise

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/format"
)

// Board describes a packing in the terms of Knuth's program polyominoes,
// which has boards of squares and pieces that are used once, or once at most.
func Board(m *model.Puzzle) (*format.Board, error) {
	pack := m.Pack
	switch {
	case pack == nil || pack.Board.Lattice != lattice.Square || len(pack.Board.Wrap) > 0:
		return nil, errors.New("the format polyominoes has packings of squares, and this is none")
	case !m.SymmetryKnown() || len(pack.Board.Optional) > 0 || pack.Empty != nil:
		return nil, errors.New("the format polyominoes has no optional or empty cells, and nothing of the core")
	}
	b := &format.Board{Cells: digits(pack.Board.Cells)}
	for _, k := range pack.Pieces {
		if len(k.Keep)+len(k.Fix) > 0 {
			return nil, fmt.Errorf("the format polyominoes has no rules such as those for %s", k.Name)
		}
		switch k.Copies {
		case model.Once:
			b.Names = append(b.Names, k.Name)
		case model.Range{Min: 0, Max: 1}:
			b.Secondary = append(b.Secondary, k.Name)
		default:
			return nil, fmt.Errorf("the format polyominoes has pieces that are used once, or once at most, and %s is not", k.Name)
		}
		s, t := turns(k.Piece)
		b.Pieces = append(b.Pieces, format.Piece{Name: k.Name, S: s, T: t, Cells: digits(k.Shape)})
	}
	return b, nil
}

// turns returns how many rotations and transpositions a piece may have.
func turns(p *model.Piece) (s, t int) {
	class := p.Lattice.ClassOf(p.Shape)
	switch p.Sides {
	case model.Free:
		return class.S, class.T
	case model.OneSided:
		return class.S, 1
	}
	return 1, 1
}

func digits(s lattice.Shape) []format.Cell {
	var out []format.Cell
	for _, c := range s {
		out = append(out, format.Cell{X: int(c[0]), Y: int(c[1])})
	}
	return out
}

// Packing writes what polyominoes reads as a puzzle.
func Packing(b *format.Board) string {
	var out strings.Builder
	out.WriteString("puz 1\n")
	var once, atMost []string
	for _, n := range b.Names {
		once = append(once, word(n))
	}
	for _, n := range b.Secondary {
		atMost = append(atMost, word(n))
	}
	for _, p := range b.Pieces {
		fmt.Fprintf(&out, "piece %s orient %d %d = cells%s\n", word(p.Name), p.S, p.T, places(p.Cells))
	}
	fmt.Fprintf(&out, "board b on square = cells%s\n", places(b.Cells))
	var sets []string
	if len(once) > 0 {
		sets = append(sets, "{"+strings.Join(once, ", ")+"}")
	}
	if len(atMost) > 0 {
		sets = append(sets, "0..1 of {"+strings.Join(atMost, ", ")+"}")
	}
	fmt.Fprintf(&out, "pack b with %s\n", strings.Join(sets, " + "))
	return out.String()
}

func places(cells []format.Cell) string {
	var b strings.Builder
	for _, c := range cells {
		fmt.Fprintf(&b, " (%d, %d)", c.X, c.Y)
	}
	return b.String()
}
