// Package enginetest compares engines with brute force, with the links, with published numbers and with themselves, for
// tests.
package enginetest

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// Setup holds the settings of an engine. Engines with the same setup walk the same tree.
type Setup struct {
	ItemOrder   []matrix.ItemID   // order of the primary items; nil means that of the problem
	OptionOrder []matrix.OptionID // order of the options; nil means that of the problem
	Seed        uint64            // seed of all other random choices
	OnProgress  func(search.Progress)
	ReportEvery int64
}

// Engine is an engine under test, with the properties that it promises.
type Engine struct {
	Name      string
	NewEngine func(t testing.TB, p *matrix.Problem, s Setup) search.Engine
	// NewLinksOfSameTree, if not nil, makes a dancing links search that must walk the same tree as the engine: the
	// solutions come in the same order, and each level has the same numbers of nodes and solutions.
	NewLinksOfSameTree func(t testing.TB, p *matrix.Problem, s Setup) search.Engine
	// NewTwin, if not nil, makes another engine for the same problem that shares the tables of the given engine.
	NewTwin func(search.Cutter) search.Cutter
	// MayStopLate is set if a search may find a few more solutions after it is stopped.
	MayStopLate bool
	// HasVariableOrder is set if two runs may differ in the order of the solutions and in the effort.
	HasVariableOrder bool
}

// snapshooter is an engine whose data are the same before and after each run. Snapshot returns the
// data as text.
type snapshooter interface{ Snapshot() string }

// countOnly is an engine that counts solutions and cannot list them.
type countOnly struct {
	search.Engine // nil: its methods are never called
	countFunc     func(context.Context) (*big.Int, error)
}

// Count implements search.Counter.
func (c countOnly) Count(ctx context.Context) (*big.Int, error) { return c.countFunc(ctx) }

// CountOnly returns an engine that counts with the given function.
func CountOnly(count func(context.Context) (*big.Int, error)) search.Counter {
	return countOnly{countFunc: count}
}

// NewLinks returns dancing links that branch on the item with the fewest options.
func NewLinks(_ testing.TB, p *matrix.Problem, s Setup) search.Engine {
	return newLinks(p, s, dlx.MRV{})
}

// NewFirstLinks returns dancing links that branch on the first item.
func NewFirstLinks(_ testing.TB, p *matrix.Problem, s Setup) search.Engine {
	return newLinks(p, s, dlx.FirstItem{})
}

func newLinks(p *matrix.Problem, s Setup, c dlx.Chooser) search.Engine {
	return dlx.NewSearch(p, dlx.SearchOptions{Chooser: c, ItemOrder: s.ItemOrder, OptionOrder: s.OptionOrder,
		Report: s.OnProgress, ReportEvery: s.ReportEvery})
}

// problemShapes holds the shapes of random problems by name. The problems are small enough for brute force.
var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":             {MaxPrimary: 7, MaxOptions: 13},
	"secondary":         {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12},
	"colors":            {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12, ColorCount: 3},
	"one color":         {MaxPrimary: 4, MaxSecondary: 4, MaxOptions: 12, ColorCount: 1},
	"bounds":            {MaxPrimary: 4, MaxOptions: 11, HasMultiplicities: true},
	"bounds and colors": {MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
	"nogoods":           {MaxPrimary: 5, MaxSecondary: 1, MaxOptions: 12, MaxNogoods: 6},
	"everything": {MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true,
		MaxNogoods: 4},
}

// EachProblem calls f for random problems, with all their solutions in order by brute force. There are as many problems
// of each shape as rounds says. If accepts is not nil, problems for which it returns false are left out. One problem of
// three has a symmetry, if the shape allows it.
func EachProblem(t *testing.T, rounds int, accepts func(*matrix.Problem) bool,
	f func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID)) {
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			accepted, several := 0, 0
			for n := range rounds {
				p := randomProblem(r, shape, n%3 == 0)
				if accepts != nil && !accepts(p) {
					continue
				}
				want := matrixtest.BruteForce(p)
				accepted++
				if len(want) > 1 {
					several++
				}
				f(t, r, p, want)
			}
			// Engines that refuse nearly all problems are exempt: they have further tests with problems of their own.
			if several < accepted/40 && accepted > rounds/4 {
				t.Errorf("only %d problems of %d have several solutions: the test proves little", several, accepted)
			}
		})
	}
}

