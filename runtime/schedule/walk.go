package schedule

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ResolveEngine returns the request with the name of the engine that searches the cubes (parts of the search tree) of a
// long search, and the reason for that engine in words. It returns an error if the tree cannot be cut into cubes, or if
// workers would have different trees.
func ResolveEngine(p *matrix.Problem, r Request) (Request, string, error) {
	if err := r.validateRequest(); err != nil {
		return r, "", err
	}
	switch {
	case r.CostBound != nil && r.Engine != "" && r.Engine != Auto && r.Engine != Links:
		return r, "", fmt.Errorf("what is best is for links in cubes: leave the engine %s out", r.Engine)
	case r.OwnChooser != nil || r.NewFilter != nil || r.isWatchedOrTraced():
		return r, "", errors.New("a chooser or filter of the caller's own is unknown to other workers")
	case r.FirstRestartNodes > 0:
		return r, "", errors.New("restarts walk parts of the tree again, and a job walks each once")
	case r.Engine == Learn, r.Engine == Halves, r.Engine == Planar:
		return r, "", fmt.Errorf("%s walks no tree that can be cut", r.Engine)
	}
	why, asked := "it was asked for", r.Engine != "" && r.Engine != Auto
	if r.CostBound != nil && !asked {
		r.Engine, why = Links, "what is best is for links"
	} else if !asked {
		r.Engine, why = fastestVisitor(p)
		if needs := r.linksOnlySetting(); needs != "" {
			r.Engine, why = Links, needs+" is for links"
		} else if r.Goal == CountOnly && isDivisible(p) && areStatesLikelyShared(p) {
			r.Engine, why = Memo, "states are likely to be shared"
		}
	}
	switch {
	case r.Engine == Memo && r.Goal != CountOnly:
		return r, "", errors.New("memo counts in cubes, where the solutions of the matrix are those of the puzzle, " +
			"and keeps no solutions; name another engine")
	case r.Engine == Memo && !isDivisible(p):
		return r, "", errors.New("memo counts in cubes only where every item is covered once and no options are " +
			"forbidden together; name another engine")
	}
	_, err := NewWalker(p, r)
	if err != nil && !asked {
		r.Engine, why = Links, "any problem fits them"
		_, err = NewWalker(p, r)
	}
	return r, why, err
}

// isDivisible reports whether the part of the search below any node is a problem of its own, see
// [matrix.Problem.Subproblem].
func isDivisible(p *matrix.Problem) bool { return coversEachOnce(p) && len(p.Nogoods()) == 0 }

// coversEachOnce reports whether every primary item is covered once.
func coversEachOnce(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if p.Bound(i) != matrix.Once {
			return false
		}
	}
	return true
}

// Walker searches cubes, which are parts of one search tree, on one goroutine.
type Walker struct {
	problem        *matrix.Problem
	request        Request
	cutter         search.Cutter // engine that cuts the tree; dancing links if the request names memo
	neverCancelled atomic.Bool   // flag that is always false, for walks that cannot be cancelled
}

// NewTwin returns another walker for the same request, which can be used at the same time.
func (w *Walker) NewTwin() (*Walker, error) {
	r := w.request
	if r.CostBound != nil {
		r.CostBound = r.CostBound.NewTwin()
	}
	return NewWalker(w.problem, r)
}

// NewWalker returns a walker for a request that comes from [ResolveEngine].
func NewWalker(p *matrix.Problem, r Request) (*Walker, error) {
	cutting := r
	if r.Engine == Memo {
		cutting.Engine = Links
	}
	if needs := r.linksOnlySetting(); needs != "" && cutting.Engine != Links {
		return nil, fmt.Errorf("the engine %s has no use for %s: leave one of them out", r.Engine, needs)
	}
	build, learner, err := newCutterFactory(p, cutting)
	if err != nil {
		return nil, err
	}
	if learner != nil {
		return nil, errors.New("a chooser that learns makes another tree each time: choose another one")
	}
	cutter, err := build(nil)
	return &Walker{problem: p, request: r, cutter: cutter}, err
}

