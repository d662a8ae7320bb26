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
	run   func(*reduction)
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
	for changed, again := true, false; changed; again = true {
		changed = false
		for k, pass := range passes {
			if pass.level > level || again && !pass.again {
				continue
			}
			if !again {
				done = append(done, Pass{Name: pass.name})
			}
			r.pass = &done[k]
			before := *r.pass
			pass.run(r)
			changed = changed || pass.again && *r.pass != before
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

// result builds the smaller problem. Items keep their order, options too.
func (r *reduction) result(done []Pass) *Result {
	p := r.Problem
	b := matrix.NewBuilder()
	items, options := make([]matrix.ItemID, p.Items()), make([]matrix.OptionID, p.Options())
	for i := range matrix.ItemID(p.Items()) {
		switch {
		case r.dropped[i]:
		case r.primary(i):
			items[i] = b.Primary(p.Name(i), p.Bound(i))
		default:
			items[i] = b.Secondary(p.Name(i))
		}
	}
	out := &Result{Passes: done}
	for o := range matrix.OptionID(p.Options()) {
		if r.gone[o] {
			continue
		}
		var entries []matrix.Entry
		for _, e := range p.Option(o) {
			if r.dropped[e.Item] {
				continue
			}
			color := matrix.NoColor
			if e.Color != matrix.NoColor {
				color = b.Color(p.ColorName(e.Color))
			}
			entries = append(entries, matrix.Entry{Item: items[e.Item], Color: color})
		}
		options[o] = b.Option(entries...)
		out.stands = append(out.stands, append([]matrix.OptionID{o}, r.twin[o]...))
	}
	for _, together := range r.nogoods() {
		b.Forbid(renumbered(together, options)...)
	}
	for _, m := range p.Matchings() {
		if left, right, ok := r.families(m); ok {
			b.Matching(m.Name, renumbered(left, items), renumbered(right, items))
		}
	}
	var err error
	if out.Problem, err = b.Build(); err != nil {
		panic(err) // the original was valid
	}
	return out
}

// renumbered returns the new numbers of items or options.
func renumbered[ID matrix.ItemID | matrix.OptionID](old, number []ID) []ID {
	out := make([]ID, len(old))
	for k, i := range old {
		out[k] = number[i]
	}
	return out
}
