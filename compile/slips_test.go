package compile_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/stdlib"
)

// told compiles a text and returns the errors, or else the warnings.
func told(t *testing.T, text string, words map[string]string, params map[string]int64) source.DiagnosticList {
	t.Helper()
	imp := check.Importer{ReadModule: stdlib.ReadModule, ModuleNames: stdlib.Modules(),
		ReadFile: func(_, path string) (string, []byte,
			error) {
			if words[path] == "" {
				return "", nil, errors.New("there is no such file")
			}
			return path, []byte(words[path]), nil
		}}
	return wrongDiagnostics(t, []byte(text), imp, compile.ProgramOptions{Params: params})
}

// TestNearlyAKeyword: behind any list of names a line that begins with a slip of a keyword is no part of the list.
func TestNearlyAKeyword(t *testing.T) {
	lists := []string{"items a b", "secondary items a b", "option a b", "matching a with b", "forbid together a, b",
		"search order degree", "set s = a + b",
		"items a b for i in 1..n", "option a[i] b"}
	tried := 0
	for _, list := range lists {
		for _, keyword := range parse.Keywords() {
			if len(keyword) < 5 {
				continue
			}
			for _, slip := range []string{keyword + "s", strings.ToUpper(keyword[:1]) + keyword[1:],
				keyword[:2] + keyword[3:], keyword[:3] + "q" + keyword[3:],
				keyword[:1] + keyword[2:3] + keyword[1:2] + keyword[3:], strings.ToUpper(keyword)} {
				if parse.IsReserved(slip) || slip == "options" && strings.HasPrefix(list, "search") {
					continue // which are words of the language, or of a hint
				}
				tried++
				_, err := parse.File("a.puz", []byte(list+"\n"+slip+" c\n"))
				var errs source.DiagnosticList
				if !errors.As(err, &errs) || errs[0].Span.File.Position(errs[0].Span.Start).Line != 2 ||
					!strings.Contains(errs[0].Hint, "`") {
					t.Errorf("%q behind %q: the errors are %v, want one on line 2", slip, list, err)
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d slips are tried", tried)
	}
}

// TestNamesOnLinesOfTheirOwn: a name that is no slip of a keyword goes on with a list, and so does any name where
// the list must go on.
func TestNamesOnLinesOfTheirOwn(t *testing.T) {
	for _, text := range []string{
		"items a\nb\nrow\n", "items a\n  pieces\n  options\n", "items\npieces\n", "option a[\noptions]\n",
		"pack b with\npieces\n", "set s = a +\npieces\n",
		"items a options boards\n", "items at least\n", "items exactly\n", "dissect a into 3\npieces forming b\n",
	} {
		if _, err := parse.File("a.puz", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestItemsThatAreNearlyKeywords: an item at the beginning of an indented line is warned of if a statement may be
// meant.
func TestItemsThatAreNearlyKeywords(t *testing.T) {
	list := told(t, "items a b\n  options c\noption a b options c\n", nil, nil)
	if len(list) != 1 || list[0].Severity != source.Warning || !strings.Contains(list[0].Hint, "`option`") {
		t.Errorf("%v, want a warning about `options`", printedList(list))
	}
	if list = told(t, "items a\n  b\n  options[1]\n  row\noption a b options[1] row\n", nil, nil); len(list) != 1 {
		t.Errorf("%v, want a warning about `options[1]`", printedList(list))
	}
	if list = told(t, "items a options b\noption a options b\n", nil, nil); len(list) != 0 {
		t.Errorf("%v, want nothing", printedList(list))
	}
}

// TestMultiplicitiesInOtherWords: whatever reads as one more item, and is meant as a multiplicity, is an error
// that says how to write it.
func TestMultiplicitiesInOtherWords(t *testing.T) {
	for text, hint := range map[string]string{
		"items total n times":                        "items total exactly n",
		"items a b t[1] times":                       "items a b exactly t[1]",
		"items total n..m times":                     "(n)..",
		"items total n..m":                           "(n)..",
		"items row[r] exactly 2 times":               "items row[r] exactly 2",
		"items row[r] at most n times":               "items row[r] at most n",
		"items row[r] exactly (n+1) times":           "items row[r] exactly (n+1)",
		"items row[r] (n+1) times for r in 1..3":     "items row[r] exactly (n+1) for r in 1..3",
		"items row[r] exactly n times for r in 1..3": "items row[r] exactly n for r in 1..3",
		"secondary items a n times":                  "secondary items a exactly n",
	} {
		_, err := parse.File("a.puz", []byte(text+"\n"))
		var errs source.DiagnosticList
		if !errors.As(err, &errs) || len(errs) != 1 || !strings.Contains(errs[0].Hint, hint) {
			t.Errorf("%q: %v, want one error with the hint %q", text, printedList(errs), hint)
		}
	}
}

// TestLongTextsAreNotEchoed: what a file says is quoted in part, however long it is.
func TestLongTextsAreNotEchoed(t *testing.T) {
	long := strings.Repeat("abcdefghi ", 20_000)
	name := strings.Repeat("x", 200_000)
	for _, text := range []string{
		`search order "list:` + long + `"`, `search order "` + name + `"`, "pack " + name + " with " + name,
		"items " + name + "\noption " + name + name, name + " = 3",
		"puzzle " + long, "use \"" + name + "\"", "use " + name, "board b on " + name + " = 3x3",
		"latin 3 {\n  " + name + "\n}", "param n = 1" + strings.Repeat("0", 100_000),
		"latin 3 with " + name,
		"board b on square = 2x2\nfill b with \"12\" { sum 2 on (0, 0)" + strings.Repeat(" (0, 1)", 10_000) + " }",
		"items a " + name + " times",
		"words 3x3 from \"" + name + "\"", "expect none up to " + name, "latin 3 { symmetric " + name + " }",
		"items total exactly " + strings.Repeat("1", 100_000),
	} {
		for _, d := range told(t, text+"\n", nil, map[string]int64{}) {
			if n := len(d.Error()) + len(d.Hint); n > 5000 {
				t.Errorf("%.60s…: a message of %d bytes: %.200s", text, n, d.Error())
			}
		}
	}
}

// TestMessagesAboutInputs: what is not in the text of the puzzle alone.
func TestMessagesAboutInputs(t *testing.T) {
	for _, c := range []struct {
		text  string
		words map[string]string
		param string
		parts string
	}{
		{text: "words 3x3 from \"list.txt\"\n", words: map[string]string{"list.txt": "word;50\ncat;30\n"},
			parts: "without scores"},
		{text: "words 2x3 from \"list.txt\" {\n  rows\n  columns\n}\n",
			words: map[string]string{"list.txt": "cat\ntea\n"},
			parts: "no word of 2 letters"},
		{text: "words 3x3 from \"list.txt\" {\n  given \"\"\"\n    #..\n    ...\n    ...\n  \"\"\"\n}\n",
			words: map[string]string{"list.txt": "cat\ntea\n"}, parts: "blocks (#)"},
		{text: "param m = 2\nqueens (m+6)\n", param: "n", parts: "parameters are m"},
		{text: "queens 8\n", param: "n", parts: "no parameters in it"},
		{text: "piece A = 1x4\nboard b on square wrap (0, 3) (4, 0) = 4x4\npack b with 4 of A\n",
			parts: "4 cells of the shape of `b` are the same"},
	} {
		params := map[string]int64{}
		if c.param != "" {
			params[c.param] = 3
		}
		if text := printedList(told(t, c.text, c.words, params)); !strings.Contains(text, c.parts) {
			t.Errorf("%q: %s\nwant %q", c.text, text, c.parts)
		}
	}
}

// TestWhatIsOfferedIsRight: what hints tell people to write has no mistakes itself.
func TestWhatIsOfferedIsRight(t *testing.T) {
	inLatin := func(rule string) string { return "latin 9 {\n  " + rule + "\n}\n" }
	inPlace := func(rule string) string {
		return "board b on square = 8x8\nplace man on b {\n  exactly 4 on all\n  " + rule + "\n}\n"
	}
	dots := strings.Repeat(strings.Repeat(".", 17)+"\n", 17)
	for _, text := range []string{
		inLatin("ascending on (0, 0) (0, 1) (0, 2)"), inLatin("apart knight"), inLatin("apart (1, 1)"),
		inLatin("differ 0 on (0, 0) (2, 2)"),
		inLatin("distinct sum 12 on (0, 0) (0, 1)"), inLatin("differ at least 5 on (0, 0) (0, 1) (0, 2)"),
		inLatin("differ 1..2 on (0, 0) (0, 1)"),
		inLatin("marks \"\"\"\n" + dots + "\"\"\" every \"o\""),
		inLatin("none \"2468\" on (0, 0) (0, 1)"),
		inLatin("sum 12 on (0, 2) (1, 1) (2, 0)"),
		inLatin("distinct on rows, columns"), inLatin("distinct on main diagonals"), inLatin("same on (0, 0) (2, 2)"),
		inLatin("consecutive on (0, 0) (0, 1) (1, 1)"), inLatin("sandwich rows \"5, ., ., ., ., ., ., ., .\""),
		inLatin("firstsum left \"9, ., ., ., ., ., ., ., .\""), inLatin("numbered left \"3, ., ., ., ., ., ., ., .\""),
		"latin 5 with \"QUILT\"", "board b on square = 2x2\nfill b with 1..6",
		inPlace("at most 1 on (0, 0) (1, 2) everywhere"), inPlace("at most 1 on 2x2 everywhere"), inPlace("exactly 4 on 4x4"),
		inPlace("none on (0, 0)"), inPlace("exactly 1 on (0, 0), (1, 2)"), inPlace("exactly 1 on boxes 4x4"),
		"latin 9 { distinct on boxes 3x3 }", "use pentominoes\nboard b on square = 6x10\npack b with pentominoes\n",
		"board b on square = 2x3\nfill b with \"123456789\" { distinct sum 12 on (0, 1) (0, 2) }",
		"use pentominoes\nboard b on square = 6x15\npack b with one-sided pentominoes\n",
	} {
		_, err := compile.CompileText(puzzleFile, []byte(text), check.Importer{ReadModule: stdlib.ReadModule},
			compile.ProgramOptions{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestStumbles: what is said of first mistakes names the thing, points at it, and shows what to write.
func TestStumbles(t *testing.T) {
	killer := func(sums string) string {
		return "latin 4 {\n  distinct on boxes 2x2\n  distinct sum \"" + sums +
			"\" on regions \"\"\"\n    aabb\n    cddb\n    ceef\n    ggff\n  \"\"\"\n}\n"
	}
	const pieces = "piece dom = 1x2\nboard b on square = 3x5\n"
	for _, c := range []struct{ text, place, words, hint string }{
		{killer("a 30 b 9 c 5 d 5 e 5 f 6 g 7"), "4:5", "the sum 30 of the cage a cannot be kept", ""},
		{killer("a 3 b 9 c 5 d 5 f 6 g 7"), "6:6", "the cage `e` has no total", `sum "e 3"`},
		{killer("a 3 b 9 c 5 d 5 f 6 g 7"), "6:6", "the cage `e` has no total", "distinct on (2, 1) (2, 2)"},
		{"latin 4 {\n  distinct cage (0, 0) (0, 1)\n}\n", "2:12", "no rule `cage`", "distinct sum 12 on"},
		{"latin 4 {\n  killer (0, 0) (0, 1)\n}\n", "2:3", "no rule `killer`", "distinct sum 12 on"},
		{pieces + "pack b with 8 of 1x2\n", "3:18", "found `1x2`", "piece domino = 1x2"},
		{pieces + "pack b with any dom\n", "3:17", "found `dom`", "any of dom"},
		{pieces + "pack b with 4 of dom\n", "3:1", "8 cells, and 15 must be covered", "`any of dom`"},
		{"use pentominoes, tetrominoes\n", "1:16", "found `,`", "on the next line use tetrominoes"},
		{"use pentominoes\nuse tetrominoes\nboard b on square = 8x8\npack b with pentominoes and O4\n", "4:25", "found `and`",
			"pentominoes + O4"},
		{"latin 4 {\n  given (0,0) = 1\n}\n", "2:3", "found `(`", "exactly 1 \"1\" on (0,0)"},
		{"latin 4 {\n  anti knight\n}\n", "2:3", "no rule `anti`", "`apart knight`"},
		{"use pentominoes\nboard b on square = 6x9\npack b with pentominoes\n", "3:1", "room for 54",
			"take pieces out: `pentominoes - {F, I}`"},
		{"board b on hexagon = 4\npack b with s\n", "2:1", "expected `x`", "board b on hexagon = hexagon 4"},
		{"items a b\na b\noption a b\n", "2:1", "declared already", "begins with `option`"},
		{"crossword 5x5\n", "1:1", "begins with `crossword`", "from \"mine.txt\""},
		{"star battle 5x5\n", "1:1", "begins with `star`", "`puz new`"},
		{"rooks 8\n", "1:1", "begins with `rooks`", "place rook on 8x8"},
		{"queens 8\nunique\n", "2:1", "begins with `unique`", "expect unique"},
		{"queens 6 up to symmetry\n", "1:10", "found `up`", "`break symmetry`"},
		{"latin 4 {\n  distinct on boxes\n  given \"\"\"\n1...\n\"\"\"\n}\n", "3:9", "found a picture", "boxes 3x3"},
		{"latin 4 {\n} given \"\"\"\n1...\n\"\"\"\n", "2:3", "found `given`", "in front of the `}`"},
		{"piece t = \"\"\"\n  #\t#\n\"\"\"\n", "2:4", "a tab means nothing", "a legend"},
	} {
		d := told(t, c.text, nil, nil)[0]
		if place := d.Span.String(); !strings.HasSuffix(place, ":"+c.place) || !strings.Contains(d.Summary, c.words) ||
			!strings.Contains(d.Hint, c.hint) {
			t.Errorf("%s: %s, and the hint %q, want at %s %q, with %q", place, d.Summary, d.Hint, c.place, c.words, c.hint)
		}
	}
}

// TestMeantOtherwise: what says another thing than its writer meant is told with a text that says it.
func TestMeantOtherwise(t *testing.T) {
	place := func(rule string) string { return "board b on square = 4x4 - (1, 1) place rook on b { " + rule + " }" }
	count := func(rule string) string { return "board b on square = 3x3 fill b with \"01\" { " + rule + " }" }
	for _, c := range []struct{ wrong, hint, right string }{
		{place("at most 1 on 2x2 everywhere"), "on 2x2 at (r, c) & b for r in 0..2, c in 0..2",
			place("at most 1 on 2x2 at (r, c) & b for r in 0..2, c in 0..2")},
		{"table wall = \"\"\"1 .\"\"\" board b on square = 1x2 - wall place rook on b", "{(r, c) for r, c in wall}",
			"table wall = \"\"\"1 .\"\"\" board b on square = 1x2 - {(r, c) for r, c in wall} place rook on b"},
		{"board b on square = 2x2 items x[r,c] for r in 0..3, c in 0..3 where (r, c) in b", "`for r, c in b`",
			"board b on square = 2x2 items x[r,c] for r, c in b option x[r,c]? for r in 0..3, c in 0..3 where r > 0"},
		{count(`exactly 1 "1" on rays (0, 0) (1, 1)`), "rays (0, 0), rays (1, 1)",
			count(`exactly 1 "1" on rays (0, 0), rays (1, 1)`)},
		{count(`exactly 1 "1" on rays (0, 0) (1, 1)`), "rays (0, 0) + rays (1, 1)",
			count(`exactly 1 "1" on rays (0, 0) + rays (1, 1)`)},
		{count(`exactly 1 "1" on rays (0, 0) (1, 1)`), "ray (0, 0) (1, 1)", count(`exactly 1 "1" on ray (0, 0) (1, 1)`)},
		{"fill 3x3 with 1..9 { sum 15 on diagonals }", "`main diagonals`",
			"fill 3x3 with 1..9 { sum 15 on main diagonals }"},
		{count(`exactly 1 "0", "1" on rows`), `exactly 1 "24"`, count(`exactly 3 "01" on rows`)},
		{"fill 2x2 with 1..30 { none \"24\" on rows }", "the number 24 is written \"o\"",
			"fill 2x2 with 1..30 { none \"o\" on rows }"},
	} {
		list := told(t, c.wrong, nil, nil)
		if !slices.ContainsFunc(list, func(d *source.Diagnostic) bool { return strings.Contains(d.Hint, c.hint) }) {
			t.Errorf("%s: %v, want the hint %q", c.wrong, printedList(list), c.hint)
		}
		for _, d := range told(t, c.right, nil, nil) {
			if d.Severity != source.Warning || strings.Contains(d.Hint, c.hint) {
				t.Errorf("%s: %v", c.right, printedList(source.DiagnosticList{d}))
			}
		}
	}
}
