package proof

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// formula is a problem in clauses. Variable o+1 says that option o is chosen, and there are no others, so the models
// are the solutions. A primary item of n options that is covered u to v times has a clause for each n-u+1 of them, of
// which one is chosen, and one for each v+1, of which one is not. Options that disagree on a secondary item, and the
// options of a nogood, exclude one another; so do those without a primary item.
type formula struct {
	p         *matrix.Problem
	clauses   [][]int
	requiring map[string]int // number of the clause that one of some options is chosen, by the options
	excluding map[string]int // number of the clause that some options are not chosen together, by the options
}

// maxClauses bounds the clauses of a formula.
const maxClauses = 1 << 21

// newFormula returns the formula of a problem. It is an error if it has more than maxClauses clauses.
func newFormula(p *matrix.Problem) (*formula, error) {
	f := &formula{p: p, requiring: map[string]int{}, excluding: map[string]int{}}
	for o := range matrix.OptionID(p.OptionCount()) {
		if !p.HoldsPrimary(o) {
			f.exclude([]matrix.OptionID{o})
		}
	}
	for i, options := range p.OptionsByItem() {
		item, n := matrix.ItemID(i), len(options)
		if i >= p.PrimaryCount() {
			f.excludeColors(item, options)
			continue
		}
		b := p.Bound(item)
		low, high := int(b.Min), int(b.Max)
		sets := 0.0
		if low > 0 {
			sets += subsetCount(n, n-low+1)
		}
		if high < n {
			sets += subsetCount(n, high+1)
		}
		if float64(len(f.clauses))+sets > maxClauses {
			return nil, fmt.Errorf("the item %s has %d options and is covered %d to %d times, which takes more than %d clauses "+
				"without auxiliary variables", p.Name(item), n, low, high, maxClauses)
		}
		if low > 0 {
			eachSubset(options, n-low+1, f.require)
		}
		if high < n {
			eachSubset(options, high+1, f.exclude)
		}
	}
	for _, together := range p.Nogoods() {
		f.exclude(together)
	}
	if len(f.clauses) > maxClauses {
		return nil, fmt.Errorf("the options exclude one another in more than %d pairs", maxClauses)
	}
	return f, nil
}

// excludeColors adds the clauses of a secondary item.
func (f *formula) excludeColors(i matrix.ItemID, options []matrix.OptionID) {
	for k, o := range options {
		if len(f.clauses) > maxClauses {
			return // newFormula refuses it
		}
		for _, before := range options[:k] {
			if c := f.p.ColorOf(o, i); c == matrix.NoColor || c != f.p.ColorOf(before, i) {
				f.exclude([]matrix.OptionID{before, o})
			}
		}
	}
}

// require adds the clause that one of some options is chosen, which are in ascending order.
func (f *formula) require(options []matrix.OptionID) { f.addClause(f.requiring, options, 1) }

// exclude adds the clause that some options are not chosen together, which are in ascending order.
func (f *formula) exclude(options []matrix.OptionID) { f.addClause(f.excluding, options, -1) }

func (f *formula) addClause(known map[string]int, options []matrix.OptionID, sign int) {
	if key := optionsKey(options); known[key] == 0 {
		clause := make([]int, len(options))
		for k, o := range options {
			clause[k] = sign * variableOf(o)
		}
		f.clauses = append(f.clauses, clause)
		known[key] = len(f.clauses)
	}
}

func variableOf(o matrix.OptionID) int { return int(o) + 1 }

// optionsKey returns a text that tells a set of options from others; they are in ascending order.
func optionsKey(options []matrix.OptionID) string {
	key := make([]byte, 0, 16)
	for _, o := range options {
		key = append(strconv.AppendInt(key, int64(o), 36), ' ')
	}
	return string(key)
}

// subsetCount returns the number of ways to take k of n.
func subsetCount(n, k int) float64 {
	ways := 1.0
	for j := range min(k, n-k) {
		ways *= float64(n-j) / float64(j+1)
	}
	return ways
}

// eachSubset calls a function with each k of some options. Of fewer than none there is one, the empty one.
func eachSubset(options []matrix.OptionID, k int, call func([]matrix.OptionID)) {
	var choose func(chosen, rest []matrix.OptionID)
	choose = func(chosen, rest []matrix.OptionID) {
		if missing := k - len(chosen); missing <= 0 {
			call(chosen)
		} else if len(rest) >= missing {
			choose(append(slices.Clip(chosen), rest[0]), rest[1:])
			choose(chosen, rest[1:])
		}
	}
	choose(nil, options)
}

// write writes the formula in DIMACS CNF. Its comments name the items of each option.
func (f *formula) write(out *bufio.Writer) {
	for o := range matrix.OptionID(f.p.OptionCount()) {
		fmt.Fprintf(out, "c %d = %s\n", variableOf(o), strings.Join(f.p.OptionItems(o), " "))
	}
	fmt.Fprintf(out, "p cnf %d %d\n", f.p.OptionCount(), len(f.clauses))
	for _, clause := range f.clauses {
		writeNumbers(out, clause...)
		out.WriteString("0\n")
	}
}

// writeNumbers writes numbers, with a blank behind each.
func writeNumbers(out *bufio.Writer, numbers ...int) {
	for _, n := range numbers {
		out.Write(append(strconv.AppendInt(out.AvailableBuffer(), int64(n), 10), ' '))
	}
}
