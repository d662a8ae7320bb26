package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// adviseHabit adds a hint for a common habit from other languages. It returns false if it recognizes none.
func (p *parser) adviseHabit(d *source.Diagnostic, t *lexer.Token, want string) bool {
	words := p.wordsTo(t.Pos.Offset)
	back := func(k int) string {
		if k > len(words) {
			return ""
		}
		return words[len(words)-k].Text
	}
	keyword, next := p.start.Value, p.textBehind(t)
	quoted := strings.HasPrefix(want, "a text in quotes")
	onCells := keyword == "latin" || keyword == "fill"
	switch {
	case t.Value == "," && p.placesOfShape(d, words):
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
		d.Hint = "a shape is a picture, a size such as 2x3, or a list of its cells: cells (0, 0) (0, 1) (1, 1)"
	case t.Type == stringKind && strings.HasPrefix(want, "a picture"):
		d.Hint = `a picture stands between three quotes, a row a line: """` +
			clipped(strings.Trim(t.Value, `"`)) + `"""`
		if inside := strings.Trim(t.Value, `"`); !strings.Contains(inside, `\`) {
			d.FixByReplacing(`"""` + inside + `"""`)
		}
	case t.Value == "(" && want == "`on`":
		d.Hint = "the cells stand behind `on`: on cells (0, 0) (0, 1)"
	case t.Value == "(" && want == "`at`" && keyword == "pack":
		d.Hint = fmt.Sprintf("write `at` between the two: fix %s at (2, 3)", back(1))
		d.AddFix("write `at`", source.TextEdit{Span: source.Span{File: d.Span.File,
			Range: source.Range{Start: d.Span.Start,
				End: d.Span.Start}}, Text: "at "})
	case t.Value == "=" && slices.Contains([]string{"sum", "product", "difference", "quotient"}, back(1)):
		d.Hint = fmt.Sprintf("no sign stands before the number: %s 12 on cells (0, 0) (0, 1)", back(1))
		d.FixByRemoving()
	case t.Value == ".." && want == "`on`" && onCells:
		d.Hint = "such a rule says one number, and no range"
	case (t.Value == "<" || t.Value == ">") && back(1) == ")":
		d.Hint = "places stand side by side, without signs between them: less (0, 0) (0, 1)"
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
		d.Hint = fmt.Sprintf("write it in quotes: \"%s\"", clipped(text))
		d.FixByReplacing(`"` + text + `"`)
	case t.Type == sizeKind && (keyword == "latin" || keyword == "queens") && len(words) == 1:
		side, _, _ := strings.Cut(t.Value, "x")
		d.Hint = fmt.Sprintf("one side is enough: %s %s is a square of %s rows", keyword, side, side)
		d.FixByReplacing(side)
	case t.Type == sizeKind && want == "a name" && slices.Contains([]string{"place", "pack", "fill", "queens"},
		keyword):
		d.Hint = fmt.Sprintf("declare the board before, and name it here: board b on square = %s", t.Value)
	case t.Type == intKind && keyword == "place" && want == "a name":
		d.Hint = fmt.Sprintf("how many is said in braces: place man on b { all exactly %s }", clipped(t.Value))
	case t.Value == "least" && strings.Contains(want, "`most`"):
		d.Hint = fmt.Sprintf("write a range up to as many as there can be: %s..9", nextWord(next, "1"))
	case t.Value == "most" && strings.Contains(want, "`least`") && keyword == "expect":
		d.Hint = fmt.Sprintf("write a range: expect 0..%s solutions", nextWord(next, "1"))
	case back(1) == "leave":
		return adviseLeave(d, t.Value, next)
	case strings.Contains(want, "`x`") && (t.Value == "by" || t.Value == "X"):
		d.Hint = fmt.Sprintf("a size is one word with a small x: %sx%s", back(1), nextWord(next, "8"))
	case strings.Contains(want, "`x`") && len(t.Value) > 1 && t.Value[0] == 'X' && prefixLength(t.Value[1:],
		digits) == len(t.Value)-1:
		d.Hint = fmt.Sprintf("a size is one word with a small x: %sx%s", back(1), t.Value[1:])
		d.FixByReplacing("x" + t.Value[1:])
	case shapeSigns[t.Value] != "" && strings.HasPrefix(want, "the end") && slices.Contains([]string{"shape", "board",
		"piece"}, keyword):
		d.Hint = fmt.Sprintf("shapes are joined by signs: %s %s cells (0, 0)", back(1), shapeSigns[t.Value])
		d.FixByReplacing(shapeSigns[t.Value])
	case keyword == "param" && want == "`=`" && len(words) == 2 &&
		(t.Type == intKind || t.Value == ":" || t.Value == "("):
		rest, _, _ := strings.Cut(strings.TrimLeft(p.file.Source.Text[t.Pos.Offset:], ":= "), "\n")
		d.Hint = fmt.Sprintf("an equals sign stands between the two: param %s = %s", clipped(words[1].Text),
			clipped(rest))
	case want == "`..`" && p.rangeOfPython(d, words):
	case want == "`..`":
		d.Hint = "the values of an index are a range, 0..7, or a list in braces, {2, 3, 5}"
	case t.Type == nameKind && strings.Contains(want, "`knight`, `king`") && source.Slip(t.Value, []string{"knight",
		"king"}) == "":
		d.Hint = "other moves are written by their steps: (1, 1) along a diagonal, (0, 1) along a line, (1, 3) for " +
			"a camel"
	default:
		return false
	}
	return true
}

// shapeSigns are the signs for English words that join shapes.
var shapeSigns = map[string]string{"without": "-", "minus": "-", "except": "-", "but": "-", "plus": "+", "and": "+",
	"union": "+"}

// adviseLeave adds a hint for a word after `leave` that is no number.
func adviseLeave(d *source.Diagnostic, word, next string) bool {
	fields := append(strings.Fields(next), "", "")
	switch word {
	case "at":
		if d.Hint = fmt.Sprintf("write a range: leave 0..%s empty", nextWord(fields[1], "3")); fields[0] == "least" {
			d.Hint = fmt.Sprintf("write a range up to as many as there can be: leave %s..9 empty",
				nextWord(fields[1], "3"))
		}
	case "exactly":
		d.Hint = fmt.Sprintf("the number alone is enough: leave %s empty", nextWord(fields[0], "3"))
	case "fewest", "least", "min", "minimal", "minimum":
		d.Hint = "nothing is made least: try `leave 0 empty`, then 1 and so on, until there is a solution"
	case "any", "some":
		d.Hint = "write a range up to as many as there can be: leave 0..9 empty"
	default:
		return false
	}
	return true
}

// nextWord returns the number or name at the start of a text, or otherwise if there is none.
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

// textBehind returns the text after a token on its line.
func (p *parser) textBehind(t *lexer.Token) string {
	line, _, _ := strings.Cut(p.file.Source.Text[tokenEnd(t):], "\n")
	return line
}

// namesAround returns the names of a list with commas, of which the first comma follows the given name.
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

// placesOfShape adds a hint on listing cells, if the words end in the beginning of a place where a shape may
// stand. The error then covers all of the places.
func (p *parser) placesOfShape(d *source.Diagnostic, words []Token) bool {
	depth := 0
	for k := len(words) - 1; k >= 0; k-- {
		switch words[k].Text {
		case ")", "]":
			depth++
		case "[":
			depth--
		case "(":
			if depth--; depth >= 0 {
				continue
			}
			at := words[k].Start
			if !slices.ContainsFunc(p.symbolsAt(at), func(s Symbol) bool {
				return s.Word == "(" &&
					s.In == "ShapeAtom"
			}) {
				return false
			}
			text := p.placesFrom(at)
			d.Span = p.file.Source.Span(source.Range{Start: at, End: at + len(text)})
			d.Summary = "a shape is wanted, and here are places"
			d.Hint = "a list of cells begins with a word: cells " + clipped(text)
			d.FixByReplacing("cells " + text)
			return true
		}
	}
	return false
}

// placesFrom returns the text of the places that begin at an offset.
func (p *parser) placesFrom(at int) string {
	depth, last := 0, at
	for i := p.tokenAt(at); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.Type == blankKind:
			continue
		case t.EOF() || t.Type == keywordKind || depth == 0 && t.Value != "(":
			return p.file.Source.Text[at:last]
		case t.Value == "(":
			depth++
		case t.Value == ")":
			depth--
		}
		if depth == 0 {
			last = tokenEnd(t)
		}
	}
	return p.file.Source.Text[at:last]
}

// rangeOfPython adds a hint on ranges, if the words end in Python's range(…). The error then covers all of it.
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
