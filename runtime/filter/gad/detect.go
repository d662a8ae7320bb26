package gad

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// mostKinds bounds the kinds of items that Detect tells apart.
const mostKinds = 16

// Detect finds matchings in a problem that declares none. It sorts the primary items
// that are covered once into kinds, so that no option holds two of a kind; each item
// goes to the first kind that will have it. Of two kinds, the items that share options
// may be the sides of a matching; whether they are is checked in the end.
//
// A problem may have matchings that this does not find, as the kinds depend on the
// order of the items.
func Detect(p *matrix.Problem) []matrix.Matching {
	d := detector{problem: p, holding: p.Holding(), kind: make([]int32, p.Items())}
	kinds := d.sort()
	var found []matrix.Matching
	for a := range kinds {
		for b := range a {
			found = append(found, d.candidates(b, a)...)
		}
	}
	return p.Paired(found)
}

type detector struct {
	problem *matrix.Problem
	holding [][]matrix.OptionID
	kind    []int32 // by item, or none
}

// sort gives each item a kind, and returns their number.
func (d *detector) sort() (kinds int32) {
	for i := range d.kind {
		d.kind[i] = none
		if i >= d.problem.Primary() || d.problem.Bound(matrix.ItemID(i)) != matrix.Once {
			continue
		}
		var used [mostKinds]bool
		for _, o := range d.holding[i] {
			for _, e := range d.problem.Option(o) {
				if int(e.Item) < i && d.kind[e.Item] != none {
					used[d.kind[e.Item]] = true
				}
			}
		}
		if k := int32(slices.Index(used[:], false)); k >= 0 {
			d.kind[i] = k
			kinds = max(kinds, k+1)
		}
	}
	return kinds
}

// candidates returns what may be a matching between items of two kinds: those that can
// be reached from each other by options, two of either kind at least, the smaller side
// on the left.
func (d *detector) candidates(a, b int32) []matrix.Matching {
	var found []matrix.Matching
	seen := make([]bool, len(d.kind))
	for i := range matrix.ItemID(len(d.kind)) {
		if d.kind[i] != a || seen[i] {
			continue
		}
		left, right := d.reach(i, a, b, seen)
		if len(left) > len(right) {
			left, right = right, left
		}
		if len(left) > 1 {
			found = append(found, matrix.Matching{Name: fmt.Sprintf("%d-%d-%d", a, b, len(found)), Left: left, Right: right})
		}
	}
	return found
}

// reach collects the items of two kinds that can be reached from one of kind a.
func (d *detector) reach(from matrix.ItemID, a, b int32, seen []bool) (left, right []matrix.ItemID) {
	seen[from] = true
	for waiting := []matrix.ItemID{from}; len(waiting) > 0; {
		i := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if d.kind[i] == a {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
		for _, o := range d.holding[i] {
			for _, e := range d.problem.Option(o) {
				if k := d.kind[e.Item]; (k == a || k == b) && !seen[e.Item] {
					seen[e.Item] = true
					waiting = append(waiting, e.Item)
				}
			}
		}
	}
	slices.Sort(left)
	slices.Sort(right)
	return left, right
}
