// Package learn finds solutions of exact cover problems by conflict-driven
// clause learning, as solvers of propositional satisfiability do.
//
// Its input is a [matrix.Problem], its output the solutions one by one and
// counts of the effort. It knows nothing of what items mean, has no chooser,
// and its tree cannot be cut: what it does next depends on all that it has
// learned before. It is the engine for hard problems with few solutions or none
// of which one is wanted, or the proof that there is none. Where there are many
// to be enumerated, dancing links are faster by far.
//
// The variables are the options. An item that must be covered gives a clause, one
// of its options is true. That an option rules out the others of its
// items is not stored in clauses: the lists of the items say it. An item with
// other bounds counts its options, and a nogood is a clause.
//
// How the search goes. (1) What follows from the assignments so far is
// propagated. (2) If an option would have to be both true and false, the search
// learns a clause that says why, and goes back to the last level at which
// that clause leaves one literal open. (3) Otherwise it decides: the option that was
// met most often in recent conflicts becomes true, or what it was before. (4) When
// every option has a value, the true ones are a solution. It is ruled out by a clause
// of the decisions that led to it, so that each solution comes once, and the search
// goes on until the clauses contradict each other.
//
// What is here was measured on squares with holes, of order 30 to 35. Seeds differ more
// than most refinements do. Worth their lines are: shrinking and minimizing clauses,
// phases of the longest trail, and keeping clauses that were used. To branch on
// the item with the fewest options for its weight, as dom/wdeg does, costs a third.
//
// Sources: N. Eén and N. Sörensson, "An extensible SAT-solver" (2003), for the shape of
// the whole; D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.2,
// Algorithm C. Each file opens with those of its own.
package learn

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ErrUnfit is returned for a problem with more options and entries than an index has room
// for, some 270 million.
var ErrUnfit = errors.New("problem too large for clause learning")

// ErrMemory ends a run whose clauses would not fit into [LearnOptions.MaxMemory].
var ErrMemory = fmt.Errorf("learn: %w", search.ErrMemory)

// LearnOptions says how to search. They never change the set of solutions.
type LearnOptions struct {
	// Seed shuffles the options among those of equal merit, which makes another
	// search of it. The same seed makes the same search.
	Seed uint64
	// MaxMemory bounds the bytes that clauses take, about; 0 means 1 GiB, and no
	// more than 4 GiB are used. What is learned is forgotten in time, but each solution
	// leaves a clause for good, as long as the decisions that led to it. When the bound
	// is met the run ends with [ErrMemory].
	MaxMemory int64
	// Report, if not nil, is called during the search whenever ReportEvery
	// updates and nodes have been made, on the goroutine of the search.
	Report      func(search.Progress)
	ReportEvery int64
}

// searchTuning says how often something is done, in conflicts.
type searchTuning struct {
	restart int64 // what 1 in Luby's sequence stands for
	reduce  int64 // to the first reduction, and more for each later one
	rephase int64 // to the first change of phases, and more for each later one
}

// ClauseSearch is one search. It is not safe for concurrent use.
type ClauseSearch struct {
	problem *matrix.Problem
	options LearnOptions
	solver  *clauseSolver // of the last run
	tuning  searchTuning
	// onLearned, if not nil, is called with each clause that is learned.
	onLearned func(clause []literal)
	err       error
}

var _ search.Engine = (*ClauseSearch)(nil)

// NewClauseSearch prepares a search of p, which must be valid. The error is
// [ErrUnfit] or nil.
func NewClauseSearch(p *matrix.Problem, o LearnOptions) (*ClauseSearch, error) {
	const mostEntries, mostMemory = 1<<28 - 1, 4 << 30 // a reason has 30 bits for a literal or a clause
	entries := p.OptionCount() + p.EntryCount()
	for _, together := range p.Nogoods() {
		entries += len(together) + headerWords
	}
	if entries > mostEntries {
		return nil, ErrUnfit
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	o.MaxMemory = min(o.MaxMemory, mostMemory)
	standard := searchTuning{restart: 100, reduce: 100, rephase: 1000}
	return &ClauseSearch{problem: p, options: o, solver: new(clauseSolver), tuning: standard}, nil
}

// Solutions runs the search from the start: nothing is kept of what an earlier run
// learned. A solution lists the options in the order in which they became true;
// it is borrowed, and overwritten by the next step. The search stops early if the
// loop breaks, ctx is done or memory is short; Solutions may be called again.
func (s *ClauseSearch) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		s.solver = newClauseSolver(s)
		s.err = s.solver.runSearch(ctx, yield)
	}
}

// Err returns why the last run ended before its time, or nil if it was
// complete or its loop broke off.
func (s *ClauseSearch) Err() error { return s.err }

// MeanClauseLength returns the mean length of the clauses learned by the run so far, or 0 if there are none.
// Short ones rule out much: they tell that it pays to learn.
func (s *ClauseSearch) MeanClauseLength() float64 {
	return float64(s.solver.lengths) / float64(max(1, s.solver.conflicts))
}

// Stats returns the effort of the run so far. Nodes counts the decisions, and
// one for the root; Updates counts assignments. The profile has one entry, the
// sum.
func (s *ClauseSearch) Stats() search.Stats {
	v := s.solver
	return search.Stats{
		Nodes: v.nodes, Updates: v.updates, Solutions: v.found,
		Profile: []search.ProfileLevel{{Nodes: v.nodes, Updates: v.updates, Solutions: v.found}},
	}
}
