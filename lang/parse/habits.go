package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// adviseHabit adds a hint if an error comes from a habit of other languages. It returns false if it knows no such
// habit.
func (p *parser) adviseHabit(d *source.Diagnostic, t *lexer.Token, want string) bool {
	words := p.wordsTo(t.Pos.Offset)
	back := func(k int) string {
		if k > len(words) {
			return ""
		}
		return words[len(words)-k].Text
	}
	keyword, next := p.firstToken.Value, p.textBehind(t)
	quoted := strings.HasPrefix(want, "a text in quotes")
	switch {
	case keyword == "use" && len(words) == 2 && (t.Value == "," || t.Type == nameKind):
		p.adviseUse(d, t, back(1))
	case t.Value == "and" && (keyword == "pack" || keyword == "set"):
		d.Hint = fmt.Sprintf("pieces and sets are joined by +: %s + %s", clipQuotation(back(1)), nextName(next, "O4"))
		d.FixByReplacing("+")
	case t.Value == "board" && slices.Contains([]string{"pack", "fill", "place"}, keyword) && len(words) < 4:
		d.Hint = fmt.Sprintf("a board has a name of its own: board b = 6x10, and then %s b",
			strings.TrimSpace(p.lineUntil(t)))
	case t.Value == "with" && (keyword == "pack" || keyword == "fill") && len(words) == 1:
		d.Hint = fmt.Sprintf("the board stands before `with`, by its name, %s b with …, or as a size, %s 6x10 with …",
			keyword,
			keyword)
	case keyword == "place" && len(words) > 3 && words[2].Text == "on" && words[3].Text == "{" && t.Value != ",":
		d.Hint = fmt.Sprintf("the board stands before the braces: place %s on b { … }", clipQuotation(words[1].Text))
	case t.Value == "queens" && keyword == "place" && len(words) == 1:
		d.Hint = "queens that do not attack one another are said by `queens on b`; by rules of your own, `place queen on b { … }`"
		d.AddFix("write `queens`", source.TextEdit{Text: "queens",
			Span: p.file.Source.Span(source.Range{Start: words[0].Start, End: tokenEnd(t)})})
	case t.Type == intKind && keyword == "place" && strings.HasPrefix(nextName(next, ""), "queen"):
		d.Hint = fmt.Sprintf("so many queens that do not attack one another on a board of as many rows: queens %[1]s; by "+
			"rules of your own, place queen on b { exactly %[1]s on all }", clipQuotation(t.Value))
	case (keyword == "minimize" || keyword == "maximize") && t.Value == "queens":
		d.Hint = fmt.Sprintf("men are counted by `men`, or by the word behind `place`: %s men", keyword)
		d.FixByReplacing("men")
	case (keyword == "minimize" || keyword == "maximize") && t.Type == keywordKind && strings.HasPrefix(want, "`empty`, "):
		d.Hint = "count cells that stay `empty`, pieces or sets by their names, `men`, symbols in quotes, or items"
	case t.Value == "," && want == "`)`" && inCondition().MatchString(p.lineFrom(words)):
		d.Hint = "a condition compares numbers; `for r, c in b` goes through the cells of a board, or the entries of a " +
			"table, and `x[r,c]?` is left out where there is no such item"
	case t.Value == "," && want == "`)`" && secondRaysPlace().MatchString(p.lineUntil(t)):
		d.Hint = "one place stands behind `rays`: rays (0, 0), rays (1, 1) counts on each, rays (0, 0) + rays (1, 1) on " +
			"both together, and ray (0, 0) (1, 1) is one direction"
	case t.Type == stringKind && back(1) != "" && strings.HasPrefix(back(1), `"`) && isCounted(words),
		(t.Value == "," || t.Value == "or" || t.Value == "and") && strings.HasPrefix(back(1), `"`) && isCounted(words):
		d.Hint = "several symbols stand in one text: exactly 1 \"24\" counts cells with a 2 or a 4"
	case strings.Contains(want, "`x`") && back(4) == "boxes" && back(2) == ",":
		d.Hint = fmt.Sprintf("a size is one word: boxes %sx%s", back(3), back(1))
	case back(1) == "with" && t.Value == "[" && (keyword == "latin" || keyword == "fill"):
		d.Hint = "symbols stand in quotes, \"01\", numbers in braces, {0, 1}"
	case want == "`..`" && back(2) == "with":
		text := back(1)
		d.Hint = fmt.Sprintf("symbols stand in quotes, \"%s\"; 1..9 is a range of numbers", clipQuotation(text))
		d.Span = p.file.Source.Span(source.Range{Start: words[len(words)-1].Start, End: words[len(words)-1].End})
		d.FixByReplacing(`"` + text + `"`)
	case t.Value == "," && slices.Contains([]string{"boxes", "words"}, back(2)):
		d.Hint = fmt.Sprintf("a size is one word: %s %sx%s", back(2), back(1), back(1))
	case t.Value == "," && strings.HasPrefix(want, "the end") && (keyword == "items" || keyword == "secondary" ||
		keyword == "option"):
		d.Hint = "items stand side by side, without commas"
		d.FixByRemoving()
	case t.Value == "," && strings.HasPrefix(want, "the end") && (keyword == "pack" || keyword == "set"):
		d.Hint = fmt.Sprintf("a list of pieces stands in braces: {%s}", p.namesAround(t, back(1)))
	case t.Value == "[" && strings.Contains(want, "`{`"):
		d.Hint = "a list of pieces stands in braces: {F, I, L}"
	case t.Value == "[" && strings.HasPrefix(want, "a picture") && keyword != "table":
		d.Hint = "a shape is a picture, a size such as 2x3, or a list of its cells: (0, 0) (0, 1) (1, 1)"
	case t.Type == stringKind && strings.HasPrefix(want, "a picture"):
		d.Hint = `a picture stands between three quotes, a row a line: """` +
			clipQuotation(strings.Trim(t.Value, `"`)) + `"""`
		if strings.Contains(t.Value, `\`) {
			d.Hint = `a picture stands between three quotes, and each row on a line of its own: """…"""`
		}
		if inside := strings.Trim(t.Value, `"`); !strings.Contains(inside, `\`) {
			d.FixByReplacing(`"""` + inside + `"""`)
		}
	case t.Value == "(" && want == "`on`":
		d.Hint = "the cells stand behind `on`: on (0, 0) (0, 1)"
	case t.Value == "(" && want == "`at`" && keyword == "pack":
		d.Hint = fmt.Sprintf("write `at` between the two: fix %s at (2, 3)", back(1))
		d.AddFix("write `at`", source.TextEdit{Span: source.Span{File: d.Span.File,
			Range: source.Range{Start: d.Span.Start,
				End: d.Span.Start}}, Text: "at "})
	case t.Value == "=" && slices.Contains([]string{"sum", "product", "difference", "quotient"}, back(1)):
		d.Hint = fmt.Sprintf("no sign stands before the number: %s 12 on (0, 0) (0, 1)", back(1))
		d.FixByRemoving()
	case (t.Value == "<" || t.Value == ">") && back(1) == ")":
		d.Hint = "places stand side by side, without signs between them: ascending on (0, 0) (0, 1)"
		d.FixByRemoving()
	case quoted && t.Value == "{":
		d.Hint = "symbols stand in quotes, without commas: \"012\""
	case quoted && (t.Type == nameKind || t.Type == intKind || t.Type == wordKind || t.Type == keywordKind):
		text := t.Value
		if keyword == "puzzle" || keyword == "about" {
			line, _, _ := strings.Cut(p.file.Source.Text[t.Pos.Offset:], "\n")
			text = strings.TrimSpace(line)
			d.Span.End = d.Span.Start + len(text)
		}
		d.Hint = fmt.Sprintf("write it in quotes: \"%s\"", clipQuotation(text))
		d.FixByReplacing(`"` + text + `"`)
	case t.Type == sizeKind && (keyword == "latin" || keyword == "queens") && len(words) == 1:
		side, _, _ := strings.Cut(t.Value, "x")
		d.Hint = fmt.Sprintf("one side is enough: %s %s is a square of %s rows", keyword, side, side)
		d.FixByReplacing(side)
	case t.Value == "on" && keyword == "board" && strings.HasPrefix(want, "the end"):
		d.Hint = "the lattice stands before the sign: board b on square = …"
	case t.Type == sizeKind && want == "a name" && keyword == "queens":
		d.Hint = fmt.Sprintf("declare the board before, and name it here: board b = %s", t.Value)
	case t.Type == intKind && keyword == "place" && want == "a name":
		d.Hint = fmt.Sprintf("how many is said in braces: place %s on b { exactly %s on all }",
			strings.TrimSuffix(nextName(next, "man"), "s"), clipQuotation(t.Value))
	case keyword == "expect" && strings.Contains(want, "`solutions`") && source.CorrectSlip(back(1), expectWords) != "":
		d.Hint = fmt.Sprintf("did you mean `%s`?", source.CorrectSlip(back(1), expectWords))
	case strings.Contains(want, "`x`") && (t.Value == "by" || t.Value == "X"):
		d.Hint = fmt.Sprintf("a size is one word with a small x: %sx%s", back(1), nextWord(next, "8"))
	case strings.Contains(want, "`x`") && len(t.Value) > 1 && t.Value[0] == 'X' && prefixLength(t.Value[1:],
		digits) == len(t.Value)-1:
		d.Hint = fmt.Sprintf("a size is one word with a small x: %sx%s", back(1), t.Value[1:])
		d.FixByReplacing("x" + t.Value[1:])
	case shapeSigns[t.Value] != "" && strings.HasPrefix(want, "the end") && slices.Contains([]string{"shape", "board",
		"piece"}, keyword):
		d.Hint = fmt.Sprintf("shapes are joined by signs: %s %s (0, 0)", back(1), shapeSigns[t.Value])
		d.FixByReplacing(shapeSigns[t.Value])
	case keyword == "param" && want == "`=`" && len(words) == 2 &&
		(t.Type == intKind || t.Value == ":" || t.Value == "("):
		rest, _, _ := strings.Cut(strings.TrimLeft(p.file.Source.Text[t.Pos.Offset:], ":= "), "\n")
		d.Hint = fmt.Sprintf("an equals sign stands between the two: param %s = %s", clipQuotation(words[1].Text),
			clipQuotation(rest))
	case want == "`..`" && p.rangeOfPython(d, words):
	case want == "`..`":
		d.Hint = "the values of an index are a range, 0..7, or a list in braces, {2, 3, 5}"
	case t.Type == nameKind && strings.Contains(want, "`knight`, `king`") &&
		source.CorrectSlip(t.Value, []string{"knight",
			"king"}) == "":
		d.Hint = "other moves are written by their steps: (1, 1) along a diagonal, (0, 1) along a line, (1, 3) for " +
			"a camel"
	default:
		return false
	}
	return true
}

