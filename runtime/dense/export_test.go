package dense

// Auto is the number of open items that the shape of a problem suggests.
const Auto = -1

// Tune begins the second phase at so many open items, 0 for never, and leaves out the filter
// if it is not wanted. Without room for codes there is neither.
func (s *Search) Tune(threshold int, regions bool) {
	if threshold != Auto && s.codes != nil {
		s.threshold = threshold
	}
	if !regions {
		s.regions = nil
	}
}

// Phases returns the number of open items at which the second phase begins, and reports whether
// there is a filter.
func (s *Search) Phases() (threshold int, filter bool) { return s.threshold, s.regions != nil }

// KeepFloors keeps floors however few the items are, and counts losses when an option is taken first.
func (s *Search) KeepFloors() {
	t := *s.table
	t.small, t.floors = nil, floorWords(len(t.rows))
	s.table, s.frames[0].least = &t, make(floors, t.floors)
	s.losses = newLosses(len(s.id))
	for o := range s.takes {
		s.takes[o] = takesToCount - 1
	}
}
