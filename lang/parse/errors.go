package parse

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/ebnf"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// reportError reports an error of the parser library in the words of this language. It returns the offset from which to
// look for the next statement.
func (p *parser) reportError(err error) int {
	var unexpected *participle.UnexpectedTokenError
	var general participle.Error
	switch {
	case errors.As(err, &unexpected):
		t := &unexpected.Unexpected
		switch {
		case t.Type == wrongKind: // an invalid token was reported when it was read
		case t.Pos.Offset == p.firstToken.Pos.Offset:
			p.reportUnknownStatement(t)
		default:
			p.reportUnexpected(t, describeExpected(unexpected))
		}
		return max(t.Pos.Offset, endOfToken(p.firstToken))
	case errors.As(err, &general):
		i := slices.IndexFunc(p.tokens, func(t lexer.Token) bool {
			return t.Pos.Offset >= general.Position().Offset && t.Type != blankKind
		})
		p.reportMisread(&p.tokens[i], general.Message())
		return endOfToken(&p.tokens[i])
	}
	panic(fmt.Sprintf("an error that the parser library does not document: %v", err))
}

// reportMisread reports a token that fits the grammar but has no value, such as a number of too many digits.
func (p *parser) reportMisread(t *lexer.Token, message string) {
	r := rangeOfToken(t)
	switch {
	case message == tooLongMessage:
		p.fail(codes.TooDeep, r, "give a part of it a name with `param`", "more than %d operators in one expression",
			maxOperators)
	case strings.Contains(message, "capture"):
		p.fail(codes.BadText, r, `the escapes are \" \\ \n and \t`, "this text has an escape that means nothing")
	default:
		p.fail(codes.Unexpected, r, "", "this cannot be read")
	}
}

// keywordsHint returns a hint that lists the words with which statements begin.
var keywordsHint = sync.OnceValue(func() string {
	return "every statement begins with a keyword: " + strings.Join(keywords, ", ")
})

func (p *parser) reportUnknownStatement(t *lexer.Token) {
	d := p.fail(codes.UnknownStatement, p.rangeOfWrongToken(t), keywordsHint(), "no statement begins with %s",
		describeToken(t))
	next, _, _ := strings.Cut(strings.TrimLeft(p.file.Source.Text[endOfToken(t):], " \t"), "\n")
	switch {
	case t.Value == "/" || t.Value == "-" && strings.HasPrefix(next, "-"):
		d.Hint = "a comment begins with //"
	case t.Value == "sudoku":
		d.Hint = "a sudoku is a Latin square with boxes: latin 9 { distinct on boxes 3x3 }"
	case t.Type == nameKind && (strings.HasPrefix(next, "=") || strings.HasPrefix(next, ":=")):
		d.Hint = fmt.Sprintf("a number with a name is a parameter: param %s = %s", clipQuotation(t.Value),
			clipQuotation(strings.TrimLeft(next, ":= ")))
		before := source.Range{Start: t.Pos.Offset, End: t.Pos.Offset}
		d.AddFix("write `param`", source.TextEdit{Span: p.file.Source.Span(before), Text: "param "})
	case foreignStatements[foreignWordKey(t.Value)] != "":
		d.Hint = foreignStatements[foreignWordKey(t.Value)]
	default:
		d.SuggestName(t.Value, keywords)
		if keyword := source.CorrectSlip(t.Value, keywords); keyword != "" && t.Type == slipKind {
			d.Hint = fmt.Sprintf("did you mean `%s`? A line that goes on with the list above begins with a blank",
				keyword)
			d.Fixes = nil
			d.FixByReplacing(keyword)
		}
	}
}

func (p *parser) reportUnexpected(t *lexer.Token, want string) {
	if p.reportListedCells(t) {
		return
	}
	if (t.Type == nameKind || t.Type == wordKind) && p.beginsRule(t) {
		d := p.fail(codes.Unexpected, p.rangeOfWrongToken(t), "", "`%s` has no rule %s", p.firstToken.Value,
			describeToken(t))
		if !p.adviseFormerSpelling(d, t) && !p.adviseOneGiven(d, t) {
			p.adviseUnknownRule(d, t)
		}
		return
	}
	if strings.HasPrefix(want, "a picture") {
		p.removeStrayErrors(t)
	}
	shown := want
	switch {
	case want == symbolDescriptions["picture"] && p.allowsSymbol(t.Pos.Offset, Successor{Kind: Size}):
		shown = "a shape, or the name of a board"
	case strings.HasPrefix(want, "`empty`, "):
		shown = "what to count"
	}
	d := p.fail(codes.Unexpected, p.rangeOfWrongToken(t), "", "expected %s, but found %s", shown, describeToken(t))
	if !p.adviseFormerSpelling(d, t) && !p.adviseOneGiven(d, t) && !p.adviseTyped(d, t, want) {
		p.addUnexpectedTokenHint(d, t, want)
	}
}

