package draw

import (
	"math/bits"
	"slices"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// plan is a picture with what every way of drawing it asks for.
type plan struct {
	Picture
	piece           map[lattice.Cell]int // by cell of the board: the number of the piece on it, or noPiece
	colors          []int                // by piece, numbers of the palette; nil where pieces have none
	least, greatest lattice.Point        // the box around all outlines
}

const (
	offBoard = -2
	noPiece  = -1
)

// newPlan makes the plan of a picture, with colors if they are wanted.
func newPlan(pic Picture, colored bool) *plan {
	p := &plan{Picture: pic, piece: make(map[lattice.Cell]int, len(pic.Board))}
	p.least, p.greatest = p.Lattice.Box(p.Board)
	for _, c := range p.Board {
		p.piece[c] = noPiece
	}
	p.Pieces = slices.Clone(pic.Pieces)
	for i, piece := range p.Pieces {
		p.Pieces[i].Label = source.Printable(piece.Label)
		p.Pieces[i].Cells = piece.Cells.Keep(func(c lattice.Cell) bool { return p.at(c) != offBoard })
		for _, c := range p.Pieces[i].Cells {
			p.piece[c] = i
		}
	}
	p.Marks = map[lattice.Cell]string{}
	for c, mark := range pic.Marks {
		if p.at(c) != offBoard {
			p.Marks[c] = source.Printable(mark)
		}
	}
	if colored && !p.Plain {
		p.colors = distinct(p.adjacency())
	}
	return p
}

// at returns the number of the piece on a cell, noPiece or offBoard.
func (p *plan) at(c lattice.Cell) int {
	if i, ok := p.piece[c]; ok {
		return i
	}
	return offBoard
}

// color returns the color of a piece, or noColor.
func (p *plan) color(piece int) int {
	if piece >= 0 && p.colors != nil {
		return p.colors[piece]
	}
	return noColor
}

// adjacency tells which pieces have neighbouring cells.
func (p *plan) adjacency() []map[int]bool {
	out := make([]map[int]bool, len(p.Pieces))
	for i := range out {
		out[i] = map[int]bool{}
	}
	for c, i := range p.piece {
		for _, next := range p.Lattice.Neighbours(c) {
			if j := p.at(next); i >= 0 && j >= 0 && j != i {
				out[i][j], out[j][i] = true, true
			}
		}
	}
	return out
}

// layers divides cells of cubes into layers, the top one first. On other lattices
// there is one layer.
func (p *plan) layers(cells lattice.Shape) []lattice.Shape {
	out := make([]lattice.Shape, 1)
	for _, c := range cells {
		for p.Lattice == lattice.Cube && len(out) <= int(c[0]-cells[0][0]) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], c)
	}
	return out
}

// legend returns what is written in the cells: the marks, labels, and dots in
// cells with nothing on them. The label of a part, in each layer, goes to those cells
// that are chosen among the ones without a mark, if there are any.
func (p *plan) legend(dot string, choose func(part lattice.Shape) lattice.Shape) map[lattice.Cell]string {
	out := map[lattice.Cell]string{}
	for c, piece := range p.piece {
		if piece == noPiece || p.Plain || p.Checkered {
			out[c] = dot
		}
	}
	for _, piece := range p.Pieces {
		if p.Plain {
			break
		}
		for _, layer := range p.layers(piece.Cells) {
			for _, part := range p.Lattice.Parts(layer) {
				if free := part.Keep(func(c lattice.Cell) bool { return p.Marks[c] == "" }); len(free) > 0 {
					part = free
				}
				for _, c := range choose(part) {
					out[c] = piece.Label
				}
			}
		}
	}
	for c, mark := range p.Marks {
		out[c] = mark
	}
	return out
}

// longest returns the width of the longest label or mark, between two bounds.
func (p *plan) longest(least, most int) int {
	width := least
	for _, piece := range p.Pieces {
		if !p.Plain {
			width = max(width, runewidth.StringWidth(piece.Label))
		}
	}
	for _, mark := range p.Marks {
		width = max(width, runewidth.StringWidth(mark))
	}
	return min(width, most)
}

// side is a side of one cell, or of two.
type side struct {
	from, to lattice.Point
	cells    []lattice.Cell
}

// sides lists the sides of cells that have an area, each once.
func (p *plan) sides(cells lattice.Shape) []*side {
	type ends struct{ from, to lattice.Point }
	var all []*side
	known := map[ends]*side{}
	for _, c := range cells {
		corners := p.Lattice.Outline(c)
		for i, from := range corners {
			to := corners[(i+1)%len(corners)]
			if other := known[ends{to, from}]; other != nil { // it is run through the other way
				other.cells = append(other.cells, c)
				continue
			}
			s := &side{from, to, []lattice.Cell{c}}
			known[ends{from, to}] = s
			all = append(all, s)
		}
	}
	return all
}

// divides reports whether a side is one of the board, or between two pieces, or between
// a piece and an empty cell.
func (p *plan) divides(s *side) bool {
	return len(s.cells) == 1 || p.at(s.cells[0]) != p.at(s.cells[1])
}

// joints returns the ends of sticks.
func (p *plan) joints(sticks lattice.Shape) lattice.Shape {
	var joints []lattice.Cell
	for _, c := range sticks {
		joints = append(joints, p.Lattice.Ends(c)...)
	}
	return lattice.NewShape(joints)
}

// pointOf returns the place of a joint.
func pointOf(joint lattice.Cell) lattice.Point { return lattice.Point{X: joint[1], Y: joint[0]} }

// meeting are the directions in which lattice.Sticks.Meet lists the sticks at
// a joint.
var meeting = [4]int{up, left, right, down}

// owner returns the piece that goes through a joint, and in which directions; or noPiece
// if none does, or two do. A piece that only ends there has no part in the joint.
func (p *plan) owner(joint lattice.Cell) (owner, directions int) {
	arms := map[int]int{}
	for k, c := range p.Lattice.Meet(joint) {
		if i := p.at(c); i >= 0 {
			arms[i] |= meeting[k]
		}
	}
	owner = noPiece
	for i, a := range arms {
		switch {
		case bits.OnesCount(uint(a)) < 2:
		case owner != noPiece:
			return noPiece, 0
		default:
			owner, directions = i, a
		}
	}
	return owner, directions
}
