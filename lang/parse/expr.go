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

// climber parses one expression by precedence climbing.
type climber struct {
	lex       *lexer.PeekingLexer
	operators int
}

func parseExpr(lex *lexer.PeekingLexer) (ast.Expr, error) {
	if !startsExpr(lex.Peek()) {
		return nil, participle.NextMatch
	}
	c := &climber{lex: lex}
	return c.binary(1)
}

// startsExpr reports whether an expression can begin with the token.
func startsExpr(t *lexer.Token) bool {
	switch t.Type {
	case intKind, nameKind:
		return true
	}
	return t.Value == "-" || t.Value == "(" || t.Value == "not"
}

// binary parses operands joined by operators of at least the given
// precedence, from left to right.
func (c *climber) binary(least int) (ast.Expr, error) {
	x, err := c.unary()
	if err != nil {
		return nil, err
	}
	for {
		op := c.lex.Peek()
		p := precedence[op.Value]
		if p < least || isText(op) {
			return x, nil
		}
		if err := c.count(op); err != nil {
			return nil, err
		}
		c.lex.Next()
		y, err := c.binary(p + 1)
		if err != nil {
			return nil, err
		}
		x = &ast.Binary{Node: between(x.Range().Start, y.Range().End), Op: op.Value, X: x, Y: y}
	}
}

func (c *climber) unary() (ast.Expr, error) {
	op := c.lex.Peek()
	least, ok := prefix[op.Value]
	if !ok || isText(op) {
		return c.primary()
	}
	if err := c.count(op); err != nil {
		return nil, err
	}
	c.lex.Next()
	x, err := c.binary(least)
	if err != nil {
		return nil, err
	}
	return &ast.Unary{Node: between(op.Pos.Offset, x.Range().End), Op: op.Value, X: x}, nil
}

func (c *climber) primary() (ast.Expr, error) {
	t := c.lex.Peek()
	switch {
	case t.Type == intKind:
		c.lex.Next()
		return &ast.Int{Node: at(t), Text: t.Value}, nil
	case t.Type == nameKind:
		c.lex.Next()
		if c.lex.Peek().Value == "(" {
			return c.call(t)
		}
		return &ast.Variable{Node: at(t), Name: t.Value}, nil
	case t.Value == "(" && !isText(t):
		return c.paren()
	}
	return nil, &participle.UnexpectedTokenError{Unexpected: *t, Expect: "Expr"}
}

func (c *climber) paren() (ast.Expr, error) {
	open := c.lex.Next()
	if err := c.count(open); err != nil {
		return nil, err
	}
	x, err := c.binary(1)
	if err != nil {
		return nil, err
	}
	shut, err := c.expect(")")
	if err != nil {
		return nil, err
	}
	return &ast.Paren{Node: between(open.Pos.Offset, end(shut)), X: x}, nil
}

func (c *climber) call(name *lexer.Token) (ast.Expr, error) {
	call := &ast.Call{Func: &ast.Name{Node: at(name), Text: name.Value}}
	for c.lex.Next(); ; c.lex.Next() {
		if err := c.count(c.lex.Peek()); err != nil {
			return nil, err
		}
		x, err := c.binary(1)
		if err != nil {
			return nil, err
		}
		call.Args = append(call.Args, x)
		if c.lex.Peek().Value != "," {
			break
		}
	}
	shut, err := c.expect(")")
	if err != nil {
		return nil, err
	}
	call.Node = between(name.Pos.Offset, end(shut))
	return call, nil
}

func (c *climber) expect(value string) (*lexer.Token, error) {
	if t := c.lex.Peek(); t.Value != value {
		return nil, &participle.UnexpectedTokenError{Unexpected: *t, Expect: `"` + value + `"`}
	}
	return c.lex.Next(), nil
}

func (c *climber) count(t *lexer.Token) error {
	if c.operators++; c.operators > mostOperators {
		return participle.Errorf(t.Pos, tooLong)
	}
	return nil
}

// tooLong is the message of the one error that the climber makes itself; the
// translation of errors knows it.
const tooLong = "expression too long"

// isText reports whether a token is quoted, so that its value proves nothing.
func isText(t *lexer.Token) bool {
	return t.Type == stringKind || t.Type == pictureKind
}

func at(t *lexer.Token) ast.Node { return between(t.Pos.Offset, end(t)) }

func between(start, end int) ast.Node {
	return ast.Node{Pos: source.Pos{Offset: start}, EndPos: source.Pos{Offset: end}}
}
