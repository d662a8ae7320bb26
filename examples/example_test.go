package examples_test

import (
	"fmt"

	"quadrille/examples"
)

func ExampleFiles() {
	text, err := examples.Files.ReadFile("queens-by-rows.puz")
	fmt.Println(len(text) > 0, err)
	// Output: true <nil>
}
