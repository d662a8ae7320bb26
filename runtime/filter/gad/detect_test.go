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

// TestDetect: the matchings of a Latin square are found in its bare matrix. (With holes
// in few places, families may fall apart into several.)
func TestDetect(t *testing.T) {
	p := latin(t, "..... ..... ..... ..... .....", false)
	if got, want := families(gad.Detect(without(t, p))), families(p.Matchings()); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, declared %v", got, want)
	}
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
