package format

import "quadrille/runtime/matrix"

// maxMatchingsPerItem is the largest number of matchings that contain the same item. It bounds the work of checking an
// entry, which is an item in an option.
const maxMatchingsPerItem = 64

// problemAssembly builds a problem while a dump is read: items, matchings, options and nogoods. It checks the limits.
// It also reports, with their place, the faults that [matrix.Problem.Validate] would find later without a place.
type problemAssembly struct {
	*scanner
	readLimits ReadOptions
	builder    *matrix.Builder
	// for each key, which is the text that stands for an item in options, the item
	itemByKey     map[string]matrix.ItemID
	declaredItems []declaredItem // data of each declared item, by the item's id in the builder
	// for each key, which is the text that stands for a color in options, the color
	colorByKey    map[string]matrix.Color
	nameBytes     int            // total length of all names, in bytes
	entryCount    int            // number of entries in all options (an entry is an item in an option)
	currentOption []matrix.Entry // entries of the current option

	// matchingSidesOfItem holds, for each item, the sides of matchings that contain it. It is nil before the first
	// matching.
	matchingSidesOfItem [][]matchingSide
	declaredMatchings   []declaredMatching
	matchingMemberCount int                // total number of items in all matchings
	currentFamilies     [2][]matrix.ItemID // left and right items of the current matching

	problemGoal   *matrix.Goal // goal, with the values of the options so far; nil if there is none
	hasStatedGoal bool         // the dump states a goal; otherwise the sum of its values is to be minimized
	currentValue  int64        // value of the current option

	nogoodCount, nogoodMemberCount int               // number of nogoods; number of options in all of them
	nogoodOptions                  []matrix.OptionID // options of the current nogood
}

// declaredItem holds the data of an item that are needed to check options.
type declaredItem struct {
	isSecondary bool
	bound       matrix.Bound
	lastOption  int32 // index of the last option that holds the item, counted from 1
}

// declaredMatching holds the data of a matching that are needed to check options.
type declaredMatching struct {
	name         string
	optionCounts [2]int32 // for each side of the matching, the number of its items in the current option
}

// matchingSide is one side of a matching, given by the index of the matching and by leftSideNumber or rightSideNumber.
type matchingSide struct {
	matchingNumber int32
	sideNumber     int8
}

const (
	leftSideNumber  = 0
	rightSideNumber = 1
)

func newProblemAssembly(s *scanner, how ReadOptions) *problemAssembly {
	return &problemAssembly{
		scanner:    s,
		readLimits: how.withDefaults(),
		builder:    matrix.NewBuilder(),
		itemByKey:  map[string]matrix.ItemID{},
		colorByKey: map[string]matrix.Color{},
	}
}

// checkLimit reports a fault at a place if n has reached a limit. The argument n is the number of things of some kind
// in the dump so far. The argument what is the message, with a formatting verb for the limit.
func (a *problemAssembly) checkLimit(at textSpot, n, limit int, what string) {
	if n >= limit {
		a.reportExcess(at, what+", which is the limit for a dump", limit)
	}
}

// checkName reports a fault if a name is not valid. It also adds the length of the name to nameBytes. The argument what
// is appended to the message of a fault, and says what has the name.
func (a *problemAssembly) checkName(at textSpot, name, what string) {
	if fault := faultOfName(name); fault != "" {
		a.reportFault(at, "%s%s", fault, what)
	}
	if a.nameBytes += len(name); a.nameBytes > a.maxNameBytes() {
		a.reportExcess(at, "the names have more than %d bytes together; shorten them", a.maxNameBytes())
	}
}

// maxNameBytes returns the largest total length of names, in bytes. Without it a dump of long names
// could fill the memory before it exceeds the limit of items.
func (a *problemAssembly) maxNameBytes() int { return maxName + 64*a.readLimits.MaxItems }