// removeStrayErrors removes errors about characters after a token on the same line, as these characters are part of the
// error that begins with the token.
func (p *parser) removeStrayErrors(t *lexer.Token) {
	line := p.file.Source.LineOf(t.Pos.Offset)
	p.errorList = slices.DeleteFunc(p.errorList, func(d *source.Diagnostic) bool {
		return d.Code == codes.BadCharacter && d.Span.Start > t.Pos.Offset && p.file.Source.LineOf(d.Span.Start) == line
	})
}

// rangeOfWrongToken returns the range of a token for an error. The end of the file is shown after the last word, and
// not after the blanks that may follow that word.
func (p *parser) rangeOfWrongToken(t *lexer.Token) source.Range {
	if t.EOF() {
		return source.Range{Start: p.lastWordEnd, End: p.lastWordEnd}
	}
	return rangeOfToken(t)
}

// addUnexpectedTokenHint adds a hint to the error about an unexpected token, if a hint for it is known.
func (p *parser) addUnexpectedTokenHint(d *source.Diagnostic, t *lexer.Token, want string) {
	switch {
	case IsReserved(t.Value) && strings.Contains(want, "a name"):
		d.Hint = fmt.Sprintf("`%s` is a word of the language: choose another name", t.Value)
	case t.Value == "(" && strings.Contains(want, "`{`"),
		t.Value == "&" && want == "`)`" && p.hasWordBefore(t, "="),
		p.isPrecededBy(t, ")") && strings.Contains(want, "`of`"):
		d.Hint = "sets have no parentheses: give a part a name with `set`"
	case strings.Contains(want, "`x`") && t.Type == operatorKind:
		d.Hint = "a size is one word, 8x8, or begins with a number or a name: param m = 2*n, and then m x m"
	case t.Value == "," && p.isPrecededBy(t, ")"):
		d.Hint = "places stand side by side, without commas"
		d.FixByRemoving()
	case t.Value == "up" && p.firstToken.Value != "expect":
		d.Hint = "how alike solutions may be is a statement of its own, `break symmetry`, or the flag --up-to-symmetry"
	case p.isPrecededBy(t, "}") && slices.Contains(RuleWords(p.firstToken.Value), t.Value):
		d.Hint = fmt.Sprintf("`%s` begins a rule, which stands in front of the `}`", t.Value)
	case p.isPrecededBy(t, "given") && p.hasWordBefore(t, "boxes") && strings.Contains(want, "`}`"):
		d.Hint = "the size of a box stands behind the word: boxes 3x3"
	case p.isPrecededBy(t, "given"):
		d.Hint = "what is given is a picture, with a row a line and a dot for each cell that is open: given \"\"\"…\"\"\""
	case t.Value == "for" && strings.Contains(want, "`with`"):
		d.Hint = "a family with indices stands in braces: matching {row[r] for r in 1..8} with …"
	case t.Value == "for" && p.hasWordBefore(t, "for"):
		d.Hint = "one `for` has all indices: for i in 1..3, j in 1..3"
	case t.Value == "for":
		d.Hint = "`items`, `option`, `matching`, `forbid` and rules are repeated by `for`"
	case slices.Contains(keywords, t.Value) && strings.Contains(want, "`}`"):
		d.Hint = fmt.Sprintf("`%s` begins a statement of its own, behind the `}` of this one", t.Value)
	case t.Value == "if" && p.hasWordBefore(t, "for"):
		d.Hint = "the condition of a `for` stands behind `where`"
	case p.isPrecededBy(t, " all") && p.firstToken.Value == "pack":
		d.Hint = "a set stands for all its pieces: pack b with pentominoes"
	case (t.Value == "of" || t.Value == "from") && (p.firstToken.Value == "pack" || p.firstToken.Value == "set"):
		d.Hint = "a number that is no digits stands in parentheses: (n) of A"
	case strings.Contains(want, "`of`") && t.Type == nameKind && p.isPrecededBy(t, " any"):
		d.Hint = fmt.Sprintf("as many as fit: any of %s", clipQuotation(t.Value))
		d.FixByReplacing("of " + t.Value)
	case strings.Contains(want, "`of`"):
		d.Hint = "a number of copies is written 8 of A, or 2..5 of A"
	case t.Value == "&" && p.isPrecededBy(t, "&"), t.Value == "&" && strings.Contains(want, "end of"):
		d.Hint = "`and` joins conditions"
	case t.Value == "=" && p.isPrecededBy(t, "="):
		d.Hint = "one = compares as well"
		d.FixByRemoving()
	case t.Type == sizeKind && p.isPrecededBy(t, "("):
		d.Hint = "a part of a shape has no parentheses: give it a name with `shape`"
	case t.Type == sizeKind && p.firstToken.Value == "pack":
		d.Hint = fmt.Sprintf("a piece has a name: piece domino = %s", clipQuotation(t.Value))
	case t.Type == sizeKind:
		d.Hint = "a size such as 8x8 stands for a rectangle of cells"
	case t.Type == nameKind && len(t.Value) > 1 && strings.HasPrefix(t.Value, "x") && strings.Contains(want, "`x`"):
		d.Hint = "put blanks around the x: 8 x n"
		d.FixByReplacing(" x " + t.Value[1:])
	case want == "`x`" && p.followsSum(t):
		d.Hint = "an expression stands in parentheses here: column (n-1)"
	case want == "`x`":
		d.Hint = "a size has two numbers, 8x8, and a figure one: board b on hexagon = hexagon 4"
	case t.Value == "-" && p.allowsAmount(t.Pos.Offset),
		t.Type == operatorKind && strings.Contains("+-*/%[", t.Value) &&
			p.isAmountBefore(t):
		d.Hint = "an expression stands in parentheses here: (2*n + 1)"
	case t.Type == nameKind && p.isPrecededBy(t, "distinct") && foreignCellRules[foreignWordKey(t.Value)] != "":
		d.Hint = foreignCellRules[foreignWordKey(t.Value)]
	case t.Type == nameKind:
		// a word that may stand here is not misspelled
		if words := p.allowedWords(t); !slices.Contains(words, t.Value) {
			d.SuggestName(t.Value, words)
		}
		if d.Hint == "" && strings.HasPrefix(want, "a number") && p.allowsAmount(t.Pos.Offset) {
			d.Hint = fmt.Sprintf("a number that is no digits stands in parentheses: (%s)", clipQuotation(t.Value))
			d.FixByReplacing("(" + t.Value + ")")
		}
	}
}

