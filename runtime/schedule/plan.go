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

// Goal is the kind of answer that a request wants.
type Goal int

const (
	// All wants every solution, one by one.
	All Goal = iota
	// Few wants as many solutions as the request says, or all if there are fewer.
	Few
	// Count wants the number of solutions, which some engines find without visiting them.
	Count
)

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

// Restarts is the name of the engine that looks for one solution by restarts in random order. It is only used as a
// part of Auto; a request cannot name it.
const Restarts = "restarts"

// EngineNames returns the names of the engines that a request may name.
func EngineNames() []string { return []string{Auto, Links, Dense, Sparse, Memo, Halves, Planar, Learn} }

// Request says which answer is wanted, and optionally how to search. The zero Request wants all
// solutions, and leaves everything else to the planner.
type Request struct {
	Goal        Goal
	Wanted      int    // number of solutions that a request for a few wants; 0 means 1
	Engine      string // one of EngineNames; "" means Auto
	Chooser     string // name of a chooser, as in dlx.NewChooser; "" means MRV
	Order       string // name of an order of the items, as in dlx.ItemOrder
	OptionOrder string // name of an order of the options, as in dlx.OptionOrder
	Filter      string // one of FilterNames; "" means none
	Restarts    int64  // number of nodes before the first restart, for learning choosers; 0 means no restarts
	Seed        uint64 // seed of all random choices
	Threads     int    // number of threads; 0 means 1
	Ordered     bool   // solutions come in the same order in every run
	// largest memory in bytes for what grows during the search; 0 means the engine's own bound
	MaxMemory int64
	// OwnChooser, if not nil, replaces the chooser that Chooser names. Several threads share it.
	OwnChooser dlx.Chooser
	// NewFilter, if not nil, makes a filter for each thread. It replaces the filter that Filter
	// names.
	NewFilter func() dlx.Filter
	// Connected lists conditions that cells are connected. Links, learn and memo yield and count only solutions that
	// satisfy them. The other engines ignore them.
	Connected []*search.CellSet
	// Bound, if not nil, cuts off nodes below which each solution costs more than the limit of the bound. Only links
	// use it.
	Bound *dlx.GoalBound
	// Watch, if not nil, is called at each node of the links engine with the chosen item.
	Watch func(dlx.View, matrix.ItemID)
	// Tracer, if not nil, receives every step of the links engine.
	Tracer search.Tracer
	// Report, if not nil, receives the progress after every ReportEvery updates and nodes; 0 means
	// a few million.
	Report      func(search.Progress)
	ReportEvery int64
}

// Names of the filters.
const (
	NoFilter = "none"
	GAD      = "gad"
)

// FilterNames returns the names of the filters.
func FilterNames() []string { return []string{NoFilter, GAD} }

// Plan is an engine that is ready to run.
type Plan struct {
	search.Engine
	// Name is the name of the engine, and Why is the reason for its choice, in words. If several engines took turns,
	// they describe the engine that finished.
	Name, Why string
	// Turns lists the work of each engine after a search in which several engines took turns, in the order of their
	// first turns.
	Turns []Turns
	// RemovedOptions is the number of options that were removed before the search because they are in no solution.
	RemovedOptions int
	// Learner is the chooser of the engine if that is a learning one; otherwise nil.
	Learner *dlx.FailureLearner
}

// Count returns the number of solutions. If the engine cannot count without visiting, it visits all solutions. With an
// error, the number is that of the solutions found until then.
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
		if needs := r.needsLinks(); needs != "" {
			return namedOrLinks(p, r, Links, needs+" is for links")
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
	case r.Restarts < 0:
		return errors.New("restarts come after a number of nodes that is not negative")
	case r.isWatched() && r.Threads > 1:
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

// isWatched reports whether the caller watches or traces the search.
func (r *Request) isWatched() bool { return r.Watch != nil || r.Tracer != nil }

// needsLinks returns the name of a setting of the request that only the links engine supports, or "" if there is none.
func (r *Request) needsLinks() string {
	switch name, _, _ := strings.Cut(r.Chooser, ":"); {
	case r.Chooser != "" && r.Chooser != "mrv" && r.Chooser != "first":
		return "the chooser " + name
	case r.Filter != "" && r.Filter != NoFilter:
		return "the filter " + r.Filter
	case r.Restarts > 0:
		return "restarts"
	case r.OwnChooser != nil:
		return "a chooser that the caller made"
	case r.Bound != nil:
		return "what is best"
	case r.NewFilter != nil:
		return "a filter that goes with the puzzle"
	case r.isWatched():
		return "a trace"
	}
	return ""
}
