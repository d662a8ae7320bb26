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

// An expression becomes a closure over the values of the indices around it. An expression without indices is
// evaluated by calling the closure with no values. So `param` and `for` use the same arithmetic.

// loopIndices maps each index bound by a `for` to its place among the values.
type loopIndices map[string]int

// evalNumber computes an expression of parameters and the indices around a rule.
func (c *checker) evalNumber(x ast.Expr) (int64, bool) {
	return c.evalExpr(c.translateNumber(x, c.bound))
}

// evalExpr computes an expression without indices of its own.
func (c *checker) evalExpr(e model.ValueFunc) (int64, bool) {
	if e == nil {
		return 0, false
	}
	v, err := e(c.values)
	if err != nil {
		d := err.(*source.Diagnostic) // value functions return no other errors
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
	return v, err == nil
}

// overLimit exceeds every limit, and can be multiplied by 2 without overflow.
const overLimit = math.MaxInt32 / 2

// evalSmall computes a number that counts or measures things. A value above every limit becomes overLimit.
func (c *checker) evalSmall(x ast.Expr) (int, bool) {
	v, ok := c.evalNumber(x)
	return int(max(-overLimit, min(v, overLimit))), ok
}

// evalSmalls computes several numbers as evalSmall does. It returns false if one of them fails.
func (c *checker) evalSmalls(list []ast.Expr) ([]int, bool) {
	values, all := make([]int, len(list)), true
	for k, x := range list {
		v, ok := c.evalSmall(x)
		values[k], all = v, all && ok
	}
	return values, all
}

// evalCount computes a range of numbers, none of them less than 0. Most is the upper end of a count that names none.
func (c *checker) evalCount(n *ast.Count, most int) (model.CountRange, bool) {
	bounds := []ast.Expr{}
	for _, a := range []*ast.Amount{n.Exactly, n.AtLeast, n.AtMost, n.Low, n.High} {
		if a != nil {
			bounds = append(bounds, a.Expr())
		}
	}
	values, ok := c.evalSmalls(bounds)
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
	case high > max(c.limits.Items, most):
		c.fail(codes.TooLarge, n, "", "%d is more than there can be of anything", high)
	default:
		return r, true
	}
	return model.CountRange{}, false
}

// evalBigCount computes a number of solutions, which may exceed 64 bits.
func (c *checker) evalBigCount(a *ast.Amount) (*big.Int, bool) {
	if a.Int != nil {
		n, ok := new(big.Int).SetString(intDigits(a.Int), 10)
		return n, c.require(ok, codes.BadNumber, a, "", "`%s` is no number", a.Int.Text)
	}
	v, ok := c.evalNumber(a.Expr())
	return big.NewInt(v), ok && c.require(v >= 0, codes.BadCount, a, "", "%d is no number of solutions", v)
}

func intDigits(x *ast.Int) string { return strings.ReplaceAll(x.Text, "_", "") }

// translateNumber translates an expression whose value is a number. Like all functions that translate
// expressions, it returns nil after an error.
func (c *checker) translateNumber(x ast.Expr, in loopIndices) model.ValueFunc {
	value := c.translateValue(x, in)
	if value == nil || len(c.words.Texts()) == 0 {
		return value
	}
	span := c.spanOf(x)
	return func(env []int64) (int64, error) {
		v, err := value(env)
		if err == nil && model.IsWord(v) {
			err = c.wordForNumber(span, v)
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
		return isCondition(x.X)
	case *ast.Unary:
		return x.Op == "not"
	case *ast.Binary:
		return x.Op == "and" || x.Op == "or" || strings.ContainsAny(x.Op, "=<>")
	}
	return false
}

func (c *checker) translateExpr(x ast.Expr, in loopIndices) model.ValueFunc {
	switch x := x.(type) {
	case *ast.Int:
		return c.translateLiteral(x)
	case *ast.Quoted:
		return c.translateWord(x, string(x.Text))
	case *ast.Variable:
		return c.translateVariable(x, in)
	case *ast.Paren:
		return c.translateExpr(x.X, in)
	case *ast.Unary:
		if x.Op == "not" {
			return c.applyOperation(x, x.Op, subtract, model.Constant(1), c.translateCondition(x.X, in))
		}
		return c.applyOperation(x, x.Op, subtract, model.Constant(0), c.translateValue(x.X, in))
	case *ast.Binary:
		switch x.Op {
		case "and":
			return joinConditions(0, c.translateCondition(x.X, in), c.translateCondition(x.Y, in))
		case "or":
			return joinConditions(1, c.translateCondition(x.X, in), c.translateCondition(x.Y, in))
		}
		return c.applyOperation(x, x.Op, binaryOps[x.Op], c.translateValue(x.X, in), c.translateValue(x.Y, in))
	case *ast.Call:
		return c.translateCall(x, in)
	case *ast.Entry:
		return c.translateEntry(x, in)
	}
	panic("an expression without a meaning")
}

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
	return model.Constant(v)
}

