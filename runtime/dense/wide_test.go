package dense_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dense"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// scattered is a random problem with so many primary items, in groups. A group is
// covered in one way, and a few of them in two, or by an option that reaches over to
// the next one.
func scattered(r *rand.Rand, primary int) *matrix.Problem {
	b := newBuilder(names("i", primary)...)
	order := r.Perm(primary)
	for from := 0; from < primary; from += 6 {
		group := order[from:min(from+6, primary)]
		for range 1 + r.IntN(5)/4 {
			cut := 1 + r.IntN(len(group))
			addItems(b, r, group[:cut])
			if cut < len(group) {
				addItems(b, r, group[cut:])
			}
		}
		if r.IntN(5) == 0 {
			next := order[min(from+6, primary-1)]
			addItems(b, r, append(slices.Clone(group[r.IntN(len(group)):]), next))
		}
	}
	return b.built()
}

// addItems adds an option for items and some secondary ones, with colors or
// without.
func addItems(b *builder, r *rand.Rand, numbers []int) {
	var entries []matrix.Entry
	for _, k := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		entries = append(entries, matrix.Entry{Item: b.items[fmt.Sprint("i", k)]})
	}
	if r.IntN(8) == 0 {
		name := fmt.Sprint("s", r.IntN(20))
		if _, ok := b.items[name]; !ok {
			b.items[name] = b.Secondary(name)
		}
		entries = append(entries, matrix.Entry{Item: b.items[name], Color: matrix.Color(r.IntN(4))})
	}
	b.Option(entries...)
}

// TestWide: problems of more bits than a mask has, and of more than two have. The
// links say what the solutions are.
func TestWide(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	solvable := 0
	for round := range rounds(t) / 4 {
		sizes := []int{60 + r.IntN(200), 127, 128, 129, 200, 250, 256, 257}
		p := scattered(r, sizes[round%len(sizes)])
		want := int64(len(inOrder(dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}}))))
		if want > 0 {
			solvable++
		}
		for _, o := range []dense.Options{{}, {Switch: 20, Regions: true}, {Switch: 60}, {Switch: dense.Auto, Regions: true}, {Switch: dense.Probe}} {
			shuffle(r, p, &o)
			if got := int64(len(all(t, p, newSearch(t, p, o)))); got != want {
				t.Fatalf("%d items, %+v: %d solutions, links %d", p.Primary(), o, got, want)
			}
		}
	}
	if solvable < rounds(t)/20 {
		t.Errorf("only %d problems had a solution: the test proves little", solvable)
	}
}
