package dense

import (
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
)

// trominoProblem is the problem to fill n by m cells with straight and bent trominoes,
// of which each of a number of pieces is used once.
func trominoProblem(t *testing.T, n, m int) *rankedProblem {
	b := matrix.NewBuilder()
	cells := make([]matrix.ItemID, n*m)
	for at := range cells {
		cells[at] = b.AddPrimary(fmt.Sprintf("%d,%d", at/m, at%m), matrix.Once)
	}
	shapes := [][3][2]int{{{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {2, 0}}, {{0, 0}, {0, 1}, {1, 0}},
		{{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 0}, {1, 1}}, {{0, 1}, {1, 0}, {1, 1}}}
	for k := range n * m / 3 {
		piece := b.AddPrimary(fmt.Sprint("piece", k), matrix.Once)
		for _, s := range shapes {
			for at := range cells {
				option := []matrix.Entry{{Item: piece}}
				for _, c := range s {
					if x, y := at/m+c[0], at%m+c[1]; x < n && y < m {
						option = append(option, matrix.Entry{Item: cells[x*m+y]})
					}
				}
				if len(option) == 4 {
					b.AddOption(option...)
				}
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	in, err := newRankedProblem(p, SearchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// From the options alone it can be seen which items are pieces, which cells are
// next to each other, and along which side the short lines run.
func TestShape(t *testing.T) {
	const n, m = 4, 9
	in := trominoProblem(t, n, m)
	s := newBoardShape(in)
	if len(s.pieces) != n*m/3 || slices.Min(s.pieces) != n*m {
		t.Errorf("the pieces are %v", s.pieces)
	}
	for at := range int32(n * m) {
		var want []int32
		for _, next := range []int32{at - m, at - 1, at + 1, at + m} {
			if next >= 0 && next < n*m && (next/m == at/m || next%m == at%m) {
				want = append(want, next)
			}
		}
		if !slices.Equal(s.cellNeighbours[at], want) {
			t.Errorf("next to cell %d are %v, not %v", at, s.cellNeighbours[at], want)
		}
	}
	sequence := make([]int32, len(s.placeInSequence))
	for i, k := range s.placeInSequence {
		sequence[k] = int32(i)
	}
	if got := s.frontierWidth(sequence[:n*m], maskBits); got > n || got != s.frontierSize {
		t.Errorf("the frontier has %d cells, on a board that is %d wide", got, n)
	}
	if !s.isBoardLike() {
		t.Error("this is a board")
	}
}
