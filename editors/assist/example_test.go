package assist_test

import (
	"fmt"

	"quadrille/editors/assist"
)

const text = `use pentominoes
board tray on square = 6x11
pack tray with pentominos
`

// An editor asks what is wrong, and offers what mends it.
func ExamplePuzzleText_Diagnostics() {
	for _, d := range assist.NewText("mine.puz", text, nil).Diagnostics() {
		fmt.Printf("%s: %s; %s\n", text[d.Start:d.End], d.Summary, d.Hint)
		for _, f := range d.Fixes {
			fmt.Println("fix:", f.Title)
		}
	}
	// Output:
	// pentominos: there is no piece or set called `pentominos`; did you mean `pentominoes`?
	// fix: write `pentominoes`
}

// What stands at a place has a description in Markdown.
func ExamplePuzzleText_Hover() {
	h, _ := assist.NewText("mine.puz", "piece S = \"\"\"\n  .##\n  ##.\n\"\"\"\n", nil).Hover(6)
	fmt.Print(h.Markdown)
	// Output:
	// **`S`**: piece, 4 cells, square, class half-turn, 4 orientations
	//
	// ```text
	//     ┌───────┐
	//     │ S     │
	// ┌───┘   ┌───┘
	// │       │
	// └───────┘
	// ```
}

// What the grammar allows at a place is offered there, also where a statement has only begun.
func ExamplePuzzleText_Complete() {
	begun := "board b on square = 2x4\npiece L = 1x2\nexpect 1 solution up to "
	for _, c := range assist.NewText("mine.puz", begun, nil).Complete(len(begun)) {
		fmt.Println(c.Label, c.Kind)
	}
	// Output:
	// symmetry word
	// rotation word
	// swaps word
}
