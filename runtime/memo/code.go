package memo

import (
	"context"
	"iter"
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// words is a state, or a set of its bits. The length is a constant to the
// compiler, so that states lie side by side and are compared in a few
// instructions.
type words interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [32]uint64 | [64]uint64
}

func has[K words](s *K, bit int) bool { return (*s)[bit>>6]>>(bit&63)&1 != 0 }
func set[K words](s *K, bit int)      { (*s)[bit>>6] |= 1 << (bit & 63) }
func unset[K words](s *K, bit int)    { (*s)[bit>>6] &^= 1 << (bit & 63) }

func get[K words](s *K, f field) uint64 { return (*s)[f.word] >> f.shift & f.mask }

func put[K words](s *K, f field, n uint64) {
	(*s)[f.word] = (*s)[f.word]&^(f.mask<<f.shift) | n<<f.shift
}

func add[K words](s, more *K) {
	for k := 0; k < len(*s); k++ {
		(*s)[k] |= (*more)[k]
	}
}

func remove[K words](s, less *K) {
	for k := 0; k < len(*s); k++ {
		(*s)[k] &^= (*less)[k]
	}
}

func within[K words](part, s *K) bool {
	for k := 0; k < len(*s); k++ {
		if (*part)[k]&^(*s)[k] != 0 {
			return false
		}
	}
	return true
}

func intersect[K words](a, b *K) bool {
	for k := 0; k < len(*a); k++ {
		if (*a)[k]&(*b)[k] != 0 {
			return true
		}
	}
	return false
}

// common returns what two sets have in common, and whether that is anything.
func common[K words](a, b *K) (both K, any bool) {
	for k := 0; k < len(both); k++ {
		both[k] = (*a)[k] & (*b)[k]
	}
	return both, both != *new(K)
}

// first returns the lowest bit of a set that is not empty.
func first[K words](set *K) int {
	for k := 0; k < len(*set); k++ {
		if (*set)[k] != 0 {
			return k<<6 + bits.TrailingZeros64((*set)[k])
		}
	}
	return -1
}

func ones[K words](set *K) iter.Seq[int] { return shared(set, set) }

func shared[K words](a, b *K) iter.Seq[int] {
	return func(yield func(int) bool) {
		for k := 0; k < len(*a); k++ {
			for m := (*a)[k] & (*b)[k]; m != 0; m &= m - 1 {
				if !yield(k<<6 + bits.TrailingZeros64(m)) {
					return
				}
			}
		}
	}
}

// holder is the set of options that need a bit, as words of a set of options:
// words[k] is word from+k. Options are sorted so that those words are few.
type holder struct {
	from  int
	words []uint64
}

// code is a problem as masks on states. Its options are those that can be chosen,
// sorted by their first item in the order; but by number if there are multiples, so
// that what comes after an option does not depend on the order of the items.
type code[K words] struct {
	*layout
	option []matrix.OptionID
	need   []K     // the bits that must be set for the option to be possible
	clear  []K     // the bits that are cleared when it is chosen
	file   []int32 // options file[t] to file[t+1]-1 have t as their first item; nil if there are multiples
	matter []K     // the bits that make a difference when t is the first open item of a fixed order

	holder []holder // of each bit
	reach  []K      // of each bit, the bits that its options need

	start   K // the state of the root
	prim    K // the bits of all primary items
	once    K // the bits of those that are covered once
	multi   K // and of the others
	rest    K // the bits of secondary items
	members K // the bits of items: all but those of numbers

	symmetries []permutation[K] // but for the identity; nil if none are known
	orbits     []int            // of the options of the problem; nil if they are not known
	report     func(search.Progress)
	pause      func(words int64, share, known float64)
}

// engine is a problem as masks, whatever the length of its states is.
type engine interface {
	count(context.Context, Options) outcome
	build(context.Context, Options) (*Diagram, error)
	audit(*Diagram) error
}

// newEngine makes the masks of a problem, with words of the right number.
func newEngine(p *matrix.Problem, o Options) (engine, *account, error) {
	l, err := newLayout(p, o)
	if err != nil {
		return nil, nil, err
	}
	for _, try := range []struct {
		words int
		make  func(*layout, Options) (engine, error)
	}{
		{1, newCode[[1]uint64]}, {2, newCode[[2]uint64]}, {3, newCode[[3]uint64]}, {4, newCode[[4]uint64]}, {6, newCode[[6]uint64]},
		{8, newCode[[8]uint64]}, {16, newCode[[16]uint64]}, {32, newCode[[32]uint64]}, {64, newCode[[64]uint64]},
	} {
		if l.bits <= 64*try.words {
			e, err := try.make(l, o)
			return e, l.account, err
		}
	}
	panic("a layout has too many bits")
}

