package render

// A plan of assembly is an order in which the pieces of a packing in space can be put together: in each step a piece,
// or a group that earlier steps have joined, moves in a straight line along an axis without collision.
//
// Its input is shapes of cubes, balls or prisms, its output is steps. It knows nothing of puzzles, of boxes around
// pieces, or of gravity: the pieces float in free space. Cubes move along the six directions of the axes. Balls move
// along all rotation axes of their lattice: towards the twelve balls that a ball touches, and towards the six faces and
// the eight corners of the cubes that have balls at their corners and at the centres of their faces. Prisms move along
// the rotation axes of their lattice: up and down, and in the plane of a layer in twelve directions.
//
// The algorithm takes the pieces apart and reverses the order. A piece that moves along an axis to infinity is blocked
// by the pieces with which it would collide: those that have a cube ahead of one of its cubes on the same line, or a
// ball ahead of one of its balls on a line nearer than a diameter. The directional blocking graph of a direction has an
// arc from each piece to those that block it (Wilson and Latombe, "Geometric reasoning about mechanical assembly",
// Artificial Intelligence 71, 1994). A group can leave if no arc leads out of it. So a leaving piece takes along all
// pieces that can be reached from it, and the smallest such group is a strongly connected component with no arc out of
// it.
//
// No choice of a group that leaves is ever wrong. A group that can leave a set of pieces can also leave any part of
// that set. So pieces that can be taken apart completely can still be taken apart after any step, and pieces that no
// move separates stay together through all steps. The final parts are therefore the same in whatever order groups
// leave. A stuck group is proven to be stuck: no part of it can leave the rest along an axis in one straight move. It
// may still come apart by several short moves, by rotations, or along other lines.

import (
	"errors"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// Assembly is an order of assembly.
type Assembly struct {
	// AssemblySteps holds the steps in the order of assembly. Each step joins two groups of pieces, so without stuck
	// groups there is one step less than pieces.
	AssemblySteps []AssemblyStep `json:"steps"`
	// StuckGroups lists groups of at least two pieces that no move separates, by the indices of the pieces. Each group
	// counts as one piece in the steps.
	StuckGroups [][]int `json:"stuck,omitempty"`

	lattice *lattice.Lattice
}

// AssemblyStep moves a group of joined pieces to another group, and joins them.
type AssemblyStep struct {
	// MovingPieces holds the indices of the pieces that move, and JoinedPieces the indices of the pieces that stay;
	// both are ascending.
	MovingPieces []int `json:"pieces"`
	JoinedPieces []int `json:"to"`
	// ApproachSide is the side from which the moving pieces come, given as the shortest shift of the lattice towards
	// that side. The pieces move in the opposite direction.
	ApproachSide lattice.Cell `json:"from"`
	// MoveDistance is how far the pieces move, in shortest shifts of the lattice. It is 0 if they come from outside,
	// from any distance.
	MoveDistance int `json:"distance,omitempty"`
}

// MaxPieces is the largest number of pieces for which a plan can be made.
const MaxPieces = 1000

// The errors of newAssembly.
var (
	ErrNotSolid = errors.New("only pieces made of cubes, balls or prisms are put together")
	ErrTooMany  = errors.New("an order of assembly is sought for 1000 pieces at most")
	ErrOverlap  = errors.New("two pieces have a cell in common")
)

// newAssembly returns the plan for pieces of cubes, balls or prisms. No two pieces may have a cell in common.
func newAssembly(l *lattice.Lattice, pieces []lattice.Shape) (Assembly, error) {
	switch {
	case !l.IsSolid():
		return Assembly{}, ErrNotSolid
	case len(pieces) > MaxPieces:
		return Assembly{}, ErrTooMany
	}
	owner := map[lattice.Cell]int{}
	for i, piece := range pieces {
		for _, c := range piece {
			if _, taken := owner[c]; taken {
				return Assembly{}, ErrOverlap
			}
			owner[c] = i
		}
	}
	m := movesOnLattice(l)
	d := disassembly{possibleMoves: m, blockingBySide: m.blockingGraphs(owner, len(pieces)),
		assemblyPlan: Assembly{lattice: l}}
	all := matrix.NewBitSet(len(pieces))
	all.Fill(len(pieces))
	d.splitPieces(all)
	slices.Reverse(d.assemblyPlan.AssemblySteps)
	slices.SortFunc(d.assemblyPlan.StuckGroups, slices.Compare)
	return d.assemblyPlan, nil
}

// disassembly is the state of the computation of a plan, which finds the last step first.
type disassembly struct {
	possibleMoves  pieceMoves
	blockingBySide []blockingGraph // blocking graph for each side
	assemblyPlan   Assembly
}

// splitPieces splits a set of pieces until no move separates the pieces of any part. Each separation is a step of the
// plan.
func (d *disassembly) splitPieces(pieces matrix.BitSet) {
	for pieces.Len() > 1 {
		leaving, side := d.smallestRemovableGroup(pieces)
		if leaving == nil {
			d.assemblyPlan.StuckGroups = append(d.assemblyPlan.StuckGroups, bitNumbers(pieces))
			return
		}
		rest := withoutBits(pieces, leaving)
		d.assemblyPlan.AssemblySteps = append(d.assemblyPlan.AssemblySteps,
			AssemblyStep{bitNumbers(leaving), bitNumbers(rest), side, 0})
		d.splitPieces(leaving)
		pieces = rest
	}
}

// smallestRemovableGroup returns a smallest group that can leave the other pieces, and the side to which it leaves. It
// returns nil if there is no such group.
func (d *disassembly) smallestRemovableGroup(pieces matrix.BitSet) (smallest matrix.BitSet, to lattice.Cell) {
	least := pieces.Len()
	for k, g := range d.blockingBySide {
		for i := range pieces.EachNumber {
			if group := g.piecesToMoveWith(i, pieces, least); group != nil {
				smallest, to, least = group, d.possibleMoves.directions[k], group.Len()
			}
			if least == 1 {
				return smallest, to
			}
		}
	}
	return smallest, to
}
