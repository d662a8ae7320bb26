package plan

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"quadrille/runtime/choose"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// Classes are the solutions of a problem, of which those are one that a group of symmetries
// takes to one another.
type Classes struct {
	Problem *matrix.Problem
	Group   [][]int32 // where each symmetry takes each option, the identity first
}

const (
	// entrySeconds is what it takes to find what a symmetry fixes, for each entry of an option.
	entrySeconds = 1e-7
	// stepSeconds and openSeconds are what a unit of work and what is left of a side take halves.
	stepSeconds, openSeconds = 15e-9, 1.5e-6
	// mostNodes stands for any number.
	mostNodes = 1 << 40
)

// ErrVisit says that classes have to be visited to be counted, or that this takes less time.
var ErrVisit = errors.New("the classes have to be visited")

// Count counts the classes without visiting them, by the lemma of Cauchy and Frobenius (W.
// Burnside, "Theory of Groups of Finite Order", 1897): they are as many as the solutions
// that a symmetry takes to themselves, on average. The plan says how. It takes the engine
// that the request names, or one that needs no more than some seconds, to an order of
// magnitude; if there is none, the error is ErrVisit. With another error comes a lower bound.
func (c Classes) Count(ctx context.Context, r Request, seconds float64) (*Plan, *big.Int, error) {
	auto := r.Free()
	if most := float64(len(c.Group)*c.Problem.Entries()) * entrySeconds; auto && seconds < most {
		return nil, nil, ErrVisit
	}
	r.Goal = Count
	fixed, err := c.fixed()
	if err != nil {
		return nil, nil, err
	}
	if to := r.Report; to != nil {
		r.Report = func(q search.Progress) {
			q.Solutions /= int64(len(c.Group))
			to(q)
		}
	}
	plan, n, err := countAll(ctx, c.Problem, r, seconds)
	if plan == nil {
		return nil, nil, err
	}
	r.Engine, r.Report = "", nil
	for _, f := range fixed {
		if err == nil {
			var some *big.Int
			if some, err = f.count(ctx, r); err == nil {
				n.Add(n, some)
			}
		}
	}
	n = n.Add(n, big.NewInt(int64(len(c.Group)-1))).Div(n, big.NewInt(int64(len(c.Group)))) // rounded up, if it is a bound
	stats := plan.Stats()
	if stats.Solutions = 0; n.IsInt64() {
		stats.Solutions = n.Int64()
	}
	why := plan.Why + "; of solutions that are symmetric there are as many as lead to the number of classes"
	return &Plan{Name: plan.Name, Why: why, Engine: counted{plan.Engine, stats}}, n, err
}

// counted is an engine that was part of a count.
type counted struct {
	search.Engine
	stats search.Stats
}

// Stats implements [search.Engine].
func (c counted) Stats() search.Stats { return c.stats }

// Free reports whether the request leaves it open how to search.
func (r *Request) Free() bool {
	return (r.Engine == "" || r.Engine == Auto) && r.Order+r.OptionOrder == "" && (r.Chooser == "" || r.Chooser == choose.Default) && r.needsLinks() == ""
}

// fixedBy is the problem of the solutions that some symmetries take to themselves.
type fixedBy struct {
	problem    *matrix.Problem
	symmetries int64
}

func (f fixedBy) count(ctx context.Context, r Request) (*big.Int, error) {
	plan, err := New(f.problem, r)
	if err != nil {
		return nil, err
	}
	n, err := plan.Count(ctx)
	return n.Mul(n, big.NewInt(f.symmetries)), err
}

// fixed returns the problems of all symmetries but the identity. Those that have the same
// orbits fix the same solutions.
func (c Classes) fixed() (list []fixedBy, err error) {
	number := map[string]int{}
	for _, image := range c.Group[1:] {
		key := fmt.Sprint(symmetry.Cycles(image))
		if n, known := number[key]; known {
			list[n].symmetries++
			continue
		}
		p, ok := symmetry.Fixed(c.Problem, image)
		if !ok {
			return nil, fmt.Errorf("%w: some symmetries take pieces to others, and some do not", ErrVisit)
		}
		number[key] = len(list)
		list = append(list, fixedBy{p, 1})
	}
	return list, nil
}

// countAll counts the solutions of a problem without visiting them, with the engine that was
// asked for, or with one that needs no more than some seconds. The plan is nil if there is none.
func countAll(ctx context.Context, p *matrix.Problem, r Request, seconds float64) (*Plan, *big.Int, error) {
	if !r.Free() {
		plan, err := New(p, r)
		if err != nil {
			return nil, nil, err
		}
		n, err := plan.Count(ctx)
		return plan, n, err
	}
	plan := &Plan{Name: Halves, Why: "few options cross the middle"}
	if sharesStates(p) {
		m := newMemo(p, r)
		m.options.MaxNodes = nodesIn(p, seconds)
		plan = &Plan{Name: Memo, Why: "states are shared", Engine: m}
	} else {
		h := newHalves(p, r)
		h.options.MaxCrossing = mostCrossing
		h.options.MaxWork, h.options.MaxBorders = int64(min(mostNodes, seconds/stepSeconds)), int64(min(mostNodes, seconds/openSeconds))
		plan.Engine = h
	}
	n, err := plan.Count(ctx)
	if err != nil && ctx.Err() == nil {
		return nil, nil, ErrVisit
	}
	return plan, n, err
}

// nodesIn is how many nodes memo visits in some seconds, to an order of magnitude.
func nodesIn(p *matrix.Problem, seconds float64) int64 {
	node := 200e-9 + 2.5e-9*float64(p.Items()) + 0.12e-9*float64(p.Options())
	return int64(max(1, min(mostNodes, seconds/node)))
}

// nodesPerSecond are how many nodes an engine visits, to an order of magnitude.
var nodesPerSecond = map[string]float64{Links: 3e5, Dense: 2e7, Sparse: 6e5}

// Seconds returns how long an engine takes for its nodes, to an order of magnitude.
func Seconds(engine string, nodes int64) float64 { return float64(nodes) / nodesPerSecond[engine] }
