package halves

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// errCancelled is the error of a count whose context is done.
var errCancelled = errors.New("cancelled")

// workAccount counts the work and the memory of all threads of a count, and checks their limits.
type workAccount struct {
	isCancelled         atomic.Bool
	workDone, bytesUsed atomic.Int64 // work done so far, in units of CountOptions.MaxWork; bytes of memory in use
	// steps of all joins of borders so far, from which whole units of work are computed
	joinSteps         atomic.Int64
	maxWork, maxBytes int64            // largest allowed work and number of bytes; 0 means no limit
	reportWork        func(work int64) // function that is called after each portion of work
	reportProgress    func()           // function that reports progress, called after each portion of work
}

// workPerOnWork is the approximate amount of work between two calls of [CountOptions.OnWork]. maxWorkPerReport is the
// largest amount of work between two calls of [CountOptions.Report].
const workPerOnWork, maxWorkPerReport = 1 << 12, 1 << 16

// addWork adds work and bytes to the sums of the count. It returns an error if a bound is exceeded or the count is
// cancelled.
func (a *workAccount) addWork(work, bytes int64) error {
	done := a.workDone.Add(work)
	if a.reportWork != nil && done/workPerOnWork > (done-work)/workPerOnWork {
		a.reportWork(max(work, workPerOnWork))
	}
	if a.reportProgress != nil && done/maxWorkPerReport > (done-work)/maxWorkPerReport {
		a.reportProgress()
	}
	switch {
	case a.isCancelled.Load():
		return errCancelled
	case a.bytesUsed.Add(bytes) > a.maxBytes:
		return ErrMemory
	case done > a.maxWork && a.maxWork > 0:
		return ErrTooMuchWork
	}
	return nil
}

// halvesEngine counts the solutions of one problem.
type halvesEngine struct {
	*termLayout
	workAccount
	problem                   *matrix.Problem
	settings                  CountOptions
	split                     itemSplit        // hubs, and items of the two sides
	leftSide, rightSide       *sideLayout      // layouts of the two sides
	crossingOptions           []crossingOption // options with items on both sides
	leftLeftovers             *leftoverSets    // sets of items that crossing options leave open on the left side
	leftBorders, rightBorders *borderList      // borders of the left and of the right side
	workers                   []*countWorker   // one worker per thread
	reportLock                sync.Mutex       // held while a report is made
	// fraction of the count that is done, from 0 to 1, as the bits of a float64
	doneShareBits atomic.Uint64

	areSidesAlike bool // whether some symmetry exchanges the sides
	// sideSymmetries lists the symmetries that map each side to itself, as permutations of the bits of the left side.
	sideSymmetries [][]uint8
	hubSymmetries  [][]uint8 // those sideSymmetries that map each hub to itself
}

// countWorker is the state of one thread of a count.
type countWorker struct {
	*halvesEngine
	regionSum  *termTally    // sum of the terms of the region that is being computed
	children   []childRegion // stack of the regions whose terms are being added up
	termBuffer []uint64      // buffer for a list of terms
	err        error         // first error of this thread
}

// recordError keeps err unless the worker has an earlier error.
func (w *countWorker) recordError(err error) {
	if w.err == nil {
		w.err = err
	}
}

const maxItemCount = 2*maxBitsPerSide + maxHubBits

// CheckFit returns an error that wraps ErrUnfit if the problem has nogoods. A count may still find that its halves are
// too large, or share too much.
func CheckFit(p *matrix.Problem) error {
	if len(p.Nogoods()) > 0 {
		return fmt.Errorf("%w: it has nogoods", ErrUnfit)
	}
	return nil
}

func newHalvesEngine(p *matrix.Problem, o CountOptions) (*halvesEngine, error) {
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	if p.ItemCount() > maxItemCount {
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.ItemCount(),
			maxItemCount)
	}
	e := &halvesEngine{problem: p, settings: o, workAccount: workAccount{maxWork: o.MaxWork, maxBytes: o.MaxMemory,
		reportWork: o.OnWork}}
	if e.maxBytes == 0 {
		e.maxBytes = DefaultMemory
	}
	if o.Report != nil {
		e.reportProgress = e.reportShare
	}
	if e.split = splitItems(p); o.splitInTests != nil {
		e.split = *o.splitInTests
	}
	if err := e.addWork(e.split.workDone, 0); err != nil {
		return nil, err
	}
	var fits bool
	if e.termLayout, fits = newTermLayout(p, e.split.hubs); !fits {
		return nil, fmt.Errorf("%w: both halves share too many items", ErrUnfit)
	}
	if o.modulusInTests > 0 {
		e.countModulus = o.modulusInTests
	}
	for range max(1, o.Threads) {
		e.workers = append(e.workers, &countWorker{halvesEngine: e, regionSum: newTermTally(e.termLayout)})
	}
	return e, e.sortOptionsBySide()
}

