package learn

import (
	"math/rand/v2"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// solver is the state of one run.
type solver struct {
	model   *model
	options *Options
	tuning  tuning
	arena
	trail
	analysis
	shrinking
	order
	phases
	restarts
	tallies  []tallies
	random   *rand.Rand
	counters Counters

	reductions int64
	reduceAt   int64
	ranked     []uint64

	updates  int64
	found    int64
	reportAt int64
	solution matrix.Solution
	hook     func([]literal)
}

func newSolver(s *Search) *solver {
	n := s.model.options
	v := &solver{
		model: s.model, options: &s.options, tuning: s.tuning, hook: s.learned,
		arena: newArena(n), trail: newTrail(n), analysis: newAnalysis(n), order: newOrder(n),
		shrinking: shrinking{blocks: make([]int64, n)},
		phases:    newPhases(n, &s.tuning), restarts: newRestarts(),
		tallies:  make([]tallies, len(s.model.bounds)),
		random:   rand.New(rand.NewPCG(s.options.Seed, 0)),
		reduceAt: s.tuning.reduce,
		reportAt: s.options.ReportEvery,
	}
	v.growth = 1 / s.tuning.decay
	v.start()
	return v
}

// start gives every option a first activity, too small to matter once there have
// been conflicts.
func (s *solver) start() {
	for o := range int32(s.model.options) {
		s.activity[o] = s.tuning.noise * s.random.Float64()
		s.put(o)
	}
}

// run searches until the clauses contradict each other, yield returns false, or
// it is cancelled. The error is ErrMemory or nil.
func (s *solver) run(cancelled *atomic.Bool, yield func(matrix.Solution) bool) error {
	if !s.load() {
		return nil
	}
	for !cancelled.Load() {
		s.report()
		c := s.propagate()
		switch {
		case c.found():
			if s.level() == 0 {
				return nil
			}
			s.resolve(c)
		case len(s.literals) == s.model.options:
			if !yield(s.answer()) || !s.ruleOut() {
				return nil
			}
		case s.bytes() > s.options.MaxMemory && !s.shed():
			return ErrMemory
		default:
			s.maintain()
			s.branch()
		}
	}
	return nil
}

// resolve learns from a conflict and goes back.
func (s *solver) resolve(c conflict) {
	s.counters.Conflicts++
	s.keepPhases()
	if c.why.isClause() {
		s.use(c.why.clause())
	}
	back := s.learn(c)
	levels := s.countLevels(s.clause)
	s.since++
	for _, o := range s.raised {
		s.raise(o)
	}
	s.age()
	s.counters.Learned++
	s.counters.Literals += int64(len(s.clause))
	if s.hook != nil {
		s.hook(s.clause)
	}
	s.backtrack(back)
	s.assert(levels, true)
}

// assert adds s.clause, whose first literal is open and whose others are false,
// and makes the first one true.
func (s *solver) assert(levels uint32, learned bool) {
	first := s.clause[0]
	switch len(s.clause) {
	case 1:
		s.assign(first, byDecision)
	case 2:
		s.addPair(first, s.clause[1])
		s.assign(first, ofLiteral(s.clause[1]))
	default:
		s.assign(first, ofClause(s.add(s.clause, learned, levels)))
	}
}

// backtrack undoes all levels above one.
func (s *solver) backtrack(level int) {
	if level >= s.level() {
		return
	}
	cut := int(s.cuts[level])
	for k := len(s.literals) - 1; k >= cut; k-- {
		l := s.literals[k]
		if k < s.head && len(s.tallies) > 0 {
			s.untally(l)
		}
		s.values[l], s.values[l^1] = 0, 0
		s.saved[l.option()] = 1 - 2*int8(l&1)
		s.put(l.option())
	}
	s.literals, s.cuts = s.literals[:cut], s.cuts[:level]
	s.head = cut
}

// maintain restarts, forgets and changes the phases when it is time to.
func (s *solver) maintain() {
	if s.counters.Conflicts >= s.reduceAt {
		s.reduce()
	}
	if !s.due(s.tuning.luby) {
		return
	}
	s.counters.Restarts++
	s.backtrack(0)
	if s.counters.Conflicts >= s.next {
		s.rephase()
	}
}

// branch decides the most active option that is open.
func (s *solver) branch() {
	for {
		o := s.pop()
		if s.values[chosen(o)] == 0 {
			s.counters.Decisions++
			s.decide(s.phase(o))
			return
		}
	}
}

// answer lists the options that are true.
func (s *solver) answer() matrix.Solution {
	s.found++
	s.solution = s.solution[:0]
	for _, l := range s.literals {
		if l.isTrue() {
			s.solution = append(s.solution, matrix.OptionID(l.option()))
		}
	}
	return s.solution
}

// ruleOut rules out the solution just found: not all of its decisions again. It
// returns false if there were none.
func (s *solver) ruleOut() bool {
	level := s.level()
	if level == 0 {
		return false
	}
	s.clause = s.clause[:0]
	for k := level; k > 0; k-- {
		s.clause = append(s.clause, s.decision(k).not())
	}
	s.backtrack(level - 1)
	s.assert(0, false)
	return true
}

// report tells how far the search has come.
func (s *solver) report() {
	nodes := s.counters.Decisions + 1
	if s.options.Report == nil || s.updates+nodes < s.reportAt {
		return
	}
	s.reportAt = s.updates + nodes + s.options.ReportEvery
	s.options.Report(search.Progress{Share: s.share(), Solutions: s.found, Nodes: nodes, Updates: s.updates})
}

// share guesses the part of the tree that is done: what is assigned at the root
// is done for good.
func (s *solver) share() float64 {
	root := len(s.literals)
	if s.level() > 0 {
		root = int(s.cuts[0])
	}
	return float64(root) / float64(max(1, s.model.options))
}
