package learn

// tallies counts, for an item, its options that are true and false. Only
// literals before the head of the trail are counted.
type tallies struct {
	chosen, dropped int32
}

// tally counts a literal for its items, all of them before any conclusion is
// drawn, so that untally can take back what a conflict left half done.
func (s *solver) tally(l literal) conflict {
	option := l.option()
	items := s.model.tallied[s.model.talliedFrom[option]:s.model.talliedFrom[option+1]]
	for _, i := range items {
		s.tallies[i].add(l, 1)
	}
	for _, i := range items {
		if c := s.checkTally(i, l); c.found() {
			return c
		}
	}
	return noConflict
}

func (t *tallies) add(l literal, n int32) {
	if l.isTrue() {
		t.chosen += n
	} else {
		t.dropped += n
	}
}

func (s *solver) untally(l literal) {
	option := l.option()
	for _, i := range s.model.tallied[s.model.talliedFrom[option]:s.model.talliedFrom[option+1]] {
		s.tallies[i].add(l, -1)
	}
}

// checkTally concludes from an item that l has just been counted for.
func (s *solver) checkTally(i int32, l literal) conflict {
	b := &s.model.bounds[i]
	t := s.tallies[i]
	if l.isTrue() && t.chosen == b.max || !l.isTrue() && t.dropped == b.to-b.from-b.min {
		return s.settle(i, l)
	}
	return noConflict
}

// settle gives every option of an item that is not counted yet the value other
// than l's.
func (s *solver) settle(i int32, l literal) conflict {
	b := &s.model.bounds[i]
	for _, m := range s.model.members[b.from:b.to] {
		rest := chosen(m.option) | (l&1 ^ 1)
		switch {
		case s.values[rest] == 0:
			s.assign(rest, ofCount(i))
		case s.values[rest] < 0 && int(s.at[m.option].index) >= s.head:
			return conflict{rest, ofCount(i)}
		}
	}
	return noConflict
}

// countReason lists the literals that, being false, make l true because of item
// i: as many of its options as may have the other value, and had it before. If
// l itself is in conflict, the others had the value before it, too.
func (s *solver) countReason(l literal, i int32) []literal {
	b := &s.model.bounds[i]
	wanted := b.max
	if l.isTrue() {
		wanted = b.to - b.from - b.min
	}
	before := s.at[l.option()].index
	s.reason = s.reason[:0]
	for _, m := range s.model.members[b.from:b.to] {
		same := chosen(m.option) | l&1
		if int32(len(s.reason)) < wanted && s.values[same] < 0 && s.at[m.option].index < before {
			s.reason = append(s.reason, same)
		}
	}
	return s.reason
}
