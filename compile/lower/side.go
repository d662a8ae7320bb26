package lower

import (
	"cmp"
	"slices"

	"quadrille/runtime/matrix"
)

// roundsOfSide is how many rounds of a loop it counts for to find an item or an option
// by its name.
const roundsOfSide = 4

// heldOptions keeps the options from the builder as long as something may be said
// of them: that they are never chosen, or must hold an item of a family.
type heldOptions struct {
	start     []int32 // option o has entries[start[o]:start[o+1]]
	entries   []matrix.Entry
	statement []int32 // by option: the number of the statement that made it
	dropped   map[matrix.OptionID]bool
	nogoods   [][]matrix.OptionID
	members   int // of all nogoods
}

func (h *heldOptions) add(entries []matrix.Entry, statement int) {
	h.entries = append(h.entries, entries...)
	h.start = append(h.start, int32(len(h.entries)))
	h.statement = append(h.statement, int32(statement))
}

func (h *heldOptions) len() int { return len(h.statement) }

func (h *heldOptions) option(o matrix.OptionID) []matrix.Entry {
	return h.entries[h.start[o]:h.start[o+1]]
}

// side lowers what is said beside the items and options, once they are all known.
func (l *lowering) side() {
	if l.held == nil || l.errs.Err() != nil {
		return
	}
	l.held.dropped = map[matrix.OptionID]bool{}
	l.forbids()
	l.matchings()
	if l.errs.Err() == nil {
		l.release()
	}
}

// release gives the options to the builder, without those that are never chosen,
// and the nogoods of the others.
func (l *lowering) release() {
	h := l.held
	place := make([]matrix.OptionID, h.len())
	origins := l.origins[:0]
	clear(l.covered)
	l.builder.Grow(h.len(), len(h.entries))
	for o := range matrix.OptionID(h.len()) {
		if place[o] = -1; h.dropped[o] {
			l.made[h.statement[o]].Options--
			continue
		}
		place[o] = l.builder.Option(h.option(o)...)
		origins = append(origins, l.origins[o])
		for _, e := range h.option(o) {
			l.covered[e.Item] = true
		}
	}
	l.origins = origins
next:
	for _, together := range h.nogoods {
		for k, o := range together {
			if together[k] = place[o]; together[k] < 0 {
				continue next // it is never whole
			}
		}
		l.builder.Forbid(together...)
	}
}

// inOrder returns the entries sorted by their items.
func inOrder(entries []matrix.Entry) []matrix.Entry {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
	return sorted
}
