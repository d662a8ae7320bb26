// Package apart finds how pieces made of cubes come apart by straight moves of one or several steps: the levels of a
// burr.
//
// Its input is the pieces as sets of cells; its output is the moves. A move shifts some pieces together along an axis,
// by any whole distance, and touches no other piece. The moves up to the first separation are as few as can be
// (breadth-first search); then each of the two groups is taken apart by itself. Nothing is turned. The method is that
// of W. Cutler's and A. Röver's programs (BurrTools, chapter on disassembly).
package apart

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"quadrille/compile/lattice"
)

// ErrTooMany is the error if there are more positions than [Options.MaxPositions], or more pieces than [MaxPieces].
var ErrTooMany = errors.New("there are too many positions to try")

// MaxPieces is the largest number of pieces.
const MaxPieces = 64

// Move shifts pieces by Distance cells along an axis. Axis is 0, 1 or 2; a negative distance shifts toward smaller
// coordinates. If RemovesPieces is set, the pieces can move on without end: the move removes them from the others.
type Move struct {
	MovedPieces   []int `json:"pieces"`
	Axis          int   `json:"axis"`
	Distance      int32 `json:"distance"`
	RemovesPieces bool  `json:"removes,omitempty"`
}

// Separation is the way in which a group of pieces comes apart: moves, the last of which removes some pieces from the
// others.
type Separation struct {
	// PieceNumbers are the numbers of the pieces of the group.
	PieceNumbers []int `json:"pieces"`
	// Moves are the fewest possible moves. There are none if the group has one piece, or does not come apart.
	Moves []Move `json:"moves"`
	// RemovedPart is the separation of the removed pieces, and RemainingPart that of the others; nil for a single
	// piece.
	RemovedPart   *Separation `json:"taken,omitempty"`
	RemainingPart *Separation `json:"left,omitempty"`
	// IsStuck reports whether the group has several pieces that do not come apart, and not all of them may stay
	// together.
	IsStuck bool `json:"stuck,omitempty"`
}

// IsApart reports whether all pieces come apart.
func (s *Separation) IsApart() bool {
	return s == nil || !s.IsStuck && s.RemovedPart.IsApart() && s.RemainingPart.IsApart()
}

// Levels returns the numbers of moves of all separations: first that of the whole, then those of the larger group and
// of the smaller one, recursively. Puzzle makers write them with dots, such as 5.2.1.
func (s *Separation) Levels() []int {
	if s == nil || len(s.Moves) == 0 {
		return nil
	}
	larger, smaller := s.RemainingPart, s.RemovedPart
	if larger == nil || smaller != nil && len(smaller.PieceNumbers) > len(larger.PieceNumbers) {
		larger, smaller = smaller, larger
	}
	return slices.Concat([]int{len(s.Moves)}, larger.Levels(), smaller.Levels())
}

// Options are the options of [TakeApart].
type Options struct {
	// MaxPositions is the largest number of positions of the pieces that are visited.
	MaxPositions int
	// MayStayTogether marks pieces that may stay together, by number, such as the parts of a box. Nil stands for none.
	MayStayTogether []bool
}

// TakeApart finds how pieces come apart. If [Options.MaxPositions] does not suffice, the error is [ErrTooMany]. If ctx
// ends, the error is that of ctx.
func TakeApart(ctx context.Context, pieces []lattice.Shape, o Options) (*Separation, error) {
	if len(pieces) > MaxPieces {
		return nil, ErrTooMany
	}
	s := &separationSearch{ctx: ctx, pieces: pieces, knownGaps: map[gapKey][3]int32{}, positionsLeft: o.MaxPositions}
	if s.mayStayTogether = o.MayStayTogether; s.mayStayTogether == nil {
		s.mayStayTogether = make([]bool, len(pieces))
	}
	all := make([]int, len(pieces))
	for k := range all {
		all[k] = k
	}
	return s.separateGroup(all, make([]lattice.Cell, len(pieces)))
}

