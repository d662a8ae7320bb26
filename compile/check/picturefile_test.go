package check_test

import (
	"fmt"
	"io/fs"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// diagnoseWithFiles compiles a puzzle beside some files, and returns its options, or the first error with its place.
func diagnoseWithFiles(text string, files map[string]string) string {
	imp := check.Importer{ReadModule: stdlib.ReadModule, ReadFile: func(_, path string) (string, []byte, error) {
		text, found := files[path]
		if !found {
			return "", nil, fs.ErrNotExist
		}
		return path, []byte(text), nil
	}}
	p, err := compile.CompileText("a.puz", []byte(text), imp, compile.ProgramOptions{})
	if err != nil {
		d := err.(source.DiagnosticList)[0]
		return fmt.Sprintf("%v %s %q", d.Span, d.Code, d.Span.File.TextOf(d.Span.Range))
	}
	m, err := p.Candidates()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(m.OptionCount(), " options")
}

// TestPictureFiles: a file means what its text means in the puzzle, and errors are at their places in the file.
func TestPictureFiles(t *testing.T) {
	const pack = "board b on square = 2x4\nset s from \"p.txt\"\npack b with s"
	for _, c := range []struct{ puzzle, file, want string }{
		{"board b on square from \"p.txt\" piece I2 = 1x2 pack b with any of I2", "\n  .##\n  ##.\n", "3 options"},
		{"board b on square from \"p.txt\" piece I2 = 1x2 pack b with any of I2", "\ufeff##\n", "1 options"},
		{"shape s from \"p.txt\" board b on square = s + 1x1 piece I2 = 1x2 pack b with any of I2", ".##\r\n",
			"2 options"},
		{"shape s from \"p.txt\"", "##\n#x\n", `p.txt:2:2 bad-picture "x"`},
		{"shape s from \"p.txt\"", "\ufeff#x\n", `p.txt:1:2 bad-picture "x"`},
		{"shape s from \"p.txt\"", "", `p.txt:1:1 empty-shape ""`},
		{"shape s from \"q.txt\"", "##", `a.puz:1:14 bad-path "\"q.txt\""`},
		{"shape s from \"\"", "##", `a.puz:1:14 bad-path "\"\""`},
		{pack, "L\n#..\n###\n\nJ'\n ####\n", "10 options"}, // 4 orientations fit, in 2 places each, and 2 rows
		{pack, "L\n##y\n", `p.txt:2:3 bad-picture "y"`},
		{pack, "L\n##\n\nK\n\n", `p.txt:4:1 bad-picture "K"`},
		{pack, "##\n", `p.txt:1:1 bad-picture "##"`},
		{pack, "\n\n", "p.txt:1:1 empty-shape \"\\n\\n\""},
		{pack, "L\n#\nL\n##\n", `p.txt:3:1 duplicate-name "L"`},
		{"board b on square = 2x4\nset b from \"p.txt\"", "L\n#\n", `a.puz:2:5 duplicate-name "b"`},
		{"board b on cube = 2x1x2 set s on cube from \"p.txt\" pack b with s", "A\n#.\n\n##\n\nB\n#", "8 options"},
		{"tiles t from \"p.txt\" board b on square = 1x2 pack b with t", "rgby\n\nbrrg\n", "16 options"},
		{"tiles t from \"p.txt\"", "rgby\n rg\n", `p.txt:2:2 bad-tile "rg"`},
	} {
		if got := diagnoseWithFiles(c.puzzle, map[string]string{"p.txt": c.file}); got != c.want {
			t.Errorf("%s\nwith the file %q: %s, want %s", c.puzzle, c.file, got, c.want)
		}
	}
}

// TestLabels: a label is its cell wherever a rule speaks of one.
func TestLabels(t *testing.T) {
	const board = "param k = 4 piece I1 = 1x1 piece I2 = 1x2 " +
		"board b on square = 2x3 labels \"\"\"A B C\nA . 4\"\"\" "
	for _, c := range []struct{ labels, cells string }{
		{"pack b with any of I2 { leave 2 empty on {B, 4} }",
			"pack b with any of I2 { leave 2 empty on (0, 1) (1, 2) }"},
		{"pack b with any of I2 { leave 2 empty on {\"B\", (1, 2)} }",
			"pack b with any of I2 { leave 2 empty on (0, 1) (1, 2) }"},
		{"pack b with any of I2 { leave 1 empty on {k} }", "pack b with any of I2 { leave 1 empty on (1, 2) }"},
		{"pack b with any of I2 { leave 1 empty on {i} for i in 4..4 }",
			"pack b with any of I2 { leave 1 empty on (1, 2) }"},
		{"pack b with any of I2 + I1 { fix I1 at (C) }", "pack b with any of I2 + I1 { fix I1 at (0, 2) }"},
		{"list l = {B} pack b with any of I2 { leave 1 empty on {w} for w in l }",
			"pack b with any of I2 { leave 1 empty on (0, 1) }"},
		{"place king on b { exactly 1 on (B) none on (4) (1, 1) }",
			"place king on b { exactly 1 on (0, 1) none on (1, 2) (1, 1) }"},
		{"fill b with \"12\" { ascending on (B) (C) }", "fill b with \"12\" { ascending on (0, 1) (0, 2) }"},
		{"fill b with \"12\" { 1 \"2\" on around (B) }", "fill b with \"12\" { 1 \"2\" on around (0, 1) }"},
	} {
		if got, want := diagnoseWithFiles(board+c.labels, nil), diagnoseWithFiles(board+c.cells, nil); got != want {
			t.Errorf("%s: %s, and with coordinates %s", c.labels, got, want)
		}
	}
	for rule, want := range map[string]string{
		"pack b with any of I2 { leave 1 empty on {A} }":                  `bad-label "A"`,
		"pack b with any of I2 { leave 1 empty on {D} }":                  `bad-label "D"`,
		"pack b with any of I2 { leave 1 empty on {5} }":                  `bad-label "5"`,
		"pack b with any of I1 { fix I1 at (Z) }":                         `bad-label "(Z)"`,
		"shape s = {B} pack b with any of I2":                             `bad-label "B"`,
		"board c on square = 1x2 labels \"\"\"A\"\"\"":                    "bad-label \"\\\"\\\"\\\"A\\\"\\\"\\\"\"",
		"board c on square = 1x2 place king on c { exactly 1 on (B) }":    `bad-place "(B)"`,
		"board c on square = 1x2 pack c with I2 { leave 1 empty on {B} }": `bad-label "B"`,
	} {
		got := diagnoseWithFiles(board+rule, nil)
		if len(got) < len(want) || got[len(got)-len(want):] != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
}
