package format

import "quadrille/runtime/matrix"

// maxMatchings is in how many matchings an item may be. It bounds the work that
// an entry makes.
const maxMatchings = 64

// pairing is what an assembly knows of matchings. They stand above the options,
// so that the option that breaks one has a place.
type pairing struct {
	names   []string
	of      [][]family // by item: the families that it is in; nil before the first matching
	members int        // of all families

	left, right []matrix.ItemID // of the matching that is being read
	count       [][2]int32      // by matching: items of its families in the option at hand
	touched     []int32         // the matchings whose count is not zero
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

// beginMatching is for what stands before the items of a matching.
func (a *assembly) beginMatching(at spot) error {
	switch {
	case a.builder.Options() > 0:
		return a.fault(at, "a matching stands below an option; write the matchings between the items and the options")
	case len(a.pairs.names) == a.how.Items:
		return a.fault(at, "there are more than %d matchings, which is the limit for a dump", a.how.Items)
	case a.pairs.of == nil:
		a.pairs.of = make([][]family, len(a.held))
	}
	a.pairs.left, a.pairs.right = a.pairs.left[:0], a.pairs.right[:0]
	return nil
}

// pairMember adds an item to a side of the matching that is being read.
func (a *assembly) pairMember(at spot, key []byte, side int8) error {
	p := &a.pairs
	id, ok := a.ids[string(key)]
	if !ok {
		return a.fault(at, "no item is called %s; items are declared before the matchings", quote(key))
	}
	in, bound := p.of[id], a.bounds[id]
	here := int32(len(p.names))
	switch {
	case len(in) > 0 && in[len(in)-1].matching == here:
		return a.fault(at, "this matching names the item %s twice", quote(key))
	case len(in) == maxMatchings:
		return a.fault(at, "the item %s is in more than %d matchings, which is the limit for a dump", quote(key), maxMatchings)
	case p.members == a.how.Entries:
		return a.fault(at, "the matchings name more than %d items, which is the limit for a dump", a.how.Entries)
	case side == leftSide && (a.secondary[id] || bound != matrix.Once):
		return a.fault(at, "%s is no primary item that is covered once; the left of a matching has such items", quote(key))
	case side == rightSide && !a.secondary[id] && bound.Max != 1:
		return a.fault(at, "%s may be covered %d times; the right of a matching has items that are covered at most once", quote(key), bound.Max)
	}
	p.members++
	p.of[id] = append(in, family{here, side})
	if side == leftSide {
		p.left = append(p.left, id)
	} else {
		p.right = append(p.right, id)
	}
	return nil
}

// endMatching adds the matching that has been read.
func (a *assembly) endMatching(at spot, name string) error {
	if fault := nameFault(name); fault != "" {
		return a.fault(at, "%s; it is a matching", fault)
	}
	if err := a.hold(at, name); err != nil {
		return err
	}
	p := &a.pairs
	p.names = append(p.names, name)
	p.count = append(p.count, [2]int32{})
	a.builder.Matching(name, p.left, p.right)
	return nil
}

// checkPairs tells whether the option at hand keeps the matchings: of each that
// it meets it holds one item of the left and one of the right, without a color.
func (a *assembly) checkPairs(at spot) error {
	p := &a.pairs
	if p.of == nil {
		return nil
	}
	p.touched = p.touched[:0]
	for _, e := range a.option {
		for _, f := range p.of[e.Item] {
			if f.side == rightSide && e.Color != matrix.NoColor {
				return a.fault(at, "this option gives a color to an item of the right of the matching %s, which has none", quote(p.names[f.matching]))
			}
			if p.count[f.matching] == [2]int32{} {
				p.touched = append(p.touched, f.matching)
			}
			p.count[f.matching][f.side]++
		}
	}
	for _, m := range p.touched {
		c := p.count[m]
		if c != [2]int32{1, 1} {
			return a.fault(at, "this option holds %d items of the left of the matching %s and %d of its right; it holds one of each, or none",
				c[leftSide], quote(p.names[m]), c[rightSide])
		}
		p.count[m] = [2]int32{}
	}
	return nil
}
