package parse

import (
	"slices"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// ruleParsers holds, for the keyword of a statement, a function that parses one rule in the braces of the statement.
// These functions serve only to find further errors: their results are dropped.
var ruleParsers = map[string]func(*lexer.PeekingLexer) error{
	"pack":    packRuleChoice.skipRule,
	"place":   ruleParser[ast.ManRule](),
	"queens":  ruleParser[ast.ManRule](),
	"latin":   cellRuleChoice.skipRule,
	"fill":    cellRuleChoice.skipRule,
	"words":   ruleParser[ast.WordRule](),
	"dissect": ruleParser[ast.CutRule](),
}

func (c *memberChoice[T]) skipRule(lex *lexer.PeekingLexer) error {
	_, err := c.parseMember(lex)
	return err
}

func ruleParser[T any]() func(*lexer.PeekingLexer) error {
	build := sync.OnceValue(func() *participle.Parser[T] { return participle.MustBuild[T](parserOptions...) })
	return func(lex *lexer.PeekingLexer) error {
		_, err := build().ParseFromLexer(lex, participle.AllowTrailing(true))
		return err
	}
}

// wrongRuleBraces describes the braces of a statement in which a rule has an error.
type wrongRuleBraces struct {
	openingBrace    source.Range // the opening brace
	firstRuleColumn int          // column of the first rule
	ruleStart       int          // offset of the rule being read
}

// reportOtherRules reports the errors in the rules that follow a wrong rule in the same braces. It returns the offset
// from which to look for the next statement.
func (p *parser) reportOtherRules(resume int) int {
	parse := ruleParsers[p.firstToken.Value]
	if parse == nil || !p.findRuleBraces(resume) {
		return resume
	}
	defer func() { p.wrongRuleBlock = nil }()
	from := resume + 1
	for !p.errorList.HasMaxErrors() {
		t := p.firstWordOfNextRule(from)
		if t == nil {
			return resume
		}
		p.skipTokensBefore(t.Pos.Offset)
		p.wrongRuleBlock.ruleStart = t.Pos.Offset
		err := parse(p.tokenReader)
		if err != nil {
			resume = max(p.reportError(err), endOfToken(t))
			from = resume
			continue
		}
		t = p.tokenReader.Peek()
		switch {
		case t.Value == "}":
			return endOfToken(t)
		case t.EOF() || isStatement(t):
			p.reportUnexpected(t, "`}`")
			return max(resume, t.Pos.Offset)
		case !p.isFirstOnLine(t):
			p.reportUnexpected(t, "a rule or `}`")
			resume, from = endOfToken(t), endOfToken(t)
		default:
			resume, from = t.Pos.Offset, t.Pos.Offset
		}
	}
	return resume
}

// findRuleBraces finds the braces around an offset in the current statement.
func (p *parser) findRuleBraces(at int) bool {
	rules := RuleWords(p.firstToken.Value)
	for i := p.tokenIndexAt(p.firstToken.Pos.Offset); i < len(p.tokens) && p.tokens[i].Pos.Offset <= at; i++ {
		t := &p.tokens[i]
		if t.Value != "{" || !slices.ContainsFunc(p.symbolsAllowedAt(endOfToken(t)), func(s Successor) bool {
			return slices.Contains(rules,
				s.Word)
		}) {
			continue
		}
		b := &wrongRuleBraces{openingBrace: rangeOfToken(t)}
		for i++; i < len(p.tokens) && p.tokens[i].Type == blankKind; i++ {
		}
		b.firstRuleColumn, b.ruleStart = p.columnOf(&p.tokens[i]), p.tokens[i].Pos.Offset
		p.wrongRuleBlock = b
		return b.ruleStart <= at
	}
	return false
}

// tokenIndexAt returns the index of the first token at or after an offset.
func (p *parser) tokenIndexAt(offset int) int {
	i, _ := slices.BinarySearchFunc(p.tokens, offset, func(t lexer.Token,
		offset int) int {
		return t.Pos.Offset - offset
	})
	return i
}

// firstWordOfNextRule returns the first word of the next rule after an offset. A rule begins a line, no further to the
// right than the first rule in the braces. The result is nil after the closing brace, and after a line that begins a
// statement.
func (p *parser) firstWordOfNextRule(resume int) *lexer.Token {
	depth := 0
	for i := p.tokenIndexAt(p.wrongRuleBlock.ruleStart); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		fresh := t.Pos.Offset >= resume && t.Type != blankKind && p.isFirstOnLine(t)
		switch {
		case t.EOF() || p.isFirstOnLine(t) && isStatement(t) && t.Pos.Offset > p.firstToken.Pos.Offset:
			return nil
		case fresh && p.columnOf(t) <= p.wrongRuleBlock.firstRuleColumn &&
			(t.Type == nameKind || t.Type == intKind || t.Value == "("):
			return t
		case t.Value == "{":
			depth++
		case t.Value == "}" && (depth == 0 || fresh && p.columnOf(t) < p.wrongRuleBlock.firstRuleColumn):
			return nil
		case t.Value == "}":
			depth--
		}
	}
	return nil
}
