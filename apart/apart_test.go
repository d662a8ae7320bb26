package apart_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/apart"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// far is a distance, in steps, beyond which the pieces of the tests can no longer touch.
const far = 12

// overlaps reports whether two of the pieces, each shifted, share a cell.
func overlaps(pieces []lattice.Shape, shifts []lattice.Cell) bool {
	taken := map[lattice.Cell]bool{}
	for k, piece := range pieces {
		for _, c := range piece {
			if c = c.Plus(shifts[k]); taken[c] {
				return true
			}
			taken[c] = true
		}
	}
	return false
}

// fewestMoves returns the least number of moves after which some pieces are far away from the others, or 0 if they
// never are. It tries every set of pieces, as bits, in every direction. The function freeSteps returns how many steps a
// set of pieces can move from given shifts, up to far.
func fewestMoves(pieces []lattice.Shape, directions []lattice.Cell,
	freeSteps func(shifts []lattice.Cell, set int, step lattice.Cell) int) int {
	start := make([]lattice.Cell, len(pieces))
	seen, level := map[string]bool{fmt.Sprint(start): true}, [][]lattice.Cell{start}
	for moves := 1; len(level) > 0; moves++ {
		var next [][]lattice.Cell
		for _, shifts := range level {
			for set := 1; set < 1<<len(pieces)-1; set++ {
				for _, step := range directions {
					free := freeSteps(shifts, set, step)
					if free == far {
						return moves
					}
					moved := slices.Clone(shifts)
					for range free {
						shiftSet(moved, set, step)
						at := slices.Clone(moved)
						for k := range at {
							at[k] = at[k].Minus(moved[0])
						}
						if key := fmt.Sprint(at); !seen[key] {
							seen[key] = true
							next = append(next, at)
						}
					}
				}
			}
		}
		level = next
	}
	return 0
}

// shiftSet moves the pieces of a set by a step.
func shiftSet(shifts []lattice.Cell, set int, step lattice.Cell) {
	for k := range shifts {
		if set>>k&1 == 1 {
			shifts[k] = shifts[k].Plus(step)
		}
	}
}

// fewestCubeMoves is fewestMoves for cubes. It moves pieces cell by cell, and does not compute gaps.
func fewestCubeMoves(pieces []lattice.Shape) int {
	directions := []lattice.Cell{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}
	return fewestMoves(pieces, directions, func(shifts []lattice.Cell, set int, step lattice.Cell) int {
		moved := slices.Clone(shifts)
		for free := range far {
			if shiftSet(moved, set, step); overlaps(pieces, moved) {
				return free
			}
		}
		return far
	})
}

// grownPieces divides some of the cells of a box into connected pieces that grow at random, so that they often hook
// into one another.
func grownPieces(r *rand.Rand, count int) []lattice.Shape {
	size := []int32{4, 4, int32(2 + r.IntN(3))}
	owner := map[lattice.Cell]int{}
	var cells []lattice.Cell
	for k := range count {
		for {
			c := lattice.Cell{r.Int32N(size[0]), r.Int32N(size[1]), r.Int32N(size[2])}
			if _, taken := owner[c]; !taken {
				owner[c] = k
				cells = append(cells, c)
				break
			}
		}
	}
	for range 60 + r.IntN(300) {
		c := cells[r.IntN(len(cells))]
		next := c
		next[r.IntN(3)] += int32(2*r.IntN(2) - 1)
		inside := true
		for axis := range 3 {
			inside = inside && next[axis] >= 0 && next[axis] < size[axis]
		}
		if _, taken := owner[next]; inside && !taken {
			owner[next] = owner[c]
			cells = append(cells, next)
		}
	}
	pieces := make([]lattice.Shape, count)
	for c, k := range owner {
		pieces[k] = append(pieces[k], c)
	}
	for k := range pieces {
		pieces[k] = lattice.NewShape(pieces[k])
	}
	return pieces
}

// tunnel returns a block with a winding tunnel, and a cube at its inner end that can leave through it. Sometimes the
// block is in two halves.
func tunnel(r *rand.Rand) []lattice.Shape {
	const size = 4
	at := lattice.Cell{1 + r.Int32N(size-2), 1 + r.Int32N(size-2), 1 + r.Int32N(size-2)}
	cube, hollow := lattice.Shape{at}, map[lattice.Cell]bool{at: true}
	for range 40 {
		axis, sign := r.IntN(3), int32(2*r.IntN(2)-1)
		for range 1 + r.IntN(2) {
			at[axis] += sign
			if at[axis] < 0 || at[axis] == size {
				break
			}
			hollow[at] = true
		}
		if slices.Min(at[:]) < 0 || slices.Max(at[:]) == size {
			break
		}
	}
	cut, halves := r.Int32N(3*size), make([]lattice.Shape, 2) // in half of the cases there is one half
	for k := range int32(size * size * size) {
		c := lattice.Cell{k / (size * size), k / size % size, k % size}
		switch {
		case hollow[c]:
		case c[2] < cut:
			halves[0] = append(halves[0], c)
		default:
			halves[1] = append(halves[1], c)
		}
	}
	pieces := []lattice.Shape{cube}
	for _, half := range halves {
		if len(half) > 0 {
			pieces = append(pieces, half)
		}
	}
	return pieces
}

