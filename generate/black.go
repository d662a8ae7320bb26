package generate

// This file draws the genres whose black cells share no side and leave the white ones connected: heyawake and hitori.

import (
	"math/rand/v2"
	"slices"

	"quadrille/compile/latin"
	"quadrille/convert"
)

// mayBlacken reports whether a white cell may become black: no neighbour is, and the white cells stay connected.
func (b *genreBoard) mayBlacken(black []int, cell int) bool {
	if black[cell] == 1 || slices.ContainsFunc(b.near[cell], func(n int32) bool { return black[n] == 1 }) {
		return false
	}
	return b.isConnected(func(n int) bool { return n != cell && black[n] == 0 })
}

// crossingLine returns the cells of a line of white cells that is in three rooms; nil if there is none.
func (b *genreBoard) crossingLine(black []int, room []int) []int {
	for _, line := range b.lines() {
		var run []int
		borders := 0
		for k, cell := range line {
			if black[cell] == 1 {
				run, borders = nil, 0
				continue
			}
			if len(run) > 0 && room[cell] != room[line[k-1]] {
				borders++
			}
			if run = append(run, cell); borders == 2 {
				return run
			}
		}
	}
	return nil
}

// blackenRooms draws black cells that share no side and leave the white ones connected, so that no line of white cells
// is in three rooms; nil if it finds no way soon.
func (b *genreBoard) blackenRooms(room []int, r *rand.Rand) []int {
	black := make([]int, len(room))
	for tries := 20 * len(room); ; tries-- {
		run := b.crossingLine(black, room)
		if run == nil {
			break
		}
		if tries == 0 {
			return nil
		}
		cell := run[r.IntN(len(run))]
		for _, n := range b.near[cell] { // room is made around it
			black[n] = 0
		}
		if !b.mayBlacken(black, cell) {
			for _, n := range b.cellsAround(cell) {
				black[n] = 0
			}
		}
		black[cell] = boolToInt(b.mayBlacken(black, cell))
	}
	b.blackenAll(black, r)
	return black
}

// blackenAll makes cells black at random until no further cell may be.
func (b *genreBoard) blackenAll(black []int, r *rand.Rand) {
	for _, cell := range r.Perm(len(black)) {
		if b.mayBlacken(black, cell) {
			black[cell] = 1
		}
	}
}

// heyawake is a board with rooms and black cells.
type heyawake struct {
	*genreBoard
	room, black []int // the room of each cell, and 1 for a black cell
	rooms       int   // number of rooms
}

// drawHeyawake draws rooms and black cells. A repair cuts a room in two that differs from another solution, or else
// draws black cells anew where it differs.
func drawHeyawake(b *genreBoard, r *rand.Rand) *genreDraft {
	regions := b.drawRectangles(9, r)
	if regions == nil {
		return nil
	}
	s := heyawake{b, make([]int, b.rows*b.cols), nil, len(regions)}
	for k, cells := range regions {
		for _, cell := range cells {
			s.room[cell] = k
		}
	}
	if s.black = b.blackenRooms(s.room, r); s.black == nil {
		return nil
	}
	d := &genreDraft{}
	write := func() {
		room, numbers := b.roomGrid(s.room), newNumbers(1, s.rooms)
		d.cells, d.clues = s.black, nil
		d.grids = map[string][][]int{"room": room, "number": numbers}
		clear(numbers[0])
		for cell, black := range s.black {
			numbers[0][room[cell/b.cols][cell%b.cols]] += black
		}
		for k := range s.rooms {
			d.clues = append(d.clues, gridEntry{"number", 0, k, convert.NoEntry})
		}
	}
	write()
	var climb hillClimb[heyawake]
	d.repair = func(other []int, r *rand.Rand) bool {
		if s.differs(other) || slices.Equal(other, s.black) {
			return true
		}
		best, other := climb.nextState(s, s.black, other)
		s = heyawake{b, slices.Clone(best.room), slices.Clone(best.black), best.rooms}
		switch {
		case s.cutRoom(s.black, other, r):
		case s.cutRoom(other, s.black, r): // the other solution takes the place of the one that was drawn
			s.black = other
		default:
			s.blackenAgain(other, r)
		}
		write()
		return true
	}
	return d
}

