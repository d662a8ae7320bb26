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

// dimacs, opb and lp say a problem by constraints over 0-1 variables.

// constraintEncoder says constraints in one of these languages.
type constraintEncoder interface {
	// newVariable returns a further variable.
	newVariable() int
	// requireBetween says that low to high of the variables hold.
	requireBetween(low, high int, xs []int)
	// requireEither says that y holds if and only if one of the variables does.
	requireEither(y int, xs []int)
}

// variableCounter numbers the variables: from 1 those of the options, then further ones.
type variableCounter int

func (v *variableCounter) newVariable() int {
	*v++
	return int(*v)
}

func variableOf(o matrix.OptionID) int { return int(o) + 1 }

// encodeProblem says what a problem asks for. An option without a primary item is never
// chosen.
func encodeProblem(p *matrix.Problem, e constraintEncoder) {
	idle := func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() })
	}
	uses := make([][]colorUse, p.ItemCount()-p.PrimaryCount()) // by secondary item
	for o := range matrix.OptionID(p.OptionCount()) {
		if idle(o) {
			e.requireBetween(0, 0, []int{variableOf(o)})
			continue
		}
		for _, e := range p.Option(o) {
			if k := int(e.Item) - p.PrimaryCount(); k >= 0 {
				uses[k] = append(uses[k], colorUse{variableOf(o), e.Color})
			}
		}
	}
	for i, options := range p.OptionsByItem()[:p.PrimaryCount()] {
		b := p.Bound(matrix.ItemID(i))
		e.requireBetween(int(b.Min), int(b.Max), mapList(options, variableOf))
	}
	for _, u := range uses {
		oneColor(e, u)
	}
	for _, together := range p.Nogoods() {
		e.requireBetween(0, len(together)-1, mapList(together, variableOf))
	}
}

// colorUse is an option that holds a secondary item, with the color that it gives it.
type colorUse struct {
	variable int
	color    matrix.Color
}

// oneColor says that the chosen options agree on a secondary item: all of them give it
// the same color, or there is only one. Options of one color have a variable
// together.
func oneColor(e constraintEncoder, uses []colorUse) {
	slices.SortStableFunc(uses, func(a, b colorUse) int { return cmp.Compare(a.color, b.color) })
	var colors [][]int
	for k, u := range uses {
		if k == 0 || u.color == matrix.NoColor || u.color != uses[k-1].color {
			colors = append(colors, nil)
		}
		last := len(colors) - 1
		colors[last] = append(colors[last], u.variable)
	}
	if len(colors) < 2 {
		return
	}
	var xs []int
	for _, c := range colors {
		x := c[0]
		if len(c) > 1 {
			x = e.newVariable()
			e.requireEither(x, c)
		}
		xs = append(xs, x)
	}
	e.requireBetween(0, 1, xs)
}

// linearEncoder is the encoder of sums: it visits sums of variables, where -x stands for minus
// x, that are "=", ">=" or "<=" a number. The relaxation to real variables is as tight
// as the problem is, but for nogoods.
type linearEncoder struct {
	variableCounter
	visitSum func(xs []int, relation string, bound int)
}

func (l *linearEncoder) requireBetween(low, high int, xs []int) {
	switch {
	case len(xs) == 0 && low > 0: // a sum of nothing is not written
		l.visitSum([]int{l.newVariable()}, ">=", 2)
	case low == high:
		l.visitSum(xs, "=", low)
	default:
		if low > 0 {
			l.visitSum(xs, ">=", low)
		}
		if high < len(xs) {
			l.visitSum(xs, "<=", high)
		}
	}
}

// requireEither says that y is each of the variables at least, and at most their sum.
func (l *linearEncoder) requireEither(y int, xs []int) {
	for _, x := range xs {
		l.visitSum([]int{y, -x}, ">=", 0)
	}
	l.visitSum(append([]int{-y}, xs...), ">=", 0)
}

