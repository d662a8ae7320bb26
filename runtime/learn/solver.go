package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// solver is the state of one run.
type solver struct {
	*Search
	holding [][]matrix.OptionID
	colors  [][]matrix.Color // by item: what the options that hold it give it; nil for none
	limits  [2][]int32       // by item: how many of its options may be true, and how many false
	alike   [2][]int32       // by item: how many of its options are, of those that were propagated
	counted bool             // whether an item has a limit of false options
	tallied bool             // or one of true options that is more than one
	clauses
	trail
	analysis
	order
	phases

	since     int64 // conflicts since the last restart
	u, v      int64 // of Luby's sequence, v being its number
	reduction schedule
	rephasing schedule

	conflicts int64
	lengths   int64 // of all clauses learned
	nodes     int64
	updates   int64
	found     int64
	reportAt  int64
	solution  matrix.Solution
}

// schedule says when something is done that is done ever more seldom.
type schedule struct {
	unit int64 // conflicts to the first time, twice as many to the next, and so on
	next int64
	done int64
}

func every(unit int64) schedule { return schedule{unit: unit, next: unit} }

// due reports whether it is time, and if so goes on to the next one.
func (s *schedule) due(conflicts int64) bool {
	if conflicts < s.next {
		return false
	}
	s.done++
	s.next = conflicts + s.unit*(s.done+1)
	return true
}

const unlimited = math.MaxInt32

func newSolver(search *Search) *solver {
	p := search.problem
	n := p.Options()
	s := &solver{
		Search: search, holding: p.Holding(), colors: make([][]matrix.Color, p.Items()),
		clauses:  clauses{watches: make([][]watch, 2*n)},
		trail:    trail{values: make([]int8, 2*n), literals: make([]literal, 0, n), at: make([]place, n)},
		analysis: analysis{alone: make([]literal, 2*n), seen: make([]mark, n), levels: make([]int64, n+1), blocks: make([]int64, n)},
		order:    order{activity: make([]float64, n), step: 1, heap: make([]int32, 0, n), place: make([]int32, n)},
		phases:   phases{saved: make([]literal, n), target: make([]literal, n)},
		limits:   [2][]int32{make([]int32, p.Items()), make([]int32, p.Items())},
		alike:    [2][]int32{make([]int32, p.Items()), make([]int32, p.Items())},
		u:        1, v: 1, reduction: every(search.tuning.reduce), rephasing: every(search.tuning.rephase),
		nodes: 1, reportAt: search.options.ReportEvery,
	}
	for l := range s.alone {
		s.alone[l] = literal(l)
	}
	s.forgetTarget()
	random := rand.New(rand.NewPCG(search.options.Seed, 0))
	for o := range int32(n) {
		s.saved[o], s.place[o] = chosen(o), -1
		s.activity[o] = 1e-6 * random.Float64() // too small to matter once there have been conflicts
		s.put(o)
	}
	return s
}

// load takes up the problem. It returns false if an item has too few options.
func (s *solver) load() bool {
	p := s.problem
	for o := range matrix.OptionID(p.Options()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.Primary() }) {
			s.assign(dropped(int32(o)), byDecision) // without a primary item it is in no solution
		}
	}
	for i, list := range s.holding {
		if !s.loadItem(matrix.ItemID(i), list) {
			return false
		}
	}
	for _, together := range p.Nogoods() {
		s.require(together, dropped)
	}
	return true
}

// loadItem says in clauses that enough options of an item are true, and notes what
// clauses do not say: how many may be true or false, and what colors they give.
func (s *solver) loadItem(i matrix.ItemID, list []matrix.OptionID) bool {
	size := int32(len(list))
	if int(i) >= s.problem.Primary() {
		s.limits[0][i], s.limits[1][i] = 1, unlimited
		for _, o := range list {
			entries := s.problem.Option(o)
			k := slices.IndexFunc(entries, func(e matrix.Entry) bool { return e.Item == i })
			s.colors[i] = append(s.colors[i], entries[k].Color)
		}
		return true
	}
	b := s.problem.Bound(i)
	if b.Min > size {
		return false
	}
	s.limits[0][i], s.limits[1][i] = b.Max, size-b.Min
	if b.Max >= size && size > 1 {
		s.limits[0][i] = unlimited
	}
	if b.Min <= 1 {
		s.limits[1][i] = unlimited
	}
	s.counted = s.counted || b.Min > 1
	s.tallied = s.counted || s.tallied || b.Max > 1 && b.Max < size
	if b.Min == 1 {
		s.require(list, chosen)
	} else if b.Min == size {
		for k := range list {
			s.require(list[k:k+1], chosen)
		}
	}
	return true
}

