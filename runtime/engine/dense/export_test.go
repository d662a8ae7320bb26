package dense

// Auto is the number of open items that the shape of a problem suggests.
const Auto = -1

// SetPhases begins the second phase at so many open items, 0 for never, and leaves out the filter
// if it is not wanted. Without room for codes there is neither.
func (s *BitSearch) SetPhases(threshold int, regions bool) {
	if threshold != Auto && s.optionCodes != nil {
		s.phaseThreshold = threshold
	}
	if !regions {
		s.regionFilter = nil
	}
}

// PhaseSettings returns the number of open items at which the second phase begins, and reports whether
// there is a filter.
func (s *BitSearch) PhaseSettings() (threshold int, filter bool) {
	return s.phaseThreshold, s.regionFilter != nil
}

// KeepLowerBounds keeps floors however few the items are, and counts losses when an option is taken first.
func (s *BitSearch) KeepLowerBounds() {
	t := *s.optionTable
	t.smallRows, t.lowerBoundWords = nil, wordsOfBounds(len(t.rowRanges))
	s.optionTable, s.frames[0].itemBounds = &t, make(lowerBounds, t.lowerBoundWords)
	s.boundLosses = newBoundLosses(len(s.optionIDs))
	for o := range s.choiceCounts {
		s.choiceCounts[o] = minChoicesForLosses - 1
	}
}
