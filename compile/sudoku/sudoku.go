// Package sudoku draws sudokus at random: complete grids, and puzzles of which no
// clue can be left out.
//
// Its input is a source of random numbers, its output grids of 81 cells. It has a
// solver of its own, for the many small questions that are asked in the making. It
// knows nothing of files, of matrices, or of squares of other sizes.
//
// The number of complete grids is due to B. Felgenhauer and F. Jarvis, Mathematics of
// sudoku I, Mathematical Spectrum 39 (2006), 15-22; puzzles are made minimal by
// leaving out one clue after the other, as is usual.
package sudoku

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
)

// Cells is the number of cells of a grid.
const Cells = 81

// Grid has the digits of a sudoku, row by row; 0 stands for a hole.
type Grid [Cells]uint8

// String writes a grid in one line of 81 characters, with a dot for each hole.
func (g Grid) String() string {
	var b [Cells]byte
	for i, d := range g {
		b[i] = ".123456789"[d]
	}
	return string(b[:])
}

// Clues counts the cells that are filled.
func (g Grid) Clues() int { return Cells - bytes.Count(g[:], []byte{0}) }

// Hard draws a grid and some minimal puzzles of it, and returns the one that takes the
// most guesses until a second solution is ruled out; of several the one with the fewest clues.
func Hard(rng *rand.Rand, candidates int) Grid {
	full := Random(rng)
	var best Grid
	most := -1
	for range max(candidates, 1) {
		g := Minimal(full, rng)
		guesses := Solve(g, 2).Guesses
		if guesses > most || guesses == most && g.Clues() < best.Clues() {
			best, most = g, guesses
		}
	}
	return best
}

// Minimal returns a puzzle whose one solution is a complete grid, and that has two or
// more as soon as any clue is left out. The clues are tried in a random order.
//
// One round is enough: a clue that is needed beside others is needed beside fewer.
func Minimal(full Grid, rng *rand.Rand) Grid {
	g := full
	for _, i := range rng.Perm(Cells) {
		g[i] = 0
		if hasOther(g, i, full[i]) {
			g[i] = full[i]
		}
	}
	return g
}

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
	for weight = 1; ok; {
		cell := 0
		if cell, ok = s.deduce(); ok && s.filled == Cells {
			return s.digits, weight
		}
		if ok {
			set := s.may[cell]
			weight *= float64(bits.OnesCount16(set))
			for range rng.IntN(bits.OnesCount16(set)) {
				set &= set - 1
			}
			s.put(cell, bits.TrailingZeros16(set))
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
