// Package learn finds solutions of exact cover problems by conflict-driven clause learning, as
// solvers of propositional satisfiability do.
//
// Its input is a [matrix.Problem]; its output is the solutions one by one, and counts of the
// effort. It must not know what items mean. It has no chooser, and its tree cannot be cut into
// cubes, because each step depends on all learned clauses. It suits hard problems of which one
// solution is wanted, or the proof that there is none. To enumerate many solutions, dancing links
// are far faster.
//
// The variables are the options: an option is true if it is chosen. For an item that must be covered there is a clause:
// one of its options is true. There are no clauses for pairs of options that exclude each other; the search reads them
// from the list of options of each item. For an item with another multiplicity the search counts the options that are
// true and false; where that is often a reason, it gets variables that count. A nogood is a clause.
//
// The search works as follows. (1) All values that follow from the assignments so far are assigned (propagation). (2)
// If an option would have to be both true and false, there is a conflict. The search learns a clause that explains
// it, and goes back to the lowest level at which that clause forces a literal. (3) Otherwise the search makes a
// decision: it assigns a value to the open option with the highest activity in recent conflicts. (4) When every
// option has a value, the true ones are a solution. A clause of the decisions that led to the solution rules it out,
// so that each solution is found once. The search goes on until the clauses contradict each other.
//
// The techniques were chosen by measurements on partial Latin squares of order 30 to 35. Different seeds change the
// time more than most refinements do. Three refinements save time: shrinking and minimizing clauses, values of the
// longest trail, and keeping clauses that were used recently. Branching on the item with the least ratio of options
// to weight, as dom/wdeg does, takes a third longer.
//
// Sources: N. Eén and N. Sörensson, "An extensible SAT-solver" (2003), for the shape of the whole;
// D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.2, Algorithm C. Each file names
// its own sources.
package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// ErrUnfit is the error for a problem with more options and entries than an index of 28 bits can number, about 270
// million.
var ErrUnfit = fmt.Errorf("%w learn: it is too large", search.ErrUnfit)

// ErrMemory is the error of a run whose clauses would exceed [LearnOptions.MaxMemory].
var ErrMemory = fmt.Errorf("learn: %w", search.ErrMemory)

// LearnOptions holds the settings of a search. They never change the set of solutions.
type LearnOptions struct {
	// Seed orders the options of equal activity. Another seed makes another search; the same seed makes
	// the same search.
	Seed uint64
	// MaxMemory is an approximate bound of the memory of clauses, in bytes. The value 0 means 1 GiB, and values above
	// 4 GiB mean 4 GiB. Learned clauses are removed after a while, but for each solution a permanent clause of all
	// decisions that led to it is added. At the bound the run ends with [ErrMemory].
	MaxMemory int64
	// Report, if not nil, is called on the goroutine of the search, each time the updates and nodes
	// have grown by ReportEvery.
	Report      func(search.Progress)
	ReportEvery int64
	// ConnectedSets lists sets of cells whose chosen cells must be connected: only such solutions are
	// yielded.
	ConnectedSets []*search.CellSet
	// Proof, if not nil, gets each clause that a run learns or removes, see [proof.ClauseWriter]; it is for one run. A
	// run without solutions shows that the formula in DIMACS CNF has no model; for each solution, a clause that
	// excludes it must be added to the formula. With ConnectedSets there is no proof.
	Proof *proof.ClauseWriter

	maxEntriesInTests int // bound that tests set in place of maxEntries; 0 stands for maxEntries
}

// maxEntries bounds the options and entries of a problem together, with the options and the headers of its nogoods: a
// reason has 30 bits for a literal or a clause.
const maxEntries = 1<<28 - 1

// searchTuning holds settings that tests change; the intervals of periodic steps are numbers of conflicts.
type searchTuning struct {
	// number of conflicts that a unit of Luby's sequence stands for; the sequence determines the restarts
	restartUnit     int64
	reduceInterval  int64 // number of conflicts before the first reduction of the clauses; later intervals are longer
	rephaseInterval int64 // number of conflicts before the first change of the saved values; later intervals are longer
	counterUses     int64 // see the constant
	minCounterWidth int   // see the constant
}

// ClauseSearch is a search by clause learning. It is not safe for concurrent use.
type ClauseSearch struct {
	problem  *matrix.Problem
	settings LearnOptions
	solver   *clauseSolver // state of the last run
	tuning   searchTuning
	// onLearned, if not nil, is called with each learned clause.
	onLearned func(clause []literal)
	err       error
}

var _ search.Engine = (*ClauseSearch)(nil)

// NewClauseSearch prepares a search of p, which must be valid. The error is
// [ErrUnfit], or that of a proof with connected sets, or nil.
func NewClauseSearch(p *matrix.Problem, o LearnOptions) (*ClauseSearch, error) {
	const mostMemory = 4 << 30 // a reason has 30 bits for a clause
	entries := p.OptionCount() + p.EntryCount()
	for _, together := range p.Nogoods() {
		entries += len(together) + clauseHeaderWords
	}
	if entries > cmp.Or(o.maxEntriesInTests, maxEntries) {
		return nil, ErrUnfit
	}
	if o.Proof != nil && len(o.ConnectedSets) > 0 {
		return nil, errors.New("learn: no proof says that cells are connected")
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	o.MaxMemory = min(o.MaxMemory, mostMemory)
	standard := searchTuning{restartUnit: 100, reduceInterval: 100, rephaseInterval: 1000,
		counterUses: counterUses, minCounterWidth: minCounterWidth}
	return &ClauseSearch{problem: p, settings: o, solver: new(clauseSolver), tuning: standard}, nil
}

// Solutions runs the search from the start; nothing learned in an earlier run is used. A solution lists the options in
// the order in which they became true; it is valid until the next step of the loop, which overwrites it. The search
// stops early if the loop breaks, ctx is done or memory runs out. Solutions may be called again.
func (s *ClauseSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		s.solver = newClauseSolver(s)
		s.err = s.solver.runSearch(ctx, yield)
	}
}

// Err returns the error that ended the last run early. It is nil if the run was complete or its
// loop broke off.
func (s *ClauseSearch) Err() error { return s.err }

// MeanClauseLength returns the mean number of literals of the clauses learned in this run, or 0 if there are none.
// Short clauses exclude more, so a low mean shows that learning is useful.
func (s *ClauseSearch) MeanClauseLength() float64 {
	return float64(s.solver.literalCount) / float64(max(1, s.solver.conflictCount))
}

// Stats returns the effort of this run. Nodes counts the decisions, and one for the root; Updates
// counts assignments. The profile has a single entry with the sum.
func (s *ClauseSearch) Stats() search.Stats {
	v := s.solver
	stats := search.Stats{
		Nodes: v.nodeCount, Updates: v.assignmentCount, Solutions: v.solutionCount,
		Profile: []search.ProfileLevel{{Nodes: v.nodeCount, Updates: v.assignmentCount, Solutions: v.solutionCount}},
	}
	if len(v.colorEntries) > 0 {
		stats.Filter = []search.FilterCount{{Name: search.UnsupportedOptions, Count: v.unsupportedCount}}
	}
	return stats
}
