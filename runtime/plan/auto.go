package plan

import (
	"context"
	"fmt"
	"math/rand/v2"

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
	one, count := found, fmt.Sprintf("links, if %d nodes are enough; memo, if states are shared; otherwise, by kinds if there are symmetries, %s", quickNodes, found)
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
	c := &counter{memoEngine: newMemo(p, r), fallback: &fallback{problem: p, request: r, name: name, why: why}, took: Memo}
	return &Plan{Engine: c, Name: Memo, why: why}, nil
}

func whyMemo(nodes int64, name, why string) string {
	return fmt.Sprintf("if states are not shared within %d nodes, %s takes over (%s)", nodes, name, why)
}

const (
	// quickNodes are visited before anything is estimated: many problems are small.
	quickNodes    = 500
	probes        = 20
	probedOptions = 1 << 17
	// boundedItems is up to how many items it is worth bounding the states.
	boundedItems = 200
	// fewStates are gone through before a search has begun, and someStates before one
	// has got anywhere.
	fewStates  = 1 << 16
	someStates = 1 << 20
	// anyway is how many nodes memo gets at first where states are likely to be shared,
	// and tryout how many seconds when there turns out to be more to do.
	anyway = 1 << 13
	tryout = 5.0
	// patience is the part of the time that another engine needs that memo may try for.
	patience = 0.2
	// mostNodes stands for any number.
	mostNodes = 1 << 40
)

// begun is how long beginNodes take, in seconds. Where states are likely to be shared, memo
// may take as long as the rest would by that.
const begun = 0.015

// beginNodes are how many nodes an engine visits in some 10 milliseconds.
var beginNodes = map[string]int64{Links: 1 << 12, Dense: 1 << 18, Sparse: 1 << 13}

// whyQuick is said where links are enough.
var whyQuick = fmt.Sprintf("fewer than %d nodes", quickNodes)

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

// nodesIn is how many nodes memo visits in some seconds, to an order of magnitude.
func nodesIn(p *matrix.Problem, seconds float64) int64 {
	node := 200e-9 + 2.5e-9*float64(p.Items()) + 0.12e-9*float64(p.Options())
	return int64(max(1, min(mostNodes, seconds/node)))
}

// memoNodes is how many nodes memo may visit, if the engine of a name gains something by
// symmetry: those that take a part of the time that its search is estimated to take, so
// that the whole never takes much more than the search alone.
func memoNodes(p *matrix.Problem, name string, gain float64) int64 {
	if p.Options() > probedOptions {
		return mostNodes
	}
	s := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}})
	e := s.Estimate(context.Background(), rand.New(rand.NewPCG(1, 1)), probes)
	return nodesIn(p, seconds(name, e.Nodes.Mean, e.Updates.Mean)/gain*patience)
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
