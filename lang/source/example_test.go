package source_test

import (
	"os"

	"quadrille/lang/source"
)

func ExamplePrintList() {
	file := source.NewFile("queens.puz", []byte("param n = 8\nboard b on squere = n x n\n"))
	var list source.DiagnosticList
	lattice := file.Span(source.Range{Start: 23, End: 29})
	hint := source.DidYouMean("squere", []string{"square", "triangle", "hexagon"})
	list.AddError("unknown-lattice", lattice, hint, "there is no lattice called `%s`", file.TextOf(lattice.Range))
	source.PrintList(os.Stdout, list)
	// Output:
	// queens.puz:2:12: error: there is no lattice called `squere` [unknown-lattice]
	//   2 | board b on squere = n x n
	//     |            ^^^^^^
	//   hint: did you mean `square`?
}
