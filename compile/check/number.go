package check

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// indices are the names bound by a for, by their place among the values.
type indices map[string]int

// paramValue is the value of a parameter, from outside or from its statement.
func (c *checker) paramValue(s *ast.Param) (int64, bool) {
	v, ok := c.number(s.Value)
	if outside, given := c.options.Params[s.Name.Text]; given {
		return outside, true
	}
	return v, ok
}

// number computes an expression of parameters.
func (c *checker) number(x ast.Expr) (int64, bool) {
	return c.evaluate(c.numeric(x, nil))
}

// condition computes a condition on parameters.
func (c *checker) condition(x ast.Expr) (bool, bool) {
	v, ok := c.evaluate(c.logical(x, nil))
	return v != 0, ok
}

func (c *checker) evaluate(e model.Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	v, err := e(nil)
	if err != nil {
		c.report(err)
		return 0, false
	}
	return v, true
}

// report files the error of an expression.
func (c *checker) report(err error) {
	var d *source.Diagnostic
	if !errors.As(err, &d) {
		panic(err) // expressions return nothing else
	}
	c.failures++
	if !c.errs.Full() {
		c.errs = append(c.errs, d)
	}
}

// small computes a number that counts or measures things. What is larger
// than any limit is cut down to a number that is still too large.
func (c *checker) small(x ast.Expr) (int, bool) {
	v, ok := c.number(x)
	return int(max(-tooMany, min(v, tooMany))), ok
}

// tooMany is more than any limit, and small enough to be multiplied.
const tooMany = math.MaxInt32 / 2

func (c *checker) amount(a *ast.Amount) (int, bool) {
	if a.Int != nil {
		return c.small(a.Int)
	}
	return c.small(a.Expr)
}

// count computes a range of numbers, none of them less than 0.
func (c *checker) count(n *ast.Count) (model.Range, bool) {
	low, ok := c.amount(n.Low)
	high, ok2 := low, true
	if n.High != nil {
		high, ok2 = c.amount(n.High)
	}
	if !ok || !ok2 {
		return model.Range{}, false
	}
	if low < 0 {
		c.fail(codes.BadCount, n, "", "%d is less than nothing", low)
		return model.Range{}, false
	}
	if high < low {
		c.fail(codes.BadCount, n, "a range goes from a number to one that is no less: 0..2", "%d..%d is no range of numbers", low, high)
		return model.Range{}, false
	}
	if high > c.limits.Items {
		c.fail(codes.TooLarge, n, "", "%d is more than there can be of anything", high)
		return model.Range{}, false
	}
	return model.Range{Min: low, Max: high}, true
}

// bigCount computes a number of solutions, which may be very large.
func (c *checker) bigCount(a *ast.Amount) (*big.Int, bool) {
	if a.Int != nil {
		n, ok := new(big.Int).SetString(digits(a.Int.Text), 10)
		if !ok {
			c.fail(codes.BadNumber, a, "", "`%s` is no number", a.Int.Text)
		}
		return n, ok
	}
	v, ok := c.number(a.Expr)
	if ok && v < 0 {
		c.fail(codes.BadCount, a, "", "%d is no number of solutions", v)
		return nil, false
	}
	return big.NewInt(v), ok
}

func digits(text string) string { return strings.ReplaceAll(text, "_", "") }

// numeric translates an expression whose value is a number.
func (c *checker) numeric(x ast.Expr, in indices) model.Expr {
	if isCondition(x) {
		c.fail(codes.NotANumber, x, "conditions stand behind `where` and `when`", "this is a condition, and a number is wanted here")
		return nil
	}
	return c.expr(x, in)
}

// logical translates an expression whose value is true or false.
func (c *checker) logical(x ast.Expr, in indices) model.Expr {
	if !isCondition(x) {
		c.fail(codes.NotACondition, x, "compare it: = != < <= > >=", "this is a number, and a condition is wanted here")
		return nil
	}
	return c.expr(x, in)
}

// isCondition tells conditions from numbers by their form.
func isCondition(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Paren:
		return isCondition(x.X)
	case *ast.Unary:
		return x.Op == "not"
	case *ast.Binary:
		return operators[x.Op].makesCondition
	}
	return false
}

