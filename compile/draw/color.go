package draw

import "fmt"

// palette holds background colors of the 256 of a terminal that people with
// any kind of colour vision can tell apart: the colours of Okabe and Ito (Color
// Universal Design, 2008), lightened so that black letters can be read.
var palette = []int{215, 117, 79, 228, 75, 209, 182, 252}

// distinct gives each piece a color of the palette, so that neighbours differ
// wherever eight colors are enough for a greedy choice.
func distinct(c *canvas, pieces int) []int {
	neighbours := adjacency(c, pieces)
	colors := make([]int, pieces)
	for i := range colors {
		uses := make([]int, len(palette))
		for j := range i {
			if neighbours[i][j] {
				uses[colors[j]] += pieces
			}
			uses[colors[j]]++ // spread the colors where there is a choice
		}
		for k, n := range uses {
			if n < uses[colors[i]] {
				colors[i] = k
			}
		}
	}
	return colors
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