// TestLevels: for random pieces, the first level is the least number of moves that a brute force finds, and the moves
// can be made.
func TestLevels(t *testing.T) {
	r, levels := rand.New(rand.NewPCG(3, 9)), map[int]int{}
	for k := range matrixtest.RandomRounds(100, 3000) {
		pieces := grownPieces(r, 2+r.IntN(2))
		if k%2 == 0 {
			pieces = tunnel(r)
		}
		found, err := apart.TakeApart(context.Background(), pieces, apart.Options{MaxPositions: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		want := fewestCubeMoves(pieces)
		if len(found.Moves) != want || found.IsStuck != (want == 0) {
			t.Fatalf("%d moves, stuck %v, and trying finds %d: %v", len(found.Moves), found.IsStuck, want, pieces)
		}
		levels[want]++
		checkMoves(t, pieces, found, make([]lattice.Cell, len(pieces)))
	}
	if levels[0] == 0 || levels[1] == 0 || levels[2] == 0 || levels[3] == 0 {
		t.Errorf("levels %v: too few of a kind", levels)
	}
}

// checkMoves makes the moves of a separation cell by cell, starting from the given shifts of all pieces.
func checkMoves(t *testing.T, pieces []lattice.Shape, s *apart.Separation, shifts []lattice.Cell) {
	if s == nil || len(s.Moves) == 0 {
		return
	}
	collides := func() bool {
		var group []lattice.Shape
		var at []lattice.Cell
		for _, k := range s.PieceNumbers {
			group, at = append(group, pieces[k]), append(at, shifts[k])
		}
		return overlaps(group, at)
	}
	for n, m := range s.Moves {
		sign, length := int32(1), m.Distance
		if length < 0 {
			sign, length = -1, -length
		}
		before := slices.Clone(shifts)
		if m.RemovesPieces {
			length = far
		}
		for range length {
			for _, k := range m.MovedPieces {
				shifts[k][m.Axis] += sign
			}
			if collides() {
				t.Fatalf("move %d of %+v is blocked: %v", n+1, s, pieces)
			}
		}
		if m.RemovesPieces {
			copy(shifts, before)
		}
	}
	if !s.Moves[len(s.Moves)-1].RemovesPieces {
		t.Fatalf("the last move takes nothing away: %+v", s)
	}
	checkMoves(t, pieces, s.RemovedPart, slices.Clone(shifts))
	checkMoves(t, pieces, s.RemainingPart, slices.Clone(shifts))
}

// TestBounds: the number of positions and of pieces is bounded, and a context ends the search.
func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for {
		pieces := tunnel(r)
		if fewestCubeMoves(pieces) < 3 {
			continue
		}
		if _, err := apart.TakeApart(context.Background(), pieces, apart.Options{MaxPositions: 0}); !errors.Is(err,
			apart.ErrTooMany) {
			t.Errorf("no position may be tried, and the error is %v", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := apart.TakeApart(ctx, pieces, apart.Options{MaxPositions: 1000}); !errors.Is(err,
			context.Canceled) {
			t.Errorf("the context has ended, and the error is %v", err)
		}
		break
	}
	if _, err := apart.TakeApart(context.Background(), make([]lattice.Shape, apart.MaxPieces+1),
		apart.Options{MaxPositions: 1000}); !errors.Is(err,
		apart.ErrTooMany) {
		t.Error(err)
	}
}

// TestTogether: a closed box around a cube is stuck, but not if box and cube may stay together.
func TestTogether(t *testing.T) {
	cube, box := lattice.Shape{{1, 1, 1}}, lattice.Shape(nil)
	for k := range int32(27) {
		if c := (lattice.Cell{k / 9, k / 3 % 3, k % 3}); c != cube[0] {
			box = append(box, c)
		}
	}
	for _, test := range []struct {
		together []bool
		apart    bool
	}{{nil, false}, {[]bool{true, false}, false}, {[]bool{true, true}, true}} {
		found, err := apart.TakeApart(t.Context(), []lattice.Shape{cube, box},
			apart.Options{MaxPositions: 1000, MayStayTogether: test.together})
		if err != nil || found.IsApart() != test.apart {
			t.Errorf("%v: %+v, %v", test.together, found, err)
		}
	}
}

func ExampleTakeApart() {
	// A bar in a ring of two halves, one of which is taken away first.
	bar := lattice.Shape{{0, 1, 1}, {1, 1, 1}, {2, 1, 1}}
	left := lattice.Shape{{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 2, 0}}
	right := lattice.Shape{{1, 0, 2}, {1, 1, 2}, {1, 2, 1}, {1, 2, 2}}
	found, err := apart.TakeApart(context.Background(), []lattice.Shape{bar, left, right},
		apart.Options{MaxPositions: 1000})
	fmt.Println(found.Levels(), found.Moves[0].MovedPieces, err)
	// Output: [1 1] [2] <nil>
}
