package parse_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// TestPrecedence compares an expression with the same one where parentheses
// say what binds to what.
func TestPrecedence(t *testing.T) {
	tests := []struct{ text, explicit string }{
		{"a", "a"},
		{"a - b - c", "(a - b) - c"},
		{"a / b * c % d", "((a / b) * c) % d"},
		{"a - b + c", "(a - b) + c"},
		{"a + b * c", "a + (b * c)"},
		{"a * b + c", "(a * b) + c"},
		{"a + b * c - d / e", "(a + (b * c)) - (d / e)"},
		{"-a + b", "(-a) + b"},
		{"-a * b", "(-a) * b"},
		{"a * -b * c", "(a * (-b)) * c"},
		{"- - a - - b", "(-(-a)) - (-b)"},
		{"a = b + c", "a = (b + c)"},
		{"a + b < c * d", "(a + b) < (c * d)"},
		{"a < b = c", "(a < b) = c"},
		{"a != b >= c", "(a != b) >= c"},
		{"a <= b > c", "(a <= b) > c"},
		{"a = b and c = d", "(a = b) and (c = d)"},
		{"a or b and c", "a or (b and c)"},
		{"a and b or c", "(a and b) or c"},
		{"a or b or c", "(a or b) or c"},
		{"a and b and c", "(a and b) and c"},
		{"not a = b", "not (a = b)"},
		{"not a + b > c", "not ((a + b) > c)"},
		{"not a and b", "(not a) and b"},
		{"not a or b", "(not a) or b"},
		{"not not a = b", "not (not (a = b))"},
		{"a = not b = c", "a = (not (b = c))"},
		{"a * not b + c", "a * (not (b + c))"},
		{"-not a + b and c", "(-(not (a + b))) and c"},
		{"min(a, b) * c + max(a - b, c)", "(min(a, b) * c) + max((a - b), c)"},
		{"abs(-a * b) - c", "(abs((-a) * b)) - c"},
		{"(a or b) and c", "(a or b) and c"},
	}
	for _, test := range tests {
		x, explicit := parseExpr(t, test.text), parseExpr(t, test.explicit)
		if got, want := withParens(x), withParens(explicit); got != want {
			t.Errorf("%s means %s, want %s", test.text, got, want)
		}
		if got, want := evaluate(x), evaluate(explicit); got != want {
			t.Errorf("%s is %d, but %s is %d", test.text, got, test.explicit, want)
		}
	}
}

// TestRandomExpressions compares the value of a tree with that of a shunting
// yard, which works on the words of the expression and builds no tree.
func TestRandomExpressions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		words := randomExpr(random, 4)
		text := strings.Join(words, " ")
		x := parseExpr(t, text)
		if got, want := evaluate(x), shunt(words); got != want {
			t.Fatalf("%s is read as %s, which is %d, want %d", text, withParens(x), got, want)
		}
		if again := parseExpr(t, withParens(x)); withParens(again) != withParens(x) {
			t.Fatalf("%s is read as %s, and that as %s", text, withParens(x), withParens(again))
		}
	}
}

// TestLongExpressions: what has as many operators as the bound allows parses,
// and one operator more is an error.
func TestLongExpressions(t *testing.T) {
	const most = 1000
	for _, operator := range []string{"1 + ", "1 or ", "-", "not "} {
		parseExpr(t, strings.Repeat(operator, most)+"1")
		_, errs := errorsOf(t, "param n = "+strings.Repeat(operator, most+1)+"1")
		if len(errs) != 1 || errs[0].Code != codes.TooDeep {
			t.Errorf("%d times %q: the errors are %v, want one %s", most+1, operator, errs, codes.TooDeep)
		}
	}
}

func parseExpr(t *testing.T, text string) ast.Expr {
	t.Helper()
	f := mustParse(t, "param n = "+text)
	if len(f.Statements) != 1 {
		t.Fatalf("%q is %d statements", text, len(f.Statements))
	}
	return f.Statements[0].(*ast.Param).Value
}

// withParens writes an expression with parentheses around every operator, and
// without those of its source.
func withParens(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Int:
		return x.Text
	case *ast.Variable:
		return x.Name
	case *ast.Unary:
		return "(" + x.Operator + " " + withParens(x.Operand) + ")"
	case *ast.Binary:
		return "(" + withParens(x.LeftOperand) + " " + x.Operator + " " + withParens(x.RightOperand) + ")"
	case *ast.Call:
		args := make([]string, len(x.Args))
		for i, a := range x.Args {
			args[i] = withParens(a)
		}
		return x.Func.Text + "(" + strings.Join(args, ", ") + ")"
	case *ast.Paren:
		return withParens(x.Inner)
	}
	panic("an unknown expression")
}

