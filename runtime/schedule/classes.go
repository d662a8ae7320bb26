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

// Classes counts the solutions of a problem up to symmetry: two solutions are in one class if a
// symmetry of the group takes one to the other.
type Classes struct {
	Problem *matrix.Problem // problem whose solutions are counted
	// Group holds the symmetries: Group[g][o] is the option to which symmetry g maps option o, and Group[0] is the
	// identity.
	Group [][]int32
}

const (
	// minUpdateSeconds is the least time in seconds that any engine takes for the work of one update
	// of dancing links.
	minUpdateSeconds = 0.4e-9
	firstWalkCount   = 50   // number of random walks that decide whether visiting all solutions is certainly short
	maxWalkCount     = 3000 // largest number of random walks for an estimate of the size of the search tree
	// longVisitSeconds is the time from which on visiting all solutions takes long. It is certainly short if the first
	// estimate of its time is less than longVisitSeconds / certainlyShortFactor.
	longVisitSeconds, certainlyShortFactor = 0.5, 5
	// largest time of the walks, as a fraction of the time of visiting all solutions
	maxWalkShare      = 1.0 / 64
	linkUpdateSeconds = 3e-9 // time of one update of dancing links, in seconds
)

// ErrMustVisit is the error for a problem whose classes can be counted only by visiting all solutions, or for which
// that is the fastest way.
var ErrMustVisit = errors.New("the classes have to be visited")

// Count counts the classes without visiting all solutions, by the lemma of Cauchy and Frobenius (W. Burnside, "Theory
// of Groups of Finite Order", 1897): the number of classes is the average number of solutions that a symmetry maps to
// themselves. It uses the engine that the request names. If the request names none, it uses an engine that needs at
// most about the given number of seconds, or returns ErrMustVisit if there is none. With any other error, the number is
// a lower bound. The plan describes the engine that was used.
func (c Classes) Count(ctx context.Context, r Request, seconds float64) (*Plan, *big.Int, error) {
	if r.IsUnconstrained() && seconds <= 0 {
		return nil, nil, ErrMustVisit
	}
	r.Goal = CountOnly
	fixed, err := c.fixedProblems()
	if err != nil {
		return nil, nil, err
	}
	if to := r.Report; to != nil {
		r.Report = func(q search.Progress) {
			q.Solutions /= int64(len(c.Group))
			to(q)
		}
	}
	plan, n, err := countWithoutVisit(ctx, c.Problem, r, seconds)
	if plan == nil {
		return nil, nil, err
	}
	r.Engine, r.Report = "", nil
	for _, f := range fixed {
		if err == nil {
			var some *big.Int
			if some, err = f.countFixed(ctx, r); err == nil {
				n.Add(n, some)
			}
		}
	}
	// The average is rounded up, because the sum may be a lower bound.
	n = n.Add(n, big.NewInt(int64(len(c.Group)-1))).Div(n, big.NewInt(int64(len(c.Group))))
	stats := plan.Stats()
	if stats.Solutions = 0; n.IsInt64() {
		stats.Solutions = n.Int64()
	}
	why := plan.Reason + "; of solutions that are symmetric there are as many as lead to the number of classes"
	return &Plan{Name: plan.Name, Reason: why, Engine: &countingEngine{Engine: plan.Engine, stats: &stats}}, n, err
}

// IsUnconstrained reports whether the request names no engine, chooser, order or other setting that restricts the
// choice of the engine.
func (r *Request) IsUnconstrained() bool {
	return (r.Engine == "" || r.Engine == Auto) && r.ItemOrder+r.OptionOrder == "" &&
		(r.Chooser == "" || r.Chooser == dlx.DefaultChooser) && r.linksOnlySetting() == ""
}

// fixedSolutions is a problem whose solutions are exactly those that certain symmetries map to themselves.
type fixedSolutions struct {
	problem       *matrix.Problem
	symmetryCount int64 // number of symmetries that map exactly these solutions to themselves
}

func (f fixedSolutions) countFixed(ctx context.Context, r Request) (*big.Int, error) {
	plan, err := NewPlan(f.problem, r)
	if err != nil {
		return nil, err
	}
	n, err := plan.Count(ctx)
	return n.Mul(n, big.NewInt(f.symmetryCount)), err
}

// fixedProblems returns a problem for each symmetry except the identity: its solutions are those that the symmetry
// maps to themselves. Symmetries with the same orbits share a problem, because they fix the same solutions.
func (c Classes) fixedProblems() (list []fixedSolutions, err error) {
	number := map[string]int{}
	for _, image := range c.Group[1:] {
		key := fmt.Sprint(symmetry.CyclesOfPermutation(image))
		if n, known := number[key]; known {
			list[n].symmetryCount++
			continue
		}
		p, ok := symmetry.FixedProblem(c.Problem, image)
		if !ok {
			return nil, fmt.Errorf("%w: some symmetries take pieces to others, and some do not", ErrMustVisit)
		}
		number[key] = len(list)
		list = append(list, fixedSolutions{p, 1})
	}
	return list, nil
}

// countWithoutVisit counts the solutions of a problem without visiting them. It uses the engine that the request
// names, or engines that need at most the given number of seconds. The plan is nil if there is no such engine.
func countWithoutVisit(ctx context.Context, p *matrix.Problem, r Request, seconds float64) (*Plan, *big.Int, error) {
	if !r.IsUnconstrained() {
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
		return nil, nil, ErrMustVisit
	}
	return plan, n, err
}

// ExpectedSeconds estimates the time of visiting all solutions, in seconds and to an order of magnitude, by random
// walks (D. Knuth, "Estimating the efficiency of backtrack programs", 1975). It returns 0 for a time below
// longVisitSeconds.
func ExpectedSeconds(p *matrix.Problem) (seconds float64) {
	tree := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
	walk := func(walks int) (expects, each float64) {
		e := tree.EstimateSize(context.Background(), rand.New(rand.NewPCG(1, 1)), walks)
		return minUpdateSeconds * e.Updates.Mean,
			linkUpdateSeconds * float64(tree.Stats().Updates) / float64(walks)
	}
	seconds, each := walk(firstWalkCount)
	if seconds < longVisitSeconds/certainlyShortFactor {
		return 0
	}
	if walks := min(maxWalkCount, int(maxWalkShare*max(seconds, longVisitSeconds)/each)); walks > firstWalkCount {
		seconds, _ = walk(walks)
	}
	if seconds < longVisitSeconds {
		return 0
	}
	return seconds
}