// sortOptionsBySide lays out the sides, and sorts the options into them.
func (e *halvesEngine) sortOptionsBySide() (err error) {
	options := optionsWithPrimary(e.problem)
	if e.leftSide, err = newSideLayout(e.problem, e.split.left, options); err != nil {
		return err
	}
	if e.rightSide, err = newSideLayout(e.problem, e.split.right, options); err != nil {
		return err
	}
	for _, o := range options {
		e.sortOptionBySide(o)
	}
	e.leftSide.completeLayout()
	e.rightSide.completeLayout()
	if most := e.settings.MaxCrossingShare; most > 0 && float64(len(e.crossingOptions)) > most*float64(len(options)) {
		return fmt.Errorf("%w: %d of %d options cross the cut", ErrUnfit, len(e.crossingOptions), len(options))
	}
	return nil
}

// sortOptionBySide adds an option to the options of its side or to the crossing options. An option is crossing if it
// holds items of both sides, or if it holds items of one side only and none of them is primary. An option that holds
// only hubs becomes a hubSlack.
func (e *halvesEngine) sortOptionBySide(id matrix.OptionID) {
	held := e.problem.Option(id)
	c := crossingOption{id: id, leftUse: e.leftSide.useOfOption(held), rightUse: e.rightSide.useOfOption(held)}
	for _, h := range held {
		c.hubUnits += e.hubUnitOf[h.Item]
	}
	switch {
	case c.leftUse.neededBits.IsEmpty() && c.rightUse.neededBits.IsEmpty():
		e.hubSlacks = append(e.hubSlacks, hubSlack{c.hubUnits, 1})
	case c.rightUse.neededBits.IsEmpty() && e.leftSide.firstItemOfUse(c.leftUse) < maxBitsPerSide:
		e.leftSide.addSideOption(optionOfOneSide{c.leftUse, c.hubUnits})
	case c.leftUse.neededBits.IsEmpty() && e.rightSide.firstItemOfUse(c.rightUse) < maxBitsPerSide:
		e.rightSide.addSideOption(optionOfOneSide{c.rightUse, c.hubUnits})
	default:
		e.crossingOptions = append(e.crossingOptions, c)
	}
}

// useSymmetries finds the symmetries of the problem that map each side to itself, or exchange the sides.
func (e *halvesEngine) useSymmetries(group []symmetry.Permutation) {
	left := make([]bool, e.problem.ItemCount())
	for _, i := range e.split.left {
		left[i] = true
	}
	var exchanges []symmetry.Permutation
	for _, g := range group[1:] {
		takes := func(from []matrix.ItemID, toLeft bool) bool {
			return !slices.ContainsFunc(from, func(i matrix.ItemID) bool {
				return left[g[i]] != toLeft ||
					e.hubUnitOf[g[i]] != 0
			})
		}
		keepsHubs := !slices.ContainsFunc(e.split.hubs, func(i matrix.ItemID) bool { return g[i] != i })
		switch {
		case takes(e.split.left, true) && takes(e.split.right, false):
			to := e.leftSide.bitPermutation(g)
			e.sideSymmetries = append(e.sideSymmetries, to)
			if keepsHubs {
				e.hubSymmetries = append(e.hubSymmetries, to)
			}
		case keepsHubs && takes(e.split.left, false) && takes(e.split.right, true):
			exchanges = append(exchanges, g)
		}
	}
	if len(e.sideSymmetries) >= MaxSymmetries { // computing more images takes more time than it saves
		e.sideSymmetries, e.hubSymmetries = nil, nil
		// An exchange done twice must map each border to itself, because each symmetry class is now a single
		// border.
		exchanges = slices.DeleteFunc(exchanges, func(g symmetry.Permutation) bool {
			return slices.ContainsFunc(e.split.left, func(i matrix.ItemID) bool { return g[g[i]] != i })
		})
	}
	if e.areSidesAlike = len(exchanges) > 0; e.areSidesAlike {
		e.mirrorSides(exchanges[0])
	}
}

func (e *halvesEngine) distinctSideCount() int {
	if e.areSidesAlike {
		return 1
	}
	return 2
}

// mirrorSides replaces the layout of the right side by the image of the left one under a symmetry that exchanges them.
func (e *halvesEngine) mirrorSides(g symmetry.Permutation) {
	e.rightSide = e.leftSide.imageSide(g)
	for k := range e.crossingOptions {
		c := &e.crossingOptions[k]
		c.rightUse = e.rightSide.useOfOption(e.problem.Option(c.id))
	}
}

