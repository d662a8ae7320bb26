// Package schedule chooses the engine that searches a problem, and makes it.
//
// Its input is a problem and a request. Its output is an engine that is ready to run, with the reason for the choice.
// The package uses every engine, chooser and filter. It must not know where problems come from.
package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Goal is the kind of answer that a request asks for.
type Goal int

const (
	// AllSolutions asks for every solution, one by one.
	AllSolutions Goal = iota
	// FewSolutions asks for as many solutions as the request says, or for all if there are fewer.
	FewSolutions
	// CountOnly asks for the number of solutions, which some engines find without visiting the solutions.
	CountOnly
)

// MaxFewSolutions is the largest number of wanted solutions for which [FewSolutions] is the goal, as only a small part
// of the search tree is visited.
const MaxFewSolutions = 100

// Names of the engines.
const (
	Auto   = "auto"
	Links  = "links"
	Dense  = "dense"
	Sparse = "sparse"
	Memo   = "memo"
	Halves = "halves"
	Planar = "planar"
	Learn  = "learn"
)

// DescribeEngines returns a line for each engine: its name and its purpose.
func DescribeEngines() []string {
	list := []string{Auto + ": whichever suits the problem; --stats says which, and why"}
	for _, e := range engineEntries() {
		if e.name == Restarts {
			continue
		}
		list = append(list, e.name+": "+e.purpose)
	}
	return list
}

// Restarts is the name of the engine that searches for one solution and restarts in random order. It takes part only in
// Auto; a request cannot name it.
const Restarts = "restarts"

// EngineNames returns the names of the engines that a request may name.
func EngineNames() []string { return []string{Auto, Links, Dense, Sparse, Memo, Halves, Planar, Learn} }

// Request says which answer is wanted, and optionally how to search. The zero Request asks for all solutions, and
// leaves everything else to the planner.
type Request struct {
	Goal               Goal
	WantedCount        int    // number of solutions for the goal FewSolutions; 0 means 1
	Engine             string // one of EngineNames; "" means Auto
	Chooser            string // name of a chooser, as in dlx.NewChooser; "" means MRV
	ItemOrder          string // name of an order of the items, as in dlx.ItemOrder
	OptionOrder        string // name of an order of the options, as in dlx.OptionOrder
	Filter             string // one of FilterNames; "" means none
	FirstRestartNodes  int64  // number of nodes before the first restart, for learning choosers; 0 means no restarts
	Seed               uint64 // seed of all random choices
	Threads            int    // number of threads; 0 means 1
	FixedSolutionOrder bool   // whether solutions must come in the same order in every run
	// MaxMemory is the largest memory in bytes for tables that grow during the search; 0 means the engine's own limit.
	MaxMemory int64
	// OwnChooser, if not nil, replaces the chooser that Chooser names. Several threads share it.
	OwnChooser dlx.Chooser
	// NewFilter, if not nil, makes a filter for each thread. It replaces the filter that Filter
	// names.
	NewFilter func() dlx.Filter
	// ConnectedSets lists sets of cells whose chosen cells must be connected. Links, learn and memo yield and count
	// only solutions that satisfy this. The other engines ignore it.
	ConnectedSets []*search.CellSet
	// CostBound, if not nil, cuts off nodes below which each solution costs more than the limit of the bound. Only
	// links use it.
	CostBound *dlx.GoalBound
	// OnChoice, if not nil, is called at each node of the links engine with the chosen item.
	OnChoice func(dlx.View, matrix.ItemID)
	// Tracer, if not nil, receives every step of the links engine.
	Tracer search.Tracer
	// Report, if not nil, receives the progress after every ReportEvery updates and nodes; 0 means
	// a few million.
	Report      func(search.Progress)
	ReportEvery int64
}

// Names of the filters.
const (
	NoFilter       = "none"
	MatchingFilter = "gad"
)

// FilterNames returns the names of the filters.
func FilterNames() []string { return []string{NoFilter, MatchingFilter} }

