package parse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// adviseHabit adds a hint if the words are a habit from other languages, such as `and` in place of +.
func (m *misreadWord) adviseHabit() bool {
	t := m.token
	quoted := strings.HasPrefix(m.expected, "a text in quotes")
	switch {
	case m.statementKeyword == "use" && len(m.wordsBefore) == 2 && (t.Value == "," || t.Type == nameKind):
		return m.adviseUse()
	case t.Value == "and" && (m.statementKeyword == "pack" || m.statementKeyword == "set"):
		return m.addAdvice("+", "pieces and sets are joined by +: %s + %s", clipQuotation(m.precedingWord(1)),
			nextNameOr(m.textBehind, "O4"))
	case t.Value == "board" && slices.Contains([]string{"pack", "fill", "place"}, m.statementKeyword) &&
		len(m.wordsBefore) < 4:
		return m.addAdvice("", "a board has a name of its own: board b = 6x10, and then %s b",
			strings.TrimSpace(m.textBefore))
	case t.Value == "with" && (m.statementKeyword == "pack" || m.statementKeyword == "fill") && len(m.wordsBefore) == 1:
		return m.addAdvice("", "the board stands before `with`, by its name, %s b with …, or as a size, %s 6x10 with …",
			m.statementKeyword, m.statementKeyword)
	case m.statementKeyword == "place" && len(m.wordsBefore) > 3 && m.wordsBefore[2].Text == "on" &&
		m.wordsBefore[3].Text == "{" && t.Value != ",":
		return m.addAdvice("", "the board stands before the braces: place %s on b { … }",
			clipQuotation(m.wordsBefore[1].Text))
	case t.Value == "queens" && m.statementKeyword == "place" && len(m.wordsBefore) == 1:
		m.diagnostic.AddFix("write `queens`", source.TextEdit{Text: "queens",
			Span: m.file.Source.Span(source.Range{Start: m.wordsBefore[0].Start, End: endOfToken(t)})})
		return m.addAdvice("",
			"queens that do not attack one another are said by `queens on b`; by rules of your own, "+
				"`place queen on b { … }`")
	case t.Type == intKind && m.statementKeyword == "place" && strings.HasPrefix(nextNameOr(m.textBehind, ""), "queen"):
		return m.addAdvice("", "so many queens that do not attack one another on a board of as many rows: queens "+
			"%[1]s; by rules of your own, place queen on b { exactly %[1]s on all }", clipQuotation(t.Value))
	case (m.statementKeyword == "minimize" || m.statementKeyword == "maximize") && t.Value == "queens":
		return m.addAdvice("men", "men are counted by `men`, or by the word behind `place`: %s men", m.statementKeyword)
	case (m.statementKeyword == "minimize" || m.statementKeyword == "maximize") && t.Type == keywordKind &&
		strings.HasPrefix(m.expected, "`empty`, "):
		return m.addAdvice("", "count cells that stay `empty`, pieces or sets by their names, `men`, symbols in "+
			"quotes, or items")
	case t.Value == "," && m.expected == "`)`" && inCondition().MatchString(m.lineFromParenthesis(m.wordsBefore)):
		return m.addAdvice("", "a condition compares numbers; `for r, c in b` goes through the cells of a board, or "+
			"the entries of a table, and `x[r,c]?` is left out where there is no such item")
	case t.Value == "," && m.expected == "`)`" && secondRaysPlace().MatchString(m.textBefore):
		return m.addAdvice("", "one place stands behind `rays`: rays (0, 0), rays (1, 1) counts on each, rays (0, "+
			"0) + rays (1, 1) on both together, and ray (0, 0) (1, 1) is one direction")
	case t.Type == stringKind && m.precedingWord(1) != "" && strings.HasPrefix(m.precedingWord(1), `"`) &&
		endsInCount(m.wordsBefore),
		(t.Value == "," || t.Value == "or" || t.Value == "and") && strings.HasPrefix(m.precedingWord(1), `"`) &&
			endsInCount(m.wordsBefore):
		return m.addAdvice("", "several symbols stand in one text: exactly 1 \"24\" counts cells with a 2 or a 4")
	case strings.Contains(m.expected, "`x`") && m.precedingWord(4) == "boxes" && m.precedingWord(2) == ",":
		return m.addAdvice("", "a size is one word: boxes %sx%s", m.precedingWord(3), m.precedingWord(1))
	case m.precedingWord(1) == "with" && t.Value == "[" &&
		(m.statementKeyword == "latin" || m.statementKeyword == "fill"):
		return m.addAdvice("", "symbols stand in quotes, \"01\", numbers in braces, {0, 1}")
	case m.expected == "`..`" && m.precedingWord(2) == "with":
		symbols := m.wordsBefore[len(m.wordsBefore)-1]
		m.diagnostic.Span = m.file.Source.Span(source.Range{Start: symbols.Start, End: symbols.End})
		return m.addAdvice(`"`+symbols.Text+`"`, "symbols stand in quotes, \"%s\"; 1..9 is a range of numbers",
			clipQuotation(symbols.Text))
	case t.Value == "," && slices.Contains([]string{"boxes", "words"}, m.precedingWord(2)):
		return m.addAdvice("", "a size is one word: %s %sx%s", m.precedingWord(2), m.precedingWord(1),
			m.precedingWord(1))
	case t.Value == "," && strings.HasPrefix(m.expected, "the end") &&
		(m.statementKeyword == "items" || m.statementKeyword == "secondary" ||
			m.statementKeyword == "option"):
		return m.adviseRemoval("items stand side by side, without commas")
	case t.Value == "," && strings.HasPrefix(m.expected, "the end") &&
		(m.statementKeyword == "pack" || m.statementKeyword == "set"):
		return m.addAdvice("", "a list of pieces stands in braces: {%s}", m.namesAround(t, m.precedingWord(1)))
	case t.Value == "[" && strings.Contains(m.expected, "`{`"):
		return m.addAdvice("", "a list of pieces stands in braces: {F, I, L}")
	case t.Value == "[" && strings.HasPrefix(m.expected, "a picture") && m.statementKeyword != "table":
		return m.addAdvice("", "a shape is a picture, a size such as 2x3, or a list of its cells: (0, 0) (0, 1) (1, 1)")
	case t.Type == stringKind && strings.HasPrefix(m.expected, "a picture"):
		m.diagnostic.Hint = `a picture stands between three quotes, a row a line: """` +
			clipQuotation(strings.Trim(t.Value, `"`)) + `"""`
		if strings.Contains(t.Value, `\`) {
			m.diagnostic.Hint = `a picture stands between three quotes, and each row on a line of its own: """…"""`
		}
		if inside := strings.Trim(t.Value, `"`); !strings.Contains(inside, `\`) {
			m.diagnostic.FixByReplacing(`"""` + inside + `"""`)
		}
		return true
	case t.Value == "(" && m.expected == "`on`":
		return m.addAdvice("", "the cells stand behind `on`: on (0, 0) (0, 1)")
	case t.Value == "(" && m.expected == "`at`" && m.statementKeyword == "pack":
		return m.adviseInsert("at ", "write `at` between the two: fix %s at (2, 3)", m.precedingWord(1))
	case t.Value == "=" && slices.Contains([]string{"sum", "product", "difference", "quotient"}, m.precedingWord(1)):
		return m.adviseRemoval("no sign stands before the number: %s 12 on (0, 0) (0, 1)", m.precedingWord(1))
	case (t.Value == "<" || t.Value == ">") && m.precedingWord(1) == ")":
		return m.adviseRemoval("places stand side by side, without signs between them: ascending on (0, 0) (0, 1)")
	case quoted && t.Value == "{":
		return m.addAdvice("", "symbols stand in quotes, without commas: \"012\"")
	case quoted && t.Value == "on":
		return m.addAdvice("", "a text with symbols stands before `on`: %s \"1\" on%s",
			clipQuotation(m.precedingWord(1)),
			clipQuotation(m.textBehind))
	case quoted && (t.Type == nameKind || t.Type == intKind || t.Type == wordKind || t.Type == keywordKind):
		text := t.Value
		if m.statementKeyword == "puzzle" || m.statementKeyword == "about" {
			line, _, _ := strings.Cut(m.file.Source.Text[t.Pos.Offset:], "\n")
			text = strings.TrimSpace(line)
			m.diagnostic.Span.End = m.diagnostic.Span.Start + len(text)
		}
		return m.addAdvice(`"`+text+`"`, "write it in quotes: \"%s\"", clipQuotation(text))
	case t.Type == sizeKind && (m.statementKeyword == "latin" || m.statementKeyword == "queens") &&
		len(m.wordsBefore) == 1:
		side, _, _ := strings.Cut(t.Value, "x")
		return m.addAdvice(side, "one side is enough: %s %s is a square of %s rows", m.statementKeyword, side, side)
	case t.Value == "on" && m.statementKeyword == "board" && strings.HasPrefix(m.expected, "the end"):
		return m.addAdvice("", "the lattice stands before the sign: board b on square = …")
	case t.Type == sizeKind && m.expected == "a name" && m.statementKeyword == "queens":
		return m.addAdvice("", "declare the board before, and name it here: board b = %s", t.Value)
	case t.Type == intKind && m.statementKeyword == "place" && m.expected == "a name":
		return m.addAdvice("", "how many is said in braces: place %s on b { exactly %s on all }",
			strings.TrimSuffix(nextNameOr(m.textBehind, "man"), "s"), clipQuotation(t.Value))
	case m.statementKeyword == "expect" && strings.Contains(m.expected, "`solutions`") &&
		source.CorrectSlip(m.precedingWord(1), lonelyExpectWords) != "":
		return m.addAdvice("", "did you mean `%s`?", source.CorrectSlip(m.precedingWord(1), lonelyExpectWords))
	case strings.Contains(m.expected, "`x`") && (t.Value == "by" || t.Value == "X"):
		return m.addAdvice("", "a size is one word with a small x: %sx%s", m.precedingWord(1),
			nextWordOr(m.textBehind, "8"))
	case strings.Contains(m.expected, "`x`") && len(t.Value) > 1 && t.Value[0] == 'X' && prefixLength(t.Value[1:],
		digits) == len(t.Value)-1:
		return m.addAdvice("x"+t.Value[1:], "a size is one word with a small x: %sx%s", m.precedingWord(1), t.Value[1:])
	case signOfShapeWord[t.Value] != "" && strings.HasPrefix(m.expected, "the end") &&
		slices.Contains([]string{"shape", "board",
			"piece"}, m.statementKeyword):
		return m.addAdvice(signOfShapeWord[t.Value], "shapes are joined by signs: %s %s (0, 0)", m.precedingWord(1),
			signOfShapeWord[t.Value])
	case m.statementKeyword == "param" && m.expected == "`=`" && len(m.wordsBefore) == 2 &&
		(t.Type == intKind || t.Value == ":" || t.Value == "("):
		rest, _, _ := strings.Cut(strings.TrimLeft(m.file.Source.Text[t.Pos.Offset:], ":= "), "\n")
		return m.addAdvice("", "an equals sign stands between the two: param %s = %s",
			clipQuotation(m.wordsBefore[1].Text),
			clipQuotation(rest))
	case m.expected == "`..`" && m.adviseRangeOfPython():
		return true
	case m.expected == "`..`":
		return m.addAdvice("", "the values of an index are a range, 0..7, or a list in braces, {2, 3, 5}")
	case t.Type == nameKind && strings.Contains(m.expected, "`knight`, `king`") &&
		source.CorrectSlip(t.Value, []string{"knight", "king"}) == "":
		return m.addAdvice("", "other moves are written by their steps: (1, 1) along a diagonal, (0, 1) along a "+
			"line, (1, 3) for a camel")
	}
	return false
}

