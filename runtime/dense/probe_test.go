package dense

import (
	"context"
	"math"
	"testing"
)

// proberOf is for n by m cells and trominoes.
func proberOf(t *testing.T, n, m int) *prober {
	s, err := NewSearch(trominoes(t, n, m).problem, Options{Switch: 1, Regions: true})
	if err != nil {
		t.Fatal(err)
	}
	return newProber(s)
}

// nodes counts the nodes of the search with a second phase from so many open items
// on.
func (p *prober) nodes(threshold int) (n float64) {
	p.threshold = threshold
	for range p.Solutions(context.Background()) {
	}
	return float64(p.Stats().Nodes)
}

// TestEstimate: if all nodes are kept, an estimate is what a search visits, in
// either phase. If some are, it is near it.
func TestEstimate(t *testing.T) {
	p := proberOf(t, 3, 5)
	kept := func(width int) (nodes float64) {
		p.sample(width)
		for _, l := range p.levels {
			nodes += l.weight * float64(len(l.nodes))
		}
		return nodes
	}
	want := p.nodes(0)
	if got := kept(math.MaxInt32); got != want {
		t.Errorf("of all nodes %v are kept, the search visits %v", got, want)
	}
	if got := kept(someNodes); got < want/2 || got > 2*want {
		t.Errorf("the estimate is %v nodes, the search visits %v", got, want)
	}
	want = p.nodes(1000)
	if got, _ := p.fill(&p.frames[0], math.MaxInt32); got != want {
		t.Errorf("the second phase alone has %v nodes, the search visits %v", got, want)
	}
	if got, _ := p.fill(&p.frames[0], 200); got < want/2 || got > 2*want {
		t.Errorf("the estimate is %v nodes of the second phase, the search visits %v", got, want)
	}
	if p.sample(math.MaxInt32); p.cost(0) <= 0 || p.cost(1000) >= p.cost(0) {
		t.Errorf("the phases cost %v and %v", p.cost(0), p.cost(1000))
	}
}

// A small tree is left to the rule. For a large one another number is found,
// always the same, and twins know it.
func TestProbe(t *testing.T) {
	for _, c := range []struct {
		n, m  int
		large bool
	}{{2, 3, false}, {6, 6, true}} {
		in := trominoes(t, c.n, c.m)
		rule := newShape(in, maxBits).threshold()
		var found [2]int
		for k := range found {
			s, err := NewSearch(in.problem, Options{Switch: Probe, Regions: true})
			if err != nil {
				t.Fatal(err)
			}
			found[k] = s.Twin(nil).threshold
		}
		if found[0] != found[1] || (found[0] != rule) != c.large {
			t.Errorf("%d by %d: the second phase begins at %v, and at %d by the rule", c.n, c.m, found, rule)
		}
	}
}
