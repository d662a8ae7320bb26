package audit

import (
	"fmt"
	"slices"
	"strings"
)

// sum is an item for which an option may count several times.
type sum struct {
	name  string
	times bound
	// isHeld reports whether options hold the item as well, as it counts for orbits
	isHeld bool
}

// noMember is the image of a member that has none.
const noMember = -1

// addOrbits adds options: the members themselves if there are no motions, or else an option for each set of members
// that the motions map to one another. The function imageOf returns the image of a member under a motion, or noMember.
func (l *lowering) addOrbits(members []*option, motions [][]int32, imageOf func(member int, motion []int32) int) {
	if motions == nil {
		for _, o := range members {
			l.addOption(o)
		}
		return
	}
	var orbits []*option
	seen := map[int]bool{}
	for first := range members {
		if seen[first] {
			continue
		}
		orbit, isWhole := []int{first}, true
		for k := 0; k < len(orbit); k++ {
			for _, motion := range motions {
				to := imageOf(orbit[k], motion)
				isWhole = isWhole && to != noMember
				if to != noMember && !slices.Contains(orbit, to) {
					orbit = append(orbit, to)
				}
			}
		}
		slices.Sort(orbit)
		joined := &option{weights: map[string]int64{}}
		for _, k := range orbit {
			seen[k] = true
			joined.value += members[k].value
			for _, item := range members[k].items {
				if joined.weights[item]++; joined.weights[item] == 1 {
					joined.items = append(joined.items, item)
				}
			}
		}
		for item, times := range joined.weights {
			isWhole = isWhole && (!l.items[nameOf(item)].isBound() || times <= l.items[nameOf(item)].most())
		}
		if isWhole {
			orbits = append(orbits, joined)
		}
	}
	l.boundOrbits(orbits)
	for _, o := range orbits {
		o.waits, o.key = len(l.sums) > 0, rowText(o.items)
		for item := range o.weights {
			if !slices.ContainsFunc(l.sums, func(s *sum) bool { return s.name == item }) {
				delete(o.weights, item)
			}
		}
		if !o.isOut {
			l.addOption(o)
		}
	}
}

// isBound reports whether an item that is covered once or more often may be covered too often, or too seldom.
func (b bound) isBound() bool { return b.secondary || b.high != unlimited || b.low > 1 }

// most returns how often an item may be covered.
func (b bound) most() int64 {
	switch {
	case b.secondary:
		return 1
	case b.high == unlimited:
		return 1 << 60
	}
	return int64(b.high)
}

// boundOrbits divides the bounds of the items that orbits cover several times, or makes sums of them.
func (l *lowering) boundOrbits(orbits []*option) {
	times, names := map[string][]int64{}, []string(nil)
	for _, o := range orbits {
		for _, item := range o.items {
			if times[item] == nil {
				names = append(names, item)
			}
			times[item] = append(times[item], o.weights[item])
		}
	}
	slices.SortFunc(names, func(x, y string) int { return l.order[x] - l.order[y] })
	for _, name := range names {
		least, most := slices.Min(times[name]), slices.Max(times[name])
		b := l.items[nameOf(name)]
		family, _, _ := strings.Cut(name, "[")
		switch {
		case most == 1 || !b.isBound():
		case least < most || l.isNamedByCore(family):
			l.sums = append(l.sums, &sum{name, b, true})
			l.declare(name, bound{0, unlimited, false})
		default:
			k := int(most)
			divided := bound{(b.low + k - 1) / k, b.high, false}
			if b.high != unlimited {
				divided.high = b.high / k
			}
			if b.high != unlimited && divided.low > divided.high {
				for _, o := range orbits {
					o.isOut = o.isOut || slices.Contains(o.items, name)
				}
				continue
			}
			l.declare(name, divided)
		}
	}
}

// lowerSums adds what stands for the items for which options may count several times.
func (l *lowering) lowerSums() error {
	heldElsewhere := map[string]bool{}
	for _, o := range l.options {
		for _, item := range o.items {
			heldElsewhere[nameOf(item)] = heldElsewhere[nameOf(item)] || !o.waits
		}
	}
	for _, t := range l.sums {
		index := strings.TrimSuffix(strings.Replace(t.name, "[", ",", 1), "]")
		var groups [][]*option
		var worth []map[*option]int64 // by group: how often each of its options counts
		grouped := map[*option]bool{}
		for n := 0; n < len(l.options); n++ {
			o := l.options[n]
			if o.weights[t.name] == 0 || grouped[o] {
				continue
			}
			k := slices.IndexFunc(o.items, func(item string) bool {
				return l.items[item] == bound{1, 1, false} && !heldElsewhere[item]
			})
			if k < 0 {
				take := fmt.Sprintf("take[%s,%d]", index, len(groups))
				l.declare(take, bound{1, 1, false})
				k, o.items = len(o.items), append(o.items, take)
				l.options = append(l.options, &option{items: []string{take}, waits: true})
			}
			var group []*option
			times := map[*option]int64{}
			for _, other := range l.options {
				if other.waits && slices.Contains(other.items, o.items[k]) {
					group = append(group, other)
					if times[other] = 0; !grouped[other] {
						times[other] = other.weights[t.name]
					}
					grouped[other] = true
				}
			}
			groups, worth = append(groups, group), append(worth, times)
		}
		l.lowerSum(t, index, groups, worth)
	}
	return nil
}

// lowerSum adds what stands for an item, given the groups of options that count for it, and how often each does.
func (l *lowering) lowerSum(t *sum, index string, groups [][]*option, worth []map[*option]int64) {
	if len(groups) == 0 {
		l.declare(t.name, t.times)
		return
	}
	var symbols [][]int
	for _, times := range worth {
		var some []int
		for _, w := range times {
			some = append(some, int(w))
		}
		slices.Sort(some)
		symbols = append(symbols, slices.Compact(some))
	}
	steps := followStates(0, symbols, func(total int64, _, times int) (int64, bool) {
		if total += int64(times); t.times.high == unlimited {
			return min(total, int64(t.times.low)), true
		}
		return total, total <= int64(t.times.high)
	}, func(total int64) bool { return total >= int64(t.times.low) })
	if len(groups) == 1 {
		for _, o := range groups[0] {
			fits := slices.ContainsFunc(steps[0], func(r ruleRead) bool { return int64(r.symbol) == worth[0][o] })
			o.isOut = o.isOut || !fits
		}
		return
	}
	read := func(g int, times int64) string { return fmt.Sprintf("read[%s,%d]:%d", index, g, times) }
	for g, group := range groups {
		l.declare(nameOf(read(g, 0)), bound{secondary: true})
		for _, o := range group {
			o.items = append(o.items, read(g, worth[g][o]))
		}
	}
	l.lowerSteps(index, steps, func(g, times int) string { return read(g, int64(times)) })
}
