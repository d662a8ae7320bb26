package lower

import (
	"encoding/binary"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/lang/codes"
)

// On a wrapped board a shape may come to lie on itself, and around a ring several
// shifts, and several orientations, may lead to the same cells. A placement there
// is a set of cells with all the ways that lead to it; it is allowed, or at a
// fixed place, if one of the ways is.

// mostTried bounds the cells of all ways together.
const mostTried = 5_000_000

// placeWrapped finds the placements of a piece on a wrapped board.
func (p *packing) placeWrapped(i int) bool {
	known := map[string]int32{} // placements by their cells
	type way struct {
		at    placement
		cells string
	}
	var forbidden []way
	fine := true
	for o, shape := range p.pieces[i].Orientations {
		p.grid.Shifts(shape, func(shift lattice.Cell) {
			if !fine {
				return
			}
			if p.tried += len(shape); p.tried > mostTried {
				p.errs.Add(codes.TooLarge, p.pack.Span, "", "there are too many ways to place pieces of so many cells on a wrapped board")
				fine = false
				return
			}
			cells, once := p.coverage(shape, shift)
			if !once {
				return
			}
			at := placement{int32(i), int32(o), shift}
			n, found := known[cells]
			switch {
			case !p.allowed(p.pieces[i], o, shift):
				forbidden = append(forbidden, way{at, cells})
			case found:
				p.table.alias(at, n)
				p.table.ways[n] = append(p.table.ways[n], at)
			default:
				known[cells] = int32(p.table.count())
				fine = p.addPlacement(at, len(shape))
			}
		})
	}
	// A motion may turn an allowed way into one that is not, to cells that
	// another way may cover.
	for _, w := range forbidden {
		if n, found := known[w.cells]; found {
			p.table.alias(w.at, n)
		}
	}
	return fine
}

// coverage names the cells that a shape covers. It returns false if some are not
// on the board, or covered twice.
func (p *packing) coverage(s lattice.Shape, shift lattice.Cell) (cells string, once bool) {
	numbers := make([]int32, len(s))
	for k, c := range s {
		if numbers[k] = p.grid.Number(c.Plus(shift)); numbers[k] < 0 {
			return "", false
		}
	}
	slices.Sort(numbers)
	name := make([]byte, 0, 4*len(numbers))
	for k, n := range numbers {
		if k > 0 && n == numbers[k-1] {
			return "", false
		}
		name = binary.AppendUvarint(name, uint64(n))
	}
	return string(name), true
}
