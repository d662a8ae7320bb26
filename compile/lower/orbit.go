package lower

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// If only symmetric solutions are wanted, the options that motions map to one another are chosen together: they are an
// orbit, and each orbit becomes one option. An orbit that would cover an item too often is left out.

// computeOrbits returns the orbits of the indices 0 to n-1: the sets of indices that images lead to one another. An
// image of -1 does not exist; an orbit with an index that lacks an image is left out. The indices of each orbit ascend,
// and so do the first indices of the orbits.
func computeOrbits(n int, images [][]int32) (out [][]int32) {
	owner := make([]int, n) // for each index, the first index of its orbit plus 1; 0 if not known yet
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

// originOfOrbit returns the origin (the record of what an option stands for) of the option of an orbit: that of the
// first member, with those of the other members as OtherOrigins.
func originOfOrbit(origins []Origin) Origin {
	first := origins[0]
	if len(origins) > 1 {
		meaning := *first.Meaning
		meaning.OtherOrigins = origins[1:]
		first.Meaning = &meaning
	}
	return first
}

// orbitOption is the option that stands for an orbit.
type orbitOption struct {
	origin        Origin
	optionEntries []matrix.Entry // entries of all members together, each item once
	// for each item that several members of the orbit hold, how many hold it; nil if there are no such items
	itemMultiplicity map[matrix.ItemID]int32
}

// emitOrbits adds an option for each orbit. The option counts for an item as often as members of the orbit hold the
// item. The function member returns the origin and the entries of a member.
func (l *lowering) emitOrbits(orbits [][]int32, member func(number int32) (Origin, []matrix.Entry)) {
	var options []orbitOption
	entries, several := l.entryCount, map[matrix.ItemID]bool{}
	for _, orbit := range orbits {
		o, fits := l.optionOfOrbit(orbit, member)
		if !fits {
			continue
		}
		entries += len(o.optionEntries)
		if options = append(options, o); !l.hasRoomForOptions(len(l.OptionOrigins)+len(options), entries) {
			return
		}
		for item := range o.itemMultiplicity {
			several[item] = true
		}
	}
	barred := map[matrix.ItemID]bool{}
	for _, item := range slices.Sorted(maps.Keys(several)) {
		if !l.boundNumberOfOrbits(item, options) {
			barred[item] = true
		}
	}
	for _, o := range options {
		if slices.ContainsFunc(o.optionEntries, func(e matrix.Entry) bool { return barred[e.Item] }) {
			continue
		}
		for _, e := range o.optionEntries {
			if t := l.countLowering.countedByMatrixItem[e.Item]; t != nil {
				l.countLowering.weightsOfCurrentOption = append(l.countLowering.weightsOfCurrentOption,
					heldWeight{t, int64(o.multiplicityOf(e.Item))})
			}
		}
		if !l.deferOption(o.origin, o.optionEntries) && !l.addOption(o.origin, o.optionEntries) {
			return
		}
	}
}

// multiplicityOf returns how many members of the orbit hold an item.
func (o *orbitOption) multiplicityOf(item matrix.ItemID) int32 {
	return max(1, o.itemMultiplicity[item])
}

// optionOfOrbit returns the option of an orbit. It returns false if its members hold an item more often than it may be
// covered.
func (l *lowering) optionOfOrbit(orbit []int32, member func(number int32) (Origin, []matrix.Entry)) (o orbitOption,
	ok bool) {
	var origins []Origin
	var lists [][]matrix.Entry
	for _, n := range orbit {
		origin, entries := member(n)
		origins, lists = append(origins, origin), append(lists, entries)
	}
	l.currentHolderNumber++
	for _, entries := range lists {
		for _, e := range entries {
			if !l.recordHeldItem(e.Item) {
				o.optionEntries = append(o.optionEntries, e)
				continue
			}
			it := &l.itemInfos[e.Item]
			if it.isUnlimited || it.bound.Max == unlimitedUntilCounted && it.bound.Min <= 1 {
				continue
			}
			if o.itemMultiplicity == nil {
				o.itemMultiplicity = map[matrix.ItemID]int32{}
			}
			if o.itemMultiplicity[e.Item] = o.multiplicityOf(e.Item) + 1; o.itemMultiplicity[e.Item] > it.bound.Max {
				return o, false
			}
		}
	}
	o.origin = originOfOrbit(origins)
	return o, true
}

// boundNumberOfOrbits replaces the bound of an item that several members of an orbit hold. If each orbit holds the item
// equally often, the new bound is one on the number of orbits. Otherwise the item gets no bound, and an automaton
// counts for it. The result is false if no number of orbits meets the bound.
func (l *lowering) boundNumberOfOrbits(item matrix.ItemID, options []orbitOption) bool {
	it := &l.itemInfos[item]
	least, most := int32(unlimitedUntilCounted), int32(0)
	for k := range options {
		if o := &options[k]; slices.ContainsFunc(o.optionEntries, func(e matrix.Entry) bool { return e.Item == item }) {
			least, most = min(least, o.multiplicityOf(item)), max(most, o.multiplicityOf(item))
		}
	}
	family, _, _ := strings.Cut(it.name, "[")
	// an item that options of the core name keeps its own bound, as such an option covers it once
	if bound := it.bound; least < most || l.isNamedByOptions(family) {
		delete(l.itemsByName, it.name)
		it.bound = matrix.Bound{Min: 0, Max: unlimitedUntilCounted}
		l.declareCountedItem(it.name, bound, it.span)
		if l.countLowering.countedByMatrixItem == nil {
			l.countLowering.countedByMatrixItem = map[matrix.ItemID]*countedItem{}
		}
		t := l.countLowering.countedByName[it.name]
		t.matrixItem, l.countLowering.countedByMatrixItem[item] = item, t
		return true
	}
	low, high := (it.bound.Min+most-1)/most, it.bound.Max
	if high != unlimitedUntilCounted {
		high /= most
	}
	if low > high {
		it.isDeclaredInFile = true
		it.noOptionWarning = fmt.Sprintf(
			"in symmetric solutions the number of what is counted here is a multiple of %d",
			most)
		return false
	}
	it.bound = matrix.Bound{Min: low, Max: high}
	l.builder.SetBound(item, it.bound)
	return true
}

// isNamedByOptions reports whether an option of the core names an item of a family.
func (l *lowering) isNamedByOptions(family string) bool {
	return slices.ContainsFunc(l.puzzle.OptionDeclarations, func(o model.OptionDeclaration) bool {
		return slices.ContainsFunc(o.ItemRefs, func(r model.ItemRef) bool { return r.Family == family })
	})
}
