package gad

import (
	"fmt"

	"quadrille/runtime/matrix"
)

// mostKinds bounds the kinds of items that Detect tells apart.
const mostKinds = 16

// Detect finds matchings in a problem that declares none. It sorts the primary items
// that are covered once into kinds, so that no option holds two of a kind; each item
// goes to the first kind that will have it. For two kinds it joins the items that share
// options. If in such a company each option has an item of either kind, the options
// pair the two families one to one.
//
// A problem may have matchings that this does not find, as the kinds depend on the
// order of the items.
func Detect(p *matrix.Problem) []matrix.Matching {
	d := detector{problem: p, kind: make([]int32, p.Items())}
	d.sort()
	var found []matrix.Matching
	for a := range d.kinds {
		for b := range a {
			found = append(found, d.pairs(b, a)...)
		}
	}
	return found
}

type detector struct {
	problem *matrix.Problem
	kind    []int32 // by item, or none
	kinds   int32
	sets    []matrix.ItemID // by item: the company it is in, while two kinds are joined
}

// sort gives each item a kind.
func (d *detector) sort() {
	holding := d.problem.Holding()
	for i := range d.kind {
		d.kind[i] = none
		if i >= d.problem.Primary() || d.problem.Bound(matrix.ItemID(i)) != matrix.Once {
			continue
		}
		var used [mostKinds]bool
		for _, o := range holding[i] {
			for _, e := range d.problem.Option(o) {
				if int(e.Item) < i && d.kind[e.Item] != none {
					used[d.kind[e.Item]] = true
				}
			}
		}
		for k, taken := range used {
			if !taken {
				d.kind[i] = int32(k)
				d.kinds = max(d.kinds, int32(k)+1)
				break
			}
		}
	}
}

// pairs returns the matchings between two kinds.
func (d *detector) pairs(a, b int32) []matrix.Matching {
	d.join(a, b)
	broken := map[matrix.ItemID]bool{}
	for o := range matrix.OptionID(d.problem.Options()) {
		if x, y := d.held(o, a), d.held(o, b); (x < 0) != (y < 0) {
			broken[d.find(max(x, y))] = true
		}
	}
	return d.families(a, b, broken)
}

// held returns the item of a kind in an option, or a negative number.
func (d *detector) held(o matrix.OptionID, kind int32) matrix.ItemID {
	for _, e := range d.problem.Option(o) {
		if d.kind[e.Item] == kind {
			return e.Item
		}
	}
	return none
}

// join unites the items of two kinds that share an option.
func (d *detector) join(a, b int32) {
	d.sets = make([]matrix.ItemID, d.problem.Items())
	for i := range d.sets {
		d.sets[i] = matrix.ItemID(i)
	}
	for o := range matrix.OptionID(d.problem.Options()) {
		if x, y := d.held(o, a), d.held(o, b); x >= 0 && y >= 0 {
			d.sets[d.find(y)] = d.find(x)
		}
	}
}

// find returns the item that stands for a company.
func (d *detector) find(i matrix.ItemID) matrix.ItemID {
	for d.sets[i] != i {
		d.sets[i] = d.sets[d.sets[i]]
		i = d.sets[i]
	}
	return i
}

// families makes a matching of each company that is not broken, the smaller kind on
// the left, if it has two items of either kind.
func (d *detector) families(a, b int32, broken map[matrix.ItemID]bool) []matrix.Matching {
	number := map[matrix.ItemID]int{}
	var found []matrix.Matching
	for i := range matrix.ItemID(d.problem.Items()) {
		if d.kind[i] != a && d.kind[i] != b {
			continue
		}
		at := d.find(i)
		if broken[at] {
			continue
		}
		k, ok := number[at]
		if !ok {
			k = len(found)
			number[at] = k
			found = append(found, matrix.Matching{Name: fmt.Sprintf("%d-%d-%d", a, b, k)})
		}
		if m := &found[k]; d.kind[i] == a {
			m.Left = append(m.Left, i)
		} else {
			m.Right = append(m.Right, i)
		}
	}
	var kept []matrix.Matching
	for _, m := range found {
		if len(m.Left) > len(m.Right) {
			m.Left, m.Right = m.Right, m.Left
		}
		if len(m.Left) > 1 {
			kept = append(kept, m)
		}
	}
	return kept
}
