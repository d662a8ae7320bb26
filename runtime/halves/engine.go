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

// errCancelled stops a count whose context is done.
var errCancelled = errors.New("cancelled")

// account says how much has been done and stored, and when that is too much.
type account struct {
	cancelled      atomic.Bool
	work, bytes    atomic.Int64
	steps          atomic.Int64 // of joins that were booked, so that no thread loses a part of a unit
	maxWork, limit int64
	turn           func(work int64)
	tell           func()
}

// turnWork is done between two calls of [Options.Turn], about, and reportWork at most between two of
// [Options.Report].
const turnWork, reportWork = 1 << 12, 1 << 16

// take books work and bytes.
func (a *account) take(work, bytes int64) error {
	done := a.work.Add(work)
	if a.turn != nil && done/turnWork > (done-work)/turnWork {
		a.turn(max(work, turnWork))
	}
	if a.tell != nil && done/reportWork > (done-work)/reportWork {
		a.tell()
	}
	switch {
	case a.cancelled.Load():
		return errCancelled
	case a.bytes.Add(bytes) > a.limit:
		return ErrMemory
	case done > a.maxWork && a.maxWork > 0:
		return ErrWork
	}
	return nil
}

// engine counts the solutions of one problem.
type engine struct {
	*terms
	account
	problem       *matrix.Problem
	options       Options
	split         split
	left, right   *side
	crossings     []crossing
	leftovers     *leftovers // of the left side
	lefts, rights *borders
	workers       []*worker
	reporting     sync.Mutex
	reached       atomic.Uint64 // the bits of the share that is done

	alike      bool      // a symmetry exchanges the sides
	symmetries [][]uint8 // those that keep the sides, as permutations of the bits of the left one
	hubless    [][]uint8 // those of them that keep the hubs
}

// worker counts on one thread.
type worker struct {
	*engine
	sums *tally
	kids []kid
	list []uint64
	err  error
}

// note keeps the first error.
func (w *worker) note(err error) {
	if w.err == nil {
		w.err = err
	}
}

const mostItems = 2*mostBits + mostHubBits

func newEngine(p *matrix.Problem, o Options) (*engine, error) {
	switch {
	case len(p.Nogoods()) > 0:
		return nil, fmt.Errorf("%w: it has nogoods", ErrUnfit)
	case p.Items() > mostItems:
		return nil, fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.Items(), mostItems)
	}
	e := &engine{problem: p, options: o, account: account{maxWork: o.MaxWork, limit: o.MaxMemory, turn: o.Turn}}
	if e.limit == 0 {
		e.limit = DefaultMemory
	}
	if o.Report != nil {
		e.tell = e.report
	}
	if e.split = newSplit(p); o.split != nil {
		e.split = *o.split
	}
	if err := e.take(e.split.work, 0); err != nil {
		return nil, err
	}
	var fits bool
	if e.terms, fits = newTerms(p, e.split.hubs); !fits {
		return nil, fmt.Errorf("%w: both halves share too many items", ErrUnfit)
	}
	if o.modulus > 0 {
		e.prime = o.modulus
	}
	for range max(1, o.Threads) {
		e.workers = append(e.workers, &worker{engine: e, sums: newTally(e.terms)})
	}
	return e, e.file()
}

// file lays out the sides, and files the options.
func (e *engine) file() (err error) {
	options := useful(e.problem)
	if e.left, err = newSide(e.problem, e.split.left, options); err != nil {
		return err
	}
	if e.right, err = newSide(e.problem, e.split.right, options); err != nil {
		return err
	}
	for _, o := range options {
		e.fileOption(o)
	}
	e.left.ready()
	e.right.ready()
	if most := e.options.MaxCrossing; most > 0 && float64(len(e.crossings)) > most*float64(len(options)) {
		return fmt.Errorf("%w: %d of %d options cross the cut", ErrUnfit, len(e.crossings), len(options))
	}
	return nil
}

// fileOption files an option with its side, or with those that cross: they hold items of
// both sides, or no primary item of their only one. One that holds hubs alone is slack of theirs.
func (e *engine) fileOption(id matrix.OptionID) {
	held := e.problem.Option(id)
	c := crossing{id: id, left: e.left.use(held), right: e.right.use(held)}
	for _, h := range held {
		c.hubs += e.unit[h.Item]
	}
	switch {
	case c.left.need.Empty() && c.right.need.Empty():
		e.spread = append(e.spread, slack{c.hubs, 1})
	case c.right.need.Empty() && e.left.first(c.left) < mostBits:
		e.left.file(option{c.left, c.hubs})
	case c.left.need.Empty() && e.right.first(c.right) < mostBits:
		e.right.file(option{c.right, c.hubs})
	default:
		e.crossings = append(e.crossings, c)
	}
}

