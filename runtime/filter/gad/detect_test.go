package gad_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/filter/gad"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// without returns a problem without its matchings.
func without(t *testing.T, p *matrix.Problem) *matrix.Problem {
	t.Helper()
	bare, err := p.WithMatchings(nil)
	if err != nil {
		t.Fatal(err)
	}
	return bare
}

// families writes matchings down so that they can be compared: as pairs of sets.
func families(list []matrix.Matching) (out []string) {
	for _, m := range list {
		a, b := fmt.Sprint(slices.Sorted(slices.Values(m.Left))), fmt.Sprint(slices.Sorted(slices.Values(m.Right)))
		out = append(out, min(a, b)+max(a, b))
	}
	slices.Sort(out)
	return out
}

// TestDetect: the matchings of a Latin square are found in its bare matrix.
func TestDetect(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 3; n < 9; n++ {
		p := latin(t, partialSquare(r, n), false)
		var want []matrix.Matching
		for _, m := range p.Matchings() {
			if len(m.Left) > 1 {
				want = append(want, m)
			}
		}
		got := gad.Detect(without(t, p))
		if _, err := p.WithMatchings(got); err != nil {
			t.Fatal(err)
		}
		// A family may fall apart into several, when the holes do.
		if len(got) < len(want) && !lonely(p) {
			t.Errorf("%d by %d: %d matchings, and %d were declared", n, n, len(got), len(want))
		}
	}
	p := latin(t, "..... ..... ..... ..... .....", false)
	if got, want := families(gad.Detect(without(t, p))), families(p.Matchings()); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, declared %v", got, want)
	}
}

// lonely reports whether some item is in no option: then its kind is anybody's guess.
func lonely(p *matrix.Problem) bool {
	held := map[matrix.ItemID]bool{}
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			held[e.Item] = true
		}
	}
	return len(held) < p.Items()
}

// TestDetectRandom: what is found in random problems is valid, and filtering by it
// changes no set of solutions.
func TestDetectRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for k := range 1000 {
		p := matched(r)
		if k%2 == 0 {
			p = matrixtest.Random(r, matrixtest.Shape{Primary: 4, Secondary: 2, Options: 9, Colors: 2, Bounds: true})
		}
		list := gad.Detect(p)
		found += len(list)
		q, err := p.WithMatchings(list)
		if err != nil {
			t.Fatal(err)
		}
		want := matrixtest.BruteForce(p)
		if got, _ := solve(q, dlx.Options{Chooser: choose.MRV{}, Filter: gad.New(q, gad.Options{})}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d solutions, the brute force has %d", len(got), len(want))
		}
	}
	if found < 20 {
		t.Errorf("%d matchings in all: the test proves little", found)
	}
}