// Plan is an engine that is ready to run.
type Plan struct {
	search.Engine
	// Name is the name of the engine, and Reason the reason for its choice, in words. If several engines took turns,
	// both fields describe the engine that finished.
	Name, Reason string
	// WorkByEngine lists the work of each engine after a search in which several engines took turns, in the order of
	// their first turns.
	WorkByEngine []EngineWork
	// RemovedOptions is the number of options that were removed before the search because they are in no solution.
	RemovedOptions int
	// LearningChooser is the chooser of the engine if that chooser learns; otherwise nil.
	LearningChooser *dlx.FailureLearner
}

// Count returns the number of solutions. If the engine cannot count without visiting the solutions, it visits all of
// them. With an error, the number is that of the solutions found until then.
func (p *Plan) Count(ctx context.Context) (*big.Int, error) {
	if c, ok := p.Engine.(search.Counter); ok {
		return c.Count(ctx)
	}
	n := int64(0)
	for range p.Solutions(ctx) {
		n++
	}
	return big.NewInt(n), p.Err()
}

// MaxThreads is the largest number of threads of a search.
const MaxThreads = 256

// reportEvery is the default number of updates and nodes between two progress reports.
const reportEvery = 1 << 22

// NewPlan returns a plan for the problem p, which must be valid.
func NewPlan(p *matrix.Problem, r Request) (*Plan, error) {
	if err := r.validateRequest(); err != nil {
		return nil, err
	}
	if r.Engine == "" || r.Engine == Auto {
		if needs := r.linksOnlySetting(); needs != "" {
			return planNamedOrLinks(p, r, Links, needs+" is for links")
		}
		return newAuto(p, r)
	}
	return newNamedPlan(p, r)
}

// validateRequest returns an error if a name or a number in the request is not valid.
func (r *Request) validateRequest() error {
	r.Threads, r.ReportEvery = cmp.Or(r.Threads, 1), cmp.Or(r.ReportEvery, reportEvery)
	switch {
	case r.ReportEvery < 0:
		return errors.New("reports come after some work")
	case r.Engine != "" && !slices.Contains(EngineNames(), r.Engine):
		return fmt.Errorf("there is no engine %.60q; there are %s", r.Engine, strings.Join(EngineNames(), ", "))
	case r.Filter != "" && !slices.Contains(FilterNames(), r.Filter):
		return fmt.Errorf("there is no filter %.60q; there are %s", r.Filter, strings.Join(FilterNames(), ", "))
	case r.FirstRestartNodes < 0:
		return errors.New("restarts come after a number of nodes that is not negative")
	case r.isWatchedOrTraced() && r.Threads > 1:
		return errors.New("a trace follows one thread")
	}
	return CheckThreads(r.Threads)
}

// CheckThreads returns an error if n is no valid number of threads; 0 means 1.
func CheckThreads(n int) error {
	if n < 0 || n > MaxThreads {
		return fmt.Errorf("a search has from 1 to %d threads", MaxThreads)
	}
	return nil
}

// isWatchedOrTraced reports whether the caller watches or traces the search.
func (r *Request) isWatchedOrTraced() bool { return r.OnChoice != nil || r.Tracer != nil }

// linksOnlySetting returns the name of a setting of the request that only the links engine supports, or "" if there is
// none.
func (r *Request) linksOnlySetting() string {
	switch name, _, _ := strings.Cut(r.Chooser, ":"); {
	case r.Chooser != "" && r.Chooser != "mrv" && r.Chooser != "first":
		return "the chooser " + name
	case r.Filter != "" && r.Filter != NoFilter:
		return "the filter " + r.Filter
	case r.FirstRestartNodes > 0:
		return "restarts"
	case r.OwnChooser != nil:
		return "a chooser that the caller made"
	case r.CostBound != nil:
		return "what is best"
	case r.NewFilter != nil:
		return "a filter that goes with the puzzle"
	case r.isWatchedOrTraced():
		return "a trace"
	}
	return ""
}
