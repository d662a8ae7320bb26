package sparse

import "quadrille/runtime/search"

// Stats returns the effort since the last call of Solutions, or since the
// beginning. Updates are the entries of options that left the sets of their
// items on the way to nodes at which no item is short. Mems are not estimated.
func (s *Search) Stats() search.Stats {
	stats := s.stats
	stats.Updates = s.charged
	return stats
}

// Reset sets the effort to zero.
func (s *Search) Reset() {
	s.stats = search.Stats{Profile: make([]search.Level, 1)}
	s.removed, s.charged, s.reportAt, s.err = 0, 0, s.options.ReportEvery, nil
}

// book counts a node, and the updates on the way to it.
func (s *Search) book(level int) {
	for len(s.stats.Profile) <= level {
		s.stats.Profile = append(s.stats.Profile, search.Level{})
	}
	s.stats.Nodes++
	l := &s.stats.Profile[level]
	l.Nodes++
	l.Updates += s.removed - s.charged
	s.charged = s.removed
	if s.options.Report != nil && s.charged+s.stats.Nodes >= s.reportAt {
		s.report()
	}
}

func (s *Search) report() {
	s.reportAt = s.charged + s.stats.Nodes + s.options.ReportEvery
	s.options.Report(search.Progress{
		Share:     s.done(),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.charged,
	})
}

// done estimates the part of the tree that is done: the branches behind those
// being tried, if each branch of a node is as large as the others.
func (s *Search) done() float64 {
	done, part := 0.0, 1.0
	for _, st := range s.steps {
		part /= float64(st.of)
		done += part * float64(st.next-1)
	}
	return done
}
