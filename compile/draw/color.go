package draw

import (
	"fmt"
	"math"
	"slices"

	"quadrille/compile/lattice"
)

// Color is the background of a piece: one of the 256 colors of a terminal, from 16 to
// 231, which are a cube with six levels on each side. The zero Color is none.
type Color uint8

// RGB returns the parts of a color.
func (c Color) RGB() (red, green, blue uint8) {
	levels := [6]uint8{0, 95, 135, 175, 215, 255}
	n := c - 16
	return levels[n/36], levels[n/6%6], levels[n%6]
}

// String returns the color as SVG writes it: #rrggbb.
func (c Color) String() string { return c.withLight(1) }

// withLight returns the color made darker by a factor below 1 or lighter by one above.
func (c Color) withLight(factor float64) string {
	hex := "#"
	r, g, b := c.RGB()
	for _, part := range []uint8{r, g, b} {
		v := float64(part)
		if factor > 1 {
			v = 255 - (255-v)/factor
		} else {
			v *= factor
		}
		hex += fmt.Sprintf("%02x", int(v))
	}
	return hex
}

// palette holds the colors in the order in which they are dealt. They were searched for by
// what is seen of any two by people with any kind of color vision, and without colors: in
// the first dozen every two differ in lightness as well, and so, less, do all. All are
// light enough for black letters. color_test.go measures that.
var palette = []Color{
	215, 68, 194, 142, 153, 139, 65, 180, 156, 223, 71, 116,
	166, 191, 69, 51, 108, 146, 211, 217, 38, 205, 138, 221,
}

// PieceKind is a piece of a puzzle. Pictures have none of it, or one, or if there may be Many
// copies.
type PieceKind struct {
	Label string
	Many  bool
}

// maxShades is how many colors a kind has of which there are many. Six suffice to give
// neighbours different ones on a map.
const maxShades = 6

// dealColors gives each kind colors of its own, as long as there are enough: one, or a few if
// there are many copies.
func dealColors(kinds []PieceKind) map[string][]Color {
	many := 0
	for _, k := range kinds {
		if k.Many {
			many++
		}
	}
	shades := min(maxShades, max(1, (len(palette)-len(kinds)+many)/max(1, many)))
	own, next := map[string][]Color{}, 0
	for _, k := range kinds {
		count := 1
		if k.Many {
			count = shades
		}
		for range count {
			own[k.Label] = append(own[k.Label], palette[next%len(palette)])
			next++
		}
	}
	return own
}

// pieceKinds returns the kinds of the pieces: those that the picture names, then any other label
// in order.
func (pic Picture) pieceKinds() []PieceKind {
	kinds, known := slices.Clone(pic.Kinds), map[string]int{}
	for _, k := range pic.Kinds {
		known[k.Label] = -1
	}
	for _, piece := range pic.Pieces {
		switch at, ok := known[piece.Label]; {
		case !ok:
			known[piece.Label] = len(kinds)
			kinds = append(kinds, PieceKind{Label: piece.Label})
		case at >= 0:
			kinds[at].Many = true
		}
	}
	return kinds
}

// PieceColors returns the color of each piece; none where the pieces are Plain. A kind has the
// same in all pictures with the same Kinds. Copies share out the colors of their kind, so
// that neighbours differ.
func (pic Picture) PieceColors() []Color {
	if pic.Plain {
		return nil
	}
	colors, copies := make([]Color, len(pic.Pieces)), map[string][]int{}
	for i, piece := range pic.Pieces {
		copies[piece.Label] = append(copies[piece.Label], i)
	}
	for label, own := range dealColors(pic.pieceKinds()) {
		alike := copies[label]
		for k, shade := range colorGraph(pic.pieceAdjacency(alike), len(own)) {
			colors[alike[k]] = own[shade]
		}
	}
	return colors
}

// pieceAdjacency tells which of some pieces have neighbouring cells, over joined edges as well.
func (pic Picture) pieceAdjacency(pieces []int) []map[int]bool {
	on, out := map[lattice.Cell]int{}, make([]map[int]bool, len(pieces))
	for k, i := range pieces {
		for _, c := range pic.Pieces[i].Cells {
			on[c] = k
		}
		out[k] = map[int]bool{}
	}
	for c, k := range on {
		for _, next := range pic.Lattice.Neighbours(c) {
			if j, ok := on[pic.onBoard(next)]; ok && j != k {
				out[k][j] = true
			}
		}
	}
	return out
}

// colorGraph gives each piece one of so many colors, so that neighbours differ.
// The pieces are colored in smallest-last order (Matula and Beck, 1983): a map
// in the plane always has a region with five neighbours at most, so that six
// colors suffice for pieces in one part each. Cubes and sticks, and pieces in
// several parts, could need more; where all colors are taken around a piece,
// it gets the one used least.
func colorGraph(neighbours []map[int]bool, count int) []int {
	const none = -1
	colors := slices.Repeat([]int{none}, len(neighbours))
	uses := make([]int, count)
	for _, i := range smallestLast(neighbours) {
		cost := slices.Clone(uses)
		for j := range neighbours[i] {
			if taken := colors[j]; taken != none {
				cost[taken] = uses[taken] + len(neighbours) // more than any that is free
			}
		}
		colors[i] = slices.Index(cost, slices.Min(cost))
		uses[colors[i]]++
	}
	return colors
}

// smallestLast orders the pieces so that each has few neighbours before it: it
// takes away the one with the fewest that are left, again and again, and
// turns that order round.
func smallestLast(neighbours []map[int]bool) []int {
	left := make([]int, len(neighbours)) // neighbours left, or gone
	for i, n := range neighbours {
		left[i] = len(n)
	}
	const gone = math.MaxInt
	var order []int
	for range neighbours {
		least := slices.Index(left, slices.Min(left))
		order = append(order, least)
		left[least] = gone
		for j := range neighbours[least] {
			if left[j] != gone {
				left[j]--
			}
		}
	}
	slices.Reverse(order)
	return order
}
