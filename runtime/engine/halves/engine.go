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

// workAccount counts the work and the memory of all threads, and holds their bounds.
type workAccount struct {
	cancelled           atomic.Bool
	workDone, bytesUsed atomic.Int64     // work done so far, in units of CountOptions.MaxWork; bytes in use
	steps               atomic.Int64     // steps of joins so far, from which whole units of work are computed
	maxWork, maxBytes   int64            // largest allowed work and number of bytes; 0 means no bound
	onWork              func(work int64) // called after each portion of work
	onReport            func()           // called after each portion of work to report progress
}

// workPerCall is the approximate amount of work between two calls of [CountOptions.OnWork]. reportWork is the largest
// amount of work between two calls of [CountOptions.Report].
const workPerCall, reportWork = 1 << 12, 1 << 16

// addWork adds work and bytes to the account. It returns an error if a bound is exceeded or the
// count is cancelled.
func (a *workAccount) addWork(work, bytes int64) error {
	done := a.workDone.Add(work)
	if a.onWork != nil && done/workPerCall > (done-work)/workPerCall {
		a.onWork(max(work, workPerCall))
	}
	if a.onReport != nil && done/reportWork > (done-work)/reportWork {
		a.onReport()
	}
	switch {
	case a.cancelled.Load():
		return errCancelled
	case a.bytesUsed.Add(bytes) > a.maxBytes:
		return ErrMemory
	case done > a.maxWork && a.maxWork > 0:
		return ErrWork
	}
	return nil
}

// halvesEngine counts the solutions of one problem.
type halvesEngine struct {
	*termLayout
	workAccount
	problem                   *matrix.Problem
	options                   CountOptions
	split                     itemSplit        // hubs and sides of the items
	left, right               *sideLayout      // layouts of the two sides
	crossingOptions           []crossingOption // options with items on both sides
	leftovers                 *leftoverSets    // sets that crossing options leave open on the left side
	leftBorders, rightBorders *borderList      // borders of the left and of the right side
	workers                   []*countWorker   // one worker per thread
	reportLock                sync.Mutex       // held while a report is made
	shareDone                 atomic.Uint64    // share of the count that is done, from 0 to 1, as the bits of a float64

	sidesAlike bool // whether some symmetry exchanges the sides
	// symmetries that map each side to itself, as permutations of the bits of the left side
	symmetries    [][]uint8
	hubSymmetries [][]uint8 // symmetries of the same list that map each hub to itself
}

// countWorker is the part of a count that one thread does.
type countWorker struct {
	*halvesEngine
	regionSum  *termTally    // sum of the terms of a region
	children   []childRegion // stack of the regions whose terms are being added up
	termBuffer []uint64      // buffer for a list of terms
	err        error         // first error of this worker
}

// recordError keeps the first error.
func (w *countWorker) recordError(err error) {
	if w.err == nil {
		w.err = err
	}
}

const maxItems = 2*maxSideBits + maxHubBits

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
	if p.ItemCount() > maxItems {
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.ItemCount(), maxItems)
	}
	e := &halvesEngine{problem: p, options: o, workAccount: workAccount{maxWork: o.MaxWork, maxBytes: o.MaxMemory,
		onWork: o.OnWork}}
	if e.maxBytes == 0 {
		e.maxBytes = DefaultMemory
	}
	if o.Report != nil {
		e.onReport = e.reportShare
	}
	if e.split = splitItems(p); o.split != nil {
		e.split = *o.split
	}
	if err := e.addWork(e.split.work, 0); err != nil {
		return nil, err
	}
	var fits bool
	if e.termLayout, fits = newTermLayout(p, e.split.hubs); !fits {
		return nil, fmt.Errorf("%w: both halves share too many items", ErrUnfit)
	}
	if o.modulus > 0 {
		e.prime = o.modulus
	}
	for range max(1, o.Threads) {
		e.workers = append(e.workers, &countWorker{halvesEngine: e, regionSum: newTermTally(e.termLayout)})
	}
	return e, e.sortOptions()
}

// sortOptions lays out the sides, and sorts the options into them.
func (e *halvesEngine) sortOptions() (err error) {
	options := usefulOptions(e.problem)
	if e.left, err = newSideLayout(e.problem, e.split.left, options); err != nil {
		return err
	}
	if e.right, err = newSideLayout(e.problem, e.split.right, options); err != nil {
		return err
	}
	for _, o := range options {
		e.sortOption(o)
	}
	e.left.finishLayout()
	e.right.finishLayout()
	if most := e.options.MaxCrossingShare; most > 0 && float64(len(e.crossingOptions)) > most*float64(len(options)) {
		return fmt.Errorf("%w: %d of %d options cross the cut", ErrUnfit, len(e.crossingOptions), len(options))
	}
	return nil
}

// sortOption adds an option to the options of its side or to the crossing options. An option is crossing if it holds
// items of both sides, or if it holds items of one side only and none of them is primary. An option that holds only
// hubs becomes a hubSlack.
func (e *halvesEngine) sortOption(id matrix.OptionID) {
	held := e.problem.Option(id)
	c := crossingOption{id: id, left: e.left.useOf(held), right: e.right.useOf(held)}
	for _, h := range held {
		c.hubs += e.unitOf[h.Item]
	}
	switch {
	case c.left.neededBits.IsEmpty() && c.right.neededBits.IsEmpty():
		e.hubSlacks = append(e.hubSlacks, hubSlack{c.hubs, 1})
	case c.right.neededBits.IsEmpty() && e.left.firstItem(c.left) < maxSideBits:
		e.left.addSideOption(sideOption{c.left, c.hubs})
	case c.left.neededBits.IsEmpty() && e.right.firstItem(c.right) < maxSideBits:
		e.right.addSideOption(sideOption{c.right, c.hubs})
	default:
		e.crossingOptions = append(e.crossingOptions, c)
	}
}

