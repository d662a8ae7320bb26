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

// file is the root of the grammar as it is printed. Files are parsed a
// statement at a time, so that an error in one leaves the others readable.
type file struct {
	Statements []ast.Statement `parser:"@@*"`
}

// One token decides everywhere: after it the parser is committed, and an error
// is reported where the mistake is.
var options = []participle.Option{
	participle.Lexer(lexical{}), participle.ParseTypeWith(parseExpr), participle.UseLookahead(0),
}

var grammar = sync.OnceValue(func() string {
	return participle.MustBuild[file](append(options, participle.Union(ast.Statements()...), participle.Union(ast.Rules()...))...).String()
})

var (
	packRules  = choice[ast.Rule]{members: ast.Rules(), options: options}
	statements = choice[ast.Statement]{members: ast.Statements(), options: slices.Clip(append(options, participle.ParseTypeWith(parseRule)))}
)

func parseRule(lex *lexer.PeekingLexer) (ast.Rule, error) {
	at := lex.Cursor()
	r, err := packRules.parse(lex)
	if err != nil && lex.Cursor() == at {
		return nil, participle.NextMatch
	}
	return *r, err
}

// choice parses one of several members, told by the first word. Parsers for
// all of them take milliseconds to build, so each is built when it is needed.
type choice[T any] struct {
	members []T
	options []participle.Option
	parsers sync.Map // *participle.Parser[T] by word, by "" that of all members
}

func (c *choice[T]) parse(lex *lexer.PeekingLexer) (*T, error) {
	word := lex.Peek().Value
	parser, built := c.parsers.Load(word)
	if !built {
		members := slices.DeleteFunc(slices.Clone(c.members), func(m T) bool { return !quotes(m, word) })
		if len(members) == 0 {
			word, members = "", c.members
			parser, built = c.parsers.Load(word)
		}
		if !built {
			parser, _ = c.parsers.LoadOrStore(word, participle.MustBuild[T](append(c.options, participle.Union(members...))...))
		}
	}
	return parser.(*participle.Parser[T]).ParseFromLexer(lex, participle.AllowTrailing(true))
}

// quotes reports whether the grammar of a member itself has a word before its
// parts: it may begin with no other.
func quotes(member any, word string) bool {
	t := reflect.TypeOf(member).Elem()
	for i := range t.NumField() {
		before, _, _ := strings.Cut(t.Field(i).Tag.Get("parser"), "@@")
		if strings.Contains(before, "'"+word+"'") {
			return true
		}
	}
	return false
}

// expressions is the part of the grammar that is parsed by precedence. It
// repeats the comment on [ast.Expr], which a test compares with it.
const expressions = `Expr = Expr "or" Expr
     | Expr "and" Expr
     | "not" Expr
     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
     | Expr ( "+" | "-" ) Expr
     | Expr ( "*" | "/" | "%" ) Expr
     | "-" Expr
     | <int> | Name | Name "(" Expr ( "," Expr )* Over? ")" | Name "[" Expr ( "," Expr )* "]" | "(" Expr ")" .`

// Grammar returns the grammar of the language in EBNF, made from the tags of
// the tree. Kinds of tokens stand in < >; ? * + | ( ) are as usual.
func Grammar() string { return grammar() + "\n" + expressions + "\n" }

// productions has the right side of each production by name, those of
// expressions apart.
var productions = sync.OnceValue(func() map[string]*ebnf.Expression { return readEBNF(grammar()) })

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

