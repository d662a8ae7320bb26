package format

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// writeDIMACS writes a formula in CNF for SAT solvers and model counters. The number
// of models is the number of solutions, whether they are projected on the options
// or not. It is an error if the formula has more than 2^31-1 variables, which needs
// multiplicities of many options.
func writeDIMACS(out *bufio.Writer, p *matrix.Problem, _ Writing) error {
	count := &cnf{variables: p.Options()}
	encode(p, count)
	if count.overflows() {
		return fmt.Errorf("the multiplicities of this problem make more than %d variables in CNF; write opb or lp", maxVariables)
	}
	fmt.Fprintf(out, "c variables 1 to %d are the options; they determine the others\n", p.Options())
	for o := range matrix.OptionID(p.Options()) {
		fmt.Fprintf(out, "c %d = %s\n", variable(o), strings.Join(inComment(p, o), " "))
	}
	fmt.Fprintf(out, "p cnf %d %d\n", count.variables, count.clauses)
	encode(p, &cnf{out: out, variables: p.Options()})
	return nil
}

// cnf is the encoder of clauses. A header has to say how many there are, so a
// formula is made twice, the same both times. Every further variable is equivalent to
// a formula of the options, so that each solution is one model of the whole.
type cnf struct {
	out       *bufio.Writer // nil: only count
	variables int
	clauses   int
}

// maxVariables is what a solver with 32 bits can number, with signs.
const maxVariables = math.MaxInt32

// overflows tells whether there are more variables than solvers number. It is
// asked now and then, so that a formula without measure ends early.
func (f *cnf) overflows() bool { return f.variables > maxVariables }

func (f *cnf) fresh() int {
	f.variables++
	return f.variables
}

// clause says that one of the literals holds.
func (f *cnf) clause(literals ...int) {
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

// between takes the shortest clauses that say it: of what is impossible, of all
// variables, of the first or last of them, or of their number.
func (f *cnf) between(low, high int, xs []int) {
	high = min(high, len(xs))
	switch {
	case f.overflows():
	case low > len(xs): // without the empty clause, which some programs do not read
		never := f.fresh()
		f.clause(never)
		f.clause(-never)
	case low == len(xs):
		for _, x := range xs {
			f.clause(x)
		}
	case high == 0:
		for _, x := range xs {
			f.clause(-x)
		}
	case low == 0 && high == len(xs)-1:
		f.clause(negated(xs)...)
	case low > 1 || high > 1 && high < len(xs):
		f.counter(low, high, xs)
	default:
		if low == 1 {
			f.clause(xs...)
		}
		if high == 1 {
			f.atMostOne(xs)
		}
	}
}

func (f *cnf) either(y int, xs []int) {
	for _, x := range xs {
		f.clause(-x, y)
	}
	f.clause(append([]int{-y}, xs...)...)
}

// pairwise is the largest set whose pairs are fewer clauses than a ladder.
const pairwise = 6

// atMostOne says that at most one of the variables holds: by pairs, or by a
// ladder, whose step s after x1 ... xi is equivalent to x1 or ... or xi.
//
// Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality
// constraints, 2005, for k = 1.
func (f *cnf) atMostOne(xs []int) {
	if len(xs) <= pairwise {
		for i, x := range xs {
			for _, y := range xs[:i] {
				f.clause(-y, -x)
			}
		}
		return
	}
	step := xs[0]
	for i, x := range xs[1:] {
		f.clause(-step, -x)
		if i == len(xs)-2 {
			break // no further variable asks
		}
		s := f.fresh()
		f.clause(-step, s)
		f.clause(-x, s)
		f.clause(-s, step, x)
		step = s
	}
}

// counter says that low to high of the variables hold. With s(i,j) equivalent
// to "at least j of the first i":
//
//	s(i,j) if s(i-1,j), or if xi and s(i-1,j-1); and only then
//	not xi if s(i-1,high)
//	s(n,low)
//
// It takes n times max(low, high) variables.
//
// Source: Sinz, likewise, with the implications both ways.
func (f *cnf) counter(low, high int, xs []int) {
	width := low
	if high < len(xs) {
		width = max(low, high)
	}
	if len(xs)*width/2 > maxVariables { // so many at the least
		f.variables = maxVariables + 1
		return
	}
	var before []int // s(i-1,1), s(i-1,2), ...
	for _, x := range xs {
		if f.overflows() {
			return
		}
		if high < len(xs) && len(before) >= high {
			f.clause(-x, -before[high-1])
		}
		before = f.count(x, before, width)
	}
	if low > 0 {
		f.clause(before[low-1])
	}
}

// count makes the row s(i,·) of a counter from the row before, for x = xi.
func (f *cnf) count(x int, before []int, width int) []int {
	row := make([]int, 0, width)
	for j := range min(len(before)+1, width) {
		s := f.fresh()
		row = append(row, s)
		if j < len(before) {
			f.clause(-before[j], s)
			f.clause(-s, before[j], x)
		} else {
			f.clause(-s, x)
		}
		if j > 0 {
			f.clause(-x, -before[j-1], s)
			f.clause(-s, before[j-1])
		} else {
			f.clause(-x, s)
		}
	}
	return row
}
