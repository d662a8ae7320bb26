package format

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/runtime/matrix"
)

// The formats dimacs, opb and lp express a problem by constraints over 0-1 variables.

// constraintEncoder writes constraints over 0-1 variables in one of these formats.
type constraintEncoder interface {
	// newVariable returns a new variable.
	newVariable() int
	// requireBetween requires that at least low and at most high of the variables are true. It returns the first
	// variable of the counter that it makes, or 0.
	requireBetween(low, high int, xs []int) (counter int)
	// requireEither requires that y is true if and only if at least one of the variables xs is true.
	requireEither(y int, xs []int)
}

// variableCounter is the number of variables so far, which is also the last variable. The variables of options come
// first, from 1 on, then the auxiliary variables.
type variableCounter int

func (v *variableCounter) newVariable() int {
	*v++
	return int(*v)
}

func variableOfOption(o matrix.OptionID) int { return int(o) + 1 }

// encodeProblem encodes a problem. An option without a primary item is forced to be false. For each primary item, it
// returns the first variable of its counter, or 0. For each secondary item, it returns the variables of the item's
// colors, as requireColorAgreement does.
func encodeProblem(p *matrix.Problem, e constraintEncoder) (counterOfItem []int, colorsOfItem [][]colorUse) {
	idle := func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() })
	}
	uses := make([][]colorUse, p.ItemCount()-p.PrimaryCount()) // for each secondary item, its uses by options
	for o := range matrix.OptionID(p.OptionCount()) {
		if idle(o) {
			e.requireBetween(0, 0, []int{variableOfOption(o)})
			continue
		}
		for _, e := range p.Option(o) {
			if k := int(e.Item) - p.PrimaryCount(); k >= 0 {
				uses[k] = append(uses[k], colorUse{variableOfOption(o), e.Color})
			}
		}
	}
	for i, options := range p.OptionsByItem()[:p.PrimaryCount()] {
		b := p.Bound(matrix.ItemID(i))
		counter := e.requireBetween(int(b.Min), int(b.Max), mapEach(options, variableOfOption))
		counterOfItem = append(counterOfItem, counter)
	}
	for _, u := range uses {
		colorsOfItem = append(colorsOfItem, requireColorAgreement(e, u))
	}
	for _, together := range p.Nogoods() {
		e.requireBetween(0, len(together)-1, mapEach(together, variableOfOption))
	}
	return counterOfItem, colorsOfItem
}

// colorUse is a variable that is true only if a secondary item has a certain color. It is the variable of one option
// that gives the item the color, or an auxiliary variable for all such options.
type colorUse struct {
	variable int
	color    matrix.Color
}

// requireColorAgreement requires that the chosen options agree on a secondary item: all of them give it the same color,
// or only one of them holds it. The options that give it the same color share an auxiliary variable. It returns the
// variables of the colors, by ascending color; none if all options give the item the same color.
func requireColorAgreement(e constraintEncoder, uses []colorUse) (colors []colorUse) {
	slices.SortStableFunc(uses, func(a, b colorUse) int { return cmp.Compare(a.color, b.color) })
	var options [][]int // for each color, the variables of the options that give it
	for k, u := range uses {
		if k == 0 || u.color == matrix.NoColor || u.color != uses[k-1].color {
			options, colors = append(options, nil), append(colors, u)
		}
		last := len(options) - 1
		options[last] = append(options[last], u.variable)
	}
	if len(colors) < 2 {
		return nil
	}
	for k, list := range options {
		if len(list) > 1 {
			colors[k].variable = e.newVariable()
			e.requireEither(colors[k].variable, list)
		}
	}
	e.requireBetween(0, 1, mapEach(colors, func(c colorUse) int { return c.variable }))
	return colors
}

// linearEncoder encodes constraints as linear equations and inequalities. It calls onSum for each of them, with a sum
// of variables (in which -x stands for minus x), a relation "=", ">=" or "<=", and a number. Except for nogoods, the
// relaxation to real variables is as tight as that of the exact cover problem.
type linearEncoder struct {
	variableCounter
	onSum func(xs []int, relation string, bound int)
}

func (l *linearEncoder) requireBetween(low, high int, xs []int) int {
	switch {
	case len(xs) == 0 && low > 0: // an empty sum cannot be written
		l.onSum([]int{l.newVariable()}, ">=", 2)
	case low == high:
		l.onSum(xs, "=", low)
	default:
		if low > 0 {
			l.onSum(xs, ">=", low)
		}
		if high < len(xs) {
			l.onSum(xs, "<=", high)
		}
	}
	return 0
}

// requireEither requires that y is at least each of the variables, and at most their sum.
func (l *linearEncoder) requireEither(y int, xs []int) {
	for _, x := range xs {
		l.onSum([]int{y, -x}, ">=", 0)
	}
	l.onSum(append([]int{-y}, xs...), ">=", 0)
}

