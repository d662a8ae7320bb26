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

// WeightProof stands in place of the name of an engine in a plan if weights of the items prove that there is no
// solution.
const WeightProof = "weights"

const whyWeightProof = "items have weights under which each option weighs nothing, and what must be covered weighs " +
	"something"

const (
	// maxProofWork bounds the search for a proof by weights, in steps of package deduce. Such a search takes up to
	// proofSeconds: half of that for Latin squares of order 28, a hundredth for most rows of examples/unseen.yaml.
	maxProofWork, proofSeconds = 1 << 22, 100e-3
	// maxProofOptions is the largest number of options of a problem for which a proof by weights is searched. Each
	// option needs a row of a matrix.
	maxProofOptions = 1 << 17
	// symmetrySeconds is the time, in seconds, of finding symmetries and dividing a problem by them, for each entry of
	// an option (an item in that option).
	symmetrySeconds  = 1e-6
	entryReadSeconds = 10e-9 // time of reading an entry of an option, in seconds
	// minDeterminantItems is the number of items from which on a determinant is faster than package memo.
	minDeterminantItems = 120
)

// plannedProblem gives the planner access to a problem. The implementation in tests returns recorded figures.
type plannedProblem interface {
	problemKind() problemKind
	// checkFit returns the reason why the planner does not use the named engine, or nil.
	checkFit(engine string) error
	// newTask returns a task that runs the named engine.
	newTask(engine string, out taskOutput) Task
	// fastestVisitor returns the name of the engine that is fastest at visiting all solutions, and the reason in words.
	fastestVisitor() (name, why string)
	// entryCount returns the number of entries of all options.
	entryCount() int
	// startSeconds returns the time, in seconds, that an engine takes before its search begins.
	startSeconds(engine string) float64
	// estimateSeconds returns the total time, in seconds, that an engine would take, estimated from the work of a task
	// of another engine. It returns 0 if there is no estimate. Without it eight more counts are missed, such as Soma
	// staircase and Young tableaux.
	estimateSeconds(engine string, measured Task) float64
	// countByDeterminant counts the solutions by a determinant. The number is nil if the problem does not allow that.
	countByDeterminant(ctx context.Context) (*big.Int, search.Stats, error)
	// provesInfeasible reports whether weights of the items prove that there is no solution.
	provesInfeasible() bool
	// splitByOrbits divides the problem by its symmetries. It returns nil if the gain is too small, or if cells must be
	// connected, because symmetries of the matrix need not keep that. To find the symmetries it reads at most maxReads
	// entries of options.
	splitByOrbits(ctx context.Context, maxReads int) *orbitSplit
}

// requestedProblem is a problem together with the request to solve it. It implements plannedProblem.
type requestedProblem struct {
	problem           *matrix.Problem
	request           Request
	kind              problemKind
	symmetryGroup     []symmetry.Permutation // symmetries of the problem; nil before the search for them
	areOthersHopeless func() bool            // function that reports whether no engine except memo is likely to finish
}

func newRequestedProblem(p *matrix.Problem, r Request) *requestedProblem {
	return &requestedProblem{problem: p, request: r, kind: problemKindOf(p, r.ConnectedSets)}
}

func (w *requestedProblem) problemKind() problemKind { return w.kind }

func (w *requestedProblem) checkFit(engine string) error {
	return findEngine(engine).roleIn(w.kind).checkFit(w.problem)
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
	return startSeconds(Dense, w.problem) + estimateNodes(measured)*priceOfEngine(Dense, w.problem).nodeSeconds
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
	if len(w.request.ConnectedSets) > 0 {
		return nil
	}
	w.symmetryGroup = symmetry.FindGroupWithin(ctx, w.problem, maxSymmetries, maxReads)
	return findOrbitSplit(w.problem, w.symmetryGroup)
}

// maxReductionReads is the largest number of entries that the reduction of a problem may read, as a multiple of the
// entries of the problem. (An entry is an item in an option.) Nonograms of 45 by 45 need about three.
const maxReductionReads = 32

