package check

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// An expression becomes a function of the values of the indices around it. An expression without indices is evaluated
// by calling its function without values. So `param` and `for` share one arithmetic.

// loopIndices maps the name of each index of the loops around an expression to its position among their values.
type loopIndices map[string]int

// evalNumber computes an expression that may use parameters and the indices around the current rule.
func (c *checker) evalNumber(x ast.Expr) (int64, bool) {
	return c.evalExpr(c.translateNumber(x, c.ruleLoopIndices))
}

// evalExpr computes a translated expression that has only the indices around the current rule.
func (c *checker) evalExpr(e model.ValueFunc) (int64, bool) {
	if e == nil {
		return 0, false
	}
	v, err := e(c.ruleIndexValues)
	if err != nil {
		d := err.(*source.Diagnostic) // a model.ValueFunc returns no other errors
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
	return v, err == nil
}

// aboveEveryLimit is greater than every limit, and can be doubled without overflow.
const aboveEveryLimit = math.MaxInt32 / 2

// evalSize computes a number that counts or measures things. It returns aboveEveryLimit for values above every limit.
func (c *checker) evalSize(x ast.Expr) (int, bool) {
	v, ok := c.evalNumber(x)
	return int(max(-aboveEveryLimit, min(v, aboveEveryLimit))), ok
}

// evalSizes computes several numbers as evalSize does. It returns false if one of them has an error.
func (c *checker) evalSizes(list []ast.Expr) ([]int, bool) {
	values, all := make([]int, len(list)), true
	for k, x := range list {
		v, ok := c.evalSize(x)
		values[k], all = v, all && ok
	}
	return values, all
}

// evalCount computes a phrase such as `at least 3` as a range of numbers, none less than 0. If the phrase has no upper
// bound, the range ends at the argument most.
func (c *checker) evalCount(n *ast.Count, most int) (model.CountRange, bool) {
	bounds := []ast.Expr{}
	for _, a := range []*ast.Amount{n.Exactly, n.AtLeast, n.AtMost, n.Low, n.High} {
		if a != nil {
			bounds = append(bounds, a.Expr())
		}
	}
	values, ok := c.evalSizes(bounds)
	r := model.CountRange{Max: most}
	switch {
	case !ok:
		return model.CountRange{}, false
	case n.AtLeast != nil:
		r.Min = values[0]
	case n.AtMost != nil:
		r.Max = values[0]
	case n.None:
		r = model.CountRange{}
	case !n.Any:
		r = model.CountRange{Min: values[0], Max: values[len(values)-1]}
	}
	high := slices.Max(append(values, 0))
	switch {
	case slices.ContainsFunc(values, func(v int) bool { return v < 0 }):
		c.fail(codes.BadCount, n, "", "%d is less than nothing", slices.Min(values))
	case n.High != nil && r.Max < r.Min:
		c.fail(codes.BadCount, n, "a range goes from a number to one that is no less: 0..2",
			"%d..%d is no range of numbers", r.Min, r.Max)
	case high > max(c.limits.MaxItems, most):
		c.fail(codes.TooLarge, n, "", "%d is more than there can be of anything", high)
	default:
		return r, true
	}
	return model.CountRange{}, false
}

// evalSolutionCount computes a number of solutions, which may be greater than 64 bits.
func (c *checker) evalSolutionCount(a *ast.Amount) (*big.Int, bool) {
	if a.Int != nil {
		n, ok := new(big.Int).SetString(intDigits(a.Int), 10)
		return n, c.require(ok, codes.BadNumber, a, "", "`%s` is no number", a.Int.Text)
	}
	v, ok := c.evalNumber(a.Expr())
	return big.NewInt(v), ok && c.require(v >= 0, codes.BadCount, a, "", "%d is no number of solutions", v)
}

// intDigits returns the digits of a number without underscores.
func intDigits(x *ast.Int) string { return strings.ReplaceAll(x.Text, "_", "") }

// translateNumber translates an expression whose value is a number. Like all functions named translate…, it returns nil
// after an error.
func (c *checker) translateNumber(x ast.Expr, in loopIndices) model.ValueFunc {
	value := c.translateValue(x, in)
	if value == nil || len(c.vocabulary.WordTexts()) == 0 {
		return value
	}
	span := c.spanOf(x)
	return func(env []int64) (int64, error) {
		v, err := value(env)
		if err == nil && model.IsWordValue(v) {
			err = c.wordInsteadOfNumberError(span, v)
		}
		return v, err
	}
}

// translateValue translates an expression whose value is a number or a word.
func (c *checker) translateValue(x ast.Expr, in loopIndices) model.ValueFunc {
	if c.require(!isCondition(x), codes.NotANumber, x, "conditions stand behind `where` and `when`",
		"this is a condition, and a number is wanted here") {
		return c.translateExpr(x, in)
	}
	return nil
}

// translateCondition translates an expression whose value is true or false.
func (c *checker) translateCondition(x ast.Expr, in loopIndices) model.ValueFunc {
	if c.require(isCondition(x), codes.NotACondition, x, "compare it: = != < <= > >=",
		"this is a number, and a condition is wanted here") {
		return c.translateExpr(x, in)
	}
	return nil
}

// isCondition reports whether an expression has the form of a condition, not of a number.
func isCondition(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Paren:
		return isCondition(x.Inner)
	case *ast.Unary:
		return x.Operator == "not"
	case *ast.Binary:
		return x.Operator == "and" || x.Operator == "or" || strings.ContainsAny(x.Operator, "=<>")
	}
	return false
}