// WalkLimits bounds a walk, and selects the solutions that it counts.
type WalkLimits struct {
	// Time and Nodes bound the walk; 0 means no bound. Wherever a walk ends, the sums of the counts and of the efforts
	// of all walks are the same.
	Time  time.Duration
	Nodes int64
	// IsSolution, if not nil, reports whether a solution of the matrix counts.
	IsSolution func(matrix.Solution) bool
	// ListSolutions is set if the solutions are returned, and not only counted.
	ListSolutions bool
	// KnownCost, if the request has a bound of costs, returns the least cost of a solution known elsewhere, or
	// [search.NoCostLimit]. It is called often. FirstBestOnly is set if solutions that cost as much as a known one are
	// not wanted.
	KnownCost     func() int64
	FirstBestOnly bool
}

// WalkResult is the result of searching a cube.
type WalkResult struct {
	Count           *big.Int          // number of solutions; of those of the least cost if the request has a bound
	Cost            *int64            // least cost of the solutions, if the request has a bound; nil without solutions
	KnownCost       *int64            // cost of a solution that was found and is not counted, or nil
	LowerBound      *int64            // lower bound on all costs, if the cube is the whole tree and there is a bound
	Solutions       []matrix.Solution // solutions, if they are wanted
	Stats           search.Stats      // effort of the walk
	UnsearchedCubes []search.Cube     // parts of the cube that were not searched
	Engine          string            // name of the engine
}

const (
	// firstChunkNodes is the number of nodes before the clock is read for the first time. chunkTime is the intended
	// time between two later readings.
	firstChunkNodes = 64
	chunkTime       = 20 * time.Millisecond
	// maxHeldOptions bounds the number of options in the solutions of one result, so that the result fits into a
	// message.
	maxHeldOptions = 1 << 16
	// betterSolutionTime bounds the time of a walk that has found a better solution, which is of use to other workers.
	betterSolutionTime = 200 * time.Millisecond
	// cubeSplitNodes is the number of nodes that are visited to divide a cube for which memo has too little memory.
	cubeSplitNodes = 32
)