// separationSearch finds how groups of pieces come apart.
type separationSearch struct {
	ctx             context.Context
	pieces          []lattice.Shape
	knownGaps       map[gapKey][3]int32 // known gaps between pieces, for each axis
	positionsLeft   int
	mayStayTogether []bool // pieces that may stay together
}

// gapKey identifies the position of one piece relative to another one.
type gapKey struct {
	movingPiece, otherPiece int
	otherShift              lattice.Cell
}

// free is the gap to a piece that is never touched.
const free = math.MaxInt32

// gapsBetween returns how far the first piece can move along each axis before it touches the second one, which is
// shifted against it.
func (s *separationSearch) gapsBetween(mover, other int, shift lattice.Cell) [3]int32 {
	key := gapKey{mover, other, shift}
	if known, ok := s.knownGaps[key]; ok {
		return known
	}
	gaps := [3]int32{free, free, free}
	for _, c := range s.pieces[mover] {
		for _, d := range s.pieces[other] {
			between := d.Plus(shift).Minus(c)
			for axis := range gaps {
				across, further := between[(axis+1)%3], between[(axis+2)%3]
				if across == 0 && further == 0 && between[axis] > 0 {
					gaps[axis] = min(gaps[axis], between[axis]-1)
				}
			}
		}
	}
	s.knownGaps[key] = gaps
	return gaps
}

// position holds the shifts of the pieces of a group. The first piece is not shifted.
type position struct {
	pieceShifts      []lattice.Cell
	previousPosition *position // position before the last move; nil at the start
	lastMove         Move      // last move
}

func (p *position) shiftsKey() string {
	text := make([]byte, 0, 6*len(p.pieceShifts))
	for _, c := range p.pieceShifts {
		for _, x := range c {
			text = append(text, byte(x), byte(x>>8))
		}
	}
	return string(text)
}

// movesFromStart returns the moves from the start to the position.
func (p *position) movesFromStart() (moves []Move) {
	for ; p.previousPosition != nil; p = p.previousPosition {
		moves = append(moves, p.lastMove)
	}
	slices.Reverse(moves)
	return moves
}

// separateGroup finds how a group of pieces comes apart. The shifts are those from the places in the assembly: when
// other pieces have been removed, the rest starts from its present position.
func (s *separationSearch) separateGroup(group []int, shifts []lattice.Cell) (*Separation, error) {
	out := &Separation{PieceNumbers: group}
	if len(group) < 2 {
		return out, nil
	}
	last, err := s.findSeparation(group, shifts)
	if err != nil {
		return nil, err
	}
	if last == nil {
		out.IsStuck = slices.ContainsFunc(group, func(k int) bool { return !s.mayStayTogether[k] })
		return out, nil
	}
	out.Moves = last.movesFromStart()
	taken := out.Moves[len(out.Moves)-1].MovedPieces
	var left []int
	var takenShifts, leftShifts []lattice.Cell
	for k, piece := range group {
		if slices.Contains(taken, piece) {
			takenShifts = append(takenShifts, last.pieceShifts[k])
		} else {
			left, leftShifts = append(left, piece), append(leftShifts, last.pieceShifts[k])
		}
	}
	if out.RemovedPart, err = s.separateGroup(taken, takenShifts); err != nil {
		return nil, err
	}
	out.RemainingPart, err = s.separateGroup(left, leftShifts)
	return out, err
}

