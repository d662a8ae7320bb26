package dense

import (
	"math"
	"math/rand/v2"
	"slices"
)

// prober estimates what a search costs for different numbers of open items at
// which the second phase begins.
//
// It goes down the tree of the first phase level by level, and keeps a few nodes of
// each, taken at random from all children of those it kept above. They stand for the
// level, and the number of children of each for the next one: so their weight is
// known (R. Vaisman, D. P. Kroese, "Stochastic enumeration method for counting
// trees", 2017; for one node it is Knuth's estimate). Below nodes where the second
// phase would begin it does the same in the tree of that phase.
//
// The random numbers are always the same, and times are not looked at: costs are
// counted in nanoseconds that were measured once, of which only the ratios
// matter.
type prober struct {
	*Search
	random  *rand.Rand
	levels  []level
	scratch frame
	width   int        // nodes kept of each level
	states  [2][]state // of the second phase, at a level and below
}

// level is what was kept of one.
type level struct {
	weight float64 // of each node
	nodes  []node
}

// node is one of the first phase.
type node struct {
	frame
	items int     // open ones
	above int     // open items of the node above
	inner bool    // the second phase might begin here
	below float64 // estimated cost of the second phase from here, if it was asked for
	known bool
}

// state is a node of the second phase.
type state struct{ used, far mask }

const (
	// smallTree is the cost up to which a tree is not worth a second look, and
	// largeTree that from which on it is worth estimating.
	smallTree, largeTree = 2e6, 1e7
	// fewNodes and someNodes are kept of each level to see that.
	fewNodes, someNodes = 12, 24
	// mostWords bounds what the sets of live options of all nodes take.
	mostWords = 1 << 19
	// mostSwitches is about the number of thresholds that are compared.
	mostSwitches = 14
	// fillNodes of each level of the second phase are kept, below all nodes together
	// where it would begin, for each node that is kept in the first.
	fillNodes = 6
	// gain is the part of the cost that another threshold must save.
	gain = 0.15
)

// Costs of the second phase in nanoseconds: to begin, for each option that is live
// then, of a node, and for each option tested there.
const (
	costStart = 20
	costFile  = 2.3
	costFill  = 15
	costTest  = 0.7
)

// probe returns the number of open items at which the second phase had better begin,
// given what the rule says. Small trees are left to the rule. For large ones it
// takes some hundredths of the time that the search will take. What some nodes say,
// others must confirm.
func (s *Search) probe(rule int) int {
	p := newProber(s)
	if p.sample(fewNodes) < smallTree {
		return rule
	}
	cost := p.sample(someNodes)
	if cost < largeTree {
		return rule
	}
	if width := p.widthFor(cost); width > someNodes {
		p.sample(width)
	}
	found := p.best(rule)
	if found == rule {
		return rule
	}
	p.sample(p.width)
	if p.cost(found) < p.cost(rule)*(1-gain) {
		return found
	}
	return rule
}

// widthFor returns the number of nodes to keep of each level of a tree that costs
// so much: more of a larger one, if they have room.
func (p *prober) widthFor(cost float64) int {
	width := someNodes
	switch {
	case cost > 100*largeTree:
		width *= 8
	case cost > 10*largeTree:
		width *= 4
	}
	return min(width, mostWords/(p.words*len(p.levels)))
}

// best compares thresholds. What they cost is taken together with what their
// neighbours cost, as the estimates are rough, and the costs seldom jump.
func (p *prober) best(rule int) int {
	all, now := p.thresholds(rule)
	costs := make([]float64, len(all))
	for k, n := range all {
		costs[k] = math.Log(p.cost(n))
	}
	at := func(k int) float64 { return costs[min(max(0, k), len(costs)-1)] }
	smooth := func(k int) float64 { return (at(k-1) + 2*at(k) + at(k+1)) / 4 }
	best, least := rule, smooth(now)+math.Log(1-gain)
	for k, n := range all {
		if c := smooth(k); c < least {
			best, least = n, c
		}
	}
	return best
}

func newProber(s *Search) *prober {
	return &prober{Search: s, random: rand.New(rand.NewPCG(1, 2)), scratch: s.newFrame()}
}

// sample goes down the first phase, keeps so many nodes of each level, and returns
// what the tree costs without the second phase.
func (p *prober) sample(width int) (cost float64) {
	p.width, p.levels = width, p.levels[:0]
	at := level{1, []node{p.node(&p.frames[0], len(p.rows)+1)}}
	for len(at.nodes) > 0 {
		p.levels = append(p.levels, at)
		children := 0
		for k := range at.nodes {
			n := &at.nodes[k]
			cost += at.weight * p.costOf(n)
			children += p.branchesOf(n)
		}
		at = p.below(&at, children)
	}
	return cost
}

// node notes what a frame is.
func (p *prober) node(f *frame, above int) node {
	n := node{frame: *f, items: size(f.open), above: above}
	n.branches = nil
	n.inner = n.items > 0 && (p.regions == nil || p.regions.fillable(f.used))
	return n
}

