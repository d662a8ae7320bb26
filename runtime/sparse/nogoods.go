package sparse

import "quadrille/runtime/matrix"

// nogoods counts for each nogood how many of its options are not chosen. When it
// is one, that one is hidden.
type nogoods struct {
	missing []int32
	rest    []matrix.OptionID // the options that are not chosen, all in one exclusive or
	holding [][]int32         // by option: the nogoods that hold it; nil if there are none
}

func newNogoods(p *matrix.Problem) nogoods {
	var n nogoods
	if len(p.Nogoods()) == 0 {
		return n
	}
	n.holding = make([][]int32, p.Options())
	for k, set := range p.Nogoods() {
		n.missing, n.rest = append(n.missing, int32(len(set))), append(n.rest, 0)
		for _, o := range set {
			n.rest[k] ^= o
			n.holding[o] = append(n.holding[o], int32(k))
		}
	}
	return n
}

// choose takes note that an option is chosen.
func (n *nogoods) choose(o matrix.OptionID) {
	for _, k := range n.holding[o] {
		n.missing[k]--
		n.rest[k] ^= o
	}
}

// unchoose reverses choose.
func (n *nogoods) unchoose(o matrix.OptionID) {
	for _, k := range n.holding[o] {
		n.missing[k]++
		n.rest[k] ^= o
	}
}

// complete hides the options that, with option o, would complete a nogood. It
// returns false, and leaves some of them, if an item is short.
func (s *Search) complete(o matrix.OptionID) bool {
	for _, k := range s.nogoods.holding[o] {
		if s.nogoods.missing[k] != 1 {
			continue
		}
		if x := s.first[s.nogoods.rest[k]]; x != none && s.alive(x) && !s.hide(x) {
			return false
		}
	}
	return true
}
