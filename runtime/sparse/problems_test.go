package sparse_test

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// problemShapes are the kinds of random problems.
var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Options: 12, Nogoods: 6},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

func entriesOf(items ...matrix.ItemID) []matrix.Entry {
	var out []matrix.Entry
	for _, i := range items {
		out = append(out, matrix.Entry{Item: i})
	}
	return out
}

func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

// boardCell is a square of a board, as row and column.
type boardCell [2]int

// pentominoes are the twelve pieces, Y the last.
var pentominoes = []string{
	".XX|XX.|.X.", "XXXXX", "X.|X.|X.|XX", ".X|XX|X.|X.", "XX|XX|X.", "XXX|.X.|.X.",
	"X.X|XXX", "X..|X..|XXX", "X..|XX.|.XX", ".X.|XXX|.X.", "XX.|.X.|.XX", ".X|XX|.X|.X",
}

// pieceOrientations returns the up to eight orientations of a piece, each sorted and
// with its first row and column 0.
func pieceOrientations(piece string) [][]boardCell {
	var shape []boardCell
	row, column := 0, 0
	for _, r := range piece {
		switch r {
		case '|':
			row, column = row+1, -1
		case 'X':
			shape = append(shape, boardCell{row, column})
		}
		column++
	}
	var out [][]boardCell
	for k := range 8 {
		for n, c := range shape {
			shape[n] = boardCell{c[1], -c[0]}
			if k == 4 {
				shape[n] = boardCell{c[1], c[0]}
			}
		}
		if o := moveToOrigin(shape); !slices.ContainsFunc(out, func(x []boardCell) bool { return slices.Equal(x, o) }) {
			out = append(out, o)
		}
	}
	return out
}

func moveToOrigin(shape []boardCell) []boardCell {
	top, left := shape[0][0], shape[0][1]
	for _, c := range shape {
		top, left = min(top, c[0]), min(left, c[1])
	}
	out := slices.Clone(shape)
	for k := range out {
		out[k] = boardCell{out[k][0] - top, out[k][1] - left}
	}
	slices.SortFunc(out, func(a, b boardCell) int { return slices.Compare(a[:], b[:]) })
	return out
}

// packingProblem fills a board with pieces, each of them once, or as often as one likes.
// The items are the cells by rows, and behind them the pieces.
func packingProblem(rows, columns int, pieces []string, anyNumber bool) *matrix.Problem {
	b := matrix.NewBuilder()
	for k := range rows * columns {
		b.AddPrimary(fmt.Sprint("c", k), matrix.Once)
	}
	for k, piece := range pieces {
		var item []matrix.ItemID
		if !anyNumber {
			item = append(item, b.AddPrimary(fmt.Sprint("p", k), matrix.Once))
		}
		for _, o := range pieceOrientations(piece) {
			addPlacements(b, o, item, rows, columns)
		}
	}
	return mustBuild(b)
}

// addPlacements adds an option for each place of a piece in an orientation.
func addPlacements(b *matrix.Builder, shape []boardCell, item []matrix.ItemID, rows, columns int) {
	for top := range rows {
		for left := range columns {
			items, fits := slices.Clone(item), true
			for _, c := range shape {
				row, column := top+c[0], left+c[1]
				fits = fits && row < rows && column < columns
				items = append(items, matrix.ItemID(row*columns+column))
			}
			if fits {
				b.AddOption(entriesOf(items...)...)
			}
		}
	}
}

// withMoreItems is a problem with so many more secondary items, in no option.
func withMoreItems(p *matrix.Problem, more int) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(p.ItemCount()) {
		if int(i) < p.PrimaryCount() {
			b.AddPrimary(p.Name(i), p.Bound(i))
		} else {
			b.AddSecondary(p.Name(i))
		}
	}
	for k := range more {
		b.AddSecondary(fmt.Sprint("more", k))
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		var entries []matrix.Entry
		for _, e := range p.Option(o) {
			if e.Color != matrix.NoColor {
				e.Color = b.AddColor(p.ColorName(e.Color))
			}
			entries = append(entries, e)
		}
		b.AddOption(entries...)
	}
	for _, set := range p.Nogoods() {
		b.AddNogood(set...)
	}
	return mustBuild(b)
}
