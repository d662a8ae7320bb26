package compile_test

import (
	"context"
	"fmt"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/runtime/engine/dlx"
	"quadrille/stdlib"
)

// From text to placements.
func ExampleCompileText() {
	const text = `
		use trominoes
		board tray on square = 2x3
		pack tray with any of V3
	`
	p, err := compile.CompileText("tray.puz", []byte(text), check.Importer{ReadModule: stdlib.ReadModule},
		compile.ProgramOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.Candidates()
	if err != nil {
		fmt.Println(err)
		return
	}
	for s := range dlx.NewSearch(m, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		placements := p.Decode(s)
		fmt.Println(placements[0].PieceName, placements[0].Items, placements[1].PieceName, placements[1].Items)
	}
	// Output:
	// V3 [0,0 1,0 1,1] V3 [0,1 0,2 1,2]
	// V3 [0,0 0,1 1,0] V3 [0,2 1,1 1,2]
}