func (c *checker) translateVariable(x *ast.Variable, in loopIndices) model.ValueFunc {
	if at, bound := in[x.Name]; bound {
		return func(env []int64) (int64, error) { return env[at], nil }
	}
	name, declared := &ast.Name{Node: x.Node, Text: x.Name}, c.scope[x.Name]
	if _, isWord := c.words.Value(x.Name); isWord {
		if !c.require(declared == nil || declared.kind != paramKind, codes.DuplicateName, x,
			"give the parameter another name", "`%s` is a parameter, and a word of a list or a table", x.Name) {
			return nil
		}
		return c.translateWord(x, x.Name)
	}
	if declared == nil {
		d := c.reportUnknown(name, c.valueKinds(), func() []string {
			return slices.Concat(slices.AppendSeq(c.declaredNames(paramKind), maps.Keys(in)), c.words.Texts())
		}, c.declarationHint(x.Name))
		switch {
		case d != nil && slices.Contains([]string{"fewest", "least", "min", "minimal", "minimum"}, x.Name):
			d.Hint = "the least is asked for by a statement: `leave any empty` here, and `minimize empty` below"
		case d != nil && len(c.words.Texts()) == 0:
			d.AddFix("declare `param "+x.Name+" = 8`", source.TextEdit{Span: DeclarationSpan(c.file),
				Text: "param " + x.Name + " = 8\n"})
		}
		return nil
	}
	if e := c.lookupName(name, paramKind); e != nil {
		return model.Constant(e.param)
	}
	return nil
}

// joinConditions joins two conditions. If the first has the value decides, the second is not evaluated, as it
// may have no value.
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

// functionOps are the functions that fold their arguments from the left. The function abs has one argument,
// which it joins to 0.
var functionOps = map[string]binaryOp{
	"abs": func(zero, a int64) (int64, bool) {
		if a < 0 {
			return subtract(zero, a)
		}
		return a, true
	},
	"min": func(a, b int64) (int64, bool) { return min(a, b), true },
	"max": func(a, b int64) (int64, bool) { return max(a, b), true },
}

// FunctionNames lists the functions of expressions.
func FunctionNames() []string { return []string{"abs", "if", "max", "min", "position", "sum"} }

// maxArguments bounds the arguments of a function.
const maxArguments = 100

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
		return c.translatePlace(x, in)
	}
	f, args, single := functionOps[x.Func.Text], x.Args, x.Func.Text == "abs"
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
	result := model.Constant(0)
	if !single {
		result, args = c.translateValue(args[0], in), args[1:]
	}
	for _, a := range args {
		result = c.applyOperation(x, x.Func.Text, f, result, c.translateValue(a, in))
	}
	return result
}

// translateIf translates a choice between two values by a condition. The value that is not chosen is not
// evaluated, as it may have no value.
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

