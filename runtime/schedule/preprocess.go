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

// Weights is the name that a plan shows in place of an engine if a sum of weights proves that there
// is no solution.
const Weights = "weights"

const whyWeights = "items have weights under which each option weighs nothing, and what must be covered weighs " +
	"something"

const (
	// proofWork bounds the search for a proof by weights, in steps of package deduce. It takes up to
	// proofCost seconds: for Latin squares of order 28 half of that, for most rows of
	// examples/unseen.yaml a hundredth.
	proofWork, proofCost = 1 << 22, 100e-3
	// maxProofOptions is the largest number of options of a problem for which such a proof is
	// sought, as each needs a row.
	maxProofOptions = 1 << 17
	// symmetrySeconds is the time in seconds, for each item of an option, to find symmetries and
	// divideByOrbit a problem by them. lookSeconds is the time to read an item of an option.
	symmetrySeconds, lookSeconds = 1e-6, 10e-9
	// manyVertices is the number of items from which on a determinant is faster than package memo.
	manyVertices = 120
)

// subject is a problem as the planner sees it. Tests replace it by recorded figures.
type subject interface {
	fits(engine string) error
	task(engine string, out output) Task
	visitor() (name, why string)
	entries() int
	startSeconds(engine string) float64
	// estimate returns the total number of seconds that an engine would take, from the work of
	// another one; 0 is unknown. Without it eight more counts are missed, such as Soma staircase
	// and Young tableaux.
	estimate(engine string, by Task) float64
	// planar counts by a determinant. The number is nil if the problem does not allow that.
	planar(ctx context.Context) (*big.Int, search.Stats, error)
	proves() bool
	// orbits divides the problem by its symmetries. It returns nil if that gains little.
	orbits(ctx context.Context, looks int) *orbitSplit
}

// plannedWork is a problem together with a request.
type plannedWork struct {
	problem  *matrix.Problem
	request  Request
	group    []symmetry.Permutation // symmetries of the problem; nil before they are looked for
	hopeless func() bool            // reports whether no engine except memo is likely to finish
}

func (w *plannedWork) fits(engine string) error {
	if len(w.request.Connected) == 0 {
		return engineOf(engine).fits(w.problem)
	}
	if engine != Links && engine != Learn {
		return errors.New("it does not look for cells that cannot be connected")
	}
	return nil
}

func (w *plannedWork) entries() int                       { return w.problem.EntryCount() }
func (w *plannedWork) startSeconds(engine string) float64 { return startSeconds(engine, w.problem) }
func (w *plannedWork) proves() bool                       { return proves(w.problem) }

func (w *plannedWork) visitor() (name, why string) {
	if len(w.request.Connected) > 0 {
		return Links, "they look for cells that cannot be connected"
	}
	return visitor(w.problem)
}

func (w *plannedWork) estimate(engine string, by Task) float64 {
	if engine != Dense {
		return 0
	}
	return startSeconds(Dense, w.problem) + nodesOf(by)*priceOf(Dense, w.problem).node
}

func (w *plannedWork) planar(ctx context.Context) (*big.Int, search.Stats, error) {
	if w.problem.ItemCount() < manyVertices || planar.CheckFit(w.problem) != nil {
		return nil, search.Stats{}, nil
	}
	n, stats, err := countByPlanar(w.problem, w.request)(ctx)
	if errors.Is(err, planar.ErrUnfit) {
		return nil, search.Stats{}, nil
	}
	return n, stats, err
}

func (w *plannedWork) orbits(ctx context.Context, looks int) *orbitSplit {
	w.group = symmetry.FindGroupWithin(ctx, w.problem, maxSymmetries, looks)
	return findOrbits(w.problem, w.group)
}

// propagationWork is the number of entries that the reduction of a problem may read, for each entry of the problem. (An
// entry is an item in an option.) Nonograms of 45 by 45 need about three.
const propagationWork = 32

// reduceProblem returns the problem without options that are certainly in no solution, and the
// number that each remaining option has in the original problem. The numbers are nil if nothing is
// removed. Problems without colors stay as they are, because engines find such options of these
// themselves.
func reduceProblem(p *matrix.Problem) (*matrix.Problem, []matrix.OptionID) {
	if !p.Colored() {
		return p, nil
	}
	left, possible := deduce.FilterOptions(p, propagationWork*p.EntryCount())
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

// keepSetOptions returns sets of cells without the options that were removed from their problem. The
// argument ids holds the original number of each option that is left; nil stands for all options.
func keepSetOptions(sets []*search.CellSet, ids []matrix.OptionID) (kept []*search.CellSet) {
	if ids == nil || sets == nil {
		return sets
	}
	numbers := make(map[matrix.OptionID]matrix.OptionID, len(ids))
	for now, before := range ids {
		numbers[before] = matrix.OptionID(now)
	}
	renumber := func(lists [][]matrix.OptionID) (out [][]matrix.OptionID) {
		for _, list := range lists {
			var left []matrix.OptionID
			for _, o := range list {
				if now, there := numbers[o]; there {
					left = append(left, now)
				}
			}
			out = append(out, left)
		}
		return out
	}
	for _, s := range sets {
		kept = append(kept, &search.CellSet{Neighbours: s.Neighbours, In: renumber(s.In), Out: renumber(s.Out),
			Given: s.Given})
	}
	return kept
}

// originalOptions returns a solution of the reduced problem as options of the original one. The
// next call overwrites the result.
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

// countPlanar counts by a determinant, if the problem allows that.
func (a *autoEngine) countPlanar(ctx context.Context) (done bool, err error) {
	if a.answer, a.stats, err = a.subject.planar(ctx); a.answer == nil {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Planar, "each option joins two items, and a drawing of that has no crossings"
	return true, err
}

// prove looks for a proof that there is no solution, unless a solution was found.
func (a *autoEngine) prove(context.Context) (done bool, err error) {
	if a.mostCounted().Sign() > 0 || a.foundCount.Load() > 0 || !a.subject.proves() {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Weights, whyWeights
	return true, nil
}

// mostCounted returns the largest number of solutions that any candidate has found.
func (a *autoEngine) mostCounted() *big.Int {
	most := new(big.Int)
	for _, c := range a.candidates {
		if _, visits := c.Task.(partsTask); !visits {
			continue
		}
		if n, _ := c.Result(); n.Cmp(most) > 0 {
			most = n
		}
	}
	return most
}

// proves reports whether a sum of weights proves that a problem has no solution.
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

// partsTask is a task that can continue with the parts of a problem divided by symmetry.
type partsTask interface{ walkParts(parts []orbitPart) }

// divideProblem looks for symmetries, and restarts the candidates that can use them. Halves uses
// them. An engine that visits every solution continues with one option of each orbit, if less work
// is left that way. Engines that learn take part from then on, if few solutions were found.
func (a *autoEngine) divideProblem(ctx context.Context) (done bool, err error) {
	looks := min(a.leader.remaining()/2/lookSeconds, 1<<30)
	orbits := a.subject.orbits(ctx, int(looks))
	a.addCandidate(Halves, whyJoins)
	if a.mostCounted().Cmp(big.NewInt(maxClauses)) < 0 {
		a.addCandidate(Learn, whyLearns)
	}
	if orbits == nil {
		return false, ctx.Err()
	}
	for _, c := range a.candidates {
		visits, ok := c.Task.(partsTask)
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
