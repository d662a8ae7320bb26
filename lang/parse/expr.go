package parse

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

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
		if c.lex.Peek().Value == "(" {
			return c.call(t)
		}
		return &ast.Variable{Node: at(t), Name: t.Value}
	case t.Value == "(":
		c.operator()
		x := c.binary(1)
		return &ast.Paren{X: x, Node: between(t.Pos.Offset, c.close())}
	default:
		c.err = &participle.UnexpectedTokenError{Unexpected: *t, Expect: "Expr"}
	}
	return &ast.Int{}
}

func (c *climber) call(name *lexer.Token) ast.Expr {
	call := &ast.Call{Func: &ast.Name{Node: at(name), Text: name.Value}}
	for c.err == nil && (len(call.Args) == 0 || c.lex.Peek().Value == ",") {
		c.operator()
		call.Args = append(call.Args, c.binary(1))
	}
	call.Node = between(name.Pos.Offset, c.close())
	return call
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

// close takes a closing parenthesis, and returns the offset behind it.
func (c *climber) close() int {
	t := c.lex.Peek()
	switch {
	case c.err != nil:
	case t.Value != ")":
		c.err = &participle.UnexpectedTokenError{Unexpected: *t, Expect: `")"`}
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
