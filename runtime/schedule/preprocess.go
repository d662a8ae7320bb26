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

// Weights is the name that a plan has in place of the name of an engine, if weights of the items prove that there is no
// solution.
const Weights = "weights"

const whyWeights = "items have weights under which each option weighs nothing, and what must be covered weighs " +
	"something"

const (
	// maxProofWork bounds the search for a proof by weights, in steps of package deduce. Such a search takes up to
	// proofSeconds: for Latin squares of order 28 half of that, for most rows of examples/unseen.yaml a hundredth.
	maxProofWork, proofSeconds = 1 << 22, 100e-3
	// maxProofOptions is the largest number of options of a problem for which such a proof is searched. Each option
	// needs a row of a matrix.
	maxProofOptions = 1 << 17
	// time to find symmetries and to divide a problem by them, in seconds per entry of an option
	symmetrySeconds = 1e-6
	readSeconds     = 10e-9 // time to read an entry of an option, in seconds
	// minDeterminantItems is the number of items from which on a determinant is faster than package memo.
	minDeterminantItems = 120
)

// problemView holds what the planner needs to know about a problem. The implementation in tests returns recorded
// figures.
type problemView interface {
	problemKind() problemKind
	// checkFit returns the reason why the planner does not use an engine, or nil.
	checkFit(engine string) error
	// newTask returns a task that runs the named engine.
	newTask(engine string, out taskOutput) Task
	// fastestVisitor returns the name of the engine that visits all solutions fastest, and the reason in words.
	fastestVisitor() (name, why string)
	// entryCount returns the number of entries of all options.
	entryCount() int
	// startSeconds returns the time in seconds that an engine takes before its search begins.
	startSeconds(engine string) float64
	// estimateSeconds returns the total time in seconds that an engine would take, estimated from the work of the task
	// measured of another engine. It returns 0 if it cannot tell. Without it eight more counts are missed, such as Soma
	// staircase and Young tableaux.
	estimateSeconds(engine string, measured Task) float64
	// countByDeterminant counts the solutions by a determinant. The number is nil if the problem does not allow that.
	countByDeterminant(ctx context.Context) (*big.Int, search.Stats, error)
	// provesInfeasible reports whether weights of the items prove that there is no solution.
	provesInfeasible() bool
	// splitByOrbits divides the problem by its symmetries. It returns nil if that gains little, or if cells must be
	// connected, because symmetries of the matrix need not keep that. To find the symmetries it reads at most maxReads
	// entries of options.
	splitByOrbits(ctx context.Context, maxReads int) *orbitSplit
}

// requestedProblem is a problem with the request to solve it. It implements problemView.
type requestedProblem struct {
	problem  *matrix.Problem
	request  Request
	kind     problemKind
	group    []symmetry.Permutation // symmetries of the problem; nil before they are looked for
	hopeless func() bool            // reports whether no engine except memo is likely to finish
}

func newRequestedProblem(p *matrix.Problem, r Request) *requestedProblem {
	return &requestedProblem{problem: p, request: r, kind: kindOf(p, r.Connected)}
}

func (w *requestedProblem) problemKind() problemKind { return w.kind }

func (w *requestedProblem) checkFit(engine string) error {
	return findEngine(engine).roleIn(w.kind).fits(w.problem)
}

func (w *requestedProblem) entryCount() int { return w.problem.EntryCount() }
func (w *requestedProblem) startSeconds(engine string) float64 {
	return startSeconds(engine, w.problem)
}
func (w *requestedProblem) provesInfeasible() bool { return provesInfeasible(w.problem) }

func (w *requestedProblem) fastestVisitor() (name, why string) {
	if w.checkFit(Sparse) != nil {
		return Links, "they look for cells that cannot be connected"
	}
	if w.kind == supportedColors {
		return Sparse, "it counts the supports of colors"
	}
	return fastestVisitor(w.problem)
}

func (w *requestedProblem) estimateSeconds(engine string, measured Task) float64 {
	if engine != Dense {
		return 0
	}
	return startSeconds(Dense, w.problem) + estimateNodes(measured)*enginePrice(Dense, w.problem).node
}

func (w *requestedProblem) countByDeterminant(ctx context.Context) (*big.Int, search.Stats, error) {
	if w.problem.ItemCount() < minDeterminantItems || w.checkFit(Planar) != nil {
		return nil, search.Stats{}, nil
	}
	n, stats, err := countByPlanar(w.problem, w.request)(ctx)
	if errors.Is(err, planar.ErrUnfit) {
		return nil, search.Stats{}, nil
	}
	return n, stats, err
}

