package dense

import (
	"slices"

	"quadrille/runtime/bits128"
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
	free   mask // sizes of options without a piece
}

// step joins each cell k of up with the cell k+by.
type step struct {
	by uint
	up mask
}

// piece is a piece with the sizes of its options.
type piece struct {
	bit   mask
	sizes mask
}

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
		r.cells = r.cells.With(bits128.Of(s.place[i]))
	}
	r.measure(c, s)
	r.join(s)
	sums := r.sums(mask{})
	for n := range s.cells {
		if len(r.steps) <= maxSteps && !sums.Meets(bits128.Of(n+1)) {
			return r // which refuses regions of some size at least
		}
	}
	return nil
}

// measure notes the sizes of the options.
func (r *regions) measure(c *codes, s *shape) {
	for _, i := range s.pieces {
		r.pieces = append(r.pieces, piece{bit: bits128.Of(s.place[i])})
	}
	for _, test := range c.tests {
		of := &r.free
		if k := slices.IndexFunc(r.pieces, func(p piece) bool { return p.bit.Meets(test) }); k >= 0 {
			of = &r.pieces[k].sizes
		}
		if n := test.And(r.cells).Len(); n > 0 {
			*of = of.With(bits128.Of(n))
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
			r.steps[k].up = r.steps[k].up.With(bits128.Of(from))
		}
	}
}

// sums returns the numbers that are sums of sizes of options.
func (r *regions) sums(used mask) mask {
	sums := bits128.Of(0)
	for k := range r.pieces {
		if p := &r.pieces[k]; !p.bit.Meets(used) {
			sums = sums.With(plus(sums, p.sizes))
		}
	}
	for more := !r.free.Empty(); more; {
		next := sums.With(plus(sums, r.free))
		more, sums = next != sums, next
	}
	return sums
}

// plus returns the sums of a number of one set and one of the other.
func plus(m, n mask) (sums mask) {
	for ; !n.Empty(); n = n.Without(bits128.Of(n.First())) {
		sums = sums.With(m.Up(uint(n.First())))
	}
	return sums
}

// fillable reports whether each region of open cells has a size that can be
// filled. A region that is all there is, is not looked at.
func (r *regions) fillable(used mask) bool {
	open := r.cells.Without(used)
	var sums mask
	for !open.Empty() {
		region := r.spread(open)
		if sums.Empty() {
			if region == open {
				return true
			}
			sums = r.sums(used)
		}
		if !sums.Meets(bits128.Of(region.Len())) {
			return false
		}
		open = open.Without(region)
	}
	return true
}

// spread returns the region of the first open cell.
func (r *regions) spread(open mask) mask {
	region := bits128.Of(open.First())
	for {
		next := region
		for k := range r.steps {
			s := &r.steps[k]
			up, down := next.And(s.up).Up(s.by), next.Down(s.by).And(s.up)
			next = next.With(up.With(down).And(open))
		}
		if next == region {
			return region
		}
		region = next
	}
}