// useSymmetries finds out what the symmetries of the problem do with the sides.
func (e *engine) useSymmetries(group []symmetry.Permutation) {
	left := make([]bool, e.problem.Items())
	for _, i := range e.split.left {
		left[i] = true
	}
	var exchanges []symmetry.Permutation
	for _, g := range group[1:] {
		takes := func(from []matrix.ItemID, toLeft bool) bool {
			return !slices.ContainsFunc(from, func(i matrix.ItemID) bool { return left[g[i]] != toLeft || e.unit[g[i]] != 0 })
		}
		keepsHubs := !slices.ContainsFunc(e.split.hubs, func(i matrix.ItemID) bool { return g[i] != i })
		switch {
		case takes(e.split.left, true) && takes(e.split.right, false):
			to := e.left.moved(g)
			e.symmetries = append(e.symmetries, to)
			if keepsHubs {
				e.hubless = append(e.hubless, to)
			}
		case keepsHubs && takes(e.split.left, false) && takes(e.split.right, true):
			exchanges = append(exchanges, g)
		}
	}
	if len(e.symmetries) >= MostSymmetries { // to look at so many images takes longer than to join
		e.symmetries, e.hubless = nil, nil
		// An exchange that is done twice takes each border to one of its class. Now a class is a single border.
		exchanges = slices.DeleteFunc(exchanges, func(g symmetry.Permutation) bool {
			return slices.ContainsFunc(e.split.left, func(i matrix.ItemID) bool { return g[g[i]] != i })
		})
	}
	if e.alike = len(exchanges) > 0; e.alike {
		e.mirror(exchanges[0])
	}
}

func (e *engine) sides() int {
	if e.alike {
		return 1
	}
	return 2
}

// mirror makes the right side the image of the left one.
func (e *engine) mirror(g symmetry.Permutation) {
	e.right = e.left.image(g)
	for k := range e.crossings {
		c := &e.crossings[k]
		c.right = e.right.use(e.problem.Option(c.id))
	}
}

// count counts modulo one prime after the other, until the number is known.
func (e *engine) count() (*big.Int, error) {
	result, product := new(big.Int), big.NewInt(1)
	for {
		n, bound, err := e.countOnce()
		if exact := !e.wrapped(); exact && product.BitLen() == 1 {
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
		e.bytes.Store(0)
		e.leftovers = nil // what they take is free again
	}
}

func (e *engine) wrapped() bool {
	return slices.ContainsFunc(e.workers, func(w *worker) bool { return w.sums.wrapped })
}

// samplePart is the part of the borders that are joined first, to see how much there is to
// do: one of so many.
const samplePart = 16

// countOnce counts modulo a prime, unless all counts stay below it. It returns a bound of
// the number as well.
func (e *engine) countOnce() (sum *big.Int, bound *big.Float, err error) {
	sum, bound = new(big.Int), new(big.Float)
	if err = e.findBorders(); err != nil {
		return sum, bound, err
	}
	tasks, before := e.lefts.classes(), e.work.Load()
	for k := 0; k < samplePart && err == nil; k++ {
		err = e.join(tasks, k, sum, bound)
		if k == 0 && err == nil && e.maxWork > 0 && before+samplePart*(e.work.Load()-before) > e.maxWork {
			err = ErrWork
		}
	}
	return sum, bound, err
}

// join joins one of samplePart borders, from one on.
func (e *engine) join(borders []*border, from int, sum *big.Int, bound *big.Float) error {
	tasks := (len(borders) - from + samplePart - 1) / samplePart
	return e.share(tasks, 0.5+0.5*float64(from)/samplePart, 0.5/samplePart, func(w *worker) (each func(int), end func()) {
		k := newWalk(w)
		return func(n int) { k.join(borders[from+n*samplePart]) }, func() {
			k.flush()
			sum.Add(sum, k.sum)
			bound.Add(bound, k.bound)
		}
	})
}

// share lets the workers do tasks, from number 0 on. Each begins with a call of begin, and
// ends with one of what it returns, one worker at a time. Before it some part of all was
// done, and it does another.
func (e *engine) share(tasks int, done, part float64, begin func(*worker) (each func(int), end func())) error {
	var next atomic.Int64
	running := search.Group{Halt: func() { next.Store(int64(tasks)) }}
	var ending sync.Mutex
	work := func(w *worker) {
		each, end := begin(w)
		for n := next.Add(1) - 1; int(n) < tasks && w.err == nil; n = next.Add(1) - 1 {
			each(int(n))
			e.reached.Store(math.Float64bits(done + part*float64(n+1)/float64(tasks)))
			if e.options.Report != nil && n%reportEvery == 0 {
				e.report()
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

// reportEvery is how many tasks lie between two reports at most.
const reportEvery = 64

func (e *engine) report() {
	e.reporting.Lock()
	defer e.reporting.Unlock()
	e.options.Report(search.Progress{Share: math.Float64frombits(e.reached.Load()), Nodes: e.work.Load()})
}

func (e *engine) stats() Stats {
	s := Stats{Work: e.work.Load(), Bytes: e.bytes.Load()}
	for _, b := range []*borders{e.lefts, e.rights}[:e.sides()] {
		if b != nil {
			s.Leftovers = max(s.Leftovers, b.leftovers)
			s.Borders += int64(len(b.list))
			s.Regions += b.regions.size()
		}
	}
	return s
}
