package sudoku

import "math"

// Solve searches with as many guesses as it takes.
func Solve(g Grid, limit int) SolveResult {
	found, _ := SolveWithin(g, limit, math.MaxInt)
	return found
}
