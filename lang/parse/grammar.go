package parse

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/ebnf"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// file is the root of the grammar that Grammar prints, and gives the root its name. Files are parsed one statement at a
// time, so that an error in one statement does not affect the others.
type file struct {
	Statements []ast.Statement `parser:"@@*"`
}

// The grammar is parsed with one token of lookahead. The parser never backtracks, so an error is reported where it is.
var parserOptions = []participle.Option{
	participle.Lexer(lexerDefinition{}), participle.ParseTypeWith(parseExpr), participle.UseLookahead(0),
}

var grammarText = sync.OnceValue(func() string {
	return participle.MustBuild[file](append(parserOptions, participle.Union(ast.AllStatements()...),
		participle.Union(ast.AllRules()...), participle.Union(ast.AllCellRules()...))...).String()
})

var (
	packRuleChoice  = memberChoice[ast.Rule]{members: ast.AllRules(), parserOptions: parserOptions}
	cellRuleChoice  = memberChoice[ast.CellRule]{members: ast.AllCellRules(), parserOptions: parserOptions}
	statementChoice = memberChoice[ast.Statement]{members: ast.AllStatements(),
		parserOptions: slices.Clip(append(parserOptions, participle.ParseTypeWith(packRuleChoice.parseRule),
			participle.ParseTypeWith(cellRuleChoice.parseRule)))}
)

// parseRule parses one rule in the braces of a statement.
func (c *memberChoice[T]) parseRule(lex *lexer.PeekingLexer) (rule T, err error) {
	at := lex.Cursor()
	r, err := c.parseMember(lex)
	if err != nil && lex.Cursor() == at {
		return rule, participle.NextMatch
	}
	return *r, err
}

// memberChoice parses one of several members of an interface, such as the statements. The first word tells which
// member. Making the parser of all members takes milliseconds, so the parser for each first word is made when it is
// first used.
type memberChoice[T any] struct {
	members       []T
	parserOptions []participle.Option
	parserByWord  sync.Map // *participle.Parser[T] by first word; the key "" has the parser of all members
}

func (c *memberChoice[T]) parseMember(lex *lexer.PeekingLexer) (*T, error) {
	word := lex.Peek().Value
	parser, built := c.parserByWord.Load(word)
	if !built {
		members := slices.DeleteFunc(slices.Clone(c.members), func(m T) bool { return !mayBeginWithWord(m, word) })
		if len(members) == 0 {
			word, members = "", c.members
			parser, built = c.parserByWord.Load(word)
		}
		if !built {
			parser, _ = c.parserByWord.LoadOrStore(word, participle.MustBuild[T](append(c.parserOptions,
				participle.Union(members...))...))
		}
	}
	return parser.(*participle.Parser[T]).ParseFromLexer(lex, participle.AllowTrailing(true))
}

// mayBeginWithWord reports whether the grammar of a member of an interface quotes a word. It looks into the member's
// first part and its alternatives as well. The member may then begin only with such a word.
func mayBeginWithWord(member any, word string) bool {
	return typeMayBeginWithWord(reflect.TypeOf(member).Elem(), word, true)
}

func typeMayBeginWithWord(t reflect.Type, word string, isMember bool) bool {
	for i := range t.NumField() {
		tag := t.Field(i).Tag.Get("parser")
		before, _, _ := strings.Cut(tag, "@@")
		if strings.Contains(before, "'"+word+"'") {
			return true
		}
		if part := t.Field(i).Type; i == 1 && strings.HasPrefix(tag, "@@") ||
			isMember && strings.Contains(tag, "| @@") {
			for part.Kind() != reflect.Struct {
				part = part.Elem()
			}
			if typeMayBeginWithWord(part, word, false) {
				return true
			}
		}
	}
	return false
}