// Walk searches a cube until its end or a limit. If ctx is done, it returns the result so far, but memo returns no
// result in that case. If the cube is the whole tree, Walk first searches for a proof by weights that there is no
// solution, and, without a limit of nodes, for a good solution if the request has a bound.
func (w *Walker) Walk(ctx context.Context, c search.Cube, s WalkLimits) (WalkResult, error) {
	if len(c.Path) == 0 && c.FirstBranch == 0 && provesInfeasible(w.problem) {
		return WalkResult{Count: new(big.Int), Engine: WeightProof}, nil
	}
	if w.request.Engine == Memo {
		part, err := w.countCube(ctx, c, s)
		if err == nil || !errors.Is(err, memo.ErrTooManyNodes) && !errors.Is(err, memo.ErrMemory) {
			return part, err
		}
		s.Nodes, s.Time = cubeSplitNodes, 0
	}
	if err := ctx.Err(); err != nil {
		return WalkResult{}, err
	}
	w.cutter.Reset()
	part, count, held := WalkResult{UnsearchedCubes: []search.Cube{c}, Engine: w.request.Engine}, int64(0), 0
	forget := func() { count, held, part.Solutions, part.Cost = 0, 0, nil, nil }
	bound := w.request.CostBound
	limitCost := func(known int64) {
		if s.FirstBestOnly && known != search.NoCostLimit {
			known = bound.CostAfterSteps(known, -1)
		}
		bound.SetLimit(known)
	}
	if bound != nil && len(c.Path) == 0 && c.FirstBranch == 0 {
		if least, ok := bound.LowerBound(); ok {
			part.LowerBound = &least
		}
		if s.Nodes == 0 {
			if done, err := w.findGoodSolution(ctx, s, &part); done || err != nil {
				return part, err
			}
			count, held = int64(len(part.Solutions)), len(slices.Concat(part.Solutions...))
			if part.Cost != nil {
				limitCost(*part.Cost)
			}
		}
	}
	knownCost := func() int64 {
		if part.KnownCost != nil {
			return min(*part.KnownCost, s.KnownCost())
		}
		return s.KnownCost()
	}
	visit := func(found matrix.Solution) bool {
		if bound != nil && !bound.IsWithinLimit(found) || s.IsSolution != nil && !s.IsSolution(found) {
			return true
		}
		if bound != nil {
			if cost := bound.CostOf(found); part.Cost == nil || cost < *part.Cost {
				forget()
				part.Cost = &cost
				limitCost(cost)
			}
		}
		count++
		if s.ListSolutions {
			part.Solutions = append(part.Solutions, slices.Clone(found))
			held += len(found)
		}
		return true
	}
	chunk, nodes, begun := int64(firstChunkNodes), int64(0), time.Now()
	for spent := time.Duration(0); len(part.UnsearchedCubes) > 0; {
		if s.Nodes > 0 {
			chunk = min(chunk, s.Nodes-nodes)
		}
		if bound != nil {
			known := knownCost()
			if part.Cost != nil && known < *part.Cost {
				forget()
			}
			if part.Cost == nil {
				limitCost(known)
			}
		}
		left := w.cutter.Explore(&w.neverCancelled, part.UnsearchedCubes[0], chunk, visit)
		part.UnsearchedCubes = append(left, part.UnsearchedCubes[1:]...)
		nodes = w.cutter.Stats().Nodes
		took := time.Since(begun) - spent
		spent += took
		if ctx.Err() != nil || s.Nodes > 0 && nodes >= s.Nodes || held >= maxHeldOptions {
			break
		}
		if s.Time > 0 && spent >= s.Time && (spent >= 2*s.Time || !isSmallRemainder(c, part.UnsearchedCubes)) {
			break
		}
		if part.Cost != nil && spent >= betterSolutionTime && *part.Cost < knownCost() {
			break
		}
		switch {
		case took > 2*chunkTime || held > 0 && chunk*int64(held)/max(1, count) > maxHeldOptions/8:
			chunk = max(1, chunk/2)
		case took < chunkTime/2:
			chunk *= 2
		}
	}
	part.Stats.AddStats(w.cutter.Stats())
	part.Count = big.NewInt(count)
	return part, nil
}

// goodSolutionReports is the number of progress reports after which the search for a good solution ends. A set covering
// of 100 rows and 400 columns takes some 15 seconds until then, which are little beside a long job. With an eighth of
// that, a job for the fewest queens on 12 by 12 began with 10 queens in place of 6, and did not end.
const goodSolutionReports = 128

// findGoodSolution searches as [FindBest] does for a while, before a tree is cut into cubes: its limit may rise, and
// memo takes part. It stores what it finds in part, and reports whether that is the whole answer.
func (w *Walker) findGoodSolution(ctx context.Context, s WalkLimits, part *WalkResult) (done bool, err error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	reports := 0
	r := BestRequest{Request: w.request, IsSolution: s.IsSolution, EverySolutionCounts: s.IsSolution == nil,
		CountsBest:    s.IsSolution == nil && !s.ListSolutions,
		OnRaisedBound: func(cost int64) { part.LowerBound = &cost },
	}
	r.Engine, r.CostBound = Auto, w.request.CostBound.NewTwin()
	r.Report = func(search.Progress) {
		if reports++; reports == goodSolutionReports {
			cancel()
		}
	}
	if r.IsSolution == nil {
		r.IsSolution = func(matrix.Solution) bool { return true }
	}
	best, err := FindBest(inner, w.problem, r)
	if err != nil && inner.Err() == nil {
		return false, err
	}
	part.Stats.AddStats(best.LinkEffort)
	part.Stats.AddStats(best.CountEffort)
	part.Count, done = new(big.Int), inner.Err() == nil
	if best.Solution != nil {
		cost := r.CostBound.CostOf(best.Solution)
		if err == nil {
			part.LowerBound = &cost
		}
		switch {
		case s.FirstBestOnly:
			part.Cost, part.Count, part.Solutions = &cost, big.NewInt(1), []matrix.Solution{best.Solution}
		case done && r.CountsBest && best.AllBest != nil:
			part.Cost, part.Engine = &cost, Memo
			part.Count, err = best.AllBest.Count(ctx)
		case done && r.CountsBest:
			part.Cost, part.Count = &cost, best.BestCount
		default:
			part.KnownCost, done = &cost, false
		}
	}
	if done {
		part.UnsearchedCubes = nil
		return true, err
	}
	return false, nil
}

