package parse_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/matrix/matrixtest"
)

// wrong is a text with mistakes: each stands between « and », and has its code
// in the list. Nothing between them is a place between characters.
type wrong struct {
	marked string
	codes  []source.Code
}

// wrongTexts come in groups, by what is wrong with them.
var wrongTexts = map[string][]wrong{
	"one thing where another was expected": {
		{`puz «x»`, one(codes.Unexpected)},
		{`puz«»`, one(codes.Unexpected)},
		{"puz«»\n", one(codes.Unexpected)},
		{`puzzle «1»`, one(codes.Unexpected)},
		{`puzzle «"""a"""»`, one(codes.Unexpected)},
		{`about «x»`, one(codes.Unexpected)},
		{`use «8»`, one(codes.Unexpected)},
		{`use «shape»`, one(codes.Unexpected)},
		{`param «8» = 8`, one(codes.Unexpected)},
		{`param n «8»`, one(codes.Unexpected)},
		{`param n = «"""8"""»`, one(codes.Unexpected)},
		{`param n = «8x8»`, one(codes.Unexpected)},
		{`param n = 8 «x8»`, one(codes.Unexpected)},
		{`param n = a + «*» b`, one(codes.Unexpected)},
		{`param n = a «b»`, one(codes.Unexpected)},
		{`param n = a +«»`, one(codes.Unexpected)},
		{`param n = (a«»`, one(codes.Unexpected)},
		{`param n = (a «]»`, one(codes.Unexpected)},
		{`param n = min(a, «)»`, one(codes.Unexpected)},
		{`param n = min(a «b»)`, one(codes.Unexpected)},
		{`param n = not not«»`, one(codes.Unexpected)},
		{`shape s = «,»`, one(codes.Unexpected)},
		{`shape s = 8x8 - «)»`, one(codes.Unexpected)},
		{`shape s = cells «8»`, one(codes.Unexpected)},
		{`shape s = 8 x «"a"»`, one(codes.Unexpected)},
		{`shape s = t at «3»`, one(codes.Unexpected)},
		{`shape s = t rotate «n»`, one(codes.Unexpected)},
		{`shape s = legend "a" «red» """a"""`, one(codes.Unexpected)},
		{`shape s = legend "a" cell «8x8»`, one(codes.Unexpected)},
		{`shape s = (t «}»`, one(codes.Unexpected)},
		{`board b «8x8»`, one(codes.Unexpected)},
		{`piece P symmetry «=» t`, one(codes.Unexpected)},
		{`piece P «flat» = t`, one(codes.Unexpected)},
		{`set s = {«}»`, one(codes.Unexpected)},
		{`set s = {F«;» I}`, one(codes.BadCharacter)},
		{`set s = any «F»`, one(codes.Unexpected)},
		{`set s = 2 «F»`, one(codes.Unexpected)},
		{`pack b «s»`, one(codes.Unexpected)},
		{`pack b with s { «put» F at (0, 0) }`, one(codes.Unexpected)},
		{`pack b with s { fix F at (0, 0)«»`, one(codes.Unexpected)},
		{`pack b with s { keep F «at» (0, 0) }`, one(codes.Unexpected)},
		{`pack b with s { leave 1«}»`, one(codes.Unexpected)},
		{`secondary «a»`, one(codes.Unexpected)},
		{`items «[»1]`, one(codes.Unexpected)},
		{`items a[«]»`, one(codes.Unexpected)},
		{`items a 2..«»`, one(codes.Unexpected)},
		{`items a for «1»`, one(codes.Unexpected)},
		{`items a for i «=» 1..2`, one(codes.Unexpected)},
		{`items a for i in 1..2 where«»`, one(codes.Unexpected)},
		{`option a:«[»`, one(codes.Unexpected)},
		{`break «it»`, one(codes.Unexpected)},
		{`search «chose» mrv`, one(codes.Unexpected)},
		{`expect «"some"» solutions`, one(codes.Unexpected)},
		{`expect 1«»`, one(codes.Unexpected)},
		{`expect at «last» 3 solutions`, one(codes.Unexpected)},
		{`expect none up «symmetry»`, one(codes.Unexpected)},
		{`param a«#» = 1`, one(codes.BadCharacter)},
	},
	"what begins no statement": {
		{`«pack_» b with s`, one(codes.UnknownStatement)},
		{`«8x8»`, one(codes.UnknownStatement)},
		{`«"a"»`, one(codes.UnknownStatement)},
		{`«for» i in 1..2`, one(codes.UnknownStatement)},
		{"puz 1\n«}»", one(codes.UnknownStatement)},
		{"param n = 1\n«n»", one(codes.UnknownStatement)},
		{"param n = 1 «n»", one(codes.Unexpected)},
	},
	"what is no token": {
		{`param n = 1«;»`, one(codes.BadCharacter)},
		{`param n = «!»a`, one(codes.BadCharacter)},
		{"puz 1 «\u00a0»", one(codes.BadCharacter)},
		{`puzzle «'»a'`, one(codes.BadCharacter)},
		{`puzzle «"a»`, one(codes.UnclosedText)},
		{"puzzle «\"a \\\"»\nuse t", one(codes.UnclosedText)},
		{"shape s = «\"\"\"»\n##\nuse t", one(codes.UnclosedText)},
	},
	"what is no token, where a statement begins": {
		{`«#» one`, one(codes.BadCharacter)},
		{"puz 1\n«\uFEFF»puz 1", one(codes.BadCharacter)},
		{`«"a»`, one(codes.UnclosedText)},
		{`«"""»`, one(codes.UnclosedText)},
	},
	"what has a bad escape": {
		{`puzzle «"a\q"»`, one(codes.BadText)},
		{`use «"a\q"»`, one(codes.BadText)},
		{"about// one\n  «\"a\\q\"»", one(codes.BadText)},
		{`shape s = legend «"\q"» cell """#\n"""`, one(codes.BadText)},
	},
	"what is no puzzle at all": {
		{"«\x00»", one(codes.NotText)},
		{"puz 1 // «\x00»\n#", one(codes.NotText)},
		{"«\xff»", one(codes.NotText)},
		{"puz 1 // \u00e9 «\xc3»", one(codes.NotText)},
		{"«»\x01\x02ACROSS&DOWN\x00\x01", one(codes.AcrossLite)},
		{"«https://puzz.link/p?slither/5/5/cbcbcddad»", one(codes.BadLink)},
		{"\n «http://pzv.jp/p?slither/5/5/cbcbcddad»\nexpect unique", one(codes.BadLink)},
	},
}

