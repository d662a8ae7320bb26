package audit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// weightedSum is an item for which an option may count more than once.
type weightedSum struct {
	itemName        string
	allowedCount    coverBounds
	isHeldByOptions bool // whether options also contain the item, as those of orbits do
}

// noMember stands for the missing image of a member under a motion.
const noMember = -1

// addOrbits adds the members as options if there are no motions. Otherwise it adds an option for each orbit, a set of
// members that the motions map to one another. The function imageOf returns the index of the image of a member under a
// motion, or noMember.
func (l *expectedMatrix) addOrbits(members []*expectedOption, motions [][]int32,
	imageOf func(member int, motion []int32) int) {
	if motions == nil {
		for _, o := range members {
			l.addOption(o)
		}
		return
	}
	var orbits []*expectedOption
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
		joined := &expectedOption{sumWeights: map[string]int{}}
		for _, k := range orbit {
			seen[k] = true
			joined.goalValue += members[k].goalValue
			for _, item := range members[k].coloredItems {
				if joined.sumWeights[item]++; joined.sumWeights[item] == 1 {
					joined.coloredItems = append(joined.coloredItems, item)
				}
			}
		}
		for item, times := range joined.sumWeights {
			b := l.expectedItems[itemNameWithoutColor(item)]
			isWhole = isWhole && b.allowCovers(times)
		}
		if isWhole {
			orbits = append(orbits, joined)
		}
	}
	l.boundOrbitCovers(orbits)
	for _, o := range orbits {
		o.waitsForSums, o.coreKey = len(l.countedSums) > 0, rowText(o.coloredItems)
		maps.DeleteFunc(o.sumWeights, func(item string, _ int) bool {
			return !slices.ContainsFunc(l.countedSums, func(s *weightedSum) bool { return s.itemName == item })
		})
		if !o.isRemoved {
			l.addOption(o)
		}
	}
}

// allowCovers reports whether an item may be covered the given number of times, or more often.
func (b coverBounds) allowCovers(times int) bool {
	if b.isSecondary {
		return times <= 1
	}
	return b.maxCovers == unlimited || times <= b.maxCovers
}

// boundOrbitCovers adapts the bounds of items that an orbit covers several times. If all orbits cover an item equally
// often, it divides the bounds by that number. Otherwise the item becomes a weighted sum.
func (l *expectedMatrix) boundOrbitCovers(orbits []*expectedOption) {
	times, names := map[string][]int{}, []string(nil)
	for _, o := range orbits {
		for _, item := range o.coloredItems {
			if times[item] == nil {
				names = append(names, item)
			}
			times[item] = append(times[item], o.sumWeights[item])
		}
	}
	slices.SortFunc(names, func(x, y string) int { return l.itemNumbers[x] - l.itemNumbers[y] })
	for _, name := range names {
		least, most := slices.Min(times[name]), slices.Max(times[name])
		b := l.expectedItems[itemNameWithoutColor(name)]
		family, _, _ := strings.Cut(name, "[")
		isBounded := b.isSecondary || b.maxCovers != unlimited || b.minCovers > 1
		switch {
		case most == 1 || !isBounded:
		case least < most || l.isNamedByCore(family):
			l.countedSums = append(l.countedSums, &weightedSum{name, b, true})
			l.declareItem(name, coverBounds{0, unlimited, false})
		default:
			divided := coverBounds{(b.minCovers + most - 1) / most, b.maxCovers, false}
			if b.maxCovers != unlimited {
				divided.maxCovers = b.maxCovers / most
			}
			if divided.maxCovers == unlimited || divided.minCovers <= divided.maxCovers {
				l.declareItem(name, divided)
				continue
			}
			for _, o := range orbits { // no number of covers lies within the divided bounds
				o.isRemoved = o.isRemoved || slices.Contains(o.coloredItems, name)
			}
		}
	}
}

// lowerSums adds the items and options of the items for which options may count more than once.
func (l *expectedMatrix) lowerSums() {
	heldElsewhere := map[string]bool{}
	for _, o := range l.options {
		for _, item := range o.coloredItems {
			if !o.waitsForSums {
				heldElsewhere[itemNameWithoutColor(item)] = true
			}
		}
	}
	for _, t := range l.countedSums {
		index := strings.TrimSuffix(strings.Replace(t.itemName, "[", ",", 1), "]")
		var groups []map[*expectedOption]int // for each group, how often each of its options counts
		grouped := map[*expectedOption]bool{}
		for n := 0; n < len(l.options); n++ {
			o := l.options[n]
			if o.sumWeights[t.itemName] == 0 || grouped[o] {
				continue
			}
			k := slices.IndexFunc(o.coloredItems, func(item string) bool {
				return l.expectedItems[item] == coveredOnce && !heldElsewhere[item]
			})
			if k < 0 {
				take := fmt.Sprintf("take[%s,%d]", index, len(groups))
				l.declareItem(take, coveredOnce)
				k, o.coloredItems = len(o.coloredItems), append(o.coloredItems, take)
				l.options = append(l.options, &expectedOption{coloredItems: []string{take}, waitsForSums: true})
			}
			group := map[*expectedOption]int{}
			for _, other := range l.options {
				if other.waitsForSums && slices.Contains(other.coloredItems, o.coloredItems[k]) {
					if group[other] = 0; !grouped[other] {
						group[other] = other.sumWeights[t.itemName]
					}
					grouped[other] = true
				}
			}
			groups = append(groups, group)
		}
		l.lowerSum(t, index, groups)
	}
}

// lowerSum adds the items and options of one weighted sum. Exactly one option of each group is chosen, and the group
// holds how often each counts.
func (l *expectedMatrix) lowerSum(t *weightedSum, index string, groups []map[*expectedOption]int) {
	if len(groups) == 0 {
		l.declareItem(t.itemName, t.allowedCount)
		return
	}
	var symbols [][]int
	for _, group := range groups {
		symbols = append(symbols, slices.Compact(slices.Sorted(maps.Values(group))))
	}
	low, high := int64(t.allowedCount.minCovers), int64(t.allowedCount.maxCovers)
	steps := usefulStepsFrom(0, symbols, func(total int64, _, times int) (int64, bool) {
		if total += int64(times); high == unlimited {
			return min(total, low), true // any greater sum is the same state, and there may be very many
		}
		return total, total <= high
	}, func(total int64) bool { return total >= low })
	if len(groups) == 1 {
		for o, times := range groups[0] {
			o.isRemoved = o.isRemoved || !hasStepReading(steps[0], times)
		}
		return
	}
	read := func(g, times int) string { return fmt.Sprintf("read[%s,%d]:%d", index, g, times) }
	for g, group := range groups {
		l.declareItem(itemNameWithoutColor(read(g, 0)), secondary)
		for o, times := range group {
			o.coloredItems = append(o.coloredItems, read(g, times))
		}
	}
	l.lowerSteps(index, steps, read)
}