// translateSum translates a sum over all values of indices.
func (c *checker) translateSum(x *ast.Call, in loopIndices) model.ValueFunc {
	if !c.require(len(x.Args) == 1 && x.For != nil, codes.BadArguments, x, "write sum(t[i] for i in 0..8)",
		"`sum` takes a number, and indices behind `for`") {
		return nil
	}
	before := c.broken
	inside := loopIndices{}
	maps.Copy(inside, in)
	loop := c.translateRounds(x.For.Binders, x.For.Where, inside)
	term := c.translateNumber(x.Args[0], inside)
	if c.broken > before {
		return nil
	}
	span, plus := c.spanOf(x), binaryOps["+"]
	return func(env []int64) (int64, error) {
		total := int64(0)
		err := loop.EachRound(env[:len(in)], func() error {
			if c.summands++; c.summands > c.limits.Steps {
				return &source.Diagnostic{Code: codes.TooLarge, Span: span,
					Summary: fmt.Sprintf("the sums of this file have more than %d rounds", c.limits.Steps)}
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

// entryKind tells what stands in a place of a table.
type entryKind uint8

const (
	noEntry   entryKind = iota // a dot
	markEntry                  // an entry without a value: #
	valueEntry
)

// checkTable computes a table of numbers and words.
func (c *checker) checkTable(e *entity, s *ast.Table) bool {
	for row, span := range c.rowSpans(s.Rows) {
		fields := strings.Fields(s.Rows.Rows[row])
		var numbers []int64
		var kinds []entryKind
		e.entrySpans = append(e.entrySpans, c.fieldSpans(span))
		for _, field := range fields {
			kind, n := valueEntry, int64(0)
			switch field {
			case ".":
				kind = noEntry
			case "#":
				kind = markEntry
			default:
				var err error
				if n, err = strconv.ParseInt(field, 10, 64); err == nil && !model.IsWord(n) {
					break
				}
				if why := whyNoWord(field); why != "" {
					return c.failAt(codes.BadNumber, span, "a row of a table is whole numbers and words with blanks "+
						"between them, a dot where there is no entry, and # for an entry without a value",
						"%q is no number, and no word: %s", field, why)
				}
				n = c.words.AddWord(field)
			}
			numbers, kinds = append(numbers, n), append(kinds, kind)
		}
		if row > 0 && len(numbers) != len(e.table[0]) {
			return c.failAt(codes.BadTable, span, "write as many numbers in each row",
				"this row has %s, and the first one has %d", source.Plural(len(numbers), "number"), len(e.table[0]))
		}
		e.table, e.entries = append(e.table, numbers), append(e.entries, kinds)
	}
	return c.require(len(e.table) > 0 && len(e.table[0]) > 0, codes.BadTable, s.Rows,
		"write whole numbers with blanks between them", "this table is empty")
}

// fieldSpans returns the places of the words of a row.
func (c *checker) fieldSpans(row source.Span) (spans []source.Span) {
	at := row.Start
	for _, field := range strings.Fields(row.File.TextOf(row.Range)) {
		at += strings.Index(row.File.Text[at:], field)
		spans = append(spans, row.File.Span(source.Range{Start: at, End: at + len(field)}))
		at += len(field)
	}
	return spans
}

// translateEntry translates the access to a table: by row and column or, in a table of one row, by column.
func (c *checker) translateEntry(x *ast.Entry, in loopIndices) model.ValueFunc {
	e := c.lookupName(x.Table, tableKind)
	var at []model.ValueFunc
	for _, a := range x.At {
		at = append(at, c.translateTableIndex(a, in))
	}
	if e == nil || slices.ContainsFunc(at, func(a model.ValueFunc) bool { return a == nil }) {
		return nil
	}
	rows, columns := len(e.table), len(e.table[0])
	if len(at) == 1 && rows == 1 {
		at = []model.ValueFunc{model.Constant(0), at[0]}
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
		if e.entries[row][column] != valueEntry {
			return 0, &source.Diagnostic{Code: codes.BadTable, Span: span,
				Hint:    "`for r, c, n in " + e.name + "` goes through the entries with a value",
				Summary: fmt.Sprintf("the table `%s` has no value at (%d, %d)", e.name, row, column)}
		}
		return e.table[row][column], nil
	}
}

// applyOperation translates an operation on two values, which is called by its operator or its function.
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
		if model.IsWord(a) || model.IsWord(b) {
			return c.applyToWords(op, span, a, b)
		}
		v, ok := compute(a, b)
		switch {
		case ok && !model.IsWord(v):
			return v, nil
		case !ok && b == 0: // nothing overflows if b is 0
			return 0, &source.Diagnostic{Code: codes.DivisionByZero, Span: span, Summary: "this divides by zero"}
		}
		return 0, &source.Diagnostic{Code: codes.BadNumber, Span: span, Summary: "the result does not fit into 64 bits"}
	}
}

// binaryOp computes an operation on two numbers. It returns false if there is no result, or if it overflows.
type binaryOp func(a, b int64) (int64, bool)

// binaryOps are the operators on numbers. Comparisons return 1 for true and 0 for false.
var binaryOps = map[string]binaryOp{
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
	"=":  comparisonOp(func(a, b int64) bool { return a == b }),
	"!=": comparisonOp(func(a, b int64) bool { return a != b }),
	"<":  comparisonOp(func(a, b int64) bool { return a < b }),
	"<=": comparisonOp(func(a, b int64) bool { return a <= b }),
	">":  comparisonOp(func(a, b int64) bool { return a > b }),
	">=": comparisonOp(func(a, b int64) bool { return a >= b }),
}

func subtract(a, b int64) (int64, bool) { return a - b, (a-b < a) == (b > 0) }

// divide rounds towards minus infinity, also for negative numbers. So a = b*quotient + remainder, and the
// remainder has the sign of b.
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

func comparisonOp(holds func(a, b int64) bool) binaryOp {
	return func(a, b int64) (int64, bool) {
		if holds(a, b) {
			return 1, true
		}
		return 0, true
	}
}