// declareItem declares an item. The argument key is the text that stands for the item in options: its name, or its
// short name in a dump with short names.
func (a *problemAssembly) declareItem(at textSpot, key, name string, secondary bool, bound matrix.Bound) {
	if _, taken := a.itemByKey[key]; taken {
		a.reportFault(at, "the item %s stands here twice; names of items differ", quoteName(key))
	}
	a.checkName(at, name, "")
	a.checkLimit(at, len(a.itemByKey), a.readLimits.MaxItems, "there are more than %d items")
	if secondary {
		a.itemByKey[key] = a.builder.AddSecondary(name)
	} else {
		a.itemByKey[key] = a.builder.AddPrimary(name, bound)
	}
	a.declaredItems = append(a.declaredItems, declaredItem{isSecondary: secondary, bound: bound})
}

// colorOf returns the color with the given key, and declares it if it is new.
func (a *problemAssembly) colorOf(at textSpot, key []byte) matrix.Color {
	c, ok := a.colorByKey[string(key)]
	if !ok {
		c = a.newColor(at, string(key), string(key))
	}
	return c
}

// newColor declares a color. The argument key is the text that stands for the color in options.
func (a *problemAssembly) newColor(at textSpot, key, name string) matrix.Color {
	a.checkName(at, name, "; it is a color")
	a.checkLimit(at, len(a.colorByKey), a.readLimits.MaxItems, "there are more than %d colors")
	a.colorByKey[key] = a.builder.AddColor(name)
	return a.colorByKey[key]
}

// beginMatching begins a matching. The matchings must stand above the options, so that a fault is
// reported at the option that breaks a matching.
func (a *problemAssembly) beginMatching(at textSpot) {
	if a.builder.OptionCount() > 0 {
		a.reportFault(at, "a matching stands below an option; write the matchings between the items and the options")
	}
	a.checkLimit(at, len(a.declaredMatchings), a.readLimits.MaxItems, "there are more than %d matchings")
	if a.matchingSidesOfItem == nil {
		a.matchingSidesOfItem = make([][]matchingSide, len(a.declaredItems))
	}
	a.currentFamilies = [2][]matrix.ItemID{a.currentFamilies[leftSideNumber][:0],
		a.currentFamilies[rightSideNumber][:0]}
}

// addMatchingMember adds the item with the given key to one side of the current matching.
func (a *problemAssembly) addMatchingMember(at textSpot, key []byte, side int8) {
	id, ok := a.itemByKey[string(key)]
	if !ok {
		a.reportFault(at, "no item is called %s; items are declared before the matchings", quoteName(key))
		return
	}
	in, it, here := a.matchingSidesOfItem[id], a.declaredItems[id], int32(len(a.declaredMatchings))
	switch {
	case len(in) > 0 && in[len(in)-1].matchingNumber == here:
		a.reportFault(at, "this matching names the item %s twice", quoteName(key))
	case len(in) == maxMatchingsPerItem:
		a.reportExcess(at, "the item %s is in more than %d matchings, which is the limit for a dump", quoteName(key),
			maxMatchingsPerItem)
	case side == leftSideNumber && (it.isSecondary || it.bound != matrix.Once):
		a.reportFault(at, "%s is no primary item that is covered once; the left of a matching has such items",
			quoteName(key))
	case side == rightSideNumber && !it.isSecondary && it.bound.Max != 1:
		a.reportFault(at, "%s may be covered %d times; the right of a matching has items that are covered at most once",
			quoteName(key), it.bound.Max)
	}
	a.checkLimit(at, a.matchingMemberCount, a.readLimits.MaxEntries, "the matchings name more than %d items")
	a.matchingMemberCount++
	a.matchingSidesOfItem[id] = append(in, matchingSide{here, side})
	a.currentFamilies[side] = append(a.currentFamilies[side], id)
}

// endMatching adds the current matching to the problem.
func (a *problemAssembly) endMatching(at textSpot, name string) {
	left, right := a.currentFamilies[leftSideNumber], a.currentFamilies[rightSideNumber]
	a.checkName(at, name, "; it is a matching")
	if len(left) > len(right) {
		a.reportFault(at, "the matching %s has %d items on its left and %d on its right; each of the left is paired, "+
			"so write as many on the right, or more",
			quoteName(name), len(left), len(right))
	}
	a.declaredMatchings = append(a.declaredMatchings, declaredMatching{name: name})
	a.builder.AddMatching(name, left, right)
}