func randomProblem(r *rand.Rand, s matrixtest.ProblemShape, symmetric bool) *matrix.Problem {
	if symmetric && !s.HasMultiplicities && s.MaxNogoods == 0 {
		limited := s
		limited.MaxOptions = 5
		if p := matrixtest.SymmetricProblem(r, limited); p.OptionCount() <= 13 {
			return p
		}
	}
	return matrixtest.RandomProblem(r, s)
}

// RandomSetup returns a setup that has random orders half of the time.
func RandomSetup(r *rand.Rand, p *matrix.Problem) Setup {
	s := Setup{Seed: r.Uint64()}
	if s.Seed%2 == 0 {
		s.ItemOrder = randomOrder[matrix.ItemID](r, p.PrimaryCount())
		s.OptionOrder = randomOrder[matrix.OptionID](r, p.OptionCount())
	}
	return s
}

func randomOrder[ID ~int32](r *rand.Rand, n int) []ID {
	out := make([]ID, n)
	for k, i := range r.Perm(n) {
		out[k] = ID(i)
	}
	return out
}

// CheckAgreement compares engines with brute force on random problems. The argument rounds is the number of problems of
// each shape. If accepts is not nil, problems for which it returns false are left out. CheckAgreement checks
//
//   - the number and the set of solutions, each of them verified and found once;
//   - the effort: at least a node for a solution, and levels that add up;
//   - a second run, and a run after a break and after a cancellation at some of the solutions: the
//     same solutions in the same order with the same effort, and the same data if the engine can
//     show them;
//   - the tree of the links, if the engine promises it;
//   - cubes, if the tree can be cut: walked in any order they have the solutions and the effort of
//     the whole tree.
func CheckAgreement(t *testing.T, rounds int, accepts func(*matrix.Problem) bool, engines ...Engine) {
	t.Helper()
	EachProblem(t, rounds, accepts, func(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID) {
		for _, e := range engines {
			CheckProblem(t, r, p, want, e)
		}
	})
}

// CheckProblem makes the checks of [CheckAgreement] for one problem. The argument want lists all solutions,
// sorted.
func CheckProblem(t *testing.T, r *rand.Rand, p *matrix.Problem, want [][]matrix.OptionID, e Engine) {
	t.Helper()
	c := &checker{T: t, Engine: e, randomSource: r, problem: p, setup: RandomSetup(r, p), wantedSolutions: want}
	c.engine = e.NewEngine(t, p, c.setup)
	if counter, ok := c.engine.(search.Counter); ok {
		c.checkCount(counter)
	}
	if _, ok := c.engine.(countOnly); ok {
		return
	}
	c.firstRun = c.checkRun("the first run")
	c.firstEffort = c.engine.Stats()
	c.checkRepeatedRun("a second run")
	if e.NewLinksOfSameTree != nil {
		c.checkTreeOfLinks()
	}
	c.checkStops()
	if cutter, ok := c.engine.(search.Cutter); ok {
		for _, budget := range []int64{1, 3, 17} {
			c.checkCubes(budget)
		}
		c.checkCubesInRandomOrder(cutter)
		c.checkStoppedCube(cutter)
		c.checkForeignCube(cutter)
		c.checkRepeatedRun("a run after cubes")
	}
}

// CheckLargeProblem compares engines with links on a problem that may be too large for brute force. It
// compares the solutions, the tree if the engine promises it, and cubes if the tree can be cut. It
// reports whether there are solutions.
func CheckLargeProblem(t *testing.T, r *rand.Rand, p *matrix.Problem, engines ...Engine) bool {
	t.Helper()
	want := SolutionsByLinks(p)
	for _, e := range engines {
		c := &checker{T: t, Engine: e, randomSource: r, problem: p, setup: RandomSetup(r, p), wantedSolutions: want}
		c.engine = e.NewEngine(t, p, c.setup)
		c.firstRun = c.checkRun("the first run")
		c.firstEffort = c.engine.Stats()
		if e.NewLinksOfSameTree != nil {
			c.checkTreeOfLinks()
		}
		if _, ok := c.engine.(search.Cutter); ok {
			c.checkCubes(17)
			if c.firstEffort.Nodes < 200 {
				c.checkCubes(1)
				c.checkCubes(3)
			}
		}
	}
	return len(want) > 0
}

