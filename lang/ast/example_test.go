package ast_test

import (
	"fmt"

	"quadrille/lang/ast"
)

// The blanks that all rows share are no part of the picture.
func ExampleSplitLines() {
	rows, offsets := ast.SplitLines("\"\"\"\n    .##\n    ##.\n    .#.\n\"\"\"")
	for i, row := range rows {
		fmt.Println(row, offsets[i])
	}
	// Output:
	// .## 8
	// ##. 16
	// .#. 24
}

// The grammar of a production stands in the tags of its fields, so a walk
// over statements needs a switch and no parser.
func ExampleAllStatements() {
	for _, s := range ast.AllStatements() {
		switch s.(type) {
		case *ast.Items, *ast.Option:
			fmt.Printf("%T belongs to the core\n", s)
		}
	}
	// Output:
	// *ast.Items belongs to the core
	// *ast.Option belongs to the core
}