// adviseUse adds the hint that each module has a `use` statement of its own.
func (m *misreadWord) adviseUse() bool {
	t, other := m.token, m.token.Value
	r := source.Range{Start: t.Pos.Offset, End: t.Pos.Offset}
	if t.Value == "," {
		other = nextNameOr(m.textBehind, "tetrominoes")
		r.End = endOfToken(t) + len(m.textBehind) - len(strings.TrimLeft(m.textBehind, " \t"))
	}
	m.diagnostic.AddFix("write another `use`", source.TextEdit{Span: m.file.Source.Span(r), Text: "\nuse "})
	return m.addAdvice("", "each module has a statement of its own: use %s, and on the next line use %s",
		clipQuotation(m.precedingWord(1)), clipQuotation(other))
}

// lonelyExpectWords are the words that may stand alone after `expect`.
var lonelyExpectWords = []string{"unique", "none"}

// signOfShapeWord holds the signs for English words that join shapes.
var signOfShapeWord = map[string]string{"without": "-", "minus": "-", "except": "-", "but": "-", "plus": "+",
	"and":   "+",
	"union": "+"}

// nextWordOr returns the number or name at the start of a text, or the argument otherwise if the text has none there.
func nextWordOr(text, otherwise string) string {
	text = strings.TrimLeft(text, " ")
	if n := prefixLength(text, digits); n > 0 && n < 9 {
		return text[:n]
	}
	if n := nameLength(text); n > 0 && n < 30 {
		return "(" + text[:n] + ")"
	}
	return otherwise
}

