package staged

// motionStage is the state of stage 2. Entry k of targets, sources and size is
// about the pieces before k, whose motions are chosen; entry k of the others
// about piece k and those behind it, which have their shifts only.
type motionStage struct {
	chosen  []int // by piece: the mapping, its shift by place among the legal ones
	mapping []int // by piece: the mapping, as the problem numbers it

	targets, sources         []set
	size                     []int
	restTargets, restSources []set
	restSize                 []int
}

func newMotionStage(p *Problem) motionStage {
	d := p.Pieces
	return motionStage{
		chosen:      make([]int, d),
		mapping:     make([]int, d),
		targets:     newSets(d+1, p.Targets),
		sources:     newSets(d+1, p.Sources),
		size:        make([]int, d+1),
		restTargets: newSets(d+1, p.Targets),
		restSources: newSets(d+1, p.Sources),
		restSize:    make([]int, d+1),
	}
}

// chooseMotions goes through the motions for a sequence of shifts.
func (s *Search) chooseMotions() bool {
	st := &s.motions
	for k := s.problem.Pieces - 1; k >= 0; k-- {
		r := s.tables.reach(k, s.shifts.shift[k])
		st.restTargets[k].unite(st.restTargets[k+1], r.targets)
		st.restSources[k].unite(st.restSources[k+1], r.sources)
		st.restSize[k] = st.restSize[k+1] + r.size
	}
	return s.chooseMotion(0)
}

// chooseMotion tries the motions of piece k.
func (s *Search) chooseMotion(k int) bool {
	if s.cancelled.Load() {
		return false
	}
	if k == s.problem.Pieces {
		s.stats.CoveringMappings++
		return s.match()
	}
	for motion := range s.problem.Motions {
		if s.move(k, motion) && !s.chooseMotion(k+1) {
			return false
		}
	}
	return true
}

// move gives piece k a motion, and reports whether the pieces behind it might
// cover what is missing then.
func (s *Search) move(k, motion int) bool {
	st, p, t := &s.motions, s.problem, s.tables
	m := s.shifts.shift[k]*p.Motions + motion
	r := &t.byMapping[m]
	if k == 0 && !p.First[motion] || k > 0 && m == st.chosen[k-1] || r.size < p.MinSize {
		return false
	}
	st.chosen[k] = m
	st.mapping[k] = t.legal[s.shifts.shift[k]]*p.Motions + motion
	st.size[k+1] = st.size[k] + r.size
	if st.size[k+1]+st.restSize[k+1] < p.Sources {
		return false
	}
	st.targets[k+1].unite(st.targets[k], r.targets)
	st.sources[k+1].unite(st.sources[k], r.sources)
	return t.allTargets.covered(st.targets[k+1], st.restTargets[k+1]) &&
		t.allSources.covered(st.sources[k+1], st.restSources[k+1])
}
