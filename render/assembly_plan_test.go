package render

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

var axes = []lattice.Cell{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}

// escapes moves some pieces cell by cell until they are far away, and reports whether they
// hit none of the others.
func escapes(pieces []lattice.Shape, moving, others []int, direction lattice.Cell) bool {
	standing := map[lattice.Cell]bool{}
	for _, i := range others {
		for _, c := range pieces[i] {
			standing[c] = true
		}
	}
	for _, i := range moving {
		for _, c := range pieces[i] {
			for range 20 {
				c = c.Plus(direction)
				if standing[c] {
					return false
				}
			}
		}
	}
	return true
}

// escapesCellByCell returns a function that reports whether some pieces can move away from others, given one that
// reports whether cell c can move past cell d.
func escapesCellByCell(passes func(c, d, direction lattice.Cell) bool) func([]lattice.Shape, []int, []int,
	lattice.Cell) bool {
	return func(pieces []lattice.Shape, moving, others []int, direction lattice.Cell) bool {
		for _, i := range moving {
			for _, c := range pieces[i] {
				for _, j := range others {
					for _, d := range pieces[j] {
						if !passes(c, d, direction) {
							return false
						}
					}
				}
			}
		}
		return true
	}
}

// split returns the indices in the set part, and the indices in the set all that are not in part. Sets are given as
// bits.
func split(all, part uint) (in, out []int) {
	for i := range 16 {
		switch {
		case part>>i&1 != 0:
			in = append(in, i)
		case all>>i&1 != 0:
			out = append(out, i)
		}
	}
	return in, out
}

// bruteForce finds which groups of pieces come apart, by trying every subset in every direction.
type bruteForce struct {
	pieces   []lattice.Shape
	sides    []lattice.Cell
	escapes  func(pieces []lattice.Shape, moving, others []int, direction lattice.Cell) bool
	apart    map[uint]bool // whether a set comes apart to single pieces, by any choices
	oneByOne map[uint]bool // the same, one piece at a time
}

func newBruteForce(pieces []lattice.Shape, sides []lattice.Cell,
	escapes func([]lattice.Shape, []int, []int, lattice.Cell) bool) *bruteForce {
	return &bruteForce{pieces, sides, escapes, map[uint]bool{}, map[uint]bool{}}
}

func (b *bruteForce) parts(set uint) (found [][2]uint) {
	for sub := (set - 1) & set; sub > 0; sub = (sub - 1) & set {
		in, out := split(set, sub)
		if slices.ContainsFunc(b.sides, func(d lattice.Cell) bool { return b.escapes(b.pieces, in, out, d) }) {
			found = append(found, [2]uint{sub, set &^ sub})
		}
	}
	return found
}

// comesApart reports whether there is a choice of moves that frees every piece.
func (b *bruteForce) comesApart(set uint, single bool) bool {
	if set&(set-1) == 0 {
		return true
	}
	known := b.apart
	if single {
		known = b.oneByOne
	}
	if done, ok := known[set]; ok {
		return done
	}
	known[set] = slices.ContainsFunc(b.parts(set), func(p [2]uint) bool {
		return (!single || p[0]&(p[0]-1) == 0) && b.comesApart(p[0], single) && b.comesApart(p[1], single)
	})
	return known[set]
}

// grow divides a box at random into connected pieces, from random seeds; some cells may be
// left over.
func grow(r *rand.Rand, l *lattice.Lattice, box lattice.Shape, n int) []lattice.Shape {
	cells := make([][]lattice.Cell, n)
	taken := map[lattice.Cell]bool{}
	for i := range cells {
		for {
			if c := box[r.IntN(len(box))]; !taken[c] {
				taken[c] = true
				cells[i] = append(cells[i], c)
				break
			}
		}
	}
	for range 12 * len(box) {
		i := r.IntN(n)
		next := l.Neighbours(cells[i][r.IntN(len(cells[i]))])
		if c := next[r.IntN(len(next))]; box.HasCell(c) && !taken[c] {
			taken[c] = true
			cells[i] = append(cells[i], c)
		}
	}
	var pieces []lattice.Shape
	for _, c := range cells {
		pieces = append(pieces, lattice.NewShape(c))
	}
	return pieces
}