// translateExpr translates an expression of any kind.
func (c *checker) translateExpr(x ast.Expr, in loopIndices) model.ValueFunc {
	switch x := x.(type) {
	case *ast.Int:
		return c.translateLiteral(x)
	case *ast.Quoted:
		return c.translateWord(x, string(x.Text))
	case *ast.Variable:
		return c.translateVariable(x, in)
	case *ast.Paren:
		return c.translateExpr(x.Inner, in)
	case *ast.Unary:
		if x.Operator == "not" {
			return c.applyOperation(x, x.Operator, subtract, model.ConstantFunc(1), c.translateCondition(x.Operand, in))
		}
		return c.applyOperation(x, x.Operator, subtract, model.ConstantFunc(0), c.translateValue(x.Operand, in))
	case *ast.Binary:
		switch x.Operator {
		case "and":
			return joinConditions(0, c.translateCondition(x.LeftOperand, in), c.translateCondition(x.RightOperand, in))
		case "or":
			return joinConditions(1, c.translateCondition(x.LeftOperand, in), c.translateCondition(x.RightOperand, in))
		}
		return c.applyOperation(x, x.Operator, operationOfOperator[x.Operator], c.translateValue(x.LeftOperand, in),
			c.translateValue(x.RightOperand, in))
	case *ast.Call:
		return c.translateCall(x, in)
	case *ast.Entry:
		return c.translateEntry(x, in)
	}
	panic("an expression without a meaning")
}

// translateLiteral translates a number that is written out.
func (c *checker) translateLiteral(x *ast.Int) model.ValueFunc {
	v, err := strconv.ParseInt(intDigits(x), 10, 64)
	if err != nil {
		text := x.Text
		if len(text) > 24 {
			text = text[:20] + "…"
		}
		c.fail(codes.BadNumber, x, "numbers have 64 bits", "the number %s is too large", text)
		return nil
	}
	return model.ConstantFunc(v)
}

// translateVariable translates a name in an expression: an index, a parameter or a word.
func (c *checker) translateVariable(x *ast.Variable, in loopIndices) model.ValueFunc {
	if at, bound := in[x.Name]; bound {
		return func(env []int64) (int64, error) { return env[at], nil }
	}
	name, declared := &ast.Name{Node: x.Node, Text: x.Name}, c.namesInScope[x.Name]
	if _, isWord := c.vocabulary.WordValue(x.Name); isWord {
		if !c.require(declared == nil || declared.kind != paramKind, codes.DuplicateName, x,
			"give the parameter another name", "`%s` is a parameter, and a word of a list or a table", x.Name) {
			return nil
		}
		return c.translateWord(x, x.Name)
	}
	if declared == nil {
		d := c.reportUnknown(name, c.valueKindsText(), func() []string {
			return slices.Concat(slices.AppendSeq(c.declaredNames(paramKind), maps.Keys(in)), c.vocabulary.WordTexts())
		}, c.declarationHint(x.Name))
		switch {
		case d != nil && slices.Contains([]string{"fewest", "least", "min", "minimal", "minimum"}, x.Name):
			d.Hint = "the least is asked for by a statement: `leave any empty` here, and `minimize empty` below"
		case d != nil && len(c.vocabulary.WordTexts()) == 0:
			d.AddFix("declare `param "+x.Name+" = 8`", source.TextEdit{Span: DeclarationSpan(c.file),
				Text: "param " + x.Name + " = 8\n"})
		}
		return nil
	}
	if e := c.lookupName(name, paramKind); e != nil {
		return model.ConstantFunc(e.paramValue)
	}
	return nil
}

