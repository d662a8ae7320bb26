package learn

// phases remembers values for the options that are decided.
type phases struct {
	saved     []int8 // the last value of each option
	target    []int8 // in the longest trail without a conflict of late, or 0
	best      []int8 // in the longest since the last time that the phases were reset
	long      int    // the length of the trail of target
	longer    int    // and of best
	resets    int64
	rephaseAt int64 // the conflict at which the phases are reset
}

func newPhases(options int, initial int8, t *tuning) phases {
	p := phases{
		saved:     make([]int8, options),
		target:    make([]int8, options),
		best:      make([]int8, options),
		rephaseAt: t.rephase,
	}
	fill(p.saved, initial)
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
	if s.stable && s.target[o] != 0 {
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
	if length > s.long {
		s.long = length
		s.copyPhases(s.target, length)
	}
	if length > s.longer {
		s.longer = length
		s.copyPhases(s.best, length)
	}
}

func (s *solver) copyPhases(to []int8, length int) {
	for _, l := range s.literals[:length] {
		to[l.option()] = 1 - 2*int8(l&1)
	}
}

// rephase begins anew with other values, now and then.
func (s *solver) rephase() {
	s.resets++
	s.rephaseAt = s.counters.Conflicts + s.tuning.rephase*s.resets
	switch pattern := s.tuning.pattern; pattern[int(s.resets-1)%len(pattern)] {
	case 'O':
		fill(s.saved, s.tuning.initial)
	case 'I':
		fill(s.saved, -s.tuning.initial)
	case 'B':
		for o, v := range s.best {
			if v != 0 {
				s.saved[o] = v
			}
		}
	case 'F':
		for o := range s.saved {
			s.saved[o] = -s.saved[o]
		}
	case 'R':
		for o := range s.saved {
			s.saved[o] = 1 - 2*int8(s.random.Uint32()&1)
		}
	}
	fill(s.target, 0)
	fill(s.best, 0)
	s.long, s.longer = 0, 0
}