// require adds a clause: the literal of one of the options is true.
func (s *solver) require(options []matrix.OptionID, of func(int32) literal) {
	s.clause = s.clause[:0]
	for _, o := range options {
		s.clause = append(s.clause, of(int32(o)))
	}
	if why := s.add(s.clause, 0); len(options) == 1 && s.values[s.clause[0]] == 0 {
		s.assign(s.clause[0], why)
	}
}

// run searches until the clauses contradict each other, yield returns false, or ctx is
// done. It returns the error of ctx, ErrMemory or nil.
func (s *solver) run(ctx context.Context, yield func(matrix.Solution) bool) error {
	if !s.load() {
		return ctx.Err()
	}
	for ctx.Err() == nil {
		s.report()
		c := s.propagate()
		switch {
		case c != noConflict:
			if s.level() == 0 {
				return nil
			}
			s.resolve(c)
		case len(s.literals) == len(s.saved):
			if !yield(s.answer()) || s.level() == 0 {
				return nil
			}
			s.ruleOut()
		case s.full():
			return ErrMemory
		default:
			s.restart()
			s.branch()
		}
	}
	return ctx.Err()
}

// full reports whether the clauses take too much memory, even if some are forgotten.
func (s *solver) full() bool {
	if s.bytes() > s.options.MaxMemory {
		s.backtrack(0)
		s.reduce()
	}
	return s.bytes() > s.options.MaxMemory
}

// resolve learns from a conflict and goes back.
func (s *solver) resolve(c conflict) {
	s.conflicts++
	s.since++
	s.keepTarget()
	back := s.learn(c)
	levels := s.countLevels()
	s.lengths += int64(len(s.clause))
	if s.onLearned != nil {
		s.onLearned(s.clause)
	}
	s.backtrack(back)
	s.assign(s.clause[0], s.add(s.clause, levels))
}

// backtrack undoes all levels above one.
func (s *solver) backtrack(level int) {
	if level >= s.level() {
		return
	}
	cut := int(s.cuts[level])
	for k := len(s.literals) - 1; k >= cut; k-- {
		l := s.literals[k]
		if k < s.head {
			s.tally(l, -1)
		}
		s.values[l], s.values[l^1] = 0, 0
		s.saved[l.option()] = l
		s.put(l.option())
	}
	s.literals, s.cuts = s.literals[:cut], s.cuts[:level]
	s.head = cut
}

// restart begins again from the root, after as many conflicts as Luby's sequence says,
// 1 1 2 1 1 2 4 and so on, times a unit. The order of the options and their phases stay,
// and so the search soon comes to where it was, but by a better way. (M. Luby, A.
// Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.)
func (s *solver) restart() {
	if s.reduction.due(s.conflicts) {
		s.backtrack(0)
		s.reduce()
	}
	if s.since < s.v*s.tuning.restart {
		return
	}
	s.since = 0
	if s.u&-s.u == s.v { // Knuth's reluctant doubling
		s.u, s.v = s.u+1, 1
	} else {
		s.v *= 2
	}
	s.backtrack(0)
	if s.rephasing.due(s.conflicts) {
		s.forgetTarget()
	}
}

// branch opens a level with the most active option that is open.
func (s *solver) branch() {
	for {
		o := s.pop()
		if s.values[chosen(o)] != 0 {
			continue
		}
		l := s.target[o]
		if l == noPhase {
			l = s.saved[o]
		}
		s.nodes++
		s.cuts = append(s.cuts, int32(len(s.literals)))
		s.assign(l, byDecision)
		return
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

// ruleOut rules out the solution just found: not all of its decisions again.
func (s *solver) ruleOut() {
	s.clause = s.clause[:0]
	for _, cut := range slices.Backward(s.cuts) {
		s.clause = append(s.clause, s.literals[cut].not())
	}
	s.backtrack(s.level() - 1)
	s.assign(s.clause[0], s.add(s.clause, 0))
}

// report tells how far the search has come. What is assigned at the root is done for good.
func (s *solver) report() {
	if s.options.Report == nil || s.updates+s.nodes < s.reportAt {
		return
	}
	s.reportAt = s.updates + s.nodes + s.options.ReportEvery
	root := len(s.literals)
	if s.level() > 0 {
		root = int(s.cuts[0])
	}
	share := float64(root) / float64(max(1, len(s.saved)))
	s.options.Report(search.Progress{Share: share, Solutions: s.found, Nodes: s.nodes, Updates: s.updates})
}