func (w *requestedProblem) splitByOrbits(ctx context.Context, maxReads int) *orbitSplit {
	if len(w.request.Connected) > 0 {
		return nil
	}
	w.group = symmetry.FindGroupWithin(ctx, w.problem, maxSymmetries, maxReads)
	return findOrbits(w.problem, w.group)
}

// propagationWork is the largest number of entries that the reduction of a problem may read, per entry of the
// problem. (An entry is an item in an option.) Nonograms of 45 by 45 need about three.
const propagationWork = 32

// reduceProblem returns the problem without some options that are in no solution, and the id in the original problem of
// each remaining option. The ids are nil if no option is removed. It does not reduce problems without colors, because
// there engines find such options themselves.
func reduceProblem(p *matrix.Problem) (*matrix.Problem, []matrix.OptionID) {
	if !p.HasColors() {
		return p, nil
	}
	left, possible := deduce.FilterOptions(p, propagationWork*p.EntryCount())
	switch {
	case !possible:
		left = []matrix.OptionID{}
	case len(left) == p.OptionCount():
		return p, nil
	}
	return p.KeepListed(left), left
}

// originalOptions returns a solution of the reduced problem as options of the original one. The
// next call overwrites the result.
func (a *autoEngine) originalOptions(s matrix.Solution) matrix.Solution {
	if a.originalIDs == nil {
		return s
	}
	a.originalBuffer = a.originalBuffer[:0]
	for _, o := range s {
		a.originalBuffer = append(a.originalBuffer, a.originalIDs[o])
	}
	return a.originalBuffer
}

// countPlanar counts by a determinant, if the problem allows that.
func (a *autoEngine) countPlanar(ctx context.Context) (done bool, err error) {
	if a.preprocessedCount, a.stats, err = a.problemView.countByDeterminant(ctx); a.preprocessedCount == nil {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Planar, "each option joins two items, and a drawing of that has no crossings"
	return true, err
}

// tryInfeasibilityProof looks for a proof by weights that there is no solution, unless a solution was found.
func (a *autoEngine) tryInfeasibilityProof(context.Context) (done bool, err error) {
	if a.largestCount().Sign() > 0 || a.foundCount.Load() > 0 || !a.problemView.provesInfeasible() {
		return false, nil
	}
	a.plan.Name, a.plan.Why = Weights, whyWeights
	return true, nil
}

// largestCount returns the largest number of solutions that any candidate has found.
func (a *autoEngine) largestCount() *big.Int {
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

// provesInfeasible reports whether a sum of weights proves that a problem has no solution.
func provesInfeasible(p *matrix.Problem) bool {
	if p.OptionCount() > maxProofOptions {
		return false
	}
	largest := 2
	for o := range matrix.OptionID(p.OptionCount()) {
		largest = max(largest, len(p.Option(o)))
	}
	_, found := deduce.FindCertificate(p, deduce.ProofOptions{MaxWork: maxProofWork, LargestPrime: largest})
	return found
}

// partsTask is a task that can begin again with the parts of its problem, divided by symmetry.
type partsTask interface{ walkParts(parts []orbitPart) }

// divideProblem looks for symmetries, and restarts the candidates that can use them. Halves uses the symmetries
// themselves. An engine that visits every solution begins again with one option of each orbit, if that is less than
// the remaining work. From then on learning takes part in a count too, if few solutions were found.
func (a *autoEngine) divideProblem(ctx context.Context) (done bool, err error) {
	looks := min(a.leader.remainingSeconds()/2/readSeconds, 1<<30)
	orbits := a.problemView.splitByOrbits(ctx, int(looks))
	a.addCandidate(Halves, whyJoins)
	if a.problemView.problemKind() != supportedColors && // where learn takes part from the beginning
		a.largestCount().Cmp(big.NewInt(maxLearnedSolutions)) < 0 {
		a.addCandidate(Learn, whyLearns)
	}
	if orbits == nil {
		return false, ctx.Err()
	}
	for _, c := range a.candidates {
		visits, ok := c.Task.(partsTask)
		spent, _ := c.Progress()
		all := c.expectedSeconds()
		if !ok || all-spent < all/orbits.optionsPerOrbit {
			continue
		}
		if c.turnCount > 0 {
			c.estimatedSeconds = spent + (all-spent)/orbits.optionsPerOrbit
		}
		c.why = orbits.reason
		visits.walkParts(orbits.parts)
	}
	return false, ctx.Err()
}
