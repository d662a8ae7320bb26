package reduce

import (
	"cmp"
	"encoding/binary"
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// reduction is a problem of which options and items are taken away.
type reduction struct {
	*matrix.Problem
	pass    *Pass                                 // under way
	gone    []bool                                // options
	dropped []bool                                // items
	same    []matrix.ItemID                       // by dropped item: one that the same options hold
	twin    map[matrix.OptionID][]matrix.OptionID // by option: others that it stands for
	holding [][]matrix.OptionID                   // by item, options that are gone included
	left    []int                                 // by item: options that are not gone
	work    int                                   // done by the pass starving, which is bounded
}

func newReduction(p *matrix.Problem) *reduction {
	r := &reduction{
		Problem: p,
		gone:    make([]bool, p.Options()),
		dropped: make([]bool, p.Items()),
		same:    make([]matrix.ItemID, p.Items()),
		twin:    map[matrix.OptionID][]matrix.OptionID{},
		holding: p.Holding(),
		left:    make([]int, p.Items()),
	}
	for i, options := range r.holding {
		r.left[i] = len(options)
	}
	return r
}

func (r *reduction) primary(i matrix.ItemID) bool { return int(i) < r.Primary() }

// once reports whether an item is covered exactly once.
func (r *reduction) once(i matrix.ItemID) bool { return r.primary(i) && r.Bound(i) == matrix.Once }

// remove takes an option away.
func (r *reduction) remove(o matrix.OptionID) {
	r.gone[o] = true
	r.pass.Options++
	for _, e := range r.Option(o) {
		r.left[e.Item]--
	}
}

// all returns the options that are left, live those of them that hold an item.
func (r *reduction) all() iter.Seq[matrix.OptionID] {
	return func(yield func(matrix.OptionID) bool) {
		for o := range matrix.OptionID(r.Options()) {
			if !r.gone[o] && !yield(o) {
				return
			}
		}
	}
}

func (r *reduction) live(i matrix.ItemID) iter.Seq[matrix.OptionID] {
	return func(yield func(matrix.OptionID) bool) {
		for _, o := range r.holding[i] {
			if !r.gone[o] && !yield(o) {
				return
			}
		}
	}
}

// nogoods returns those whose options are all left. The others are never whole: an
// option of a nogood is removed only if no solution holds it.
func (r *reduction) nogoods() [][]matrix.OptionID {
	return slices.DeleteFunc(slices.Clone(r.Nogoods()), func(together []matrix.OptionID) bool {
		return slices.ContainsFunc(together, func(o matrix.OptionID) bool { return r.gone[o] })
	})
}

// never removes options without a primary item: the definition says that they
// are never chosen.
func (r *reduction) never() {
	for o := range r.all() {
		if !slices.ContainsFunc(r.Option(o), func(e matrix.Entry) bool { return r.primary(e.Item) }) {
			r.remove(o)
		}
	}
}

// twins lets one option stand for all that hold the same items with the same
// colors, if one of the items keeps two of them from being chosen together. An
// option of a nogood has no twin: where it is forbidden, the other may be chosen.
func (r *reduction) twins() {
	first := map[string]matrix.OptionID{}
	inNogood := map[matrix.OptionID]bool{}
	for _, together := range r.nogoods() {
		for _, o := range together {
			inNogood[o] = true
		}
	}
	for o := range r.all() {
		if inNogood[o] || !slices.ContainsFunc(r.Option(o), r.excludesItself) {
			continue
		}
		key := r.key(o)
		if twin, known := first[key]; known {
			r.remove(o)
			r.twin[twin] = append(r.twin[twin], o)
		} else {
			first[key] = o
		}
	}
}

// excludesItself reports whether two options with this entry cannot both be chosen.
func (r *reduction) excludesItself(e matrix.Entry) bool {
	if r.primary(e.Item) {
		return r.Bound(e.Item).Max == 1
	}
	return e.Color == matrix.NoColor
}

// key names the entries of an option.
func (r *reduction) key(o matrix.OptionID) string {
	entries := slices.Clone(r.Option(o))
	slices.SortFunc(entries, func(a, b matrix.Entry) int { return cmp.Compare(a.Item, b.Item) })
	var key []byte
	for _, e := range entries {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(e.Item)), uint64(e.Color))
	}
	return string(key)
}