// isPrecededBy reports whether the text in front of a token, without blanks at its end, ends in the given text.
func (p *parser) isPrecededBy(t *lexer.Token, text string) bool {
	return strings.HasSuffix(strings.TrimRight(p.file.Source.Text[:t.Pos.Offset], " \t\r\n"), text)
}

// followsSum reports whether a name or a number, a sign and a number stand in front of a token, as in `n-1`.
func (p *parser) followsSum(t *lexer.Token) bool {
	words := p.wordsUpTo(t.Pos.Offset)
	n := len(words)
	return n > 2 && strings.Contains("+-", words[n-2].Text) && (words[n-3].Kind == Name || words[n-3].Kind == Int)
}

// hasWordBefore reports whether the statement has a word in front of a token.
func (p *parser) hasWordBefore(t *lexer.Token, word string) bool {
	return slices.Contains(strings.Fields(p.file.Source.Text[p.firstToken.Pos.Offset:t.Pos.Offset]), word)
}

// allowedWords returns the words that the grammar allows in place of a token.
func (p *parser) allowedWords(t *lexer.Token) (words []string) {
	for _, s := range p.symbolsAllowedAt(t.Pos.Offset) {
		if nameLength(s.Word) > 0 {
			words = append(words, s.Word)
		}
	}
	return words
}

// allowsAmount reports whether an amount may stand at an offset: a number, or an expression in parentheses.
func (p *parser) allowsAmount(at int) bool {
	return slices.ContainsFunc(p.symbolsAllowedAt(at), func(s Successor) bool { return s.Word == "(" && s.isAmount() })
}

// allowsSymbol reports whether the grammar allows a symbol at an offset, in any production.
func (p *parser) allowsSymbol(at int, symbol Successor) bool {
	return slices.ContainsFunc(p.symbolsAllowedAt(at), func(s Successor) bool {
		return s.Word == symbol.Word &&
			s.Kind == symbol.Kind
	})
}

