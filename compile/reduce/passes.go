package reduce

import (
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// never removes options without a primary item: the definition says that they
// are never chosen.
func (r *reduction) never() (done Pass) {
	for o := range r.gone {
		id := matrix.OptionID(o)
		hasPrimary := slices.ContainsFunc(r.problem.Option(id), func(e matrix.Entry) bool { return r.primary(e.Item) })
		if !r.gone[o] && !hasPrimary {
			r.remove(id)
			done.Options++
		}
	}
	return done
}

// twins lets one option stand for all that hold the same items with the same
// colors, if one of the items keeps two of them from being chosen together. An
// option of a nogood has no twin: where it is forbidden, the other may be chosen.
func (r *reduction) twins() (done Pass) {
	first := map[string]matrix.OptionID{}
	inNogood := r.inNogood()
	for o := range r.gone {
		id := matrix.OptionID(o)
		if r.gone[o] || inNogood[id] || !r.excludesItself(id) {
			continue
		}
		key := r.key(id)
		if twin, known := first[key]; known {
			r.remove(id)
			r.twin[twin] = append(r.twin[twin], id)
			done.Options++
			continue
		}
		first[key] = id
	}
	return done
}

// inNogood has the options of the nogoods that may become whole.
func (r *reduction) inNogood() map[matrix.OptionID]bool {
	held := map[matrix.OptionID]bool{}
	for _, together := range r.problem.Nogoods() {
		if !r.allLeft(together) {
			continue
		}
		for _, o := range together {
			held[o] = true
		}
	}
	return held
}

// excludesItself reports whether an option could not be chosen twice.
func (r *reduction) excludesItself(o matrix.OptionID) bool {
	return slices.ContainsFunc(r.problem.Option(o), func(e matrix.Entry) bool {
		if r.primary(e.Item) {
			return r.problem.Bound(e.Item).Max == 1
		}
		return e.Color == matrix.NoColor
	})
}

// key names the entries of an option.
func (r *reduction) key(o matrix.OptionID) string {
	var key []byte
	for _, e := range r.sortedEntries(o) {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(e.Item)), uint64(e.Color))
	}
	return string(key)
}

// implied looks for two items that are covered exactly once, such that every
// option of the first holds the second. The option that covers the first covers
// the second then, so that options of the second alone are never chosen; without
// them the second says nothing that the first does not say, for the same options
// hold both.
func (r *reduction) implied() (done Pass) {
	for i := range matrix.ItemID(r.problem.Primary()) {
		if r.dropped[i] || !r.once(i) || r.left[i] == 0 {
			continue
		}
		for _, j := range r.always(i) {
			for o := range r.live(j) {
				if !r.holds(o, i) {
					r.remove(o)
					done.Options++
				}
			}
			r.dropped[j], r.same[j] = true, i
			done.Items++
		}
	}
	return done
}

// always returns the other items, covered exactly once, that every option of
// item i holds.
func (r *reduction) always(i matrix.ItemID) []matrix.ItemID {
	var common []matrix.ItemID
	begun := false
	for o := range r.live(i) {
		if !begun {
			begun = true
			for _, e := range r.problem.Option(o) {
				if e.Item != i && r.once(e.Item) && !r.dropped[e.Item] {
					common = append(common, e.Item)
				}
			}
			continue
		}
		common = slices.DeleteFunc(common, func(j matrix.ItemID) bool { return !r.holds(o, j) })
		if len(common) == 0 {
			return nil
		}
	}
	return common
}

func (r *reduction) holds(o matrix.OptionID, i matrix.ItemID) bool {
	return slices.ContainsFunc(r.problem.Option(o), func(e matrix.Entry) bool { return e.Item == i })
}

// starving removes options after which some other item could not be covered as
// often as it must: too few of its options go together with this one.
func (r *reduction) starving() (done Pass) {
	blocked := make([]int, r.problem.Items()) // options of an item that the chosen one rules out
	for o := range r.gone {
		if r.work > mostWork {
			return done
		}
		id := matrix.OptionID(o)
		if !r.gone[o] && r.starves(id, blocked) {
			r.remove(id)
			done.Options++
		}
	}
	return done
}

// mostWork bounds the entries that the pass starving looks at.
const mostWork = 100_000_000

// starves counts, for each item, the options that cannot be chosen together with
// o. The counts are zero before and after.
func (r *reduction) starves(o matrix.OptionID, blocked []int) bool {
	seen := map[matrix.OptionID]bool{o: true}
	var touched []matrix.ItemID
	for _, e := range r.problem.Option(o) {
		if r.dropped[e.Item] || r.primary(e.Item) && r.problem.Bound(e.Item).Max > 1 {
			continue // goes together with others
		}
		for other := range r.live(e.Item) {
			if seen[other] || e.Color != matrix.NoColor && r.colorIn(other, e.Item) == e.Color {
				continue
			}
			seen[other] = true
			r.work += len(r.problem.Option(other))
			for _, x := range r.problem.Option(other) {
				if blocked[x.Item]++; blocked[x.Item] == 1 {
					touched = append(touched, x.Item)
				}
			}
		}
	}
	starved := slices.ContainsFunc(touched, func(i matrix.ItemID) bool {
		if !r.primary(i) || r.dropped[i] {
			return false
		}
		return r.left[i]-blocked[i] < int(r.problem.Bound(i).Min)
	})
	for _, i := range touched {
		blocked[i] = 0
	}
	return starved
}

// colorIn returns the color that an option gives an item.
func (r *reduction) colorIn(o matrix.OptionID, i matrix.ItemID) matrix.Color {
	for _, e := range r.problem.Option(o) {
		if e.Item == i {
			return e.Color
		}
	}
	return matrix.NoColor
}