// expressionGrammar is the part of the grammar that is parsed by precedence. It is the same as in the comment on
// [ast.Expr]; a test compares the two.
const expressionGrammar = `Expr = Expr "or" Expr
     | Expr "and" Expr
     | "not" Expr
     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
     | Expr ( "+" | "-" ) Expr
     | Expr ( "*" | "/" | "%" ) Expr
     | "-" Expr
     | <int> | <string> | Name | Name "(" Expr ( "," Expr )* For? ")" | Name "[" Expr ( "," Expr )* "]" | "(" Expr ")" .`

// Grammar returns the grammar of the language in EBNF, made from the struct tags of the tree. Kinds of tokens are in <
// >; ? * + | ( ) have their usual meaning.
func Grammar() string { return grammarText() + "\n" + expressionGrammar + "\n" }

// productionsByName returns the right sides of the productions by name, without the productions of expressions.
var productionsByName = sync.OnceValue(func() map[string]*ebnf.Expression { return readEBNF(grammarText()) })

func readEBNF(text string) map[string]*ebnf.Expression {
	tree, err := ebnf.ParseString(text)
	if err != nil {
		panic(fmt.Sprintf("what the parser library prints, it does not read: %v", err))
	}
	out := map[string]*ebnf.Expression{}
	for _, p := range tree.Productions {
		out[p.Production] = p.Expression
	}
	return out
}

// firstSymbolsOfProduction returns the symbols with which a text of this grammar can begin.
func firstSymbolsOfProduction(x *ebnf.Expression) (symbols []*ebnf.Term) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			if t.Group != nil {
				symbols = append(symbols, firstSymbolsOfProduction(t.Group.Expr)...)
			} else {
				symbols = append(symbols, t)
			}
			if t.Repetition != "?" && t.Repetition != "*" {
				break
			}
		}
	}
	return symbols
}

// literalWord returns the word or sign that a symbol quotes.
func literalWord(t *ebnf.Term) string { return strings.Trim(t.Literal, `"`) }

// literalWords returns the words that a text of this grammar can contain. It skips the productions in the map visited.
func literalWords(x *ebnf.Expression, visited map[string]bool) (found []string) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			switch {
			case t.Group != nil:
				found = append(found, literalWords(t.Group.Expr, visited)...)
			case t.Literal != "" && literalWord(t)[0] >= 'a' && literalWord(t)[0] <= 'z':
				found = append(found, literalWord(t))
			case productionsByName()[t.Name] != nil && !visited[t.Name]:
				visited[t.Name] = true
				found = append(found, literalWords(productionsByName()[t.Name], visited)...)
			}
		}
	}
	return found
}

// allGrammarWords returns the words of the whole grammar.
var allGrammarWords = sync.OnceValue(func() []string {
	return literalWords(productionsByName()["Statement"],
		map[string]bool{})
})

// wordsOfStatement returns the words that a statement with this keyword can contain.
func wordsOfStatement(keyword string) []string {
	return literalWords(statementProduction(keyword), map[string]bool{})
}

// statementProduction returns the right side of the statement with this keyword; an empty one if there is none.
func statementProduction(keyword string) *ebnf.Expression {
	for _, s := range firstSymbolsOfProduction(productionsByName()["Statement"]) {
		p := productionsByName()[s.Name]
		if slices.ContainsFunc(firstSymbolsOfProduction(p),
			func(t *ebnf.Term) bool { return literalWord(t) == keyword }) {
			return p
		}
	}
	return &ebnf.Expression{}
}

// maxOperators bounds the operators and parentheses of an expression, so that walking over its tree cannot exhaust the
// stack.
const maxOperators = 1000

// precedenceOfOperator holds the precedence of the binary operators; a higher number binds more tightly.
var precedenceOfOperator = map[string]int{
	"or": 1, "and": 2,
	"=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"+": 5, "-": 5,
	"*": 6, "/": 6, "%": 6,
}

// operandPrecedence holds the lowest precedence of operators inside the operand of a prefix operator: `not` applies to
// whole comparisons, and a minus sign to a single operand.
var operandPrecedence = map[string]int{"not": 3, "-": 7}