// nextNameOr returns the name at the start of a text, or the argument otherwise if the text has none there.
func nextNameOr(text, otherwise string) string {
	text = strings.TrimLeft(text, " \t")
	if n := nameLength(text); n > 0 {
		return clipQuotation(text[:n])
	}
	return otherwise
}

// textBehind returns the text after a token on its line.
func (p *parser) textBehind(t *lexer.Token) string {
	line, _, _ := strings.Cut(p.file.Source.Text[endOfToken(t):], "\n")
	return line
}

// namesAround returns the names of a list with commas, given its first name and its first comma.
func (p *parser) namesAround(comma *lexer.Token, first string) string {
	names := []string{first}
	wantName := true
	for i := p.tokenIndexAt(endOfToken(comma)); i < len(p.tokens) && len(names) < 12; i++ {
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

// adviseRangeOfPython adds a hint if the words end in Python's range(…), which is written here as 0..n-1. The error
// then covers the whole call.
func (m *misreadWord) adviseRangeOfPython() bool {
	words, k, n := m.wordsBefore, len(m.wordsBefore)-1, len(m.wordsBefore)
	for ; k > 0 && words[k].Text != "("; k-- {
	}
	if k < 1 || words[k-1].Text != "range" || words[n-1].Text != ")" {
		return false
	}
	m.diagnostic.Span = m.file.Source.Span(source.Range{Start: words[k-1].Start, End: words[n-1].End})
	m.diagnostic.Summary = "a range is written by both its ends"
	if until, err := strconv.Atoi(words[k+1].Text); err == nil && n == k+3 {
		return m.addAdvice(fmt.Sprintf("0..%d", until-1), "range(%d) is 0..%d", until, until-1)
	}
	return m.addAdvice("", "range(3) is 0..2")
}

// inCondition matches, from its parenthesis on, a condition that a place is in a board.
var inCondition = patternOnce(`^\([^()]*\)\s*(not\s+)?in\b`)

// secondRaysPlace matches a second place after `rays`, up to a comma in that place.
var secondRaysPlace = patternOnce(`\brays\s*(\([^()]*\)\s*)+\([^(),]*$`)

// lineFromParenthesis returns the text of a line from its last open parenthesis on.
func (p *parser) lineFromParenthesis(words []Token) string {
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

// endsInCount reports whether words end in a phrase such as `at least 2` and a text.
func endsInCount(words []Token) bool {
	k := len(words) - 2
	if k < 0 {
		return false
	}
	if words[k].Text == "none" {
		return true
	}
	return k > 0 && slices.Contains([]string{"exactly", "least", "most", ".."}, words[k-1].Text)
}
