package memo

import (
	"slices"

	"quadrille/runtime/matrix"
)

// words is a state, or a set of its bits. The length is a constant to the
// compiler, so that states lie side by side and are compared in a few
// instructions.
type words interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [64]uint64
}

func has[K words](s *K, bit int) bool { return (*s)[bit>>6]>>(bit&63)&1 != 0 }
func set[K words](s *K, bit int)      { (*s)[bit>>6] |= 1 << (bit & 63) }
func unset[K words](s *K, bit int)    { (*s)[bit>>6] &^= 1 << (bit & 63) }

// within reports whether all bits of part are in s.
func within[K words](part, s *K) bool {
	for k := 0; k < len(*s); k++ {
		if (*part)[k]&^(*s)[k] != 0 {
			return false
		}
	}
	return true
}

func get[K words](s *K, f field) uint64 { return (*s)[f.word] >> f.shift & f.mask }

func put[K words](s *K, f field, n uint64) {
	(*s)[f.word] = (*s)[f.word]&^(f.mask<<f.shift) | n<<f.shift
}

// pair is an option and one of several that it holds.
type pair struct {
	option  int32
	several int32
}

// code is a problem as masks on states. Its options are those that can be chosen,
// sorted by their first item in the order; but by number if there are several, so
// that what comes after an option does not depend on the order of the items.
type code[K words] struct {
	*layout
	option []matrix.OptionID
	need   []K     // the bits that must be set for the option to be possible
	clear  []K     // the bits that are cleared when it is chosen
	file   []int32 // options file[t] to file[t+1]-1 have t as their first item; nil if there are several
	pairs  []pair
	pairOf []int32 // option o holds pairs[pairOf[o]:pairOf[o+1]]

	holder []holder // of each bit
	reach  []K      // of each bit, the bits that its options need

	start K // the state of the root
	prim  K // the bits of all primary items
	once  K // the bits of those that are covered once
	rest  K // the bits of secondary items

	mirrors []mirror[K] // nil if none are known
}

func newCode[K words](p *matrix.Problem, l *layout, a *account) (*code[K], error) {
	c := &code[K]{layout: l}
	n := int64(p.Options())
	if err := a.take(n*(4+4+4) + sizeOf[K](2*p.Options()) + sizeOf[pair](l.pairs) + sizeOf[K](len(l.order))); err != nil {
		return nil, err
	}
	c.sortOptions(p)
	c.need, c.clear = make([]K, len(c.option)), make([]K, len(c.option))
	c.pairs, c.pairOf = make([]pair, 0, l.pairs), make([]int32, 1, len(c.option)+1)
	for k, o := range c.option {
		c.encode(p, int32(k), o)
		c.pairOf = append(c.pairOf, int32(len(c.pairs)))
	}
	c.markItems()
	return c, c.findHolders(a)
}

// sortOptions files the useful options by their first item.
func (c *code[K]) sortOptions(p *matrix.Problem) {
	first := make([]int32, p.Options())
	for o := range matrix.OptionID(p.Options()) {
		first[o] = int32(len(c.order))
		for _, e := range p.Option(o) {
			if int(e.Item) < p.Primary() {
				first[o] = min(first[o], int32(c.bit[e.Item]))
			}
		}
		if int(first[o]) < len(c.order) {
			c.option = append(c.option, o)
		}
	}
	if len(c.several) > 0 {
		return // see the cursor; and nothing is filed
	}
	slices.SortStableFunc(c.option, func(a, b matrix.OptionID) int { return int(first[a] - first[b]) })
	c.file = make([]int32, len(c.order)+1)
	for _, o := range c.option {
		c.file[first[o]+1]++
	}
	for t := range c.order {
		c.file[t+1] += c.file[t]
	}
}

// encode makes the masks of option k. An option that agrees with others on a
// color leaves them the item.
func (c *code[K]) encode(p *matrix.Problem, k int32, o matrix.OptionID) {
	for _, e := range p.Option(o) {
		if int(e.Item) >= p.Primary() {
			set(&c.need[k], c.use[e])
			for _, u := range c.uses[e.Item] {
				if u != c.use[e] || e.Color == matrix.NoColor {
					set(&c.clear[k], u)
				}
			}
			continue
		}
		set(&c.need[k], c.bit[e.Item])
		if s := c.severed[e.Item]; s >= 0 {
			c.pairs = append(c.pairs, pair{k, int32(s)})
		} else {
			set(&c.clear[k], c.bit[e.Item])
		}
	}
}

// markItems makes the sets of items and the state of the root.
func (c *code[K]) markItems() {
	for _, i := range c.order {
		set(&c.prim, c.bit[i])
		if c.severed[i] < 0 {
			set(&c.once, c.bit[i])
		}
	}
	for _, u := range c.use {
		set(&c.rest, u)
	}
	for k := 0; k < len(c.start); k++ {
		c.start[k] = c.prim[k] | c.rest[k]
	}
	for _, s := range c.several {
		put(&c.start, s.left, s.max)
		if s.max == 0 {
			unset(&c.start, s.bit)
		}
	}
}

// plain reports whether a state is no more than the set of open items.
func (c *code[K]) plain() bool { return len(c.several) == 0 && len(c.use) == 0 }

// choose takes option o at the state, without the cursor.
func (c *code[K]) choose(s *K, o int32) {
	for k := 0; k < len(*s); k++ {
		(*s)[k] &^= c.clear[o][k]
	}
	for _, pr := range c.pairs[c.pairOf[o]:c.pairOf[o+1]] {
		v := &c.several[pr.several]
		left := get(s, v.left) - 1
		put(s, v.left, left)
		if left == 0 {
			unset(s, v.bit)
		}
	}
}
