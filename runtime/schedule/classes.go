package schedule

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"quadrille/runtime/engine/dlx"
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
	// updateSeconds is what an engine takes at least for what is an update for links.
	updateSeconds = 0.4e-9
	// fewWalks tell whether a tree is far from taking longVisit, and up to manyWalks how large it is,
	// if they take no more than walkPart of it, at linkSeconds for an update.
	fewWalks, manyWalks   = 50, 3000
	longVisit, far        = 0.5, 5
	walkPart, linkSeconds = 1.0 / 64, 3e-9
)

// ErrVisit says that classes have to be visited to be counted, or that this takes less time.
var ErrVisit = errors.New("the classes have to be visited")

// Count counts the classes without visiting them, by the lemma of Cauchy and Frobenius (W.
// Burnside, "Theory of Groups of Finite Order", 1897): they are as many as the solutions
// that a symmetry takes to themselves, on average. The plan says how. It takes the engine
// that the request names, or one that needs no more than some seconds, to an order of
// magnitude; if there is none, the error is ErrVisit. With another error comes a lower bound.
func (c Classes) Count(ctx context.Context, r Request, seconds float64) (*Plan, *big.Int, error) {
	if r.Free() && seconds <= 0 {
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
	// rounded up, if it is a bound
	n = n.Add(n, big.NewInt(int64(len(c.Group)-1))).Div(n, big.NewInt(int64(len(c.Group))))
	stats := plan.Stats()
	if stats.Solutions = 0; n.IsInt64() {
		stats.Solutions = n.Int64()
	}
	why := plan.Why + "; of solutions that are symmetric there are as many as lead to the number of classes"
	return &Plan{Name: plan.Name, Why: why, Engine: &countOnly{Engine: plan.Engine, stats: &stats}}, n, err
}

// Free reports whether the request leaves it open how to search.
func (r *Request) Free() bool {
	return (r.Engine == "" || r.Engine == Auto) && r.Order+r.OptionOrder == "" &&
		(r.Chooser == "" || r.Chooser == dlx.DefaultChooser) && r.needsLinks() == ""
}

// fixedBy is the problem of the solutions that some symmetries take to themselves.
type fixedBy struct {
	problem    *matrix.Problem
	symmetries int64
}

func (f fixedBy) count(ctx context.Context, r Request) (*big.Int, error) {
	plan, err := NewPlan(f.problem, r)
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
		key := fmt.Sprint(symmetry.CyclesOf(image))
		if n, known := number[key]; known {
			list[n].symmetries++
			continue
		}
		p, ok := symmetry.FixedProblem(c.Problem, image)
		if !ok {
			return nil, fmt.Errorf("%w: some symmetries take pieces to others, and some do not", ErrVisit)
		}
		number[key] = len(list)
		list = append(list, fixedBy{p, 1})
	}
	return list, nil
}

// countAll counts the solutions of a problem without visiting them, with the engine that was
// asked for, or by turns of those that need no more than some seconds. The plan is nil if there is none.
func countAll(ctx context.Context, p *matrix.Problem, r Request, seconds float64) (*Plan, *big.Int, error) {
	if !r.Free() {
		plan, err := NewPlan(p, r)
		if err != nil {
			return nil, nil, err
		}
		n, err := plan.Count(ctx)
		return plan, n, err
	}
	plan, err := newAuto(p, r)
	if err != nil {
		return nil, nil, err
	}
	n, err := plan.Engine.(*autoEngine).countWithin(ctx, seconds)
	if err != nil && ctx.Err() == nil {
		return nil, nil, ErrVisit
	}
	return plan, n, err
}

// ExpectedSeconds returns how many seconds a visit of all solutions is likely to take, to an order of
// magnitude, from random walks (D. Knuth, "Estimating the efficiency of backtrack programs",
// 1975). It returns 0 for what takes less time than is worth a thought.
func ExpectedSeconds(p *matrix.Problem) (seconds float64) {
	tree := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
	walk := func(walks int) (expects, each float64) {
		e := tree.EstimateSize(context.Background(), rand.New(rand.NewPCG(1, 1)), walks)
		return updateSeconds * e.Updates.Mean, linkSeconds * float64(tree.Stats().Updates) / float64(walks)
	}
	seconds, each := walk(fewWalks)
	if seconds < longVisit/far {
		return 0
	}
	if walks := min(manyWalks, int(walkPart*max(seconds, longVisit)/each)); walks > fewWalks {
		seconds, _ = walk(walks)
	}
	if seconds < longVisit {
		return 0
	}
	return seconds
}
