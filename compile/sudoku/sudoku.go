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

import "math/rand/v2"

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
func (g Grid) Clues() int {
	n := 0
	for _, d := range g {
		if d != 0 {
			n++
		}
	}
	return n
}

// Minimal returns a puzzle whose one solution is a complete grid, and that has two or
// more as soon as any clue is left out. The clues are tried in a random order.
//
// One round is enough: a clue that is needed beside others is needed beside fewer.
func Minimal(full Grid, rng *rand.Rand) Grid {
	g := full
	var s solver
	for _, i := range rng.Perm(Cells) {
		digit := g[i]
		g[i] = 0
		if s.otherwise(g, i, digit) {
			g[i] = digit
		}
	}
	return g
}

// Hard draws a grid and some minimal puzzles of it, and returns the one that takes the
// most guesses; of several the one with the fewest clues.
func Hard(rng *rand.Rand, candidates int) Grid {
	full := Random(rng)
	var best Grid
	most := -1
	for range max(candidates, 1) {
		g := Minimal(full, rng)
		guesses := Guesses(g)
		if guesses > most || guesses == most && g.Clues() < best.Clues() {
			best, most = g, guesses
		}
	}
	return best
}
