package format

import "quadrille/runtime/matrix"

// maxMatchings is in how many matchings an item may be. It bounds the work that
// an entry makes.
const maxMatchings = 64

// assembly puts together the problem that a reader reads: items, matchings, options,
// nogoods. It keeps the limits and finds what [matrix.Problem.Validate] would find
// too late to have a place.
type assembly struct {
	*scanner
	how     Reading
	builder *matrix.Builder
	ids     map[string]matrix.ItemID // by what options call them
	items   []declared               // by id
	colors  map[string]matrix.Color
	bytes   int            // of all names
	entries int            // of all options
	option  []matrix.Entry // that is being read

	families  [][]family // by item: the sides that it is in; nil before the first matching
	matchings []pairs
	members   int                // of all matchings
	sides     [2][]matrix.ItemID // of the matching that is being read

	nogoods, forbidden int               // how many there are, and the options that all of them name
	together           []matrix.OptionID // of the nogood that is being read
}

// declared is what options have to know of an item.
type declared struct {
	secondary bool
	bound     matrix.Bound
	holder    int32 // the last option that holds it, from 1
}

// pairs is what options have to know of a matching.
type pairs struct {
	name string
	held [2]int32 // items of its sides in the option at hand
}

// family is a side of a matching.
type family struct {
	matching int32
	side     int8
}

const (
	leftSide  = 0
	rightSide = 1
)

func newAssembly(s *scanner, how Reading) *assembly {
	return &assembly{
		scanner: s,
		how:     how.withDefaults(),
		builder: matrix.NewBuilder(),
		ids:     map[string]matrix.ItemID{},
		colors:  map[string]matrix.Color{},
	}
}

// room looks whether there may be one more of what there are n, and at most so
// many. What says it in a message, with a number in it.
func (a *assembly) room(at spot, n, most int, what string) {
	if n >= most {
		a.fault(at, what+", which is the limit for a dump", most)
	}
}

// keep looks whether a name is one, and counts its bytes.
func (a *assembly) keep(at spot, name, what string) {
	if fault := nameFault(name); fault != "" {
		a.fault(at, "%s%s", fault, what)
	}
	if a.bytes += len(name); a.bytes > a.mostBytes() {
		a.fault(at, "the names have more than %d bytes together; shorten them", a.mostBytes())
	}
}

// mostBytes is how many bytes the names of a dump may have together: so many that a
// dump of long names does not fill the memory before it has too many items.
func (a *assembly) mostBytes() int { return maxName + 64*a.how.Items }

// declare declares an item. Options call it key, which is its name but where a
// dump has short names.
func (a *assembly) declare(at spot, key, name string, secondary bool, bound matrix.Bound) {
	if _, taken := a.ids[key]; taken {
		a.fault(at, "the item %s stands here twice; names of items differ", quote(key))
	}
	a.keep(at, name, "")
	a.room(at, len(a.ids), a.how.Items, "there are more than %d items")
	if secondary {
		a.ids[key] = a.builder.Secondary(name)
	} else {
		a.ids[key] = a.builder.Primary(name, bound)
	}
	a.items = append(a.items, declared{secondary: secondary, bound: bound})
}

// color returns the color that options call key.
func (a *assembly) color(at spot, key []byte) matrix.Color {
	c, ok := a.colors[string(key)]
	if !ok {
		c = a.newColor(at, string(key), string(key))
	}
	return c
}

// newColor declares a color. Options call it key.
func (a *assembly) newColor(at spot, key, name string) matrix.Color {
	a.keep(at, name, "; it is a color")
	a.room(at, len(a.colors), a.how.Items, "there are more than %d colors")
	a.colors[key] = a.builder.Color(name)
	return a.colors[key]
}

// beginMatching is for what stands before the items of a matching. The matchings
// stand above the options, so that the option that breaks one has a place.
func (a *assembly) beginMatching(at spot) {
	if a.builder.Options() > 0 {
		a.fault(at, "a matching stands below an option; write the matchings between the items and the options")
	}
	a.room(at, len(a.matchings), a.how.Items, "there are more than %d matchings")
	if a.families == nil {
		a.families = make([][]family, len(a.items))
	}
	a.sides = [2][]matrix.ItemID{a.sides[leftSide][:0], a.sides[rightSide][:0]}
}

