package trees_test

import (
	"fmt"

	"quadrille/lang/internal/trees"
	"quadrille/lang/parse"
)

func ExampleDump() {
	f, err := parse.File("test.puz", []byte("param n = 2*3"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(trees.Dump(f.Statements[0]))
	// Output: (Param Name:(Name Text:"n") Value:(Binary Op:"*" X:(Int Text:"2") Y:(Int Text:"3")))
}
