// Package apart finds how pieces made of cubes or balls come apart by straight moves of one or several steps. The
// numbers of moves are what makers of burrs call levels.
//
// Its input is the pieces as sets of cells; its output is the moves. A move shifts some pieces together along an axis,
// by any whole number of steps, and collides with no other piece. Cubes have the three axes of their sides, and balls
// thirteen: the directions to the balls that a ball touches, and to the faces and the corners of the cubes that have
// balls at their corners and in the middles of their faces. The moves up to the first separation are as few as can be
// (breadth-first search); then each of the two separated groups is taken apart by itself. Nothing is turned. The method
// is that of W. Cutler's and A. Röver's programs (BurrTools, chapter on disassembly).
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

// Move shifts pieces by Distance steps along an axis. Axis is the index of the axis; for cubes it is the index of the
// coordinate. Step is the shortest shift of the lattice along the axis. A negative Distance shifts in the opposite
// direction. If RemovesPieces is set, the pieces can move on without end, so the move removes them from the other
// pieces.
type Move struct {
	MovedPieces   []int        `json:"pieces"`
	Axis          int          `json:"axis"`
	Step          lattice.Cell `json:"step"`
	Distance      int32        `json:"distance"`
	RemovesPieces bool         `json:"removes,omitempty"`
}

// Separation is the way in which a group of pieces comes apart: moves, the last of which removes some pieces from the
// others.
type Separation struct {
	// PieceNumbers are the indices of the pieces of the group.
	PieceNumbers []int `json:"pieces"`
	// Moves are the fewest possible moves. There are none if the group has one piece, or does not come apart.
	Moves []Move `json:"moves"`
	// RemovedPart is the separation of the removed pieces, and RemainingPart that of the other pieces. Both are nil if
	// there are no moves.
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

// Levels returns the numbers of moves of all separations: first for the whole group, then for the larger of its two
// parts and for the smaller part, recursively. Puzzle makers write them with dots, such as 5.2.1.
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
	// Lattice is the lattice of the pieces, Cube or Balls; nil stands for Cube.
	Lattice *lattice.Lattice
	// MaxPositions is the largest number of positions of the pieces that are visited.
	MaxPositions int
	// MayStayTogether tells for each piece whether it may stay together with other such pieces, as the parts of a box
	// do. Nil stands for no such pieces.
	MayStayTogether []bool
}

// TakeApart finds how pieces come apart. If [Options.MaxPositions] does not suffice, the error is [ErrTooMany]. If ctx
// ends, the error is that of ctx.
func TakeApart(ctx context.Context, pieces []lattice.Shape, o Options) (*Separation, error) {
	if len(pieces) > MaxPieces {
		return nil, ErrTooMany
	}
	s := &separationSearch{ctx: ctx, knownGaps: map[gapKey][]int32{}, positionsLeft: o.MaxPositions}
	s.placePieces(o.Lattice, pieces)
	if s.mayStayTogether = o.MayStayTogether; s.mayStayTogether == nil {
		s.mayStayTogether = make([]bool, len(pieces))
	}
	all := make([]int, len(pieces))
	for k := range all {
		all[k] = k
	}
	return s.separateGroup(all, make([]lattice.Cell, len(pieces)))
}

// separationSearch finds how groups of pieces come apart. A ball is represented by a cube (lattice.BallToCube), so all
// cells and shifts below are in the lattice of cubes.
type separationSearch struct {
	ctx             context.Context
	pieces          [][]lattice.Cell
	axes            []moveAxis
	diameterSquared int64              // square of the distance at which two cubes, or balls, touch
	knownGaps       map[gapKey][]int32 // gaps computed before, along each axis, in steps
	positionsLeft   int
	mayStayTogether []bool // whether each piece may stay together with others
}

// moveAxis is an axis along which pieces move: the least shift along it among cubes, the square of the length of that
// shift, and the same shift on the lattice of the pieces.
type moveAxis struct {
	cubeStep      lattice.Cell
	lengthSquared int64
	latticeStep   lattice.Cell
}

// gapKey identifies the position of one piece relative to another one.
type gapKey struct {
	movingPiece, otherPiece int
	otherShift              lattice.Cell
}

// free is the gap in front of a piece that never touches the other piece.
const free = math.MaxInt32

