package lower

import (
	"slices"

	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// If only symmetric solutions are wanted, the options that motions map to one another are chosen together: each
// orbit becomes one option. An orbit that would cover an item twice is left out.

// computeOrbits groups the numbers that images map to one another. An image of -1 is none, and a number with
// such an image is in no orbit. The numbers of an orbit ascend, and so do the first numbers of the orbits.
func computeOrbits(n int, images [][]int32) (out [][]int32) {
	owner := make([]int, n) // by number: its orbit as the orbit's first number, from 1
	for first := range n {
		if owner[first] > 0 {
			continue
		}
		owner[first] = first + 1
		orbit, whole := []int32{int32(first)}, true
		for k := 0; k < len(orbit); k++ {
			for _, image := range images {
				switch to := image[orbit[k]]; {
				case to < 0 || owner[to] > 0 && owner[to] != first+1:
					whole = false
				case owner[to] == 0:
					owner[to] = first + 1
					orbit = append(orbit, to)
				}
			}
		}
		if slices.Sort(orbit); whole {
			out = append(out, orbit)
		}
	}
	return out
}

// joinOrigins joins the origins of an orbit.
func joinOrigins(origins []Origin) Origin {
	first := origins[0]
	if len(origins) > 1 {
		meaning := *first.Meaning
		meaning.Together = origins[1:]
		first.Meaning = &meaning
	}
	return first
}

// joinEntries joins the entries of the options of an orbit. It returns false if an item would be covered twice,
// unless it asks only to be covered at all. If the item may be covered twice, that is an error, since an option cannot express it.
func (l *lowering) joinEntries(lists [][]matrix.Entry) (entries []matrix.Entry, ok bool) {
	l.rounds++
	for _, list := range lists {
		for _, e := range list {
			if !l.holdsItem(e.Item) {
				entries = append(entries, e)
				continue
			}
			it := &l.items[e.Item]
			if it.idle || it.bound.Max == unlimited && it.bound.Min <= 1 {
				continue
			}
			if !it.secondary && it.bound.Max > 1 && !l.gaveUp {
				l.gaveUp = true
				l.reportUncounted(it)
			}
			return nil, false
		}
	}
	return entries, true
}

// reportUncounted reports an item that an option would have to count several times. The item belongs to a rule,
// or counts how often a piece is used, which another place declares.
func (l *lowering) reportUncounted(it *itemInfo) {
	at, hint, what := it.span, "leave this rule out", "several of what is counted here"
	if question := l.currentSpan(); at.File != question.File || at.Start < question.Start || question.End < at.End {
		at, hint, what = question, "leave open how often it is used: `any of` pieces", "several of the piece "+it.name
	}
	l.errs.AddError(codes.RepeatedItem, at, hint, "only symmetric solutions are wanted, and %s stand together", what)
}
