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

// mustBuild returns the problem of a builder that was used as it should be.
func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// entriesOf makes an option without colors.
func entriesOf(ids ...matrix.ItemID) []matrix.Entry {
	var option []matrix.Entry
	for _, i := range ids {
		option = append(option, matrix.Entry{Item: i})
	}
	return option
}

// mustDiagram builds a diagram that must be possible.
func mustDiagram(t testing.TB, p *matrix.Problem, o memo.CountOptions) *memo.Diagram {
	t.Helper()
	d, err := memo.BuildDiagram(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sortedOptions returns a copy of a solution with its options in order.
func sortedOptions(s matrix.Solution) []matrix.OptionID {
	c := append([]matrix.OptionID{}, s...)
	slices.Sort(c)
	return c
}

// addFamily declares so many items.
func addFamily(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.AddPrimary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}

// latinProblem is the Latin squares of order n, the reduced ones if asked for, in which
// the first row and the first column are in order.
func latinProblem(n int, reduced bool) *matrix.Problem {
	b := matrix.NewBuilder()
	place, row, column := addFamily(b, "place ", n*n), addFamily(b, "row ", n*n), addFamily(b, "column ", n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				if !reduced || i > 0 && j > 0 || k == i+j {
					b.AddOption(entriesOf(place[i*n+j], row[i*n+k], column[j*n+k])...)
				}
			}
		}
	}
	return mustBuild(b)
}

// boxCell is a place in a box: layer, row and column.
type boxCell [3]int

// cubeRotations are the rotations of the cube, as a permutation of the axes and signs.
// The first 8 take flat pieces to flat pieces.
var cubeRotations = cubeTurns()

type cubeRotation struct{ axis, sign [3]int }

func cubeTurns() []cubeRotation {
	var all []cubeRotation
	for _, axis := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			t := cubeRotation{axis: axis}
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

func (t cubeRotation) rotateCell(c boxCell) boxCell {
	return boxCell{t.sign[0] * c[t.axis[0]], t.sign[1] * c[t.axis[1]], t.sign[2] * c[t.axis[2]]}
}

// packingProblem is a box to be filled with pieces: with each of them once, or with any
// number of them if they are free.
func packingProblem(size boxCell, pieces [][]boxCell, free bool) *matrix.Problem {
	b := matrix.NewBuilder()
	cells := addFamily(b, "cell ", size[0]*size[1]*size[2])
	for n, piece := range pieces {
		var item []matrix.ItemID
		if !free {
			item = addFamily(b, fmt.Sprint("piece ", n, " "), 1)
		}
		for _, place := range placementsOf(piece, size) {
			option := slices.Clone(item)
			for _, at := range place {
				option = append(option, cells[at])
			}
			b.AddOption(entriesOf(option...)...)
		}
	}
	return mustBuild(b)
}

// placementsOf returns the different sets of cells on which a piece can lie.
func placementsOf(piece []boxCell, size boxCell) [][]int {
	var all [][]int
	seen := map[string]bool{}
	for _, t := range cubeRotations {
		for at := range size[0] * size[1] * size[2] {
			shift := boxCell{at / (size[1] * size[2]), at / size[2] % size[1], at % size[2]}
			place := placeCells(piece, t, shift, size)
			if key := fmt.Sprint(place); place != nil && !seen[key] {
				seen[key] = true
				all = append(all, place)
			}
		}
	}
	return all
}

// placeCells returns the cells of a turned piece whose first cell is at a place, in
// order, or nil if it sticks out.
func placeCells(piece []boxCell, t cubeRotation, shift, size boxCell) []int {
	var place []int
	zero := t.rotateCell(piece[0])
	for _, c := range piece {
		c = t.rotateCell(c)
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

// parsePieces reads pieces from pictures of rows between slashes.
func parsePieces(pictures ...string) [][]boxCell {
	var pieces [][]boxCell
	for _, picture := range pictures {
		var piece []boxCell
		for i, row := range strings.Split(picture, "/") {
			for j, c := range row {
				if c == '#' {
					piece = append(piece, boxCell{0, i, j})
				}
			}
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

var (
	domino      = parsePieces("##")
	yPentomino  = parsePieces("####/.#")
	pentominoes = parsePieces(".##/##/.#", "#####", "#/#/#/##", "##/.###", "##/##/#", "###/.#/.#",
		"#.#/###", "#/#/###", "#/##/.##", ".#/###/.#", "####/.#", "##/.#/.##")
)

// somaPieces are the seven pieces of the soma cube, 240 ways of which fill it, turns
// and mirror images of the cube aside; two of them are mirror images.
var somaPieces = append(parsePieces("##/#", "###/#", "###/.#", ".##/##"),
	[]boxCell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
	[]boxCell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 1}},
	[]boxCell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}})

func dominoProblem(rows, columns int) *matrix.Problem {
	return packingProblem(boxCell{1, rows, columns}, domino, true)
}