// addEntry adds the item with the given key to the current option, with a color or with NoColor.
func (a *problemAssembly) addEntry(at textSpot, key []byte, color matrix.Color) {
	id, ok := a.itemByKey[string(key)]
	if !ok {
		a.reportFault(at, "no item is called %s; items are declared before the options", quoteName(key))
		return
	}
	it, option := &a.declaredItems[id], int32(a.builder.OptionCount()+1)
	if it.lastOption == option {
		a.reportFault(at, "this option holds the item %s twice", quoteName(key))
	}
	if color != matrix.NoColor && !it.isSecondary {
		a.reportFault(at, "%s is a primary item and takes no color; only secondary items do", quoteName(key))
	}
	a.checkLimit(at, a.entryCount, a.readLimits.MaxEntries, "the options hold more than %d items")
	it.lastOption = option
	a.entryCount++
	a.currentOption = append(a.currentOption, matrix.Entry{Item: id, Color: color})
}

// endOption adds the current option to the problem, and passes its origin (a text for people that says what the option
// stands for) to [ReadOptions.OnOrigin].
func (a *problemAssembly) endOption(at textSpot, origin string) {
	a.checkLimit(at, a.builder.OptionCount(), a.readLimits.MaxOptions, "there are more than %d options")
	a.checkPairs(at)
	o := a.builder.AddOption(a.currentOption...)
	a.currentOption = a.currentOption[:0]
	a.storeOptionValue()
	if origin != "" && a.readLimits.OnOrigin != nil && a.firstError == nil {
		a.readLimits.OnOrigin(o, origin)
	}
}

// checkPairs checks that the current option satisfies the matchings: an option that holds items of a matching must hold
// exactly one item of each side, without a color.
func (a *problemAssembly) checkPairs(at textSpot) {
	if len(a.declaredMatchings) == 0 {
		return
	}
	for _, e := range a.currentOption {
		for _, f := range a.matchingSidesOfItem[e.Item] {
			m := &a.declaredMatchings[f.matchingNumber]
			if f.sideNumber == rightSideNumber && e.Color != matrix.NoColor {
				a.reportFault(at, "this option gives a color to an item of the right of the matching %s, which "+
					"has none", quoteName(m.name))
			}
			m.optionCounts[f.sideNumber]++
		}
	}
	for _, e := range a.currentOption {
		for _, f := range a.matchingSidesOfItem[e.Item] {
			m := &a.declaredMatchings[f.matchingNumber]
			// Two zeros mean that the matching was checked before.
			if m.optionCounts != [2]int32{} && m.optionCounts != [2]int32{1, 1} {
				a.reportFault(at, "this option holds %d items of the left of the matching %s and %d of its right; it "+
					"holds one of each, or none",
					m.optionCounts[leftSideNumber], quoteName(m.name), m.optionCounts[rightSideNumber])
			}
			m.optionCounts = [2]int32{}
		}
	}
}

// addNogoodMember adds the option with the given id to the current nogood. Nogoods stand below the options that they
// contain.
func (a *problemAssembly) addNogoodMember(at textSpot, number int32) {
	o, last := matrix.OptionID(number), len(a.nogoodOptions)-1
	if int(number) >= a.builder.OptionCount() {
		a.reportFault(at, "there is no option %d above; the options are numbered from 0, and nogoods stand below them",
			number)
	}
	if last >= 0 && a.nogoodOptions[last] >= o {
		a.reportFault(at, "option %d stands behind option %d; the numbers of a nogood rise", o, a.nogoodOptions[last])
	}
	a.checkLimit(at, a.nogoodMemberCount, a.readLimits.MaxEntries, "the nogoods name more than %d options")
	a.nogoodMemberCount++
	a.nogoodOptions = append(a.nogoodOptions, o)
}

// endNogood adds the current nogood to the problem.
func (a *problemAssembly) endNogood(at textSpot) {
	if len(a.nogoodOptions) < 2 {
		a.reportFault(at, "this nogood has fewer than two options; leave out an option that is forbidden alone")
	}
	a.checkLimit(at, a.nogoodCount, a.readLimits.MaxOptions, "there are more than %d nogoods")
	a.nogoodCount++
	a.builder.AddNogood(a.nogoodOptions...)
	a.nogoodOptions = a.nogoodOptions[:0]
}
