package deduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// sameKind gives all items the same rank, so that they are of one kind.
func sameKind(matrix.ItemID) int { return 0 }

func mustGrade(t *testing.T, p *matrix.Problem) deduce.Grade {
	t.Helper()
	g, err := deduce.GradeProblem(context.Background(), p, deduce.StepOrder{ItemRank: sameKind, RankCount: 1})
	if err != nil || g.IsIncomplete {
		t.Fatal(g, err)
	}
	return g
}

// TestSolutions: no technique rules out a solution, or leaves a set of options that is no solution. On random problems
// with colors, bounds and nogoods the solver finds as many solutions as brute force.
func TestSolutions(t *testing.T) {
	r, several := rand.New(rand.NewPCG(1, 1)), [3]int{}
	rounds := matrixtest.RandomRounds(500, 100_000)
	for range rounds {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 14,
			ColorCount:        3,
			HasMultiplicities: r.IntN(2) == 0, MaxNogoods: 3 * r.IntN(2)})
		want := min(len(matrixtest.BruteForce(p)), 2)
		if g := mustGrade(t, p); g.Solutions != want {
			t.Fatalf("%d solutions, graded as %+v", want, g)
		}
		several[want]++
	}
	if several[1] < rounds/8 || several[2] < rounds/8 {
		t.Errorf("the numbers of solutions are %v: too few of a kind", several)
	}
}

// cellRow is a row of cells, each with the digits that may stand in it, from 1 on. The digits are items that are
// covered once.
func cellRow(cells ...[]int) *matrix.Problem {
	b := matrix.NewBuilder()
	var cell, digit []matrix.ItemID
	for k := range cells {
		cell = append(cell, b.AddPrimary(fmt.Sprint("cell ", k), matrix.Once))
		digit = append(digit, b.AddPrimary(fmt.Sprint("digit ", k+1), matrix.Once))
	}
	for k, digits := range cells {
		for _, d := range digits {
			b.AddOption(matrix.Entry{Item: cell[k]}, matrix.Entry{Item: digit[d-1]})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestSingles: naked singles, one after the other.
func TestSingles(t *testing.T) {
	g := mustGrade(t, cellRow([]int{1}, []int{1, 2}, []int{1, 2, 3}))
	if g.HardestLevel() != deduce.LevelEasy || g.SinglesByKind[0] != 3 || g.Solutions != 1 {
		t.Errorf("%+v", g)
	}
}

// TestPairOfCells: two cells have the digits 1 and 2, so no other cell has one of these. The other four cells fall into
// two more pairs, which rule nothing out, so there are four solutions.
func TestPairOfCells(t *testing.T) {
	g := mustGrade(t, cellRow([]int{1, 2}, []int{1, 2}, []int{1, 3, 4}, []int{2, 3, 4}))
	if g.TechniqueUses[deduce.LevelHard] != 1 || g.TechniqueUses[deduce.LevelMedium] != 0 ||
		g.TechniqueUses[deduce.LevelExpert] != 0 || g.Solutions != 2 ||
		g.HardestLevel() != deduce.LevelExtreme {
		t.Errorf("%+v", g)
	}
}

// TestPeer: every option of the left piece covers the cell in the middle, so the right piece cannot cover it.
func TestPeer(t *testing.T) {
	b := matrix.NewBuilder()
	left, right, middle := b.AddPrimary("left", matrix.Once), b.AddPrimary("right", matrix.Once),
		b.AddSecondary("middle")
	hue := b.AddSecondary("hue")
	red, blue := b.AddColor("red"), b.AddColor("blue")
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: middle}, matrix.Entry{Item: hue, Color: red})
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: middle}, matrix.Entry{Item: hue, Color: blue})
	b.AddOption(matrix.Entry{Item: right}, matrix.Entry{Item: middle})
	b.AddOption(matrix.Entry{Item: right}, matrix.Entry{Item: hue, Color: red})
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if g := mustGrade(t, p); g.TechniqueUses[deduce.LevelMedium] != 1 || g.SinglesByKind[0] != 2 || g.Solutions != 1 ||
		g.HardestLevel() != deduce.LevelMedium {
		t.Errorf("%+v", g)
	}
}

// TestTrialOfOptions: queens on a board of 6 by 6 have four solutions, one of which has a queen on the second cell of
// the first row. Only a trial shows that no other solution has one there.
func TestTrialOfOptions(t *testing.T) {
	if g := mustGrade(t, matrixtest.QueensProblem(6)); g.Solutions != 2 || g.TechniqueUses[deduce.LevelExtreme] < 3 {
		t.Errorf("%+v", g)
	}
	g := mustGrade(t, queensWith(1))
	if g.Solutions != 1 || g.HardestLevel() == deduce.LevelExtreme {
		t.Errorf("%+v", g)
	}
	if g := mustGrade(t, queensWith(0)); g.Solutions != 0 {
		t.Errorf("a queen in the corner: %+v", g)
	}
}

// queensWith returns the problem of queens on a board of 6 by 6, with a queen on the given cell of the first row.
func queensWith(k matrix.OptionID) *matrix.Problem {
	p, _ := matrixtest.QueensProblem(6).Subproblem([]matrix.OptionID{k}, nil)
	return p
}

// TestEnds: a context that is done ends the work, and its error is returned.
func TestEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := deduce.GradeProblem(ctx, matrixtest.QueensProblem(8),
		deduce.StepOrder{ItemRank: sameKind, RankCount: 1}); err == nil {
		t.Error("no error")
	}
}
