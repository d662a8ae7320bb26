package draw

import (
	"fmt"
	"slices"
)

// palette holds background colors of the 256 of a terminal that people with
// any kind of colour vision can tell apart: the colours of Okabe and Ito (Color
// Universal Design, 2008), lightened so that black letters can be read.
var palette = []int{215, 117, 79, 228, 75, 209, 182, 252}

// distinct gives each piece a color of the palette, so that neighbours differ.
// The pieces are colored in smallest-last order (Matula and Beck, 1983): a map
// in the plane always has a region with five neighbours at most, so that six
// colors suffice for pieces in one part each.
func distinct(c *canvas, pieces int) []int {
	neighbours := adjacency(c, pieces)
	colors := slices.Repeat([]int{-1}, pieces)
	uses := make([]int, len(palette))
	for _, i := range smallestLast(neighbours) {
		taken := make([]bool, len(palette))
		for j := range neighbours[i] {
			if colors[j] >= 0 {
				taken[colors[j]] = true
			}
		}
		best := 0
		for k := range palette {
			if taken[best] || !taken[k] && uses[k] < uses[best] {
				best = k // the color used least, where there is a choice
			}
		}
		colors[i] = best
		uses[best]++
	}
	return colors
}

// smallestLast orders the pieces so that each has few neighbours before it: it
// takes away the one with the fewest that are left, again and again, and
// turns that order round.
func smallestLast(neighbours []map[int]bool) []int {
	left := make([]int, len(neighbours)) // neighbours left; negative when taken away
	for i, n := range neighbours {
		left[i] = len(n)
	}
	var order []int
	for range neighbours {
		least := -1
		for i, n := range left {
			if n >= 0 && (least < 0 || n < left[least]) {
				least = i
			}
		}
		order = append(order, least)
		left[least] = -1
		for j := range neighbours[least] {
			if left[j] > 0 {
				left[j]--
			}
		}
	}
	slices.Reverse(order)
	return order
}

// adjacency tells which pieces share a side.
func adjacency(c *canvas, pieces int) []map[int]bool {
	out := make([]map[int]bool, pieces)
	for i := range out {
		out[i] = map[int]bool{}
	}
	meet := func(a, b int) {
		if a != b && a >= 0 && b >= 0 {
			out[a][b], out[b][a] = true, true
		}
	}
	for r := range c.rows {
		for k := range c.columns {
			meet(c.at(r, k), c.at(r, k+1))
			meet(c.at(r, k), c.at(r+1, k))
		}
	}
	return out
}

// paint gives text the background of a piece.
func (c *canvas) paint(piece int, text string) string {
	if c.colors == nil || piece < 0 {
		return text
	}
	return fmt.Sprintf("\x1b[48;5;%dm\x1b[30m%s\x1b[0m", palette[c.colors[piece]], text)
}