// joinConditions joins two conditions by `and` or `or`. If the value of the first condition is decides, the second is
// not evaluated, as it may have no value then.
func joinConditions(decides int64, x, y model.ValueFunc) model.ValueFunc {
	if x == nil || y == nil {
		return nil
	}
	return func(env []int64) (int64, error) {
		if v, err := x(env); err != nil || v == decides {
			return v, err
		}
		return y(env)
	}
}

// operationOfFunction holds the operations of the functions with two or more arguments, which are evaluated from left
// to right. The function abs has one argument; its value is the operation on 0 and that argument.
var operationOfFunction = map[string]binaryOp{
	"abs": func(zero, a int64) (int64, bool) {
		if a < 0 {
			return subtract(zero, a)
		}
		return a, true
	},
	"min": func(a, b int64) (int64, bool) { return min(a, b), true },
	"max": func(a, b int64) (int64, bool) { return max(a, b), true },
}

// FunctionNames returns the names of the functions that expressions may use.
func FunctionNames() []string { return []string{"abs", "if", "max", "min", "position", "sum"} }

// maxArguments bounds the number of arguments of a function.
const maxArguments = 100

// translateCall translates a call of a function.
func (c *checker) translateCall(x *ast.Call, in loopIndices) model.ValueFunc {
	switch {
	case x.Func.Text == "sum":
		return c.translateSum(x, in)
	case !c.require(x.For == nil, codes.BadArguments, x, "`sum` adds up: sum(t[i] for i in 0..8)",
		"`%s` knows no `for`", x.Func.Text):
		return nil
	case x.Func.Text == "if":
		return c.translateIf(x, in)
	case x.Func.Text == "position":
		return c.translatePosition(x, in)
	}
	f, args, single := operationOfFunction[x.Func.Text], x.Args, x.Func.Text == "abs"
	switch {
	case f == nil:
		c.reportError(codes.UnknownName, c.spanOf(x.Func), "", "there is no function called `%s`",
			x.Func.Text).SuggestName(x.Func.Text, FunctionNames())
		return nil
	case single != (len(args) == 1) || len(args) > maxArguments:
		c.fail(codes.BadArguments, x, "`abs` takes one argument, `min` and `max` take two or more",
			"`%s` cannot take %d arguments", x.Func.Text, len(args))
		return nil
	}
	result := model.ConstantFunc(0)
	if !single {
		result, args = c.translateValue(args[0], in), args[1:]
	}
	for _, a := range args {
		result = c.applyOperation(x, x.Func.Text, f, result, c.translateValue(a, in))
	}
	return result
}

// translateIf translates if(condition, x, y). The value that is not chosen is not evaluated, as it may not exist.
func (c *checker) translateIf(x *ast.Call, in loopIndices) model.ValueFunc {
	if !c.require(len(x.Args) == 3, codes.BadArguments, x, "write a condition and two numbers: if(a < b, 1, 0)",
		"`if` cannot take %d arguments", len(x.Args)) {
		return nil
	}
	when, then, otherwise := c.translateCondition(x.Args[0], in), c.translateValue(x.Args[1], in),
		c.translateValue(x.Args[2], in)
	if when == nil || then == nil || otherwise == nil {
		return nil
	}
	return func(env []int64) (int64, error) {
		holds, err := when(env)
		switch {
		case err != nil:
			return 0, err
		case holds != 0:
			return then(env)
		}
		return otherwise(env)
	}
}

