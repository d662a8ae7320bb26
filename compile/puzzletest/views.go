package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// This file has the parts of a board that a rule names by a place: lines, the cells around the place, and the cells
// that are seen from it.

// boardView is a part of a board that is named by a place. The coordinates of the place may be numbers or indices of a
// loop.
type boardView struct {
	viewTextFrom  func(coordinates []string) string
	cellsSeenFrom func(from point) []int
}

// boardViews returns the views that this board has.
func (f *latticeBoard) boardViews() []boardView {
	all := []boardView{f.viewOfLine("row", f.axisCount-2), f.viewOfLine("column", f.axisCount-1),
		{func(c []string) string { return "around " + coordinatesText(c) }, func(from point) []int {
			return f.cellNumbersAt(f.touchingPlaces(from))
		}}}
	if f.name == "square" {
		all = append(all, f.viewOfLeaps("king", append(movesInAllDirections(0, 1), movesInAllDirections(1, 1)...)),
			f.viewOfLeaps("knight", movesInAllDirections(1, 2)))
	}
	if f.name == "square" || f.name == "hexagon" || f.name == "cube" {
		origin := point{}
		var steps []point
		for _, near := range f.touchingPlaces(origin) {
			steps = append(steps, near.minusPoint(origin))
		}
		all = append(all, boardView{func(c []string) string { return "rays " + coordinatesText(c) },
			func(from point) (cells []int) {
				for _, step := range steps {
					cells = append(cells, f.rayFrom(from, step)...)
				}
				return cells
			}})
		for _, step := range []point{steps[0], steps[len(steps)-1], {1, 1}, {1, -2}} {
			all = append(all, boardView{func(c []string) string {
				return "ray " + coordinatesText(c) + " " +
					f.coordinatesAsText(step)
			},
				func(from point) []int { return f.rayFrom(from, step) }})
		}
	}
	return all
}

func coordinatesText(coordinates []string) string { return "(" + strings.Join(coordinates, ", ") + ")" }

// viewOfLine returns the view of all cells that have the same coordinate along an axis.
func (f *latticeBoard) viewOfLine(word string, axis int) boardView {
	return boardView{func(c []string) string {
		if strings.HasPrefix(c[axis], "-") {
			return word + " (" + c[axis] + ")"
		}
		return word + " " + c[axis]
	}, func(from point) (cells []int) {
		for i, at := range f.cellCoordinates {
			if at[axis] == from[axis] {
				cells = append(cells, i)
			}
		}
		return cells
	}}
}

func (f *latticeBoard) viewOfLeaps(word string, moves []point) boardView {
	return boardView{func(c []string) string { return "around " + coordinatesText(c) + " " + word },
		func(from point) []int {
			var to []point
			for _, by := range moves {
				to = append(to, from.plusPoint(by))
			}
			return f.cellNumbersAt(to)
		}}
}

