package lower

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// jointCrossing is an item for four sticks in cyclic order around a joint. At most one piece may cover two opposite
// ones: the first and the third, or the second and the fourth. So pieces cannot cross there.
type jointCrossing struct {
	item  matrix.ItemID
	cells [4]matrix.ItemID
}

// declareJoints declares the items of the joints at which pieces could cross, unless the rules allow that.
func (p *packLowering) declareJoints() {
	p.joints = map[lattice.Cell][]jointCrossing{}
	l := p.pack.Board.Lattice
	if l.Ends == nil || p.pack.CrossingAllowed {
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
				meet = append(meet, p.cellItems[n])
			}
		}
		for _, four := range subsetsOfFour(meet) {
			name := l.CellName(joint)
			if len(around) > len(four) {
				name = fmt.Sprintf("%s,%d", name, len(p.joints[joint]))
			}
			p.joints[joint] = append(p.joints[joint], jointCrossing{p.addItem(name, true, matrix.Once,
				p.pack.Board.Span), four})
		}
	}
}

// subsetsOfFour returns all subsets of four items, with the items in their given order.
func subsetsOfFour(items []matrix.ItemID) (out [][4]matrix.ItemID) {
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

// appendCrossings appends the items of the joints at which a piece separates other sticks. If edges are joined, a stick
// may meet a joint at both ends, and a piece may pass through a joint in several directions.
func (p *packLowering) appendCrossings(entries, covered []matrix.Entry, cells lattice.Shape) []matrix.Entry {
	p.roundNumber++
	for _, e := range covered {
		p.markHeld(e.Item)
	}
	held := func(item matrix.ItemID) bool { return p.items[item].lastRound == p.roundNumber }
	for _, c := range cells {
		for _, end := range p.pack.Board.Lattice.Ends(c) {
			for _, x := range p.joints[p.grid.Reduce(end)] {
				divides := held(x.cells[0]) && held(x.cells[2]) || held(x.cells[1]) && held(x.cells[3])
				if divides && !p.markHeld(x.item) {
					entries = append(entries, matrix.Entry{Item: x.item})
				}
			}
		}
	}
	return entries
}