// writeOPB writes the format of the pseudo-boolean competitions. The format has no "<=", so such
// constraints are written with all signs changed.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver Requirements for the
// Competitions of Pseudo-Boolean Solvers, 2012.
func writeOPB(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	constraints := 0
	count := &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		onSum: func([]int, string, int) { constraints++ }}
	encodeProblem(p, count)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", count.variableCounter, constraints)
	writeComments(out, p, "* x%d = %s\n")
	if g := p.Goal(); g != nil {
		fmt.Fprintf(out, "* %s: %s\n", goalWord(g), describeObjective(g))
		fmt.Fprintf(out, "min:%s ;\n", strings.Join(objectiveTerms(g, optionCost, "%+d x%d"), ""))
	}
	encodeProblem(p, &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		onSum: func(xs []int, relation string, bound int) {
			if relation == "<=" {
				xs, relation, bound = negateVariables(xs), ">=", -bound
			}
			for _, x := range xs {
				sign := "+1 x"
				if x < 0 {
					sign = "-1 x"
				}
				out.WriteString(sign)
				out.WriteString(strconv.Itoa(max(x, -x)))
				out.WriteByte(' ')
			}
			fmt.Fprintf(out, "%s %d ;\n", relation, bound)
		}})
	return nil
}

func negateVariables(xs []int) []int { return mapEach(xs, func(x int) int { return -x }) }

// writeLP writes a 0-1 program in the LP format of CPLEX. Without a goal its objective is 0.
//
// Source: the file format reference of IBM ILOG CPLEX.
func writeLP(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	for o := range matrix.OptionID(p.OptionCount()) {
		names := mapEach(commentItems(p, o), func(name string) string { return " " + name })
		wrapLine(out, "\\ ", append([]string{"\\ x" + strconv.Itoa(variableOfOption(o)) + " ="}, names...))
	}
	if err := writeObjective(out, p); err != nil {
		return err
	}
	out.WriteString("Subject To\n")
	count := 0
	encoder := &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		onSum: func(xs []int, relation string, bound int) {
			count++
			words := []string{" c" + strconv.Itoa(count) + ":"}
			for k, x := range xs {
				sign := " + x"
				switch {
				case x < 0:
					sign = " - x"
				case k == 0:
					sign = " x"
				}
				words = append(words, sign+strconv.Itoa(max(x, -x)))
			}
			wrapLine(out, " ", append(words, " "+relation+" "+strconv.Itoa(bound)))
		}}
	encodeProblem(p, encoder)
	out.WriteString("Binary\n")
	var names []string
	for k := range encoder.variableCounter {
		names = append(names, " x"+strconv.Itoa(int(k)+1))
	}
	if len(names) > 0 {
		wrapLine(out, " ", names)
	}
	out.WriteString("End\n")
	return nil
}

// writeObjective writes the objective of a program in the LP format.
func writeObjective(out *bufio.Writer, p *matrix.Problem) error {
	g := p.Goal()
	word, terms := "Minimize", []string(nil)
	if g != nil {
		if g.Maximize {
			word = "Maximize"
		}
		if g.BaseValue != 0 {
			fmt.Fprintf(out, "\\ the value is %d more than the objective\n", g.BaseValue)
		}
		terms = objectiveTerms(g, func(g *matrix.Goal, o matrix.OptionID) int64 { return g.OptionValues[o] }, "%+d x%d")
	}
	if len(terms) == 0 && p.OptionCount() > 0 {
		terms = []string{" 0 x1"} // some programs require at least one term
	}
	out.WriteString(word + "\n")
	wrapLine(out, " ", append([]string{" obj:"}, terms...))
	return nil
}

// objectiveTerms returns a term, with a blank before it, for each option whose value is not 0.
func objectiveTerms(g *matrix.Goal, value func(*matrix.Goal, matrix.OptionID) int64, form string) (terms []string) {
	for o := range g.OptionValues {
		if v := value(g, matrix.OptionID(o)); v != 0 {
			terms = append(terms, fmt.Sprintf(" "+form, v, variableOfOption(matrix.OptionID(o))))
		}
	}
	return terms
}

// describeObjective returns a sentence on how to compute the value of a solution from the objective, which is
// minimized.
func describeObjective(g *matrix.Goal) string {
	if g.Maximize {
		return fmt.Sprintf("the value is %d less the objective", g.BaseValue)
	}
	return fmt.Sprintf("the value is %d more than the objective", g.BaseValue)
}

