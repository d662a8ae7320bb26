package staged

import "math/bits"

// reach is what a piece can do by a mapping, or by some mapping of a shift.
type reach struct {
	targets, sources set
	size             int // the most cells the piece can have
}

// tables say what each mapping and each shift can cover. From here on a shift is
// its place among the legal ones, and so is the shift of a mapping.
type tables struct {
	legal     []int // the legal shifts, by their number in the problem
	byMapping []reach
	byShift   []reach // all motions together
	byFirst   []reach // by shift: the motions of the first piece together

	coverers   []set // by target: the shifts that cover it
	last       []int // by target: the last of them, or -1
	most       []int // by shift: the largest size of this one and all behind it
	allTargets set
	allSources set
}

func newTables(p *Problem) *tables {
	t := &tables{allTargets: newFull(p.Targets), allSources: newFull(p.Sources)}
	t.findLegal(p)
	t.byMapping = newReaches(p, len(t.legal)*p.Motions)
	t.byShift = newReaches(p, len(t.legal))
	t.byFirst = newReaches(p, len(t.legal))
	for i, shift := range t.legal {
		for motion := range p.Motions {
			r := &t.byMapping[i*p.Motions+motion]
			r.follow(p.Onto[shift*p.Motions+motion], p.MaxSize)
			t.byShift[i].join(r)
			if p.First[motion] {
				t.byFirst[i].join(r)
			}
		}
	}
	t.findCoverers(p.Targets)
	return t
}

func (t *tables) findLegal(p *Problem) {
	for shift := range p.Shifts {
		for _, onto := range p.Onto[shift*p.Motions : (shift+1)*p.Motions] {
			if moves(onto) {
				t.legal = append(t.legal, shift)
				break
			}
		}
	}
}

func moves(onto []int32) bool {
	for _, b := range onto {
		if b >= 0 {
			return true
		}
	}
	return false
}

func newReaches(p *Problem, count int) []reach {
	out := make([]reach, count)
	targets, sources := newSets(count, p.Targets), newSets(count, p.Sources)
	for i := range out {
		out[i].targets, out[i].sources = targets[i], sources[i]
	}
	return out
}

// follow makes r the reach of one mapping.
func (r *reach) follow(onto []int32, maxSize int) {
	for a, b := range onto {
		if b >= 0 {
			r.sources.add(a)
			r.targets.add(int(b))
			r.size++
		}
	}
	r.size = min(r.size, maxSize)
}

// join adds another mapping that the piece may have instead.
func (r *reach) join(other *reach) {
	r.targets.unite(r.targets, other.targets)
	r.sources.unite(r.sources, other.sources)
	r.size = max(r.size, other.size)
}

func (t *tables) findCoverers(targets int) {
	t.coverers = newSets(targets, len(t.legal))
	t.last = make([]int, targets)
	for b := range t.last {
		t.last[b] = -1
	}
	t.most = make([]int, len(t.legal))
	for i := range t.byShift {
		for w, word := range t.byShift[i].targets {
			for ; word != 0; word &= word - 1 {
				b := w*64 + bits.TrailingZeros64(word)
				t.coverers[b].add(i)
				t.last[b] = i
			}
		}
	}
	most := 0
	for i := len(t.most) - 1; i >= 0; i-- {
		most = max(most, t.byShift[i].size)
		t.most[i] = most
	}
}

// reach returns what piece k can do by a shift.
func (t *tables) reach(k, shift int) *reach {
	if k == 0 {
		return &t.byFirst[shift]
	}
	return &t.byShift[shift]
}