// placePieces sets the pieces, their axes of motion, and the distance at which cells touch.
func (s *separationSearch) placePieces(l *lattice.Lattice, pieces []lattice.Shape) {
	steps := []lattice.Cell{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	cubeOf := func(c lattice.Cell) lattice.Cell { return c }
	s.diameterSquared = 1
	if l == lattice.Balls {
		directions := lattice.BallDirections()
		steps, cubeOf, s.diameterSquared = directions[len(directions)/2:], lattice.BallToCube, 2
	}
	for _, step := range steps {
		u := cubeOf(step)
		s.axes = append(s.axes, moveAxis{u, int64(u[0]*u[0] + u[1]*u[1] + u[2]*u[2]), step})
	}
	for _, piece := range pieces {
		cubes := make([]lattice.Cell, len(piece))
		for k, c := range piece {
			cubes[k] = cubeOf(c)
		}
		s.pieces = append(s.pieces, cubes)
	}
}

// gapsBetween returns how many steps the first piece can move along each axis before the second piece, which has the
// given shift relative to the first, blocks it.
//
// A ball that moves along u is nearest to another ball, at w from it, when it has moved w·u / |u|² steps. If the lines
// of the two balls are nearer than a diameter, it collides before that, and whole steps are free up to the last one at
// which the balls do not overlap. Cubes on one line are like balls whose diameter is the side of a cube.
func (s *separationSearch) gapsBetween(mover, other int, shift lattice.Cell) []int32 {
	key := gapKey{mover, other, shift}
	if known, ok := s.knownGaps[key]; ok {
		return known
	}
	gaps := slices.Repeat([]int32{free}, len(s.axes))
	for _, c := range s.pieces[mover] {
		start := shift.Minus(c)
		for _, d := range s.pieces[other] {
			x, y, z := int64(start[0]+d[0]), int64(start[1]+d[1]), int64(start[2]+d[2]) // w
			excess := x*x + y*y + z*z - s.diameterSquared
			for k := range s.axes {
				u := &s.axes[k]
				along := x*int64(u.cubeStep[0]) + y*int64(u.cubeStep[1]) + z*int64(u.cubeStep[2])
				if along <= 0 || excess*u.lengthSquared >= along*along {
					continue
				}
				// after n steps the square of the distance is |w|² - 2n·(w·u) + n²·|u|²
				n := along / u.lengthSquared
				for n > 0 && excess-2*n*along+n*n*u.lengthSquared < 0 {
					n--
				}
				gaps[k] = min(gaps[k], int32(n))
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
	lastMove         Move      // move from that position to this one
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

// separateGroup finds how a group of pieces comes apart. The shifts say how far each piece is from its place in the
// assembly, since a group that remains after a removal starts from its present position.
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
		gaps := s.gapsBetweenPieces(group, at)
		for axis := range s.axes {
			for _, m := range s.movesAlongAxis(group, gaps, axis) {
				next := &position{pieceShifts: slices.Clone(at.pieceShifts), previousPosition: at, lastMove: m}
				if m.RemovesPieces {
					return next, nil
				}
				u := s.axes[axis].cubeStep
				shift := lattice.Cell{u[0] * m.Distance, u[1] * m.Distance, u[2] * m.Distance}
				for k, piece := range group {
					if slices.Contains(m.MovedPieces, piece) {
						next.pieceShifts[k] = next.pieceShifts[k].Plus(shift)
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

// normalizeShifts shifts all pieces so that the first piece is at its place in the assembly, as only the relative
// positions of pieces matter.
func (p *position) normalizeShifts() {
	first := p.pieceShifts[0]
	for k := range p.pieceShifts {
		p.pieceShifts[k] = p.pieceShifts[k].Minus(first)
	}
}

// gapsBetweenPieces returns, for each axis and each two pieces of a group, the gap from the first piece to the second.
// A piece does not block itself, so that gap is free.
func (s *separationSearch) gapsBetweenPieces(group []int, at *position) (gaps [][][]int32) {
	gaps = make([][][]int32, len(s.axes))
	for axis := range gaps {
		gaps[axis] = make([][]int32, len(group))
		for i := range group {
			gaps[axis][i] = slices.Repeat([]int32{free}, len(group))
		}
	}
	for i, piece := range group {
		for j, other := range group {
			if i == j {
				continue
			}
			for axis, gap := range s.gapsBetween(piece, other, at.pieceShifts[j].Minus(at.pieceShifts[i])) {
				gaps[axis][i][j] = gap
			}
		}
	}
	return gaps
}

// movesAlongAxis returns the moves along an axis in both directions. Moves that remove pieces come first. The pieces of
// a move are a smallest group that pushes no other piece, or a union of such groups. They are at most half of the
// pieces, as moving the other pieces in the opposite direction is equivalent.
func (s *separationSearch) movesAlongAxis(group []int, gaps [][][]int32, axis int) (moves []Move) {
	n, gap := len(group), gaps[axis] // gap[i][j] is the gap from piece i to piece j toward greater coordinates
	greatest := int32(1)
	for _, ahead := range gap {
		for _, g := range ahead {
			if g < free {
				greatest = max(greatest, g+1)
			}
		}
	}
	for _, sign := range []int32{1, -1} {
		for distance := greatest; distance > 0; distance-- {
			for _, moving := range groupsPushedAlong(gap, sign, distance) {
				var pieces []int
				for k := range n {
					if moving>>k&1 == 1 {
						pieces = append(pieces, group[k])
					}
				}
				m := Move{MovedPieces: pieces, Axis: axis, Step: s.axes[axis].latticeStep, Distance: sign * distance}
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

// groupsPushedAlong returns the groups of pieces, as sets of bits, that can move by a distance without pushing others.
// These are, for each piece, the smallest group that contains it and all pieces that would be pushed, and the unions of
// these groups. Groups with more than half of the pieces are left out.
func groupsPushedAlong(gap [][]int32, sign, distance int32) (groups []uint64) {
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
			if union := other | moving; !known[union] && isAtMostHalf(union, n) && len(groups) < maxUnions {
				known[union] = true
				groups = append(groups, union)
			}
		}
	}
	return groups
}

// maxUnions is the largest number of groups that are tried for one position, axis, direction and distance.
const maxUnions = 4096

// isAtMostHalf reports whether a set of bits has less than half of n elements, or exactly half without the first
// element. So of a set and its complement, one qualifies.
func isAtMostHalf(set uint64, n int) bool {
	size := bits.OnesCount64(set)
	return 2*size < n || 2*size == n && set&1 == 0
}
