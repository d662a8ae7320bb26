package memo_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// built returns the problem of a builder that was used as it should be.
func built(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// entries makes an option without colors.
func entries(ids ...matrix.ItemID) []matrix.Entry {
	var option []matrix.Entry
	for _, i := range ids {
		option = append(option, matrix.Entry{Item: i})
	}
	return option
}

// diagram builds a diagram that must be possible.
func diagram(t testing.TB, p *matrix.Problem, o memo.Options) *memo.Diagram {
	t.Helper()
	d, err := memo.Build(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sorted returns a copy of a solution with its options in order.
func sorted(s matrix.Solution) []matrix.OptionID {
	c := append([]matrix.OptionID{}, s...)
	slices.Sort(c)
	return c
}

// family declares so many items.
func family(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.Primary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}

// latin is the Latin squares of order n, the reduced ones if asked for, in which
// the first row and the first column are in order.
func latin(n int, reduced bool) *matrix.Problem {
	b := matrix.NewBuilder()
	place, row, column := family(b, "place ", n*n), family(b, "row ", n*n), family(b, "column ", n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				if !reduced || i > 0 && j > 0 || k == i+j {
					b.Option(entries(place[i*n+j], row[i*n+k], column[j*n+k])...)
				}
			}
		}
	}
	return built(b)
}

// cell is a place in a box: layer, row and column.
type cell [3]int

// turns are the rotations of the cube, as a permutation of the axes and signs.
// The first 8 take flat pieces to flat pieces.
var turns = cubeTurns()

type turn struct{ axis, sign [3]int }

func cubeTurns() []turn {
	var all []turn
	for _, axis := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			t := turn{axis: axis}
			for d := range 3 {
				t.sign[d] = 1 - signs>>d&1*2
			}
			if even := axis[1] == (axis[0]+1)%3; even == (t.sign[0]*t.sign[1]*t.sign[2] == 1) {
				all = append(all, t)
			}
		}
	}
	return all
}

func (t turn) of(c cell) cell {
	return cell{t.sign[0] * c[t.axis[0]], t.sign[1] * c[t.axis[1]], t.sign[2] * c[t.axis[2]]}
}

// pack is a box to be filled with pieces: with each of them once, or with any
// number of them if they are free.
func pack(size cell, pieces [][]cell, free bool) *matrix.Problem {
	b := matrix.NewBuilder()
	cells := family(b, "cell ", size[0]*size[1]*size[2])
	for n, piece := range pieces {
		var item []matrix.ItemID
		if !free {
			item = family(b, fmt.Sprint("piece ", n, " "), 1)
		}
		for _, place := range placements(piece, size) {
			option := slices.Clone(item)
			for _, at := range place {
				option = append(option, cells[at])
			}
			b.Option(entries(option...)...)
		}
	}
	return built(b)
}

// placements returns the different sets of cells on which a piece can lie.
func placements(piece []cell, size cell) [][]int {
	var all [][]int
	seen := map[string]bool{}
	for _, t := range turns {
		for at := range size[0] * size[1] * size[2] {
			shift := cell{at / (size[1] * size[2]), at / size[2] % size[1], at % size[2]}
			place := placed(piece, t, shift, size)
			if key := fmt.Sprint(place); place != nil && !seen[key] {
				seen[key] = true
				all = append(all, place)
			}
		}
	}
	return all
}

// placed returns the cells of a turned piece whose first cell is at a place, in
// order, or nil if it sticks out.
func placed(piece []cell, t turn, shift, size cell) []int {
	var place []int
	zero := t.of(piece[0])
	for _, c := range piece {
		c = t.of(c)
		for d := range c {
			c[d] += shift[d] - zero[d]
			if c[d] < 0 || c[d] >= size[d] {
				return nil
			}
		}
		place = append(place, (c[0]*size[1]+c[1])*size[2]+c[2])
	}
	slices.Sort(place)
	return place
}

// drawn reads pieces from pictures of rows between slashes.
func drawn(pictures ...string) [][]cell {
	var pieces [][]cell
	for _, picture := range pictures {
		var piece []cell
		for i, row := range strings.Split(picture, "/") {
			for j, c := range row {
				if c == '#' {
					piece = append(piece, cell{0, i, j})
				}
			}
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

var (
	domino      = drawn("##")
	yPentomino  = drawn("####/.#")
	pentominoes = drawn(".##/##/.#", "#####", "#/#/#/##", "##/.###", "##/##/#", "###/.#/.#",
		"#.#/###", "#/#/###", "#/##/.##", ".#/###/.#", "####/.#", "##/.#/.##")
)

// soma are the seven pieces of the soma cube, 240 ways of which fill it, turns
// and mirror images of the cube aside; two of them are mirror images.
var soma = append(drawn("##/#", "###/#", "###/.#", ".##/##"),
	[]cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
	[]cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 1}},
	[]cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}})

func dominoes(rows, columns int) *matrix.Problem { return pack(cell{1, rows, columns}, domino, true) }
