package dense_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dense"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

var shapes = map[string]matrixtest.Shape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"one color":  {Primary: 4, Secondary: 4, Options: 12, Colors: 1},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Options: 12, Nogoods: 5},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

// fits reports whether the engine takes a problem, by its bounds.
func fits(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.Primary()) {
		if b := p.Bound(i); b.Min > 1 || b.Max > 1 {
			return false
		}
	}
	return true
}

// TestAgainstBruteForce compares the solutions with those found by trying every
// subset of the options, for every way to search. Half of the problems are in a
// random order.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			for range rounds(t) {
				p := matrixtest.Random(r, shape)
				if !fits(p) {
					if _, err := dense.NewSearch(p, dense.Options{}); !errors.Is(err, dense.ErrUnfit) {
						t.Fatalf("multiplicities: the error is %v", err)
					}
					continue
				}
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for _, o := range ways() {
					shuffle(r, p, &o)
					s := newSearch(t, p, o)
					for range 2 { // the second time on what the first one left behind
						got := all(t, p, s)
						slices.SortFunc(got, slices.Compare)
						if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
							t.Fatalf("%+v found %v, brute force %v", o, got, want)
						}
					}
				}
			}
			if solvable < 20 {
				t.Errorf("only %d problems had a solution: the test proves little", solvable)
			}
		})
	}
}

func rounds(t *testing.T) int {
	if testing.Short() {
		return 200
	}
	return 1000
}

// shuffle gives options random orders half of the time.
func shuffle(r *rand.Rand, p *matrix.Problem, o *dense.Options) {
	if r.IntN(2) == 0 {
		disorder(r, p, o)
	}
}

// disorder gives options random orders.
func disorder(r *rand.Rand, p *matrix.Problem, o *dense.Options) {
	for _, i := range r.Perm(p.Primary()) {
		o.Order = append(o.Order, matrix.ItemID(i))
	}
	for _, i := range r.Perm(p.Options()) {
		o.OptionOrder = append(o.OptionOrder, matrix.OptionID(i))
	}
}

// TestLikeLinks: without the second phase and the filter the tree is that of the
// links, node by node, and the solutions come in the same order.
func TestLikeLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, shape := range []string{"plain", "secondary", "colors", "bounds"} {
		for range rounds(t) {
			if p := matrixtest.Random(r, shapes[shape]); fits(p) {
				var o dense.Options
				shuffle(r, p, &o)
				likeLinks(t, p, o)
			}
		}
	}
	for _, p := range []*matrix.Problem{queens(1), queens(8), queens(9), langford(7), langford(8), pack(3, 20, nil, pentominoes, "X"), pack(5, 5, nil, pentominoes, "")} {
		for range 3 {
			var o dense.Options
			shuffle(r, p, &o)
			likeLinks(t, p, o)
		}
	}
}

func likeLinks(t *testing.T, p *matrix.Problem, o dense.Options) {
	t.Helper()
	for _, c := range []dlx.Chooser{choose.MRV{}, choose.First{}} {
		o.First = c == choose.First{}
		if o.First && p.Options() > 100 {
			continue // without limit
		}
		links := dlx.NewSearch(p, dlx.Options{Chooser: c, Order: o.Order, OptionOrder: o.OptionOrder})
		s := newSearch(t, p, o)
		want, got := inOrder(links), inOrder(s)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%T: %d solutions %v, of links %d %v", c, len(got), got, len(want), want)
		}
		if a, b := nodes(s.Stats()), nodes(links.Stats()); !slices.Equal(a, b) {
			t.Fatalf("%T: nodes by level %v, of links %v", c, a, b)
		}
	}
}

func inOrder(e search.Engine) (all []matrix.Solution) {
	for s := range e.Solutions(context.Background()) {
		all = append(all, append(matrix.Solution{}, s...))
	}
	return all
}

// nodes are those of each level that has any.
func nodes(s search.Stats) []int64 {
	var out []int64
	for _, l := range s.Profile {
		if l.Nodes > 0 {
			out = append(out, l.Nodes)
		}
	}
	return out
}

// Published numbers of solutions, in every way to search.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *matrix.Problem
		want int64
		slow bool
	}{
		{"3 by 20", pack(3, 20, nil, pentominoes, ""), 8, false},
		{"4 by 15", pack(4, 15, nil, pentominoes, ""), 1472, true},
		{"5 by 12", pack(5, 12, nil, pentominoes, ""), 4040, true},
		{"6 by 10", pack(6, 10, nil, pentominoes, ""), 9356, true},
		{"6 by 10, a quarter", pack(6, 10, nil, pentominoes, "X"), 2339, true},
		{"Scott", scott(), 520, true},
		{"10 by 10, Y alone", packY(10, 10), 350, false},
		{"dominoes in a row", dominoes(130), 1, false},
		{"8 queens", queens(8), 92, false},
		{"10 queens", queens(10), 724, false},
		{"Langford 7", langford(7), 52, false},
		{"Langford 8", langford(8), 300, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.slow && testing.Short() {
				t.Skip("slow")
			}
			for _, o := range ways() {
				if c.slow && o.Switch != 0 && !o.Regions {
					continue // enough is enough
				}
				if (o.First || o.Switch > 0) && c.p.Options() > 400 {
					continue // a fixed order alone may take long
				}
				if got := count(newSearch(t, c.p, o)); got != c.want {
					t.Errorf("%+v: %d solutions, not %d", o, got, c.want)
				}
			}
		})
	}
}

// What the engine does not do it says.
func TestUnfit(t *testing.T) {
	b := newBuilder()
	b.items["a"] = b.Primary("a", matrix.Bound{Min: 1, Max: 2})
	if _, err := dense.NewSearch(b.built(), dense.Options{}); !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(), "1 to 2 times") {
		t.Errorf("the error is %v", err)
	}
	b = newBuilder("a")
	for range dense.MaxOptions + 1 {
		b.option("a")
	}
	if _, err := dense.NewSearch(b.built(), dense.Options{}); !errors.Is(err, dense.ErrUnfit) || !strings.Contains(err.Error(), "32769 options") {
		t.Errorf("the error is %v", err)
	}
}