func one(code source.Code) []source.Code { return []source.Code{code} }

// unmark takes the marks away, and returns the ranges between them.
func unmark(marked string) (text string, ranges []source.Range) {
	for {
		before, rest, found := strings.Cut(marked, "«")
		text += before
		if !found {
			return text, ranges
		}
		inside, after, _ := strings.Cut(rest, "»")
		ranges = append(ranges, source.Range{Start: len(text), End: len(text) + len(inside)})
		text, marked = text+inside, after
	}
}

// mark puts marks around what the errors point at, for the message of a test.
func mark(text string, errs source.DiagnosticList) string {
	for _, d := range slices.Backward(errs) {
		text = text[:d.Span.Start] + "«" + text[d.Span.Start:d.Span.End] + "»" + text[d.Span.End:]
	}
	return text
}

func TestMistakes(t *testing.T) {
	for name, group := range wrongTexts {
		t.Run(name, func(t *testing.T) {
			for _, w := range group {
				checkMistakes(t, w)
			}
		})
	}
}

func checkMistakes(t *testing.T, w wrong) {
	t.Helper()
	text, ranges := unmark(w.marked)
	_, errs := errorsOf(t, text)
	if got := codesOf(errs); !slices.Equal(got, w.codes) {
		t.Errorf("%q: the errors are %q, want the codes %q", w.marked, errs, w.codes)
		return
	}
	for i, d := range errs {
		if d.Span.Range != ranges[i] {
			t.Errorf("%q: the error is at %q", w.marked, mark(text, errs[i:i+1]))
		}
	}
}

func codesOf(errs source.DiagnosticList) []source.Code {
	var found []source.Code
	for _, d := range errs {
		found = append(found, d.Code)
	}
	return found
}

