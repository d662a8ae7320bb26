package sparse_test

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// shapes are the kinds of random problems.
var shapes = map[string]matrixtest.Shape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Options: 12, Nogoods: 6},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

func once(items ...matrix.ItemID) []matrix.Entry {
	var out []matrix.Entry
	for _, i := range items {
		out = append(out, matrix.Entry{Item: i})
	}
	return out
}

func built(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

// cell is a square of a board, as row and column.
type cell [2]int

// pentominoes are the twelve pieces, Y the last.
var pentominoes = []string{
	".XX|XX.|.X.", "XXXXX", "X.|X.|X.|XX", ".X|XX|X.|X.", "XX|XX|X.", "XXX|.X.|.X.",
	"X.X|XXX", "X..|X..|XXX", "X..|XX.|.XX", ".X.|XXX|.X.", "XX.|.X.|.XX", ".X|XX|.X|.X",
}

// orientations returns the up to eight orientations of a piece, each sorted and
// with its first row and column 0.
func orientations(piece string) [][]cell {
	var shape []cell
	row, column := 0, 0
	for _, r := range piece {
		switch r {
		case '|':
			row, column = row+1, -1
		case 'X':
			shape = append(shape, cell{row, column})
		}
		column++
	}
	var out [][]cell
	for k := range 8 {
		for n, c := range shape {
			shape[n] = cell{c[1], -c[0]}
			if k == 4 {
				shape[n] = cell{c[1], c[0]}
			}
		}
		if o := atOrigin(shape); !slices.ContainsFunc(out, func(x []cell) bool { return slices.Equal(x, o) }) {
			out = append(out, o)
		}
	}
	return out
}

func atOrigin(shape []cell) []cell {
	top, left := shape[0][0], shape[0][1]
	for _, c := range shape {
		top, left = min(top, c[0]), min(left, c[1])
	}
	out := slices.Clone(shape)
	for k := range out {
		out[k] = cell{out[k][0] - top, out[k][1] - left}
	}
	slices.SortFunc(out, func(a, b cell) int { return slices.Compare(a[:], b[:]) })
	return out
}

// packing fills a board with pieces, each of them once, or as often as one likes.
// The items are the cells by rows, and behind them the pieces.
func packing(rows, columns int, pieces []string, anyNumber bool) *matrix.Problem {
	b := matrix.NewBuilder()
	for k := range rows * columns {
		b.Primary(fmt.Sprint("c", k), matrix.Once)
	}
	for k, piece := range pieces {
		var item []matrix.ItemID
		if !anyNumber {
			item = append(item, b.Primary(fmt.Sprint("p", k), matrix.Once))
		}
		for _, o := range orientations(piece) {
			place(b, o, item, rows, columns)
		}
	}
	return built(b)
}

// place adds an option for each place of a piece in an orientation.
func place(b *matrix.Builder, shape []cell, item []matrix.ItemID, rows, columns int) {
	for top := range rows {
		for left := range columns {
			items, fits := slices.Clone(item), true
			for _, c := range shape {
				row, column := top+c[0], left+c[1]
				fits = fits && row < rows && column < columns
				items = append(items, matrix.ItemID(row*columns+column))
			}
			if fits {
				b.Option(once(items...)...)
			}
		}
	}
}

// widened is a problem with so many more secondary items, in no option.
func widened(p *matrix.Problem, more int) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(p.Items()) {
		if int(i) < p.Primary() {
			b.Primary(p.Name(i), p.Bound(i))
		} else {
			b.Secondary(p.Name(i))
		}
	}
	for k := range more {
		b.Secondary(fmt.Sprint("more", k))
	}
	for o := range matrix.OptionID(p.Options()) {
		var entries []matrix.Entry
		for _, e := range p.Option(o) {
			if e.Color != matrix.NoColor {
				e.Color = b.Color(p.ColorName(e.Color))
			}
			entries = append(entries, e)
		}
		b.Option(entries...)
	}
	for _, set := range p.Nogoods() {
		b.Forbid(set...)
	}
	return built(b)
}
