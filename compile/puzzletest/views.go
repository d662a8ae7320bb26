package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The parts of a board that a rule names by a place: its lines, what is around the place, and what is seen from it.

// view names a part of a board by a place, whose coordinates may be numbers or indices of a loop.
type view struct {
	text  func(coordinates []string) string
	cells func(from point) []int
}

// views returns the ways to name parts of this board.
func (f *field) views() []view {
	all := []view{f.lineView("row", f.axes-2), f.lineView("column", f.axes-1),
		{func(c []string) string { return "around " + placeOf(c) }, func(from point) []int {
			return f.cellsAt(f.touching(from))
		}}}
	if f.name == "square" {
		all = append(all, f.leapView("king", append(leap(0, 1), leap(1, 1)...)), f.leapView("knight", leap(1, 2)))
	}
	if f.name == "square" || f.name == "hexagon" || f.name == "cube" {
		origin := point{}
		var steps []point
		for _, near := range f.touching(origin) {
			steps = append(steps, near.minus(origin))
		}
		all = append(all, view{func(c []string) string { return "rays " + placeOf(c) }, func(from point) (cells []int) {
			for _, step := range steps {
				cells = append(cells, f.ray(from, step)...)
			}
			return cells
		}})
		for _, step := range []point{steps[0], steps[len(steps)-1], {1, 1}, {1, -2}} {
			all = append(all, view{func(c []string) string { return "ray " + placeOf(c) + " " + f.written(step) },
				func(from point) []int { return f.ray(from, step) }})
		}
	}
	return all
}

func placeOf(coordinates []string) string { return "(" + strings.Join(coordinates, ", ") + ")" }

// lineView names the cells with one coordinate.
func (f *field) lineView(word string, axis int) view {
	return view{func(c []string) string {
		if strings.HasPrefix(c[axis], "-") {
			return word + " (" + c[axis] + ")"
		}
		return word + " " + c[axis]
	}, func(from point) (cells []int) {
		for i, at := range f.at {
			if at[axis] == from[axis] {
				cells = append(cells, i)
			}
		}
		return cells
	}}
}

func (f *field) leapView(word string, moves []point) view {
	return view{func(c []string) string { return "around " + placeOf(c) + " " + word }, func(from point) []int {
		var to []point
		for _, by := range moves {
			to = append(to, from.plus(by))
		}
		return f.cellsAt(to)
	}}
}

// cellsAt returns those of some places that are on the board.
func (f *field) cellsAt(places []point) (cells []int) {
	for _, at := range places {
		if i := f.number(f.middle(at)); i >= 0 {
			cells = append(cells, i)
		}
	}
	return cells
}

// ray returns the cells from a place on, without the place itself, up to the first hole.
func (f *field) ray(from, step point) (cells []int) {
	start := f.number(f.middle(from))
	for at := from.plus(step); ; at = at.plus(step) {
		i := f.number(f.middle(at))
		if i < 0 || i == start {
			return cells
		}
		cells = append(cells, i)
	}
}

// touching returns the places of the lattice beside a place.
func (g *geometry) touching(from point) []point {
	out, known := g.near[from]
	if known {
		return out
	}
	for k := range 11 * 11 * 3 {
		by := point{k/33 - 5, k/3%11 - 5, k%3 - 1}
		if g.axes == 3 {
			by = point{k%3 - 1, k/3%11 - 5, k/33 - 5}
		}
		if to := from.plus(by); to != from && (g.axes == 3 || by[2] == 0) && g.isCell(to) && g.touches([]point{from}, to) {
			out = append(out, to)
		}
	}
	g.near[from] = out
	return out
}

// coordinatesOf returns a place as texts.
func (g *geometry) coordinatesOf(at point) (c []string) {
	for _, v := range at[:g.axes] {
		c = append(c, fmt.Sprint(v))
	}
	return c
}

// seen returns the text of a random view from a random place, which may be a hole or off the board, and its cells in
// reading order, some or none.
func (f *field) seen(r *rand.Rand) (string, []int) {
	v, from := anyOf(r, f.views()...), f.elsewhere(r, f.at[r.IntN(len(f.at))])
	if near := f.touching(from); r.IntN(3) == 0 && len(near) > 0 {
		from = near[r.IntN(len(near))]
	}
	return v.text(f.coordinatesOf(from)), inOrder(v.cells(from))
}

func inOrder(cells []int) []int { return slices.Compact(slices.Sorted(slices.Values(cells))) }

// portion returns the text of a random part of the board, and its cells in reading order: a view, two together, what
// two have in common, or one without a cell. It is nil if there is none.
func (f *field) portion(r *rand.Rand) (string, []int) {
	text, cells := f.seen(r)
	other, others := f.seen(r)
	if len(cells) == 0 || len(others) == 0 {
		return "", nil
	}
	switch isOther := func(i int) bool { return !slices.Contains(others, i) }; {
	case r.IntN(5) == 0:
		return text + " + " + other, inOrder(append(slices.Clone(cells), others...))
	case r.IntN(5) == 0:
		return text + " & " + other, slices.DeleteFunc(slices.Clone(cells), isOther)
	case r.IntN(5) == 0 && len(cells) > 1:
		k := r.IntN(len(cells))
		return text + " - " + f.written(f.at[cells[k]]), slices.Delete(slices.Clone(cells), k, k+1)
	}
	return text, cells
}

// round is a round of a loop over the cells of a board, or over the entries of a table.
type round struct {
	at     point
	number int // of the entry
}

// rounds makes a loop over the cells of the board, which may have no name, or over a table: its text, the names of the
// coordinates in it, its rounds, and the declaration of the table. If numberAt is not nil, it returns what the number n
// of an entry may be, negative for none, and the loop is over the entries with one.
func (f *field) rounds(r *rand.Rand, board, tableName string, numberAt func(at point) int) (text string,
	names []string, all []round, table string) {
	names = []string{"l", "r", "c"}[3-f.axes:]
	keep := func(point) bool { return true }
	where := ""
	if r.IntN(3) == 0 {
		odd := r.IntN(2)
		where = fmt.Sprintf(" where (r + c) %% 2 = %d", odd)
		keep = func(at point) bool { return (at[f.axes-2]+at[f.axes-1]+100)%2 == odd }
	}
	if numberAt == nil && board != "" && (f.axes == 3 || r.IntN(2) == 0) {
		for _, at := range f.at {
			if keep(at) {
				all = append(all, round{at: at})
			}
		}
		return fmt.Sprintf("for %s in %s %s", strings.Join(names, ", "), board, where), names, all, ""
	}
	greatest := greatestOf(f.at)
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
				all = append(all, round{at, number})
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
