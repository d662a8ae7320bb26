// Package reduce shrinks exact cover problems without changing their solutions.
//
// Its input is a problem, its output a smaller one and the way back: each
// solution of the smaller problem stands for one or more of the original. It
// knows nothing of what items mean, and nothing of how problems are solved.
//
// The passes stand in a table, in the order in which they run:
//
//	never      options without a primary item, which are never chosen
//	twins      options that hold the same items, of which one at most is chosen
//	implied    of two items, one of which is only ever covered together with the
//	           other: options of the other one alone, and then the item itself
//	starving   options that leave some other item without enough options
//
// The last two run until nothing changes, or until starving, which compares
// options with options, has done so much that searching is the better use of time.
//
// Nogoods and matchings go along. No pass looks into a nogood but twins, which
// leaves the options of nogoods alone: all others remove only what no solution
// holds, with the nogoods or without.
package reduce

import (
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// Level says how much to do: 0 nothing, 1 the passes that look at each option
// once, 2 all of them.
type Level int

// Most is the highest level.
const Most Level = 2

// Pass tells what a pass has done.
type Pass struct {
	Name           string
	Options, Items int // removed
}

// Result is a reduced problem.
type Result struct {
	Problem *matrix.Problem
	Passes  []Pass

	// stands has the original options for each option left: one, or several
	// that are alike. It is nil if nothing was done.
	stands [][]matrix.OptionID
}

// passes in the order in which they run.
var passes = []struct {
	name  string
	level Level
	again bool // runs until nothing changes
	run   func(*reduction) Pass
}{
	{"never", 1, false, (*reduction).never},
	{"twins", 1, false, (*reduction).twins},
	{"implied", 2, true, (*reduction).implied},
	{"starving", 2, true, (*reduction).starving},
}

// Problem reduces p, which must be valid and is not changed.
func Problem(p *matrix.Problem, level Level) *Result {
	if level <= 0 {
		return &Result{Problem: p}
	}
	r := newReduction(p)
	var done []Pass
	for _, pass := range passes {
		if pass.level <= level {
			done = append(done, Pass{Name: pass.name})
		}
	}
	for changed, first := true, true; changed; first = false {
		changed = false
		for k := range done {
			if !first && !passes[k].again {
				continue
			}
			d := passes[k].run(r)
			done[k].Options += d.Options
			done[k].Items += d.Items
			changed = changed || passes[k].again && d.Options+d.Items > 0
		}
	}
	return r.result(done)
}

// Solutions returns the solutions of the original problem that a solution of the
// reduced one stands for. Each is borrowed until the next step.
func (r *Result) Solutions(s matrix.Solution) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if r.stands == nil {
			yield(s)
			return
		}
		out := make(matrix.Solution, len(s))
		var choose func(k int) bool
		choose = func(k int) bool {
			if k == len(s) {
				return yield(out)
			}
			for _, o := range r.stands[s[k]] {
				out[k] = o
				if !choose(k + 1) {
					return false
				}
			}
			return true
		}
		choose(0)
	}
}

// Original returns the first of the original options that an option of the
// reduced problem stands for, and how many there are.
func (r *Result) Original(o matrix.OptionID) (first matrix.OptionID, count int) {
	if r.stands == nil {
		return o, 1
	}
	return r.stands[o][0], len(r.stands[o])
}

// reduction is a problem of which options and items are taken away.
type reduction struct {
	problem *matrix.Problem
	gone    []bool              // options
	dropped []bool              // items
	same    []matrix.ItemID     // by dropped item: one that the same options hold
	twin    [][]matrix.OptionID // by option: itself and those it stands for
	holders [][]matrix.OptionID // by item, gone ones included
	left    []int               // by item: options that are not gone
	work    int                 // done by the pass starving, which is bounded
}

func newReduction(p *matrix.Problem) *reduction {
	r := &reduction{
		problem: p,
		gone:    make([]bool, p.Options()),
		dropped: make([]bool, p.Items()),
		same:    make([]matrix.ItemID, p.Items()),
		twin:    make([][]matrix.OptionID, p.Options()),
		holders: make([][]matrix.OptionID, p.Items()),
		left:    make([]int, p.Items()),
	}
	for o := range matrix.OptionID(p.Options()) {
		r.twin[o] = []matrix.OptionID{o}
		for _, e := range p.Option(o) {
			r.holders[e.Item] = append(r.holders[e.Item], o)
			r.left[e.Item]++
		}
	}
	return r
}

func (r *reduction) primary(i matrix.ItemID) bool { return int(i) < r.problem.Primary() }

// once reports whether an item is covered exactly once.
func (r *reduction) once(i matrix.ItemID) bool {
	return r.primary(i) && r.problem.Bound(i) == matrix.Once
}

func (r *reduction) remove(o matrix.OptionID) {
	r.gone[o] = true
	for _, e := range r.problem.Option(o) {
		r.left[e.Item]--
	}
}

// live returns the options of an item that are left.
func (r *reduction) live(i matrix.ItemID) iter.Seq[matrix.OptionID] {
	return func(yield func(matrix.OptionID) bool) {
		for _, o := range r.holders[i] {
			if !r.gone[o] && !yield(o) {
				return
			}
		}
	}
}

// sortedEntries returns the entries of an option by item.
func (r *reduction) sortedEntries(o matrix.OptionID) []matrix.Entry {
	entries := slices.Clone(r.problem.Option(o))
	slices.SortFunc(entries, func(a, b matrix.Entry) int { return int(a.Item - b.Item) })
	return entries
}
