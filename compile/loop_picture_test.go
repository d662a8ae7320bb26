package compile_test

import (
	"testing"

	"quadrille/compile/compiletest"
	"quadrille/compile/draw"
)

// The only loop around two squares is drawn, and the stick between them is not.
func TestLoopPicture(t *testing.T) {
	p := compiletest.CompilePuzzle(t,
		"board b on sticks = 1x2 fill b with \"01\" { loop \"1\" given \"\"\"\n.....\n1.0.1\n.....\n\"\"\" }", false)
	for s := range compiletest.AllSolutions(t, p) {
		if !p.IsSolution(s) {
			continue
		}
		const want = "┌───────────┐\n│           │\n│     ·     │\n│           │\n└───────────┘\n"
		if text := draw.RenderText(p.Picture(p.Decode(s)), draw.TextStyle{}); text != want {
			t.Errorf("the loop is drawn as\n%s", text)
		}
		return
	}
	t.Error("there is no loop")
}
