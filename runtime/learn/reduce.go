package learn

import "slices"

// A clause whose literals come from no more levels than this is kept for good.
const glue = 2

// Clauses with no more levels than this are kept longer after their last use.
const goodLevels = 6

// use notes that a learned clause took part in a conflict, and with how many levels.
func (s *solver) use(r reference) {
	if !s.isLearned(r) {
		return
	}
	levels := s.levels(r)
	if levels > glue {
		s.stamp++
		now := uint32(0)
		for _, w := range s.literalsOf(r) {
			if level := s.at[literal(w).option()].level; s.stamps[level] != s.stamp {
				s.stamps[level] = s.stamp
				now++
			}
		}
		levels = min(levels, now)
	}
	used := uint32(1)
	if levels <= goodLevels {
		used = 2
	}
	s.setUse(r, levels, used)
}

// reduce deletes most of the learned clauses that were not used of late, those
// with many levels first.
func (s *solver) reduce() {
	s.reductions++
	s.reduceAt = s.counters.Conflicts + int64(float64(s.tuning.reduce)*float64(s.reductions+1))
	s.ranked = s.ranked[:0]
	for _, r := range s.arena.learned {
		levels, used := s.levels(r), s.used(r)
		if used > 0 {
			s.setUse(r, levels, used-1)
		}
		if levels > glue && used == 0 && !s.isReason(r) {
			size := min(s.words[r]&sizeMask, 1<<16-1)
			s.ranked = append(s.ranked, uint64(min(levels, 1<<16-1))<<48|uint64(size)<<32|uint64(r))
		}
	}
	slices.Sort(s.ranked)
	keep := len(s.ranked) / 4
	for _, rank := range s.ranked[keep:] {
		s.drop(reference(rank))
		s.counters.Forgotten++
	}
	s.collect()
}

// isReason reports whether a clause is why its first literal is true.
func (s *solver) isReason(r reference) bool {
	first := literal(s.words[r+headerWords])
	return s.values[first] > 0 && s.at[first.option()].why.is(r)
}

// shed makes room by forgetting early, and reports whether that was enough.
func (s *solver) shed() bool {
	s.reduce()
	return s.bytes() <= s.options.MaxMemory
}

// collect compacts the arena and moves the reasons with it.
func (s *solver) collect() {
	s.compact()
	for _, l := range s.literals {
		at := &s.at[l.option()]
		if at.why.isClause() {
			at.why = ofClause(s.moved(at.why.clause()))
		}
	}
}
