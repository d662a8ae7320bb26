package matrixtest

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Cell is a cell of a box by its coordinates: layer, row and column.
type Cell [3]int

// cubeRotations are the rotations of the cube. A rotation that turns a layer over takes flat pieces to their mirror
// images.
var cubeRotations = makeRotations()

// cubeRotation maps each axis to another axis: coordinate k of the image is axisSigns[k] times coordinate imageAxes[k].
type cubeRotation struct{ imageAxes, axisSigns [3]int }

func makeRotations() []cubeRotation {
	var all []cubeRotation
	for _, axis := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for signs := range 8 {
			t := cubeRotation{imageAxes: axis}
			for d := range 3 {
				t.axisSigns[d] = 1 - signs>>d&1*2
			}
			if even := axis[1] == (axis[0]+1)%3; even == (t.axisSigns[0]*t.axisSigns[1]*t.axisSigns[2] == 1) {
				all = append(all, t)
			}
		}
	}
	return all
}

func (t cubeRotation) rotateCell(c Cell) Cell {
	return Cell{t.axisSigns[0] * c[t.imageAxes[0]], t.axisSigns[1] * c[t.imageAxes[1]],
		t.axisSigns[2] * c[t.imageAxes[2]]}
}

// Packing is a box to be filled with pieces.
type Packing struct {
	BoxSize Cell     // numbers of layers, rows and columns
	Pieces  [][]Cell // cells of each piece
	// UnlimitedCopies is set if each piece may be used any number of times. Otherwise each piece is an item, which is
	// covered once.
	UnlimitedCopies bool
	// IsHole, if not nil, reports whether a cell of the box is left empty.
	IsHole func(Cell) bool
	// AcceptsPlacement, if not nil, reports whether a placement of a piece is an option.
	AcceptsPlacement func(piece int, place []Cell) bool
}

// Problem returns the packing as a problem. Its items are the cells by layers and rows, then the
// pieces.
func (k Packing) Problem() *matrix.Problem {
	b := matrix.NewBuilder()
	cells := map[Cell]matrix.ItemID{}
	for at := range k.BoxSize[0] * k.BoxSize[1] * k.BoxSize[2] {
		c := Cell{at / (k.BoxSize[1] * k.BoxSize[2]), at / k.BoxSize[2] % k.BoxSize[1], at % k.BoxSize[2]}
		if k.IsHole == nil || !k.IsHole(c) {
			cells[c] = b.AddPrimary(fmt.Sprint("cell ", c), matrix.Once)
		}
	}
	var items []matrix.ItemID
	if !k.UnlimitedCopies {
		items = addItemFamily(b, "piece ", len(k.Pieces))
	}
	for n, piece := range k.Pieces {
		for _, place := range Placements(piece, k.BoxSize) {
			if k.AcceptsPlacement != nil && !k.AcceptsPlacement(n, place) {
				continue
			}
			var option []matrix.ItemID
			if !k.UnlimitedCopies {
				option = append(option, items[n])
			}
			for _, c := range place {
				if item, is := cells[c]; is {
					option = append(option, item)
				}
			}
			if len(option) == len(place)+min(1, len(items)) {
				b.AddOption(plainEntries(option...)...)
			}
		}
	}
	return mustBuild(b)
}

// Placements returns the sets of cells that a piece can cover in a box. Each set occurs once and is
// sorted.
func Placements(piece []Cell, size Cell) [][]Cell {
	var all [][]Cell
	seen := map[string]bool{}
	for _, t := range cubeRotations {
		for at := range size[0] * size[1] * size[2] {
			shift := Cell{at / (size[1] * size[2]), at / size[2] % size[1], at % size[2]}
			place := placeCells(piece, t, shift, size)
			if key := fmt.Sprint(place); place != nil && !seen[key] {
				seen[key] = true
				all = append(all, place)
			}
		}
	}
	return all
}

