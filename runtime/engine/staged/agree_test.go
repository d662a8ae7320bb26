package staged_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix/matrixtest"
)

// checkAgainstBrute compares the search with brute force, and returns the number of solutions.
func checkAgainstBrute(t *testing.T, p *staged.DissectionProblem, what string) int {
	t.Helper()
	got, want := listSolutions(t, p), bruteForce(p)
	if !slices.Equal(got, want) {
		t.Fatalf("%s, sizes %d..%d: %d solutions, brute force has %d", what, p.MinPieceCells, p.MaxPieceCells, len(got),
			len(want))
	}
	return len(got)
}

// TestTetromino dissects all shapes of four cells in a box of 3 by 3, connected or not, to form a square, and the
// square to form these shapes.
func TestTetromino(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	square, shapes, solutions := rectangleCells(2, 2), subsetsOf(rectangleCells(3, 3), 4), 0
	for i, shape := range shapes {
		for _, motions := range []int{1, 4, 8} {
			p := dissectionProblem(square, shape, 2, motions)
			solutions += checkAgainstBrute(t, p, fmt.Sprint(shape, motions))
			p = dissectionProblem(shape, square, 2, motions)
			solutions += checkAgainstBrute(t, p, fmt.Sprint(shape, motions, " backwards"))
		}
		p := dissectionProblem(square, shape, 3, 4)
		p.MinPieceCells = i % 2
		solutions += checkAgainstBrute(t, p, fmt.Sprint(shape, " in three"))
	}
	if len(shapes) != 126 || solutions < 1000 {
		t.Errorf("%d shapes, %d solutions: the test proves little", len(shapes), solutions)
	}
}

// subsetsOf returns all sets of n of the given cells. Each set keeps the given order.
func subsetsOf(cells []boardCell, n int) [][]boardCell {
	if n == 0 {
		return [][]boardCell{nil}
	}
	var out [][]boardCell
	for i, c := range cells {
		for _, rest := range subsetsOf(cells[i+1:], n-1) {
			out = append(out, append([]boardCell{c}, rest...))
		}
	}
	return out
}

// TestRandom dissects random shapes with random motions and bounds: shapes of nine cells into two pieces that form a
// square, and smaller shapes into three pieces that form each other.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	solvable := map[int]int{}
	rounds := matrixtest.RandomRounds(6, 50)
	for range rounds {
		shape := randomCells(r, rectangleCells(4, 4), 9)
		if tryDissection(t, r, rectangleCells(3, 3), shape, 2) {
			solvable[2]++
		}
		n := 3 + r.IntN(4)
		if tryDissection(t, r, randomCells(r, rectangleCells(3, 3), n), randomCells(r, rectangleCells(3, 3), n), 3) {
			solvable[3]++
		}
	}
	if solvable[2] < rounds/10 || solvable[3] < rounds*2/5 {
		t.Errorf("solvable: %v: the test proves little", solvable)
	}
}

// TestNineInThree cuts the square of nine cells into three pieces that form a random shape, for fifty shapes.
func TestNineInThree(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	solvable := 0
	rounds := matrixtest.RandomRounds(8, 50)
	for range rounds {
		shape := randomCells(r, rectangleCells(4, 4), 9)
		if n := checkAgainstBrute(t, dissectionProblem(rectangleCells(3, 3), shape, 3, []int{4, 4, 8}[r.IntN(3)]),
			fmt.Sprint(shape)); n > 0 {
			solvable++
		}
	}
	if solvable < rounds*2/5 {
		t.Errorf("only %d shapes can be formed", solvable)
	}
}

func tryDissection(t *testing.T, r *rand.Rand, from, to []boardCell, pieces int) bool {
	t.Helper()
	p := dissectionProblem(from, to, pieces, []int{1, 4, 8}[r.IntN(3)])
	what := fmt.Sprint(from, to, pieces, p.MotionCount)
	n := checkAgainstBrute(t, p, what)
	p.MinPieceCells = r.IntN(3)
	p.MaxPieceCells = max(p.MinPieceCells, len(from)/pieces+r.IntN(4))
	return n+checkAgainstBrute(t, p, what) > 0
}

// randomCells returns n of the cells in random order. No result may depend on that order.
func randomCells(r *rand.Rand, cells []boardCell, n int) []boardCell {
	out := slices.Clone(cells)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:n]
}

// TestMatchings uses random mappings in place of motions, so that the matching problems have every form: edges of
// several pieces between the same vertices, and vertices with several edges where there is no perfect matching.
func TestMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	solutions := 0
	rounds := matrixtest.RandomRounds(150, 3000)
	for range rounds {
		n, pieces := 2+r.IntN(6), 2+r.IntN(4)
		p := &staged.DissectionProblem{
			SourceCount: n, TargetCount: n, PieceCount: pieces, ShiftCount: pieces, MotionCount: 1,
			FirstPieceMotions: []bool{true}, MinPieceCells: r.IntN(2), MaxPieceCells: 1 + r.IntN(n),
		}
		for range p.ShiftCount {
			p.TargetsByMapping = append(p.TargetsByMapping, randomMoves(r, n))
		}
		solutions += checkAgainstBrute(t, p, fmt.Sprint(p.TargetsByMapping))
	}
	if solutions < rounds {
		t.Errorf("%d solutions: the test proves little", solutions)
	}
}

// randomMoves makes a mapping of some sources, at least one, to different targets.
func randomMoves(r *rand.Rand, n int) []int32 {
	out := make([]int32, n)
	for a, b := range r.Perm(n) {
		out[a] = int32(b)
		if r.IntN(4) == 0 {
			out[a] = -1
		}
	}
	if slices.Max(out) < 0 {
		return randomMoves(r, n)
	}
	return out
}

// TestNoMatching has sixty cells that may swap places in pairs, in 2 to the power of 30 ways, and three sources that
// have only two targets together. No cell is forced: only a search for a perfect matching shows that there is none.
func TestNoMatching(t *testing.T) {
	const free = 60
	p := &staged.DissectionProblem{
		SourceCount: free + 4, TargetCount: free + 4, PieceCount: 4, ShiftCount: 4, MotionCount: 1,
		FirstPieceMotions: []bool{true}, MaxPieceCells: free + 4,
	}
	for _, rest := range [][]int32{{0, 1, -1, 2}, {-1, 0, 1, 2}, {1, -1, 0, 3}, {-1, -1, -1, 3}} {
		piece := int32(len(p.TargetsByMapping))
		onto := make([]int32, p.SourceCount)
		for a := range onto {
			switch {
			case a >= free && rest[a-free] >= 0:
				onto[a] = free + rest[a-free]
			case a < free && piece < 2:
				onto[a] = int32(a) ^ piece
			default:
				onto[a] = -1
			}
		}
		p.TargetsByMapping = append(p.TargetsByMapping, onto)
	}
	s := staged.NewDissectionSearch(p)
	for range s.Dissections(context.Background()) { // exploring the branches would never end
		t.Fatal("a solution")
	}
	if s.Err() != nil || s.StageStats().StillOpen != 1 {
		t.Errorf("ended with %v, %+v", s.Err(), s.StageStats())
	}
}
