package parse_test

import (
	"errors"
	"fmt"
	"strings"

	"quadrille/lang/parse"
	"quadrille/lang/source"
)

func ExampleFile() {
	file, err := parse.File("dominoes.puz", []byte(`
board b on square = 2x3
pack b with any of I2
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range file.Statements {
		fmt.Printf("%T: %s\n", s, file.Source.TextOf(s.Range()))
	}
	// Output:
	// *ast.Board: board b on square = 2x3
	// *ast.Pack: pack b with any of I2
}

// All mistakes of a file are told at once, and what is right is still read.
func ExampleFile_mistakes() {
	file, err := parse.File("dominoes.puz", []byte(`puz one
board b on square = 2x3
packk b with any of I2
`))
	var mistakes source.DiagnosticList
	if errors.As(err, &mistakes) {
		for _, m := range mistakes {
			fmt.Println(m)
			if m.Hint != "" {
				fmt.Println("  hint:", m.Hint)
			}
		}
	}
	fmt.Println(len(file.Statements), "statement")
	// Output:
	// dominoes.puz:1:5: error: expected a number, but found `one` [unexpected]
	// dominoes.puz:3:1: error: no statement begins with `packk` [unknown-statement]
	//   hint: did you mean `pack`?
	// 1 statement
}

func ExampleGrammar() {
	for line := range strings.Lines(parse.Grammar()) {
		if strings.HasPrefix(line, "Pack ") {
			fmt.Print(line)
		}
	}
	// Output:
	// Pack = "pack" Shape "with" Set ("{" Rule* "}")? .
}
