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

// misread is a word that does not fit, with what is around it.
type misread struct {
	*parser
	d       *source.Diagnostic
	t       *lexer.Token
	want    string  // what was expected, in words
	keyword string  // of the statement
	words   []Token // of the statement, before the word
	before  string  // text of the line before the word
	next    string  // text of the line behind the word
}

// back returns the word k words before the wrong one, or "".
func (m *misread) back(k int) string {
	if k > len(m.words) {
		return ""
	}
	return m.words[len(m.words)-k].Text
}

// advise adds a hint and, unless `instead` is "", the fix that writes it in place of the span.
func (m *misread) advise(instead, hint string, args ...any) bool {
	m.d.Hint = source.BoundMessage(fmt.Sprintf(hint, args...))
	if instead != "" {
		m.d.FixByReplacing(instead)
	}
	return true
}

// adviseInsert adds a hint and the fix that puts a text in front of the wrong word.
func (m *misread) adviseInsert(text, hint string, args ...any) bool {
	m.advise("", hint, args...)
	at := source.Range{Start: m.d.Span.Start, End: m.d.Span.Start}
	m.d.AddFix(fmt.Sprintf("write `%s`", strings.TrimSpace(text)),
		source.TextEdit{Span: m.file.Source.Span(at), Text: text})
	return true
}

// adviseRemoval adds a hint and the fix that removes the span.
func (m *misread) adviseRemoval(hint string, args ...any) bool {
	m.advise("", hint, args...)
	m.d.FixByRemoving()
	return true
}

// adviseTyped adds a hint for what people write who do not know the language yet, or know others. It returns false if
// it recognizes nothing.
func (p *parser) adviseTyped(d *source.Diagnostic, t *lexer.Token, want string) bool {
	m := &misread{parser: p, d: d, t: t, want: want, keyword: p.firstToken.Value, words: p.wordsTo(t.Pos.Offset),
		before: p.lineUntil(t), next: p.textBehind(t)}
	return m.adviseDeclaration() || m.adviseSet() || m.advisePlaces() || m.adviseClues() || m.adviseBraces() ||
		m.adviseItems() || m.adviseQuestion() || m.adviseHabit()
}

// equalsStatements declare a name, and have an equals sign behind it.
var equalsStatements = []string{"board", "shape", "piece", "set", "list", "table"}

// adviseDeclaration advises on names, signs, sizes and lists.
func (m *misread) adviseDeclaration() bool {
	t, name := m.t, m.back(1)
	switch {
	case !slices.Contains(equalsStatements, m.keyword):
	case len(m.words) == 2 && t.Value == "-" && nameLength(m.next) > 0 || len(m.words) == 2 && t.Value == "-" &&
		prefixLength(m.next, digits) > 0:
		return m.advise("_", "a name has letters, digits and _, and no other signs: %s_%s", clipQuotation(name),
			clipQuotation(strings.Fields(m.next)[0]))
	case len(m.words) == 2 && strings.HasPrefix(m.want, "`=`") && !t.EOF() && t.Type != nameKind && t.Type != keywordKind:
		rest := clipQuotation(strings.TrimSpace(t.Value + m.next))
		if t.Type == pictureKind {
			rest = "\"\"\"…\"\"\""
		}
		return m.adviseInsert("= ", "an equals sign stands between the two: %s %s = %s", m.keyword, clipQuotation(name), rest)
	case len(m.words) == 1 && t.Type == intKind:
		return m.advise("", "a name begins with a letter: %s p%s", m.keyword, clipQuotation(t.Value))
	case m.keyword == "list" && len(m.words) > 2 && (t.Value == "[" && name == "=" || t.Value == "," && len(m.words) == 4):
		values := strings.Trim(strings.TrimSpace(m.file.Source.Text[m.words[2].End:tokenEnd(t)]+m.next), "[] ")
		return m.advise("", "the values of a list stand in braces: list %s = {%s}", clipQuotation(m.words[1].Text),
			clipQuotation(values))
	case m.keyword == "list" && strings.Contains(m.want, "`}`") && (t.Type == nameKind || t.Type == stringKind):
		return m.adviseInsert(", ", "commas stand between the values: %s, %s", clipQuotation(name), clipQuotation(t.Value))
	}
	switch {
	case m.want == symbolDescriptions["Box"] && name == "boxes":
		return m.advise("", "the size of a box stands behind the word: boxes 3x3")
	case m.want == symbolDescriptions["Box"]:
		return m.advise("", "the size stands behind the figure: %s 3", clipQuotation(name))
	case t.Type == intKind && name == "cube":
		return m.advise("", "a box of cubes is written by its sides: 3x3x3")
	case t.Type == intKind && nameLength(name) > 2 && strings.HasPrefix(m.want, "the end"):
		for _, figure := range []string{"rhombus", "hexagon", "triangle", "diamond", "aztec", "pyramid", "tetrahedron",
			"octahedron"} {
			if strings.HasPrefix(figure, name) {
				return m.advise("", "did you mean `%s %s`?", figure, t.Value)
			}
		}
	}
	return false
}

