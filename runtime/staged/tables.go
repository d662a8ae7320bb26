package staged

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// reach is what a piece can do by a mapping, or by some mapping of a shift, or what
// several pieces can do together.
type reach struct {
	targets, sources matrix.Bits
	size             int // the most cells the pieces can have
}

func newReaches(p *Problem, count int) []reach {
	out := make([]reach, count)
	targets, sources := matrix.NewBitRows(count, p.Targets), matrix.NewBitRows(count, p.Sources)
	for i := range out {
		out[i].targets, out[i].sources = targets[i], sources[i]
	}
	return out
}

// tables say what each mapping and each shift can cover.
type tables struct {
	byMapping []reach
	byShift   []reach // all motions together
	byFirst   []reach // by shift: the motions of the first piece together

	last       []int // by target: the last shift that covers it, or -1
	most       []int // by shift: the largest size of this one and all behind it
	allTargets matrix.Bits
	allSources matrix.Bits
}

func newTables(p *Problem) *tables {
	t := &tables{allTargets: matrix.NewBits(p.Targets), allSources: matrix.NewBits(p.Sources)}
	t.allTargets.Fill(p.Targets)
	t.allSources.Fill(p.Sources)
	t.byMapping, t.byShift, t.byFirst = newReaches(p, len(p.Onto)), newReaches(p, p.Shifts), newReaches(p, p.Shifts)
	for m, onto := range p.Onto {
		r, shift := &t.byMapping[m], m/p.Motions
		r.follow(onto, p.MaxSize)
		t.byShift[shift].join(r)
		if p.First[m%p.Motions] {
			t.byFirst[shift].join(r)
		}
	}
	t.last, t.most = slices.Repeat([]int{-1}, p.Targets), make([]int, p.Shifts)
	for i := range t.byShift {
		for b := range t.byShift[i].targets.Each {
			t.last[b] = i
		}
	}
	most := 0
	for i := len(t.most) - 1; i >= 0; i-- {
		most = max(most, t.byShift[i].size)
		t.most[i] = most
	}
	return t
}

// follow makes r the reach of one mapping.
func (r *reach) follow(onto []int32, maxSize int) {
	for a, b := range onto {
		if b >= 0 {
			r.sources.Add(a)
			r.targets.Add(int(b))
			r.size++
		}
	}
	r.size = min(r.size, maxSize)
}

// join adds another mapping that the piece may have instead.
func (r *reach) join(other *reach) {
	unite(r.targets, r.targets, other.targets)
	unite(r.sources, r.sources, other.sources)
	r.size = max(r.size, other.size)
}

// add makes r the reach of pieces together.
func (r *reach) add(some, others *reach) {
	unite(r.targets, some.targets, others.targets)
	unite(r.sources, some.sources, others.sources)
	r.size = some.size + others.size
}

// reach returns what piece k can do by a shift.
func (t *tables) reach(k, shift int) *reach {
	if k == 0 {
		return &t.byFirst[shift]
	}
	return &t.byShift[shift]
}

// unite makes s the union of a and b, and returns its size.
func unite(s, a, b matrix.Bits) int {
	n := 0
	for i := range s {
		w := a[i] | b[i]
		s[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// covers reports whether everything in s is in a or in b.
func covers(a, b, s matrix.Bits) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}
