package quadrille

import (
	"fmt"
	"math/rand/v2"

	"quadrille/compile/latin"
	"quadrille/compile/sudoku"
)

// MaxLatin is the largest order of a Latin square that has a text.
const MaxLatin = latin.MaxOrder

// MakeLatin draws a Latin square of order n at random and makes holes in it. So the result,
// the text of a partial square, can be completed. Balanced holes are equally many in each row
// and column, and much harder to fill.
func MakeLatin(n, holes int, balanced bool, r *rand.Rand) (string, error) {
	switch {
	case n < 1 || n > MaxLatin:
		return "", fmt.Errorf("a Latin square has an order from 1 to %d", MaxLatin)
	case holes < 0 || holes > n*n:
		return "", fmt.Errorf("a square of %d by %d has from 0 to %d holes", n, n, n*n)
	}
	square := latin.Random(n, r)
	if balanced {
		return latin.Balanced(square, holes, r).String(), nil
	}
	return latin.Holes(square, holes, r).String(), nil
}

// sudokuCandidates are drawn for each sudoku that is kept.
const sudokuCandidates = 10

// MakeSudoku draws a sudoku with one solution, of which no clue can be left out: the
// hardest of several. It is a line of 81 characters, row by row.
func MakeSudoku(r *rand.Rand) string { return fmt.Sprint(sudoku.Hard(r, sudokuCandidates)) }

// Conjugate is a partial Latin square in which rows, columns and values have exchanged their
// roles. The name says how: rcv is the square itself.
type Conjugate struct{ Name, Text string }

// Conjugates returns the six conjugates of the partial Latin square of a text.
func Conjugates(name string, text []byte) (all []Conjugate, err error) {
	square, err := latin.Read(name, string(text))
	if err != nil {
		return nil, err
	}
	for _, c := range latin.Conjugates() {
		all = append(all, Conjugate{string(c), square.Conjugate(c).String()})
	}
	return all, nil
}