// precedenceParser parses one expression by precedence climbing. After an error it reads no more tokens, and its
// results are not used.
type precedenceParser struct {
	tokens        *lexer.PeekingLexer
	operatorCount int
	firstError    error // first error that was met, or nil
}

func parseExpr(lex *lexer.PeekingLexer) (ast.Expr, error) {
	t := lex.Peek()
	if t.Type != intKind && t.Type != stringKind && t.Type != nameKind && t.Value != "(" &&
		operandPrecedence[t.Value] == 0 {
		return nil, participle.NextMatch
	}
	c := &precedenceParser{tokens: lex}
	return c.parseBinary(1), c.firstError
}

// parseBinary parses operands with operators between them that have at least the given precedence, from left to right.
func (c *precedenceParser) parseBinary(least int) ast.Expr {
	x := c.parseUnary()
	for c.firstError == nil && precedenceOfOperator[c.tokens.Peek().Value] >= least {
		op := c.nextOperator()
		y := c.parseBinary(precedenceOfOperator[op.Value] + 1)
		x = &ast.Binary{Node: nodeBetween(x.Range().Start, y.Range().End), Operator: op.Value, LeftOperand: x,
			RightOperand: y}
	}
	return x
}

func (c *precedenceParser) parseUnary() ast.Expr {
	t := c.tokens.Peek()
	switch {
	case c.firstError != nil:
	case operandPrecedence[t.Value] > 0:
		op := c.nextOperator()
		x := c.parseBinary(operandPrecedence[op.Value])
		return &ast.Unary{Node: nodeBetween(op.Pos.Offset, x.Range().End), Operator: op.Value, Operand: x}
	case t.Type == intKind:
		c.tokens.Next()
		return &ast.Int{Node: nodeOf(t), Text: t.Value}
	case t.Type == stringKind:
		c.tokens.Next()
		word := &ast.Quoted{Node: nodeOf(t)}
		if err := word.Text.Capture([]string{t.Value}); err != nil {
			c.firstError = participle.Wrapf(t.Pos, err, "")
		}
		return word
	case t.Type == nameKind:
		c.tokens.Next()
		name := &ast.Name{Node: nodeOf(t), Text: t.Value}
		switch c.tokens.Peek().Value {
		case "(":
			args, loop, node := c.parseBracketedList(t, ")")
			return &ast.Call{Node: node, Func: name, Args: args, For: loop}
		case "[":
			args, _, node := c.parseBracketedList(t, "]")
			return &ast.Entry{Node: node, Table: name, Indices: args}
		}
		return &ast.Variable{Node: nodeOf(t), Name: t.Value}
	case t.Value == "(":
		c.nextOperator()
		x := c.parseBinary(1)
		return &ast.Paren{Inner: x, Node: nodeBetween(t.Pos.Offset, c.closeBracket(")"))}
	default:
		c.firstError = &participle.UnexpectedTokenError{Unexpected: *t, Expect: "Expr"}
	}
	return &ast.Int{}
}

// parseBracketedList parses the list in brackets after a name.
func (c *precedenceParser) parseBracketedList(name *lexer.Token, end string) (list []ast.Expr, loop *ast.For,
	node ast.Node) {
	for c.firstError == nil && (len(list) == 0 || c.tokens.Peek().Value == ",") {
		c.nextOperator()
		list = append(list, c.parseBinary(1))
	}
	if c.firstError == nil && end == ")" && c.tokens.Peek().Value == "for" {
		loop = c.parseFor()
	}
	return list, loop, nodeBetween(name.Pos.Offset, c.closeBracket(end))
}

// parseFor parses a `for` clause: indices with their values, and a condition.
func (c *precedenceParser) parseFor() *ast.For {
	start := c.tokens.Peek().Pos.Offset
	loop := &ast.For{}
	last := start
	for c.firstError == nil && (len(loop.Binders) == 0 || c.tokens.Peek().Value == ",") {
		c.nextOperator()
		b := c.parseBinder()
		loop.Binders = append(loop.Binders, b)
		last = b.EndPos.Offset
	}
	if c.firstError == nil && c.tokens.Peek().Value == "where" {
		c.nextOperator()
		loop.Condition = c.parseBinary(1)
		last = loop.Condition.Range().End
	}
	loop.Node = nodeBetween(start, last)
	return loop
}

