package memo

import (
	"context"
	"fmt"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// job is a call of Count or Build.
type job struct {
	problem *matrix.Problem
	layout  *layout
	account *account
	report  func(search.Progress)
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

// searcher is a problem as masks, whatever the length of its states is.
type searcher interface {
	// search runs by a method. The chart is nil if the solutions are to be counted only.
	search(ctx context.Context, j *job, m method, c *chart) (outcome, error)
	// mirror finds the symmetries under which states are compared from now on where
	// solutions are only counted.
	mirror(ctx context.Context, j *job) error
	// audit checks a diagram that was read.
	audit(j *job, d *Diagram) error
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
	m, found, err := j.decide(ctx, s, o)
	if err == nil && found.count == nil {
		m.threads, m.budget = max(1, o.Threads), o.MaxNodes
		if m.branching == Fixed {
			m.budget *= cheap
		}
		found, err = s.search(ctx, j, m, nil)
	}
	j.stats = found.stats
	j.stats.Branching, j.stats.Bytes = m.branching, j.account.peak
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
	m, _, err := j.decide(ctx, s, o)
	m.budget, m.threads = 0, max(1, o.Threads)
	if err != nil {
		return nil, err
	}
	c, err := newChart(j.problem, j.account)
	if err != nil {
		return nil, err
	}
	found, err := s.search(ctx, j, m, c)
	if err != nil {
		return nil, err
	}
	return c.finish(found.root)
}
