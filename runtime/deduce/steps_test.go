package deduce_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestStepsHoldForAllSolutions: on random problems with lines, brute force finds no solution that lacks an option
// chosen by a step, and none that has an option excluded by a step.
func TestStepsHoldForAllSolutions(t *testing.T) {
	r, endings, lines := rand.New(rand.NewPCG(7, 7)), map[deduce.StepEnding]int{}, 0
	areas, ruleGroups := 0, 0
	for range matrixtest.RandomRounds(1000, 100_000) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 4, MaxOptions: 16,
			ColorCount:        3,
			HasMultiplicities: r.IntN(3) == 0, MaxNogoods: 3 * r.IntN(2)})
		solutions := matrixtest.BruteForce(p)
		inLines, firstCell := r.IntN(p.PrimaryCount()+1), r.IntN(p.PrimaryCount()+1)
		firstCount := r.IntN(p.PrimaryCount() + 1)
		steps, ending := deduce.SolveBySteps(context.Background(), p, deduce.StepOrder{
			ItemRank: sameKind, RankCount: 1, HardestLevel: deduce.LevelExpert,
			LineOf: func(i matrix.ItemID) int {
				if int(i) < inLines {
					return int(i) / 2
				}
				return -1
			}, IsCell: func(i matrix.ItemID) bool { return int(i) >= firstCell },
			IsCount: func(i matrix.ItemID) bool { return int(i) >= firstCount }})
		for step := range steps {
			if step.IsLine {
				lines++
				if step.Level != deduce.LevelMedium {
					t.Fatalf("a line is no reason for a step of the level %s: %+v", step.Level, step)
				}
			}
			if step.IsArea {
				areas++
			}
			if step.IsRuleGroup {
				ruleGroups++
			}
			if len(step.Chosen)+len(step.Excluded) == 0 {
				t.Fatalf("a step that shows nothing: %+v", step)
			}
			for _, s := range solutions {
				for _, o := range step.Chosen {
					if !slices.Contains(s, o) {
						t.Fatalf("%+v chooses %d, which the solution %v lacks", step, o, s)
					}
				}
				for _, o := range step.Excluded {
					if slices.Contains(s, o) {
						t.Fatalf("%+v excludes %d of the solution %v", step, o, s)
					}
				}
			}
		}
		end := ending()
		endings[end]++
		if end == deduce.EndedSolved && len(solutions) != 1 || end == deduce.EndedImpossible && len(solutions) != 0 {
			t.Fatalf("ending %d of a problem with %d solutions", end, len(solutions))
		}
	}
	if endings[deduce.EndedStuck] == 0 || endings[deduce.EndedSolved] == 0 || endings[deduce.EndedImpossible] == 0 ||
		lines == 0 || (areas == 0 || ruleGroups == 0) && !testing.Short() { // which are rare
		t.Errorf("endings %v, lines %d, areas %d, rules that share cells %d: too few of a kind", endings, lines, areas,
			ruleGroups)
	}
}

// TestCountsThatShareCells: one rule says that one of two cells is marked, and another that two of these two and a
// third cell are. So the third cell is marked, which neither rule shows alone.
func TestCountsThatShareCells(t *testing.T) {
	b := matrix.NewBuilder()
	var cells []matrix.ItemID
	for k := range 3 {
		cells = append(cells, b.AddPrimary(fmt.Sprint("cell", k), matrix.Once))
	}
	pair := b.AddPrimary("pair", matrix.Once)
	all := b.AddPrimary("all", matrix.Bound{Min: 2, Max: 2})
	var marks []matrix.OptionID
	for k, c := range cells {
		option := []matrix.Entry{{Item: c}, {Item: all}}
		if k < 2 {
			option = append(option, matrix.Entry{Item: pair})
		}
		marks = append(marks, b.AddOption(option...))
		b.AddOption(matrix.Entry{Item: c})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	steps, _ := deduce.SolveBySteps(t.Context(), p, deduce.StepOrder{ItemRank: sameKind, RankCount: 1,
		HardestLevel: deduce.LevelExpert, IsCount: func(i matrix.ItemID) bool { return i >= pair }})
	for step := range steps {
		slices.Sort(step.Items)
		if !step.IsRuleGroup || !slices.Equal(step.Items, []matrix.ItemID{pair, all}) ||
			!slices.Contains(step.Excluded, marks[2]+1) {
			t.Errorf("the first step is %+v", step)
		}
		return
	}
	t.Error("there is no step")
}