// pairMember adds an item to a side of the matching that is being read.
func (a *assembly) pairMember(at spot, key []byte, side int8) {
	id, ok := a.ids[string(key)]
	if !ok {
		a.fault(at, "no item is called %s; items are declared before the matchings", quote(key))
		return
	}
	in, it, here := a.families[id], a.items[id], int32(len(a.matchings))
	switch {
	case len(in) > 0 && in[len(in)-1].matching == here:
		a.fault(at, "this matching names the item %s twice", quote(key))
	case len(in) == maxMatchings:
		a.fault(at, "the item %s is in more than %d matchings, which is the limit for a dump", quote(key), maxMatchings)
	case side == leftSide && (it.secondary || it.bound != matrix.Once):
		a.fault(at, "%s is no primary item that is covered once; the left of a matching has such items", quote(key))
	case side == rightSide && !it.secondary && it.bound.Max != 1:
		a.fault(at, "%s may be covered %d times; the right of a matching has items that are covered at most once", quote(key), it.bound.Max)
	}
	a.room(at, a.members, a.how.Entries, "the matchings name more than %d items")
	a.members++
	a.families[id] = append(in, family{here, side})
	a.sides[side] = append(a.sides[side], id)
}

// endMatching adds the matching that has been read.
func (a *assembly) endMatching(at spot, name string) {
	left, right := a.sides[leftSide], a.sides[rightSide]
	a.keep(at, name, "; it is a matching")
	if len(left) > len(right) {
		a.fault(at, "the matching %s has %d items on its left and %d on its right; each of the left is paired, so write as many on the right, or more",
			quote(name), len(left), len(right))
	}
	a.matchings = append(a.matchings, pairs{name: name})
	a.builder.Matching(name, left, right)
}

// entry adds an item to the option that is being read.
func (a *assembly) entry(at spot, key []byte, color matrix.Color) {
	id, ok := a.ids[string(key)]
	if !ok {
		a.fault(at, "no item is called %s; items are declared before the options", quote(key))
		return
	}
	it, option := &a.items[id], int32(a.builder.Options()+1)
	if it.holder == option {
		a.fault(at, "this option holds the item %s twice", quote(key))
	}
	if color != matrix.NoColor && !it.secondary {
		a.fault(at, "%s is a primary item and takes no color; only secondary items do", quote(key))
	}
	a.room(at, a.entries, a.how.Entries, "the options hold more than %d items")
	it.holder = option
	a.entries++
	a.option = append(a.option, matrix.Entry{Item: id, Color: color})
}

// endOption adds the option that has been read, and hands on its text.
func (a *assembly) endOption(at spot, origin string) {
	a.room(at, a.builder.Options(), a.how.Options, "there are more than %d options")
	a.checkPairs(at)
	o := a.builder.Option(a.option...)
	a.option = a.option[:0]
	if origin != "" && a.how.Origin != nil && a.err == nil {
		a.how.Origin(o, origin)
	}
}

// checkPairs looks whether the option at hand keeps the matchings: of each that
// it meets it holds one item of the left and one of the right, without a color.
func (a *assembly) checkPairs(at spot) {
	if len(a.matchings) == 0 {
		return
	}
	for _, e := range a.option {
		for _, f := range a.families[e.Item] {
			m := &a.matchings[f.matching]
			if f.side == rightSide && e.Color != matrix.NoColor {
				a.fault(at, "this option gives a color to an item of the right of the matching %s, which has none", quote(m.name))
			}
			m.held[f.side]++
		}
	}
	for _, e := range a.option {
		for _, f := range a.families[e.Item] {
			m := &a.matchings[f.matching]
			if m.held != [2]int32{} && m.held != [2]int32{1, 1} { // none: it has been checked
				a.fault(at, "this option holds %d items of the left of the matching %s and %d of its right; it holds one of each, or none",
					m.held[leftSide], quote(m.name), m.held[rightSide])
			}
			m.held = [2]int32{}
		}
	}
}

// nogoodMember adds an option, by its number, to the nogood that is being read.
// Nogoods stand below the options that they name.
func (a *assembly) nogoodMember(at spot, number int32) {
	o, last := matrix.OptionID(number), len(a.together)-1
	if int(number) >= a.builder.Options() {
		a.fault(at, "there is no option %d above; the options are numbered from 0, and nogoods stand below them", number)
	}
	if last >= 0 && a.together[last] >= o {
		a.fault(at, "option %d stands behind option %d; the numbers of a nogood rise", o, a.together[last])
	}
	a.room(at, a.forbidden, a.how.Entries, "the nogoods name more than %d options")
	a.forbidden++
	a.together = append(a.together, o)
}

// endNogood adds the nogood that has been read.
func (a *assembly) endNogood(at spot) {
	if len(a.together) < 2 {
		a.fault(at, "this nogood has fewer than two options; leave out an option that is forbidden alone")
	}
	a.room(at, a.nogoods, a.how.Options, "there are more than %d nogoods")
	a.nogoods++
	a.builder.Forbid(a.together...)
	a.together = a.together[:0]
}