// countSolutions counts modulo one prime after the other, until the product of the primes exceeds an upper bound of the
// result.
func (e *halvesEngine) countSolutions() (*big.Int, error) {
	result, product := new(big.Int), big.NewInt(1)
	for {
		n, bound, err := e.countModuloPrime()
		if exact := !e.hasExceededPrime(); exact && product.BitLen() == 1 {
			return n, err
		} else if err != nil {
			return new(big.Int), err
		}
		prime := new(big.Int).SetUint64(e.countModulus)
		step := new(big.Int).Sub(n, result)
		step.Mul(step, new(big.Int).ModInverse(product, prime)).Mod(step, prime)
		result.Add(result, step.Mul(step, product))
		product.Mul(product, prime)
		if new(big.Float).SetInt(product).Cmp(bound) > 0 {
			return result, nil
		}
		e.nextPrime()
		e.bytesUsed.Store(0)
		e.leftLeftovers = nil // frees the memory of the sets
	}
}

func (e *halvesEngine) hasExceededPrime() bool {
	return slices.ContainsFunc(e.workers, func(w *countWorker) bool { return w.regionSum.hasExceededPrime })
}

// borderParts is the number of parts into which the borders are divided. The first part is joined before the others, so
// that the work of all parts can be estimated.
const borderParts = 16

// countModuloPrime counts modulo a prime. The sum is exact if no number of ways reaches the prime. It also returns an
// upper bound of the sum.
func (e *halvesEngine) countModuloPrime() (sum *big.Int, bound *big.Float, err error) {
	sum, bound = new(big.Int), new(big.Float)
	if err = e.findBorders(); err != nil {
		return sum, bound, err
	}
	tasks, before := e.leftBorders.firstOfClasses(), e.workDone.Load()
	for k := 0; k < borderParts && err == nil; k++ {
		err = e.joinBorders(tasks, k, sum, bound)
		if k == 0 && err == nil && e.maxWork > 0 && before+borderParts*(e.workDone.Load()-before) > e.maxWork {
			err = ErrTooMuchWork
		}
	}
	return sum, bound, err
}

// joinBorders joins every border whose index is from plus a multiple of borderParts.
func (e *halvesEngine) joinBorders(borders []*sideBorder, from int, sum *big.Int, bound *big.Float) error {
	tasks := (len(borders) - from + borderParts - 1) / borderParts
	return e.shareTasks(tasks, 0.5+0.5*float64(from)/borderParts, 0.5/borderParts,
		func(w *countWorker) (each func(int), end func()) {
			k := newBorderWalk(w)
			return func(n int) { k.joinBorder(borders[from+n*borderParts]) }, func() {
				k.reportWorkSteps()
				sum.Add(sum, k.solutionCount)
				bound.Add(bound, k.upperBound)
			}
		})
}

// shareTasks divides the tasks 0 to tasks-1 among all workers. Each worker first calls begin, which returns two
// functions: each runs one task, and end runs after the last task of the worker. Calls of end never overlap. For
// progress reports, doneShare is the fraction of the whole count that precedes the tasks, and stepShare is the fraction
// of the tasks.
func (e *halvesEngine) shareTasks(tasks int, doneShare, stepShare float64,
	begin func(*countWorker) (each func(int), end func())) error {
	var next atomic.Int64
	running := search.Group{HaltOthers: func() { next.Store(int64(tasks)) }}
	var ending sync.Mutex
	work := func(w *countWorker) {
		each, end := begin(w)
		for n := next.Add(1) - 1; int(n) < tasks && w.err == nil; n = next.Add(1) - 1 {
			each(int(n))
			e.doneShareBits.Store(math.Float64bits(doneShare + stepShare*float64(n+1)/float64(tasks)))
			if e.settings.Report != nil && n%maxTasksPerReport == 0 {
				e.reportShare()
			}
		}
		ending.Lock()
		defer ending.Unlock()
		end()
	}
	for _, w := range e.workers[1:] {
		running.Go(func() { work(w) })
	}
	running.Do(func() { work(e.workers[0]) })
	running.Wait()
	for _, w := range e.workers {
		if w.err != nil {
			return w.err
		}
	}
	return nil
}

// maxTasksPerReport is the largest number of tasks between two reports.
const maxTasksPerReport = 64

func (e *halvesEngine) reportShare() {
	e.reportLock.Lock()
	defer e.reportLock.Unlock()
	e.settings.Report(search.Progress{Share: math.Float64frombits(e.doneShareBits.Load()), Nodes: e.workDone.Load()})
}

func (e *halvesEngine) countStats() CountStats {
	s := CountStats{Work: e.workDone.Load(), Bytes: e.bytesUsed.Load()}
	for _, b := range []*borderList{e.leftBorders, e.rightBorders}[:e.distinctSideCount()] {
		if b != nil {
			s.LeftoverSets = max(s.LeftoverSets, b.leftoverCount)
			s.Borders += int64(len(b.borders))
			s.Regions += b.regionStore.regionCount()
		}
	}
	return s
}
