package format

import "quadrille/runtime/matrix"

const (
	// nameBytes is how many bytes the names of a dump may have together, for each
	// item that it may have; so that a dump of long names does not fill the memory
	// before it has too many items.
	nameBytes = 64

	// maxMatchings is in how many matchings an item may be. It bounds the work that
	// an entry makes.
	maxMatchings = 64
)

// assembly puts together the problem that a reader reads: items, matchings, options,
// nogoods. It keeps the limits and finds what [matrix.Problem.Validate] would find
// too late to have a place.
type assembly struct {
	*scanner
	exact   func(spot) spot // nil, or what makes a place of a reader that of an error
	how     Reading
	builder *matrix.Builder
	ids     map[string]matrix.ItemID // by what options call them
	items   []declared               // by id
	colors  map[string]matrix.Color
	bytes   int            // of all names
	entries int            // of all options
	option  []matrix.Entry // that is being read

	families  [][]family         // by item: those that it is in; nil before the first matching
	matchings []string           // their names
	members   int                // of all families
	sides     [2][]matrix.ItemID // of the matching that is being read
	held      [][2]int32         // by matching: items of its families in the option at hand
	touched   []int32            // the matchings that the option at hand meets

	nogoods, forbidden int               // how many there are, and the options that all of them name
	together           []matrix.OptionID // of the nogood that is being read
}

