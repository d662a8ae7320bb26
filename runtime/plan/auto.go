package plan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// auto takes the engine that suits the problem.
func auto(p *matrix.Problem, r Request) (*Plan, error) {
	if needs := r.needsLinks(); needs != "" {
		return take(p, r, Links, needs+" is for links")
	}
	name, why := searcher(p)
	switch {
	case r.Goal == One && hard(p):
		return take(p, r, Learn, whyLearn)
	case r.Goal == Count:
		return counting(p, r, name, why)
	}
	return take(p, r, name, why)
}

// Explain says in a line for each goal which engine the planner takes, and why.
func Explain(p *matrix.Problem) []string {
	name, why := searcher(p)
	one, count := name+": "+why, name+": "+why
	if hard(p) {
		one = Learn + ": " + whyLearn
	}
	if patience, nodes := memoPatience(p, name); nodes > quickNodes && patience >= leastPatience {
		count = Memo + ": " + whyMemo(nodes, patience, name, why)
	}
	return []string{"all: " + name + ": " + why, "one: " + one, "count: " + count}
}

// whyLearn is said where learning is taken.
const whyLearn = "one solution of a large problem of matchings"

// hard reports whether the search for one solution may get lost.
func hard(p *matrix.Problem) bool { return len(p.Matchings()) > 0 && p.Options() >= hardOptions }

// take makes the engine of a name, for a reason. If the problem does not fit it after
// all, links take anything.
func take(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	r.Engine = name
	plan, err := named(p, r)
	if err != nil && name != Links {
		return take(p, r, Links, "any problem fits them")
	}
	if err == nil {
		plan.why = why
	}
	return plan, err
}

// The planner's thresholds. They were found by running every engine on the problems
// of examples/speed.yaml.
const (
	// fewOptions fit into so few words that bits win whatever the items look like.
	fewOptions = 512
	// mostDense is the number of options up to which rows of bits are cheap.
	mostDense = 8192
	// longLists is the average number of options of an item from which on bits win:
	// an option that is chosen rules out many others at a stroke.
	longLists = 48
	// hardOptions is the number of options from which on a problem with matchings may
	// be one where the search for a single solution gets lost.
	hardOptions = 1000
)

// searcher returns the engine that visits solutions fastest, and why.
func searcher(p *matrix.Problem) (name, why string) {
	options, length := p.Options(), 0
	if n := p.Items(); n > 0 {
		length = p.Entries() / n
	}
	for i := range matrix.ItemID(p.Primary()) {
		if b := p.Bound(i); b != matrix.Once {
			return Sparse, fmt.Sprintf("item %s is covered %d to %d times", p.Name(i), b.Min, b.Max)
		}
	}
	switch {
	case options <= fewOptions:
		return Dense, fmt.Sprintf("%d options fit into a few words", options)
	case options <= mostDense && length >= longLists:
		return Dense, fmt.Sprintf("each item is in some %d of %d options", length, options)
	}
	return Sparse, fmt.Sprintf("%d options, and each item is in some %d of them", options, length)
}

// counting lets memo try first, if the tree turns out to be large.
func counting(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	plan, err := take(p, r, name, why)
	if err != nil || len(p.Nogoods()) > 0 {
		return plan, err
	}
	memo := newCounter(p, r)
	memo.otherwise = plan
	return &Plan{Engine: memo, Name: Memo, why: why}, nil
}

func whyMemo(nodes float64, patience time.Duration, name, why string) string {
	return fmt.Sprintf("a tree of some %.1g nodes; if states are not shared within %v, %s takes over (%s)", nodes, patience.Round(time.Millisecond), name, why)
}

const (
	// quickNodes are visited before anything is estimated: most problems are small.
	quickNodes    = 4000
	probes        = 20
	probedOptions = 1 << 17
	leastPatience = 5 * time.Millisecond
	mostPatience  = 10 * time.Minute
)

// seconds is what an engine takes for a tree that has so many nodes and updates with
// links, to an order of magnitude.
func seconds(name string, nodes, updates float64) float64 {
	switch name {
	case Dense:
		return updates/2.5e9 + nodes/5e7
	case Sparse:
		return updates/3.5e8 + nodes/5e7
	}
	return updates / 1.5e8
}

// memoPatience is a quarter of the time that a search is estimated to take: so long memo
// may try, so that the whole never takes much more than the search alone. It is 0 if
// memo cannot count the problem.
func memoPatience(p *matrix.Problem, name string) (time.Duration, float64) {
	if len(p.Nogoods()) > 0 {
		return 0, 0
	}
	if p.Options() > probedOptions {
		return mostPatience, 0
	}
	s := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}})
	e := s.Estimate(context.Background(), rand.New(rand.NewPCG(1, 1)), probes)
	quarter := seconds(name, e.Nodes.Mean, e.Updates.Mean) / 4
	return min(mostPatience, time.Duration(min(quarter, 1e6)*float64(time.Second))), e.Nodes.Mean
}
