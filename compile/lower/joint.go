package lower

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// jointCrossing is an item of four cells in order around a joint: of those pieces that cover the
// first and the third, or the second and the fourth, there is one at most.
type jointCrossing struct {
	item  matrix.ItemID
	cells [4]matrix.ItemID
}

// declareJoints makes the items of the joints at which pieces could cross, unless they may.
func (p *packLowering) declareJoints() {
	p.joints = map[lattice.Cell][]jointCrossing{}
	l := p.pack.Board.Lattice
	if l.Ends == nil || p.pack.Crossing {
		return
	}
	var joints []lattice.Cell
	for _, c := range p.grid.Cells {
		for _, end := range l.Ends(c) {
			joints = append(joints, p.grid.Reduce(end))
		}
	}
	for _, joint := range lattice.NewShape(joints) {
		var meet []matrix.ItemID
		around := l.SticksAt(joint)
		for _, c := range around {
			if n := p.grid.Number(c); n >= 0 {
				meet = append(meet, p.cells[n])
			}
		}
		for _, four := range fourSubsets(meet) {
			name := l.CellName(joint)
			if len(around) > len(four) {
				name = fmt.Sprintf("%s,%d", name, len(p.joints[joint]))
			}
			p.joints[joint] = append(p.joints[joint], jointCrossing{p.addItem(name, true, matrix.Once,
				p.pack.Board.Span), four})
		}
	}
}

// fourSubsets returns all four of some items, in their order.
func fourSubsets(items []matrix.ItemID) (out [][4]matrix.ItemID) {
	for d := range items {
		for c := range d {
			for b := range c {
				for a := range b {
					out = append(out, [4]matrix.ItemID{items[a], items[b], items[c], items[d]})
				}
			}
		}
	}
	return out
}

// appendCrossings adds the items of the joints that a piece divides. On a wrapped board a cell may be
// there twice, and a piece may run through a joint in several directions.
func (p *packLowering) appendCrossings(entries, covered []matrix.Entry, cells lattice.Shape) []matrix.Entry {
	p.rounds++
	for _, e := range covered {
		p.holdsItem(e.Item)
	}
	held := func(item matrix.ItemID) bool { return p.items[item].heldIn == p.rounds }
	for _, c := range cells {
		for _, end := range p.pack.Board.Lattice.Ends(c) {
			for _, x := range p.joints[p.grid.Reduce(end)] {
				divides := held(x.cells[0]) && held(x.cells[2]) || held(x.cells[1]) && held(x.cells[3])
				if divides && !p.holdsItem(x.item) {
					entries = append(entries, matrix.Entry{Item: x.item})
				}
			}
		}
	}
	return entries
}
