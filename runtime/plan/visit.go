package plan

import (
	"context"
	"math/big"
	"slices"

	"quadrille/runtime/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// price is what work of an engine takes, in seconds. A node looks at primary items for the one to branch on.
type price struct{ node, item, update, entry float64 }

// prices were fitted to 250 problems, each engine alone; nearly all were within a factor of 2.
var prices = map[string]price{
	Links:  {node: 100e-9, item: 2e-9, update: 10e-9, entry: 50e-9},
	Sparse: {node: 150e-9, item: 0.5e-9, update: 7e-9, entry: 80e-9},
	Dense:  {node: 30e-9, update: 8e-9, entry: 50e-9},
	Learn:  {node: 3e-6, update: 200e-9, entry: 100e-9},
	Memo:   {entry: 100e-9},
	Halves: {entry: 200e-9},
}

// priceOf returns what work on a problem takes.
func priceOf(name string, p *matrix.Problem) price {
	q := prices[name]
	q.node += q.item * float64(p.PrimaryCount())
	return q
}

// visitsDense reports whether dense is taken unasked.
func visitsDense(p *matrix.Problem) bool {
	return p.OptionCount() <= mostPairs && eachOnce(p) && inPairs(p)
}

// inPairs reports whether options are forbidden two at a time at most: a table of pairs says so at once.
func inPairs(p *matrix.Problem) bool {
	return !slices.ContainsFunc(p.Nogoods(), func(together []matrix.OptionID) bool { return len(together) > 2 })
}

// pairPrice is what a table takes for each pair of options, and shapePrice what it takes for each pair of items to
// find a shape. wordPart are the updates of dense for a node of links and an option: some of the words of options,
// and as many items.
const (
	pairPrice  = 0.3e-9
	shapePrice = 150e-9
	wordPart   = 5.0 / 8 / 64
)

// seconds are what an engine has worked.
func (p price) seconds(s search.Stats) float64 {
	return p.node*float64(s.Nodes) + p.update*float64(s.Updates)
}

// prepares is what an engine takes before it begins.
func prepares(name string, p *matrix.Problem) float64 {
	s := prices[name].entry * float64(p.EntryCount())
	if name == Dense {
		s += pairPrice * float64(p.OptionCount()) * float64(p.OptionCount())
		if n := float64(p.PrimaryCount()); n <= dense.FewItems {
			s += shapePrice * n * n
		}
	}
	return s
}

// expects returns what an engine would take for what links have done.
func expects(name string, p *matrix.Problem, links search.Stats) float64 {
	if name == Dense {
		links.Updates = int64(wordPart * float64(p.OptionCount()) * float64(links.Nodes))
	}
	return priceOf(name, p).seconds(links)
}

// visit counts solutions by visiting each, and tells them to whoever asks. It implements finder.
type visit struct {
	request Request
	price   price
	parts   []orbitPart // of the tree: the first one is under way
	of      int
	engines []search.Cutter
	left    []search.Cube // of the part
	count   *big.Int
	stats   search.Stats
	spent   float64
	report  func(search.Progress)
	each    func(matrix.Solution) bool // nil if nobody asks
	stopped bool                       // nobody wants more
	// byOrbits says that a solution stands for others.
	byOrbits bool
}

func newVisit(p *matrix.Problem, r Request, name string) *visit {
	r.Engine = name
	return (&visit{request: r, price: priceOf(name, p), count: new(big.Int),
		report: r.Report}).over([]orbitPart{{p, 1}})
}

// over makes it a visit of other parts, from the beginning.
func (v *visit) over(parts []orbitPart) *visit {
	v.parts, v.of, v.engines, v.left = parts, len(parts), nil, []search.Cube{search.WholeTree}
	v.stats, v.byOrbits = search.Stats{}, v.stats.Nodes > 0 || parts[0].size > 1
	v.count.SetInt64(0)
	v.spent += prepares(v.request.Engine, parts[0].problem)
	return v
}

func (v *visit) finds(each func(matrix.Solution) bool) { v.each = each }

// leastNodes are visited in a turn, and more than there are on the ways to what is left.
const leastNodes = 8

func (v *visit) play(ctx context.Context, until float64) (done bool, err error) {
	for len(v.parts) > 0 && v.spent < until {
		nodes := leastNodes
		if v.stats.Nodes > 0 {
			a := v.price.seconds(v.stats) / float64(v.stats.Nodes)
			nodes = int(min(1<<40, max(leastNodes, (until-v.spent)/a)))
		}
		for _, c := range v.left {
			nodes = max(nodes, len(c.Path)*len(v.left))
		}
		if err := v.walk(ctx, int64(nodes)); err != nil || v.stopped {
			return v.stopped, err
		}
	}
	return len(v.parts) == 0, nil
}

// walk visits some nodes, or what is left of a part.
func (v *visit) walk(ctx context.Context, nodes int64) error {
	part := v.parts[0]
	if v.engines == nil {
		build, _, err := cutters(part.problem, v.request)
		if err == nil {
			v.engines, err = build.upTo(v.request.Threads, nil, nil)
		}
		if err != nil {
			return err
		}
	}
	run := search.NewRun(v.engines, search.RunOptions{Cubes: v.left, Nodes: nodes, Report: v.reporting()})
	var n *big.Int
	var err error
	if v.each == nil {
		n, err = run.Count(ctx)
	} else {
		n, err = v.tell(ctx, run)
	}
	v.count.Add(v.count, n.Mul(n, big.NewInt(part.size)))
	v.stats.AddStats(run.Stats())
	v.spent += v.price.seconds(run.Stats())
	if v.left = run.RemainingCubes(); len(v.left) == 0 && err == nil {
		v.parts, v.engines, v.left = v.parts[1:], nil, []search.Cube{search.WholeTree}
	}
	return err
}

// tell tells the solutions of a run, until nobody wants more.
func (v *visit) tell(ctx context.Context, run *search.Run) (*big.Int, error) {
	n := int64(0)
	for s := range run.Solutions(ctx) {
		n++
		if v.stopped = !v.each(s); v.stopped {
			break
		}
	}
	return big.NewInt(n), run.Err()
}

// reporting adds what was done before to what a walk reports.
func (v *visit) reporting() func(search.Progress) {
	if v.report == nil {
		return nil
	}
	_, share := v.sofar()
	size, found, nodes, updates := v.parts[0].size, v.count.Int64(), v.stats.Nodes, v.stats.Updates
	return func(q search.Progress) {
		q.Share = share + q.Share/float64(v.of)
		q.Solutions, q.Nodes, q.Updates = found+size*q.Solutions, nodes+q.Nodes, updates+q.Updates
		v.report(q)
	}
}

func (v *visit) sofar() (seconds, share float64) {
	left := float64(len(v.parts) - 1)
	for _, c := range v.left {
		left += c.Part
	}
	if len(v.parts) == 0 {
		left = 0
	}
	return v.spent, 1 - left/float64(v.of)
}

// result returns the effort too, in which each solution stands for as many as its orbit has options.
func (v *visit) result() (*big.Int, search.Stats) {
	stats := v.stats
	if v.byOrbits {
		stats.Profile = nil
	}
	if v.each == nil {
		stats.Solutions = v.count.Int64()
	}
	return new(big.Int).Set(v.count), stats
}

func (v *visit) leave() { v.engines = nil }
