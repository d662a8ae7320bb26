package format

import "quadrille/runtime/matrix"

// assembly puts together the problem that a reader reads. It keeps the limits
// and finds what [matrix.Problem.Validate] would find too late to have a place.
type assembly struct {
	file
	how       Reading
	builder   *matrix.Builder
	ids       map[string]matrix.ItemID // by what options call them
	secondary []bool                   // by item
	bounds    []matrix.Bound           // by item, of the primary ones
	held      []int32                  // by item: the last option that holds it, from 1
	colors    map[string]matrix.Color
	bytes     int // of all names
	entries   int
	option    []matrix.Entry // that is being read
	pairs     pairing
	nogoods   forbidden
}

func newAssembly(name string, how Reading) *assembly {
	return &assembly{
		file:    file{name},
		how:     how.withDefaults(),
		builder: matrix.NewBuilder(),
		ids:     map[string]matrix.ItemID{},
		colors:  map[string]matrix.Color{},
	}
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
	if len(a.ids) == a.how.Items {
		return a.fault(at, "there are more than %d items, which is the limit for a dump", a.how.Items)
	}
	if err := a.hold(at, name); err != nil {
		return err
	}
	if secondary {
		a.ids[key] = a.builder.Secondary(name)
	} else {
		a.ids[key] = a.builder.Primary(name, bound)
	}
	a.secondary = append(a.secondary, secondary)
	a.bounds = append(a.bounds, bound)
	a.held = append(a.held, 0)
	return nil
}

// hold counts the bytes of a name that is kept.
func (a *assembly) hold(at spot, name string) error {
	if a.bytes += len(name); a.bytes > maxName+nameBytes*a.how.Items {
		return a.fault(at, "the names have more than %d bytes together; shorten them", maxName+nameBytes*a.how.Items)
	}
	return nil
}

// entry adds an item to the option that is being read.
func (a *assembly) entry(at spot, key []byte, color matrix.Color) error {
	id, ok := a.ids[string(key)]
	switch {
	case !ok:
		return a.fault(at, "no item is called %s; items are declared before the options", quote(key))
	case a.held[id] == int32(a.builder.Options()+1):
		return a.fault(at, "this option holds the item %s twice", quote(key))
	case color != matrix.NoColor && !a.secondary[id]:
		return a.fault(at, "%s is a primary item and takes no color; only secondary items do", quote(key))
	case a.entries == a.how.Entries:
		return a.fault(at, "the options hold more than %d items, which is the limit for a dump", a.how.Entries)
	}
	a.held[id] = int32(a.builder.Options() + 1)
	a.entries++
	a.option = append(a.option, matrix.Entry{Item: id, Color: color})
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
	if len(a.colors) == a.how.Items {
		return 0, a.fault(at, "there are more than %d colors, which is the limit for a dump", a.how.Items)
	}
	if err := a.hold(at, name); err != nil {
		return 0, err
	}
	c := a.builder.Color(name)
	a.colors[key] = c
	return c, nil
}

// endOption adds the option that has been read.
func (a *assembly) endOption(at spot) (matrix.OptionID, error) {
	if a.builder.Options() >= a.how.Options {
		return 0, a.fault(at, "there are more than %d options, which is the limit for a dump", a.how.Options)
	}
	if err := a.checkPairs(at); err != nil {
		return 0, err
	}
	o := a.builder.Option(a.option...)
	a.option = a.option[:0]
	return o, nil
}

// origin hands on the text of an option.
func (a *assembly) origin(o matrix.OptionID, text string) {
	if a.how.Origin != nil {
		a.how.Origin(o, text)
	}
}

// problem ends the reading.
func (a *assembly) problem(err error) (*matrix.Problem, error) {
	if err != nil {
		return nil, err
	}
	return a.builder.Build()
}