// SolutionsByLinks returns the solutions that links find, each with sorted options, sorted.
func SolutionsByLinks(p *matrix.Problem) [][]matrix.OptionID {
	var found []matrix.Solution
	for s := range newLinks(p, Setup{}, dlx.MRV{}).Solutions(context.Background()) {
		found = append(found, slices.Clone(s))
	}
	return sortSolutions(found)
}

// checker tests one engine on one problem.
type checker struct {
	*testing.T
	Engine
	randomSource    *rand.Rand      // source of random choices
	problem         *matrix.Problem // problem that is searched
	setup           Setup
	wantedSolutions [][]matrix.OptionID // all solutions, each with sorted options, sorted
	engine          search.Engine       // engine under test
	firstRun        []matrix.Solution   // solutions of the first run, in order
	firstEffort     search.Stats        // effort of the first run
}

// failTest ends the test with a message that names the engine and its setup.
func (c *checker) failTest(format string, args ...any) {
	c.Helper()
	c.Fatalf("%s, %+v: "+format, append([]any{c.Name, c.setup}, args...)...)
}

// checkCount compares the number of solutions. It also counts under a context that is done.
func (c *checker) checkCount(counter search.Counter) {
	c.Helper()
	n, err := counter.Count(context.Background())
	if err != nil || !n.IsInt64() || n.Int64() != int64(len(c.wantedSolutions)) {
		c.failTest("%v solutions, %v; brute force has %d", n, err, len(c.wantedSolutions))
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err = counter.Count(done); !errors.Is(err, context.Canceled) &&
		(err != nil || n.Int64() != int64(len(c.wantedSolutions))) {
		c.failTest("a count that is cancelled has %v solutions, %v", n, err)
	}
}

// checkRun runs the engine and compares the set of solutions, each of them verified. It returns the
// solutions in order.
func (c *checker) checkRun(run string) []matrix.Solution {
	c.Helper()
	var found []matrix.Solution
	for s := range c.engine.Solutions(context.Background()) {
		if err := c.problem.Verify(s); err != nil {
			c.failTest("%s finds %v: %v", run, s, err)
		}
		found = append(found, append(matrix.Solution{}, s...))
	}
	if err := c.engine.Err(); err != nil {
		c.failTest("%s ends with %v", run, err)
	}
	c.compareSolutionSets(run, found)
	effort := c.engine.Stats()
	if n := int64(len(found)); effort.Solutions != n || effort.Nodes < n || effort.Updates < 0 || effort.Mems < 0 ||
		!levelsAddUp(effort) {
		c.failTest("%s has %d solutions and the effort %+v", run, n, effort)
	}
	return found
}

// compareSolutionSets compares solutions in any order with those of brute force.
func (c *checker) compareSolutionSets(run string, found []matrix.Solution) {
	c.Helper()
	if got := sortSolutions(found); !slices.EqualFunc(got, c.wantedSolutions, slices.Equal) {
		c.failTest("%s finds %v, brute force %v", run, got, c.wantedSolutions)
	}
}

// sortSolutions sorts the options of each solution, and the solutions.
func sortSolutions(found []matrix.Solution) [][]matrix.OptionID {
	var out [][]matrix.OptionID
	for _, s := range found {
		out = append(out, slices.Sorted(slices.Values(s)))
	}
	slices.SortFunc(out, slices.Compare)
	return out
}

// levelsAddUp reports whether the levels of an effort add up to its totals. Updates are left out if
// an engine does not count them by level.
func levelsAddUp(s search.Stats) bool {
	var sum search.ProfileLevel
	for _, l := range s.Profile {
		sum.Nodes += l.Nodes
		sum.Updates += l.Updates
		sum.Solutions += l.Solutions
	}
	return sum.Nodes == s.Nodes && sum.Solutions == s.Solutions && (sum.Updates == s.Updates || sum.Updates == 0)
}

// checkRepeatedRun runs the engine once more.
func (c *checker) checkRepeatedRun(run string) {
	c.Helper()
	found := c.checkRun(run)
	if c.HasVariableOrder {
		return
	}
	c.compareRuns(run, found, c.engine.Stats())
}

// compareRuns compares the solutions in order, and the effort, with those of the first run.
func (c *checker) compareRuns(run string, found []matrix.Solution, effort search.Stats) {
	c.Helper()
	if !slices.EqualFunc(found, c.firstRun, slices.Equal) {
		c.failTest("%s finds %v, the first run %v", run, found, c.firstRun)
	}
	if !reflect.DeepEqual(effort, c.firstEffort) {
		c.failTest("%s has the effort %+v, the first run %+v", run, effort, c.firstEffort)
	}
}

// checkTreeOfLinks compares the tree with that of the links.
func (c *checker) checkTreeOfLinks() {
	c.Helper()
	links := c.NewLinksOfSameTree(c.T, c.problem, c.setup)
	var want []matrix.Solution
	for s := range links.Solutions(context.Background()) {
		want = append(want, slices.Clone(s))
	}
	if !slices.EqualFunc(c.firstRun, want, slices.Equal) {
		c.failTest("solutions %v, the links find %v", c.firstRun, want)
	}
	if got, want := levelNodes(c.firstEffort), levelNodes(links.Stats()); !slices.Equal(got, want) {
		c.failTest("levels %v, the links have %v", got, want)
	}
}

// levelNodes returns the levels that have nodes, without their updates.
func levelNodes(s search.Stats) []search.ProfileLevel {
	var out []search.ProfileLevel
	for _, l := range s.Profile {
		if l.Nodes > 0 {
			out = append(out, search.ProfileLevel{Nodes: l.Nodes, Solutions: l.Solutions})
		}
	}
	return out
}

// checkStops breaks off and cancels runs: before the start, at some of the first solutions, and at
// some later ones.
func (c *checker) checkStops() {
	c.Helper()
	before := c.snapshot()
	for stop := 0; stop <= len(c.firstRun); stop += 1 + stop/3 {
		for _, cancelled := range []bool{false, true} {
			n := stopAfter(c.engine, stop, cancelled)
			effort, err := c.engine.Stats().Solutions, c.engine.Err()
			if n != effort || err != nil && !(cancelled && errors.Is(err, context.Canceled)) ||
				!cancelled && n != int64(min(stop+1, len(c.firstRun))) {
				c.failTest("a stop at solution %d, cancelled %v: %d solutions, %d of them counted, error %v", stop+1,
					cancelled, n, effort, err)
			}
			if after := c.snapshot(); after != before {
				c.failTest("the data differ after a stop at solution %d, cancelled %v:\n%s\n%s", stop+1, cancelled,
					before,
					after)
			}
		}
		c.checkRepeatedRun("a run after stops")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for s := range c.engine.Solutions(done) {
		c.failTest("solution %v in spite of a context that is done", s)
	}
	if !errors.Is(c.engine.Err(), context.Canceled) {
		c.failTest("the error is %v where the context was done before the start", c.engine.Err())
	}
	c.checkRepeatedRun("a run after one that does not start")
}

// snapshot returns the data of the engine as text, or "" if the engine does not show them.
func (c *checker) snapshot() string {
	if s, ok := c.engine.(snapshooter); ok {
		return s.Snapshot()
	}
	return ""
}

// stopAfter ends a run after the given number of solutions, by a break or a cancellation. It returns the number of
// solutions that came.
func stopAfter(e search.Engine, after int, cancelled bool) (n int64) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range e.Solutions(ctx) {
		if n++; n <= int64(after) {
			continue
		}
		if !cancelled {
			return n
		}
		cancel()
	}
	return n
}

// checkCubes walks the tree in cubes, in order, with two engines in turn. A walk ends when its budget of nodes is
// spent, and leaves the rest as further cubes.
func (c *checker) checkCubes(budget int64) {
	c.Helper()
	pair := [2]search.Cutter{c.NewEngine(c.T, c.problem, c.setup).(search.Cutter)}
	if c.NewTwin != nil {
		pair[1] = c.NewTwin(pair[0])
	} else {
		pair[1] = c.NewEngine(c.T, c.problem, c.setup).(search.Cutter)
	}
	var found []matrix.Solution
	todo := []search.Cube{search.WholeTree}
	for n := 0; len(todo) > 0; n++ {
		if int64(n) > c.firstEffort.Nodes {
			c.failTest("%d cubes of a tree of %d nodes", n, c.firstEffort.Nodes)
		}
		cube, e := todo[0], pair[n%2]
		before := e.Stats().Nodes
		left := e.Explore(new(atomic.Bool), cube, budget, keepSolutions(&found))
		if nodes := e.Stats().Nodes - before; nodes > budget || nodes < budget && len(left) > 0 {
			c.failTest("%d nodes with a budget of %d, and %d cubes left", nodes, budget, len(left))
		}
		if sum := sumShares(left); sum > cube.Share*(1+1e-9) || math.IsNaN(sum) {
			c.failTest("the parts left of %v are %v, more than it has", cube, left)
		}
		todo = slices.Concat(left, todo[1:])
	}
	effort := pair[0].Stats()
	effort.AddStats(pair[1].Stats())
	c.compareRuns("a search in cubes", found, effort)
}

// keepSolutions returns a function that appends a copy of each solution to found.
func keepSolutions(found *[]matrix.Solution) func(matrix.Solution) bool {
	return func(s matrix.Solution) bool {
		*found = append(*found, append(matrix.Solution{}, s...))
		return true
	}
}

func sumShares(cubes []search.Cube) float64 {
	sum := 0.0
	for _, c := range cubes {
		sum += c.Share
	}
	return sum
}

// checkCubesInRandomOrder walks the cubes of a tree in random order with one engine.
func (c *checker) checkCubesInRandomOrder(e search.Cutter) {
	c.Helper()
	e.Reset()
	var found []matrix.Solution
	todo := []search.Cube{search.WholeTree}
	for len(todo) > 0 {
		k := c.randomSource.IntN(len(todo))
		cube := todo[k]
		todo = slices.Delete(todo, k, k+1)
		todo = append(todo, e.Explore(new(atomic.Bool), cube, 1+c.randomSource.Int64N(9), keepSolutions(&found))...)
	}
	c.compareSolutionSets("a search of cubes in disorder", found)
	if got := e.Stats(); !reflect.DeepEqual(got, c.firstEffort) {
		c.failTest("cubes in disorder have the effort %+v, the whole %+v", got, c.firstEffort)
	}
}

// checkStoppedCube checks that Explore returns no remaining cubes if it is stopped, or if its yield returns false.
func (c *checker) checkStoppedCube(e search.Cutter) {
	c.Helper()
	stop := new(atomic.Bool)
	for range 2 { // in the second round it is stopped before the start
		n := 0
		left := e.Explore(stop, search.WholeTree, 0, func(matrix.Solution) bool {
			n++
			stop.Store(true)
			return true
		})
		if n > 1 && !c.MayStopLate || left != nil {
			c.failTest("%d solutions and %v left of a cube that is stopped at the first one", n, left)
		}
		stop.Store(true)
	}
	n := 0
	left := e.Explore(new(atomic.Bool), search.WholeTree, 0, func(matrix.Solution) bool { n++; return false })
	if n != min(1, len(c.wantedSolutions)) || left != nil {
		c.failTest("%d solutions and %v left of a cube of which one is wanted", n, left)
	}
}

// checkForeignCube checks that a cube of another tree has no solutions.
func (c *checker) checkForeignCube(e search.Cutter) {
	c.Helper()
	for _, cube := range []search.Cube{{Path: []int32{99}, Share: 1}, {Path: []int32{-1}, Share: 1}, {FirstBranch: 99,
		Share: 1},
		{Path: make([]int32, 1+c.problem.ItemCount()+c.problem.OptionCount()), Share: 1}} {
		left := e.Explore(new(atomic.Bool), cube, 5, func(s matrix.Solution) bool {
			c.failTest("%v in a cube %v that is not of the tree", s, cube)
			return true
		})
		if left != nil {
			c.failTest("%v is left of a cube %v that is not of the tree", left, cube)
		}
	}
}
