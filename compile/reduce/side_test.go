package reduce_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"quadrille/compile/reduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

func entries(items ...matrix.ItemID) (out []matrix.Entry) {
	for _, i := range items {
		out = append(out, matrix.Entry{Item: i})
	}
	return out
}

func build(t *testing.T, b *matrix.Builder) *matrix.Problem {
	t.Helper()
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Of three options of the same items, the one in a nogood stands for itself; the
// nogood names options by their new numbers, and one of a removed option is gone.
func TestNogoods(t *testing.T) {
	b := matrix.NewBuilder()
	x, y, z := b.Primary("x", matrix.Once), b.Primary("y", matrix.Once), b.Secondary("z")
	never := b.Option(entries(z)...)
	b.Option(entries(x)...)
	twin := b.Option(entries(x)...)
	forbidden := b.Option(entries(x)...)
	other := b.Option(entries(y)...)
	b.Forbid(forbidden, other)
	b.Forbid(never, twin) // is never whole, so that the twin is one
	r := reduce.Problem(build(t, b), reduce.Most)
	if want := [][]matrix.OptionID{{1, 2}}; !reflect.DeepEqual(r.Problem.Nogoods(), want) {
		t.Errorf("the nogoods are %v, want %v", r.Problem.Nogoods(), want)
	}
	if first, count := r.Original(0); first != 1 || count != 2 {
		t.Errorf("the first option stands for %d options from %d on", count, first)
	}
	if first, count := r.Original(1); first != forbidden || count != 1 {
		t.Errorf("the option of the nogood stands for %d options from %d on", count, first)
	}
}

// Where an item of a matching is dropped, the one that the same options hold
// stands for it, or the pair of them leaves the matching.
func TestMatchings(t *testing.T) {
	b := matrix.NewBuilder()
	shadow := b.Primary("shadow", matrix.Once)
	var left, right []matrix.ItemID
	for k := range 3 {
		left = append(left, b.Primary(fmt.Sprint("l", k), matrix.Once))
		right = append(right, b.Primary(fmt.Sprint("r", k), matrix.Once))
	}
	b.Option(entries(left[0], right[0])...) // a pair of its own
	for _, l := range left[1:] {
		b.Option(append(entries(l, right[1]), entries(shadow)...)...) // r1 is never without the shadow
		b.Option(entries(l, right[2])...)
	}
	b.Matching("m", left, right)
	r := reduce.Problem(build(t, b), reduce.Most)
	var got []string
	for _, m := range r.Problem.Matchings() {
		got = append(got, m.Name, fmt.Sprint(names(r.Problem, m.Left)), fmt.Sprint(names(r.Problem, m.Right)))
	}
	if want := []string{"m", "[l1 l2]", "[shadow r2]"}; !reflect.DeepEqual(got, want) {
		t.Errorf("the matching is %v, want %v", got, want)
	}
}

func names(p *matrix.Problem, items []matrix.ItemID) (out []string) {
	for _, i := range items {
		out = append(out, p.Name(i))
	}
	return out
}

// Random matchings stay valid, which building them checks, and solutions stay.
func TestMatchingsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	dropped, kept := 0, 0
	rounds := matrixtest.Rounds(300, 3000)
	for range rounds {
		p := bipartite(t, r)
		want := matrixtest.BruteForce(p)
		for level := range reduce.Most + 1 {
			result := reduce.Problem(p, level)
			if err := result.Problem.Validate(); err != nil {
				t.Fatal(err)
			}
			if got := expanded(t, p, result); !reflect.DeepEqual(got, want) {
				t.Fatalf("level %d: solutions %v, brute force %v", level, got, want)
			}
			if level == reduce.Most && result.Problem.Items() < p.Items() {
				dropped++
				kept += len(result.Problem.Matchings())
			}
		}
	}
	t.Logf("items were dropped from %d problems, which kept %d matchings", dropped, kept)
	if dropped < rounds/6 || kept < dropped/2 {
		t.Errorf("items were dropped from %d problems, which kept %d matchings", dropped, kept)
	}
}

// bipartite returns a problem of two matchings that share their left, with
// shadows: items that may go along with another one.
func bipartite(t *testing.T, r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var left, shadows []matrix.ItemID
	n := 1 + r.IntN(3)
	for k := range n {
		left = append(left, b.Primary(fmt.Sprint("l", k), matrix.Once))
		shadows = append(shadows, b.Primary(fmt.Sprint("s", k), matrix.Once))
	}
	right := [][]matrix.ItemID{family(r, b, n, "r"), family(r, b, n, "q")}
	shadowed := r.IntN(3)
	for range r.IntN(10) {
		l, s := r.IntN(n), r.IntN(len(right[0]))
		option := entries(left[l], right[0][s], right[1][r.IntN(len(right[1]))])
		if shadow := []int{l, s, r.IntN(n)}[shadowed]; shadow < n && r.IntN(8) > 0 {
			option = append(option, matrix.Entry{Item: shadows[shadow]})
		}
		b.Option(option...)
	}
	b.Option(entries(shadows[r.IntN(n)])...)
	b.Matching("r", left, right[0])
	b.Matching("q", left, right[1])
	if r.IntN(2) == 0 && b.Options() > 2 {
		b.Forbid(0, matrix.OptionID(b.Options()-2))
	}
	return build(t, b)
}

// family declares n items or one more, of one kind.
func family(r *rand.Rand, b *matrix.Builder, n int, name string) (items []matrix.ItemID) {
	kind := r.IntN(3)
	for k := range n + r.IntN(2) {
		switch name := fmt.Sprint(name, k); kind {
		case 0:
			items = append(items, b.Primary(name, matrix.Once))
		case 1:
			items = append(items, b.Primary(name, matrix.Bound{Min: 0, Max: 1}))
		default:
			items = append(items, b.Secondary(name))
		}
	}
	return items
}
