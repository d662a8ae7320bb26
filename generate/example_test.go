package generate

import (
	"context"
	"fmt"
)

func Example_maker() {
	m, err := newPuzzleMaker(context.Background(), "rules.puz", []byte("latin 4 { distinct on boxes 2x2 }"), nil,
		loaded,
		Recipe{})
	if err != nil {
		fmt.Println(err)
		return
	}
	made, err := m.MakePuzzle(context.Background(), seed(1))
	fmt.Print(made.Text, err)
	// Output:
	// // One solution. 5 clues, none can be left out.
	// // easy: 11 naked singles are enough
	// latin 4 {
	//   distinct on boxes 2x2
	//   given """
	//     ..24
	//     ....
	//     .1..
	//     4..1
	//   """
	// }
	// expect unique
	// <nil>
}
