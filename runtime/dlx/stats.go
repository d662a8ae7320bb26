package dlx

// Stats counts the effort of a search.
type Stats struct {
	// Nodes counts the calls of the search procedure, the root and each
	// solution included.
	Nodes int64 `json:"nodes"`
	// Updates counts removals from a doubly linked list: in a cover, one for
	// the item and one for each node taken out of another item's list.
	Updates int64 `json:"updates"`
	// Mems estimates accesses to words of memory in the links, undoing included;
	// what a chooser looks at is not in it.
	Mems int64 `json:"mems"`
	// Solutions counts the solutions found.
	Solutions int64 `json:"solutions"`
	// Profile has an entry for each level that was reached.
	Profile []Level `json:"profile"`
}

// Level is one line of a profile. Updates are those on the way from the
// level above to this one, as the paper counts them.
type Level struct {
	Nodes     int64 `json:"nodes"`
	Updates   int64 `json:"updates"`
	Solutions int64 `json:"solutions"`
}

// Stats returns the effort of the run so far.
func (s *Search) Stats() Stats {
	stats := s.stats
	stats.Updates, stats.Mems = s.updates, s.mems()
	return stats
}

func (s *Search) report() {
	s.reportAt = s.updates + s.stats.Nodes + s.options.ReportEvery
	s.options.Report(Progress{
		Share:     s.share(),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.updates,
	})
}

// share estimates the part of the tree that is done: with branch t of d being
// tried at a level, (t-1)/d of that level's part is done, and the rest is
// taken to be in the middle of its own.
func (s *Search) share() float64 {
	done, part := 0.0, 1.0
	for _, st := range s.path {
		if st.of == 0 {
			break
		}
		part /= float64(st.of)
		done += part * float64(max(0, st.tried-1))
	}
	return done + part/2
}
