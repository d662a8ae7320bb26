package proof

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// formula is a problem as a set of clauses. Variable o+1 is true if option o is chosen. There are no other variables,
// so the models are the solutions. A primary item of n options that is covered u to v times makes two kinds of clauses:
// for each set of n-u+1 of its options, that one of them is chosen; and for each set of v+1 of its options, that one of
// them is not. There is also a clause for each pair of options that disagree on a secondary item, for each nogood, and
// for each option without a primary item.
type formula struct {
	p         *matrix.Problem
	clauses   [][]int
	requiring map[string]int // for each set of options, the index, from 1 on, of the clause that one of them is chosen
	// for each set of options, the index, from 1 on, of the clause that not all of them are chosen
	excluding map[string]int
}

// maxClauses is the largest number of clauses of a formula.
const maxClauses = 1 << 21

// newFormula returns the formula of a problem, or an error if it would have more than maxClauses clauses.
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
			return nil, fmt.Errorf(
				"the item %s has %d options and is covered %d to %d times, which takes more than %d clauses "+
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

// excludeColors adds the clauses for the options that disagree on the color of a secondary item.
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

// require adds the clause that at least one of the options is chosen. The options are in ascending order.
func (f *formula) require(options []matrix.OptionID) { f.addClause(f.requiring, options, 1) }

// exclude adds the clause that the options are not all chosen. The options are in ascending order.
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

// optionsKey returns a text that identifies a set of options, given in ascending order.
func optionsKey(options []matrix.OptionID) string {
	key := make([]byte, 0, 16)
	for _, o := range options {
		key = append(strconv.AppendInt(key, int64(o), 36), ' ')
	}
	return string(key)
}

// subsetCount returns the number of subsets of k out of n elements.
func subsetCount(n, k int) float64 {
	ways := 1.0
	for j := range min(k, n-k) {
		ways *= float64(n-j) / float64(j+1)
	}
	return ways
}

// eachSubset calls a function with each subset of k options. If k is 0, there is one subset, the empty one.
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
