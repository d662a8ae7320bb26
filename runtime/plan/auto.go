package plan

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/engine"
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
		if r.Ordered {
			r.Threads = 1
		}
		return take(p, r, Learn, whyLearn)
	case r.Goal == Count:
		return counting(p, r, name, why)
	}
	return take(p, r, name, why)
}

// Explain says in a line for each goal which engine the planner takes, and why.
func Explain(p *matrix.Problem) []string {
	name, why := searcher(p)
	found := name + ": " + why
	one, count := found, fmt.Sprintf("links, if %d nodes are enough; memo, if states are shared; otherwise %s", quickNodes, found)
	if hard(p) {
		one = Learn + ": " + whyLearn
	}
	if len(p.Nogoods()) > 0 {
		count = found
	}
	return []string{"all: " + found, "one: " + one, "count: " + count}
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
	if len(p.Nogoods()) > 0 {
		return take(p, r, name, why)
	}
	if _, err := r.orders(p); err != nil {
		return nil, err
	}
	memo := newCounter(p, r)
	memo.fallback = &fallback{r, name, why}
	return &Plan{Engine: memo, Name: Memo, why: why}, nil
}

func whyMemo(patience time.Duration, name, why string) string {
	return fmt.Sprintf("if states are not shared within %v, %s takes over (%s)", patience.Round(10*time.Microsecond), name, why)
}

const (
	// quickNodes are visited before anything is estimated: many problems are small.
	quickNodes    = 500
	probes        = 20
	probedOptions = 1 << 17
	// boundedItems is up to how many items it is worth bounding the states.
	boundedItems = 200
	// fewStates are gone through before a search has begun.
	fewStates = 1 << 16
	// soon is when a search is taken to be over before it is worth estimating well.
	soon = 20 * time.Millisecond
	// anyway is what memo gets at first where states are likely to be shared, and
	// tryout when there turns out to be more to do.
	anyway       = 3 * time.Millisecond
	tryout       = 5 * time.Second
	mostPatience = 10 * time.Minute
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

// memoPatience is how long memo may try: a part of the time that a search is estimated to
// take, so that the whole never takes much more than the search alone. A search has
// begun, with some effort, and has a share of the tree left; if that says that there is
// not much to come, nothing else is asked.
func memoPatience(p *matrix.Problem, name string, begun engine.Stats, left float64) time.Duration {
	factor := left / max(1e-9, 1-left)
	rest := duration(seconds(name, factor*float64(begun.Nodes), factor*float64(begun.Updates)))
	if rest < soon {
		return rest * 7 / 20
	}
	if p.Options() > probedOptions {
		return mostPatience
	}
	s := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}})
	e := s.Estimate(context.Background(), rand.New(rand.NewPCG(1, 1)), probes)
	return min(mostPatience, duration(seconds(name, e.Nodes.Mean, e.Updates.Mean)/5))
}

// local reports whether each item shares options with few others, as the cells of a
// board do if no piece has an item. There states are shared more often than not.
func local(p *matrix.Problem) bool {
	met := make([]matrix.ItemID, p.Items()) // the last item, counted from 1, that shares an option with each
	for i, options := range p.Holding() {
		others := 0
		for _, o := range options {
			for _, e := range p.Option(o) {
				if met[e.Item] != matrix.ItemID(i)+1 {
					met[e.Item] = matrix.ItemID(i) + 1
					others++
				}
			}
		}
		if others > p.Items()/2 {
			return false
		}
	}
	return true
}

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds, 1e6) * float64(time.Second))
}