// findSeparation searches breadth-first for a move that removes some pieces of a group from the others. It returns the
// position after that move, or nil if there is none.
func (s *separationSearch) findSeparation(group []int, shifts []lattice.Cell) (*position, error) {
	start := &position{pieceShifts: slices.Clone(shifts)}
	start.normalizeShifts()
	seen, queue := map[string]bool{start.shiftsKey(): true}, []*position{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		for axis := range 3 {
			for _, m := range s.movesAlong(group, at, axis) {
				next := &position{pieceShifts: slices.Clone(at.pieceShifts), previousPosition: at, lastMove: m}
				if m.RemovesPieces {
					return next, nil
				}
				for k, piece := range group {
					if slices.Contains(m.MovedPieces, piece) {
						next.pieceShifts[k][axis] += m.Distance
					}
				}
				next.normalizeShifts()
				if key := next.shiftsKey(); !seen[key] {
					if s.positionsLeft--; s.positionsLeft < 0 {
						return nil, ErrTooMany
					}
					seen[key] = true
					queue = append(queue, next)
				}
			}
		}
	}
	return nil, nil
}

// normalizeShifts shifts all pieces so that the first one is at its place in the assembly, as only relative positions
// count.
func (p *position) normalizeShifts() {
	first := p.pieceShifts[0]
	for k := range p.pieceShifts {
		p.pieceShifts[k] = p.pieceShifts[k].Minus(first)
	}
}

// movesAlong returns the moves along an axis in both directions; those that remove pieces come first. The pieces of a
// move are a smallest group that pushes no other piece, or a union of such groups, with at most half of the pieces:
// moving the other half in the opposite direction is equivalent.
func (s *separationSearch) movesAlong(group []int, at *position, axis int) (moves []Move) {
	n := len(group)
	gap := make([][]int32, n) // gap[i][j] is the gap from piece i to piece j toward greater coordinates
	distances := []int32{}    // distances at which the groups that move together may change
	for i := range gap {
		gap[i] = make([]int32, n)
		for j := range gap {
			gap[i][j] = free
			if i != j {
				gap[i][j] = s.gapsBetween(group[i], group[j], at.pieceShifts[j].Minus(at.pieceShifts[i]))[axis]
			}
			if gap[i][j] < free {
				distances = append(distances, gap[i][j]+1)
			}
		}
	}
	greatest := int32(1)
	for _, d := range distances {
		greatest = max(greatest, d)
	}
	for _, sign := range []int32{1, -1} {
		for distance := greatest; distance > 0; distance-- {
			for _, moving := range pushedGroups(gap, sign, distance) {
				var pieces []int
				for k := range n {
					if moving>>k&1 == 1 {
						pieces = append(pieces, group[k])
					}
				}
				m := Move{MovedPieces: pieces, Axis: axis, Distance: sign * distance}
				if distance == greatest {
					m.RemovesPieces = true // beyond the greatest distance nothing is touched
					moves = slices.Insert(moves, 0, m)
					continue
				}
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// pushedGroups returns the groups of pieces, as sets of bits, that can move by a distance: for each piece the smallest
// group that contains it and all pieces that would be pushed, and the unions of these groups. Groups with more than
// half of the pieces are left out.
func pushedGroups(gap [][]int32, sign, distance int32) (groups []uint64) {
	n := len(gap)
	known := map[uint64]bool{}
	for first := range n {
		moving, open := uint64(1)<<first, []int{first}
		for len(open) > 0 {
			i := open[0]
			open = open[1:]
			for j := range n {
				ahead := gap[i][j]
				if sign < 0 {
					ahead = gap[j][i]
				}
				if ahead < distance && moving>>j&1 == 0 {
					moving |= 1 << j
					open = append(open, j)
				}
			}
		}
		for _, other := range append(slices.Clone(groups), 0) {
			if union := other | moving; !known[union] && isSmallerHalf(union, n) && len(groups) < maxUnions {
				known[union] = true
				groups = append(groups, union)
			}
		}
	}
	return groups
}

// maxUnions is the largest number of groups that are tried at one position, axis, direction and distance.
const maxUnions = 4096

// isSmallerHalf reports whether a set of bits has less than half of n elements, or exactly half but not the first one.
func isSmallerHalf(set uint64, n int) bool {
	size := bits.OnesCount64(set)
	return 2*size < n || 2*size == n && set&1 == 0
}