// combs makes an upper and a lower half with teeth between them, and cuts each by a ragged
// surface that stands upright: the halves part, and then each comes apart sideways.
func combs(r *rand.Rand, box lattice.Shape) []lattice.Shape {
	var teeth, cut [16]int32
	for i := range teeth {
		teeth[i], cut[i] = 1+r.Int32N(3), 1+r.Int32N(3)
	}
	pieces := make([]lattice.Shape, 4)
	for _, c := range box {
		i := 0
		if c[0] >= teeth[4*c[1]+c[2]] {
			i = 2
		}
		if c[1+i/2] >= cut[4*c[0]+c[2-i/2]] {
			i++
		}
		pieces[i] = append(pieces[i], c)
	}
	return pieces
}

func bitSetOf(pieces []int) (set uint) {
	for _, i := range pieces {
		set |= 1 << i
	}
	return set
}

// TestAgainstBruteForce: on random packings, every step can be done, the steps build up what
// they speak of, what is stuck is stuck, and pieces go in one by one if they can.
func TestAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	box, _ := lattice.Cube.FigureNamed("")
	outcomes := verifyPackings(t, lattice.Cube, matrixtest.RandomRounds(50, 3000), axes, escapes,
		func(k int) []lattice.Shape {
			n := 2 + r.IntN(5)
			pieces := grow(r, lattice.Cube, box.MakeShape([]int{4, 4, 4}), n)
			if k%2 == 1 {
				pieces = combs(r, box.MakeShape([]int{4, 4, 4}))
			}
			return pieces
		})
	for _, kind := range []string{"one by one", "in groups", "stuck"} {
		if outcomes[kind] < 2 && !testing.Short() {
			t.Errorf("only %d random packings are %s: %v", outcomes[kind], kind, outcomes)
		}
	}
}

// verifyPackings checks the plans of random packings on a lattice, and counts those of each kind. It also checks, for
// each direction and any two pieces, whether the one blocks the other.
func verifyPackings(t *testing.T, l *lattice.Lattice, count int, sides []lattice.Cell,
	escapes func([]lattice.Shape, []int, []int, lattice.Cell) bool,
	randomPieces func(k int) []lattice.Shape) (outcomes map[string]int) {
	t.Helper()
	outcomes = map[string]int{}
	for k := range count {
		pieces := randomPieces(k)
		plan, err := newAssembly(l, pieces)
		if err != nil {
			t.Fatal(err)
		}
		outcomes[verify(t, newBruteForce(pieces, sides, escapes), plan)]++
		owner := map[lattice.Cell]int{}
		for i, piece := range pieces {
			for _, c := range piece {
				owner[c] = i
			}
		}
		moves := movesOnLattice(l)
		for side, graph := range moves.blockingGraphs(owner, len(pieces)) {
			for i := range pieces {
				for j := range pieces {
					direction := moves.directions[side]
					if i != j && graph[i].Has(j) == escapes(pieces, []int{i}, []int{j}, direction) {
						t.Fatalf("%v: towards %v, piece %d blocks %d: %v", pieces, direction, j, i, graph[i].Has(j))
					}
				}
			}
		}
	}
	return outcomes
}

