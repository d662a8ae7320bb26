package dlx

import "quadrille/runtime/search"

// Stats returns the effort of the run so far.
func (s *Search) Stats() search.Stats {
	stats := s.stats
	stats.Updates, stats.Mems = s.updates, s.mems()+s.filterMems()-s.before
	return stats
}

func (s *Search) report() {
	s.reportAt = s.updates + s.stats.Nodes + s.options.ReportEvery
	path := s.steps()
	s.options.Report(search.Progress{
		Share:     s.cut.cube.Done(path),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.updates,
		Path:      path,
	})
}

// steps returns the branches on the way to the current node.
func (s *Search) steps() []search.Step {
	steps := make([]search.Step, len(s.path))
	for k, st := range s.path {
		steps[k] = search.Step{Tried: st.tried, Of: st.of, Option: -1}
		if st.at >= 0 {
			steps[k].Option = s.option(s.chosen[st.at])
		}
	}
	return steps
}
