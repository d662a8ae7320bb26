package compile_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/source"
	"quadrille/runtime/format"
)

// squareImporter has one file, square.txt.
func squareImporter(text string) check.Importer {
	return check.Importer{ReadFile: func(from, path string) (string, []byte, error) {
		if from != "folder/test.puz" || path != "square.txt" {
			return "", nil, fs.ErrNotExist
		}
		return "folder/square.txt", []byte(text), nil
	}}
}

// TestLatinFrom: a square that is read from a file lowers to the same matrix as the same square after `given`.
func TestLatinFrom(t *testing.T) {
	for _, c := range []struct{ square, rules string }{
		{"1\n", ""},
		{"..\n..\n", ""},
		{"12..\n21..\n....\n....\n", ""},
		{"12..\r\n21..\r\n....\r\n....\r\n", ""},
		{"\uFEFF12..\n34..\n....\n....", "distinct on boxes 2x2"},
		{".....\n..453\n.5.24\n.35.2\n.423.\n", "distinct on main diagonals"},
		{strings.Repeat(strings.Repeat(".", 12)+"\n", 11) + "c" + strings.Repeat(".", 11) + "\n",
			"distinct on boxes 3x4"},
	} {
		rows := strings.Fields(strings.TrimPrefix(c.square, "\uFEFF"))
		same := fmt.Sprintf("latin %d {\ngiven \"\"\"\n%s\n\"\"\"\n%s\n}\n", len(rows), strings.Join(rows, "\n"),
			c.rules)
		p, err := compile.CompileText("folder/test.puz", []byte("latin from \"square.txt\" {\n"+c.rules+"\n}\n"),
			squareImporter(c.square), compile.ProgramOptions{})
		if err != nil {
			t.Errorf("%q: %v", c.square, err)
			continue
		}
		if got, want := dumpOf(t, p), dumpOf(t, compiletest.CompilePuzzle(t, same, false)); got != want {
			t.Errorf("%q lowers to\n%s\nwant\n%s", c.square, got, want)
		}
	}
}

func dumpOf(t *testing.T, p *compile.Program) string {
	t.Helper()
	var out strings.Builder
	if err := format.WriteProblem(&out, compiletest.PuzzleMatrix(t, p), format.DLX, format.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSquareWithFaults: the error shows the line of the square's file, and says
// where the file is wanted.
func TestSquareWithFaults(t *testing.T) {
	for _, c := range []struct{ square, want string }{
		{"12..\n21..\n.x..\n....\n", "folder/square.txt:3:2: error: x is the value 33"},
		{"\uFEFF1.1\n...\n...\n", "folder/square.txt:1:3: error: 1 stands twice in this row"},
		{"12.\r\n21.\r\n..\r\n", "folder/square.txt:3:3: error: this line has only 2 of 3 characters"},
		{"é.\n..\n", "folder/square.txt:1:1: error: 'é' stands for nothing"},
		{".\xff\n..\n", "folder/square.txt:1:2: error: "},
		{"", "folder/square.txt:1:1: error: there is no square here"},
		{strings.Repeat(".", 100_000), "folder/square.txt:1:1: error: "},
	} {
		_, err := compile.CompileText("folder/test.puz", []byte("// wanted:\nlatin from \"square.txt\"\n"),
			squareImporter(c.square), compile.ProgramOptions{})
		var list source.DiagnosticList
		if !errors.As(err, &list) {
			t.Errorf("%q gives %v", c.square, err)
			continue
		}
		checkDiagnostics(t, list, source.Error)
		if len(list) != 1 || !strings.HasPrefix(list[0].Error(), c.want) ||
			!strings.HasSuffix(list[0].Hint, "wanted at folder/test.puz:2") {
			t.Errorf("%.20q gives %v, want %s; the hint is %q", c.square, err, c.want, list[0].Hint)
		}
	}
}

// TestSquareWithoutFiles: where nothing can be read, that is said.
func TestSquareWithoutFiles(t *testing.T) {
	compiletest.CompileWrong(t, "latin from \"square.txt\"", "bad-path")
	compiletest.CompileWrong(t, "latin from \"\"", "bad-path")
}
