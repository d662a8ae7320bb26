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

// ErrTooMany is the error if there are more positions, or pieces, than the search may look at.
var ErrTooMany = errors.New("there are too many positions to try")

// MaxPieces is the largest number of pieces.
const MaxPieces = 64

// Move shifts pieces by Distance cells along an axis. Axis is 0, 1 or 2; a negative distance shifts toward smaller
// coordinates. If Removes is set, the pieces can go on like that without an end: they are taken away from the others.
type Move struct {
	Pieces   []int `json:"pieces"`
	Axis     int   `json:"axis"`
	Distance int32 `json:"distance"`
	Removes  bool  `json:"removes,omitempty"`
}

// Separation tells how a group of pieces comes apart: by moves, the last of which takes some pieces away from the
// others.
type Separation struct {
	// Pieces are the pieces of the group, by number.
	Pieces []int `json:"pieces"`
	// Moves are as few as can be. There are none if the group has one piece, or does not come apart.
	Moves []Move `json:"moves"`
	// Taken is the separation of the pieces that are taken away, and Left that of the others; nil for a single piece.
	Taken *Separation `json:"taken,omitempty"`
	Left  *Separation `json:"left,omitempty"`
	// Stuck reports whether the group has several pieces that do not come apart, and not all may stay together.
	Stuck bool `json:"stuck,omitempty"`
}

// IsApart reports whether all pieces come apart.
func (s *Separation) IsApart() bool {
	return s == nil || !s.Stuck && s.Taken.IsApart() && s.Left.IsApart()
}

// Levels returns the numbers of moves of all separations: the one of the whole first, then those of the larger group
// and of the smaller one in turn. Puzzle makers write them with dots, such as 5.2.1.
func (s *Separation) Levels() []int {
	if s == nil || len(s.Moves) == 0 {
		return nil
	}
	larger, smaller := s.Left, s.Taken
	if larger == nil || smaller != nil && len(smaller.Pieces) > len(larger.Pieces) {
		larger, smaller = smaller, larger
	}
	return slices.Concat([]int{len(s.Moves)}, larger.Levels(), smaller.Levels())
}

// Options are the options of [TakeApart].
type Options struct {
	// MaxPositions is the largest number of positions of the pieces to look at.
	MaxPositions int
	// Together marks pieces that may stay together, by number: such as the parts of a box. Nil stands for none.
	Together []bool
}

// TakeApart finds how pieces come apart. If [Options.MaxPositions] does not suffice, the error is [ErrTooMany]. If ctx
// ends, the error is that of ctx.
func TakeApart(ctx context.Context, pieces []lattice.Shape, o Options) (*Separation, error) {
	if len(pieces) > MaxPieces {
		return nil, ErrTooMany
	}
	s := &separator{ctx: ctx, pieces: pieces, gaps: map[gapKey][3]int32{}, positionsLeft: o.MaxPositions}
	if s.together = o.Together; s.together == nil {
		s.together = make([]bool, len(pieces))
	}
	all := make([]int, len(pieces))
	for k := range all {
		all[k] = k
	}
	return s.separate(all, make([]lattice.Cell, len(pieces)))
}

// separator takes groups of pieces apart.
type separator struct {
	ctx           context.Context
	pieces        []lattice.Shape
	gaps          map[gapKey][3]int32 // known gaps between pieces, for each axis
	positionsLeft int
	together      []bool // pieces that may stay together
}

// gapKey identifies the position of one piece relative to another one.
type gapKey struct {
	mover, other int
	shift        lattice.Cell
}

// free is the gap to a piece that is never touched.
const free = math.MaxInt32

