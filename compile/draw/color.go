package draw

import (
	"fmt"
	"math"
	"slices"

	"quadrille/compile/lattice"
)

// Color is the background of a piece: one of the terminal colors 16 to 231, which are a cube with six levels each of
// red, green and blue. The zero Color means no color.
type Color uint8

// RGB returns the components of a color.
func (c Color) RGB() (red, green, blue uint8) {
	levels := [6]uint8{0, 95, 135, 175, 215, 255}
	n := c - 16
	return levels[n/36], levels[n/6%6], levels[n%6]
}

// String returns the color as SVG writes it: #rrggbb.
func (c Color) String() string { return c.scaleBrightness(1) }

// scaleBrightness returns the color with all components times a factor: darker below 1, lighter above 1.
func (c Color) scaleBrightness(factor float64) string {
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

// pieceColorOrder holds the colors in the order in which pieces get them. They were found by a search that maximized
// the distance of any two colors as seen with each kind of color vision, and in gray. The first dozen colors also
// differ in lightness; the others differ less. All are light enough for black letters. color_test.go measures this.
var pieceColorOrder = []Color{
	215, 68, 194, 142, 153, 139, 65, 180, 156, 223, 71, 116,
	166, 191, 69, 51, 108, 146, 211, 217, 38, 205, 138, 221,
}

// PieceKind is a kind of piece in a puzzle. A picture has at most one piece of the kind, or several copies if
// ManyCopies is set.
type PieceKind struct {
	Label      string
	ManyCopies bool
}

// maxColorsPerKind is the number of colors of a kind with many copies. Six colors are enough to give neighbouring
// regions of a map different colors.
const maxColorsPerKind = 6

// assignKindColors gives each kind colors of its own, as long as there are enough: one color, or up to
// maxColorsPerKind colors if there are many copies.
func assignKindColors(kinds []PieceKind) map[string][]Color {
	many := 0
	for _, k := range kinds {
		if k.ManyCopies {
			many++
		}
	}
	shades := min(maxColorsPerKind, max(1, (len(pieceColorOrder)-len(kinds)+many)/max(1, many)))
	own, next := map[string][]Color{}, 0
	for _, k := range kinds {
		count := 1
		if k.ManyCopies {
			count = shades
		}
		for range count {
			own[k.Label] = append(own[k.Label], pieceColorOrder[next%len(pieceColorOrder)])
			next++
		}
	}
	return own
}

// pieceKinds returns the kinds of the pieces: the elements of Picture.PieceKinds, and then other labels in alphabetical
// order.
func (pic Picture) pieceKinds() []PieceKind {
	kinds, known := slices.Clone(pic.PieceKinds), map[string]int{}
	for _, k := range pic.PieceKinds {
		known[k.Label] = -1
	}
	for _, piece := range pic.Pieces {
		switch at, ok := known[piece.Label]; {
		case !ok:
			known[piece.Label] = len(kinds)
			kinds = append(kinds, PieceKind{Label: piece.Label})
		case at >= 0:
			kinds[at].ManyCopies = true
		}
	}
	return kinds
}

// PieceColors returns the color of each piece, or nil if DrawsPlainRegions is set. A kind has the same colors in all
// pictures with the same PieceKinds. Copies share the colors of their kind so that neighbours differ.
func (pic Picture) PieceColors() []Color {
	if pic.DrawsPlainRegions {
		return nil
	}
	colors, copies := make([]Color, len(pic.Pieces)), map[string][]int{}
	for i, piece := range pic.Pieces {
		copies[piece.Label] = append(copies[piece.Label], i)
	}
	for label, own := range assignKindColors(pic.pieceKinds()) {
		group := copies[label]
		for k, shade := range colorAdjacentPieces(pic.pieceAdjacency(group), len(own)) {
			colors[group[k]] = own[shade]
		}
	}
	return colors
}

// pieceAdjacency returns, for each of the given pieces, the pieces with cells next to it, also across joined
// edges.
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
			if j, ok := on[pic.cellOnBoard(next)]; ok && j != k {
				out[k][j] = true
			}
		}
	}
	return out
}

// colorAdjacentPieces assigns each piece one of count colors, so that neighbours differ. It colors the pieces in
// smallest-last order (Matula and Beck, 1983). A planar map always has a region with at most five neighbours,
// so six colors suffice for connected pieces in the plane. Cubes, sticks, and pieces of several parts could
// need more. If the neighbours of a piece use all colors, it gets the color that they use least.
func colorAdjacentPieces(neighbours []map[int]bool, count int) []int {
	const none = -1
	colors := slices.Repeat([]int{none}, len(neighbours))
	uses := make([]int, count)
	for _, i := range smallestLastOrder(neighbours) {
		cost := slices.Clone(uses)
		for j := range neighbours[i] {
			if taken := colors[j]; taken != none {
				cost[taken] = uses[taken] + len(neighbours) // more than the cost of any free color
			}
		}
		colors[i] = slices.Index(cost, slices.Min(cost))
		uses[colors[i]]++
	}
	return colors
}

// smallestLastOrder orders the pieces so that each has few neighbours before it. It repeatedly removes the piece
// with the fewest remaining neighbours; the result is the reverse of that order.
func smallestLastOrder(neighbours []map[int]bool) []int {
	left := make([]int, len(neighbours)) // for each piece, the number of its remaining neighbours, or gone
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
