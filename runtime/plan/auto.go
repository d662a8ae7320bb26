package plan

import (
	"fmt"

	"quadrille/runtime/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// auto takes the engine that suits the problem.
func auto(p *matrix.Problem, r Request) (*Plan, error) {
	if needs := r.needsLinks(); needs != "" {
		return take(p, r, Links, needs+" is for links")
	}
	name, why := searcher(p)
	if r.Goal == Count {
		return counting(p, r, name, why), nil
	}
	if r.Goal == Few && hard(p) {
		name, why = Learn, whyLearn
	}
	return doubt(p, r, func(r Request) (*Plan, error) {
		switch {
		case r.Order+r.OptionOrder != "":
			return take(p, r, name, why)
		case r.Ordered:
			r.Threads = 1 // how much a turn comes to on several differs from time to time
		case r.Goal == Few && r.Threads > 1 && !r.several():
			return sideBySide(p, r, name, why)
		}
		return seeking(p, r), nil
	})
}

// sideBySide looks for one solution by turns on one thread, while one engine has the others.
func sideBySide(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	others := r
	others.Threads, others.Report, others.Seed = r.Threads-1, nil, r.Seed+1 // as one that learns has turns too
	beside, err := take(p, others, name, why)
	if err != nil {
		return nil, err
	}
	r.Threads = 1
	seeks := seeking(p, r)
	together := &race{engines: []search.Engine{seeks.Engine, beside.Engine}}
	plan := &Plan{Engine: together, Name: name, Why: why}
	together.won = func(engine int) {
		won := []*Plan{seeks, beside}[engine]
		plan.Name, plan.Why, plan.Turns = won.Name, won.Why, won.Turns
	}
	return plan, nil
}

// Explain says in a line for each goal which engine the planner takes, and why.
func Explain(p *matrix.Problem) []string {
	name, why := searcher(p)
	found := name + ": " + why
	few, count := found, "links, if they are done before others would have begun; otherwise the others by turns"
	if hard(p) {
		few = Learn + ": " + whyLearn
	}
	return []string{"all: " + found + "; others take turns if that takes long", "a few: " + few, "count: " + count}
}

// whyLearn is said where learning is taken.
const whyLearn = "a few solutions of a large problem of matchings"

// hard reports whether the search for a few solutions may get lost.
func hard(p *matrix.Problem) bool { return len(p.Matchings()) > 0 && p.OptionCount() >= hardOptions }

// take makes the engine of a name, for a reason. If the problem does not fit it after
// all, links take anything.
func take(p *matrix.Problem, r Request, name, why string) (*Plan, error) {
	r.Engine = name
	plan, err := named(p, r)
	if err != nil && name != Links {
		return take(p, r, Links, "any problem fits them")
	}
	if err == nil {
		plan.Why = why
	}
	return plan, err
}

// The thresholds by which an engine is taken. They were found by running every engine on the problems
// of examples/speed.yaml.
const (
	// longLists is the average number of options of an item from which on bits win:
	// an option that is chosen rules out many others at a stroke.
	longLists = 48
	// hardOptions is the number of options from which on a problem with matchings may
	// be one where the search for a single solution gets lost.
	hardOptions = 1000
)

// searcher returns the engine that visits solutions fastest, and why.
func searcher(p *matrix.Problem) (name, why string) {
	options, length := p.OptionCount(), 0
	if n := p.ItemCount(); n > 0 {
		length = p.EntryCount() / n
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if b := p.Bound(i); b != matrix.Once {
			return Sparse, fmt.Sprintf("item %s is covered %d to %d times", p.Name(i), b.Min, b.Max)
		}
	}
	switch {
	case !inPairs(p):
		return Sparse, "more than two options are forbidden together"
	case options <= mostPairs && p.PrimaryCount() <= dense.FewItems:
		return Dense, fmt.Sprintf("%d items fit into two words", p.PrimaryCount())
	case options <= mostPairs && length >= longLists:
		return Dense, fmt.Sprintf("each item is in some %d of %d options", length, options)
	}
	return Sparse, fmt.Sprintf("%d options, and each item is in some %d of them", options, length)
}
