package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/source"
)

// misreadWord is a word that the grammar does not allow in its place, with the text around it.
type misreadWord struct {
	*parser
	diagnostic       *source.Diagnostic
	token            *lexer.Token
	expected         string  // description of what the grammar expects in place of the word
	statementKeyword string  // keyword of the statement
	wordsBefore      []Token // words of the statement before the misread word
	textBefore       string  // text of the line before the word
	textBehind       string  // text of the line after the word
}

// precedingWord returns the word k words before the misread word, or "".
func (m *misreadWord) precedingWord(k int) string {
	if k > len(m.wordsBefore) {
		return ""
	}
	return m.wordsBefore[len(m.wordsBefore)-k].Text
}

// addAdvice adds a hint and, unless the argument instead is "", the fix that replaces the span by that text.
func (m *misreadWord) addAdvice(instead, hint string, args ...any) bool {
	m.diagnostic.Hint = source.BoundMessage(fmt.Sprintf(hint, args...))
	if instead != "" {
		m.diagnostic.FixByReplacing(instead)
	}
	return true
}

// adviseInsert adds a hint and the fix that puts a text in front of the misread word.
func (m *misreadWord) adviseInsert(text, hint string, args ...any) bool {
	m.addAdvice("", hint, args...)
	at := source.Range{Start: m.diagnostic.Span.Start, End: m.diagnostic.Span.Start}
	m.diagnostic.AddFix(fmt.Sprintf("write `%s`", strings.TrimSpace(text)),
		source.TextEdit{Span: m.file.Source.Span(at), Text: text})
	return true
}

// adviseRemoval adds a hint and the fix that removes the text of the span.
func (m *misreadWord) adviseRemoval(hint string, args ...any) bool {
	m.addAdvice("", hint, args...)
	m.diagnostic.FixByRemoving()
	return true
}

// adviseTyped adds a hint if the words are a frequent mistake of people who do not know the language yet, or are used
// to other languages. It returns false if it recognizes no such mistake.
func (p *parser) adviseTyped(d *source.Diagnostic, t *lexer.Token, want string) bool {
	m := &misreadWord{parser: p, diagnostic: d, token: t, expected: want, statementKeyword: p.firstToken.Value,
		wordsBefore: p.wordsUpTo(t.Pos.Offset),
		textBefore:  p.lineUntil(t), textBehind: p.textBehind(t)}
	return m.adviseDeclaration() || m.adviseSet() || m.advisePlaces() || m.adviseClues() || m.adviseBraces() ||
		m.adviseItems() || m.adviseQuestion() || m.adviseHabit()
}

// equalsStatements holds the keywords of the statements that declare a name with an equals sign after it.
var equalsStatements = []string{"board", "shape", "piece", "set", "list", "table"}

