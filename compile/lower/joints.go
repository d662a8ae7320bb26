package lower

import (
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// forbidsCrossing reports whether pieces could cross, and must not.
func (p *packing) forbidsCrossing() bool {
	return p.pack.Board.Lattice.Ends != nil && !p.pack.Crossing
}

// innerJoints returns the joints at which all the cells that meet are on the
// board: there pieces could cross.
func (p *packing) innerJoints() lattice.Shape {
	if !p.forbidsCrossing() {
		return nil
	}
	var joints []lattice.Cell
	for _, c := range p.grid.Cells {
		for _, end := range p.pack.Board.Lattice.Ends(c) {
			if p.isInner(end) {
				joints = append(joints, p.grid.Reduce(end))
			}
		}
	}
	return lattice.NewShape(joints)
}

func (p *packing) isInner(joint lattice.Cell) bool {
	return !slices.ContainsFunc(p.pack.Board.Lattice.Meet(joint), func(c lattice.Cell) bool { return p.grid.Number(c) < 0 })
}

func (p *packing) declareJoints() {
	p.joints = map[lattice.Cell]matrix.ItemID{}
	for _, joint := range p.innerJoints() {
		p.joints[joint] = p.add(p.pack.Board.Lattice.CellName(joint), true, matrix.Once)
	}
}

// crossings adds the inner joints that a piece runs straight through: those on
// both sides of which it covers a cell. On a wrapped board that may be the same
// cell, and it may run through a joint in both directions.
func (p *packing) crossings(entries []matrix.Entry, cells lattice.Shape) []matrix.Entry {
	covered := map[int32]bool{}
	for _, c := range cells {
		covered[p.grid.Number(c)] = true
	}
	seen := map[lattice.Cell]bool{}
	for _, c := range cells {
		end := p.pack.Board.Lattice.Ends(c)[1]
		beyond := end.Plus(end.Minus(c))
		joint := p.grid.Reduce(end)
		item, inner := p.joints[joint]
		if inner && !seen[joint] && covered[p.grid.Number(beyond)] {
			seen[joint] = true
			entries = append(entries, matrix.Entry{Item: item})
		}
	}
	return entries
}