// verify checks a plan and says of what kind it is.
func verify(t *testing.T, b *bruteForce, plan Assembly) string {
	t.Helper()
	all := uint(1)<<len(b.pieces) - 1
	built := map[uint]bool{}
	for i := range b.pieces {
		built[1<<i] = true
	}
	for _, stuck := range plan.StuckGroups {
		if set := bitSetOf(stuck); len(b.parts(set)) > 0 {
			t.Fatalf("%v: %v is no stuck group", b.pieces, stuck)
		}
		built[bitSetOf(stuck)] = true
	}
	groups := false
	for _, s := range plan.AssemblySteps {
		moving, standing := bitSetOf(s.MovingPieces), bitSetOf(s.JoinedPieces)
		if !built[moving] || !built[standing] || moving&standing != 0 {
			t.Fatalf("%v: a step joins %v to %v, which are not there yet", b.pieces, s.MovingPieces, s.JoinedPieces)
		}
		if !b.escapes(b.pieces, s.MovingPieces, s.JoinedPieces, s.ApproachSide) {
			t.Fatalf("%v: %v cannot come to %v from %v", b.pieces, s.MovingPieces, s.JoinedPieces, s.ApproachSide)
		}
		built[moving|standing] = true
		groups = groups || len(s.MovingPieces) > 1
	}
	if !built[all] {
		t.Fatalf("%v: the steps %v do not end with all pieces", b.pieces, plan.AssemblySteps)
	}
	if apart := b.comesApart(all, false); apart != (len(plan.StuckGroups) == 0) {
		t.Fatalf("%v: comes apart %v, but %v is stuck", b.pieces, apart, plan.StuckGroups)
	}
	switch single := b.comesApart(all, true); {
	case len(plan.StuckGroups) > 0:
		return "stuck"
	case single == groups:
		t.Fatalf("%v: one by one %v, but groups move %v", b.pieces, single, groups)
	case groups:
		return "in groups"
	}
	return "one by one"
}

// TestKeepsGroups: two pieces that are hooked into each other, and one that lies on them.
func TestKeepsGroups(t *testing.T) {
	// Two rings through each other: no move along an axis parts them.
	ring := func(a, b int, at lattice.Cell) lattice.Shape {
		var cells []lattice.Cell
		for i := range int32(3) {
			for j := range int32(3) {
				if i != 1 || j != 1 {
					c := at
					c[a] += i
					c[b] += j
					cells = append(cells, c)
				}
			}
		}
		return lattice.NewShape(cells)
	}
	rings := []lattice.Shape{ring(1, 2, lattice.Cell{1, 0, 0}), ring(0, 2, lattice.Cell{0, 1, 1}), {{0, 0, 0}}}
	plan, err := newAssembly(lattice.Cube, rings)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.StuckGroups) != 1 || !slices.Equal(plan.StuckGroups[0], []int{0, 1}) {
		t.Errorf("stuck are %v, want the two rings", plan.StuckGroups)
	}
	if len(plan.AssemblySteps) != 1 || !slices.Equal(plan.AssemblySteps[0].MovingPieces, []int{2}) {
		t.Errorf("the steps are %v, want that the third piece goes in", plan.AssemblySteps)
	}
}

func TestAssemblyErrors(t *testing.T) {
	one := lattice.Shape{{0, 0, 0}}
	if _, err := newAssembly(lattice.Cube, []lattice.Shape{one, one}); !errors.Is(err, ErrOverlap) {
		t.Errorf("two pieces at one place: %v", err)
	}
	many := make([]lattice.Shape, MaxPieces+1)
	for i := range many {
		many[i] = lattice.Shape{{int32(i), 0, 0}}
	}
	if _, err := newAssembly(lattice.Cube, many); !errors.Is(err, ErrTooMany) {
		t.Errorf("%d pieces: %v", len(many), err)
	}
	if plan, err := newAssembly(lattice.Cube, many[1:]); err != nil || len(plan.AssemblySteps) != MaxPieces-1 {
		t.Errorf("a tower of %d pieces takes %d steps, %v", MaxPieces, len(plan.AssemblySteps), err)
	}
	if _, err := newAssembly(lattice.Square, []lattice.Shape{one}); !errors.Is(err, ErrNotSolid) {
		t.Errorf("a piece of squares: %v", err)
	}
	if plan, err := newAssembly(lattice.Cube, nil); err != nil || plan.AssemblySteps != nil {
		t.Errorf("no piece: %v, %v", plan, err)
	}
}