// TestRecovery: after a mistake the parser goes on at the next line that
// begins with the keyword of a statement.
func TestRecovery(t *testing.T) {
	tests := []struct {
		marked string
		read   string // the statements that are read, on one line each
	}{
		{"param n «8»\nuse t\nparam m = «)»\nuse u\nexpect «\"some\"»\nbreak symmetry", "use t\nuse u\nbreak symmetry"},
		{"param n =\n«param» m = 4\nuse t", "param m = 4\nuse t"},
		{"use t\n«n» = 4\nuse u", "use t\nuse u"},
		{"shape s = (t\n«use» u\nuse v", "use u\nuse v"},
		{"set s = {F,\n«set» r = {I}", "set r = {I}"},
		{"pack b with s {\n  fix F «in» t\n  leave 1 empty\n}\nuse t", "use t"},
		{"pack b with s {\n  leave 1 empty\n«use» t\n", "use t"},
		{"use t «u» use v\nuse w", "use t\nuse w"},
		{"«put» 1 use t\nuse u", "use u"},
		{"puzzle «\"a»\nuse t\nparam n = «#»\nuse u\n«foo»\nuse v", "use t\nuse u\nuse v"},
		// A sign at the end of a line takes nothing from the statement; what
		// another leaves out, nobody knows.
		{"param n = 1«;»\nparam m = 2\nparam k = 3«;» use t", "param n = 1\nparam m = 2"},
		{"«#» one, two; three!\nuse t", "use t"},
	}
	for _, test := range tests {
		text, ranges := unmark(test.marked)
		f, errs := errorsOf(t, text)
		if got := rangesOf(errs); !slices.Equal(got, ranges) {
			t.Errorf("the errors are at\n%s\nwant\n%s", mark(text, errs), test.marked)
		}
		if got := read(f); got != test.read {
			t.Errorf("%q: the statements read are\n%s\nwant\n%s", test.marked, got, test.read)
		}
		checkSpans(t, f)
	}
}

// Only a keyword, or what looks like a misspelt one, begins a new statement:
// the words of the rest of a wrong statement are no further mistakes.
func TestRecoveryTakesNoWordForAKeyword(t *testing.T) {
	reserved := strings.Fields(reservedWords)
	for _, m := range grammarWord.FindAllStringSubmatch(parse.Grammar(), -1) {
		if word := m[1]; !slices.Contains(reserved, word) {
			f, errs := errorsOf(t, "param n = )\n"+word+" s\nuse t")
			if len(errs) != 1 || read(f) != "use t" {
				t.Errorf("with %s in the next line: the errors are %q, and the statements read are %q", word, errs,
					read(f))
			}
		}
	}
}

var grammarWord = regexp.MustCompile(`"([a-z-]{2,})"`)

func rangesOf(errs source.DiagnosticList) []source.Range {
	var found []source.Range
	for _, d := range errs {
		found = append(found, d.Span.Range)
	}
	return found
}

// read returns the texts of the statements of a file.
func read(f *ast.File) string {
	var texts []string
	for _, s := range f.Statements {
		texts = append(texts, f.Source.TextOf(s.Range()))
	}
	return strings.Join(texts, "\n")
}

// A file that is no text has no statements, but it is a file all the same.
func TestUnreadableFilesAreEmpty(t *testing.T) {
	f, errs := errorsOf(t, "puz 1\x00")
	if f == nil || f.Source == nil || len(f.Statements) != 0 || len(errs) != 1 {
		t.Errorf("the file is %+v with the errors %v", f, errs)
	}
}

func TestHints(t *testing.T) {
	tests := []struct{ text, hint string }{
		{"pack b with s { break symmetry }", "`break` begins a statement of its own"},
		{"latin 4 {\n  distinct on boxes 2x2\nexpect unique", "behind the `}` of this one"},
		{`packk b with s`, "`pack`"},
		{`flubber`, "every statement begins with a keyword"},
		{`expect 3 solutoins`, "`solutions`"},
		{`search ordr mrv`, "`order`"},
		{`pack b with s { keep F to orientations 1 }`, "`orientation`"},
		{`param set = 1`, "`set` is a word of the language"},
		{`param n == 1`, "one ="},
		{`expect none when n == 1`, "one ="},
		{`param n = 8x8`, "rectangle"},
		{`shape s = 8 xn`, "8 x n"},
		{`shape s = 8xn`, "8 x n"},
		{`puz 1 # one`, "//"},
		{`puzzle 'one'`, `"text"`},
		{`puz 1;`, "semicolon"},
		{`param n = !m`, "`not`"},
		{`puzzle "one`, `close the text with "`},
		{`about """one`, `close the picture with """`},
		{`puzzle "a\q"`, "escapes"},
		{"puz 1\x00", "UTF-8"},
	}
	for _, test := range tests {
		_, errs := errorsOf(t, test.text)
		if len(errs) == 0 || !strings.Contains(errs[0].Hint, test.hint) {
			t.Errorf("%q: the errors are %q without a hint of %q", test.text, errs, test.hint)
		}
	}
}