// FilterOptions returns which options of a problem with colors auto removes before its search, because they are in no
// solution.
func FilterOptions(p *matrix.Problem) deduce.FilteredOptions {
	return deduce.FilterOptions(p, maxReductionReads*p.EntryCount())
}

// reduceProblem returns the problem without the options that [FilterOptions] removes, and the id in the original
// problem of each remaining option. The ids are nil if no option is removed. If no solution is possible, no option
// remains. It does not reduce problems without colors, because there engines find such options themselves.
func reduceProblem(p *matrix.Problem) (*matrix.Problem, []matrix.OptionID) {
	if !p.HasColors() {
		return p, nil
	}
	f := FilterOptions(p)
	switch {
	case f.ShortItem >= 0:
		f.Left = []matrix.OptionID{}
	case len(f.Removed) == 0:
		return p, nil
	}
	return p.KeepListed(f.Left), f.Left
}

// originalSolution returns a solution of the reduced problem as options of the original one. The
// next call overwrites the result.
func (a *autoEngine) originalSolution(s matrix.Solution) matrix.Solution {
	if a.originalOptionIDs == nil {
		return s
	}
	a.originalSolutionBuffer = a.originalSolutionBuffer[:0]
	for _, o := range s {
		a.originalSolutionBuffer = append(a.originalSolutionBuffer, a.originalOptionIDs[o])
	}
	return a.originalSolutionBuffer
}

// countPlanar counts by a determinant, if the problem allows that.
func (a *autoEngine) countPlanar(ctx context.Context) (done bool, err error) {
	if a.preprocessedCount, a.stats, err = a.problemView.countByDeterminant(ctx); a.preprocessedCount == nil {
		return false, nil
	}
	a.plan.Name, a.plan.Reason = Planar, "each option joins two items, and a drawing of that has no crossings"
	return true, err
}

// tryInfeasibilityProof searches for a proof by weights that there is no solution, unless a solution was found.
func (a *autoEngine) tryInfeasibilityProof(context.Context) (done bool, err error) {
	if a.largestCount().Sign() > 0 || a.foundCount.Load() > 0 || !a.problemView.provesInfeasible() {
		return false, nil
	}
	a.plan.Name, a.plan.Reason = WeightProof, whyWeightProof
	return true, nil
}

// largestCount returns the largest number of solutions that any candidate has found.
func (a *autoEngine) largestCount() *big.Int {
	most := new(big.Int)
	for _, c := range a.candidates {
		if _, visits := c.Task.(divisibleTask); !visits {
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

// divisibleTask is a task that can restart with the parts into which symmetry divides its problem.
type divisibleTask interface{ restartWithParts(parts []orbitPart) }

// divideProblem searches for symmetries, and restarts the candidates that can use them. Halves uses the symmetries
// themselves. An engine that visits every solution restarts with one option of each orbit, if that is less than the
// remaining work. From then on learn takes part in a count too, if few solutions were found.
func (a *autoEngine) divideProblem(ctx context.Context) (done bool, err error) {
	looks := min(a.leader.remainingSeconds()/2/entryReadSeconds, 1<<30)
	orbits := a.problemView.splitByOrbits(ctx, int(looks))
	a.addCandidate(Halves, whyHalves)
	if a.problemView.problemKind() != supportedColors && // learn takes part from the beginning in such a problem
		a.largestCount().Cmp(big.NewInt(maxLearnedSolutions)) < 0 {
		a.addCandidate(Learn, whyLearn)
	}
	if orbits == nil {
		return false, ctx.Err()
	}
	for _, c := range a.candidates {
		visits, ok := c.Task.(divisibleTask)
		spent, _ := c.Progress()
		all := c.expectedSeconds()
		if !ok || all-spent < all/orbits.optionsPerOrbit {
			continue
		}
		if c.turnCount > 0 {
			c.estimatedSeconds = spent + (all-spent)/orbits.optionsPerOrbit
		}
		c.why = orbits.reason
		visits.restartWithParts(orbits.problemParts)
	}
	return false, ctx.Err()
}
