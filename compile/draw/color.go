package draw

import (
	"fmt"
	"math"
	"slices"
)

// palette holds background colors of the 256 of a terminal that people with
// any kind of colour vision can tell apart, light enough for black letters. They
// are the colours of Okabe and Ito (Color Universal Design, 2008), each replaced
// by one close to it, so that any two are as far apart as can be for everybody:
// orange, sky blue, green, yellow, blue, vermilion, lilac, and rose for black.
var palette = []int{214, 159, 78, 228, 111, 209, 146, 181}

// shade returns a color of the palette for SVG, made darker by a factor below
// 1 or lighter by one above. The numbers of a terminal from 16 on are those of a cube
// with six levels on each side.
func shade(color int, factor float64) string {
	levels := [6]float64{0, 95, 135, 175, 215, 255}
	n := palette[color] - 16
	hex := "#"
	for _, v := range []float64{levels[n/36], levels[n/6%6], levels[n%6]} {
		if factor > 1 {
			v = 255 - (255-v)/factor
		} else {
			v *= factor
		}
		hex += fmt.Sprintf("%02x", int(v))
	}
	return hex
}

// noColor is no number of the palette.
const noColor = -1

// distinct gives each piece a color of the palette, so that neighbours differ.
// The pieces are colored in smallest-last order (Matula and Beck, 1983): a map
// in the plane always has a region with five neighbours at most, so that six
// colors suffice for pieces in one part each. Cubes and sticks, and pieces in
// several parts, could need more; where all colors are taken around a piece,
// it gets the one used least.
func distinct(neighbours []map[int]bool) []int {
	colors := slices.Repeat([]int{noColor}, len(neighbours))
	uses := make([]int, len(palette))
	for _, i := range smallestLast(neighbours) {
		cost := slices.Clone(uses)
		for j := range neighbours[i] {
			if taken := colors[j]; taken != noColor {
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
