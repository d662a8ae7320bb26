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
		e.between(int(b.Min), int(b.Max), mapped(options, variable))
	}
	for _, u := range uses {
		oneColor(e, u)
	}
	for _, together := range p.Nogoods() {
		e.between(0, len(together)-1, mapped(together, variable))
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

func negated(xs []int) []int { return mapped(xs, func(x int) int { return -x }) }

// writeLP writes a 0-1 program in the LP format of CPLEX, which has nothing to
// minimize.
//
// Source: the file format reference of IBM ILOG CPLEX.
func writeLP(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	for o := range matrix.OptionID(p.Options()) {
		names := mapped(inComment(p, o), func(name string) string { return " " + name })
		wrap(out, "\\ ", append([]string{"\\ x" + strconv.Itoa(variable(o)) + " ="}, names...))
	}
	out.WriteString("Minimize\n obj:")
	if p.Options() > 0 {
		out.WriteString(" 0 x1") // some programs want a term
	}
	out.WriteString("\nSubject To\n")
	count := 0
	made := &linear{variables: p.Options(), visit: func(xs []int, relation string, bound int) {
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
		wrap(out, " ", append(words, " "+relation+" "+strconv.Itoa(bound)))
	}}
	encode(p, made)
	out.WriteString("Binary\n")
	names := make([]string, made.variables)
	for k := range names {
		names[k] = " x" + strconv.Itoa(k+1)
	}
	if len(names) > 0 {
		wrap(out, " ", names)
	}
	out.WriteString("End\n")
	return nil
}

// wrap writes a line of words that have a blank in front. A long line is broken, since
// CPLEX takes 560 bytes at most, and goes on behind a margin.
func wrap(out *bufio.Writer, margin string, words []string) {
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
