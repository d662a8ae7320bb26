package parse

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// report translates an error of the parser library. It returns the offset
// from which to look for the next statement.
func (p *parser) report(err error, start *lexer.Token) int {
	var unexpected *participle.UnexpectedTokenError
	var general participle.Error
	switch {
	case errors.As(err, &unexpected):
		t := &unexpected.Unexpected
		if t.Pos.Offset == start.Pos.Offset {
			p.unknownStatement(t)
			return end(t)
		}
		p.unexpected(t, expected(unexpected))
		return max(t.Pos.Offset, end(start))
	case errors.As(err, &general):
		t := p.tokenAt(general.Position().Offset)
		p.misread(t, general.Message())
		return end(t)
	}
	panic(fmt.Sprintf("an error that the parser library does not document: %v", err))
}

// misread reports a token that fits the grammar but has no value.
func (p *parser) misread(t *lexer.Token, message string) {
	r := source.Range{Start: t.Pos.Offset, End: end(t)}
	switch {
	case message == tooLong:
		p.fail(codes.TooDeep, r, "give a part of it a name with `param`", "more than %d operators in one expression", mostOperators)
	case strings.Contains(message, "capture"):
		p.fail(codes.BadText, r, `the escapes are \" \\ \n and \t`, "this text has an escape that means nothing")
	default:
		p.fail(codes.Unexpected, r, "", "this cannot be read")
	}
}

func (p *parser) unknownStatement(t *lexer.Token) {
	if isNoToken(t) {
		return
	}
	hint := source.DidYouMean(t.Value, keywords)
	switch t.Value {
	case "/":
		hint = "a comment begins with //"
	case "sudoku":
		hint = "a sudoku is a Latin square with boxes: latin 9 { boxes 3x3 }"
	}
	if hint == "" {
		hint = "every statement begins with a keyword: " + strings.Join(keywords, ", ")
	}
	p.fail(codes.UnknownStatement, p.rangeOf(t), hint, "no statement begins with %s", describeToken(t))
}

func (p *parser) unexpected(t *lexer.Token, want string) {
	if isNoToken(t) {
		return
	}
	p.fail(codes.Unexpected, p.rangeOf(t), p.unexpectedHint(t, want), "expected %s, but found %s", want, describeToken(t))
}

// isNoToken tells what was reported when the tokens were made.
func isNoToken(t *lexer.Token) bool {
	return t.Type == strayKind || t.Type == openStringKind || t.Type == openPictureKind
}

// rangeOf returns where to point at. The end of the file is behind the last
// word, and not behind the blanks that may follow.
func (p *parser) rangeOf(t *lexer.Token) source.Range {
	if !t.EOF() {
		return source.Range{Start: t.Pos.Offset, End: end(t)}
	}
	for _, last := range slices.Backward(p.tokens[:len(p.tokens)-1]) {
		if last.Type != spaceKind && last.Type != commentKind {
			return source.Range{Start: end(&last), End: end(&last)}
		}
	}
	return source.Range{}
}

func (p *parser) unexpectedHint(t *lexer.Token, want string) string {
	switch {
	case isKeyword(t.Value) && strings.Contains(want, "a name"):
		return fmt.Sprintf("`%s` is a word of the language: choose another name", t.Value)
	case t.Value == "(" && strings.Contains(want, "`{`"):
		return "sets have no parentheses: give a part a name with `set`"
	case strings.Contains(want, "`x`") && t.Type == operatorKind:
		return "a size begins with a number or a name: param m = 2*n, and then m x m"
	case t.Value == "=" && strings.Contains(want, "`on`"):
		return "a board is on a lattice: board b on square = …"
	case t.Value == "," && p.precededBy(t, ")"):
		return "places stand side by side, without commas"
	case t.Value == "for" && strings.Contains(want, "`with`"):
		return "the indices of a family stand behind `over`: matching row[r] over r in 1..8 with …"
	case t.Value == "for":
		return "only `items`, `option`, `matching` and `forbid` are repeated by `for`"
	case strings.Contains(want, "`of`"):
		return "a number of copies is written 8 of A, or 2..5 of A"
	case t.Value == "&" && p.precededBy(t, "&"), t.Value == "&" && strings.Contains(want, "end of"):
		return "`and` joins conditions"
	case t.Value == "=" && p.precededBy(t, "="):
		return "one = compares as well"
	case t.Type == sizeKind:
		return "a size such as 8x8 stands for a rectangle of cells"
	case t.Type == nameKind && len(t.Value) > 1 && strings.HasPrefix(t.Value, "x") && strings.Contains(want, "`x`"):
		return "put blanks around the x: 8 x n"
	case t.Value == "(" && strings.Contains(want, "`most`"):
		return "a shape with motions stands in parentheses here: line (1x2 at (0, 1)) at most 1"
	case t.Type == nameKind:
		if hint := source.DidYouMean(t.Value, wordsOf(want)); hint != "" {
			return hint
		}
		if words := p.statementWords(t); !slices.Contains(words, t.Value) {
			return source.DidYouMean(t.Value, words)
		}
	}
	return ""
}

// precededBy reports whether the text before the token, without blanks, ends
// in the given text.
func (p *parser) precededBy(t *lexer.Token, text string) bool {
	return strings.HasSuffix(strings.TrimRight(p.file.Source.Text[:t.Pos.Offset], " "), text)
}

