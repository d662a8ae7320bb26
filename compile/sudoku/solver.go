package sudoku

import "math/bits"

// unit is a row, a column or a box: nine cells with nine digits.
type unit [9]uint8

// units are the rows, then the columns, then the boxes.
var units = makeUnits()

func makeUnits() (all [27]unit) {
	for i := range Cells {
		row, column := i/9, i%9
		box := row/3*3 + column/3
		all[row][column] = uint8(i)
		all[9+column][row] = uint8(i)
		all[18+box][row%3*3+column%3] = uint8(i)
	}
	return all
}

// peers are the twenty cells that share a unit with a cell.
var peers = makePeers()

func makePeers() (all [Cells][20]uint8) {
	for i := range Cells {
		n := 0
		for j := range Cells {
			inBox := i/27 == j/27 && i%9/3 == j%9/3
			if i != j && (i/9 == j/9 || i%9 == j%9 || inBox) {
				all[i][n] = uint8(j)
				n++
			}
		}
	}
	return all
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

// solver searches for completions: cells with one digit left, and digits with one
// place left in a unit, are filled; then it guesses in a cell with the fewest digits.
type solver struct {
	guesses int
	limit   int // of solutions
	found   int
	last    Grid // the solution that was found last
}

// start returns the state of a grid, and whether its clues agree.
func start(g Grid) (s state, ok bool) {
	for i := range s.may {
		s.may[i] = every
	}
	for i, d := range g {
		if d != 0 && !s.put(uint8(i), int(d)) {
			return s, false
		}
	}
	return s, true
}

// put fills a cell, if it may have the digit.
func (s *state) put(cell uint8, digit int) bool {
	bit := uint16(1) << digit
	if s.may[cell]&bit == 0 {
		return false
	}
	s.may[cell] = 0
	s.digits[cell] = uint8(digit)
	s.filled++
	for _, p := range &peers[cell] {
		s.may[p] &^= bit
	}
	return true
}

// Count counts the completions of a grid, up to a limit.
func Count(g Grid, limit int) int {
	s := solver{limit: limit}
	s.run(g)
	return s.found
}

// Solve returns a completion of a grid, and whether there is one.
func Solve(g Grid) (Grid, bool) {
	s := solver{limit: 1}
	s.run(g)
	return s.last, s.found > 0
}

// Guesses returns how many digits the solver tries on trust, until it knows that a
// solution is the only one: a measure of how hard a puzzle is. It stops at a second one.
func Guesses(g Grid) int {
	s := solver{limit: 2}
	s.run(g)
	return s.guesses
}

func (s *solver) run(g Grid) {
	if at, ok := start(g); ok && s.limit != 0 {
		s.search(&at)
	}
}

// otherwise reports whether a grid has a completion in which a cell has another digit.
func (s *solver) otherwise(g Grid, cell int, digit uint8) bool {
	*s = solver{limit: 1}
	at, ok := start(g)
	if !ok {
		return false
	}
	at.may[cell] &^= 1 << digit
	s.search(&at)
	return s.found > 0
}

// search completes a state in every way, and reports whether to go on.
func (s *solver) search(at *state) bool {
	cell, ok := at.deduce()
	switch {
	case !ok:
		return true
	case at.filled == Cells:
		s.found++
		s.last = at.digits
		return s.found != s.limit
	}
	for set := at.may[cell]; set != 0; set &= set - 1 {
		s.guesses++
		next := *at
		next.put(cell, bits.TrailingZeros16(set))
		if !s.search(&next) {
			return false
		}
	}
	return true
}

// deduce fills what can be filled in one way only, until nothing is left of that
// kind. It returns a cell with the fewest digits, and whether no contradiction has
// come up.
func (s *state) deduce() (cell uint8, ok bool) {
	for {
		cell, least := s.tightest()
		switch {
		case least == 0:
			return 0, false
		case least == 1:
			s.put(cell, bits.TrailingZeros16(s.may[cell]))
			continue
		}
		progress, ok := s.lastPlaces()
		if !ok || !progress {
			return cell, ok
		}
	}
}

// tightest returns the first open cell with the fewest digits, and how many those
// are; 10 if no cell is open.
func (s *state) tightest() (cell uint8, least int) {
	least = 10
	for i := range uint8(Cells) {
		if s.digits[i] != 0 {
			continue
		}
		if n := bits.OnesCount16(s.may[i]); n < least {
			if cell, least = i, n; n <= 1 {
				break
			}
		}
	}
	return cell, least
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
		for left := once &^ twice; left != 0; left &= left - 1 {
			digit := bits.TrailingZeros16(left)
			if !s.putIn(&units[u], digit) {
				return false, false
			}
			progress = true
		}
	}
	return progress, true
}

// putIn fills the cell of a unit that may have a digit; it may have gone by now.
func (s *state) putIn(u *unit, digit int) bool {
	for _, i := range u {
		if s.may[i]>>digit&1 != 0 {
			return s.put(i, digit)
		}
	}
	return false
}