func newCode[K words](l *layout, o Options) (engine, error) {
	c, n := &code[K]{layout: l, report: o.Report, pause: o.Turn}, l.problem.Options()
	err := l.account.take(sizeOf[int32](4*n) + sizeOf[K](2*n+len(l.order)))
	if err != nil {
		return nil, err
	}
	c.sortOptions()
	c.need, c.clear = make([]K, len(c.option)), make([]K, len(c.option))
	c.markItems()
	for k := range c.option {
		c.encode(k)
	}
	c.findMatter()
	return c, c.findHolders()
}

// firstOf returns the first place at which a primary item of an option stands in an
// order, given the places of items, or their number if the option has none: no solution
// needs it then.
func firstOf(p *matrix.Problem, o matrix.OptionID, at []int) int {
	first := len(at)
	for _, e := range p.Option(o) {
		if int(e.Item) < len(at) {
			first = min(first, at[e.Item])
		}
	}
	return first
}

// sortOptions files the useful options by their first item.
func (c *code[K]) sortOptions() {
	firsts := make([]int, c.problem.Options())
	file := make([]int32, len(c.order)+1)
	for o := range firsts {
		firsts[o] = firstOf(c.problem, matrix.OptionID(o), c.bit)
		if firsts[o] < len(c.order) {
			c.option = append(c.option, matrix.OptionID(o))
			file[firsts[o]+1]++
		}
	}
	if len(c.multiples) > 0 {
		return
	}
	slices.SortStableFunc(c.option, func(a, b matrix.OptionID) int { return firsts[a] - firsts[b] })
	for t := range c.order {
		file[t+1] += file[t]
	}
	c.file = file
}

// encode makes the masks of option k. An option that agrees with others on a
// color leaves them the item.
func (c *code[K]) encode(k int) {
	for _, e := range c.problem.Option(c.option[k]) {
		if int(e.Item) >= len(c.bit) {
			set(&c.need[k], c.use[e])
			for _, u := range c.uses[e.Item] {
				if u != c.use[e] || e.Color == matrix.NoColor {
					set(&c.clear[k], u)
				}
			}
			continue
		}
		set(&c.need[k], c.bit[e.Item])
		if c.multipleOf[e.Item] < 0 {
			set(&c.clear[k], c.bit[e.Item])
		}
	}
}

// markItems makes the sets of items and the state of the root.
func (c *code[K]) markItems() {
	for _, i := range c.order {
		set(&c.prim, c.bit[i])
		if c.multipleOf[i] < 0 {
			set(&c.once, c.bit[i])
		} else {
			set(&c.multi, c.bit[i])
		}
	}
	for _, u := range c.use {
		set(&c.rest, u)
	}
	c.members = c.prim
	add(&c.members, &c.rest)
	c.start = c.members
	for _, m := range c.multiples {
		put(&c.start, m.left, m.max)
		if m.max == 0 {
			unset(&c.start, m.bit)
		}
	}
}

// findMatter finds which bits matter when item t is the first open one: those of
// primary items, and those that an option needs which is filed under t or behind.
func (c *code[K]) findMatter() {
	if len(c.use) == 0 || len(c.multiples) > 0 {
		return
	}
	c.matter = make([]K, len(c.order))
	bits := c.prim
	for t := len(c.order) - 1; t >= 0; t-- {
		for o := c.file[t]; o < c.file[t+1]; o++ {
			add(&bits, &c.need[o])
		}
		c.matter[t] = bits
	}
}

// findHolders makes the sets of options that need each bit, and the bits that
// the options of each bit need.
func (c *code[K]) findHolders() error {
	lowest, highest := make([]int, c.bits), make([]int, c.bits)
	for o := len(c.option) - 1; o >= 0; o-- {
		for b := range ones(&c.need[o]) {
			if highest[b] == 0 {
				highest[b] = o>>6 + 1
			}
			lowest[b] = o >> 6
		}
	}
	sum := 0
	for b := range lowest {
		sum += highest[b] - lowest[b]
	}
	if err := c.account.take(sizeOf[uint64](sum) + sizeOf[K](c.bits) + sizeOf[holder](c.bits)); err != nil {
		return err
	}
	c.holder, c.reach = make([]holder, c.bits), make([]K, c.bits)
	for b := range c.holder {
		c.holder[b] = holder{lowest[b], make([]uint64, highest[b]-lowest[b])}
	}
	for o := range c.option {
		for b := range ones(&c.need[o]) {
			h := &c.holder[b]
			h.words[o>>6-h.from] |= 1 << (o & 63)
			add(&c.reach[b], &c.need[o])
		}
	}
	return nil
}

// choose takes option o at the state, but for whose turn it is.
func (c *code[K]) choose(s *K, o int32) {
	remove(s, &c.clear[o])
	if len(c.multiples) > 0 {
		c.spend(s, o)
	}
}

// spend lowers the numbers of the multiples that option o holds.
func (c *code[K]) spend(s *K, o int32) {
	for b := range shared(&c.need[o], &c.multi) {
		left := c.multiples[c.multipleAt(b)].left
		n := get(s, left) - 1
		put(s, left, n)
		if n == 0 {
			unset(s, b)
		}
	}
}
