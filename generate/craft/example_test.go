package craft_test

import (
	"context"
	"fmt"

	"quadrille/generate/craft"
)

func ExampleMaker_MakePuzzle() {
	m, err := craft.NewMaker(context.Background(), "rules.puz", []byte("latin 4 { boxes 2x2 }"), nil, compiled,
		craft.Recipe{})
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
	//   boxes 2x2
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
