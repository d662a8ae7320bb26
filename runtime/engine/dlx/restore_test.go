package dlx

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// anyItem chooses an item at random, so that the search reaches states that good choosers avoid.
type anyItem struct{ r *rand.Rand }

func (c anyItem) Choose(v View) matrix.ItemID {
	i := v.First()
	for n := c.r.IntN(4); n > 0 && v.Next(i) >= 0; n-- {
		i = v.Next(i)
	}
	return i
}

// anyFilter removes and chooses options at random. It is not sound, but the search must undo its changes all the same.
type anyFilter struct{ r *rand.Rand }

func (f anyFilter) Prune(n *Node) bool {
	var options []matrix.OptionID
	for i := n.First(); i >= 0; i = n.Next(i) {
		options = slices.AppendSeq(options, n.Options(i))
	}
	for _, o := range options {
		switch what := f.r.IntN(12); {
		case what > 1 || !n.IsPossible(o):
		case what == 1:
			n.Remove(o)
		default:
			n.Choose(o)
		}
	}
	return f.r.IntN(10) > 0
}

// TestRestored: the links are exactly as they were after exhaustion, after a
// break at each solution, and after a cancellation.
func TestRestored(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 4}
	for range matrixtest.RandomRounds(150, 500) {
		o := SearchOptions{Chooser: anyItem{r}, NoneFirst: r.IntN(2) == 0}
		if r.IntN(2) == 0 {
			o.Filter = anyFilter{r}
		}
		s := NewSearch(matrixtest.RandomProblem(r, shape), o)
		before := s.Snapshot()
		for stop := 0; ; stop++ {
			ctx, cancel := context.WithCancel(context.Background())
			found := 0
			for range s.Solutions(ctx) {
				if found++; found > stop {
					if stop%2 == 0 {
						break
					}
					cancel()
				}
			}
			cancel()
			if after := s.Snapshot(); before != after {
				t.Fatalf("the links differ after %d solutions:\n%v\n%v", found, before, after)
			}
			if found <= stop {
				break
			}
		}
	}
}

// TestSanity walks every list in both directions and counts it, at many nodes of searches: each link has its reverse
// link, and every stored length is right.
func TestSanity(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14, ColorCount: 2,
		HasMultiplicities: true, MaxNogoods: 4}
	for range matrixtest.RandomRounds(75, 300) {
		check := sanityChooser{t: t, inner: anyItem{r}}
		s := NewSearch(matrixtest.RandomProblem(r, shape), SearchOptions{Chooser: check, NoneFirst: r.IntN(2) == 0})
		for range s.Solutions(context.Background()) {
		}
	}
}

type sanityChooser struct {
	t     *testing.T
	inner Chooser
}

func (c sanityChooser) Choose(v View) matrix.ItemID {
	l := &v.search.links
	for i := v.First(); i >= 0; i = v.Next(i) {
		at := int32(i) + 1
		if l.headers[l.headers[at].right].left != at {
			c.t.Fatalf("item %d is linked one way", i)
		}
		n := int32(0)
		for x := l.nodes[at].down; x != at; x = l.nodes[x].down {
			if l.nodes[l.nodes[x].down].up != x || l.nodes[x].item != at {
				c.t.Fatalf("node %d of item %d is linked one way", x, i)
			}
			n++
		}
		if n != l.headers[at].listLen {
			c.t.Fatalf("item %d has %d options and says %d", i, n, l.headers[at].listLen)
		}
	}
	return c.inner.Choose(v)
}
