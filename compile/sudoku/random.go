package sudoku

import (
	"math/bits"
	"math/rand/v2"
)

// walks is how many completions are drawn for each grid.
const walks = 48

// Random draws a complete grid. The three boxes on the diagonal are drawn at will, and a
// walk from guess to guess completes them, with a chance that is known: the product of
// the chances of its guesses. Of several walks one is taken, with weights that make up
// for it, so that all grids are about equally likely. At last digits, bands, stacks and
// the lines inside them change places at random; grids that differ by such a change are
// equally likely without any "about".
//
// Source: D. B. Rubin, sampling/importance resampling, Journal of the American
// Statistical Association 82 (1987), 543-546.
func Random(rng *rand.Rand) Grid {
	var kept Grid
	sum := 0.0
	for n := 0; n < walks || sum == 0; n++ {
		g, weight := walk(rng)
		if sum += weight; weight > 0 && rng.Float64()*sum < weight {
			kept = g
		}
	}
	return shuffled(kept, rng)
}

// walk draws a grid, or comes to a dead end with no weight. The weight is one by the
// chance of the walk, but for a factor that all have.
func walk(rng *rand.Rand) (g Grid, weight float64) {
	s, ok := start(diagonal(rng))
	weight = 1
	for ok {
		var cell uint8
		if cell, ok = s.deduce(); ok && s.filled == Cells {
			return s.digits, weight
		}
		if ok {
			weight *= float64(bits.OnesCount16(s.may[cell]))
			s.put(cell, draw(s.may[cell], rng))
		}
	}
	return g, 0
}

// diagonal draws the three boxes that share no line.
func diagonal(rng *rand.Rand) (g Grid) {
	for box := range 3 {
		for k, d := range rng.Perm(9) {
			g[(3*box+k/3)*9+3*box+k%3] = uint8(d + 1)
		}
	}
	return g
}

// draw returns an element of a set that is not empty.
func draw(set uint16, rng *rand.Rand) int {
	for range rng.IntN(bits.OnesCount16(set)) {
		set &= set - 1
	}
	return bits.TrailingZeros16(set)
}

// shuffled returns a grid with its digits, rows and columns exchanged, so that it
// stays a sudoku.
func shuffled(g Grid, rng *rand.Rand) Grid {
	var out Grid
	digits, rows, columns := rng.Perm(9), lines(rng), lines(rng)
	turned := rng.IntN(2) == 1
	for i, d := range g {
		row, column := rows[i/9], columns[i%9]
		if turned {
			row, column = column, row
		}
		out[9*row+column] = uint8(digits[d-1] + 1)
	}
	return out
}

// lines returns a permutation of nine lines that keeps threes together.
func lines(rng *rand.Rand) (to [9]int) {
	for band, place := range rng.Perm(3) {
		for k, inside := range rng.Perm(3) {
			to[3*band+k] = 3*place + inside
		}
	}
	return to
}