// cellNumbersAt returns the indices of the cells at some places. It skips places that are not on the board.
func (f *latticeBoard) cellNumbersAt(places []point) (cells []int) {
	for _, at := range places {
		if i := f.numberAtMiddle(f.cellMiddle(at)); i >= 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// rayFrom returns the cells beyond a place in the direction of a step, up to the first hole.
func (f *latticeBoard) rayFrom(from, step point) (cells []int) {
	start := f.numberAtMiddle(f.cellMiddle(from))
	for at := from.plusPoint(step); ; at = at.plusPoint(step) {
		i := f.numberAtMiddle(f.cellMiddle(at))
		if i < 0 || i == start {
			return cells
		}
		cells = append(cells, i)
	}
}

// touchingPlaces returns the places of the lattice beside a place.
func (g *geometry) touchingPlaces(from point) []point {
	out, known := g.neighbourPlaces[from]
	if known {
		return out
	}
	for k := range 11 * 11 * 3 {
		by := point{k/33 - 5, k/3%11 - 5, k%3 - 1}
		if g.axisCount == 3 {
			by = point{k%3 - 1, k/3%11 - 5, k/33 - 5}
		}
		if to := from.plusPoint(by); to != from && (g.axisCount == 3 || by[2] == 0) && g.isCell(to) &&
			g.touchesShape([]point{from}, to) {
			out = append(out, to)
		}
	}
	g.neighbourPlaces[from] = out
	return out
}

// coordinatesOf returns the coordinates of a place as texts.
func (g *geometry) coordinatesOf(at point) (c []string) {
	for _, v := range at[:g.axisCount] {
		c = append(c, fmt.Sprint(v))
	}
	return c
}

// randomView returns the text of a random view from a random place, and its cells in reading order. The place may be a
// hole or off the board, and the view may have no cells.
func (f *latticeBoard) randomView(r *rand.Rand) (string, []int) {
	v, from := randomValueOf(r, f.boardViews()...), f.randomEqualPlace(r,
		f.cellCoordinates[r.IntN(len(f.cellCoordinates))])
	if near := f.touchingPlaces(from); r.IntN(3) == 0 && len(near) > 0 {
		from = near[r.IntN(len(near))]
	}
	return v.viewTextFrom(f.coordinatesOf(from)), sortedUnique(v.cellsSeenFrom(from))
}

func sortedUnique(cells []int) []int { return slices.Compact(slices.Sorted(slices.Values(cells))) }

// randomBoardPart returns the text of a random part of the board, and its cells in reading order. The part is a view,
// two views together, the common cells of two views, or a view without one cell. The list is nil if it has no cells.
func (f *latticeBoard) randomBoardPart(r *rand.Rand) (string, []int) {
	text, cells := f.randomView(r)
	other, others := f.randomView(r)
	if len(cells) == 0 || len(others) == 0 {
		return "", nil
	}
	switch isOther := func(i int) bool { return !slices.Contains(others, i) }; {
	case r.IntN(5) == 0:
		return text + " + " + other, sortedUnique(append(slices.Clone(cells), others...))
	case r.IntN(5) == 0:
		return text + " & " + other, slices.DeleteFunc(slices.Clone(cells), isOther)
	case r.IntN(5) == 0 && len(cells) > 1:
		k := r.IntN(len(cells))
		return text + " - " + f.coordinatesAsText(f.cellCoordinates[cells[k]]), slices.Delete(slices.Clone(cells), k,
			k+1)
	}
	return text, cells
}

// loopRound is one round of a `for` loop in a rule, over the cells of a board or over the entries of a table.
type loopRound struct {
	place      point
	entryValue int // value of the entry of the table in this round
}

// randomLoop makes a loop over the cells of the board, or over a table. It returns the text of the loop, the names of
// the coordinates in it, the rounds, and the declaration of the table. If numberAt is not nil, the loop is over a
// table, and numberAt returns the number in the table at a place; a negative number stands for no number.
func (f *latticeBoard) randomLoop(r *rand.Rand, board, tableName string, numberAt func(at point) int) (text string,
	names []string, all []loopRound, table string) {
	names = []string{"l", "r", "c"}[3-f.axisCount:]
	keep := func(point) bool { return true }
	where := ""
	if r.IntN(3) == 0 {
		odd := r.IntN(2)
		where = fmt.Sprintf(" where (r + c) %% 2 = %d", odd)
		keep = func(at point) bool { return (at[f.axisCount-2]+at[f.axisCount-1]+100)%2 == odd }
	}
	if numberAt == nil && board != "" && (f.axisCount == 3 || r.IntN(2) == 0) {
		for _, at := range f.cellCoordinates {
			if keep(at) {
				all = append(all, loopRound{place: at})
			}
		}
		return fmt.Sprintf("for %s in %s %s", strings.Join(names, ", "), board, where), names, all, ""
	}
	greatest := greatestCorner(f.cellCoordinates)
	var b strings.Builder
	for row := range greatest[0] + 1 {
		for column := range greatest[1] + 1 {
			at, mark, isEntry := point{row, column}, ".", r.IntN(2) == 0
			number := -1
			if isEntry && f.isCell(at) {
				mark = "#"
				if numberAt != nil && r.IntN(4) > 0 {
					number = numberAt(at)
				} else if numberAt == nil {
					number = r.IntN(3) - 1
				}
				if number >= 0 {
					mark = fmt.Sprint(number)
				}
			}
			b.WriteString(" " + mark)
			if mark != "." && keep(at) && (numberAt == nil || number >= 0) {
				all = append(all, loopRound{at, number})
			}
		}
		b.WriteString("\n")
	}
	bound := strings.Join(names, ", ")
	if numberAt != nil {
		bound += ", n"
	}
	return fmt.Sprintf("for %s in %s%s", bound, tableName, where), names, all,
		fmt.Sprintf("table %s = \"\"\"\n%s\"\"\"\n", tableName, &b)
}