// first returns the symbols that something with this grammar can begin with.
func first(x *ebnf.Expression) (symbols []*ebnf.Term) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			if t.Group != nil {
				symbols = append(symbols, first(t.Group.Expr)...)
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

// word returns the word or sign that a symbol quotes.
func word(t *ebnf.Term) string { return strings.Trim(t.Literal, `"`) }

// words returns the words that something with this grammar can hold. Those of the
// productions that were met before are left out.
func words(x *ebnf.Expression, met map[string]bool) (found []string) {
	for _, sequence := range x.Alternatives {
		for _, t := range sequence.Terms {
			switch {
			case t.Group != nil:
				found = append(found, words(t.Group.Expr, met)...)
			case t.Literal != "" && word(t)[0] >= 'a' && word(t)[0] <= 'z':
				found = append(found, word(t))
			case productions()[t.Name] != nil && !met[t.Name]:
				met[t.Name] = true
				found = append(found, words(productions()[t.Name], met)...)
			}
		}
	}
	return found
}

// allWords are those of the whole grammar.
var allWords = sync.OnceValue(func() []string { return words(productions()["Statement"], map[string]bool{}) })

// wordsOfStatement returns the words that a statement with this keyword can hold.
func wordsOfStatement(keyword string) []string { return words(production(keyword), map[string]bool{}) }

// production returns the right side of the statement with this keyword, or one without anything.
func production(keyword string) *ebnf.Expression {
	for _, s := range first(productions()["Statement"]) {
		p := productions()[s.Name]
		if slices.ContainsFunc(first(p), func(t *ebnf.Term) bool { return word(t) == keyword }) {
			return p
		}
	}
	return &ebnf.Expression{}
}

// mostOperators bounds the operators and parentheses of one expression, so
// that no later walk over its tree can run out of stack.
const mostOperators = 1000

// precedence of the binary operators; a higher number binds more tightly.
var precedence = map[string]int{
	"or": 1, "and": 2,
	"=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"+": 5, "-": 5,
	"*": 6, "/": 6, "%": 6,
}

// What a prefix operator applies to binds at least this tightly: not reaches
// over comparisons, a minus sign over nothing.
var prefix = map[string]int{"not": 3, "-": 7}

// climber parses one expression by precedence climbing. After an error it takes no
// more tokens, and what it returns is nothing.
type climber struct {
	lex       *lexer.PeekingLexer
	operators int
	err       error // the first
}

func parseExpr(lex *lexer.PeekingLexer) (ast.Expr, error) {
	t := lex.Peek()
	if t.Type != intKind && t.Type != nameKind && t.Value != "(" && prefix[t.Value] == 0 {
		return nil, participle.NextMatch
	}
	c := &climber{lex: lex}
	return c.binary(1), c.err
}

// binary parses operands joined by operators of at least the given
// precedence, from left to right.
func (c *climber) binary(least int) ast.Expr {
	x := c.unary()
	for c.err == nil && precedence[c.lex.Peek().Value] >= least {
		op := c.operator()
		y := c.binary(precedence[op.Value] + 1)
		x = &ast.Binary{Node: between(x.Range().Start, y.Range().End), Op: op.Value, X: x, Y: y}
	}
	return x
}

func (c *climber) unary() ast.Expr {
	t := c.lex.Peek()
	switch {
	case c.err != nil:
	case prefix[t.Value] > 0:
		op := c.operator()
		x := c.binary(prefix[op.Value])
		return &ast.Unary{Node: between(op.Pos.Offset, x.Range().End), Op: op.Value, X: x}
	case t.Type == intKind:
		c.lex.Next()
		return &ast.Int{Node: at(t), Text: t.Value}
	case t.Type == nameKind:
		c.lex.Next()
		name := &ast.Name{Node: at(t), Text: t.Value}
		switch c.lex.Peek().Value {
		case "(":
			args, over, node := c.list(t, ")")
			return &ast.Call{Node: node, Func: name, Args: args, Over: over}
		case "[":
			args, _, node := c.list(t, "]")
			return &ast.Entry{Node: node, Table: name, At: args}
		}
		return &ast.Variable{Node: at(t), Name: t.Value}
	case t.Value == "(":
		c.operator()
		x := c.binary(1)
		return &ast.Paren{X: x, Node: between(t.Pos.Offset, c.close(")"))}
	default:
		c.err = &participle.UnexpectedTokenError{Unexpected: *t, Expect: "Expr"}
	}
	return &ast.Int{}
}

// list parses what stands in brackets behind a name.
func (c *climber) list(name *lexer.Token, end string) (list []ast.Expr, over *ast.Over, node ast.Node) {
	for c.err == nil && (len(list) == 0 || c.lex.Peek().Value == ",") {
		c.operator()
		list = append(list, c.binary(1))
	}
	if c.err == nil && end == ")" && c.lex.Peek().Value == "over" {
		over = c.over()
	}
	return list, over, between(name.Pos.Offset, c.close(end))
}

// over parses indices with their values, and a condition.
func (c *climber) over() *ast.Over {
	start := c.lex.Peek().Pos.Offset
	over := &ast.Over{}
	last := start
	for c.err == nil && (len(over.Binders) == 0 || c.lex.Peek().Value == ",") {
		c.operator()
		b := c.binder()
		over.Binders = append(over.Binders, b)
		last = b.EndPos.Offset
	}
	if c.err == nil && c.lex.Peek().Value == "where" {
		c.operator()
		over.Where = c.binary(1)
		last = over.Where.Range().End
	}
	over.Node = between(start, last)
	return over
}

// binder parses an index with its values.
func (c *climber) binder() *ast.Binder {
	t := c.lex.Peek()
	b := &ast.Binder{Name: &ast.Name{Node: at(t), Text: t.Value}}
	if t.Type != nameKind {
		c.fail(t, "Name")
		return b
	}
	c.lex.Next()
	c.take("in")
	if c.err == nil && c.lex.Peek().Value == "{" {
		for c.err == nil && (len(b.Each) == 0 || c.lex.Peek().Value == ",") {
			c.operator()
			b.Each = append(b.Each, c.binary(1))
		}
		b.Node = between(t.Pos.Offset, c.close("}"))
		return b
	}
	b.Low = c.binary(1)
	c.take("..")
	b.High = c.binary(1)
	b.Node = between(t.Pos.Offset, b.High.Range().End)
	return b
}

// take takes a word or a sign.
func (c *climber) take(word string) {
	if t := c.lex.Peek(); c.err == nil && t.Value != word {
		c.fail(t, strconv.Quote(word))
	} else if c.err == nil {
		c.operator()
	}
}

func (c *climber) fail(t *lexer.Token, want string) {
	if c.err == nil {
		c.err = &participle.UnexpectedTokenError{Unexpected: *t, Expect: want}
	}
}

// operator takes an operator, a bracket or a comma, if there are not too many.
func (c *climber) operator() *lexer.Token {
	t := c.lex.Peek()
	if c.operators++; c.operators > mostOperators {
		c.err = participle.Errorf(t.Pos, tooLong)
		return t
	}
	return c.lex.Next()
}

// close takes a closing bracket, and returns the offset behind it.
func (c *climber) close(bracket string) int {
	t := c.lex.Peek()
	switch {
	case c.err != nil:
	case t.Value != bracket:
		c.err = &participle.UnexpectedTokenError{Unexpected: *t, Expect: strconv.Quote(bracket)}
	default:
		c.lex.Next()
	}
	return end(t)
}

// tooLong is the message of the one error that the climber makes itself; the
// translation of errors knows it.
const tooLong = "expression too long"

func at(t *lexer.Token) ast.Node { return between(t.Pos.Offset, end(t)) }

func between(start, end int) ast.Node {
	return ast.Node{Pos: source.Pos{Offset: start}, EndPos: source.Pos{Offset: end}}
}