// isSmallRemainder reports whether the first remaining cube is small compared with the part of c that was searched.
// Such a cube is searched at once, because every remaining cube makes a record in the ledger.
func isSmallRemainder(c search.Cube, left []search.Cube) bool {
	if len(left) == 0 {
		return false
	}
	walked := c.Share
	for _, l := range left {
		walked -= l.Share
	}
	return left[0].Share < walked/16
}

// countCube counts the solutions of a cube with memo. It has no time limit: if the cube were divided, the parts would
// repeat the work that they share. The memory bound ends a count after about a minute.
func (w *Walker) countCube(ctx context.Context, c search.Cube, s WalkLimits) (WalkResult, error) {
	below, _, leaf := w.problemBelow(c.Path, c.FirstBranch, -1)
	if leaf {
		return WalkResult{}, memo.ErrTooManyNodes // a leaf needs no memo, so the caller searches it
	}
	o := memo.CountOptions{MaxMemory: w.request.MaxMemory, MaxNodes: s.Nodes}
	n, stats, err := countByMemo(below, o)(ctx)
	return WalkResult{Count: n, Stats: stats, Engine: Memo}, err
}

// SplitCube returns each branch of a cube as a cube of its own. It visits no nodes.
func (w *Walker) SplitCube(c search.Cube) (branches []search.Cube) {
	of := int32(len(w.cutter.Fork(c.Path).BranchOptions))
	for b := c.FirstBranch; b < of; b++ {
		branches = append(branches, search.Cube{Path: append(slices.Clip(c.Path), b),
			Share: c.Share / float64(of-c.FirstBranch)})
	}
	return branches
}

// problemBelow returns the problem that remains at a node, restricted to the branches from firstBranch to before
// endBranch. A negative endBranch means that there is no upper bound. It also returns the id of each option in the
// whole problem, and whether the node is a leaf, which has no branches.
func (w *Walker) problemBelow(path []int32, firstBranch, endBranch int32) (p *matrix.Problem, ids []matrix.OptionID,
	leaf bool) {
	f := w.cutter.Fork(path)
	if endBranch < 0 {
		endBranch = int32(len(f.BranchOptions))
	}
	firstBranch, endBranch = min(firstBranch, int32(len(f.BranchOptions))), min(endBranch, int32(len(f.BranchOptions)))
	p, ids = w.problem.Subproblem(f.ChosenOptions, slices.Concat(f.BranchOptions[:firstBranch],
		f.BranchOptions[endBranch:]))
	return p, ids, len(f.BranchOptions) == 0
}

// ErrCubeHole is the error for a walk that left out a part of its cube: the part was not searched, and is not in the
// remaining cubes either.
var ErrCubeHole = errors.New("it left out a part of its cube")