// adviseDeclaration adds a hint if a declaration is wrong: its name, a sign, a size or a list.
func (m *misreadWord) adviseDeclaration() bool {
	t, name := m.token, m.precedingWord(1)
	switch {
	case !slices.Contains(equalsStatements, m.statementKeyword):
	case len(m.wordsBefore) == 2 && t.Value == "-" && nameLength(m.textBehind) > 0 ||
		len(m.wordsBefore) == 2 && t.Value == "-" &&
			prefixLength(m.textBehind, digits) > 0:
		return m.addAdvice("_", "a name has letters, digits and _, and no other signs: %s_%s", clipQuotation(name),
			clipQuotation(strings.Fields(m.textBehind)[0]))
	case len(m.wordsBefore) == 2 && strings.HasPrefix(m.expected, "`=`") && !t.EOF() && t.Type != nameKind &&
		t.Type != keywordKind:
		rest := clipQuotation(strings.TrimSpace(t.Value + m.textBehind))
		if t.Type == pictureKind {
			rest = "\"\"\"…\"\"\""
		}
		return m.adviseInsert("= ", "an equals sign stands between the two: %s %s = %s", m.statementKeyword,
			clipQuotation(name), rest)
	case len(m.wordsBefore) == 1 && t.Type == intKind:
		return m.addAdvice("", "a name begins with a letter: %s p%s", m.statementKeyword, clipQuotation(t.Value))
	case m.statementKeyword == "list" && len(m.wordsBefore) > 2 &&
		(t.Value == "[" && name == "=" || t.Value == "," && len(m.wordsBefore) == 4):
		values := strings.Trim(strings.TrimSpace(m.file.Source.Text[m.wordsBefore[2].End:endOfToken(t)]+m.textBehind),
			"[] ")
		return m.addAdvice("", "the values of a list stand in braces: list %s = {%s}",
			clipQuotation(m.wordsBefore[1].Text),
			clipQuotation(values))
	case m.statementKeyword == "list" && strings.Contains(m.expected, "`}`") &&
		(t.Type == nameKind || t.Type == stringKind):
		return m.adviseInsert(", ", "commas stand between the values: %s, %s", clipQuotation(name),
			clipQuotation(t.Value))
	}
	switch {
	case m.expected == symbolDescriptions["Box"] && name == "boxes":
		return m.addAdvice("", "the size of a box stands behind the word: boxes 3x3")
	case m.expected == symbolDescriptions["Box"]:
		return m.addAdvice("", "the size stands behind the figure: %s 3", clipQuotation(name))
	case t.Type == intKind && name == "cube":
		return m.addAdvice("", "a box of cubes is written by its sides: 3x3x3")
	case t.Type == intKind && nameLength(name) > 2 && strings.HasPrefix(m.expected, "the end"):
		for _, figure := range []string{"rhombus", "hexagon", "triangle", "diamond", "aztec", "pyramid", "tetrahedron",
			"octahedron"} {
			if strings.HasPrefix(figure, name) {
				return m.addAdvice("", "did you mean `%s %s`?", figure, t.Value)
			}
		}
	}
	return false
}

// adviseSet adds a hint if a set of pieces, or a number of copies in it, is written in a wrong way.
func (m *misreadWord) adviseSet() bool {
	t, name := m.token, m.precedingWord(1)
	isNumber := func(text string) bool { _, err := strconv.Atoi(text); return err == nil }
	switch {
	case m.statementKeyword != "pack" && m.statementKeyword != "set":
	case strings.Contains(m.expected, "`of`") && isNumber(name) && t.Value == "x":
		return m.addAdvice(" of", "a number of copies is written %s of %s", clipQuotation(name),
			nextNameOr(m.textBehind, "A"))
	case strings.Contains(m.expected, "`of`") && isNumber(name) && t.Type == nameKind:
		return m.adviseInsert("of ", "a number of copies is written %s of %s", clipQuotation(name),
			clipQuotation(t.Value))
	case t.Type == intKind && name == "{":
		return m.addAdvice("", "a number stands in front of a piece, and pieces are joined by +, without braces: "+
			"%s of %s + …", clipQuotation(t.Value), nextNameOr(m.textBehind, "A"))
	case t.Value == "*" && prefixLength(strings.TrimLeft(m.textBehind, " "), digits) > 0:
		return m.addAdvice("", "a number of copies stands in front: %s of %s", nextWordOr(m.textBehind, "2"),
			clipQuotation(name))
	case t.Value == "," && strings.HasPrefix(m.expected, "the end") && ofWord().MatchString(m.textBefore+m.textBehind):
		return m.addAdvice(" +", "pieces and sets are joined by +: 2 of A + 3 of B")
	case t.Value == "of" && name == "each":
		return m.addAdvice("", "a set stands for all its pieces: pack b with pentominoes")
	case t.Value == "{" && m.expected == "`with`":
		return m.addAdvice("", "the pieces stand behind `with`: %s with … {",
			clipQuotation(strings.TrimSpace(m.textBefore)))
	}
	return false
}

