package source_test

import (
	"strings"
	"testing"

	"quadrille/lang/source"
)

// excerptOf prints a diagnostic without its first line. The text has the span
// between « and ».
func excerptOf(marked, hint string) string {
	before, rest, _ := strings.Cut(marked, "«")
	inside, after, _ := strings.Cut(rest, "»")
	f := source.NewFile("a.puz", []byte(before+inside+after))
	list := source.DiagnosticList{{Code: "code", Span: span(f, len(before), len(before+inside)), Summary: "wrong",
		Hint: hint}}
	var b strings.Builder
	source.PrintList(&b, list)
	_, excerpt, _ := strings.Cut(b.String(), "\n")
	return excerpt
}

func TestPrintUnderlines(t *testing.T) {
	tests := []struct{ name, marked, want string }{
		{"a word", "pack «bord» with s", "" +
			"  1 | pack bord with s\n" +
			"    |      ^^^^\n"},
		{"the start", "«pakc» b with s", "" +
			"  1 | pakc b with s\n" +
			"    | ^^^^\n"},
		{"a line further down", strings.Repeat("puz 1\n", 9) + "param «8»\nuse t", "" +
			"  10 | param 8\n" +
			"     |       ^\n"},
		{"the line of CRLF", "puz 1\r\nparam «8»\r\nuse t", "" +
			"  2 | param 8\n" +
			"    |       ^\n"},
		{"nothing, at the end of a line", "param n =«»\nuse t", "" +
			"  1 | param n =\n" +
			"    |          ^\n"},
		{"nothing, at the end of the file", "param n =«»", "" +
			"  1 | param n =\n" +
			"    |          ^\n"},
		{"nothing, after the last line", "param n =\n«»", "" +
			"  2 | \n" +
			"    | ^\n"},
		{"an empty file", "«»", "" +
			"  1 | \n" +
			"    | ^\n"},
		{"a line break", "puz 1«\n»use t", "" +
			"  1 | puz 1\n" +
			"    |      ^\n"},
		{"the first line of several", "shape s = «\"\"\"\n  ##\n\"\"\"»", "" +
			"  1 | shape s = \"\"\"\n" +
			"    |           ^^^\n"},
		{"after a tab", "\tparam\t«8»", "" +
			"  1 |  param 8\n" +
			"    |        ^\n"},
		{"a tab", "param«\t»n", "" +
			"  1 | param n\n" +
			"    |      ^\n"},
		{"after a byte order mark", "\uFEFFpuz «one»", "" +
			"  1 | puz one\n" +
			"    |     ^^^\n"},
		{"letters of several bytes", "piece forêt «ñandú» = t", "" +
			"  1 | piece forêt ñandú = t\n" +
			"    |             ^^^^^\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := excerptOf(test.marked, ""); got != test.want {
				t.Errorf("the excerpt is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// Characters of the scripts of East Asia take two columns of a terminal, and
// so do emoji; marks that combine with a letter take none.
func TestPrintUnderlinesWideText(t *testing.T) {
	tests := []struct{ name, marked, want string }{
		{"after wide text", "board 森林 on «squar» = 8x8", "" +
			"  1 | board 森林 on squar = 8x8\n" +
			"    |               ^^^^^\n"},
		{"wide text", "pack «森林» with s", "" +
			"  1 | pack 森林 with s\n" +
			"    |      ^^^^\n"},
		{"kana, hangul and wide letters", "puzzle \"かナ한Ａ\" «x»", "" +
			"  1 | puzzle \"かナ한Ａ\" x\n" +
			"    |                   ^\n"},
		{"after an emoji", "puzzle \"🧩\" «x»", "" +
			"  1 | puzzle \"🧩\" x\n" +
			"    |             ^\n"},
		{"after a combining mark", "puzzle \"fore\u0302t\" «x»", "" +
			"  1 | puzzle \"fore\u0302t\" x\n" +
			"    |                ^\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := excerptOf(test.marked, ""); got != test.want {
				t.Errorf("the excerpt is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// A file of one long line shows some of it on either side.
func TestPrintClipsLongLines(t *testing.T) {
	long, half := strings.Repeat("abcde", 50), strings.Repeat("abcde", 10)
	tests := []struct{ name, marked, want string }{
		{"on both sides", long + "«x»" + long, "" +
			"  1 | …" + half + "x" + half + "…\n" +
			"    | " + strings.Repeat(" ", 51) + "^\n"},
		{"before", long + "«x»", "" +
			"  1 | …" + half + "x\n" +
			"    | " + strings.Repeat(" ", 51) + "^\n"},
		{"behind", "«x»" + long, "" +
			"  1 | x" + half + "…\n" +
			"    | ^\n"},
		{"the span", "«" + long + "» y", "" +
			"  1 | " + half + "…\n" +
			"    | " + strings.Repeat("^", 51) + "\n"},
		{"letters of several bytes", strings.Repeat("é", 80) + "«x»", "" +
			"  1 | …" + strings.Repeat("é", 50) + "x\n" +
			"    | " + strings.Repeat(" ", 51) + "^\n"},
		{"nothing of what just fits", half + "«" + half + "»" + half, "" +
			"  1 | " + half + half + half + "\n" +
			"    | " + strings.Repeat(" ", 50) + strings.Repeat("^", 50) + "\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := excerptOf(test.marked, ""); got != test.want {
				t.Errorf("the excerpt is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// What moves the cursor, or turns the direction of writing, would show another
// text than the file has, or worse. The file has a say in what is printed, so
// none of it may reach the terminal.
func TestPrintShowsNoControlCharacters(t *testing.T) {
	controls := map[string]rune{
		"bell": '\a', "backspace": '\b', "return": '\r', "escape": '\x1b', "delete": '\x7f',
		"next line": '\u0085', "control sequence introducer": '\u009b',
		"line separator": '\u2028', "right-to-left override": '\u202e', "right-to-left isolate": '\u2067',
		"zero width space": '\u200b', "byte order mark": '\ufeff',
	}
	for name, r := range controls {
		t.Run(name, func(t *testing.T) {
			want := "  1 | puz · 1\n    |       ^\n"
			if got := excerptOf("puz "+string(r)+" «1»", ""); got != want {
				t.Errorf("%q: the excerpt is\n%q\nwant\n%q", r, got, want)
			}
		})
	}
}

// The name of a file, what is wrong and the hint may hold what the file says too.
func TestPrintShowsNoControlCharactersAnywhere(t *testing.T) {
	f := source.NewFile("\x1b[2Ja\u202eb.puz", []byte("puz 1"))
	var list source.DiagnosticList
	list.AddError("code", span(f, 4, 5), "hint \u2067", "wrong\x1b[1A %s", span(f, 4, 5).FileLine())
	var b strings.Builder
	source.PrintList(&b, list)
	want := `\x1b[2Ja\u202eb.puz:1:5: error: wrong\x1b[1A \x1b[2Ja\u202eb.puz:1 [code]` +
		"\n  1 | puz 1\n    |     ^\n  hint: hint " + `\u2067` + "\n"
	if b.String() != want {
		t.Errorf("the list is printed as\n%q\nwant\n%q", b.String(), want)
	}
}

func TestPrintBytesThatAreNotUTF8(t *testing.T) {
	want := "  1 | a·b\n    |  ^\n"
	if got := excerptOf("a«\xff»b", ""); got != want {
		t.Errorf("the excerpt is\n%q\nwant\n%q", got, want)
	}
}

func TestPrintHint(t *testing.T) {
	want := "  1 | pakc\n    | ^^^^\n  hint: did you mean `pack`?\n"
	if got := excerptOf("«pakc»", "did you mean `pack`?"); got != want {
		t.Errorf("the excerpt is\n%s\nwant\n%s", got, want)
	}
}

// Without a place there is no excerpt, and without diagnostics nothing.
func TestPrintList(t *testing.T) {
	f := source.NewFile("a.puz", []byte("puz one"))
	var list source.DiagnosticList
	list.AddError("first", source.Span{}, "mend it", "nowhere")
	list.AddWarning("second", span(f, 4, 7), "", "somewhere")
	var b strings.Builder
	source.PrintList(&b, nil)
	source.PrintList(&b, list)
	want := `error: nowhere [first]
  hint: mend it

a.puz:1:5: warning: somewhere [second]
  1 | puz one
    |     ^^^
`
	if b.String() != want {
		t.Errorf("the list is printed as\n%s\nwant\n%s", b.String(), want)
	}
}