// branchesOf finds the branches of a node, and returns their number.
func (p *prober) branchesOf(n *node) int {
	if n.inner {
		if i := p.choose(&n.frame); i != none {
			p.collect(&n.frame, i)
		}
	}
	return len(n.branches)
}

// costOf is the cost of a node of the first phase, without those below.
func (p *prober) costOf(n *node) float64 {
	if p.small != nil {
		return 40 + 3*float64(n.items) + 3*float64(len(n.list))
	}
	return 110 + 4*float64(n.items) + 14*float64(len(n.list))
}

// below keeps some of the children of the nodes of a level, at equal distances.
func (p *prober) below(at *level, children int) level {
	step := max(1, float64(children)/float64(p.width))
	next, seen := step*p.random.Float64()-1, 0
	kept := level{weight: at.weight * step}
	for k := range at.nodes {
		n := &at.nodes[k]
		for _, o := range n.branches {
			if float64(seen) >= next {
				kept.nodes = append(kept.nodes, p.child(n, o))
				next += step
			}
			seen++
		}
		n.branches = nil
	}
	return kept
}

// child returns the node below a choice.
func (p *prober) child(n *node, o int32) node {
	f := &p.scratch
	p.choice(&n.frame, f, o)
	child := p.node(f, n.items)
	room := make([]uint64, p.itemWords+max(p.words, smallWords))
	child.open, child.live = room[:p.itemWords:p.itemWords], room[p.itemWords:][:p.words]
	copy(child.open, f.open)
	copy(child.live, f.live)
	child.list = slices.Clone(f.list)
	for _, k := range n.list {
		f.live[k] = 0
	}
	return child
}

// thresholds returns the numbers of open items that nodes have, or some of them if
// they are many, and the place of the one that does what the rule says.
func (p *prober) thresholds(rule int) (some []int, at int) {
	all := []int{rule}
	for _, l := range p.levels {
		for _, n := range l.nodes {
			all = append(all, n.items)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	step := (len(all) + mostSwitches - 1) / mostSwitches
	now := slices.Index(all, rule)
	for k := now % step; k < len(all); k += step {
		some = append(some, all[k])
	}
	return some, now / step
}

// cost estimates the cost of the search if the second phase begins at a number of
// open items.
func (p *prober) cost(threshold int) (cost float64) {
	entries := 0
	for _, l := range p.levels {
		for k := range l.nodes {
			if l.nodes[k].enters(threshold) {
				entries++
			}
		}
	}
	width := fillNodes * p.width / max(1, entries)
	for _, l := range p.levels {
		for k := range l.nodes {
			n := &l.nodes[k]
			if n.above > threshold {
				cost += l.weight * p.costOf(n)
			}
			if n.enters(threshold) {
				cost += l.weight * p.costBelow(n, width)
			}
		}
	}
	return cost
}

// enters reports whether the second phase begins at a node.
func (n *node) enters(threshold int) bool {
	return n.inner && n.items <= threshold && threshold < n.above
}

// costBelow estimates the cost of the second phase from a node, once.
func (p *prober) costBelow(n *node, width int) float64 {
	if !n.known {
		nodes, tests := p.fill(&n.frame, max(1, width))
		n.below = costStart + costFile*float64(len(p.filler.filed)) + costFill*nodes + costTest*tests
		n.known = true
	}
	return n.below
}

// fill estimates the nodes of the second phase from a frame, and the options that
// are tested there. It keeps so many nodes of each level. Nogoods of three options
// and more are not looked at.
func (p *prober) fill(from *frame, width int) (nodes, tests float64) {
	p.filler.file(from)
	weight, at := 1.0, append(p.states[0][:0], state{from.used, from.far})
	for len(at) > 0 {
		below, tested, children := p.fillBelow(at, p.states[1][:0], width)
		nodes += weight * float64(len(at))
		tests += weight * float64(tested)
		weight *= float64(children) / float64(max(1, len(below)))
		p.states[0], p.states[1] = below, at
		at = below
	}
	return nodes, tests
}

// fillBelow keeps some of the children of the nodes of a level in the second phase.
func (p *prober) fillBelow(at, kept []state, width int) (below []state, tested, children int) {
	for _, n := range at {
		options := p.filler.optionsAt(n)
		tested += len(options)
		for k := range options {
			next, ok := p.filler.after(n, &options[k])
			if !ok {
				continue
			}
			children++
			if len(kept) < width {
				kept = append(kept, next)
			} else if k := p.random.IntN(children); k < width {
				kept[k] = next
			}
		}
	}
	return kept, tested, children
}

// optionsAt returns the options of the first open item, if there is any.
func (f *filler) optionsAt(n state) []filed {
	place := n.used.free()
	if f.wide && place == maskBits {
		place += n.far.free()
	}
	if place >= f.items {
		return nil
	}
	return f.candidates(place)
}

// after returns the state after an option, if it is compatible.
func (f *filler) after(n state, c *filed) (next state, ok bool) {
	if c.test.meets(n.used) {
		return n, false
	}
	next = state{used: n.used.with(f.sets.near[c.option])}
	if f.wide {
		if f.tests.far[c.option].meets(n.far) {
			return n, false
		}
		next.far = n.far.with(f.sets.far[c.option])
	}
	return next, true
}
