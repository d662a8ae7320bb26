// Package apart finds how pieces made of cubes or balls come apart by straight moves of one or several steps: the
// levels of a burr.
//
// Its input is the pieces as sets of cells; its output is the moves. A move shifts some pieces together along an axis,
// by any whole number of steps, and touches no other piece. Cubes have the three axes of their sides, and balls
// thirteen: to the balls that a ball touches, and to the faces and the corners of the cubes at whose corners and in
// whose faces balls lie. The moves up to the first separation are as few as can be (breadth-first search); then each of
// the two groups is taken apart by itself. Nothing is turned. The method is that of W. Cutler's and A. Röver's programs
// (BurrTools, chapter on disassembly).
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

// Move shifts pieces by Distance steps along an axis. Axis is its number, which for cubes is that of the coordinate,
// and Step is the least shift of the lattice along it; a negative distance shifts the other way. If RemovesPieces is
// set, the pieces can move on without end: the move removes them from the others.
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
	// Lattice is the lattice of the pieces, Cube or Balls; nil stands for Cube.
	Lattice *lattice.Lattice
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
	s := &separationSearch{ctx: ctx, pieces: pieces, knownGaps: map[gapKey][]int32{}, positionsLeft: o.MaxPositions}
	s.chooseAxes(o.Lattice)
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
	axisSteps       []lattice.Cell                  // least shift along each axis
	cubeOf          func(lattice.Cell) lattice.Cell // cube that represents a cell; it keeps sums
	diameterSquared int64                           // square of the distance at which two cubes, or balls, touch
	knownGaps       map[gapKey][]int32              // known gaps between pieces in steps, for each axis
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

// chooseAxes sets what depends on the lattice. A ball is represented by a cube whose coordinates have an even sum.
func (s *separationSearch) chooseAxes(l *lattice.Lattice) {
	if l != lattice.Balls {
		s.axisSteps, s.diameterSquared = []lattice.Cell{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1
		s.cubeOf = func(c lattice.Cell) lattice.Cell { return c }
		return
	}
	s.cubeOf, s.diameterSquared = lattice.BallToCube, 2
	// of opposite directions, the one whose first coordinate that is not 0 is positive
	for k := int32(14); k < 27; k++ {
		way := lattice.Cell{k/9 - 1, k/3%3 - 1, k%3 - 1}
		if (way[0]+way[1]+way[2])&1 != 0 {
			way = way.Plus(way)
		}
		s.axisSteps = append(s.axisSteps, lattice.CubeToBall(way))
	}
}

// gapsBetween returns how many steps the first piece can move along each axis before it touches the second one, which
// is shifted against it.
//
// A ball that moves along u comes nearest to one at w from it when it has moved w·u / |u|² steps. If their lines are
// nearer than a diameter, it collides before, and whole steps are free up to the last one at which the balls do not
// overlap. Cubes on one line are like balls whose diameter is the side of a cube.
func (s *separationSearch) gapsBetween(mover, other int, shift lattice.Cell) []int32 {
	key := gapKey{mover, other, shift}
	if known, ok := s.knownGaps[key]; ok {
		return known
	}
	gaps := slices.Repeat([]int32{free}, len(s.axisSteps))
	for _, c := range s.pieces[mover] {
		for _, d := range s.pieces[other] {
			w := s.cubeOf(d.Plus(shift).Minus(c))
			for axis, step := range s.axisSteps {
				u := s.cubeOf(step)
				along, length := dotProduct(w, u), dotProduct(u, u)
				if along <= 0 || dotProduct(w, w)*length-along*along >= s.diameterSquared*length {
					continue
				}
				steps := int32(along / length)
				for overlap := true; overlap && steps > 0; {
					way := w.Minus(lattice.Cell{steps * u[0], steps * u[1], steps * u[2]})
					if overlap = dotProduct(way, way) < s.diameterSquared; overlap {
						steps--
					}
				}
				gaps[axis] = min(gaps[axis], steps)
			}
		}
	}
	s.knownGaps[key] = gaps
	return gaps
}

func dotProduct(a, b lattice.Cell) (sum int64) {
	for k, v := range a {
		sum += int64(v) * int64(b[k])
	}
	return sum
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
		for axis, step := range s.axisSteps {
			for _, m := range s.movesAlong(group, at, axis) {
				next := &position{pieceShifts: slices.Clone(at.pieceShifts), previousPosition: at, lastMove: m}
				if m.RemovesPieces {
					return next, nil
				}
				for k, piece := range group {
					if slices.Contains(m.MovedPieces, piece) {
						for i, v := range step {
							next.pieceShifts[k][i] += v * m.Distance
						}
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
				m := Move{MovedPieces: pieces, Axis: axis, Step: s.axisSteps[axis], Distance: sign * distance}
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