// expr translates an expression. It returns nil after an error.
func (c *checker) expr(x ast.Expr, in indices) model.Expr {
	switch x := x.(type) {
	case *ast.Int:
		return c.literal(x)
	case *ast.Variable:
		return c.variable(x, in)
	case *ast.Paren:
		return c.expr(x.X, in)
	case *ast.Unary:
		return c.unary(x, in)
	case *ast.Binary:
		return c.binary(x, in)
	case *ast.Call:
		return c.call(x, in)
	}
	panic("an expression without a meaning")
}

func (c *checker) literal(x *ast.Int) model.Expr {
	v, err := strconv.ParseInt(digits(x.Text), 10, 64)
	if err != nil {
		c.fail(codes.BadNumber, x, "numbers have 64 bits", "the number %s is too large", abbreviated(x.Text))
		return nil
	}
	return model.Constant(v)
}

func abbreviated(text string) string {
	if len(text) > 24 {
		return text[:20] + "…"
	}
	return text
}

func (c *checker) variable(x *ast.Variable, in indices) model.Expr {
	if at, bound := in[x.Name]; bound {
		return func(env []int64) (int64, error) { return env[at], nil }
	}
	name := &ast.Name{Node: x.Node, Text: x.Name}
	if c.scope[x.Name] == nil {
		c.unknownNumber(name, in)
		return nil
	}
	if e := c.lookup(name, paramKind); e != nil {
		return model.Constant(e.param)
	}
	return nil
}

func (c *checker) unknownNumber(name *ast.Name, in indices) {
	if c.incomplete || c.errs.Full() {
		return
	}
	known := c.names(paramKind)
	for index := range in {
		known = append(known, index)
	}
	hint := source.DidYouMean(name.Text, known)
	if hint == "" {
		hint = "declare it: `param " + name.Text + " = 8`, or `for " + name.Text + " in 1..8`"
	}
	c.fail(codes.UnknownName, name, hint, "there is no parameter or index called `%s`", name.Text)
}

func (c *checker) unary(x *ast.Unary, in indices) model.Expr {
	if x.Op == "not" {
		y := c.logical(x.X, in)
		if y == nil {
			return nil
		}
		return func(env []int64) (int64, error) {
			v, err := y(env)
			return 1 - v, err
		}
	}
	return c.apply(x, operators["-"], model.Constant(0), c.numeric(x.X, in))
}

func (c *checker) binary(x *ast.Binary, in indices) model.Expr {
	op := operators[x.Op]
	if op.takesConditions {
		return c.apply(x, op, c.logical(x.X, in), c.logical(x.Y, in))
	}
	return c.apply(x, op, c.numeric(x.X, in), c.numeric(x.Y, in))
}

func (c *checker) call(x *ast.Call, in indices) model.Expr {
	f, known := functions[x.Func.Text]
	if !known {
		c.fail(codes.UnknownName, x.Func, source.DidYouMean(x.Func.Text, []string{"abs", "min", "max"}), "there is no function called `%s`", x.Func.Text)
		return nil
	}
	if len(x.Args) < f.least || len(x.Args) > f.most {
		c.fail(codes.BadArguments, x, "`abs` takes one argument, `min` and `max` take two or more", "`%s` cannot take %d arguments", x.Func.Text, len(x.Args))
		return nil
	}
	result := c.numeric(x.Args[0], in)
	if x.Func.Text == "abs" {
		return c.apply(x, operator{compute: f.compute}, result, model.Constant(0))
	}
	for _, a := range x.Args[1:] {
		result = c.apply(x, operator{compute: f.compute}, result, c.numeric(a, in))
	}
	return result
}

// apply joins two operands. An operand that could not be translated makes
// the whole untranslatable.
func (c *checker) apply(at ast.Ranged, op operator, x, y model.Expr) model.Expr {
	if x == nil || y == nil {
		return nil
	}
	span := c.span(at)
	return func(env []int64) (int64, error) {
		a, err := x(env)
		if err != nil {
			return 0, err
		}
		if op.shortcut != nil && op.shortcut(a) {
			return a, nil
		}
		b, err := y(env)
		if err != nil {
			return 0, err
		}
		v, fault := op.compute(a, b)
		if fault != "" {
			return 0, faultAt(span, fault)
		}
		return v, nil
	}
}

func faultAt(span source.Span, fault source.Code) error {
	text := map[source.Code]string{
		codes.DivisionByZero: "this divides by zero",
		codes.BadNumber:      "the result does not fit into 64 bits",
	}[fault]
	return &source.Diagnostic{Code: fault, Span: span, Summary: text}
}