// useSymmetries finds the symmetries of the problem that map each side to itself, or exchange the
// sides.
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
					e.unitOf[g[i]] != 0
			})
		}
		keepsHubs := !slices.ContainsFunc(e.split.hubs, func(i matrix.ItemID) bool { return g[i] != i })
		switch {
		case takes(e.split.left, true) && takes(e.split.right, false):
			to := e.left.bitPermutation(g)
			e.symmetries = append(e.symmetries, to)
			if keepsHubs {
				e.hubSymmetries = append(e.hubSymmetries, to)
			}
		case keepsHubs && takes(e.split.left, false) && takes(e.split.right, true):
			exchanges = append(exchanges, g)
		}
	}
	if len(e.symmetries) >= MaxSymmetries { // more images cost more than they save
		e.symmetries, e.hubSymmetries = nil, nil
		// An exchange done twice must map each border to itself, because each symmetry class is now a single
		// border.
		exchanges = slices.DeleteFunc(exchanges, func(g symmetry.Permutation) bool {
			return slices.ContainsFunc(e.split.left, func(i matrix.ItemID) bool { return g[g[i]] != i })
		})
	}
	if e.sidesAlike = len(exchanges) > 0; e.sidesAlike {
		e.mirrorSides(exchanges[0])
	}
}

func (e *halvesEngine) sideCount() int {
	if e.sidesAlike {
		return 1
	}
	return 2
}

// mirrorSides replaces the layout of the right side by the image of the left one under a symmetry that exchanges them.
func (e *halvesEngine) mirrorSides(g symmetry.Permutation) {
	e.right = e.left.imageSide(g)
	for k := range e.crossingOptions {
		c := &e.crossingOptions[k]
		c.right = e.right.useOf(e.problem.Option(c.id))
	}
}

// countSolutions counts modulo one prime after the other, until the product of the primes exceeds an upper bound of the
// result.
func (e *halvesEngine) countSolutions() (*big.Int, error) {
	result, product := new(big.Int), big.NewInt(1)
	for {
		n, bound, err := e.countOnce()
		if exact := !e.exceededPrime(); exact && product.BitLen() == 1 {
			return n, err
		} else if err != nil {
			return new(big.Int), err
		}
		prime := new(big.Int).SetUint64(e.prime)
		step := new(big.Int).Sub(n, result)
		step.Mul(step, new(big.Int).ModInverse(product, prime)).Mod(step, prime)
		result.Add(result, step.Mul(step, product))
		product.Mul(product, prime)
		if new(big.Float).SetInt(product).Cmp(bound) > 0 {
			return result, nil
		}
		e.nextPrime()
		e.bytesUsed.Store(0)
		e.leftovers = nil // the memory is free again
	}
}

func (e *halvesEngine) exceededPrime() bool {
	return slices.ContainsFunc(e.workers, func(w *countWorker) bool { return w.regionSum.exceededPrime })
}

// borderParts is the number of parts into which the borders are divided. The first part is joined before the others, to
// estimate the work of all parts.
const borderParts = 16

// countOnce counts modulo a prime. The sum is exact if no count exceeds the prime. It also returns
// an upper bound of the number.
func (e *halvesEngine) countOnce() (sum *big.Int, bound *big.Float, err error) {
	sum, bound = new(big.Int), new(big.Float)
	if err = e.findBorders(); err != nil {
		return sum, bound, err
	}
	tasks, before := e.leftBorders.firstOfClasses(), e.workDone.Load()
	for k := 0; k < borderParts && err == nil; k++ {
		err = e.joinBorders(tasks, k, sum, bound)
		if k == 0 && err == nil && e.maxWork > 0 && before+borderParts*(e.workDone.Load()-before) > e.maxWork {
			err = ErrWork
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
				k.flushWork()
				sum.Add(sum, k.solutionCount)
				bound.Add(bound, k.upperBound)
			}
		})
}

// shareTasks divides the tasks 0 to tasks-1 among all workers. Each worker first calls begin, which returns two
// functions: the function each runs a task, and end runs after the last task of the worker. Calls of end never
// overlap. For reports of progress, doneShare is the share of the whole count that precedes the tasks, and stepShare
// is the share of the tasks.
func (e *halvesEngine) shareTasks(tasks int, doneShare, stepShare float64,
	begin func(*countWorker) (each func(int), end func())) error {
	var next atomic.Int64
	running := search.Group{HaltOthers: func() { next.Store(int64(tasks)) }}
	var ending sync.Mutex
	work := func(w *countWorker) {
		each, end := begin(w)
		for n := next.Add(1) - 1; int(n) < tasks && w.err == nil; n = next.Add(1) - 1 {
			each(int(n))
			e.shareDone.Store(math.Float64bits(doneShare + stepShare*float64(n+1)/float64(tasks)))
			if e.options.Report != nil && n%reportEvery == 0 {
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

// reportEvery is the largest number of tasks between two reports.
const reportEvery = 64

func (e *halvesEngine) reportShare() {
	e.reportLock.Lock()
	defer e.reportLock.Unlock()
	e.options.Report(search.Progress{Share: math.Float64frombits(e.shareDone.Load()), Nodes: e.workDone.Load()})
}

func (e *halvesEngine) countStats() CountStats {
	s := CountStats{Work: e.workDone.Load(), Bytes: e.bytesUsed.Load()}
	for _, b := range []*borderList{e.leftBorders, e.rightBorders}[:e.sideCount()] {
		if b != nil {
			s.Leftovers = max(s.Leftovers, b.leftovers)
			s.Borders += int64(len(b.borders))
			s.Regions += b.regions.regionCount()
		}
	}
	return s
}
