package generate

// This file draws boards of heyawake and hitori. In both genres black cells share no side and white cells are
// connected.

import (
	"math/rand/v2"
	"slices"

	"quadrille/compile/latin"
	"quadrille/convert"
)

// canBlackenCell reports whether a white cell may become black: none of its neighbours is black, and the other white
// cells stay connected.
func (b *genreBoard) canBlackenCell(black []int, cell int) bool {
	if black[cell] == 1 || slices.ContainsFunc(b.neighboursOfCell[cell], func(n int32) bool { return black[n] == 1 }) {
		return false
	}
	return b.areCellsConnected(func(n int) bool { return n != cell && black[n] == 0 })
}

// lineAcrossThreeRooms returns the cells of a straight run of white cells that lies in three rooms; nil if there is
// none.
func (b *genreBoard) lineAcrossThreeRooms(black []int, room []int) []int {
	for _, line := range b.rowsThenColumns() {
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

// drawBlackCellsByRooms draws black cells that share no side and leave the white cells connected, so that no straight
// run of white cells lies in three rooms. It returns nil if all its attempts fail.
func (b *genreBoard) drawBlackCellsByRooms(room []int, r *rand.Rand) []int {
	black := make([]int, len(room))
	for tries := 20 * len(room); ; tries-- {
		run := b.lineAcrossThreeRooms(black, room)
		if run == nil {
			break
		}
		if tries == 0 {
			return nil
		}
		cell := run[r.IntN(len(run))]
		for _, n := range b.neighboursOfCell[cell] { // neighbours of the cell become white
			black[n] = 0
		}
		if !b.canBlackenCell(black, cell) {
			for _, n := range b.cellsAround(cell) {
				black[n] = 0
			}
		}
		black[cell] = boolToInt(b.canBlackenCell(black, cell))
	}
	b.blackenUntilFull(black, r)
	return black
}

// blackenUntilFull makes cells black at random until no further cell may be.
func (b *genreBoard) blackenUntilFull(black []int, r *rand.Rand) {
	for _, cell := range r.Perm(len(black)) {
		if b.canBlackenCell(black, cell) {
			black[cell] = 1
		}
	}
}

// heyawakeDraft is an unfinished heyawake: a board with its rooms and black cells.
type heyawakeDraft struct {
	*genreBoard
	roomOfCell, isBlack []int // for each cell: the index of its room, and 1 if it is black or else 0
	roomCount           int   // number of rooms
}

// drawHeyawake draws rooms and black cells. A repair splits a room that has a different number of black cells in the
// other solution, or draws black cells again where the solutions differ.
func drawHeyawake(b *genreBoard, r *rand.Rand) *genreDraft {
	regions := b.drawRectangles(9, r)
	if regions == nil {
		return nil
	}
	s := heyawakeDraft{b, make([]int, b.rows*b.cols), nil, len(regions)}
	for k, cells := range regions {
		for _, cell := range cells {
			s.roomOfCell[cell] = k
		}
	}
	if s.isBlack = b.drawBlackCellsByRooms(s.roomOfCell, r); s.isBlack == nil {
		return nil
	}
	d := &genreDraft{}
	write := func() {
		room, numbers := b.roomNumberGrid(s.roomOfCell), newNumberGrid(1, s.roomCount)
		d.solutionCells, d.removableEntries = s.isBlack, nil
		d.numberGrids = map[string][][]int{"room": room, "number": numbers}
		clear(numbers[0])
		for cell, black := range s.isBlack {
			numbers[0][room[cell/b.cols][cell%b.cols]] += black
		}
		for k := range s.roomCount {
			d.removableEntries = append(d.removableEntries, gridEntry{"number", 0, k, convert.NoEntry})
		}
	}
	write()
	var climb hillClimb[heyawakeDraft]
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		if s.hasOtherRoomCount(other) || slices.Equal(other, s.isBlack) {
			return true
		}
		best, other := climb.nextStateToRepair(s, s.isBlack, other)
		s = heyawakeDraft{b, slices.Clone(best.roomOfCell), slices.Clone(best.isBlack), best.roomCount}
		switch {
		case s.cutRoom(s.isBlack, other, r):
		case s.cutRoom(other, s.isBlack, r): // the other solution becomes the drawn one
			s.isBlack = other
		default:
			s.redrawBlackCells(other, r)
		}
		write()
		return true
	}
	return d
}

// hasOtherRoomCount reports whether the other solution has a different number of black cells in some room.
func (s *heyawakeDraft) hasOtherRoomCount(other []int) bool {
	more := make([]int, s.roomCount)
	for cell, name := range s.roomOfCell {
		more[name] += other[cell] - s.isBlack[cell]
	}
	return slices.ContainsFunc(more, func(n int) bool { return n != 0 })
}

// redrawBlackCells draws black cells again around a cell on which the other solution differs from the drawn one.
func (s *heyawakeDraft) redrawBlackCells(other []int, r *rand.Rand) {
	off := differingCells(s.isBlack, other)
	for range styleDraws {
		black := slices.Clone(s.isBlack)
		cell := off[r.IntN(len(off))]
		black[cell] = 0
		for _, n := range s.cellsAround(cell) {
			black[n] = 0
		}
		if s.blackenUntilFull(black, r); s.lineAcrossThreeRooms(black, s.roomOfCell) == nil {
			s.isBlack = black
			return
		}
	}
}

// cutRoom splits a room in two, so that the two given sets of black cells, of the drawn solution and of another one,
// differ in their number of cells in one part. No straight run of white cells may then lie in three rooms. It returns
// false if no split does that.
func (s *heyawakeDraft) cutRoom(black, other []int, r *rand.Rand) bool {
	for _, cell := range r.Perm(len(s.roomOfCell)) {
		for _, axis := range r.Perm(2) {
			cut, difference := slices.Clone(s.roomOfCell), 0
			for n, name := range s.roomOfCell {
				isBehind := n/s.cols >= cell/s.cols
				if axis == 1 {
					isBehind = n%s.cols >= cell%s.cols
				}
				if name == s.roomOfCell[cell] && isBehind {
					cut[n] = s.roomCount
					difference += black[n] - other[n]
				}
			}
			if difference != 0 && s.lineAcrossThreeRooms(black, cut) == nil {
				s.roomOfCell = cut
				s.roomCount++
				return true
			}
		}
	}
	return false
}

// drawHitori draws black cells until no other cell can be black, and numbers that differ on the white cells of each
// line. A black cell has a number that occurs on a white cell of its line. A repair changes numbers of black cells.
func drawHitori(b *genreBoard, r *rand.Rand) *genreDraft {
	if b.rows != b.cols {
		return nil
	}
	square := latin.RandomSquare(b.rows, r)
	d := &genreDraft{numberGrids: map[string][][]int{"clue": square.Cells}, solutionCells: make([]int, b.rows*b.cols)}
	b.blackenUntilFull(d.solutionCells, r)
	number := func(cell int) *int { return &square.Cells[cell/b.cols][cell%b.cols] }
	lines := b.rowsThenColumns()
	copyNumber := func(cell int, isWhite func(int) bool) {
		var from []int
		for _, n := range slices.Concat(lines[cell/b.cols], lines[b.rows+cell%b.cols]) {
			if n != cell && isWhite(n) {
				from = append(from, n)
			}
		}
		*number(cell) = *number(from[r.IntN(len(from))])
	}
	for cell, black := range d.solutionCells {
		if black == 1 {
			copyNumber(cell, func(n int) bool { return d.solutionCells[n] == 0 })
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
	d.repairDraft = func(other []int, r *rand.Rand) bool {
		known = append(known, other)
		return breakOtherSolutions(known, isSolution, func(other []int) bool {
			// since no other cell can be black, some black cell is white in the other solution
			var white []int
			for cell, black := range d.solutionCells {
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