// What may be left out is expected too, and is the closer name here.
func TestHintsNameWhatMayBeLeftOut(t *testing.T) {
	tests := []struct{ text, hint string }{
		{`expect uniqe`, "`unique`"},
		{`pack b with s { kepe F in t }`, "`keep`"},
		{`latin 4 { apart knght }`, "`knight`"},
	}
	for _, test := range tests {
		_, errs := errorsOf(t, test.text)
		if len(errs) != 1 || !strings.Contains(errs[0].Hint, test.hint) {
			t.Errorf("%q: the errors are %q without a hint of %q", test.text, errs, test.hint)
		}
	}
}

// A word that may not stand here either is no help.
func TestHintsNameOnlyWhatMayStand(t *testing.T) {
	for _, text := range []string{`puz one`, `puz a`, `puzzle hold`, `param n wit 8`, `latin 4 { apart rook }`,
		`latin 4 { apart row }`} {
		if _, errs := errorsOf(t, text); len(errs) != 1 || strings.Contains(errs[0].Hint, "did you mean") {
			t.Errorf("%q: the errors are %q with the hint %q, want one and no word for another", text, errs,
				errs[0].Hint)
		}
	}
}

// Where a number stands, an expression stands in parentheses. No other place is told so.
func TestHintsOfParentheses(t *testing.T) {
	tests := map[string]bool{
		`latin 4 { differ k+1 (2, 0) (2, 1) }`: true,
		`set s = n of A`:                       true,
		`queens 2+2`:                           true,
		`queens n-1 { exactly 1 on (0, 0) }`:   true,
		`queens -3`:                            true,
		`latin n*2 { distinct on boxes 2x2 }`:  true,
		`items a 2+2`:                          true,
		`puz n`:                                false,
		`puz 1+1`:                              false,
		`queens 4 + { exactly 1 on (0, 0) }`:   true,
		`set s = a * b`:                        false,
		`use -`:                                false,
	}
	for text, want := range tests {
		_, errs := errorsOf(t, text)
		if len(errs) != 1 || strings.Contains(errs[0].Hint, "parentheses") != want {
			t.Errorf("%q: the errors are %q with the hint %q", text, errs, errs[0].Hint)
		}
	}
}

// reservedWords are those of the specification.
const reservedWords = "puz puzzle about use param table list shape board piece tiles set pack place queens latin fill " +
	"words dissect items secondary " +
	"option choose show matching forbid minimize maximize break search expect for in where with when and or not"

// A reserved word is a name nowhere, and a name may begin with one.
func TestReservedWords(t *testing.T) {
	for word := range strings.FieldsSeq(reservedWords) {
		_, errs := errorsOf(t, "piece "+word+" = 1x1")
		if len(errs) == 0 || errs[0].Span.Start != len("piece ") || !strings.Contains(errs[0].Hint, "another name") {
			t.Errorf("a piece called %s: the errors are %q", word, errs)
		}
		mustParse(t, "piece "+word+"s' = 1x1")
	}
}

// The specification has four escapes, and the hint names them.
func TestEscapes(t *testing.T) {
	f := mustParse(t, `puzzle "\"\\\n\t"`)
	if got := f.Statements[0].(*ast.Title).Text; got != "\"\\\n\t" {
		t.Errorf("the text is %q", got)
	}
	for _, escape := range []string{`\q`, `\'`, `\a`, `\r`, `\0`, `\101`, `\x41`, `\u00e9`, `\U0001F600`} {
		if _, errs := errorsOf(t, `puzzle "`+escape+`"`); !slices.Equal(codesOf(errs), one(codes.BadText)) {
			t.Errorf("%s: the errors are %q, want one %s", escape, errs, codes.BadText)
		}
	}
}

