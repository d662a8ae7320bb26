package draw

import (
	"math/bits"

	"quadrille/compile/lattice"
)

// joints returns the ends of sticks.
func (p *plan) joints(sticks lattice.Shape) lattice.Shape {
	var joints []lattice.Cell
	for _, c := range sticks {
		for _, end := range p.Lattice.Outline(c) {
			joints = append(joints, jointAt(end))
		}
	}
	return lattice.NewShape(joints)
}

// jointAt returns the joint at an end of a stick.
func jointAt(end lattice.Point) lattice.Cell { return lattice.Cell{end.Y, end.X} }

// meeting are the directions in which lattice.Sticks.Meet lists the sticks at
// a joint.
var meeting = [4]int{up, left, right, down}

// arms returns the directions in which each piece leaves a joint.
func (p *plan) arms(joint lattice.Cell) map[int]int {
	arms := map[int]int{}
	for k, c := range p.Lattice.Meet(joint) {
		if i := p.at(c); i >= 0 {
			arms[i] |= meeting[k]
		}
	}
	return arms
}

// owner returns the piece that goes through a joint, or noPiece if none does,
// or two do. A piece that only ends there has no part in the joint.
func (p *plan) owner(joint lattice.Cell) int {
	owner := noPiece
	for i, arms := range p.arms(joint) {
		switch {
		case bits.OnesCount(uint(arms)) < 2:
		case owner != noPiece:
			return noPiece
		default:
			owner = i
		}
	}
	return owner
}
