// Package schedule says which engine searches a problem, and how, and makes it.
//
// Its input is a problem and what is wanted of it, its output an engine that is
// ready to run, with the reason why it was taken. It knows every engine, chooser and
// filter, and nothing of where problems come from.
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

// Goal is what is wanted of a problem.
type Goal int

const (
	// All solutions are wanted, one by one.
	All Goal = iota
	// Few solutions are wanted, as many as the request says, or the certainty that there are no more.
	Few
	// Count wants the number of solutions, and may have it without them.
	Count
)

// The engines by name.
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

// DescribeEngines lists the names of the engines, and what each is for.
func DescribeEngines() []string {
	list := []string{Auto + ": whichever suits the problem; --stats says which, and why"}
	for _, e := range engines() {
		if e.name == Restarts {
			continue
		}
		list = append(list, e.name+": "+e.about)
	}
	return list
}

// Restarts is the name of what looks for one solution by luck. Nobody asks for it by name.
const Restarts = "restarts"

// EngineNames lists the names of the engines.
func EngineNames() []string { return []string{Auto, Links, Dense, Sparse, Memo, Halves, Planar, Learn} }

// Request says what is wanted, and how to search where the asker knows better. The
// zero Request wants all solutions, and leaves everything else to the planner.
type Request struct {
	Goal        Goal
	Wanted      int    // how many solutions make a few; 0 means 1
	Engine      string // one of Names; "" means Auto
	Chooser     string // as choose.New takes it; "" means MRV
	Order       string // of the items, as choose.Order takes it
	OptionOrder string // as choose.OptionOrder takes it
	Filter      string // one of Filters; "" means none
	Restarts    int64  // nodes before the first restart, or 0 for none; for choosers that learn
	Seed        uint64
	Threads     int // 0 means 1
	Ordered     bool
	MaxMemory   int64 // bytes for what grows as the search goes on; 0 means the engine's own bound
	// OwnChooser, if not nil, is taken in place of the one that Chooser names. Several
	// threads share it.
	OwnChooser dlx.Chooser
	// NewFilter, if not nil, makes a filter for each thread, in place of the one that
	// Filter names.
	NewFilter func() dlx.Filter
	// Watch, if not nil, is called at each node of the links with the item chosen.
	Watch func(dlx.View, matrix.ItemID)
	// Tracer, if not nil, is told of every step of the links.
	Tracer search.Tracer
	// Report, if not nil, is called now and then during the search: whenever so many updates and nodes
	// have been made, or some millions if ReportEvery is 0.
	Report      func(search.Progress)
	ReportEvery int64
}

// The filters by name.
const (
	NoFilter = "none"
	GAD      = "gad"
)

// FilterNames lists the names of the filters.
func FilterNames() []string { return []string{NoFilter, GAD} }

// Plan is an engine that is ready to run.
type Plan struct {
	search.Engine
	// Name is the engine's, and Why says why it was taken. After a count they are those of the
	// engine that did the work in the end.
	Name, Why string
	// Turns says who had turns, in the order in which they began, after a search in which engines take turns.
	Turns []Turns
	// Learner is the chooser, if it is one that learns.
	Learner *dlx.FailureLearner
}

// Count returns the number of solutions, in whatever way the engine counts them. If it
// ends before its time, the number is that of those met, and the error says why.
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

// MaxThreads bounds the copies of an engine that are made.
const MaxThreads = 256

// reportEvery is how many updates and nodes lie between two reports.
const reportEvery = 1 << 22

// NewPlan makes a plan for p, which must be valid.
func NewPlan(p *matrix.Problem, r Request) (*Plan, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	if r.Engine == "" || r.Engine == Auto {
		if needs := r.needsLinks(); needs != "" {
			return namedOrLinks(p, r, Links, needs+" is for links")
		}
		return newAuto(p, r)
	}
	return named(p, r)
}

// check refuses words that mean nothing.
func (r *Request) check() error {
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
	case r.follows() && r.Threads > 1:
		return errors.New("a trace follows one thread")
	}
	return CheckThreads(r.Threads)
}

// CheckThreads refuses a number of threads that no search has; 0 means 1.
func CheckThreads(n int) error {
	if n < 0 || n > MaxThreads {
		return fmt.Errorf("a search has from 1 to %d threads", MaxThreads)
	}
	return nil
}

// follows reports whether somebody follows the search.
func (r *Request) follows() bool { return r.Watch != nil || r.Tracer != nil }

// needsLinks says what only links can do of what is wanted, or nothing.
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
	case r.NewFilter != nil:
		return "a filter that goes with the puzzle"
	case r.follows():
		return "a trace"
	}
	return ""
}
