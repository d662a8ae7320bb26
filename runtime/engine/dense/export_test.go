package dense

// Auto is the number of open items that the shape of a problem suggests.
const Auto = -1

// SetPhases sets the number of open items at which the second phase begins (0 means never), and removes the filter if
// it is not wanted. If the options have no codes, there is neither.
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

// KeepLowerBounds uses lower bounds however few the items are, and computes the losses of an option when it is chosen
// for the first time.
func (s *BitSearch) KeepLowerBounds() {
	t := *s.optionTable
	t.smallRows, t.lowerBoundWords = nil, wordsOfBounds(len(t.rowRanges))
	s.optionTable, s.frames[0].itemBounds = &t, make(lowerBounds, t.lowerBoundWords)
	s.boundLosses = newBoundLosses(len(s.optionIDs))
	for o := range s.choiceCounts {
		s.choiceCounts[o] = minChoicesForLosses - 1
	}
}
