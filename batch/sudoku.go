package batch

// This file solves sudokus of 81 cells, very many of them in a short time.
//
// Its input and output are grids. It knows no files, no matrices, and no other sizes. It is a hundred times as fast
// as the general engines, and tests compare its results with theirs.

import (
	"math/bits"
	"slices"
)

// sudokuCells is the number of cells of a grid.
const sudokuCells = 81

// sudokuGrid holds the digits of a sudoku, row by row; 0 stands for a hole.
type sudokuGrid [sudokuCells]uint8

// parseSudoku parses a line of 81 characters, with a dot or a 0 for each hole. It returns false for other text.
func parseSudoku(text []byte) (g sudokuGrid, ok bool) {
	if len(text) != sudokuCells {
		return g, false
	}
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9':
			g[i] = c - '0'
		case c != '.':
			return g, false
		}
	}
	return g, true
}

// String returns a grid as a line of 81 characters, with a dot for each hole.
func (g sudokuGrid) String() string {
	var b [sudokuCells]byte
	for i, d := range g {
		b[i] = ".123456789"[d]
	}
	return string(b[:])
}

// units holds the nine cells of each row, then of each column, then of each box. For each cell, peers holds the twenty
// cells that share a unit with it.
var units, peers = makeUnitsAndPeers()

func makeUnitsAndPeers() (units [27][9]uint8, peers [sudokuCells][]uint8) {
	for i := range uint8(sudokuCells) {
		row, column := i/9, i%9
		units[row][column] = i
		units[9+column][row] = i
		units[18+row/3*3+column/3][row%3*3+column%3] = i
	}
	for _, unit := range units {
		for _, i := range unit {
			for _, j := range unit {
				if i != j && !slices.Contains(peers[i], j) {
					peers[i] = append(peers[i], j)
				}
			}
		}
	}
	return units, peers
}

// allDigits is the set of the digits 1 to 9, with bit d for digit d.
const allDigits = 0x3fe

// gridState is the state of a grid at a search node. It is copied for each guess, so nothing needs to be undone.
type gridState struct {
	possibleDigits [sudokuCells]uint16 // set of possible digits of each cell, as bits; 0 if it is filled
	// filledCount is the number of filled cells.
	filledCount int
	cellDigits  sudokuGrid
}

// newGridState returns the state of a grid, and whether no digit is repeated in a unit.
func newGridState(g sudokuGrid) (s gridState, ok bool) {
	for i := range s.possibleDigits {
		s.possibleDigits[i] = allDigits
	}
	for i, d := range g {
		if d != 0 && !s.putDigit(i, int(d)) {
			return s, false
		}
	}
	return s, true
}

// putDigit puts a digit on a cell. It returns false if the digit is not possible there.
func (s *gridState) putDigit(cell, digit int) bool {
	bit := uint16(1) << digit
	if s.possibleDigits[cell]&bit == 0 {
		return false
	}
	for _, i := range peers[cell] {
		s.possibleDigits[i] &^= bit
	}
	s.possibleDigits[cell] = 0
	s.cellDigits[cell] = uint8(digit)
	s.filledCount++
	return true
}

// sudokuResult is the result of a search for the completions of a grid.
type sudokuResult struct {
	// CompletionCount is the number of completions found.
	CompletionCount int
	FirstCompletion sudokuGrid // first completion found
	GuessCount      int        // number of guessed digits, a measure of difficulty
}

// solveSudokuWithin searches for at most limit completions of a grid. It fills cells that have one possible digit, and
// puts digits on the only possible cell of a unit. When neither is possible, it guesses a digit of a cell with the
// fewest possible digits. It gives up after the given number of guesses; the result ended is then false.
func solveSudokuWithin(g sudokuGrid, limit, guesses int) (found sudokuResult, ended bool) {
	if s, ok := newGridState(g); ok {
		found.searchState(&s, limit, guesses)
	}
	return found, found.GuessCount <= guesses
}

// searchState searches for all completions of a state. It stops at the limit of completions, or when it exceeds the
// number of guesses.
func (f *sudokuResult) searchState(s *gridState, limit, guesses int) {
	cell, ok := s.deduceDigits()
	switch {
	case !ok || f.GuessCount > guesses:
		return
	case s.filledCount == sudokuCells:
		if f.CompletionCount++; f.CompletionCount == 1 {
			f.FirstCompletion = s.cellDigits
		}
		return
	}
	for set := s.possibleDigits[cell]; set != 0 && f.CompletionCount < limit &&
		f.GuessCount <= guesses; set &= set - 1 {
		f.GuessCount++
		next := *s
		next.putDigit(cell, bits.TrailingZeros16(set))
		f.searchState(&next, limit, guesses)
	}
}

// deduceDigits fills all cells that can only be filled in one way. It returns the first remaining cell with the
// fewest possible digits, or false after a contradiction.
func (s *gridState) deduceDigits() (cell int, ok bool) {
	for {
		least := 10
		for i, may := range &s.possibleDigits {
			if s.cellDigits[i] != 0 {
				continue
			}
			if n := bits.OnesCount16(may); n < least {
				if cell, least = i, n; n <= 1 {
					break
				}
			}
		}
		switch least {
		case 0:
			return 0, false
		case 1:
			s.putDigit(cell, bits.TrailingZeros16(s.possibleDigits[cell]))
			continue
		}
		if progress, ok := s.fillHiddenSingles(); !ok || !progress {
			return cell, ok
		}
	}
}

// fillHiddenSingles puts each digit that has a single possible cell in some unit on that cell. The result progress
// tells whether there was such a digit, and ok whether each digit still has a possible cell in each unit.
func (s *gridState) fillHiddenSingles() (progress, ok bool) {
	for u := range &units {
		once, twice, done := uint16(0), uint16(0), uint16(0)
		for _, i := range &units[u] {
			twice |= once & s.possibleDigits[i]
			once |= s.possibleDigits[i]
			done |= 1 << s.cellDigits[i]
		}
		if (once|done)&allDigits != allDigits {
			return false, false
		}
		once &^= twice
		for at := 0; once != 0; at++ {
			cell := int(units[u][at])
			if last := s.possibleDigits[cell] & once; last != 0 {
				s.putDigit(cell, bits.TrailingZeros16(last))
				once &^= last
				progress = true
			}
		}
	}
	return progress, true
}
