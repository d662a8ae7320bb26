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
	s.options.Report(search.Progress{
		Share:     s.share(),
		Solutions: s.stats.Solutions,
		Nodes:     s.stats.Nodes,
		Updates:   s.updates,
		Path:      s.steps(),
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