// Recount counts the searched part of a cube again with another engine, to check a count. The argument left holds the
// cubes that were not searched. The searched part is divided into one problem for each node on the path to the place
// where the walk ended. If the parts of a tree are not problems of their own, the same engine searches the cube again
// for the given number of nodes. Recount also returns the name of the engine that it used.
func (w *Walker) Recount(ctx context.Context, c search.Cube, nodes int64, left []search.Cube,
	s WalkLimits) (*big.Int, string, error) {
	if nodes == 0 && len(left) > 0 { // the walk only split the cube
		if !slices.EqualFunc(left, w.SplitCube(c), func(a, b search.Cube) bool {
			return a.FirstBranch == b.FirstBranch &&
				slices.Equal(a.Path, b.Path)
		}) {
			return nil, "", ErrCubeHole
		}
		return new(big.Int), w.request.Engine, nil
	}
	if !isDivisible(w.problem) {
		again, err := w.Walk(ctx, c, WalkLimits{Nodes: nodes, IsSolution: s.IsSolution})
		if err == nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		return again.Count, w.request.Engine, err
	}
	second := w.recountRequest()
	sum := new(big.Int)
	add := func(path []int32, from, to int32) error {
		p, ids, leaf := w.problemBelow(path, from, to)
		if leaf && from == 0 && to < 0 { // the node is a solution or a dead end
			one, err := w.Walk(ctx, search.Cube{Path: path}, WalkLimits{IsSolution: s.IsSolution})
			if err == nil {
				sum.Add(sum, one.Count)
			}
			return err
		}
		n, err := countPart(ctx, p, ids, second, s.IsSolution)
		if err == nil {
			sum.Add(sum, n)
		}
		return err
	}
	if len(left) == 0 {
		return sum, second.Engine, add(c.Path, c.FirstBranch, -1)
	}
	way, from, rest := left[0], c.FirstBranch, left[1:]
	for level := len(c.Path); level < len(way.Path); level++ {
		if err := add(way.Path[:level], from, way.Path[level]); err != nil {
			return nil, "", err
		}
		from = 0
	}
	if way.FirstBranch > 0 {
		if err := add(way.Path, from, way.FirstBranch); err != nil {
			return nil, "", err
		}
	}
	for level := len(way.Path) - 1; level >= len(c.Path); level-- {
		next := search.Cube{Path: way.Path[:level], FirstBranch: way.Path[level] + 1}
		switch {
		case int(next.FirstBranch) >= len(w.cutter.Fork(next.Path).BranchOptions):
		case len(rest) == 0 || rest[0].FirstBranch != next.FirstBranch || !slices.Equal(rest[0].Path, next.Path):
			return nil, "", ErrCubeHole
		default:
			rest = rest[1:]
		}
	}
	if len(rest) > 0 {
		return nil, "", ErrCubeHole
	}
	return sum, second.Engine, nil
}

// recountRequest returns the request for the engine that counts again. A count by memo is checked by memo with the
// items in reverse order, because such counts are often too large for all other engines.
func (w *Walker) recountRequest() Request {
	if w.request.Engine == Memo {
		return w.request
	}
	for _, name := range []string{Dense, Sparse, Links} {
		if name == w.request.Engine {
			continue
		}
		if _, err := NewPlan(w.problem, Request{Engine: name}); err == nil {
			return Request{Engine: name}
		}
	}
	return Request{Engine: Links}
}

// countPart counts the solutions of a part of a problem. The slice ids holds the id in the whole problem of each option
// of the part.
func countPart(ctx context.Context, p *matrix.Problem, ids []matrix.OptionID, r Request,
	keeps func(matrix.Solution) bool) (*big.Int, error) {
	if r.Engine == Memo {
		n, _, err := countByMemo(p, memo.CountOptions{MaxMemory: r.MaxMemory, ReverseOrder: true})(ctx)
		return n, err
	}
	plan, err := NewPlan(p, r)
	if err != nil {
		return nil, err
	}
	n := int64(0)
	whole := matrix.Solution(nil)
	for s := range plan.Solutions(ctx) {
		if whole = whole[:0]; keeps != nil {
			for _, o := range s {
				whole = append(whole, ids[o])
			}
			if !keeps(whole) {
				continue
			}
		}
		n++
	}
	return big.NewInt(n), plan.Err()
}

// areStatesLikelyShared reports whether each item shares options with few others, as cells of a board do if there are
// no items for the pieces. In such a problem the states of memo are likely to recur.
func areStatesLikelyShared(p *matrix.Problem) bool {
	// met holds, for each item j, the id plus one of the last item i that was found to share an option with j.
	met := make([]matrix.ItemID, p.ItemCount())
	for i, options := range p.OptionsByItem() {
		others := 0
		for _, o := range options {
			for _, e := range p.Option(o) {
				if met[e.Item] != matrix.ItemID(i)+1 {
					met[e.Item] = matrix.ItemID(i) + 1
					others++
				}
			}
		}
		if others > p.ItemCount()/2 {
			return false
		}
	}
	return true
}
