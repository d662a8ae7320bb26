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

// Phases reports whether the search has a second phase and the filter.
func (s *Search) Phases() (second, filter bool) { return s.threshold > 0, s.regions != nil }