// adviseSet advises on how many pieces of a set are packed.
func (m *misread) adviseSet() bool {
	t, name := m.t, m.back(1)
	isNumber := func(text string) bool { _, err := strconv.Atoi(text); return err == nil }
	switch {
	case m.keyword != "pack" && m.keyword != "set":
	case strings.Contains(m.want, "`of`") && isNumber(name) && t.Value == "x":
		return m.advise(" of", "a number of copies is written %s of %s", clipQuotation(name), nextName(m.next, "A"))
	case strings.Contains(m.want, "`of`") && isNumber(name) && t.Type == nameKind:
		return m.adviseInsert("of ", "a number of copies is written %s of %s", clipQuotation(name), clipQuotation(t.Value))
	case t.Type == intKind && name == "{":
		return m.advise("", "a number stands in front of a piece, and pieces are joined by +, without braces: "+
			"%s of %s + …", clipQuotation(t.Value), nextName(m.next, "A"))
	case t.Value == "*" && prefixLength(strings.TrimLeft(m.next, " "), digits) > 0:
		return m.advise("", "a number of copies stands in front: %s of %s", nextWord(m.next, "2"), clipQuotation(name))
	case t.Value == "," && strings.HasPrefix(m.want, "the end") && ofWord().MatchString(m.before+m.next):
		return m.advise(" +", "pieces and sets are joined by +: 2 of A + 3 of B")
	case t.Value == "of" && name == "each":
		return m.advise("", "a set stands for all its pieces: pack b with pentominoes")
	case t.Value == "{" && m.want == "`with`":
		return m.advise("", "the pieces stand behind `with`: %s with … {", clipQuotation(strings.TrimSpace(m.before)))
	}
	return false
}

