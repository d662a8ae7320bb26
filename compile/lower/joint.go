package lower

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// jointCrossing is an item for four sticks in cyclic order around a joint. At most one piece may cover two opposite
// sticks: the first and the third, or the second and the fourth. So pieces cannot cross there.
type jointCrossing struct {
	crossingItem matrix.ItemID
	stickItems   [4]matrix.ItemID
}

// declareJointCrossings declares the items of the joints at which pieces could cross, unless the rules allow that.
func (p *packLowering) declareJointCrossings() {
	p.crossingsOfJoint = map[lattice.Cell][]jointCrossing{}
	l := p.packing.Board.Lattice
	if l.StickEnds == nil || p.packing.AllowsStickCrossing {
		return
	}
	var joints []lattice.Cell
	for _, c := range p.grid.Cells {
		for _, end := range l.StickEnds(c) {
			joints = append(joints, p.grid.ReduceCell(end))
		}
	}
	for _, joint := range lattice.NewShape(joints) {
		var meet []matrix.ItemID
		around := l.SticksAtJoint(joint)
		for _, c := range around {
			if n := p.grid.CellNumber(c); n >= 0 {
				meet = append(meet, p.cellItems[n])
			}
		}
		for _, four := range fourItemSubsets(meet) {
			name := l.CellName(joint)
			if len(around) > len(four) {
				name = fmt.Sprintf("%s,%d", name, len(p.crossingsOfJoint[joint]))
			}
			p.crossingsOfJoint[joint] = append(p.crossingsOfJoint[joint],
				jointCrossing{p.addItem(name, true, matrix.Once,
					p.packing.Board.Span), four})
		}
	}
}

// fourItemSubsets returns all subsets of four items, with the items in their given order.
func fourItemSubsets(items []matrix.ItemID) (out [][4]matrix.ItemID) {
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
	p.currentHolderNumber++
	for _, e := range covered {
		p.recordHeldItem(e.Item)
	}
	held := func(item matrix.ItemID) bool { return p.itemInfos[item].lastHolderNumber == p.currentHolderNumber }
	for _, c := range cells {
		for _, end := range p.packing.Board.Lattice.StickEnds(c) {
			for _, x := range p.crossingsOfJoint[p.grid.ReduceCell(end)] {
				divides := held(x.stickItems[0]) && held(x.stickItems[2]) ||
					held(x.stickItems[1]) && held(x.stickItems[3])
				if divides && !p.recordHeldItem(x.crossingItem) {
					entries = append(entries, matrix.Entry{Item: x.crossingItem})
				}
			}
		}
	}
	return entries
}