// wrapLine writes words, each with a blank before it, as one line. It breaks a long line, because
// CPLEX reads at most 560 bytes, and begins each further line with the margin.
func wrapLine(out *bufio.Writer, margin string, words []string) {
	const longest = 100
	width := 0
	for _, w := range words {
		if width > 0 && width+len(w) > longest {
			out.WriteString("\n" + margin)
			width = len(margin)
		}
		out.WriteString(w)
		width += len(w)
	}
	out.WriteByte('\n')
}

func writeComments(out *bufio.Writer, p *matrix.Problem, form string) {
	for o := range matrix.OptionID(p.OptionCount()) {
		fmt.Fprintf(out, form, variableOfOption(o), strings.Join(commentItems(p, o), " "))
	}
}

// commentItems returns the items of an option, with their colors, for a comment in a format without names. Names that
// are not a single word are quoted.
func commentItems(p *matrix.Problem, o matrix.OptionID) []string {
	strange := func(r rune) bool {
		return isWordBreak(r) || r == '"' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	}
	names := p.OptionItems(o)
	for k, name := range names {
		if name == "" || strings.ContainsFunc(name, strange) {
			names[k] = strconv.Quote(name)
		}
	}
	return names
}

// writeDIMACS writes a formula in CNF for SAT solvers and model counters. The number of models is the number of
// solutions, even for a program that counts only the assignments to the variables of options.
func writeDIMACS(out *bufio.Writer, p *matrix.Problem, o WriteOptions) error {
	size, _, err := measureCNF(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "c variables 1 to %d are the options; they determine the others\n", p.OptionCount())
	writeComments(out, p, "c %d = %s\n")
	if n := len(o.ExcludedSolutions); n > 0 {
		fmt.Fprintf(out, "c the last clauses exclude %d of the solutions, whose options are negative in them\n", n)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", size.variableCounter, size.clauseCount+len(o.ExcludedSolutions))
	encoder := &cnfEncoder{clauseWriter: out, variableCounter: variableCounter(p.OptionCount())}
	encodeProblem(p, encoder)
	clause := make([]int, p.OptionCount())
	for _, solution := range o.ExcludedSolutions {
		for k := range clause {
			clause[k] = variableOfOption(matrix.OptionID(k))
		}
		for _, k := range solution {
			clause[k] = -variableOfOption(k)
		}
		encoder.addClause(clause...)
	}
	return nil
}

// measureCNF counts the variables and clauses of a formula, and names its variables. It is an error if the formula has
// more than 2^31-1 variables, which happens if an item with a multiplicity has very many options.
func measureCNF(p *matrix.Problem) (*cnfEncoder, FormulaVariables, error) {
	size := &cnfEncoder{variableCounter: variableCounter(p.OptionCount())}
	var v FormulaVariables
	v.counterOfItem, v.colorsOfItem = encodeProblem(p, size)
	if size.exceedsMaxVariables() {
		return nil, v, fmt.Errorf("the multiplicities of this problem make more than %d variables in CNF; write opb "+
			"or lp", maxVariables)
	}
	return size, v, nil
}

// FormulaVariables names variables of the formula in [DIMACS] other than those of the options. The option o has the
// variable o+1.
type FormulaVariables struct {
	counterOfItem []int        // first variable of the counter of each primary item, or 0
	colorsOfItem  [][]colorUse // variables of the colors of each secondary item
}

// NewFormulaVariables returns the names for the formula of p. It is an error if the formula has too many variables.
func NewFormulaVariables(p *matrix.Problem) (FormulaVariables, error) {
	_, v, err := measureCNF(p)
	return v, err
}

// ColorVariable returns the variable that is true if and only if a chosen option gives a secondary item a color. It is
// 0 if every option with a primary item that holds the secondary item gives it that color, or if no such option does.
func (v FormulaVariables) ColorVariable(i matrix.ItemID, c matrix.Color) int {
	for _, u := range v.colorsOfItem[int(i)-len(v.counterOfItem)] {
		if u.color == c {
			return u.variable
		}
	}
	return 0
}

// CounterVariable returns the first variable of the counter of a primary item, or 0 if it has none. The counter has a
// row of variables for each option of the item, in their order. Variable j of row i, both from 1 on, is true if and
// only if at least j of the first i options are chosen. A row has i variables, but at most as many as the counter is
// wide. That is the minimum of the item, or the maximum if that is greater and the item has more options.
func (v FormulaVariables) CounterVariable(i matrix.ItemID) int { return v.counterOfItem[i] }

// cnfEncoder encodes constraints as clauses. The formula is encoded twice in the same way: the first time only to count
// the clauses, because the header needs their number. Every auxiliary variable is equivalent to a formula of the option
// variables, so each solution is one model.
type cnfEncoder struct {
	clauseWriter *bufio.Writer // destination of the clauses; nil to count them only
	variableCounter
	clauseCount int // number of clauses so far
}

// maxVariables is the largest variable that a solver with signed numbers of 32 bits can read.
const maxVariables = math.MaxInt32

// exceedsMaxVariables reports whether there are more than maxVariables variables. Then no further variables are made,
// so that the encoding of a huge formula ends early.
func (f *cnfEncoder) exceedsMaxVariables() bool { return f.variableCounter > maxVariables }

// addClause requires that at least one of the literals is true.
func (f *cnfEncoder) addClause(literals ...int) {
	f.clauseCount++
	if f.clauseWriter == nil {
		return
	}
	for _, l := range literals {
		f.clauseWriter.Write(strconv.AppendInt(f.clauseWriter.AvailableBuffer(), int64(l), 10))
		f.clauseWriter.WriteByte(' ')
	}
	f.clauseWriter.WriteString("0\n")
}

// requireBetween requires that at least low and at most high of the variables are true. It uses the encoding that is
// shortest for low and high.
func (f *cnfEncoder) requireBetween(low, high int, xs []int) (counter int) {
	high = min(high, len(xs))
	switch {
	case f.exceedsMaxVariables():
	case low > len(xs): // unsatisfiable; an empty clause would say so, but some programs cannot read it
		never := f.newVariable()
		f.addClause(never)
		f.addClause(-never)
	case low == len(xs):
		for _, x := range xs {
			f.addClause(x)
		}
	case high == 0:
		for _, x := range xs {
			f.addClause(-x)
		}
	case low == 0 && high == len(xs)-1:
		f.addClause(negateVariables(xs)...)
	case low > 1 || high > 1 && high < len(xs):
		counter = int(f.variableCounter) + 1
		f.requireCount(low, high, xs)
	default:
		if low == 1 {
			f.addClause(xs...)
		}
		if high == 1 {
			f.requireAtMostOne(xs)
		}
	}
	return counter
}

func (f *cnfEncoder) requireEither(y int, xs []int) {
	for _, x := range xs {
		f.addClause(-x, y)
	}
	f.addClause(append([]int{-y}, xs...)...)
}

// maxPairwiseVariables is the size of the largest set of variables for which forbidding each pair takes fewer clauses
// than a ladder (see requireAtMostOne).
const maxPairwiseVariables = 6

// requireAtMostOne requires that at most one of the variables is true. It forbids each pair, or
// uses a ladder of auxiliary variables: step s after x1 ... xi is equivalent to x1 or ... or xi.
//
// Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, 2005, for k
// = 1.
func (f *cnfEncoder) requireAtMostOne(xs []int) {
	if len(xs) <= maxPairwiseVariables {
		for i, x := range xs {
			for _, y := range xs[:i] {
				f.addClause(-y, -x)
			}
		}
		return
	}
	step := xs[0]
	for i, x := range xs[1:] {
		f.addClause(-step, -x)
		if i == len(xs)-2 {
			break // there is no step after the last variable
		}
		s := f.newVariable()
		f.addClause(-step, s)
		f.addClause(-x, s)
		f.addClause(-s, step, x)
		step = s
	}
}

// requireCount requires that low to high of the variables are true. With s(i,j) equivalent to "at
// least j of the first i":
//
//	s(i,j) if s(i-1,j), or if xi and s(i-1,j-1); and only then
//	not xi if s(i-1,high)
//	s(n,low)
//
// It takes n times max(low, high) variables.
//
// Source: Sinz, likewise, with the implications both ways.
func (f *cnfEncoder) requireCount(low, high int, xs []int) {
	width := low
	if high < len(xs) {
		width = max(low, high)
	}
	if int(f.variableCounter)+len(xs)*width-width*(width-1)/2 > maxVariables {
		f.variableCounter = maxVariables + 1
		return
	}
	var before []int // auxiliary variables s(i-1,1), s(i-1,2), ...
	for _, x := range xs {
		if high < len(xs) && len(before) >= high {
			f.addClause(-x, -before[high-1])
		}
		before = f.addCounterRow(x, before, width)
	}
	if low > 0 {
		f.addClause(before[low-1])
	}
}

// addCounterRow adds the row of auxiliary variables s(i,1), s(i,2) and so on, from the row of i-1, which is before, and
// x = xi.
func (f *cnfEncoder) addCounterRow(x int, before []int, width int) []int {
	row := make([]int, 0, width)
	for j := range min(len(before)+1, width) {
		s := f.newVariable()
		row = append(row, s)
		if j < len(before) {
			f.addClause(-before[j], s)
			f.addClause(-s, before[j], x)
		} else {
			f.addClause(-s, x)
		}
		if j > 0 {
			f.addClause(-x, -before[j-1], s)
			f.addClause(-s, before[j-1])
		} else {
			f.addClause(-x, s)
		}
	}
	return row
}
