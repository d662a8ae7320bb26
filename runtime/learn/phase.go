package learn

// phases remembers values for the options that are decided: 1 true, -1 false.
type phases struct {
	saved  []int8 // the last value of each option
	target []int8 // in the longest trail without a conflict since the last change, or 0
	long   int    // the length of that trail
	change int64  // the changes so far
	next   int64  // the conflict at which the next one is due
}

func newPhases(options int, t *tuning) phases {
	p := phases{saved: make([]int8, options), target: make([]int8, options), next: t.rephase}
	fill(p.saved, t.initial)
	return p
}

func fill(values []int8, v int8) {
	for o := range values {
		values[o] = v
	}
}

// phase returns the literal to decide for an option.
func (s *solver) phase(o int32) literal {
	v := s.saved[o]
	if s.target[o] != 0 {
		v = s.target[o]
	}
	if v > 0 {
		return chosen(o)
	}
	return dropped(o)
}

// keepPhases notes the values of the trail without its last level, which is in
// conflict, if it is the longest.
func (s *solver) keepPhases() {
	length := len(s.literals)
	if s.level() > 0 {
		length = int(s.cuts[s.level()-1])
	}
	if length <= s.long {
		return
	}
	s.long = length
	for _, l := range s.literals[:length] {
		s.target[l.option()] = 1 - 2*int8(l&1)
	}
}

// rephase changes the phases, in turn to those of the longest trail, to the first
// ones and to others far from them, so that the search is not caught where there is
// no solution. The time between changes grows.
func (s *solver) rephase() {
	c := s.tuning.changes[s.change%int64(len(s.tuning.changes))]
	s.change++
	s.next = s.counters.Conflicts + s.tuning.rephase*s.change
	for o := range s.saved {
		s.saved[o] = s.rephased(o, c)
	}
	fill(s.target, 0)
	s.long = 0
}

// rephased returns the phase that a change of kind c gives an option.
func (s *solver) rephased(o int, c byte) int8 {
	switch {
	case c == 'O': // the first
		return s.tuning.initial
	case c == 'I': // the other
		return -s.tuning.initial
	case c == 'F': // flipped
		return -s.saved[o]
	case c == 'R': // random
		return 1 - 2*int8(s.random.Uint32()&1)
	case s.target[o] != 0: // 'B', the best
		return s.target[o]
	}
	return s.saved[o]
}
