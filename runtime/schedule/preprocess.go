package schedule

import (
	"context"
	"errors"
	"math/big"

	"quadrille/runtime/deduce"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// Weights is the name of what stands for an engine where a sum proves that there is no solution.
const Weights = "weights"

const whyWeights = "items have weights under which each option weighs nothing, and what must be covered weighs " +
	"something"

const (
	// proofWork bounds the search for a proof by sums, which takes up to proofCost, in seconds: for Latin squares
	// of order 28 half of that, for most rows of examples/unseen.yaml a hundredth.
	proofWork, proofCost = 1 << 22, 100e-3
	// maxProofOptions bounds the options of which a proof is sought: for each there is a row.
	maxProofOptions = 1 << 17
	// symmetrySeconds are what it takes to find symmetries and to divide a problem by them, for each entry of an
	// option, and lookSeconds what it takes to look at an entry.
	symmetrySeconds, lookSeconds = 1e-6, 10e-9
	// manyVertices are the items from which on a determinant is quicker than states that are shared.
	manyVertices = 120
)

// subject is a problem as the planner sees it.
type subject interface {
	fits(engine string) error
	task(engine string, out output) Task
	visitor() (name, why string)
	entries() int
	startPrice(engine string) float64
	// estimate returns the seconds that an engine would take in all, by what another one has done; 0 is unknown. Without
	// it eight more counts are missed, such as Soma staircase and Young tableaux.
	estimate(engine string, by Task) float64
	// planar counts by a determinant. The number is nil if the problem is not for that.
	planar(ctx context.Context) (*big.Int, search.Stats, error)
	proves() bool
	// orbits returns nil if symmetries gain little.
	orbits(ctx context.Context, looks int) *byOrbits
}

// work is a problem with what is wanted of it.
type work struct {
	problem  *matrix.Problem
	request  Request
	group    []symmetry.Permutation // nil before it was looked for
	hopeless func() bool            // nothing but memo will come to an end
}

func (w *work) fits(engine string) error         { return engineOf(engine).fits(w.problem) }
func (w *work) visitor() (name, why string)      { return visitor(w.problem) }
func (w *work) entries() int                     { return w.problem.EntryCount() }
func (w *work) startPrice(engine string) float64 { return startPrice(engine, w.problem) }
func (w *work) proves() bool                     { return proves(w.problem) }

func (w *work) estimate(engine string, by Task) float64 {
	if engine != Dense {
		return 0
	}
	return startPrice(Dense, w.problem) + nodesOf(by)*priceOf(Dense, w.problem).node
}

func (w *work) planar(ctx context.Context) (*big.Int, search.Stats, error) {
	if w.problem.ItemCount() < manyVertices || planar.CheckFit(w.problem) != nil {
		return nil, search.Stats{}, nil
	}
	n, stats, err := countByPlanar(w.problem, w.request)(ctx)
	if errors.Is(err, planar.ErrUnfit) {
		return nil, search.Stats{}, nil
	}
	return n, stats, err
}

func (w *work) orbits(ctx context.Context, looks int) *byOrbits {
	w.group = symmetry.FindGroupWithin(ctx, w.problem, maxSymmetries, looks)
	return findOrbits(w.problem, w.group)
}

// propagationWork bounds what propagation before a search looks at, for each entry of the problem. Nonograms of 45 by 45
// need some three.
const propagationWork = 32

// propagate returns a problem without options that are in no solution, with the numbers that its options have in the
// original one. The numbers are nil if nothing is removed, as in problems without colors, where engines see as much.
func propagate(p *matrix.Problem) (*matrix.Problem, []matrix.OptionID) {
	if !p.Colored() {
		return p, nil
	}
	left, possible := deduce.Unsupported(p, propagationWork*p.EntryCount())
	switch {
	case !possible:
		left = []matrix.OptionID{}
	case len(left) == p.OptionCount():
		return p, nil
	}
	k := 0
	return p.KeepOptions(func(o matrix.OptionID) bool {
		kept := k < len(left) && left[k] == o
		if kept {
			k++
		}
		return kept
	}), left
}

// originalOptions returns a solution of the reduced problem by the options of the original one. The next call overwrites
// it.
func (a *autoEngine) originalOptions(s matrix.Solution) matrix.Solution {
	if a.ids == nil {
		return s
	}
	a.original = a.original[:0]
	for _, o := range s {
		a.original = append(a.original, a.ids[o])
	}
	return a.original
}

// drawPlanar counts by a determinant, if that is the way.
func (a *autoEngine) drawPlanar(ctx context.Context) (done bool, err error) {
	if a.answer, a.stats, err = a.subject.planar(ctx); a.answer == nil {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Planar, "each option joins two items, and a drawing of that has no crossings"
	return true, err
}

// prove looks for a proof that there is no solution, unless one was found.
func (a *autoEngine) prove(context.Context) (done bool, err error) {
	if a.counted().Sign() > 0 || a.found > 0 || !a.subject.proves() {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Weights, whyWeights
	return true, nil
}

// counted returns the most solutions that a candidate has visited.
func (a *autoEngine) counted() *big.Int {
	most := new(big.Int)
	for _, c := range a.candidates {
		if _, visits := c.Task.(partsWalker); !visits {
			continue
		}
		if n, _ := c.Result(); n.Cmp(most) > 0 {
			most = n
		}
	}
	return most
}

// proves reports whether a sum proves that a problem has no solution.
func proves(p *matrix.Problem) bool {
	if p.OptionCount() > maxProofOptions {
		return false
	}
	largest := 2
	for o := range matrix.OptionID(p.OptionCount()) {
		largest = max(largest, len(p.Option(o)))
	}
	_, found := deduce.FindCertificate(p, deduce.ProofOptions{Work: proofWork, Largest: largest})
	return found
}

// partsWalker is a task that can go on with a problem that has been divided.
type partsWalker interface{ walkParts(parts []orbitPart) }

// divide looks for symmetries. Halves make use of them; and who visits every solution goes on with one option of each
// orbit, if less is left that way. Those who learn begin too, where few solutions were found.
func (a *autoEngine) divide(ctx context.Context) (done bool, err error) {
	looks := min(a.leader.remaining()/2/lookSeconds, 1<<30)
	orbits := a.subject.orbits(ctx, int(looks))
	a.add(Halves, whyJoins)
	if a.counted().Cmp(big.NewInt(maxClauses)) < 0 {
		a.add(Learn, whyLearns)
	}
	if orbits == nil {
		return false, ctx.Err()
	}
	for _, c := range a.candidates {
		visits, ok := c.Task.(partsWalker)
		spent, _ := c.Progress()
		all := c.expected()
		if !ok || all-spent < all/orbits.gain {
			continue
		}
		if c.turns > 0 {
			c.estimate = spent + (all-spent)/orbits.gain
		}
		c.why = orbits.why
		visits.walkParts(orbits.parts)
	}
	return false, ctx.Err()
}