// The values of the variables. They differ, and none is 0, 1 or -1, so that
// another grouping mostly gives another value.
var variables = map[string]int{"a": 7, "b": -5, "c": 3, "d": 11, "e": 2}

// evaluate computes a tree. A condition counts as 0 or 1, and what divides by
// zero is zero, so that any tree has a value.
func evaluate(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.Int:
		return number(x.Text)
	case *ast.Variable:
		return number(x.Name)
	case *ast.Unary:
		return apply1(x.Operator, evaluate(x.Operand))
	case *ast.Binary:
		return apply2(x.Operator, evaluate(x.LeftOperand), evaluate(x.RightOperand))
	case *ast.Call:
		args := make([]int, len(x.Args))
		for i, a := range x.Args {
			args[i] = evaluate(a)
		}
		return call(x.Func.Text, args)
	case *ast.Paren:
		return evaluate(x.Inner)
	}
	panic("an unknown expression")
}

func number(word string) int {
	if n, ok := variables[word]; ok {
		return n
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

func call(name string, args []int) int {
	switch name {
	case "min":
		return slices.Min(args)
	case "max":
		return slices.Max(args)
	}
	return max(args[0], -args[0])
}

func apply1(op string, x int) int {
	if op == "not" {
		return truth(x == 0)
	}
	return -x
}

func apply2(op string, x, y int) int {
	switch op {
	case "or":
		return truth(x != 0 || y != 0)
	case "and":
		return truth(x != 0 && y != 0)
	case "=":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	case "<=":
		return truth(x <= y)
	case ">":
		return truth(x > y)
	case ">=":
		return truth(x >= y)
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	}
	return divide(op, x, y)
}

func divide(op string, x, y int) int {
	switch {
	case y == 0:
		return 0
	case op == "/":
		return x / y
	}
	return x % y
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// levels lists the operators, those that bind most loosely first.
var levels = [][]string{
	{"or"}, {"and"}, {"not"}, {"=", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}, {"negate"},
}

func level(op string) int {
	return slices.IndexFunc(levels, func(ops []string) bool { return slices.Contains(ops, op) })
}

// yard is Dijkstra's shunting yard: a stack of values, and one of operators
// that wait for their right operand.
type yard struct {
	values  []int
	waiting []string
}

func shunt(words []string) int {
	y, operand := &yard{}, false // whether an operand has just ended
	for _, w := range words {
		switch {
		case w == ")":
			y.settle(-1)
			y.waiting = y.waiting[:len(y.waiting)-1]
		case operand:
			y.settle(level(w))
			y.waiting = append(y.waiting, w)
		case w == "-":
			y.waiting = append(y.waiting, "negate")
		case w == "(" || w == "not":
			y.waiting = append(y.waiting, w)
		default:
			y.values = append(y.values, number(w))
		}
		operand = w == ")" || w != "(" && level(w) < 0
	}
	y.settle(-1)
	return y.values[0]
}

// settle applies what binds at least as tightly as least, back to the last
// open parenthesis.
func (y *yard) settle(least int) {
	for n := len(y.waiting); n > 0; n-- {
		op := y.waiting[n-1]
		if op == "(" || level(op) < least {
			return
		}
		y.waiting = y.waiting[:n-1]
		y.apply(op)
	}
}

func (y *yard) apply(op string) {
	last := len(y.values) - 1
	if op == "not" || op == "negate" {
		y.values[last] = apply1(op, y.values[last])
		return
	}
	x := apply2(op, y.values[last-1], y.values[last])
	y.values = append(y.values[:last-1], x)
}

// randomExpr returns the words of an expression: operands joined by operators
// without regard to what binds to what, and now and then parentheses.
func randomExpr(random *rand.Rand, depth int) []string {
	words := randomOperand(random, depth)
	for range random.IntN(depth + 1) {
		ops := levels[[]int{0, 1, 3, 4, 5}[random.IntN(5)]]
		words = append(words, ops[random.IntN(len(ops))])
		words = append(words, randomOperand(random, depth)...)
	}
	return words
}

func randomOperand(random *rand.Rand, depth int) []string {
	switch n := random.IntN(10); {
	case n == 0:
		return append([]string{"not"}, randomOperand(random, depth)...)
	case n == 1:
		return append([]string{"-"}, randomOperand(random, depth)...)
	case n == 2 && depth > 0:
		return append(append([]string{"("}, randomExpr(random, depth-1)...), ")")
	case n < 5:
		return []string{strconv.Itoa(random.IntN(4))}
	}
	return []string{string('a' + rune(random.IntN(5)))}
}