// patternOnce returns a regular expression that is compiled when it is first needed: most texts have no mistakes.
func patternOnce(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// ofWord matches the word between a number of copies and a piece.
var ofWord = patternOnce(`\bof\b`)

// bracketedCell matches the rest of a cell in brackets: 2, 3]. The pattern comparedCells matches two cells with a sign
// between them: (0, 0) < (0, 1).
var (
	bracketedCell = patternOnce(`^\s*(\d+)\s*,\s*(\d+)\s*\]`)
	comparedCells = patternOnce(`^\s*(\([^()]*\))\s*([<>])\s*(\([^()]*\))`)
)

// advisePlaces adds a hint if the cells or lines after `on` are written in a wrong way.
func (m *misreadWord) advisePlaces() bool {
	t, last := m.token, m.precedingWord(1)
	if !slices.Contains(statementsWithBoardViews, m.statementKeyword) {
		return false
	}
	next := strings.TrimLeft(m.textBehind, " ")
	switch {
	case t.Value == "," && strings.Contains(m.expected, "`x`") && prefixLength(last, digits) == len(last) &&
		prefixLength(next, digits) > 0 && m.precedingWord(2) != "boxes":
		return m.addAdvice("", "a cell stands in parentheses: (%s, %s)", clipQuotation(last),
			clipQuotation(next[:prefixLength(next, digits)]))
	case t.Value == "[" && last != "with" && bracketedCell().MatchString(m.textBehind):
		cell := bracketedCell().FindStringSubmatch(m.textBehind)
		return m.addAdvice("", "a cell stands in parentheses: (%s, %s)", clipQuotation(cell[1]), clipQuotation(cell[2]))
	case t.Type == intKind && m.expected == "`)`" && m.precedingWord(2) == "(":
		return m.addAdvice(", "+t.Value, "a comma stands between row and column: (%s, %s)", clipQuotation(last),
			clipQuotation(t.Value))
	case m.expected == "`)`" && t.Value == ",":
		cells := comparedCells().FindStringSubmatch(strings.TrimLeft(m.textBefore, " {") + t.Value + m.textBehind)
		if cells == nil {
			return false
		}
		if cells[2] == ">" {
			cells[1], cells[3] = cells[3], cells[1]
		}
		return m.addAdvice("", "the lesser one stands first: ascending on %s %s", clipQuotation(cells[1]),
			clipQuotation(cells[3]))
	case (t.Value == "and" || t.Value == "or") && strings.Contains(m.textBefore, " on "):
		first := m.textBefore[strings.LastIndex(m.textBefore, " on ")+len(" on "):]
		return m.addAdvice(",", "a comma stands between places: on %s, %s", clipQuotation(strings.TrimSpace(first)),
			clipQuotation(strings.TrimRight(strings.TrimLeft(m.textBehind, " "), " }")))
	case t.Value == "in" && slices.Contains(LineWords, nextNameOr(m.textBehind, "")):
		return m.addAdvice("on", "the lines stand behind `on`: on %s", nextNameOr(m.textBehind, ""))
	}
	return false
}

// LineWords are the words for lines that may stand in place of a shape.
var LineWords = []string{"rows", "columns", "diagonals", "segments", "all"}

// wordsBeforeClues are the words that may precede the clues of lines.
var wordsBeforeClues = []string{"rows", "columns", "top", "bottom", "left", "right"}

// adviseClues adds a hint if a symbol, a count or the clues of a line are written in a wrong way.
func (m *misreadWord) adviseClues() bool {
	t, last := m.token, m.precedingWord(1)
	onCells := m.statementKeyword == "latin" || m.statementKeyword == "fill"
	switch {
	case !onCells:
	case t.Value == "on" && m.expected == symbolDescriptions["string"] && prefixLength(last, digits) == len(last) &&
		strings.TrimSpace(m.textBefore) == last:
		return m.addAdvice("", "how many stands before what is counted: exactly 1 %q on%s", last,
			clipQuotation(m.textBehind))
	case t.Type == stringKind && strings.HasPrefix(strings.TrimLeft(m.textBehind, " "), "on ") &&
		strings.Contains(m.expected, "`}`"):
		return m.adviseInsert("exactly 1 ", "how many stands before what is counted: exactly 1 %s%s",
			clipQuotation(t.Value),
			clipQuotation(m.textBehind))
	case t.Type == stringKind && m.expected == "`differ`":
		return m.addAdvice("", "a word says what these clues tell: runs %[1]s %[2]s, count \"1\" %[1]s %[2]s, "+
			"sandwich %[1]s %[2]s", last, clipQuotation(t.Value))
	case t.Value == "," && strings.HasPrefix(last, `"`) &&
		slices.Contains(wordsBeforeClues, nextNameOr(m.textBehind, "")):
		return m.adviseRemoval("no comma stands between the clues of rows and those of columns")
	case m.expected == symbolDescriptions["string"] && t.Type == intKind && slices.Contains(wordsBeforeClues, last):
		rest := strings.TrimSpace(t.Value + m.textBehind)
		return m.addAdvice("", "clues stand in quotes, with commas between the lines: %s %q", last, clipQuotation(rest))
	case t.Type == intKind && last == "none" && m.expected == symbolDescriptions["string"]:
		return m.addAdvice("", "symbols that never stand side by side are written out: none \"000\" on rows, columns")
	case t.Value == "{" && m.expected == "`with`":
		return m.addAdvice("", "the symbols stand behind `with`: %s with \"01\" {",
			clipQuotation(strings.TrimSpace(m.textBefore)))
	case m.expected == "`..`" && m.precedingWord(2) == "with" && t.Type == intKind:
		all := last + t.Value
		for _, word := range strings.Fields(m.textBehind) {
			if prefixLength(word, digits) < len(word) {
				break
			}
			all += word
		}
		return m.addAdvice("", "symbols stand in quotes, \"%s\"; 1..9 is a range of numbers", clipQuotation(all))
	}
	return false
}

// adviseBraces adds a hint if the braces around rules are missing, or a count begins with a sign such as <=.
func (m *misreadWord) adviseBraces() bool {
	t := m.token
	atMost := map[string]string{"<=": "at most", "<": "at most", ">=": "at least", ">": "at least",
		"=": "exactly"}[t.Value]
	switch {
	case t.EOF() && strings.Contains(m.expected, "`}`") && RuleWords(m.statementKeyword) != nil:
		m.diagnostic.Hint = fmt.Sprintf("close the braces of `%s` with }", m.statementKeyword)
		m.diagnostic.AddFix("close them", source.TextEdit{Span: m.diagnostic.Span, Text: "\n}"})
		return true
	case (t.Value == "(" || t.Value == ":") && strings.HasPrefix(m.expected, "the end") &&
		RuleWords(m.statementKeyword) != nil &&
		strings.TrimSpace(m.textBehind) == "":
		return m.addAdvice(" {", "rules stand in braces: %s { … }", clipQuotation(strings.TrimSpace(m.textBefore)))
	case atMost != "" && strings.TrimSpace(m.textBefore) == "" && RuleWords(m.statementKeyword) != nil:
		return m.addAdvice(atMost, "how many is said in words: %s%s", atMost, clipQuotation(m.textBehind))
	case m.statementKeyword == "place" && t.Value == "{" && m.expected == "`on`":
		return m.addAdvice("", "the board stands before the braces: %s on b {",
			clipQuotation(strings.TrimSpace(m.textBefore)))
	}
	return false
}

// adviseItems adds a hint if items, options or loops are written in a wrong way.
func (m *misreadWord) adviseItems() bool {
	t, last := m.token, m.precedingWord(1)
	switch {
	case m.expected == "`items`" && m.statementKeyword == "secondary":
		return m.adviseInsert("items ", "secondary items %s", clipQuotation(t.Value+m.textBehind))
	case m.statementKeyword == "option" && t.Value == "}" && strings.Contains(m.expected, "`for`"):
		return m.addAdvice("", "items stand side by side, without braces: option a b")
	case m.statementKeyword == "option" && t.Value == "=" && len(m.wordsBefore) == 2:
		return m.addAdvice("", "an option has no name: option %s", clipQuotation(strings.TrimSpace(m.textBehind)))
	case m.statementKeyword == "option" && (t.Value == "or" || t.Value == "and") && !m.hasWordBefore(t, "for"):
		return m.addAdvice("", "each option is a statement of its own: option a b, and option c on the next line")
	case m.expected == "`in`" && slices.Contains([]string{"each", "every", "all"}, last):
		return m.addAdvice("", "a loop names its index: for %s%s", clipQuotation(t.Value), clipQuotation(m.textBehind))
	case t.Type == nameKind && m.hasWordBefore(t, "for") &&
		strings.HasPrefix(strings.TrimLeft(m.textBehind, " "), "in ") &&
		strings.HasPrefix(m.expected, "the end"):
		return m.adviseInsert(", ", "commas stand between the indices of a loop: , %s%s", clipQuotation(t.Value),
			clipQuotation(m.textBehind))
	case t.Value == "to" && m.hasWordBefore(t, "in"):
		return m.addAdvice("..", "a range is written with dots: %s..%s", clipQuotation(last),
			nextWordOr(m.textBehind, "n"))
	case t.Value == ">" && last == "<":
		return m.addAdvice("", "unequal is written !=")
	}
	return false
}

// adviseQuestion adds a hint if a statement such as queens, place, words or expect is written in a wrong way.
func (m *misreadWord) adviseQuestion() bool {
	t, last := m.token, m.precedingWord(1)
	switch {
	case m.statementKeyword == "words" && m.expected == "`from`" && t.Value == "with":
		return m.addAdvice("from", "the list stands behind `from`: from \"words.txt\"")
	case m.statementKeyword == "words" && last == "from" && t.Value == "{":
		return m.addAdvice("", "the list is a file with a word a line: from \"words.txt\"")
	case m.statementKeyword == "words" && last == "from" && (t.Type == keywordKind || t.Type == nameKind):
		m.removeStrayErrors(t)
		file, _, _ := strings.Cut(strings.TrimSpace(t.Value+m.textBehind), " ")
		return m.addAdvice("", "a file is named in quotes: from \"%s\"", clipQuotation(file))
	case m.expected == "`with`" && slices.Contains([]string{"using", "by", "from", "of", "in"}, t.Value):
		return m.addAdvice("with", "what stands on the board comes behind `with`")
	case m.statementKeyword == "place" && t.Value == "and":
		return m.addAdvice("", "one statement places men of one kind, and the word for them is free: place man on b")
	case m.statementKeyword == "queens" && len(m.wordsBefore) == 1 &&
		(t.EOF() || t.Type == keywordKind || t.Value == "{"):
		return m.addAdvice("", "how many, or where: queens 8, or queens on b")
	case (m.statementKeyword == "queens" || m.statementKeyword == "latin") && t.Value == "=" && len(m.wordsBefore) == 2:
		return m.addAdvice("",
			"a number has a name by a statement of its own: param %[1]s = %[2]s, and then %[3]s %[1]s",
			clipQuotation(last), clipQuotation(strings.TrimSpace(m.textBehind)), m.statementKeyword)
	case m.statementKeyword == "queens" && t.Value == "on" && len(m.wordsBefore) == 2:
		return m.addAdvice("", "there are as many queens as rows: queens on%s", clipQuotation(m.textBehind))
	case m.statementKeyword == "expect" && strings.Contains(m.expected, "`solutions`") &&
		prefixLength(last, digits) == len(last) &&
		(t.EOF() || t.Value == "up" || t.Type == keywordKind):
		text := m.file.Source.Text[m.wordsBefore[0].Start:m.wordsBefore[len(m.wordsBefore)-1].End]
		return m.adviseInsert(" solutions ", "say of what: %s solutions", clipQuotation(text))
	case m.statementKeyword == "expect" && strings.Contains(m.expected, "`solutions`") && t.Type == intKind &&
		len(m.wordsBefore) == 2:
		return m.addAdvice("", "expect %s solutions", clipQuotation(t.Value))
	case m.statementKeyword == "expect" && t.Value == "upto":
		return m.addAdvice("up to", "write `up to` in two words")
	}
	return false
}
