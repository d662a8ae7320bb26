package lower

import (
	"slices"

	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Where only symmetric solutions are wanted, what motions map to one another stands in them
// together: the orbits become the options. One that would cover an item twice is none.

// computeOrbits puts numbers together that images map to one another; -1 is no image, and what leads
// there is in no orbit. Each orbit is in order, and they are in the order of their first numbers.
func computeOrbits(n int, images [][]int32) (out [][]int32) {
	owner := make([]int, n) // the first number of the orbit, from 1
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

// joinOrigins makes one origin of several.
func joinOrigins(origins []Origin) Origin {
	first := origins[0]
	if len(origins) > 1 {
		meaning := *first.Meaning
		meaning.Together = origins[1:]
		first.Meaning = &meaning
	}
	return first
}

// joinEntries joins the entries of what stands together. It returns false if an item would be
// covered twice; where it may be covered so often, no option can say it, which is an error.
func (l *lowering) joinEntries(lists [][]matrix.Entry) (entries []matrix.Entry, ok bool) {
	l.rounds++
	for _, list := range lists {
		for _, e := range list {
			if !l.holdsItem(e.Item) {
				entries = append(entries, e)
				continue
			}
			it := &l.items[e.Item]
			if it.idle {
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

// reportUncounted reports a number of which no option can say that it counts several times. It is one that a rule
// says, or how often a piece is used, which is declared elsewhere.
func (l *lowering) reportUncounted(it *itemInfo) {
	at, hint, what := it.span, "leave this rule out", "several of what is counted here"
	if question := l.currentSpan(); at.File != question.File || at.Start < question.Start || question.End < at.End {
		at, hint, what = question, "leave open how often it is used: `any of` pieces", "several of the piece "+it.name
	}
	l.errs.AddError(codes.RepeatedItem, at, hint, "only symmetric solutions are wanted, and %s stand together", what)
}
