package memo_test

import (
	"context"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/memo"
)

// TestKnown compares with published numbers: dominoes with Kasteleyn's formula
// (OEIS A004003), queens A000170, Langford pairs A014552, Latin squares A002860
// and, the reduced ones, A000315; the pentominoes in 6 by 10 with
// Haselgrove, four times 2339, and the soma cube with Conway and Guy, 48 times 240;
// the 350 coverings by Y pentominoes with Knuth's "Dancing links".
func TestKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for name, c := range map[string]struct {
		problem *matrix.Problem
		want    string
		slow    bool
	}{
		"dominoes 2x2":     {dominoProblem(2, 2), "2", false},
		"dominoes 3x3":     {dominoProblem(3, 3), "0", false},
		"dominoes 8x8":     {dominoProblem(8, 8), "12988816", false},
		"dominoes 8x20":    {dominoProblem(8, 20), "3547073578562247994", false},
		"dominoes 12x12":   {dominoProblem(12, 12), "53060477521960000", true},
		"dominoes 16x16":   {dominoProblem(16, 16), "2444888770250892795802079170816", true},
		"queens 8":         {matrixtest.QueensProblem(8), "92", false},
		"langford 3":       {matrixtest.LangfordProblem(3), "2", false},
		"langford 5":       {matrixtest.LangfordProblem(5), "0", false},
		"langford 7":       {matrixtest.LangfordProblem(7), "52", false},
		"langford 8":       {matrixtest.LangfordProblem(8), "300", false},
		"latin 4":          {latinProblem(4, false), "576", false},
		"latin 5":          {latinProblem(5, false), "161280", true},
		"reduced latin 6":  {latinProblem(6, true), "9408", true},
		"Y 5x10":           {packingProblem(boxCell{1, 5, 10}, yPentomino, true), "10", false},
		"Y 10x10":          {packingProblem(boxCell{1, 10, 10}, yPentomino, true), "350", false},
		"pentominoes 3x20": {packingProblem(boxCell{1, 3, 20}, pentominoes, false), "8", false},
		"pentominoes 6x10": {packingProblem(boxCell{1, 6, 10}, pentominoes, false), "9356", true},
		"soma":             {packingProblem(boxCell{3, 3, 3}, somaPieces, false), "11520", false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.slow && !matrixtest.SlowTestsWanted() {
				t.Skip("slow: only where " + matrixtest.SlowTests + " is set")
			}
			for _, b := range allBranchings {
				if (c.slow || testing.Short()) && b != memo.AutoBranching {
					continue
				}
				n, _, err := memo.CountSolutions(context.Background(), c.problem, memo.CountOptions{}.WithBranching(b))
				if err != nil || n.String() != c.want {
					t.Errorf("%v counts %v, %v, not %s", b, n, err, c.want)
				}
			}
		})
	}
}