// differs reports whether a room has not as many black cells in another solution.
func (s *heyawake) differs(other []int) bool {
	more := make([]int, s.rooms)
	for cell, name := range s.room {
		more[name] += other[cell] - s.black[cell]
	}
	return slices.ContainsFunc(more, func(n int) bool { return n != 0 })
}

// blackenAgain draws black cells anew around a cell on which another solution differs.
func (s *heyawake) blackenAgain(other []int, r *rand.Rand) {
	off := differingCells(s.black, other)
	for range styleDraws {
		black := slices.Clone(s.black)
		cell := off[r.IntN(len(off))]
		black[cell] = 0
		for _, n := range s.cellsAround(cell) {
			black[n] = 0
		}
		if s.blackenAll(black, r); s.crossingLine(black, s.room) == nil {
			s.black = black
			return
		}
	}
}

// cutRoom cuts a room in two, so that one of them has not as many black cells in another solution as in the given one.
// No line of white cells may then be in three rooms. It returns false if no cut does that.
func (s *heyawake) cutRoom(black, other []int, r *rand.Rand) bool {
	for _, cell := range r.Perm(len(s.room)) {
		for _, axis := range r.Perm(2) {
			cut, difference := slices.Clone(s.room), 0
			for n, name := range s.room {
				isBehind := n/s.cols >= cell/s.cols
				if axis == 1 {
					isBehind = n%s.cols >= cell%s.cols
				}
				if name == s.room[cell] && isBehind {
					cut[n] = s.rooms
					difference += black[n] - other[n]
				}
			}
			if difference != 0 && s.crossingLine(black, cut) == nil {
				s.room = cut
				s.rooms++
				return true
			}
		}
	}
	return false
}

// drawHitori draws black cells until no further cell may be black, and numbers that differ on the white cells of each
// line. A black cell has a number that its line has already. A repair changes the numbers of black cells.
func drawHitori(b *genreBoard, r *rand.Rand) *genreDraft {
	if b.rows != b.cols {
		return nil
	}
	square := latin.RandomSquare(b.rows, r)
	d := &genreDraft{grids: map[string][][]int{"clue": square.Cells}, cells: make([]int, b.rows*b.cols)}
	b.blackenAll(d.cells, r)
	number := func(cell int) *int { return &square.Cells[cell/b.cols][cell%b.cols] }
	lines := b.lines()
	copyNumber := func(cell int, isWhite func(int) bool) {
		var from []int
		for _, n := range slices.Concat(lines[cell/b.cols], lines[b.rows+cell%b.cols]) {
			if n != cell && isWhite(n) {
				from = append(from, n)
			}
		}
		*number(cell) = *number(from[r.IntN(len(from))])
	}
	for cell, black := range d.cells {
		if black == 1 {
			copyNumber(cell, func(n int) bool { return d.cells[n] == 0 })
		}
	}
	var known [][]int
	isSolution := func(other []int) bool {
		for _, line := range lines {
			seen := map[int]bool{}
			for _, cell := range line {
				if v := *number(cell); other[cell] == 0 && seen[v] {
					return false
				} else if other[cell] == 0 {
					seen[v] = true
				}
			}
		}
		return true
	}
	d.repair = func(other []int, r *rand.Rand) bool {
		known = append(known, other)
		return breakOthers(known, isSolution, func(other []int) bool {
			// as no further cell may be black, a black cell is white in the other solution
			var white []int
			for cell, black := range d.cells {
				if black == 1 && other[cell] == 0 {
					white = append(white, cell)
				}
			}
			copyNumber(white[r.IntN(len(white))], func(n int) bool { return other[n] == 0 })
			return true
		})
	}
	return d
}