// patternOnce returns a regular expression that is compiled when it is first needed: most texts have no mistakes.
func patternOnce(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// ofWord matches the word between a number of copies and a piece.
var ofWord = patternOnce(`\bof\b`)

// Cells in brackets, and two cells with a sign between them.
var (
	bracketedCell = patternOnce(`^\s*(\d+)\s*,\s*(\d+)\s*\]`)
	comparedCells = patternOnce(`^\s*(\([^()]*\))\s*([<>])\s*(\([^()]*\))`)
)

// advisePlaces advises on cells and lines behind `on`.
func (m *misread) advisePlaces() bool {
	t, last := m.t, m.back(1)
	if !slices.Contains(viewStatements, m.keyword) {
		return false
	}
	next := strings.TrimLeft(m.next, " ")
	switch {
	case t.Value == "," && strings.Contains(m.want, "`x`") && prefixLength(last, digits) == len(last) &&
		prefixLength(next, digits) > 0 && m.back(2) != "boxes":
		return m.advise("", "a cell stands in parentheses: (%s, %s)", clipQuotation(last),
			clipQuotation(next[:prefixLength(next, digits)]))
	case t.Value == "[" && last != "with" && bracketedCell().MatchString(m.next):
		cell := bracketedCell().FindStringSubmatch(m.next)
		return m.advise("", "a cell stands in parentheses: (%s, %s)", clipQuotation(cell[1]), clipQuotation(cell[2]))
	case t.Type == intKind && m.want == "`)`" && m.back(2) == "(":
		return m.advise(", "+t.Value, "a comma stands between row and column: (%s, %s)", clipQuotation(last),
			clipQuotation(t.Value))
	case m.want == "`)`" && t.Value == ",":
		cells := comparedCells().FindStringSubmatch(strings.TrimLeft(m.before, " {") + t.Value + m.next)
		if cells == nil {
			return false
		}
		if cells[2] == ">" {
			cells[1], cells[3] = cells[3], cells[1]
		}
		return m.advise("", "the lesser one stands first: ascending on %s %s", clipQuotation(cells[1]),
			clipQuotation(cells[3]))
	case (t.Value == "and" || t.Value == "or") && strings.Contains(m.before, " on "):
		first := m.before[strings.LastIndex(m.before, " on ")+len(" on "):]
		return m.advise(",", "a comma stands between places: on %s, %s", clipQuotation(strings.TrimSpace(first)),
			clipQuotation(strings.TrimRight(strings.TrimLeft(m.next, " "), " }")))
	case t.Value == "in" && slices.Contains(LineWords, nextName(m.next, "")):
		return m.advise("on", "the lines stand behind `on`: on %s", nextName(m.next, ""))
	}
	return false
}

// LineWords are the words for lines that may stand where a shape may.
var LineWords = []string{"rows", "columns", "diagonals", "segments", "all"}

// clueWords stand before the clues of lines.
var clueWords = []string{"rows", "columns", "top", "bottom", "left", "right"}

// adviseClues advises on symbols, counts and clues in quotes.
func (m *misread) adviseClues() bool {
	t, last := m.t, m.back(1)
	onCells := m.keyword == "latin" || m.keyword == "fill"
	switch {
	case !onCells:
	case t.Value == "on" && m.want == symbolDescriptions["string"] && prefixLength(last, digits) == len(last) &&
		strings.TrimSpace(m.before) == last:
		return m.advise("", "how many stands before what is counted: exactly 1 %q on%s", last, clipQuotation(m.next))
	case t.Type == stringKind && strings.HasPrefix(strings.TrimLeft(m.next, " "), "on ") &&
		strings.Contains(m.want, "`}`"):
		return m.adviseInsert("exactly 1 ", "how many stands before what is counted: exactly 1 %s%s", clipQuotation(t.Value),
			clipQuotation(m.next))
	case t.Type == stringKind && m.want == "`differ`":
		return m.advise("", "a word says what these clues tell: runs %[1]s %[2]s, count \"1\" %[1]s %[2]s, "+
			"sandwich %[1]s %[2]s", last, clipQuotation(t.Value))
	case t.Value == "," && strings.HasPrefix(last, `"`) && slices.Contains(clueWords, nextName(m.next, "")):
		return m.adviseRemoval("no comma stands between the clues of rows and those of columns")
	case m.want == symbolDescriptions["string"] && t.Type == intKind && slices.Contains(clueWords, last):
		rest := strings.TrimSpace(t.Value + m.next)
		return m.advise("", "clues stand in quotes, with commas between the lines: %s %q", last, clipQuotation(rest))
	case t.Value == "{" && m.want == "`with`":
		return m.advise("", "the symbols stand behind `with`: %s with \"01\" {", clipQuotation(strings.TrimSpace(m.before)))
	case m.want == "`..`" && m.back(2) == "with" && t.Type == intKind:
		all := last + t.Value
		for _, word := range strings.Fields(m.next) {
			if prefixLength(word, digits) < len(word) {
				break
			}
			all += word
		}
		return m.advise("", "symbols stand in quotes, \"%s\"; 1..9 is a range of numbers", clipQuotation(all))
	}
	return false
}

// adviseBraces advises on the braces around rules, and on how many stand in front of them.
func (m *misread) adviseBraces() bool {
	t := m.t
	atMost := map[string]string{"<=": "at most", "<": "at most", ">=": "at least", ">": "at least",
		"=": "exactly"}[t.Value]
	switch {
	case t.EOF() && strings.Contains(m.want, "`}`") && RuleWords(m.keyword) != nil:
		m.d.Hint = fmt.Sprintf("close the braces of `%s` with }", m.keyword)
		m.d.AddFix("close them", source.TextEdit{Span: m.d.Span, Text: "\n}"})
		return true
	case (t.Value == "(" || t.Value == ":") && strings.HasPrefix(m.want, "the end") && RuleWords(m.keyword) != nil &&
		strings.TrimSpace(m.next) == "":
		return m.advise(" {", "rules stand in braces: %s { … }", clipQuotation(strings.TrimSpace(m.before)))
	case atMost != "" && strings.TrimSpace(m.before) == "" && RuleWords(m.keyword) != nil:
		return m.advise(atMost, "how many is said in words: %s%s", atMost, clipQuotation(m.next))
	case m.keyword == "place" && t.Value == "{" && m.want == "`on`":
		return m.advise("", "the board stands before the braces: %s on b {", clipQuotation(strings.TrimSpace(m.before)))
	}
	return false
}

// adviseItems advises on items, options and loops.
func (m *misread) adviseItems() bool {
	t, last := m.t, m.back(1)
	switch {
	case m.want == "`items`" && m.keyword == "secondary":
		return m.adviseInsert("items ", "secondary items %s", clipQuotation(t.Value+m.next))
	case m.keyword == "option" && t.Value == "}" && strings.Contains(m.want, "`for`"):
		return m.advise("", "items stand side by side, without braces: option a b")
	case m.keyword == "option" && t.Value == "=" && len(m.words) == 2:
		return m.advise("", "an option has no name: option %s", clipQuotation(strings.TrimSpace(m.next)))
	case m.keyword == "option" && (t.Value == "or" || t.Value == "and") && !m.hasWordBefore(t, "for"):
		return m.advise("", "each option is a statement of its own: option a b, and option c on the next line")
	case m.want == "`in`" && slices.Contains([]string{"each", "every", "all"}, last):
		return m.advise("", "a loop names its index: for %s%s", clipQuotation(t.Value), clipQuotation(m.next))
	case t.Type == nameKind && m.hasWordBefore(t, "for") && strings.HasPrefix(strings.TrimLeft(m.next, " "), "in ") &&
		strings.HasPrefix(m.want, "the end"):
		return m.adviseInsert(", ", "commas stand between the indices of a loop: , %s%s", clipQuotation(t.Value),
			clipQuotation(m.next))
	case t.Value == "to" && m.hasWordBefore(t, "in"):
		return m.advise("..", "a range is written with dots: %s..%s", clipQuotation(last), nextWord(m.next, "n"))
	case t.Value == ">" && last == "<":
		return m.advise("", "unequal is written !=")
	}
	return false
}

// adviseQuestion advises on queens, men, words and on what is expected.
func (m *misread) adviseQuestion() bool {
	t, last := m.t, m.back(1)
	switch {
	case m.keyword == "words" && m.want == "`from`" && t.Value == "with":
		return m.advise("from", "the list stands behind `from`: from \"words.txt\"")
	case m.keyword == "words" && last == "from" && t.Value == "{":
		return m.advise("", "the list is a file with a word a line: from \"words.txt\"")
	case m.keyword == "words" && last == "from" && (t.Type == keywordKind || t.Type == nameKind):
		m.removeStrayErrors(t)
		file, _, _ := strings.Cut(strings.TrimSpace(t.Value+m.next), " ")
		return m.advise("", "a file is named in quotes: from \"%s\"", clipQuotation(file))
	case m.want == "`with`" && slices.Contains([]string{"using", "by", "from", "of", "in"}, t.Value):
		return m.advise("with", "what stands on the board comes behind `with`")
	case m.keyword == "place" && t.Value == "and":
		return m.advise("", "one statement places men of one kind, and the word for them is free: place man on b")
	case m.keyword == "queens" && len(m.words) == 1 && (t.EOF() || t.Type == keywordKind || t.Value == "{"):
		return m.advise("", "how many, or where: queens 8, or queens on b")
	case (m.keyword == "queens" || m.keyword == "latin") && t.Value == "=" && len(m.words) == 2:
		return m.advise("", "a number has a name by a statement of its own: param %[1]s = %[2]s, and then %[3]s %[1]s",
			clipQuotation(last), clipQuotation(strings.TrimSpace(m.next)), m.keyword)
	case m.keyword == "queens" && t.Value == "on" && len(m.words) == 2:
		return m.advise("", "there are as many queens as rows: queens on%s", clipQuotation(m.next))
	case m.keyword == "expect" && strings.Contains(m.want, "`solutions`") && prefixLength(last, digits) == len(last) &&
		(t.EOF() || t.Value == "up" || t.Type == keywordKind):
		text := m.file.Source.Text[m.words[0].Start:m.words[len(m.words)-1].End]
		return m.adviseInsert(" solutions ", "say of what: %s solutions", clipQuotation(text))
	case m.keyword == "expect" && strings.Contains(m.want, "`solutions`") && t.Type == intKind && len(m.words) == 2:
		return m.advise("", "expect %s solutions", clipQuotation(t.Value))
	case m.keyword == "expect" && t.Value == "upto":
		return m.advise("up to", "write `up to` in two words")
	}
	return false
}