// Only where a size may stand can a name that begins with x be a slip of one.
func TestNoHintOfASizeWhereNoSizeMayStand(t *testing.T) {
	for _, text := range []string{`pack b xs`, `piece P xs = t`, `search xorder natural`, `expect 3 xs`} {
		if _, errs := errorsOf(t, text); len(errs) != 1 || strings.Contains(errs[0].Hint, "8 x n") {
			t.Errorf("%q: the errors are %q with the hint %q", text, errs, errs[0].Hint)
		}
	}
}

// What a text says has no part in what is said about it.
func TestTextsDoNotSpeakInErrors(t *testing.T) {
	for _, literal := range []string{`"(expected Name)"`, `"(expected "`, `"""(expected Set)"""`} {
		plain := literal[:len(literal)-len(strings.TrimLeft(literal, `"`))]
		_, want := errorsOf(t, "param n "+plain+"a"+plain)
		_, got := errorsOf(t, "param n "+literal)
		if len(got) != 1 || len(want) != 1 || got[0].Summary != want[0].Summary {
			t.Errorf("%s: the errors are %q, want as for %sa%s: %q", literal, got, plain, plain, want)
		}
	}
}

// After 50 errors more would only scroll the first ones away.
func TestManyErrors(t *testing.T) {
	for _, line := range []string{"param n\n", "puz 1 #\n", "#\n", "\"\n", "puzzle \"\\q\"\n"} {
		if _, errs := errorsOf(t, strings.Repeat(line, 1000)); len(errs) != 50 {
			t.Errorf("1000 times %q has %d errors, want 50", line, len(errs))
		}
	}
}

// Of a file with too many words nothing is read, and nothing else is said.
func TestTooManyWords(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("it reads more than a million words: " + matrixtest.SlowTests + "=1 asks for it")
	}
	const most = 600_000 // blanks included
	f, errs := errorsOf(t, "use t // one\n"+strings.Repeat("# ", most/2))
	if len(f.Statements) != 0 || len(f.Comments) != 0 || !slices.Equal(codesOf(errs), one(codes.TooLarge)) ||
		errs[0].Span.Start != 13+most-6 {
		t.Errorf("the errors are %v at %d", errs, errs[0].Span.Start)
	}
	if _, errs := errorsOf(t, strings.Repeat("# ", most/2)); errs[0].Code != codes.BadCharacter {
		t.Errorf("the errors are %v", errs)
	}
}

// A bound on brackets inside brackets keeps the parser and all later walks
// over the tree from running out of stack, in any statement of a file.
func TestNesting(t *testing.T) {
	const most = 100
	nested := func(open, inside, shut string, depth int) string {
		return strings.Repeat(open, depth) + inside + strings.Repeat(shut, depth)
	}
	tests := []func(depth int) string{
		func(depth int) string { return "param n = " + nested("(", "m", ")", depth) },
		func(depth int) string { return "param n = " + nested("abs(", "m", ")", depth) },
		func(depth int) string { return "shape s = t at " + nested("(", "1", ")", depth) },
		func(depth int) string { return "option a[" + nested("t[", "1", "]", depth-1) + "]" },
	}
	for _, statement := range tests {
		for _, before := range []string{"", "use t\n", "// one\n"} {
			mustParse(t, before+statement(most)+"\nuse u")
			f, errs := errorsOf(t, before+statement(most+1)+"\nuse u")
			if !slices.Equal(codesOf(errs), one(codes.TooDeep)) {
				t.Errorf("%.30q…: the errors are %q, want one %s", before+statement(most+1), errs, codes.TooDeep)
			}
			if got := read(f); got != before+"use u" && got != "use u" {
				t.Errorf("%.30q…: the statements read are %.200q", before+statement(most+1), got)
			}
		}
	}
}

// A bracket too many in one statement hides nothing in the next.
func TestNestingIsCountedForEachStatement(t *testing.T) {
	f, errs := errorsOf(t, "puzzle )\nuse t\nparam n = "+strings.Repeat("(", 200)+"\nuse u")
	if got, want := codesOf(errs), []source.Code{codes.Unexpected, codes.TooDeep}; !slices.Equal(got, want) {
		t.Errorf("the errors are %q, want %q", got, want)
	}
	if got := read(f); got != "use t\nuse u" {
		t.Errorf("the statements read are %q", got)
	}
}