// translateSum translates sum(x for …), a sum over all rounds of a loop.
func (c *checker) translateSum(x *ast.Call, in loopIndices) model.ValueFunc {
	if !c.require(len(x.Args) == 1 && x.For != nil, codes.BadArguments, x, "write sum(t[i] for i in 0..8)",
		"`sum` takes a number, and indices behind `for`") {
		return nil
	}
	before := c.failureCount
	inside := loopIndices{}
	maps.Copy(inside, in)
	loop := c.translateIndicesAndCondition(x.For.Binders, x.For.Condition, inside)
	term := c.translateNumber(x.Args[0], inside)
	if c.failureCount > before {
		return nil
	}
	span, plus := c.spanOf(x), operationOfOperator["+"]
	return func(env []int64) (int64, error) {
		total := int64(0)
		err := loop.EachRound(env[:len(in)], func() error {
			if c.evaluatedSummands++; c.evaluatedSummands > c.limits.MaxLoopRounds {
				return &source.Diagnostic{Code: codes.TooLarge, Span: span,
					Summary: fmt.Sprintf("the sums of this file have more than %d rounds", c.limits.MaxLoopRounds)}
			}
			if !c.canContinue() {
				return &source.Diagnostic{Span: span, Summary: c.stopErr.Error()}
			}
			return nil
		}, func(env []int64) error {
			v, err := term(env)
			if err != nil {
				return err
			}
			sum, ok := plus(total, v)
			if !ok {
				return &source.Diagnostic{Code: codes.BadNumber, Span: span,
					Summary: "the result does not fit into 64 bits"}
			}
			total = sum
			return nil
		})
		return total, err
	}
}

// entryKind says what is written at a place of a table.
type entryKind uint8

const (
	noEntry    entryKind = iota // a dot: there is no entry
	markEntry                   // #: an entry without a value
	valueEntry                  // an entry with a value
)

// checkTable computes a table of numbers and words.
func (c *checker) checkTable(e *entity, s *ast.Table) bool {
	table := model.TextTable{Name: e.name}
	for row, span := range c.pictureRowSpans(s.Rows) {
		fields := strings.Fields(s.Rows.Rows[row])
		var numbers []int64
		var kinds []entryKind
		e.entrySpans = append(e.entrySpans, c.spansOfRowFields(span))
		for _, field := range fields {
			kind, n := valueEntry, int64(0)
			switch field {
			case ".":
				kind = noEntry
			case "#":
				kind = markEntry
			default:
				var err error
				if n, err = strconv.ParseInt(field, 10, 64); err == nil && !model.IsWordValue(n) {
					break
				}
				if why := reasonTextIsNoWord(field); why != "" {
					return c.failAt(codes.BadNumber, span, "a row of a table is whole numbers and words with blanks "+
						"between them, a dot where there is no entry, and # for an entry without a value",
						"%q is no number, and no word: %s", field, why)
				}
				n = c.vocabulary.AddWord(field)
			}
			numbers, kinds = append(numbers, n), append(kinds, kind)
		}
		if row > 0 && len(numbers) != len(e.tableRows[0]) {
			return c.failAt(codes.BadTable, span, "write as many numbers in each row",
				"this row has %s, and the first one has %d", source.Plural(len(numbers), "number"), len(e.tableRows[0]))
		}
		e.tableRows, e.entryKinds = append(e.tableRows, numbers), append(e.entryKinds, kinds)
		table.Entries = append(table.Entries, fields)
	}
	c.puzzle.Tables = append(c.puzzle.Tables, table)
	return c.require(len(e.tableRows) > 0 && len(e.tableRows[0]) > 0, codes.BadTable, s.Rows,
		"write whole numbers with blanks between them", "this table is empty")
}

// spansOfRowFields returns the places of the words in a row of a table.
func (c *checker) spansOfRowFields(row source.Span) (spans []source.Span) {
	at := row.Start
	for _, field := range strings.Fields(row.File.TextOf(row.Range)) {
		at += strings.Index(row.File.Text[at:], field)
		spans = append(spans, row.File.Span(source.Range{Start: at, End: at + len(field)}))
		at += len(field)
	}
	return spans
}

