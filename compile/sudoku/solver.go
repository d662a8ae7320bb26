package sudoku

import (
	"math/bits"
	"slices"
)

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
	Last    Grid // the completion that was found last
	Guesses int  // how many digits were tried on trust: a measure of how hard a puzzle is
}

// Solve searches for the completions of a grid, until it has found as many as the limit:
// cells with one digit left, and digits with one place left in a unit, are filled; then
// it guesses in a cell with the fewest digits.
func Solve(g Grid, limit int) (found Solved) {
	if s, ok := start(g); ok {
		found.search(&s, limit)
	}
	return found
}

// hasOther reports whether a grid has a completion in which a cell has another digit.
func hasOther(g Grid, cell int, digit uint8) bool {
	var found Solved
	if s, ok := start(g); ok {
		s.may[cell] &^= 1 << digit
		found.search(&s, 1)
	}
	return found.Count > 0
}

// search completes a state in every way, until the limit is reached.
func (f *Solved) search(s *state, limit int) {
	cell, ok := s.deduce()
	switch {
	case !ok:
		return
	case s.filled == Cells:
		f.Count++
		f.Last = s.digits
		return
	}
	for set := s.may[cell]; set != 0 && f.Count < limit; set &= set - 1 {
		f.Guesses++
		next := *s
		next.put(cell, bits.TrailingZeros16(set))
		f.search(&next, limit)
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
