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
	ReadModule: stdlib.ReadModule, ReadWordList: stdlib.ReadWords,
	ReadFile: func(_, path string) (string, []byte, error) {
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

// TestSpecPieces: the pieces that the table of standard modules in spec.md names are those of the modules, in order.
func TestSpecPieces(t *testing.T) {
	doc, err := os.ReadFile("../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| modules | their pieces |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	quoted, declared := regexp.MustCompile("`([^`]+)`"), regexp.MustCompile(`(?m)^piece (\S+)`)
	compared := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		modules, lists := quoted.FindAllStringSubmatch(cells[1], -1), strings.Split(cells[min(2, len(cells)-1)], "; ")
		for k, m := range modules {
			text, err := stdlib.ReadModule(m[1])
			if err != nil {
				t.Errorf("there is no module %s", m[1])
				continue
			}
			pieces := declared.FindAllStringSubmatch(string(text), -1)
			if len(pieces) == 0 || strings.Contains(lists[k], " to ") {
				continue
			}
			var got []string
			for _, p := range pieces {
				got = append(got, p[1])
			}
			compared++
			if want := quoted.FindStringSubmatch(lists[k])[1]; strings.Join(got, " ") != want {
				t.Errorf("%s has the pieces %s, and spec.md says %s", m[1], got, want)
			}
		}
	}
	if compared < 13 {
		t.Errorf("only %d modules were compared", compared)
	}
}
