package staged_test

import (
	"context"
	"fmt"

	"quadrille/runtime/engine/staged"
)

// A row of three cells is cut into two pieces that make up a corner. The corner
// has its targets at (0,0), (0,1) and (1,0). A mapping turns the row or not, and
// shifts it: one to the left, by nothing, or one down.
func ExampleDissectionSearch_Dissections() {
	s := staged.NewDissectionSearch(&staged.DissectionProblem{
		SourceCount: 3, TargetCount: 3, PieceCount: 2, ShiftCount: 3, MotionCount: 2,
		FirstPieceMotions: []bool{true, true},
		TargetsByMapping: [][]int32{
			{-1, 0, 1}, {-1, -1, -1}, // one to the left: lying, standing
			{0, 1, -1}, {0, 2, -1}, // by nothing
			{2, -1, -1}, {2, -1, -1}, // one down
		},
		MinPieceCells: 1, MaxPieceCells: 2,
	})
	for x := range s.Dissections(context.Background()) {
		fmt.Println("mappings", x.MappingOf, "piece of each cell", x.PieceOf)
	}
	fmt.Printf("%+v\n", s.StageStats())
	// Output:
	// mappings [0 3] piece of each cell [1 1 0]
	// mappings [0 4] piece of each cell [1 0 0]
	// mappings [0 5] piece of each cell [1 0 0]
	// {Shifts:3 CoveringShifts:4 CoveringMappings:3 SourcesForced:3 AllForced:3 StillOpen:0 Solutions:3}
}