// writeOPB writes the format of the pseudo-boolean competitions. It has no "<=", so that
// all signs change.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers, 2012.
func writeOPB(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	constraints := 0
	count := &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		visitSum: func([]int, string, int) { constraints++ }}
	encodeProblem(p, count)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", count.variableCounter, constraints)
	writeComments(out, p, "* x%d = %s\n")
	encodeProblem(p, &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		visitSum: func(xs []int, relation string, bound int) {
			if relation == "<=" {
				xs, relation, bound = negateAll(xs), ">=", -bound
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

func negateAll(xs []int) []int { return mapList(xs, func(x int) int { return -x }) }

// writeLP writes a 0-1 program in the LP format of CPLEX, which has nothing to
// minimize.
//
// Source: the file format reference of IBM ILOG CPLEX.
func writeLP(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	for o := range matrix.OptionID(p.OptionCount()) {
		names := mapList(inComment(p, o), func(name string) string { return " " + name })
		wrapLine(out, "\\ ", append([]string{"\\ x" + strconv.Itoa(variableOf(o)) + " ="}, names...))
	}
	out.WriteString("Minimize\n obj:")
	if p.OptionCount() > 0 {
		out.WriteString(" 0 x1") // some programs want a term
	}
	out.WriteString("\nSubject To\n")
	count := 0
	made := &linearEncoder{variableCounter: variableCounter(p.OptionCount()),
		visitSum: func(xs []int, relation string, bound int) {
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
	encodeProblem(p, made)
	out.WriteString("Binary\n")
	var names []string
	for k := range made.variableCounter {
		names = append(names, " x"+strconv.Itoa(int(k)+1))
	}
	if len(names) > 0 {
		wrapLine(out, " ", names)
	}
	out.WriteString("End\n")
	return nil
}

// wrapLine writes a line of words that have a blank in front. A long line is broken, since
// CPLEX takes 560 bytes at most, and goes on behind a margin.
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
		fmt.Fprintf(out, form, variableOf(o), strings.Join(inComment(p, o), " "))
	}
}

// inComment returns the items of an option for a comment of a format that has no
// names: with their colors, and quoted if they would not be one word of one line.
func inComment(p *matrix.Problem, o matrix.OptionID) []string {
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

// writeDIMACS writes a formula in CNF for SAT solvers and model counters. The number
// of models is the number of solutions, whether they are projected on the options
// or not. It is an error if the formula has more than 2^31-1 variables, which needs
// multiplicities of many options.
func writeDIMACS(out *bufio.Writer, p *matrix.Problem, _ WriteOptions) error {
	count := &cnfEncoder{variableCounter: variableCounter(p.OptionCount())}
	encodeProblem(p, count)
	if count.hasOverflow() {
		return fmt.Errorf("the multiplicities of this problem make more than %d variables in CNF; write opb or lp",
			maxVariables)
	}
	fmt.Fprintf(out, "c variables 1 to %d are the options; they determine the others\n", p.OptionCount())
	writeComments(out, p, "c %d = %s\n")
	fmt.Fprintf(out, "p cnf %d %d\n", count.variableCounter, count.clauses)
	encodeProblem(p, &cnfEncoder{out: out, variableCounter: variableCounter(p.OptionCount())})
	return nil
}

// cnfEncoder is the encoder of clauses. A header has to say how many there are, so a
// formula is made twice, the same both times. Every further variable is equivalent to
// a formula of the options, so that each solution is one model of the whole.
type cnfEncoder struct {
	out *bufio.Writer // nil: only count
	variableCounter
	clauses int
}

// maxVariables is what a solver with 32 bits can number, with signs.
const maxVariables = math.MaxInt32

// hasOverflow tells whether there are more variables than solvers number. Then no more are
// made, so that a formula without measure ends early.
func (f *cnfEncoder) hasOverflow() bool { return f.variableCounter > maxVariables }

// addClause says that one of the literals holds.
func (f *cnfEncoder) addClause(literals ...int) {
	f.clauses++
	if f.out == nil {
		return
	}
	for _, l := range literals {
		f.out.Write(strconv.AppendInt(f.out.AvailableBuffer(), int64(l), 10))
		f.out.WriteByte(' ')
	}
	f.out.WriteString("0\n")
}

// requireBetween takes the shortest clauses that say it: of what is impossible, of all
// variables, of the first or last of them, or of their number.
func (f *cnfEncoder) requireBetween(low, high int, xs []int) {
	high = min(high, len(xs))
	switch {
	case f.hasOverflow():
	case low > len(xs): // without the empty clause, which some programs do not read
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
		f.addClause(negateAll(xs)...)
	case low > 1 || high > 1 && high < len(xs):
		f.requireCount(low, high, xs)
	default:
		if low == 1 {
			f.addClause(xs...)
		}
		if high == 1 {
			f.requireAtMostOne(xs)
		}
	}
}

func (f *cnfEncoder) requireEither(y int, xs []int) {
	for _, x := range xs {
		f.addClause(-x, y)
	}
	f.addClause(append([]int{-y}, xs...)...)
}

// maxPairwise is the largest set whose pairs are fewer clauses than a ladder.
const maxPairwise = 6

// requireAtMostOne says that at most one of the variables holds: by pairs, or by a
// ladder, whose step s after x1 ... xi is equivalent to x1 or ... or xi.
//
// Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
// constraints, 2005, for k = 1.
func (f *cnfEncoder) requireAtMostOne(xs []int) {
	if len(xs) <= maxPairwise {
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
			break // no further variable asks
		}
		s := f.newVariable()
		f.addClause(-step, s)
		f.addClause(-x, s)
		f.addClause(-s, step, x)
		step = s
	}
}

// requireCount says that low to high of the variables hold. With s(i,j) equivalent
// to "at least j of the first i":
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
	var before []int // s(i-1,1), s(i-1,2), ...
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

// addCounterRow makes the row s(i,·) of a counter from the row before, for x = xi.
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
