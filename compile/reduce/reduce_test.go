package reduce_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"quadrille/compile/reduce"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// At every level the solutions of the reduced problem stand for those of the
// original one, each once; a brute force knows them.
func TestSolutionsStay(t *testing.T) {
	rounds := matrixtest.Rounds(150, 1500)
	for name, shape := range map[string]matrixtest.Shape{
		"plain":      {Primary: 6, Options: 13},
		"few items":  {Primary: 2, Secondary: 1, Options: 11},
		"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 2},
		"bounds":     {Primary: 3, Options: 11, Bounds: true},
		"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true},
		"nogoods":    {Primary: 2, Secondary: 1, Options: 11, Nogoods: 5},
		"forbidden":  {Primary: 4, Secondary: 3, Options: 11, Colors: 2, Bounds: true, Nogoods: 6},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(13, 14))
			removed := map[string]int{}
			solvable := 0
			for range rounds {
				p := matrixtest.Random(r, shape)
				want := matrixtest.BruteForce(p)
				if len(want) > 0 {
					solvable++
				}
				for level := range reduce.Most + 1 {
					result := reduce.Problem(p, level)
					if got := expanded(t, p, result); !reflect.DeepEqual(got, want) {
						t.Fatalf("level %d: solutions %v, brute force %v", level, got, want)
					}
					for _, pass := range result.Passes {
						if len(want) > 0 {
							removed[pass.Name] += pass.Options + pass.Items
						}
					}
				}
			}
			t.Logf("%d problems had a solution; removed from them: %v", solvable, removed)
			if solvable < rounds/30 {
				t.Errorf("only %d problems had a solution", solvable)
			}
		})
	}
}

// expanded returns the solutions of the original problem, by those of the
// reduced one.
func expanded(t *testing.T, p *matrix.Problem, r *reduce.Result) [][]matrix.OptionID {
	t.Helper()
	var got [][]matrix.OptionID
	for _, s := range solutions(r.Problem) {
		for full := range r.Solutions(s) {
			if err := p.Verify(full); err != nil {
				t.Fatal(err)
			}
			got = append(got, append([]matrix.OptionID{}, slices.Sorted(slices.Values(full))...))
		}
	}
	slices.SortFunc(got, slices.Compare)
	return got
}

// solutions asks the links, or the brute force where there are nogoods.
func solutions(p *matrix.Problem) [][]matrix.OptionID {
	if len(p.Nogoods()) > 0 {
		return matrixtest.BruteForce(p)
	}
	var out [][]matrix.OptionID
	for s := range dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
		out = append(out, slices.Clone(s))
	}
	return out
}

// Each pass does what its name says, on a problem made for it.
func TestPasses(t *testing.T) {
	b := matrix.NewBuilder()
	x, y, z := b.Primary("x", matrix.Once), b.Primary("y", matrix.Once), b.Primary("z", matrix.Once)
	s := b.Secondary("s")
	entry := func(items ...matrix.ItemID) (out []matrix.Entry) {
		for _, i := range items {
			out = append(out, matrix.Entry{Item: i})
		}
		return out
	}
	b.Option(entry(s)...)       // never
	b.Option(entry(x, y)...)    // every option of x holds y
	b.Option(entry(y, x)...)    // its twin
	b.Option(entry(x, y, s)...) //
	b.Option(entry(y)...)       // so this one is not chosen, and y is implied
	b.Option(entry(z, s)...)    // after this one x y s cannot be chosen, but x y can
	b.Option(entry(z)...)
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	r := reduce.Problem(p, reduce.Most)
	want := []reduce.Pass{{Name: "never", Options: 1}, {Name: "twins", Options: 1}, {Name: "implied", Options: 1, Items: 1}, {Name: "starving"}}
	if !reflect.DeepEqual(r.Passes, want) {
		t.Errorf("the passes did %v, want %v", r.Passes, want)
	}
	if first, count := r.Original(0); first != 1 || count != 2 {
		t.Errorf("the first option stands for %d options from %d on", count, first)
	}
}

// An option after which an item has no options left is never chosen.
func TestStarving(t *testing.T) {
	b := matrix.NewBuilder()
	x, y := b.Primary("x", matrix.Once), b.Primary("y", matrix.Once)
	s := b.Secondary("s")
	red := b.Color("red")
	b.Option(matrix.Entry{Item: x}, matrix.Entry{Item: s})             // leaves y nothing
	b.Option(matrix.Entry{Item: x}, matrix.Entry{Item: s, Color: red}) // agrees with y's
	b.Option(matrix.Entry{Item: y}, matrix.Entry{Item: s, Color: red})
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	r := reduce.Problem(p, reduce.Most)
	if got := r.Passes[3].Options; got != 1 || r.Problem.Options() != 2 {
		t.Errorf("%d options starve others, %d are left", got, r.Problem.Options())
	}
}
