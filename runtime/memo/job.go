package memo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"sync/atomic"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// job is a call of Count or Build.
type job struct {
	problem *matrix.Problem
	layout  *layout
	account *account
	report  func(engine.Progress)
	stats   Stats
}

// newJob decides on the order of the items and on what the bits of a state are.
func newJob(p *matrix.Problem, o Options) (*job, error) {
	if err := check(p, o); err != nil {
		return nil, err
	}
	j := &job{problem: p, report: o.Report, account: newAccount(o.MaxMemory)}
	// The order is found on lists of the options of each item, which double as they grow.
	books := 16 * (int64(p.Entries()) + int64(p.Options()) + int64(p.Items()))
	if err := j.account.take(books); err != nil {
		return nil, err
	}
	defer j.account.release(books)
	order := o.Order
	if order == nil {
		order = nearOrder(p)
	}
	var err error
	j.layout, err = newLayout(p, order)
	return j, err
}

// check refuses what this engine cannot do.
func check(p *matrix.Problem, o Options) error {
	if len(p.Nogoods()) > 0 {
		return fmt.Errorf("%w: it has nogoods", ErrUnfit)
	}
	if p.Items() > maxBits {
		return fmt.Errorf("%w: it has %d items, and at most %d are possible", ErrUnfit, p.Items(), maxBits)
	}
	if o.Branching < Auto || o.Branching > MRV {
		return fmt.Errorf("unknown branching %d", o.Branching)
	}
	if o.Order != nil {
		return checkOrder(p, o.Order)
	}
	return nil
}

// surelyFew bounds the states with which Auto takes a fixed order at once.
const surelyFew = 1 << 22

// trialNodes is how many nodes Auto tries each branching with.
const trialNodes = 1 << 15

// searcher is a walker, whatever the length of its states is.
type searcher interface {
	// search runs with a branching, and stops after budget nodes if that is not 0.
	// The chart is nil if the solutions are to be counted only.
	search(ctx context.Context, j *job, b Branching, budget int64, c *chart) (outcome, error)
	// audit checks a diagram that was read.
	audit(j *job, d *Diagram) error
}

// outcome is what a search found.
type outcome struct {
	root  uint32
	count *big.Int
	share float64 // how much was done between an eighth of the budget and its end
	stats Stats
}

// searcher makes the masks of the problem, with words of the right number.
func (j *job) searcher() (searcher, error) {
	for _, try := range []struct {
		words int
		make  func(*job) (searcher, error)
	}{
		{1, coded[[1]uint64]}, {2, coded[[2]uint64]}, {3, coded[[3]uint64]}, {4, coded[[4]uint64]},
		{6, coded[[6]uint64]}, {8, coded[[8]uint64]}, {16, coded[[16]uint64]},
	} {
		if j.layout.words() <= try.words {
			return try.make(j)
		}
	}
	return coded[[64]uint64](j)
}

func coded[K words](j *job) (searcher, error) {
	return newCode[K](j.problem, j.layout, j.account)
}

func (j *job) count(ctx context.Context, o Options) (*big.Int, error) {
	s, err := j.searcher()
	if err != nil {
		return nil, err
	}
	b, found, err := j.decide(ctx, s, o)
	if err == nil && found.count == nil {
		found, err = s.search(ctx, j, b, 0, nil)
	}
	j.stats = found.stats
	j.stats.Branching, j.stats.Bytes = b, j.account.peak
	if err != nil {
		return nil, err
	}
	return found.count, nil
}

func (j *job) build(ctx context.Context, o Options) (*Diagram, error) {
	s, err := j.searcher()
	if err != nil {
		return nil, err
	}
	b, _, err := j.decide(ctx, s, o)
	if err != nil {
		return nil, err
	}
	c, err := newChart(j.problem, j.account)
	if err != nil {
		return nil, err
	}
	found, err := s.search(ctx, j, b, 0, c)
	if err != nil {
		return nil, err
	}
	return c.finish(found.root)
}

// decide returns the branching that the options ask for. If a trial came to an
// end, its outcome has a count.
func (j *job) decide(ctx context.Context, s searcher, o Options) (Branching, outcome, error) {
	switch {
	case o.Branching != Auto:
		return o.Branching, outcome{}, nil
	case o.Order != nil:
		return Fixed, outcome{}, nil
	case len(j.layout.several) == 0 && stateBound(j.problem, j.layout.order) <= surelyFew:
		return Fixed, outcome{}, nil
	}
	return j.trial(ctx, s)
}

// trial searches a little with each branching, and returns the one that came
// furthest. Fixed, whose nodes take a quarter of the time of others, if that, is
// allowed so many more.
func (j *job) trial(ctx context.Context, s searcher) (Branching, outcome, error) {
	best, far := Near, math.Inf(-1)
	for _, b := range []Branching{Near, MRV, Fixed} {
		if b == Fixed && len(j.layout.several) > 0 {
			continue
		}
		found, err := s.search(ctx, j, b, trialNodes, nil)
		if err == nil || !errors.Is(err, errBudget) {
			return b, found, err
		}
		if b == Fixed {
			found.share *= 4
		}
		if found.share > far {
			best, far = b, found.share
		}
	}
	return best, outcome{}, nil
}

// search implements searcher. It gives back what it allocated, but for the chart.
func (c *code[K]) search(ctx context.Context, j *job, b Branching, budget int64, ch *chart) (outcome, error) {
	before := j.account.used
	w := &walker[K]{code: c, account: j.account, chart: ch, branching: b, budget: budget,
		plain: c.plain(), setWords: (len(c.option) + 63) / 64, report: j.report, cancelled: new(atomic.Bool), counts: counts{account: j.account, width: 1}}
	var err error
	if w.table, err = newTable[K](j.account); err != nil {
		return outcome{}, err
	}
	if err := w.counts.push(1); err != nil { // of the state in which all is done
		return outcome{}, err
	}
	stop := context.AfterFunc(ctx, func() { w.cancelled.Store(true) })
	defer stop()
	w.cancelled.Store(ctx.Err() != nil)
	found := outcome{root: w.run()}
	found.stats, found.share = w.stats, w.gain
	if ch == nil {
		j.account.used = before
	}
	if w.err == errCancelled {
		w.err = ctx.Err()
	}
	if w.err != nil {
		return found, w.err
	}
	found.count = new(big.Int)
	if found.root != dead && ch == nil {
		found.count = w.counts.big(found.root)
	}
	return found, nil
}
