package format

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/runtime/matrix"
)

// dimacs, opb and lp say a problem by constraints over 0-1 variables.

// encoder says constraints in one of these languages.
type encoder interface {
	// fresh returns a further variable.
	fresh() int
	// between says that low to high of the variables hold.
	between(low, high int, xs []int)
	// either says that y holds if and only if one of the variables does.
	either(y int, xs []int)
}

// variable is that of an option.
func variable(o matrix.OptionID) int { return int(o) + 1 }

func variables(options []matrix.OptionID) []int {
	out := make([]int, len(options))
	for k, o := range options {
		out[k] = variable(o)
	}
	return out
}

// encode says what a problem asks for. An option without a primary item is never
// chosen.
func encode(p *matrix.Problem, e encoder) {
	idle := func(o matrix.OptionID) bool {
		return !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.Primary() })
	}
	uses := make([][]use, p.Items()-p.Primary()) // by secondary item
	for o := range matrix.OptionID(p.Options()) {
		if idle(o) {
			e.between(0, 0, []int{variable(o)})
			continue
		}
		for _, e := range p.Option(o) {
			if k := int(e.Item) - p.Primary(); k >= 0 {
				uses[k] = append(uses[k], use{variable(o), e.Color})
			}
		}
	}
	for i, options := range p.Holding()[:p.Primary()] {
		b := p.Bound(matrix.ItemID(i))
		e.between(int(b.Min), int(b.Max), variables(options))
	}
	for _, u := range uses {
		oneColor(e, u)
	}
	for _, together := range p.Nogoods() {
		e.between(0, len(together)-1, variables(together))
	}
}

// use is an option that holds a secondary item, with the color that it gives it.
type use struct {
	variable int
	color    matrix.Color
}

// oneColor says that the chosen options agree on a secondary item: all of them give it
// the same color, or there is only one. Options of one color have a variable
// together.
func oneColor(e encoder, uses []use) {
	slices.SortStableFunc(uses, func(a, b use) int { return cmp.Compare(a.color, b.color) })
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
			x = e.fresh()
			e.either(x, c)
		}
		xs = append(xs, x)
	}
	e.between(0, 1, xs)
}

// linear is the encoder of sums: it visits sums of variables, where -x stands for minus
// x, that are "=", ">=" or "<=" a number. The relaxation to real variables is as tight
// as the problem is, but for nogoods.
type linear struct {
	variables int
	visit     func(xs []int, relation string, bound int)
}

func (l *linear) fresh() int {
	l.variables++
	return l.variables
}

func (l *linear) between(low, high int, xs []int) {
	switch {
	case len(xs) == 0 && low > 0: // a sum of nothing is not written
		l.visit([]int{l.fresh()}, ">=", 2)
	case low == high:
		l.visit(xs, "=", low)
	default:
		if low > 0 {
			l.visit(xs, ">=", low)
		}
		if high < len(xs) {
			l.visit(xs, "<=", high)
		}
	}
}

// either says that y is each of the variables at least, and at most their sum.
func (l *linear) either(y int, xs []int) {
	for _, x := range xs {
		l.visit([]int{y, -x}, ">=", 0)
	}
	l.visit(append([]int{-y}, xs...), ">=", 0)
}

// writeOPB writes the format of the pseudo-boolean competitions. It has no "<=", so that
// all signs change.
//
// Source: O. Roussel and V. Manquinho, Input/Output Format and Solver
// Requirements for the Competitions of Pseudo-Boolean Solvers, 2012.
func writeOPB(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	constraints := 0
	count := &linear{variables: p.Options(), visit: func([]int, string, int) { constraints++ }}
	encode(p, count)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", count.variables, constraints)
	for o := range matrix.OptionID(p.Options()) {
		fmt.Fprintf(out, "* x%d = %s\n", variable(o), strings.Join(inComment(p, o), " "))
	}
	encode(p, &linear{variables: p.Options(), visit: func(xs []int, relation string, bound int) {
		if relation == "<=" {
			xs, relation, bound = negated(xs), ">=", -bound
		}
		for _, x := range xs {
			if x > 0 {
				out.WriteString("+1 x")
			} else {
				out.WriteString("-1 x")
			}
			out.WriteString(strconv.Itoa(max(x, -x)))
			out.WriteByte(' ')
		}
		fmt.Fprintf(out, "%s %d ;\n", relation, bound)
	}})
	return nil
}

func negated(xs []int) []int {
	out := make([]int, len(xs))
	for k, x := range xs {
		out[k] = -x
	}
	return out
}

// writeLP writes a 0-1 program in the LP format of CPLEX, which has nothing to
// minimize.
//
// Source: the file format reference of IBM ILOG CPLEX.
func writeLP(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	l := &lpWriter{out: out, margin: "\\ "}
	for o := range matrix.OptionID(p.Options()) {
		l.word("\\ x" + strconv.Itoa(variable(o)) + " =")
		for _, name := range inComment(p, o) {
			l.word(" " + name)
		}
		l.line()
	}
	l.margin = " "
	l.line("Minimize")
	if p.Options() > 0 {
		l.line(" obj:", " 0 x1") // some programs want a term
	} else {
		l.line(" obj:")
	}
	l.line("Subject To")
	made := &linear{variables: p.Options(), visit: l.constraint}
	encode(p, made)
	l.line("Binary")
	for k := range made.variables {
		l.word(" x" + strconv.Itoa(k+1))
	}
	if made.variables > 0 {
		l.line()
	}
	l.line("End")
	return nil
}

// maxWidth is where a line is broken. CPLEX takes 560 bytes at most.
const maxWidth = 100

// lpWriter breaks lines.
type lpWriter struct {
	out    *bufio.Writer
	margin string // of a line that goes on
	width  int    // of the line so far
	count  int    // of the constraints
}

// word writes a word that has a blank in front. A long line is broken there.
func (l *lpWriter) word(text string) {
	if l.width > 0 && l.width+len(text) > maxWidth {
		l.line()
		l.out.WriteString(l.margin)
		l.width = len(l.margin)
	}
	l.out.WriteString(text)
	l.width += len(text)
}

// line writes words and ends the line.
func (l *lpWriter) line(words ...string) {
	for _, w := range words {
		l.word(w)
	}
	l.out.WriteByte('\n')
	l.width = 0
}

func (l *lpWriter) constraint(xs []int, relation string, bound int) {
	l.count++
	l.word(" c" + strconv.Itoa(l.count) + ":")
	for k, x := range xs {
		sign := " + x"
		switch {
		case x < 0:
			sign = " - x"
		case k == 0:
			sign = " x"
		}
		l.word(sign + strconv.Itoa(max(x, -x)))
	}
	l.line(" " + relation + " " + strconv.Itoa(bound))
}

// inComment returns the items of an option for a comment of a format that has no
// names: with their colors, and quoted if they would not be one word of one line.
func inComment(p *matrix.Problem, o matrix.OptionID) []string {
	strange := func(r rune) bool {
		return isBlank(r) || r == '"' || r == unicode.ReplacementChar || !unicode.IsPrint(r)
	}
	names := p.OptionItems(o)
	for k, name := range names {
		if name == "" || strings.ContainsFunc(name, strange) {
			names[k] = strconv.Quote(name)
		}
	}
	return names
}
