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

// sides writes matchings down so that they can be compared: as pairs of sets.
func sides(list []matrix.Matching) (out []string) {
	for _, m := range list {
		a, b := fmt.Sprint(slices.Sorted(slices.Values(m.Left))), fmt.Sprint(slices.Sorted(slices.Values(m.Right)))
		out = append(out, min(a, b)+max(a, b))
	}
	slices.Sort(out)
	return out
}

// TestDetect: the matchings of a Latin square are found in its bare matrix. (With holes
// in few places, a matching may fall apart into several.)
func TestDetect(t *testing.T) {
	p := latin(t, "..... ..... ..... ..... .....", false)
	if got, want := sides(gad.Detect(without(t, p))), sides(p.Matchings()); !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, declared %v", got, want)
	}
}

// TestDetectRandom: what is found in random problems is valid, and filtering by it
// changes no set of solutions.
func TestDetectRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	rounds := matrixtest.Rounds(200, 1000)
	for k := range rounds {
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
	if found < rounds/50 {
		t.Errorf("%d matchings in all: the test proves little", found)
	}
}
