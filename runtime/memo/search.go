package memo

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"
)

// outcome is what a search found.
type outcome struct {
	root  uint32
	count *big.Int
	share float64 // how much was done between an eighth of the budget and its end
	apart bool    // states fell apart often
	stats Stats
}

// search implements searcher. It gives back what it allocated, but for the chart.
func (c *code[K]) search(ctx context.Context, j *job, m method, ch *chart) (outcome, error) {
	before := j.account.inUse()
	if ch == nil {
		defer j.account.reset(before)
	}
	st, err := newStore[K](j.account, m.threads)
	if err != nil {
		return outcome{}, err
	}
	cancelled := new(atomic.Bool)
	stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
	defer stop()
	cancelled.Store(ctx.Err() != nil)
	var walkers []*walker[K]
	for k := range m.threads {
		w := c.walker(j, m, ch)
		w.store, w.thread, w.cancelled = st, k, cancelled
		if k == 0 {
			w.report = j.report
		}
		walkers = append(walkers, w)
	}
	first, root := race(walkers)
	if first.err == errCancelled {
		first.err = ctx.Err()
	}
	return first.outcome(root), first.err
}

// walker makes one of the walkers of a search.
func (c *code[K]) walker(j *job, m method, ch *chart) *walker[K] {
	w := &walker[K]{code: c, method: m, account: j.account,
		plain: c.plain(), setWords: (len(c.option) + 63) / 64, counts: newCounts(j.account)}
	if ch != nil {
		w.sketch = &sketch{chart: ch}
	} else if m.branching != Fixed {
		w.mirrors = c.mirrors
	}
	return w
}

// race runs walkers until one of them has come to an end, and returns that one with
// what it found at the root.
func race[K words](walkers []*walker[K]) (first *walker[K], root uint32) {
	if len(walkers) == 1 {
		return walkers[0], walkers[0].run()
	}
	var once sync.Once
	var running sync.WaitGroup
	for _, w := range walkers {
		running.Go(func() {
			result := w.run()
			once.Do(func() {
				first, root = w, result
				w.cancelled.Store(true)
			})
		})
	}
	running.Wait()
	return first, root
}

// outcome returns what the walker found, with the effort of all walkers.
func (w *walker[K]) outcome(root uint32) outcome {
	w.stats.States, w.stats.Nodes = w.known(), max(1, w.stats.Nodes)
	if w.threads > 1 {
		w.stats.Nodes = 1 + w.children.Load()
	}
	found := outcome{root: root, share: w.gain, apart: w.often(), stats: w.stats}
	if w.err == nil {
		found.count = new(big.Int)
		if root != dead && w.sketch == nil {
			found.count = w.counts.big(0)
		}
	}
	return found
}