// wordsOf returns the words that a description quotes.
func wordsOf(want string) []string {
	var words []string
	for i, part := range strings.Split(want, "`") {
		if i%2 == 1 {
			words = append(words, part)
		}
	}
	return words
}

func describeToken(t *lexer.Token) string {
	switch {
	case t.EOF():
		return "the end of the file"
	case t.Type == stringKind:
		return "a text"
	case t.Type == pictureKind:
		return "a picture"
	case t.Type == intKind:
		return "the number " + t.Value
	case t.Type == keywordKind:
		return fmt.Sprintf("the keyword `%s`", t.Value)
	}
	if r := []rune(t.Value); len(r) > 30 {
		return fmt.Sprintf("`%s…`", string(r[:30]))
	}
	return fmt.Sprintf("`%s`", t.Value)
}

// expected says in words what the parser waited for. The library tells it as
// the rest of a production, of which the first symbol counts.
func expected(u *participle.UnexpectedTokenError) string {
	message := u.Message()
	// The token comes first, and may say anything.
	rest := strings.TrimPrefix(message, fmt.Sprintf("unexpected token %q", u.Unexpected))
	want, ok := strings.CutPrefix(strings.TrimSuffix(rest, ")"), " (expected ")
	if !ok {
		return "something else"
	}
	var words []string
	for _, s := range firstSymbols(want) {
		if w := symbolWords(s); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return oneOf(words)
}

func oneOf(words []string) string {
	switch len(words) {
	case 0:
		return "something else"
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

var symbol = regexp.MustCompile(`^(?:"[^"]*"|<\w+>|\w+)`)

// firstSymbols returns the symbols that can begin a piece of EBNF.
func firstSymbols(ebnf string) []string {
	ebnf = strings.TrimSpace(ebnf)
	if !strings.HasPrefix(ebnf, "(") {
		if s := symbol.FindString(ebnf); s != "" {
			return []string{s}
		}
		return nil
	}
	inner, rest := group(ebnf)
	var out []string
	for _, alternative := range alternatives(inner) {
		out = append(out, firstSymbols(alternative)...)
	}
	if strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "*") {
		out = append(out, firstSymbols(rest[1:])...)
	}
	return out
}

// group splits "(inner)rest".
func group(s string) (inner, rest string) {
	depth := 0
	for i, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[1:i], s[i+1:]
			}
		}
	}
	return strings.TrimPrefix(s, "("), ""
}

// alternatives splits at the bars outside parentheses.
func alternatives(s string) []string {
	depth, from := 0, 0
	var out []string
	for i, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				out, from = append(out, s[from:i]), i+1
			}
		}
	}
	return append(out, s[from:])
}

// symbolWords says a symbol of the grammar in words.
func symbolWords(s string) string {
	if word, quoted := strings.CutPrefix(s, `"`); quoted {
		return "`" + strings.TrimSuffix(word, `"`) + "`"
	}
	if words, ok := inWords[s]; ok {
		return words
	}
	return "a " + strings.ToLower(strings.Trim(s, "<>"))
}

var inWords = map[string]string{
	"<name>": "a name", "<word>": "a name", "<int>": "a number", "<string>": "a text in quotes",
	"<picture>": `a picture between """`, "<size>": "a size such as 8x8",
	"Name": "a name", "Term": "a name", "Int": "a number", "Amount": "a number or an expression in parentheses",
	"Count": "a number", "Expr": "an expression", "Lines": `a picture between """`,
	"Place": "a place such as (2, 3)", "Shape": "a shape", "ShapeTerm": "a shape", "ShapeAtom": "a shape",
	"Set": "a set of pieces", "SetTerm": "a set of pieces", "Ref": "an item", "Side": "a number or a name",
	"Rule": "a rule (`fix`, `keep`, `leave` or `allow`)", "Hint": "a hint (`order`, `options`, `choose`, `filter`, `restarts` or `seed`)",
	"ManRule": "a rule (lines, `fix` or `bar`)", "LineFamily": "lines (`rows`, `columns`, `diagonals`, `all`, `regions` or `line`)",
	"Many": "how many (`exactly 1`, `at most 2`, `1..2`)", "Box": "a size such as 3x3", "WordList": "a list of words, by its name or its path",
	"LatinRule": "a rule (`boxes`, `given`, `regions`, `diagonals`, `symbols` or `orthogonal`)",
	"CutRule":   "a rule (`shift`, `rotate`, `flip`, `pieces` or `sizes`)",
	"WordRule":  "a rule (`rows`, `columns`, `diagonals`, `distinct` or `given`)",
	"Wrap":      "`torus`, `cylinder` or `wrap`", "Figure": "a figure", "Allow": "`allow`", "Fix": "`fix`", "Keep": "`keep`", "Leave": "`leave`",
	"LegendEntry": "a character in quotes", "Binder": "an index", "Color": "a color", "Legend": "a legend",
	"Motion": "a motion", "Family": "an item", "OptionRef": "an option, by all its items", "Over": "`over`", "SquareFile": "a text in quotes", "Sides": "`free`, `one-sided` or `fixed`", "For": "`for`",
}

// tokenAt returns the token at an offset, or the one behind the blanks there.
func (p *parser) tokenAt(offset int) *lexer.Token {
	i, _ := slices.BinarySearchFunc(p.tokens, offset, func(t lexer.Token, offset int) int {
		return t.Pos.Offset - offset
	})
	for p.tokens[i].Type == spaceKind || p.tokens[i].Type == commentKind {
		i++
	}
	return &p.tokens[i]
}
