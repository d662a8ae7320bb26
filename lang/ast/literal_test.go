package ast_test

import (
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
)

func TestSplitLines(t *testing.T) {
	tests := []struct {
		name, literal string
		want          []string
	}{
		{"empty", `""""""`, nil},
		{"blank", "\"\"\"\n \t\n\r\n\"\"\"", nil},
		{"on one line", `"""#.#"""`, []string{"#.#"}},
		{"on one line, with blanks", `"""  #.#  """`, []string{"#.#"}},
		{"as is usual", "\"\"\"\n  .#\n  ##\n\"\"\"", []string{".#", "##"}},
		{"from the first line on", "\"\"\"##\n##\"\"\"", []string{"##", "##"}},
		{"with a ragged margin", "\"\"\"\n    #\n  ##\n   #\n\"\"\"", []string{"  #", "##", " #"}},
		{"with blank lines", "\"\"\"\n\n  #\n\n \t \n   #\n\n\"\"\"", []string{"#", "", "", " #"}},
		{"with blanks at the ends of lines", "\"\"\"\n  # \n  ##\t\n\"\"\"", []string{"#", "##"}},
		{"with CRLF", "\"\"\"\r\n  .#\r\n  ##\r\n\"\"\"", []string{".#", "##"}},
		{"with tabs", "\"\"\"\n\t.#\n\t\t##\n\"\"\"", []string{".#", "\t##"}},
		{"with tabs and blanks", "\"\"\"\n\t #\n\t\t#\n\"\"\"", []string{" #", "\t#"}},
		{"with nothing in common", "\"\"\"\n\t#\n  #\n\"\"\"", []string{"\t#", "  #"}},
		{"with wide letters", "\"\"\"\n  é森\n  😀\n\"\"\"", []string{"é森", "😀"}},
		{"with quotes", "\"\"\"\"\"#\n#\"\n\"\"\"", []string{`""#`, `#"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rows, offsets := ast.SplitLines(test.literal)
			if !slices.Equal(rows, test.want) {
				t.Errorf("%q has the rows %q, want %q", test.literal, rows, test.want)
			}
			checkOffsets(t, test.literal, rows, offsets)
		})
	}
}

// checkOffsets: each row stands where its offset says, and they are in order.
func checkOffsets(t *testing.T, literal string, rows []string, offsets []int) {
	t.Helper()
	if len(rows) != len(offsets) {
		t.Fatalf("%q has %d rows and %d offsets", literal, len(rows), len(offsets))
	}
	for i, row := range rows {
		if !strings.HasPrefix(literal[offsets[i]:], row) {
			t.Errorf("%q: the row %q is not at %d", literal, row, offsets[i])
		}
		if i > 0 && strings.Count(literal[offsets[i-1]:offsets[i]], "\n") != 1 {
			t.Errorf("%q: the rows %d and %d are at %d and %d, not on two lines", literal, i-1, i, offsets[i-1],
				offsets[i])
		}
	}
}

// What is split and put between triple quotes again has the same rows.
func FuzzSplitLines(f *testing.F) {
	f.Add("#\n  #")
	f.Add("\n\t#\r\n \t\n#\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		if strings.Contains(body, `"`) {
			t.Skip("this might close the quotes early")
		}
		literal := `"""` + body + `"""`
		rows, offsets := ast.SplitLines(literal)
		checkOffsets(t, literal, rows, offsets)
		again, _ := ast.SplitLines("\"\"\"\n  " + strings.Join(rows, "\n  ") + "\n\"\"\"")
		if !slices.Equal(again, rows) {
			t.Errorf("%q has the rows %q, and these have the rows %q", literal, rows, again)
		}
	})
}

func TestText(t *testing.T) {
	tests := []struct {
		literal string
		want    ast.Text
	}{
		{`""`, ""},
		{`"a b"`, "a b"},
		{`"\"\\\n\t"`, "\"\\\n\t"},
		{`"forêt 😀"`, "forêt 😀"},
		{"\"a\tb\"", "a\tb"},
	}
	for _, test := range tests {
		var got ast.Text
		if err := got.Capture([]string{test.literal}); err != nil || got != test.want {
			t.Errorf("%s is %q with the error %v, want %q", test.literal, got, err, test.want)
		}
	}
	var text ast.Text
	if err := text.Capture([]string{`"a\q"`}); err == nil {
		t.Errorf(`"a\q" is %q, want an error`, text)
	}
}

func TestSize(t *testing.T) {
	var size ast.Size
	if err := size.Capture([]string{"8x12x3"}); err != nil || !slices.Equal(size, ast.Size{"8", "12", "3"}) {
		t.Errorf("8x12x3 is %q with the error %v", size, err)
	}
}
