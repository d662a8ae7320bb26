package deduce_test

import (
	"context"
	"fmt"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Of three cells in a row, the left cell can be covered only by the left pair, and then no pair is left for the right
// cell.
func ExampleFindProof() {
	b := matrix.NewBuilder()
	left, middle, right := b.AddPrimary("left", matrix.Once), b.AddPrimary("middle", matrix.Once),
		b.AddPrimary("right", matrix.Once)
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: middle})
	b.AddOption(matrix.Entry{Item: middle}, matrix.Entry{Item: right})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	proof, ok := deduce.FindProof(context.Background(), p, 1)
	fmt.Println(ok, p.Name(proof.Steps[0].Item), p.OptionItems(proof.Steps[0].Option), p.Name(proof.FailedItem))
	// Output: true left [left middle] right
}

// Cells and digits are items of two kinds, so naked singles are told from hidden ones. Here naked ones are
// enough: the cells are filled from left to right, but for the third, which comes last.
func ExampleGradeProblem() {
	p := cellRow([]int{1}, []int{1, 2}, []int{2, 3, 4}, []int{1, 2, 4})
	g, err := deduce.GradeProblem(context.Background(), p,
		deduce.StepOrder{RankCount: 2, ItemRank: func(i matrix.ItemID) int {
			if p.Name(i)[:4] == "cell" {
				return 0
			}
			return 1
		}})
	fmt.Println(g.SinglesByKind, g.TechniqueUses, g.Solutions, err)
	// Output:
	// [4 0] [0 0 0 0 0] 1 <nil>
}
