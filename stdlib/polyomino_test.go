package stdlib_test

import (
	"cmp"
	"slices"
	"strings"
)

// This file finds all free polyominoes of a size, and their symmetry classes,
// from the definitions alone. It shares no code with the compiler, so that the
// modules and the compiler can each be tested without the other.

// cell is a place on the square lattice: row, then column.
type cell struct{ row, column int }

// polyomino is a set of cells, sorted, with least row and least column 0.
// Translates are equal as slices; rotated and reflected copies are not.
type polyomino []cell

// normal moves the cells to the origin and sorts them.
func normal(cells []cell) polyomino {
	top, left := cells[0].row, cells[0].column
	for _, c := range cells {
		top, left = min(top, c.row), min(left, c.column)
	}
	p := make(polyomino, len(cells))
	for i, c := range cells {
		p[i] = cell{c.row - top, c.column - left}
	}
	slices.SortFunc(p, func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	return p
}

// motion is a symmetry of the square lattice that fixes the origin.
type motion func(cell) cell

func quarterTurn(c cell) cell { return cell{c.column, -c.row} }
func halfTurn(c cell) cell    { return cell{-c.row, -c.column} }

// motions are the eight symmetries of the square: four rotations, then the
// reflections in the axes and in the diagonals.
var motions = []motion{
	func(c cell) cell { return c },
	quarterTurn,
	halfTurn,
	func(c cell) cell { return cell{-c.column, c.row} },
	func(c cell) cell { return cell{-c.row, c.column} },
	func(c cell) cell { return cell{c.row, -c.column} },
	func(c cell) cell { return cell{c.column, c.row} },
	func(c cell) cell { return cell{-c.column, -c.row} },
}

func (p polyomino) moved(m motion) polyomino {
	cells := make([]cell, len(p))
	for i, c := range p {
		cells[i] = m(c)
	}
	return normal(cells)
}

// orientations returns the images of p under the eight motions. There are
// eight of them always, equal ones included.
func (p polyomino) orientations() []polyomino {
	var all []polyomino
	for _, m := range motions {
		all = append(all, p.moved(m))
	}
	return all
}

// box returns the number of rows and of columns.
func (p polyomino) box() (rows, columns int) {
	for _, c := range p {
		rows, columns = max(rows, c.row+1), max(columns, c.column+1)
	}
	return rows, columns
}

// picture draws p as a puzzle file does, without indentation.
func (p polyomino) picture() string {
	height, width := p.box()
	rows := slices.Repeat([]string{strings.Repeat(".", width)}, height)
	for _, c := range p {
		rows[c.row] = rows[c.row][:c.column] + "#" + rows[c.row][c.column+1:]
	}
	return strings.Join(rows, "\n")
}

// fromPicture reads the cells that picture draws.
func fromPicture(rows []string) polyomino {
	var cells []cell
	for r, row := range rows {
		for c, mark := range row {
			if mark == '#' {
				cells = append(cells, cell{r, c})
			}
		}
	}
	return normal(cells)
}

// canonical returns a text that two polyominoes share just when they are the
// same free polyomino: the least of the pictures of its orientations.
func (p polyomino) canonical() string {
	var pictures []string
	for _, o := range p.orientations() {
		pictures = append(pictures, o.picture())
	}
	return slices.Min(pictures)
}

// freePolyominoes returns one orientation of every free polyomino of a size,
// by its canonical text. Taking a leaf of a spanning tree away leaves a
// polyomino connected, so each one grows from one that is a cell smaller.
func freePolyominoes(size int) map[string]polyomino {
	if size == 1 {
		one := polyomino{{0, 0}}
		return map[string]polyomino{one.canonical(): one}
	}
	all := map[string]polyomino{}
	for _, smaller := range freePolyominoes(size - 1) {
		for _, p := range smaller.grown() {
			all[p.canonical()] = p
		}
	}
	return all
}

// grown returns p with one more cell, in every way.
func (p polyomino) grown() []polyomino {
	var all []polyomino
	for _, c := range p {
		for _, next := range []cell{{c.row - 1, c.column}, {c.row + 1, c.column}, {c.row, c.column - 1}, {c.row, c.column + 1}} {
			if !slices.Contains(p, next) {
				all = append(all, normal(append(slices.Clone(p), next)))
			}
		}
	}
	return all
}

// stabilizer tells the subgroups of the symmetries of the square apart, up to
// conjugation and up to the kind of reflection, which the classes do not name.
type stabilizer struct {
	order             int
	quarter, halfTurn bool
}

var classes = map[stabilizer]string{
	{8, true, true}:   "full",
	{4, true, true}:   "swastika",
	{4, false, true}:  "double-reflection",
	{2, false, true}:  "half-turn",
	{2, false, false}: "reflection",
	{1, false, false}: "none",
}

// class returns the symmetry class of p, from the motions that leave it as it
// is.
func (p polyomino) class() string {
	s := stabilizer{quarter: p.fixedBy(quarterTurn), halfTurn: p.fixedBy(halfTurn)}
	for _, m := range motions {
		if p.fixedBy(m) {
			s.order++
		}
	}
	return classes[s]
}

func (p polyomino) fixedBy(m motion) bool { return slices.Equal(p, p.moved(m)) }