// isAmountBefore reports whether the word in front of a token is an amount, or begins one.
func (p *parser) isAmountBefore(t *lexer.Token) bool {
	words := p.wordsUpTo(t.Pos.Offset)
	last := words[len(words)-1]
	return slices.ContainsFunc(p.symbolsAllowedAt(last.Start), func(s Successor) bool {
		return s.Kind == last.Kind &&
			s.isAmount()
	})
}

func (s Successor) isAmount() bool { return s.Production == "Amount" || s.Production == "Number" }

// symbolsAllowedAt returns what the grammar allows at an offset in the current statement.
func (p *parser) symbolsAllowedAt(at int) []Successor {
	next, _ := NextSymbols(p.wordsUpTo(at))
	return next
}

// wordsUpTo returns the words of the current statement up to an offset, without the rules that have errors.
func (p *parser) wordsUpTo(at int) []Token {
	text := p.file.Source.Text[:at]
	if p.wrongRuleBlock == nil || at <= p.wrongRuleBlock.openingBrace.End {
		return wordsBetween(text, p.firstToken.Pos.Offset)
	}
	head := wordsBetween(text[:p.wrongRuleBlock.openingBrace.End], p.firstToken.Pos.Offset)
	return append(head, wordsBetween(text, min(at, p.wrongRuleBlock.ruleStart))...)
}

// wordsBetween returns the words of a text from an offset on.
func wordsBetween(text string, from int) (words []Token) {
	for t := range tokensFromOffset(text, from) {
		if t.Kind != Blank {
			words = append(words, t)
		}
	}
	return words
}

// clipQuotation shortens a text that a message quotes from a file.
func clipQuotation(text string) string {
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
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
		return "the number " + clipQuotation(t.Value)
	case t.Type == keywordKind:
		return fmt.Sprintf("the keyword `%s`", t.Value)
	}
	return fmt.Sprintf("`%s`", clipQuotation(t.Value))
}

// describeExpected says in words what the parser expected. The library reports the rest of a production, of which only
// the first symbols matter.
func describeExpected(u *participle.UnexpectedTokenError) string {
	// the message starts with the token, which may contain anything
	rest := strings.TrimPrefix(u.Message(), fmt.Sprintf("unexpected token %q", u.Unexpected))
	want, ok := strings.CutPrefix(strings.TrimSuffix(rest, ")"), " (expected ")
	if !ok {
		return "something else"
	}
	return listSymbols(firstSymbolsOfProduction(readEBNF("Rest = " + want + " .")["Rest"]))
}

// listSymbols describes a list of symbols in words.
func listSymbols(symbols []*ebnf.Term) string {
	var words []string
	for _, s := range symbols {
		if w := describeSymbol(s); !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// describeSymbol describes a symbol of the grammar in words. A production without a description of its own is described
// by its first symbols.
func describeSymbol(s *ebnf.Term) string {
	if s.Literal != "" {
		return "`" + literalWord(s) + "`"
	}
	text, described := symbolDescriptions[s.Name+s.Token]
	switch {
	case !described:
		return listSymbols(firstSymbolsOfProduction(productionsByName()[s.Name]))
	case strings.Contains(text, "%s"):
		return fmt.Sprintf(text, listSymbols(firstSymbolsOfProduction(productionsByName()[s.Name])))
	}
	return text
}

// symbolDescriptions holds descriptions of token kinds and productions. In a description %s stands for the first
// symbols of the production.
var symbolDescriptions = map[string]string{
	"name": "a name", "word": "a name", "int": "a number", "string": "a text in quotes",
	"picture": `a picture between """`, "size": "a size such as 8x8",
	"Amount": "a number, a name or an expression in parentheses", "Expr": "an expression",
	"Number": "a number or an expression in parentheses",
	"Count":  "how many (`exactly 1`, `at most 2`, `1..2`)", "Times": "how many (`exactly 1`, `at most 2`, `1..2`)",
	"Place": "a place such as (2, 3)", "ShapeAtom": "a shape", "Figure": "a figure", "Motion": "a motion",
	"LegendEntry": "a character in quotes", "SetTerm": "a set of pieces", "Box": "a size such as 3x3",
	"Ref": "an item", "ItemTerm": "an item", "Color": "a color",
	"Binder": "an index", "Path": "a path in quotes",
	"Rule": "a rule (%s)", "CellRule": "a rule (%s)", "CutRule": "a rule (%s)", "WordRule": "a rule (%s)",
	"ManRule": "a rule (how many on which lines, `symmetric`)",
	"Line":    "where (`rows`, `columns`, a shape)", "Total": "a total (%s)", "Hint": "a hint (%s)",
}
