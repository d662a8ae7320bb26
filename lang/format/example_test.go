package format_test

import (
	"fmt"

	"quadrille/lang/format"
	"quadrille/lang/parse"
)

func ExampleFile() {
	file, err := parse.File("corner.puz", []byte(`
param n=3 // the side


board b on square=n x n
  // a corner
  -1x1 at(0,n - 1)
pack b with any of{V}{leave 2 empty}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(format.FormatFile(file))
	// Output:
	// param n = 3  // the side
	//
	// // a corner
	// board b on square = n x n - 1x1 at (0, n-1)
	// pack b with any of {V} {
	//   leave 2 empty
	// }
}