// adviseUse adds the hint that each module has a `use` statement of its own.
func (p *parser) adviseUse(d *source.Diagnostic, t *lexer.Token, first string) {
	other := t.Value
	r := source.Range{Start: t.Pos.Offset, End: t.Pos.Offset}
	if t.Value == "," {
		blanks := p.textBehind(t)
		other = nextName(blanks, "tetrominoes")
		r.End = tokenEnd(t) + len(blanks) - len(strings.TrimLeft(blanks, " \t"))
	}
	d.Hint = fmt.Sprintf("each module has a statement of its own: use %s, and on the next line use %s",
		clipQuotation(first),
		clipQuotation(other))
	d.AddFix("write another `use`", source.TextEdit{Span: p.file.Source.Span(r), Text: "\nuse "})
}

// expectWords are the words that may stand alone behind `expect`.
var expectWords = []string{"unique", "none"}

// shapeSigns holds the signs for English words that join shapes.
var shapeSigns = map[string]string{"without": "-", "minus": "-", "except": "-", "but": "-", "plus": "+", "and": "+",
	"union": "+"}

// nextWord returns the number or name at the start of a text, or the text `otherwise` if there is none.
func nextWord(text, otherwise string) string {
	text = strings.TrimLeft(text, " ")
	if n := prefixLength(text, digits); n > 0 && n < 9 {
		return text[:n]
	}
	if n := nameLength(text); n > 0 && n < 30 {
		return "(" + text[:n] + ")"
	}
	return otherwise
}

