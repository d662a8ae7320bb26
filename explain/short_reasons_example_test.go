package explain

import (
	"context"
	"fmt"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/stdlib"
)

// Three by three cells are too many for dominoes by one, or too few.
func Example_shortReasons() {
	text := "use dominoes  board b on square = 3x3  pack b with any of I2"
	p, err := compile.CompileText("floor.puz", []byte(text), check.Importer{ReadModule: stdlib.ReadModule},
		compile.ProgramOptions{})
	if err != nil {
		panic(err)
	}
	reasons, err := shortReasons(context.Background(), p)
	fmt.Println(reasons[0].Kind, err)
	fmt.Println(reasons[0].Sentences)
	// Output:
	// area <nil>
	// Every piece covers a multiple of 2 cells, and there are 9.
}