// gapsBetween returns how far the first piece can move along each axis before it touches the second one, which is
// shifted against it.
func (s *separator) gapsBetween(mover, other int, shift lattice.Cell) [3]int32 {
	key := gapKey{mover, other, shift}
	if known, ok := s.gaps[key]; ok {
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
	s.gaps[key] = gaps
	return gaps
}

// position holds the shifts of the pieces of a group. The first piece is not shifted.
type position struct {
	shifts []lattice.Cell
	parent *position // position before the last move; nil at the start
	move   Move      // last move
}

func (p *position) key() string {
	text := make([]byte, 0, 6*len(p.shifts))
	for _, c := range p.shifts {
		for _, x := range c {
			text = append(text, byte(x), byte(x>>8))
		}
	}
	return string(text)
}

// path returns the moves from the start to the position.
func (p *position) path() (moves []Move) {
	for ; p.parent != nil; p = p.parent {
		moves = append(moves, p.move)
	}
	slices.Reverse(moves)
	return moves
}

// separate takes a group of pieces apart that are shifted from their places in the assembly: those that are left go on
// from where they are when others leave.
func (s *separator) separate(group []int, shifts []lattice.Cell) (*Separation, error) {
	out := &Separation{Pieces: group}
	if len(group) < 2 {
		return out, nil
	}
	last, err := s.findSeparation(group, shifts)
	if err != nil {
		return nil, err
	}
	if last == nil {
		out.Stuck = slices.ContainsFunc(group, func(k int) bool { return !s.together[k] })
		return out, nil
	}
	out.Moves = last.path()
	taken := out.Moves[len(out.Moves)-1].Pieces
	var left []int
	var takenShifts, leftShifts []lattice.Cell
	for k, piece := range group {
		if slices.Contains(taken, piece) {
			takenShifts = append(takenShifts, last.shifts[k])
		} else {
			left, leftShifts = append(left, piece), append(leftShifts, last.shifts[k])
		}
	}
	if out.Taken, err = s.separate(taken, takenShifts); err != nil {
		return nil, err
	}
	out.Left, err = s.separate(left, leftShifts)
	return out, err
}

// findSeparation searches breadth-first for a move that takes some pieces of a group away from the others. It returns
// the position after that move, or nil if there is none.
func (s *separator) findSeparation(group []int, shifts []lattice.Cell) (*position, error) {
	start := &position{shifts: slices.Clone(shifts)}
	start.fixFirst()
	seen, queue := map[string]bool{start.key(): true}, []*position{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		if s.ctx.Err() != nil {
			return nil, s.ctx.Err()
		}
		for axis := range 3 {
			for _, m := range s.movesAlong(group, at, axis) {
				next := &position{shifts: slices.Clone(at.shifts), parent: at, move: m}
				if m.Removes {
					return next, nil
				}
				for k, piece := range group {
					if slices.Contains(m.Pieces, piece) {
						next.shifts[k][axis] += m.Distance
					}
				}
				next.fixFirst()
				if key := next.key(); !seen[key] {
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

// fixFirst shifts all pieces so that the first one is where it was at the start: only relative positions count.
func (p *position) fixFirst() {
	first := p.shifts[0]
	for k := range p.shifts {
		p.shifts[k] = p.shifts[k].Minus(first)
	}
}

// movesAlong returns the moves along an axis in both directions; those that take pieces away come first. Pieces that
// move together are the smallest groups that push no other piece, and unions of them, with at most half of the pieces:
// to move the other half into the other direction comes to the same.
func (s *separator) movesAlong(group []int, at *position, axis int) (moves []Move) {
	n := len(group)
	gap := make([][]int32, n) // gap[i][j] is the gap from piece i to piece j toward greater coordinates
	distances := []int32{}    // distances at which the groups that move may change
	for i := range gap {
		gap[i] = make([]int32, n)
		for j := range gap {
			gap[i][j] = free
			if i != j {
				gap[i][j] = s.gapsBetween(group[i], group[j], at.shifts[j].Minus(at.shifts[i]))[axis]
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
				m := Move{Pieces: pieces, Axis: axis, Distance: sign * distance}
				if distance == greatest {
					m.Removes = true // beyond the greatest distance there is nothing to touch
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
// one, with all pieces that would be pushed, and the unions of these; those with at most half of the pieces.
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
			if union := other | moving; !known[union] && isSmaller(union, n) && len(groups) < maxUnions {
				known[union] = true
				groups = append(groups, union)
			}
		}
	}
	return groups
}

// maxUnions is the largest number of groups that are tried at one position, axis, direction and distance.
const maxUnions = 4096

// isSmaller reports whether a set of bits has at most half of n elements, and of two halves the one without the first.
func isSmaller(set uint64, n int) bool {
	size := bits.OnesCount64(set)
	return 2*size < n || 2*size == n && set&1 == 0
}