// declared is what options have to know of an item.
type declared struct {
	secondary bool
	bound     matrix.Bound
	holder    int32 // the last option that holds it, from 1
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

func (a *assembly) fault(at spot, format string, args ...any) error {
	if a.exact != nil {
		at = a.exact(at)
	}
	return a.scanner.fault(at, format, args...)
}

// room tells whether there may be one more of what there are n, and at most so
// many. What says it in a message, with a number in it.
func (a *assembly) room(at spot, n, most int, what string) error {
	if n < most {
		return nil
	}
	return a.fault(at, what+", which is the limit for a dump", most)
}

// item declares an item. Options call it key, which is its name but where a
// dump has short names.
func (a *assembly) item(at spot, key, name string, secondary bool, bound matrix.Bound) error {
	if fault := nameFault(name); fault != "" {
		return a.fault(at, "%s", fault)
	}
	if _, taken := a.ids[key]; taken {
		return a.fault(at, "the item %s stands here twice; names of items differ", quote(key))
	}
	if err := a.room(at, len(a.ids), a.how.Items, "there are more than %d items"); err != nil {
		return err
	}
	if err := a.hold(at, name); err != nil {
		return err
	}
	if secondary {
		a.ids[key] = a.builder.Secondary(name)
	} else {
		a.ids[key] = a.builder.Primary(name, bound)
	}
	a.items = append(a.items, declared{secondary: secondary, bound: bound})
	return nil
}

// hold counts the bytes of a name that is kept.
func (a *assembly) hold(at spot, name string) error {
	if a.bytes += len(name); a.bytes > maxName+nameBytes*a.how.Items {
		return a.fault(at, "the names have more than %d bytes together; shorten them", maxName+nameBytes*a.how.Items)
	}
	return nil
}

// color returns the color of a name.
func (a *assembly) color(at spot, name []byte) (matrix.Color, error) {
	if c, ok := a.colors[string(name)]; ok {
		return c, nil
	}
	return a.newColor(at, string(name), string(name))
}

// newColor declares a color. Options call it key.
func (a *assembly) newColor(at spot, key, name string) (matrix.Color, error) {
	if fault := nameFault(name); fault != "" {
		return 0, a.fault(at, "%s; it is a color", fault)
	}
	if err := a.room(at, len(a.colors), a.how.Items, "there are more than %d colors"); err != nil {
		return 0, err
	}
	if err := a.hold(at, name); err != nil {
		return 0, err
	}
	c := a.builder.Color(name)
	a.colors[key] = c
	return c, nil
}

// beginMatching is for what stands before the items of a matching. The matchings
// stand above the options, so that the option that breaks one has a place.
func (a *assembly) beginMatching(at spot) error {
	if a.builder.Options() > 0 {
		return a.fault(at, "a matching stands below an option; write the matchings between the items and the options")
	}
	if a.families == nil {
		a.families = make([][]family, len(a.items))
	}
	a.sides = [2][]matrix.ItemID{a.sides[leftSide][:0], a.sides[rightSide][:0]}
	return a.room(at, len(a.matchings), a.how.Items, "there are more than %d matchings")
}

// pairMember adds an item to a side of the matching that is being read.
func (a *assembly) pairMember(at spot, key []byte, side int8) error {
	id, ok := a.ids[string(key)]
	if !ok {
		return a.fault(at, "no item is called %s; items are declared before the matchings", quote(key))
	}
	in, it, here := a.families[id], a.items[id], int32(len(a.matchings))
	switch {
	case len(in) > 0 && in[len(in)-1].matching == here:
		return a.fault(at, "this matching names the item %s twice", quote(key))
	case len(in) == maxMatchings:
		return a.fault(at, "the item %s is in more than %d matchings, which is the limit for a dump", quote(key), maxMatchings)
	case side == leftSide && (it.secondary || it.bound != matrix.Once):
		return a.fault(at, "%s is no primary item that is covered once; the left of a matching has such items", quote(key))
	case side == rightSide && !it.secondary && it.bound.Max != 1:
		return a.fault(at, "%s may be covered %d times; the right of a matching has items that are covered at most once", quote(key), it.bound.Max)
	}
	if err := a.room(at, a.members, a.how.Entries, "the matchings name more than %d items"); err != nil {
		return err
	}
	a.members++
	a.families[id] = append(in, family{here, side})
	a.sides[side] = append(a.sides[side], id)
	return nil
}

// endMatching adds the matching that has been read.
func (a *assembly) endMatching(at spot, name string) error {
	if fault := nameFault(name); fault != "" {
		return a.fault(at, "%s; it is a matching", fault)
	}
	left, right := a.sides[leftSide], a.sides[rightSide]
	if len(left) > len(right) {
		return a.fault(at, "the matching %s has %d items on its left and %d on its right; each of the left is paired, so write as many on the right, or more",
			quote(name), len(left), len(right))
	}
	if err := a.hold(at, name); err != nil {
		return err
	}
	a.matchings = append(a.matchings, name)
	a.held = append(a.held, [2]int32{})
	a.builder.Matching(name, left, right)
	return nil
}

// entry adds an item to the option that is being read.
func (a *assembly) entry(at spot, key []byte, color matrix.Color) error {
	id, ok := a.ids[string(key)]
	if !ok {
		return a.fault(at, "no item is called %s; items are declared before the options", quote(key))
	}
	it, option := &a.items[id], int32(a.builder.Options()+1)
	switch {
	case it.holder == option:
		return a.fault(at, "this option holds the item %s twice", quote(key))
	case color != matrix.NoColor && !it.secondary:
		return a.fault(at, "%s is a primary item and takes no color; only secondary items do", quote(key))
	}
	if err := a.room(at, a.entries, a.how.Entries, "the options hold more than %d items"); err != nil {
		return err
	}
	it.holder = option
	a.entries++
	a.option = append(a.option, matrix.Entry{Item: id, Color: color})
	return nil
}

// endOption adds the option that has been read.
func (a *assembly) endOption(at spot) (matrix.OptionID, error) {
	if err := a.room(at, a.builder.Options(), a.how.Options, "there are more than %d options"); err != nil {
		return 0, err
	}
	if err := a.checkPairs(at); err != nil {
		return 0, err
	}
	o := a.builder.Option(a.option...)
	a.option = a.option[:0]
	return o, nil
}

// checkPairs tells whether the option at hand keeps the matchings: of each that
// it meets it holds one item of the left and one of the right, without a color.
func (a *assembly) checkPairs(at spot) error {
	if a.families == nil {
		return nil
	}
	a.touched = a.touched[:0]
	for _, e := range a.option {
		for _, f := range a.families[e.Item] {
			if f.side == rightSide && e.Color != matrix.NoColor {
				return a.fault(at, "this option gives a color to an item of the right of the matching %s, which has none", quote(a.matchings[f.matching]))
			}
			if a.held[f.matching] == [2]int32{} {
				a.touched = append(a.touched, f.matching)
			}
			a.held[f.matching][f.side]++
		}
	}
	for _, m := range a.touched {
		if n := a.held[m]; n != [2]int32{1, 1} {
			return a.fault(at, "this option holds %d items of the left of the matching %s and %d of its right; it holds one of each, or none",
				n[leftSide], quote(a.matchings[m]), n[rightSide])
		}
		a.held[m] = [2]int32{}
	}
	return nil
}

// nogoodMember adds an option, by its number, to the nogood that is being read.
// Nogoods stand below the options that they name.
func (a *assembly) nogoodMember(at spot, number int32) error {
	o, last := matrix.OptionID(number), len(a.together)-1
	switch {
	case int(number) >= a.builder.Options():
		return a.fault(at, "there is no option %d above; the options are numbered from 0, and nogoods stand below them", number)
	case last >= 0 && a.together[last] >= o:
		return a.fault(at, "option %d stands behind option %d; the numbers of a nogood rise", o, a.together[last])
	}
	if err := a.room(at, a.forbidden, a.how.Entries, "the nogoods name more than %d options"); err != nil {
		return err
	}
	a.forbidden++
	a.together = append(a.together, o)
	return nil
}

// endNogood adds the nogood that has been read.
func (a *assembly) endNogood(at spot) error {
	if len(a.together) < 2 {
		return a.fault(at, "this nogood has fewer than two options; leave out an option that is forbidden alone")
	}
	if err := a.room(at, a.nogoods, a.how.Options, "there are more than %d nogoods"); err != nil {
		return err
	}
	a.nogoods++
	a.builder.Forbid(a.together...)
	a.together = a.together[:0]
	return nil
}
