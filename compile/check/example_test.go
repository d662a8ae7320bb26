package check_test

import (
	"fmt"

	"quadrille/compile/check"
	"quadrille/lang/parse"
)

// A puzzle after its names are resolved and its shapes are drawn.
func ExampleFile() {
	f, err := parse.File("tray.puz",
		[]byte("param n = 3\nboard tray on square = n x n - 1x1 at (1, 1)\npiece I2 = 1x2\npack tray with any of I2"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := check.CheckFile(f, check.Importer{}, check.FileOptions{ParamValues: map[string]int64{"n": 5}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Packing.Board.Name, len(p.Packing.Board.Cells), "cells;", p.Packing.Pieces[0].Name,
		len(p.Packing.Pieces[0].Orientations), "orientations")
	// Output: tray 24 cells; I2 2 orientations
}