// placeCells returns the sorted cells of a piece that is turned and then shifted, or nil if it does
// not fit in the box.
func placeCells(piece []Cell, t cubeRotation, shift, size Cell) []Cell {
	var place []Cell
	zero := t.rotateCell(piece[0])
	for _, c := range piece {
		c = t.rotateCell(c)
		for d := range c {
			c[d] += shift[d] - zero[d]
			if c[d] < 0 || c[d] >= size[d] {
				return nil
			}
		}
		place = append(place, c)
	}
	slices.SortFunc(place, func(a, b Cell) int { return slices.Compare(a[:], b[:]) })
	return place
}

// ParsePieces returns flat pieces from pictures, in which a slash separates two rows.
func ParsePieces(pictures ...string) [][]Cell {
	var pieces [][]Cell
	for _, picture := range pictures {
		var piece []Cell
		for i, row := range strings.Split(picture, "/") {
			for j, c := range row {
				if c == '#' {
					piece = append(piece, Cell{0, i, j})
				}
			}
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

var (
	// Pentominoes are the twelve pieces of five cells, in the order F, I, L, N, P, T, U, V, W, X,
	// Y, Z.
	Pentominoes = ParsePieces(".##/##/.#", "#####", "#/#/#/##", "##/.###", "##/##/#", "###/.#/.#",
		"#.#/###", "#/#/###", "#/##/.##", ".#/###/.#", "####/.#", "##/.#/.##")
	// SomaPieces are the seven pieces of the soma cube, two of which are mirror images.
	SomaPieces = append(ParsePieces("##/#", "###/#", "###/.#", ".##/##"),
		[]Cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}},
		[]Cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 1}},
		[]Cell{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}})
)

// letterX and letterY are the indices of the X and the Y pentomino in Pentominoes.
const letterX, letterY = 9, 10

// PentominoProblem returns the problem of packing the twelve pentominoes into a rectangle. If
// quarter is true, the centre of the X must be in the first quarter.
func PentominoProblem(rows, columns int, quarter bool) *matrix.Problem {
	k := Packing{BoxSize: Cell{1, rows, columns}, Pieces: Pentominoes}
	if quarter {
		k.AcceptsPlacement = func(piece int, place []Cell) bool {
			centre := place[2] // the third cell of a sorted X is its centre
			return piece != letterX || 2*centre[1] < rows && 2*centre[2] < columns
		}
	}
	return k.Problem()
}

// ScottProblem returns the problem of packing the twelve pentominoes into a chessboard without its
// four middle cells.
func ScottProblem() *matrix.Problem {
	middle := func(k int) bool { return k == 3 || k == 4 }
	return Packing{BoxSize: Cell{1, 8, 8}, Pieces: Pentominoes,
		IsHole: func(c Cell) bool { return middle(c[1]) && middle(c[2]) }}.Problem()
}

// YProblem returns the problem of filling a rectangle with Y pentominoes.
func YProblem(rows, columns int) *matrix.Problem {
	return Packing{BoxSize: Cell{1, rows, columns}, Pieces: Pentominoes[letterY : letterY+1],
		UnlimitedCopies: true}.Problem()
}

// SomaProblem returns the problem of the soma cube.
func SomaProblem() *matrix.Problem {
	return Packing{BoxSize: Cell{3, 3, 3}, Pieces: SomaPieces}.Problem()
}

// DominoBoard returns the problem of covering a rectangle with dominoes.
func DominoBoard(rows, columns int) *matrix.Problem {
	return Packing{BoxSize: Cell{1, rows, columns}, Pieces: ParsePieces("##"), UnlimitedCopies: true}.Problem()
}

// LatinProblem returns the problem of the Latin squares of order n. If reduced is true, the first
// row and the first column must be in order.
func LatinProblem(n int, reduced bool) *matrix.Problem {
	b := matrix.NewBuilder()
	place, row, column := addItemFamily(b, "place ", n*n), addItemFamily(b, "row ", n*n),
		addItemFamily(b, "column ", n*n)
	for i := range n {
		for j := range n {
			for k := range n {
				if !reduced || i > 0 && j > 0 || k == i+j {
					b.AddOption(plainEntries(place[i*n+j], row[i*n+k], column[j*n+k])...)
				}
			}
		}
	}
	return mustBuild(b)
}
