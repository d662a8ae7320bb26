package lower

import (
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// A seam is an item that at least one option covers: a line by each piece that lies across it, a corner by each piece
// with two of its four cells, and by each of them that stays empty. No option says that an optional cell is not
// covered, and an option of the core may cover any cell that it names. Then a corner is covered at most three times, by
// the pieces with one of its cells.

// piecesAtCorner is how many pieces may have one cell each at a corner of an optional cell.
const piecesAtCorner = 3

// packSeam is a seam at one of its cells.
type packSeam struct {
	item   matrix.ItemID
	beside int32   // of a line: the number of the cell behind it
	around []int32 // of a corner: the numbers of its cells; nil for a line
	// alone reports whether pieces with one cell at the corner cover it, and not those with two.
	alone bool
}

// declareSeams adds the items of lines and corners.
func (p *packLowering) declareSeams() {
	if len(p.pack.Seams) == 0 {
		return
	}
	p.seams = make([][]packSeam, len(p.grid.Cells))
	p.coveredIn = make([]int, len(p.grid.Cells))
	for _, m := range p.pack.Seams {
		bound := matrix.Bound{Min: 1, Max: unlimited}
		isCorner := m.Step == lattice.Cell{}
		alone := isCorner && (m.Optional || p.puzzle.CoreCoversCells)
		if alone {
			bound = matrix.Bound{Min: 0, Max: piecesAtCorner}
		}
		s := packSeam{item: p.declareItem(m.Name, false, bound, m.Span), alone: alone}
		if isCorner {
			for _, c := range m.Cells {
				s.around = append(s.around, p.grid.Number(c))
			}
		}
		for _, c := range m.Cells {
			s.beside = p.grid.Number(c.Plus(m.Step))
			at := p.grid.Number(c)
			p.seams[at] = append(p.seams[at], s)
		}
	}
}

// appendSeams appends the entries of the seams that a placement covers, by the numbers of its cells.
func (p *packLowering) appendSeams(entries []matrix.Entry, covered []int32, isPiece bool) []matrix.Entry {
	p.rounds++
	for _, c := range covered {
		p.coveredIn[c] = p.rounds
	}
	for _, c := range covered {
		for k := range p.seams[c] {
			if s := &p.seams[c][k]; p.coversSeam(s, isPiece) && !p.holdsItem(s.item) {
				entries = append(entries, matrix.Entry{Item: s.item})
			}
		}
	}
	return entries
}

// coversSeam reports whether the placement of the current round, a piece or an empty cell, covers a seam of its cells.
func (p *packLowering) coversSeam(s *packSeam, isPiece bool) bool {
	if s.around == nil {
		return isPiece && p.coveredIn[s.beside] == p.rounds
	}
	cells := 0
	for _, c := range s.around {
		if p.coveredIn[c] == p.rounds {
			cells++
		}
	}
	switch {
	case s.alone:
		return isPiece && cells == 1
	case isPiece:
		return cells > 1
	}
	return true
}
