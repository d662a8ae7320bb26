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
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Cells is the number of cells of a grid.
const Cells = 81

// Grid has the digits of a sudoku, row by row; 0 stands for a hole.
type Grid [Cells]uint8

// Parse reads what String writes, with a dot or a 0 for each hole, and reports whether the
// text is such a line.
func Parse(text []byte) (g Grid, ok bool) {
	if len(text) != Cells {
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

// units are the rows, then the columns, then the boxes: nine cells with nine digits.
// peers are the twenty cells that share a unit with a cell.
var units, peers = layOut()

func layOut() (units [27][9]uint8, peers [Cells][]uint8) {
	for i := range uint8(Cells) {
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

// every has a bit for each digit, 1 to 9.
const every = 0x3fe

// state is what is left at a node of the search. A node is copied for each guess, so
// that nothing is undone.
type state struct {
	may    [Cells]uint16 // the digits that a cell may have; 0 if it is filled
	filled int
	digits Grid
}

// start returns the state of a grid, and whether its clues agree.
func start(g Grid) (s state, ok bool) {
	for i := range s.may {
		s.may[i] = every
	}
	for i, d := range g {
		if d != 0 && !s.put(i, int(d)) {
			return s, false
		}
	}
	return s, true
}

// put fills a cell, if it may have the digit.
func (s *state) put(cell, digit int) bool {
	bit := uint16(1) << digit
	if s.may[cell]&bit == 0 {
		return false
	}
	for _, i := range peers[cell] {
		s.may[i] &^= bit
	}
	s.may[cell] = 0
	s.digits[cell] = uint8(digit)
	s.filled++
	return true
}

// Solved is what a search for the completions of a grid has found.
type Solved struct {
	Count   int
	First   Grid // the completion that was found first
	Guesses int  // how many digits were tried on trust: a measure of how hard a puzzle is
}

// Solve searches for the completions of a grid, until it has found as many as the limit:
// cells with one digit left, and digits with one place left in a unit, are filled; then
// it guesses in a cell with the fewest digits.
func Solve(g Grid, limit int) Solved {
	found, _ := SolveWithin(g, limit, math.MaxInt)
	return found
}

// SolveWithin does the same, and gives up where it would take more guesses. It reports
// whether it has come to the end.
func SolveWithin(g Grid, limit, guesses int) (found Solved, ended bool) {
	if s, ok := start(g); ok {
		found.search(&s, limit, guesses)
	}
	return found, found.Guesses <= guesses
}

// hasOther reports whether a grid has a completion in which a cell has another digit.
func hasOther(g Grid, cell int, digit uint8) bool {
	var found Solved
	if s, ok := start(g); ok {
		s.may[cell] &^= 1 << digit
		found.search(&s, 1, math.MaxInt)
	}
	return found.Count > 0
}

// search completes a state in every way, until the limit is reached, or one guess too many.
func (f *Solved) search(s *state, limit, guesses int) {
	cell, ok := s.deduce()
	switch {
	case !ok || f.Guesses > guesses:
		return
	case s.filled == Cells:
		if f.Count++; f.Count == 1 {
			f.First = s.digits
		}
		return
	}
	for set := s.may[cell]; set != 0 && f.Count < limit && f.Guesses <= guesses; set &= set - 1 {
		f.Guesses++
		next := *s
		next.put(cell, bits.TrailingZeros16(set))
		f.search(&next, limit, guesses)
	}
}

// deduce fills what can be filled in one way only, until nothing is left of that
// kind. It returns the first cell with the fewest digits, and whether no contradiction
// has come up.
func (s *state) deduce() (cell int, ok bool) {
	for {
		least := 10
		for i, may := range &s.may {
			if s.digits[i] != 0 {
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
			s.put(cell, bits.TrailingZeros16(s.may[cell]))
			continue
		}
		if progress, ok := s.lastPlaces(); !ok || !progress {
			return cell, ok
		}
	}
}

// lastPlaces fills the digits that have one place left in some unit. It reports
// whether there are any, and whether each digit still has a place in each unit.
func (s *state) lastPlaces() (progress, ok bool) {
	for u := range &units {
		once, twice, done := uint16(0), uint16(0), uint16(0)
		for _, i := range &units[u] {
			twice |= once & s.may[i]
			once |= s.may[i]
			done |= 1 << s.digits[i]
		}
		if (once|done)&every != every {
			return false, false
		}
		once &^= twice
		for at := 0; once != 0; at++ {
			cell := int(units[u][at])
			if last := s.may[cell] & once; last != 0 {
				s.put(cell, bits.TrailingZeros16(last))
				once &^= last
				progress = true
			}
		}
	}
	return progress, true
}
