package render

// A plan of assembly is an order in which the pieces of a packing in space can be put
// together: each piece, or each group that was joined before, comes in a straight line
// along an axis, and nothing is in its way.
//
// Its input is shapes of cubes or of balls, its output steps. It knows nothing of puzzles, of
// boxes around them, or of gravity: the pieces float in free space. Cubes move along the six
// directions of the axes; balls along all axes by which a turn maps their lattice to itself: to
// the twelve balls that a ball touches, to the six faces of the cubes that have the balls at
// their corners and in the middle of their faces, and to the eight corners of those.
//
// It takes the pieces apart and turns the order round. A piece that moves along an axis
// to infinity hits those that have a cube ahead of one of its own on the same line, or a ball
// that one of its own does not pass at the distance of a diameter: these block it. In the graph of who blocks whom, one
// for each direction (the directional blocking graph of Wilson and Latombe, "Geometric reasoning about mechanical
// assembly", Artificial Intelligence 71, 1994), a group can leave if no arc leads out of it. So whoever leaves takes
// along all that can be reached from it, and the smallest such group is a strongly connected component with no arc out
// of it.
//
// No choice is ever wrong. What leaves a set of pieces leaves every part of that set too, so
// whatever can be taken apart completely can still be after any step; and pieces that no move
// parts, stuck, stay together through all steps. So what is left is the same whatever was
// taken first, and "stuck" is proven: no group of these pieces, be it a single one, can leave
// the others along an axis in one straight move. They may still come apart by a few short
// moves, by turns, or along other lines.

import (
	"errors"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
)

// Assembly is an order of assembly.
type Assembly struct {
	// Steps are in the order in which the pieces go in. Without stuck groups there is one
	// less than there are pieces, as each step joins two.
	Steps []AssemblyStep `json:"steps"`
	// Stuck are groups of two pieces or more that no move parts. They count as one in
	// the steps.
	Stuck [][]int `json:"stuck,omitempty"`

	lattice *lattice.Lattice
}

// AssemblyStep puts some pieces, which are joined already, to others, which are as well.
type AssemblyStep struct {
	// Pieces are those that move, and To those that stay, by number, in order.
	Pieces []int `json:"pieces"`
	To     []int `json:"to"`
	// From is the side from which they come, as the shortest step of the lattice that leads
	// there: they move against it.
	From lattice.Cell `json:"from"`
}

// MaxPieces is the largest number of pieces for which a plan is made.
const MaxPieces = 1000

// Errors of New.
var (
	ErrNotSolid = errors.New("only pieces made of cubes or of balls are put together")
	ErrTooMany  = errors.New("an order of assembly is sought for 1000 pieces at most")
	ErrOverlap  = errors.New("two pieces have a cell in common")
)

// newAssembly makes the plan for pieces made of cubes, or of balls, which have no cell in common.
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
	m := movesOf(l)
	d := disassembly{moves: m, block: m.blockingGraphs(owner, len(pieces)), plan: Assembly{lattice: l}}
	all := matrix.NewBitSet(len(pieces))
	all.Fill(len(pieces))
	d.takeApart(all)
	slices.Reverse(d.plan.Steps)
	slices.SortFunc(d.plan.Stuck, slices.Compare)
	return d.plan, nil
}

// disassembly is a plan that is being made, its last step first.
type disassembly struct {
	moves pieceMoves
	block []blockingGraph // by side
	plan  Assembly
}

// takeApart parts a set until nothing in it moves.
func (d *disassembly) takeApart(pieces matrix.BitSet) {
	for pieces.Len() > 1 {
		leaving, side := d.smallestLeaving(pieces)
		if leaving == nil {
			d.plan.Stuck = append(d.plan.Stuck, bitNumbers(pieces))
			return
		}
		rest := withoutBits(pieces, leaving)
		d.plan.Steps = append(d.plan.Steps, AssemblyStep{bitNumbers(leaving), bitNumbers(rest), side})
		d.takeApart(leaving)
		pieces = rest
	}
}

// smallestLeaving returns a smallest group that can leave the others, and to which side; nil if
// none can.
func (d *disassembly) smallestLeaving(pieces matrix.BitSet) (smallest matrix.BitSet, to lattice.Cell) {
	least := pieces.Len()
	for k, g := range d.block {
		for i := range pieces.EachNumber {
			if group := g.mustLeaveWith(i, pieces, least); group != nil {
				smallest, to, least = group, d.moves.sides[k], group.Len()
			}
			if least == 1 {
				return smallest, to
			}
		}
	}
	return smallest, to
}