// translateEntry translates t[r,c], or t[c] for a table with one row.
func (c *checker) translateEntry(x *ast.Entry, in loopIndices) model.ValueFunc {
	e := c.lookupName(x.Table, tableKind)
	var at []model.ValueFunc
	for _, a := range x.Indices {
		at = append(at, c.translateTableIndex(a, in))
	}
	if e == nil || slices.ContainsFunc(at, func(a model.ValueFunc) bool { return a == nil }) {
		return nil
	}
	rows, columns := len(e.tableRows), len(e.tableRows[0])
	if len(at) == 1 && rows == 1 {
		at = []model.ValueFunc{model.ConstantFunc(0), at[0]}
	}
	if !c.require(len(at) == 2, codes.BadTable, x, "write "+e.name+"[row, column]",
		"an entry of the table `%s` is called by its row and its column", e.name) {
		return nil
	}
	span := c.spanOf(x)
	return func(env []int64) (int64, error) {
		row, err := at[0](env)
		if err != nil {
			return 0, err
		}
		column, err := at[1](env)
		if err != nil {
			return 0, err
		}
		if row < 0 || column < 0 || row >= int64(rows) || column >= int64(columns) {
			return 0, &source.Diagnostic{Code: codes.BadTable, Span: span,
				Hint: "rows and columns count from 0; a `where` can leave such rounds out",
				Summary: fmt.Sprintf("the table `%s` has %s and %s, and no entry (%d, %d)", e.name,
					source.Plural(rows, "row"), source.Plural(columns, "column"), row, column)}
		}
		if e.entryKinds[row][column] != valueEntry {
			return 0, &source.Diagnostic{Code: codes.BadTable, Span: span,
				Hint:    "`for r, c, n in " + e.name + "` goes through the entries with a value",
				Summary: fmt.Sprintf("the table `%s` has no value at (%d, %d)", e.name, row, column)}
		}
		return e.tableRows[row][column], nil
	}
}

// applyOperation translates an operation on two values. The argument op is its name in messages: an operator or a
// function.
func (c *checker) applyOperation(at ast.Ranged, op string, compute binaryOp, x, y model.ValueFunc) model.ValueFunc {
	if x == nil || y == nil {
		return nil
	}
	span := c.spanOf(at)
	return func(env []int64) (int64, error) {
		a, err := x(env)
		if err != nil {
			return 0, err
		}
		b, err := y(env)
		if err != nil {
			return 0, err
		}
		if model.IsWordValue(a) || model.IsWordValue(b) {
			return c.applyOperationToWords(op, span, a, b)
		}
		v, ok := compute(a, b)
		switch {
		case ok && !model.IsWordValue(v):
			return v, nil
		// a failed operation with b = 0 is a division by zero, as no other operation overflows for b = 0
		case !ok && b == 0:
			return 0, &source.Diagnostic{Code: codes.DivisionByZero, Span: span, Summary: "this divides by zero"}
		}
		return 0, &source.Diagnostic{Code: codes.BadNumber, Span: span, Summary: "the result does not fit into 64 bits"}
	}
}

// binaryOp computes an operation on two numbers. It returns false if the result does not exist or does not fit 64 bits.
type binaryOp func(a, b int64) (int64, bool)

// operationOfOperator holds the operators on two numbers. A comparison returns 1 if it holds and 0 if not.
var operationOfOperator = map[string]binaryOp{
	"+": func(a, b int64) (int64, bool) { return a + b, (a+b > a) == (b > 0) },
	"-": subtract,
	"*": func(a, b int64) (int64, bool) {
		return a * b, a == 0 || a*b/a == b && !(a == -1 && b == math.MinInt64)
	},
	"/": func(a, b int64) (int64, bool) {
		quotient, _ := divide(a, b)
		return quotient, b != 0 && !(a == math.MinInt64 && b == -1)
	},
	"%": func(a, b int64) (int64, bool) {
		_, remainder := divide(a, b)
		return remainder, b != 0
	},
	"=":  comparisonOperation(func(a, b int64) bool { return a == b }),
	"!=": comparisonOperation(func(a, b int64) bool { return a != b }),
	"<":  comparisonOperation(func(a, b int64) bool { return a < b }),
	"<=": comparisonOperation(func(a, b int64) bool { return a <= b }),
	">":  comparisonOperation(func(a, b int64) bool { return a > b }),
	">=": comparisonOperation(func(a, b int64) bool { return a >= b }),
}

// subtract returns a - b, and whether the difference fits 64 bits.
func subtract(a, b int64) (int64, bool) { return a - b, (a-b < a) == (b > 0) }

// divide returns the quotient rounded down, also for negative numbers, and the remainder: a = b*quotient + remainder,
// and the remainder has the sign of b.
func divide(a, b int64) (quotient, remainder int64) {
	if b == 0 {
		return 0, 0
	}
	quotient, remainder = a/b, a%b
	if remainder != 0 && (remainder < 0) != (b < 0) {
		return quotient - 1, remainder + b
	}
	return quotient, remainder
}

// comparisonOperation returns a comparison as an operation whose value is 1 or 0.
func comparisonOperation(holds func(a, b int64) bool) binaryOp {
	return func(a, b int64) (int64, bool) {
		if holds(a, b) {
			return 1, true
		}
		return 0, true
	}
}
