package assembly

import (
	"cmp"
	"math/bits"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// sides are the directions of the moves, upwards first: what can be, is put in from above.
var sides = [...]lattice.Cell{{-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}}

// graph tells for each piece which ones block it on its way to one side.
type graph []matrix.Bits

// blocking makes the graphs of all sides.
func blocking(owner map[lattice.Cell]int, pieces int) (block [len(sides)]graph) {
	for k, side := range sides {
		g := graph(matrix.NewBitRows(pieces, pieces))
		ahead := matrix.NewBits(pieces) // the pieces met on this line so far
		var line lattice.Cell
		for _, c := range towards(side, owner) {
			if here := onLine(c, side); here != line {
				line = here
				clear(ahead)
			}
			i := owner[c]
			for w, others := range ahead {
				g[i][w] |= others
			}
			ahead.Add(i)
		}
		for i := range g {
			g[i].Remove(i)
		}
		block[k] = g
	}
	return block
}

// towards lists the cells line by line, on each those furthest to the side first.
func towards(side lattice.Cell, owner map[lattice.Cell]int) []lattice.Cell {
	cells := make([]lattice.Cell, 0, len(owner))
	for c := range owner {
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(a, b lattice.Cell) int {
		return cmp.Or(lattice.Compare(onLine(a, side), onLine(b, side)), cmp.Compare(along(b, side), along(a, side)))
	})
	return cells
}

// onLine is the same for all cells of a line towards a side.
func onLine(c, side lattice.Cell) lattice.Cell {
	for k, step := range side {
		if step != 0 {
			c[k] = 0
		}
	}
	return c
}

// along tells how far a cell lies to a side.
func along(c, side lattice.Cell) int32 { return c[0]*side[0] + c[1]*side[1] + c[2]*side[2] }

// mustLeaveWith returns the pieces that must leave together with piece i, and i itself; or
// nil if they are not fewer than some number.
func (g graph) mustLeaveWith(i int, pieces matrix.Bits, fewer int) matrix.Bits {
	group, waiting := matrix.NewBits(len(g)), []int{i}
	group.Add(i)
	for size := 1; size < fewer; {
		if len(waiting) == 0 {
			return group
		}
		last := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for k, word := range g[last] {
			for more := word & pieces[k] &^ group[k]; more != 0; more &= more - 1 {
				j := 64*k + bits.TrailingZeros64(more)
				group.Add(j)
				waiting = append(waiting, j)
				size++
			}
		}
	}
	return nil
}

func without(a, b matrix.Bits) matrix.Bits {
	out := slices.Clone(a)
	for i := range b.Each {
		out.Remove(i)
	}
	return out
}

func list(b matrix.Bits) []int { return slices.Collect(b.Each) }