// nextName returns the name at the start of a text, or the text `otherwise` if there is none.
func nextName(text, otherwise string) string {
	text = strings.TrimLeft(text, " \t")
	if n := nameLength(text); n > 0 {
		return clipQuotation(text[:n])
	}
	return otherwise
}

// textBehind returns the text behind a token on its line.
func (p *parser) textBehind(t *lexer.Token) string {
	line, _, _ := strings.Cut(p.file.Source.Text[tokenEnd(t):], "\n")
	return line
}

// namesAround returns a list of names with commas. The first name and the first comma are given.
func (p *parser) namesAround(comma *lexer.Token, first string) string {
	names := []string{first}
	wantName := true
	for i := p.tokenAt(tokenEnd(comma)); i < len(p.tokens) && len(names) < 12; i++ {
		t := &p.tokens[i]
		switch {
		case t.Type == blankKind:
			continue
		case wantName && t.Type == nameKind:
			names = append(names, t.Value)
		case wantName || t.Value != ",":
			return strings.Join(names, ", ")
		}
		wantName = !wantName
	}
	return strings.Join(names, ", ")
}

// rangeOfPython adds a hint about ranges if the words end in Python's range(…). The error then covers all of that.
func (p *parser) rangeOfPython(d *source.Diagnostic, words []Token) bool {
	k, n := len(words)-1, len(words)
	for ; k > 0 && words[k].Text != "("; k-- {
	}
	if k < 1 || words[k-1].Text != "range" || words[n-1].Text != ")" {
		return false
	}
	d.Span = p.file.Source.Span(source.Range{Start: words[k-1].Start, End: words[n-1].End})
	d.Summary = "a range is written by both its ends"
	d.Hint = "range(3) is 0..2"
	if until, err := strconv.Atoi(words[k+1].Text); err == nil && n == k+3 {
		d.Hint = fmt.Sprintf("range(%d) is 0..%d", until, until-1)
		d.FixByReplacing(fmt.Sprintf("0..%d", until-1))
	}
	return true
}

// inCondition matches, from its parenthesis on, a condition that a place is in a board.
var inCondition = patternOnce(`^\([^()]*\)\s*(not\s+)?in\b`)

// secondRaysPlace matches a second place behind `rays`, up to a comma in it.
var secondRaysPlace = patternOnce(`\brays\s*(\([^()]*\)\s*)+\([^(),]*$`)

// lineFrom returns the text of a line from its last open parenthesis on.
func (p *parser) lineFrom(words []Token) string {
	for k := len(words) - 1; k >= 0; k-- {
		if words[k].Text == "(" {
			line, _, _ := strings.Cut(p.file.Source.Text[words[k].Start:], "\n")
			return line
		}
	}
	return ""
}

// lineUntil returns the text of a line before a token.
func (p *parser) lineUntil(t *lexer.Token) string {
	text := p.file.Source.Text[:t.Pos.Offset]
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// isCounted reports whether words end in a phrase such as `at least 2` and a text.
func isCounted(words []Token) bool {
	k := len(words) - 2
	if k < 0 {
		return false
	}
	if words[k].Text == "none" {
		return true
	}
	return k > 0 && slices.Contains([]string{"exactly", "least", "most", ".."}, words[k-1].Text)
}
