package lower

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// jointCrossing is an item for four cells in cyclic order around a joint. At most one piece may cover two
// opposite cells: the first and third, or the second and fourth.
type jointCrossing struct {
	item  matrix.ItemID
	cells [4]matrix.ItemID
}

// declareJoints declares the items of joints at which pieces could cross, unless crossings are allowed.
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

// fourSubsets returns all subsets of four items, each in the given order.
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

// appendCrossings appends the items of the joints that a piece divides. On a wrapped board a cell may meet a
// joint twice, and a piece may pass through a joint in several directions.
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
