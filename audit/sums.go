package audit

import (
	"fmt"
	"slices"
	"strings"
)

// weightedSum is an item for which an option may count more than once.
type weightedSum struct {
	itemName     string
	allowedCount coverBounds
	// isCoveredToo reports whether options also contain the item, as it counts for orbits.
	isCoveredToo bool
}

// noMember is the image of a member that has no image.
const noMember = -1

// addOrbits adds options: the members themselves if there are no motions, or else an option for each set of members
// that the motions map to one another. The function imageOfPlacement returns the image of a member under a motion, or
// noMember.
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
		joined := &expectedOption{sumWeights: map[string]int64{}}
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
			isWhole = isWhole && (!l.expectedItems[itemWithoutColor(item)].restrictsCovers() ||
				times <= l.expectedItems[itemWithoutColor(item)].maxCoverCount())
		}
		if isWhole {
			orbits = append(orbits, joined)
		}
	}
	l.boundOrbitCovers(orbits)
	for _, o := range orbits {
		o.waitsForSums, o.coreKey = len(l.countedSums) > 0, rowText(o.coloredItems)
		for item := range o.sumWeights {
			if !slices.ContainsFunc(l.countedSums, func(s *weightedSum) bool { return s.itemName == item }) {
				delete(o.sumWeights, item)
			}
		}
		if !o.isRemoved {
			l.addOption(o)
		}
	}
}

// restrictsCovers reports whether the bounds exclude some number of covers, for an item that is covered at least once.
func (b coverBounds) restrictsCovers() bool {
	return b.isSecondary || b.maxCovers != unlimited || b.minCovers > 1
}

// maxCoverCount returns the greatest number of times that an item may be covered.
func (b coverBounds) maxCoverCount() int64 {
	switch {
	case b.isSecondary:
		return 1
	case b.maxCovers == unlimited:
		return 1 << 60
	}
	return int64(b.maxCovers)
}

// boundOrbitCovers divides the bounds of items that orbits cover several times, or makes weighted sums of these items.
func (l *expectedMatrix) boundOrbitCovers(orbits []*expectedOption) {
	times, names := map[string][]int64{}, []string(nil)
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
		b := l.expectedItems[itemWithoutColor(name)]
		family, _, _ := strings.Cut(name, "[")
		switch {
		case most == 1 || !b.restrictsCovers():
		case least < most || l.isNamedByCore(family):
			l.countedSums = append(l.countedSums, &weightedSum{name, b, true})
			l.declareItem(name, coverBounds{0, unlimited, false})
		default:
			k := int(most)
			divided := coverBounds{(b.minCovers + k - 1) / k, b.maxCovers, false}
			if b.maxCovers != unlimited {
				divided.maxCovers = b.maxCovers / k
			}
			if b.maxCovers != unlimited && divided.minCovers > divided.maxCovers {
				for _, o := range orbits {
					o.isRemoved = o.isRemoved || slices.Contains(o.coloredItems, name)
				}
				continue
			}
			l.declareItem(name, divided)
		}
	}
}

// lowerSums adds the items and options of the items for which options may count more than once.
func (l *expectedMatrix) lowerSums() error {
	heldElsewhere := map[string]bool{}
	for _, o := range l.options {
		for _, item := range o.coloredItems {
			heldElsewhere[itemWithoutColor(item)] = heldElsewhere[itemWithoutColor(item)] || !o.waitsForSums
		}
	}
	for _, t := range l.countedSums {
		index := strings.TrimSuffix(strings.Replace(t.itemName, "[", ",", 1), "]")
		var groups [][]*expectedOption
		var worth []map[*expectedOption]int64 // by group: how often each of its options counts
		grouped := map[*expectedOption]bool{}
		for n := 0; n < len(l.options); n++ {
			o := l.options[n]
			if o.sumWeights[t.itemName] == 0 || grouped[o] {
				continue
			}
			k := slices.IndexFunc(o.coloredItems, func(item string) bool {
				return l.expectedItems[item] == coverBounds{1, 1, false} && !heldElsewhere[item]
			})
			if k < 0 {
				take := fmt.Sprintf("take[%s,%d]", index, len(groups))
				l.declareItem(take, coverBounds{1, 1, false})
				k, o.coloredItems = len(o.coloredItems), append(o.coloredItems, take)
				l.options = append(l.options, &expectedOption{coloredItems: []string{take}, waitsForSums: true})
			}
			var group []*expectedOption
			times := map[*expectedOption]int64{}
			for _, other := range l.options {
				if other.waitsForSums && slices.Contains(other.coloredItems, o.coloredItems[k]) {
					group = append(group, other)
					if times[other] = 0; !grouped[other] {
						times[other] = other.sumWeights[t.itemName]
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

// lowerSum adds the items and options of one such item, given the groups of options that count for it, and how often
// each option counts.
func (l *expectedMatrix) lowerSum(t *weightedSum, index string, groups [][]*expectedOption,
	worth []map[*expectedOption]int64) {
	if len(groups) == 0 {
		l.declareItem(t.itemName, t.allowedCount)
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
	steps := usefulStepsFrom(0, symbols, func(total int64, _, times int) (int64, bool) {
		if total += int64(times); t.allowedCount.maxCovers == unlimited {
			return min(total, int64(t.allowedCount.minCovers)), true
		}
		return total, total <= int64(t.allowedCount.maxCovers)
	}, func(total int64) bool { return total >= int64(t.allowedCount.minCovers) })
	if len(groups) == 1 {
		for _, o := range groups[0] {
			fits := slices.ContainsFunc(steps[0], func(
				r automatonStep) bool {
				return int64(r.readSymbol) == worth[0][o]
			})
			o.isRemoved = o.isRemoved || !fits
		}
		return
	}
	read := func(g int, times int64) string { return fmt.Sprintf("read[%s,%d]:%d", index, g, times) }
	for g, group := range groups {
		l.declareItem(itemWithoutColor(read(g, 0)), coverBounds{isSecondary: true})
		for _, o := range group {
			o.coloredItems = append(o.coloredItems, read(g, worth[g][o]))
		}
	}
	l.lowerSteps(index, steps, func(g, times int) string { return read(g, int64(times)) })
}
