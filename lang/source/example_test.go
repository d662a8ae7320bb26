package source_test

import (
	"os"

	"quadrille/lang/source"
)

func ExamplePrint() {
	file := source.NewFile("queens.puz", []byte("param n = 8\nboard b on squere = n x n\n"))
	var list source.List
	lattice := file.Span(source.Range{Start: 23, End: 29})
	hint := source.DidYouMean("squere", []string{"square", "triangle", "hexagon"})
	list.Add("unknown-lattice", lattice, hint, "there is no lattice called `%s`", file.Slice(lattice.Range))
	source.Print(os.Stdout, list)
	// Output:
	// queens.puz:2:12: error: there is no lattice called `squere` [unknown-lattice]
	//   2 | board b on squere = n x n
	//     |            ^^^^^^
	//   hint: did you mean `square`?
}
