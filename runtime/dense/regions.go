package dense

import (
	"math/bits"
	"slices"
)

// regions is a filter: it refuses a node if some region of open cells cannot be
// filled, because its size is no sum of sizes of options.
//
// Why it never refuses a solution. The graph joins the cells of each option, so
// that an option whose cells are open lies in one region, a connected part of
// the open cells. Cells must be covered, and exactly once, so the options that a
// solution adds cut each region into parts, and its size is the sum of their
// sizes. Of the options with a piece there is at most one for each piece that is
// not used; of those without one there may be any number. Secondary items,
// colors and nogoods only forbid more. So a region whose size is no such sum has
// no solution.
type regions struct {
	cells mask   // the first bits of the sequence
	steps []step // the edges of the graph, by the difference of their ends

	pieces []piece
	free   sizes // of options without a piece
}

// step joins each cell k of up with the cell k+by.
type step struct {
	by uint
	up mask
}

// piece is a piece with the sizes of its options.
type piece struct {
	bit   mask
	sizes sizes
}

// sizes is a set of numbers below maskBits.
type sizes = mask

// maxSteps bounds the number of differences, as each takes time.
const maxSteps = 24

// newRegions returns nil if the filter would hardly refuse anything, or if one mask
// does not do: there it has been seen to cost more than it saves.
func newRegions(c *codes, s *shape) *regions {
	if len(s.cells) < 2 || len(s.cells) >= maskBits || !s.board() {
		return nil
	}
	r := &regions{}
	for _, i := range s.cells {
		r.cells = r.cells.with(bit(s.place[i]))
	}
	r.measure(c, s)
	r.join(s)
	sums := r.sums(mask{})
	for n := range s.cells {
		if len(r.steps) <= maxSteps && !sums.meets(bit(int32(n+1))) {
			return r // which refuses regions of some size at least
		}
	}
	return nil
}

// measure notes the sizes of the options.
func (r *regions) measure(c *codes, s *shape) {
	for _, i := range s.pieces {
		r.pieces = append(r.pieces, piece{bit: bit(s.place[i])})
	}
	for _, test := range c.tests {
		of := &r.free
		if k := slices.IndexFunc(r.pieces, func(p piece) bool { return p.bit.meets(test) }); k >= 0 {
			of = &r.pieces[k].sizes
		}
		if n := test.and(r.cells).size(); n > 0 {
			*of = of.with(bit(n))
		}
	}
}

// join sorts the edges by difference.
func (r *regions) join(s *shape) {
	for i, neighbours := range s.graph {
		for _, j := range neighbours {
			from, to := s.place[i], s.place[j]
			if from > to {
				continue
			}
			by := uint(to - from)
			k := slices.IndexFunc(r.steps, func(s step) bool { return s.by == by })
			if k < 0 {
				k = len(r.steps)
				r.steps = append(r.steps, step{by: by})
			}
			r.steps[k].up = r.steps[k].up.with(bit(from))
		}
	}
}

// sums returns the numbers that are sums of sizes of options.
func (r *regions) sums(used mask) sizes {
	sums := bit(0)
	for k := range r.pieces {
		if p := &r.pieces[k]; !p.bit.meets(used) {
			sums = sums.with(sums.plus(p.sizes))
		}
	}
	for more := r.free != (mask{}); more; {
		next := sums.with(sums.plus(r.free))
		more, sums = next != sums, next
	}
	return sums
}

// plus returns the sums of a number of one set and one of the other.
func (m sizes) plus(n sizes) (sums sizes) {
	for w := n.a; w != 0; w &= w - 1 {
		sums = sums.with(m.up(uint(bits.TrailingZeros64(w))))
	}
	for w := n.b; w != 0; w &= w - 1 {
		sums = sums.with(m.up(wordBits + uint(bits.TrailingZeros64(w))))
	}
	return sums
}

// up shifts a mask to greater numbers.
func (m mask) up(by uint) mask {
	return mask{m.a << by, m.b<<by | m.a>>(wordBits-by) | m.a<<(by-wordBits)}
}

// down shifts a mask to lesser numbers.
func (m mask) down(by uint) mask {
	return mask{m.a>>by | m.b<<(wordBits-by) | m.b>>(by-wordBits), m.b >> by}
}

// fillable reports whether each region of open cells has a size that can be
// filled. A region that is all there is, is not looked at.
func (r *regions) fillable(used mask) bool {
	open := r.cells.without(used)
	var sums sizes
	for open != (mask{}) {
		region := r.spread(open)
		if sums == (mask{}) {
			if region == open {
				return true
			}
			sums = r.sums(used)
		}
		if !sums.meets(bit(region.size())) {
			return false
		}
		open = open.without(region)
	}
	return true
}

// spread returns the region of the first open cell.
func (r *regions) spread(open mask) mask {
	region := mask{a: open.a & -open.a}
	if open.a == 0 {
		region.b = open.b & -open.b
	}
	for {
		next := region
		for k := range r.steps {
			s := &r.steps[k]
			up := next.and(s.up).up(s.by)
			down := next.down(s.by)
			next.a |= (up.a | down.a&s.up.a) & open.a
			next.b |= (up.b | down.b&s.up.b) & open.b
		}
		if next == region {
			return region
		}
		region = next
	}
}
