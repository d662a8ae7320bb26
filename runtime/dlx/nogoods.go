package dlx

import "quadrille/runtime/matrix"

// nogoods counts for each nogood how many of its options are not chosen yet. When
// it is one, that one is pruned (the counters of Knuth's partial-latin-gad-swap,
// section 81).
type nogoods struct {
	sets    [][]matrix.OptionID
	missing []int32
	holding [][]int32 // by option: the nogoods that hold it
}

// newNogoods returns nil if p has none.
func newNogoods(p *matrix.Problem) *nogoods {
	sets := p.Nogoods()
	if len(sets) == 0 {
		return nil
	}
	n := &nogoods{sets: sets, missing: make([]int32, len(sets)), holding: make([][]int32, p.Options())}
	for k, set := range sets {
		n.missing[k] = int32(len(set))
		for _, o := range set {
			n.holding[o] = append(n.holding[o], int32(k))
		}
	}
	return n
}

// completing notes that the option of node x is chosen, and prunes every option
// that would complete a nogood.
func (s *Search) completing(x int32) {
	chosen := s.option(x)
	for _, k := range s.nogoods.holding[chosen] {
		if s.nogoods.missing[k]--; s.nogoods.missing[k] == 1 {
			s.pruneLast(s.nogoods.sets[k])
		}
	}
}

// pruneLast prunes the option of a nogood that is not chosen, if it is there.
func (s *Search) pruneLast(set []matrix.OptionID) {
	for _, o := range set {
		if x := s.first[o]; s.alive(x) {
			s.prune(x)
			s.undo = append(s.undo, x)
			return
		}
	}
}

// uncompleting reverses the counting of completing. What it pruned has been
// restored.
func (s *Search) uncompleting(x int32) {
	for _, k := range s.nogoods.holding[s.option(x)] {
		s.nogoods.missing[k]++
	}
}

// alive reports whether the option that begins at node x can still be chosen: all
// its nodes are in their lists, and all its items may be covered again. A node that
// has been taken out of its list still points to its neighbours, but they do not
// point back.
func (l *links) alive(x int32) bool {
	for q := x; l.nodes[q].item >= 0; q++ {
		n := &l.nodes[q]
		if l.nodes[n.up].down != q || l.nodes[n.down].up != q || l.headers[n.item].bound == 0 {
			return false
		}
	}
	return l.nodes[x].item >= 0 // an option without items is never chosen
}
