package compile_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/runtime/format"
	"quadrille/stdlib"
)

// block is a fenced block of a document.
type block struct {
	line       int
	kind, text string
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func blockColoring(t *testing.T, name string) []block {
	t.Helper()
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	for _, m := range fence.FindAllSubmatchIndex(doc, -1) {
		out = append(out, block{
			line: strings.Count(string(doc[:m[0]]), "\n") + 1,
			kind: string(doc[m[2]:m[3]]),
			text: string(doc[m[4]:m[5]]),
		})
	}
	return out
}

// specImporter has the list of words that spec.md speaks of.
var specImporter = check.Importer{
	Module: stdlib.ReadModule, Words: stdlib.ReadWords,
	File: func(_, path string) (string, []byte, error) {
		return path, []byte("if\nin\non\n"), nil
	},
}

// TestSpec compiles every puzzle of spec.md. Where the matrix stands below,
// it is what the puzzle lowers to.
func TestSpec(t *testing.T) {
	all := blockColoring(t, "../spec.md")
	lowered := 0
	for i, b := range all {
		if b.kind != "puz" {
			continue
		}
		t.Run(fmt.Sprint("line ", b.line), func(t *testing.T) {
			p, err := compile.CompileText("spec.puz", []byte(b.text), specImporter, compile.ProgramOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if i+1 == len(all) || all[i+1].kind != "dlx" {
				return
			}
			lowered++
			var got strings.Builder
			if err := format.WriteProblem(&got, compiletest.PuzzleMatrix(t, p), format.DLX,
				format.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			if want := all[i+1].text; got.String() != want {
				t.Errorf("it lowers to\n%s\nand spec.md says\n%s", got.String(), want)
			}
		})
	}
	if lowered < 13 {
		t.Errorf("only %d puzzles of spec.md show what they lower to", lowered)
	}
}
