package dlx

import (
	"context"
	"math"
	"math/rand/v2"
)

// Estimate is what probes of a tree say about its size (D. E. Knuth,
// "Estimating the efficiency of backtrack programs", Mathematics of Computation
// 29, 1975). Each mean is unbiased; the spread is its standard error, which is
// itself an estimate, and too small while the rare large subtrees have not been
// met.
type Estimate struct {
	Probes    int      `json:"probes"`
	Nodes     Quantity `json:"nodes"`
	Updates   Quantity `json:"updates"`
	Solutions Quantity `json:"solutions"`
}

// Quantity is a mean with its standard error.
type Quantity struct {
	Mean   float64 `json:"mean"`
	Spread float64 `json:"spread"`
}

// Estimate walks from the root to a leaf again and again, at each node along a
// random branch. What it meets counts as often as there are such paths: at a
// node with d branches the rest of the walk stands for d. It stops early if ctx
// is done. The links are restored, and Stats are those of the probes.
func (s *Search) Estimate(ctx context.Context, r *rand.Rand, probes int) Estimate {
	p := &prober{Search: s, random: r}
	s.Reset()
	for p.done < probes && ctx.Err() == nil {
		p.count, p.solutions, p.work = 0, 0, 0
		p.probe(0, 1)
		p.book()
	}
	return Estimate{
		Probes:    p.done,
		Nodes:     p.all[0].quantity(p.done),
		Updates:   p.all[1].quantity(p.done),
		Solutions: p.all[2].quantity(p.done),
	}
}

// prober makes probes. Of the current one it keeps the weighted counts.
type prober struct {
	*Search
	random                 *rand.Rand
	count, solutions, work float64
	done                   int
	all                    [3]sums
}

// sums are those of a quantity and its square.
type sums struct{ first, second float64 }

func (s *sums) add(v float64) {
	s.first += v
	s.second += v * v
}

func (s *sums) quantity(n int) Quantity {
	if n == 0 {
		return Quantity{}
	}
	mean := s.first / float64(n)
	variance := max(0, s.second/float64(n)-mean*mean)
	return Quantity{Mean: mean, Spread: math.Sqrt(variance / float64(max(1, n-1)))}
}

func (p *prober) book() {
	p.done++
	for k, v := range []float64{p.count, p.work, p.solutions} {
		p.all[k].add(v)
	}
}

// charge books the updates since before, on a walk that stands for weight ones.
func (p *prober) charge(before int64, weight float64) {
	p.work += weight * float64(p.updates-before)
}

// probe goes on from a node that stands for weight nodes.
func (p *prober) probe(level int, weight float64) {
	p.count += weight
	p.stats.Nodes++
	if p.headers[root].right == root {
		p.solutions += weight
		return
	}
	mark, before := len(p.undo), p.updates
	alive := p.options.Filter == nil || p.options.Filter.Prune(&p.node)
	p.charge(before, weight)
	if alive && p.headers[root].right == root {
		p.solutions += weight
	} else if alive {
		p.branch(int32(p.options.Chooser.Choose(View{p.Search}))+1, level, weight)
	}
	p.restore(mark)
}

// branch takes one branch of item i at random.
func (p *prober) branch(i int32, level int, weight float64) {
	h := &p.headers[i]
	of := branches(h)
	k := int32(0)
	if of > 0 {
		k = p.random.Int32N(of)
	}
	p.path = append(p.path, step{})
	h.bound--
	if h.bound == 0 {
		p.last(i, level, k, of, weight)
	} else if of > 0 {
		p.several(i, level, k, of, weight)
	}
	h.bound++
	p.path = p.path[:level]
}

// last covers i, whichever branch is taken, and takes the k-th.
func (p *prober) last(i int32, level int, k, of int32, weight float64) {
	before := p.updates
	p.cover(i)
	p.charge(before, weight)
	x := p.nth(i, k)
	switch {
	case x != i:
		p.take(x, level, weight*float64(of))
	case of > 0:
		p.probe(level+1, weight*float64(of)) // i is left at what it has
	}
	p.uncover(i)
}

// nth returns the k-th node of item i, or its header if there are no more.
func (p *prober) nth(i, k int32) int32 {
	x := p.nodes[i].down
	for ; k > 0 && x != i; k-- {
		x = p.nodes[x].down
	}
	return x
}

// several tweaks the options of i before the k-th and that one, and takes it.
// Each of the branches is charged with its own tweak.
func (p *prober) several(i int32, level int, k, of int32, weight float64) {
	mark := len(p.tweaked)
	x := p.nodes[i].down
	var cost int64
	for n := int32(0); n <= k && x != i; n++ {
		before := p.updates
		p.tweak(x, i)
		cost = p.updates - before
		p.tweaked = append(p.tweaked, x)
		if n < k {
			x = p.nodes[x].down
		}
	}
	below := weight * float64(of)
	if x != i {
		p.work += below * float64(cost)
		p.take(x, level, below)
	} else {
		before := p.updates
		p.deactivate(i)
		p.charge(before, below)
		p.probe(level+1, below)
		p.reactivate(i)
	}
	for len(p.tweaked) > mark {
		last := len(p.tweaked) - 1
		p.untweak(p.tweaked[last], i)
		p.tweaked = p.tweaked[:last]
	}
}

// take chooses the option of node x and goes on.
func (p *prober) take(x int32, level int, weight float64) {
	mark, before := len(p.undo), p.updates
	p.Search.add(x)
	p.charge(before, weight)
	p.probe(level+1, weight)
	p.restore(mark)
	p.drop(x)
}