// implied looks for two items that are covered exactly once, such that every
// option of the first holds the second. The option that covers the first covers
// the second then, so that options of the second alone are never chosen; without
// them the second says nothing that the first does not say, for the same options
// hold both.
func (r *reduction) implied() {
	for i := range matrix.ItemID(r.Primary()) {
		if r.dropped[i] || !r.once(i) || r.left[i] == 0 {
			continue
		}
		for _, j := range r.always(i) {
			for o := range r.live(j) {
				if !r.holds(o, i) {
					r.remove(o)
				}
			}
			r.dropped[j], r.same[j] = true, i
			r.pass.Items++
		}
	}
}

// always returns the other items, covered exactly once, that every option of
// item i holds.
func (r *reduction) always(i matrix.ItemID) (common []matrix.ItemID) {
	options := 0
	for o := range r.live(i) {
		if options++; options == 1 {
			for _, e := range r.Option(o) {
				common = append(common, e.Item)
			}
		}
		common = slices.DeleteFunc(common, func(j matrix.ItemID) bool {
			return j == i || !r.once(j) || r.dropped[j] || !r.holds(o, j)
		})
		if len(common) == 0 {
			break
		}
	}
	return common
}

func (r *reduction) holds(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.ContainsFunc(r.Option(o), func(e matrix.Entry) bool { return e.Item == i })
}

// starving removes options after which some other item could not be covered as
// often as it must: too few of its options go together with this one.
func (r *reduction) starving() {
	blocked := make([]int, r.Items()) // options of an item that the chosen one rules out
	for o := range r.all() {
		if r.work > mostWork {
			return
		}
		if r.starves(o, blocked) {
			r.remove(o)
		}
	}
}

// mostWork bounds the entries that the pass starving looks at.
const mostWork = 100_000_000

// starves counts, for each item, the options that cannot be chosen together with
// o. The counts are zero before and after.
func (r *reduction) starves(o matrix.OptionID, blocked []int) bool {
	seen := map[matrix.OptionID]bool{o: true}
	var touched []matrix.ItemID
	for _, e := range r.Option(o) {
		if r.dropped[e.Item] || r.primary(e.Item) && r.Bound(e.Item).Max > 1 {
			continue // goes together with others
		}
		for other := range r.live(e.Item) {
			if seen[other] || e.Color != matrix.NoColor && slices.Contains(r.Option(other), e) {
				continue
			}
			seen[other] = true
			r.work += len(r.Option(other))
			for _, x := range r.Option(other) {
				if blocked[x.Item]++; blocked[x.Item] == 1 {
					touched = append(touched, x.Item)
				}
			}
		}
	}
	starved := false
	for _, i := range touched {
		if r.primary(i) && !r.dropped[i] && r.left[i]-blocked[i] < int(r.Bound(i).Min) {
			starved = true
		}
		blocked[i] = 0
	}
	return starved
}

// families returns the items of a matching that are left. For a dropped item
// stands the one that the same options hold, which is covered once too, so that
// each option still holds one item of each family. If one item stands on both
// sides, the two that it stands for are paired with each other by every option
// that they have, and both leave the matching.
//
// A family that has an item twice now has one without options, for two items of
// one family share none. Such a matching is dropped, and one whose left is empty;
// that is harmless, because matchings do not say what a solution is.
func (r *reduction) families(m matrix.Matching) (left, right []matrix.ItemID, ok bool) {
	left, right = r.standing(m.Left), r.standing(m.Right)
	sides := map[matrix.ItemID]int{} // of each item, as bits
	for side, family := range [][]matrix.ItemID{left, right} {
		for _, i := range family {
			if sides[i]>>side&1 != 0 {
				return nil, nil, false
			}
			sides[i] |= 1 << side
		}
	}
	onBoth := func(i matrix.ItemID) bool { return sides[i] == 3 }
	left, right = slices.DeleteFunc(left, onBoth), slices.DeleteFunc(right, onBoth)
	return left, right, len(left) > 0
}

// standing returns, for each item, the one that is left of those that the same
// options hold.
func (r *reduction) standing(items []matrix.ItemID) []matrix.ItemID {
	out := slices.Clone(items)
	for k := range out {
		for r.dropped[out[k]] {
			out[k] = r.same[out[k]]
		}
	}
	return out
}
