package format

import (
	"bufio"
	"math"
	"strconv"

	"quadrille/runtime/matrix"
)

// cnf is a formula that is counted or written, clause by clause. A header has
// to say how many there are, so a formula is made twice, the same both times.
//
// Variable k+1 is option k. Every other variable is equivalent to a formula of
// the options, so that each solution is one model of the whole.
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

// never says what cannot hold, without the empty clause, which some programs
// do not read.
func (f *cnf) never() {
	v := f.fresh()
	f.clause(v)
	f.clause(-v)
}

// problem says what a problem asks for.
func (f *cnf) problem(v *inverse) {
	f.variables = v.p.Options()
	for _, o := range v.idle {
		f.clause(-int(o) - 1)
	}
	for i := range matrix.ItemID(v.p.Items()) {
		if f.overflows() {
			return
		}
		if int(i) < v.p.Primary() {
			f.times(v.variables(i), v.p.Bound(i))
		} else {
			f.atMostOneParty(v.parties(i))
		}
	}
	for _, together := range v.p.Nogoods() {
		f.notAll(together)
	}
}

// notAll says that not all of the options are chosen.
func (f *cnf) notAll(together []matrix.OptionID) {
	literals := make([]int, len(together))
	for k, o := range together {
		literals[k] = -int(o) - 1
	}
	f.clause(literals...)
}

// times says that so many of the variables hold as bound says.
func (f *cnf) times(xs []int, bound matrix.Bound) {
	low, high := int(bound.Min), min(int(bound.Max), len(xs))
	switch {
	case low > len(xs):
		f.never()
		return
	case low == len(xs):
		for _, x := range xs {
			f.clause(x)
		}
		return
	case low > 1 || high > 1 && high < len(xs):
		f.counter(xs, low, high)
		return
	}
	if low == 1 {
		f.clause(xs...)
	}
	if high == 1 {
		f.atMostOne(xs)
	}
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

// atMostOneParty says that the options chosen are of one party. A party of
// several has a variable that is equivalent to some option of it.
func (f *cnf) atMostOneParty(parties [][]int) {
	if len(parties) < 2 {
		return
	}
	var some []int
	for _, party := range parties {
		if len(party) == 1 {
			some = append(some, party[0])
			continue
		}
		s := f.fresh()
		for _, x := range party {
			f.clause(-x, s)
		}
		f.clause(append([]int{-s}, party...)...)
		some = append(some, s)
	}
	f.atMostOne(some)
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
func (f *cnf) counter(xs []int, low, high int) {
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