// parseBinder parses an index and its values, or several indices and the name of what they run through: a list, a
// table, a board or a shape.
func (c *precedenceParser) parseBinder() *ast.Binder {
	b := &ast.Binder{}
	start := c.tokens.Peek().Pos.Offset
	for c.firstError == nil && (len(b.Names) == 0 || c.tokens.Peek().Value == ",") {
		if len(b.Names) > 0 {
			c.nextOperator()
		}
		b.Names = append(b.Names, c.parseName())
	}
	c.expectWord("in")
	if c.firstError == nil && c.tokens.Peek().Value == "{" {
		for c.firstError == nil && (len(b.ListedValues) == 0 || c.tokens.Peek().Value == ",") {
			c.nextOperator()
			b.ListedValues = append(b.ListedValues, c.parseBinary(1))
		}
		b.Node = nodeBetween(start, c.closeBracket("}"))
		return b
	}
	if t := c.tokens.Peek(); c.firstError == nil && t.Type == viewKind && t.Value == "rows" {
		c.nextOperator()
		c.expectWord("of")
		b.TableOfRows = c.parseName()
		b.Node = nodeBetween(start, b.TableOfRows.EndPos.Offset)
		return b
	}
	b.Low = c.parseBinary(1)
	last := b.Low.Range().End
	if c.firstError == nil && c.tokens.Peek().Value == ".." {
		c.nextOperator()
		b.High = c.parseBinary(1)
		last = b.High.Range().End
	}
	b.Node = nodeBetween(start, last)
	return b
}

func (c *precedenceParser) parseName() *ast.Name {
	t := c.tokens.Peek()
	if t.Type != nameKind {
		c.reportUnexpectedToken(t, "Name")
	} else if c.firstError == nil {
		c.tokens.Next()
	}
	return &ast.Name{Node: nodeOf(t), Text: t.Value}
}

// expectWord consumes a word or a sign, or reports an error.
func (c *precedenceParser) expectWord(word string) {
	if t := c.tokens.Peek(); c.firstError == nil && t.Value != word {
		c.reportUnexpectedToken(t, strconv.Quote(word))
	} else if c.firstError == nil {
		c.nextOperator()
	}
}

func (c *precedenceParser) reportUnexpectedToken(t *lexer.Token, want string) {
	if c.firstError == nil {
		c.firstError = &participle.UnexpectedTokenError{Unexpected: *t, Expect: want}
	}
}

// nextOperator reads an operator, a bracket or a comma. It reports an error if the expression has too many of them.
func (c *precedenceParser) nextOperator() *lexer.Token {
	t := c.tokens.Peek()
	if c.operatorCount++; c.operatorCount > maxOperators {
		c.firstError = participle.Errorf(t.Pos, tooLongMessage)
		return t
	}
	return c.tokens.Next()
}

// closeBracket reads a closing bracket, and returns the offset after it.
func (c *precedenceParser) closeBracket(bracket string) int {
	t := c.tokens.Peek()
	switch {
	case c.firstError != nil:
	case t.Value != bracket:
		c.firstError = &participle.UnexpectedTokenError{Unexpected: *t, Expect: strconv.Quote(bracket)}
	default:
		c.tokens.Next()
	}
	return endOfToken(t)
}

// tooLongMessage is the message of the only error that precedenceParser makes itself. The function reportError
// recognizes this message.
const tooLongMessage = "expression too long"

func nodeOf(t *lexer.Token) ast.Node { return nodeBetween(t.Pos.Offset, endOfToken(t)) }

func nodeBetween(start, end int) ast.Node {
	return ast.Node{Pos: source.Pos{Offset: start}, EndPos: source.Pos{Offset: end}}
}
