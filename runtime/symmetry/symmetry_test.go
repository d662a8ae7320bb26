package symmetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/symmetry"
)

// allSymmetries returns all symmetries of a small problem, by trying all permutations of the items. It also returns the
// number of symmetries that only exchange items in the same options.
func allSymmetries(p *matrix.Problem) (symmetries []symmetry.Permutation, idle int) {
	options := imageTexts(p, nil)
	eachPermutation(p.ItemCount(), nil, func(to symmetry.Permutation) {
		for i, j := range to {
			if (i < p.PrimaryCount()) != (int(j) < p.PrimaryCount()) || i < p.PrimaryCount() &&
				p.Bound(matrix.ItemID(i)) != p.Bound(j) {
				return
			}
		}
		if !slices.Equal(imageTexts(p, to), options) {
			return
		}
		symmetries = append(symmetries, slices.Clone(to))
		if fixesOptions(p, to) {
			idle++
		}
	})
	return symmetries, idle
}

// eachPermutation visits the permutations of 0 to n-1 that begin with the given numbers.
func eachPermutation(n int, from symmetry.Permutation, visit func(symmetry.Permutation)) {
	if len(from) == n {
		visit(from)
		return
	}
	for i := range matrix.ItemID(n) {
		if !slices.Contains(from, i) {
			eachPermutation(n, append(slices.Clone(from), i), visit)
		}
	}
}

// imageText returns the image of an option as text.
func imageText(p *matrix.Problem, o matrix.OptionID, to symmetry.Permutation) string {
	var held []string
	for _, e := range p.Option(o) {
		if to != nil {
			e.Item = to[e.Item]
		}
		held = append(held, fmt.Sprint(e.Item, ":", e.Color))
	}
	slices.Sort(held)
	return fmt.Sprint(held)
}

// imageTexts returns the images of all options as texts, in order.
func imageTexts(p *matrix.Problem, to symmetry.Permutation) []string {
	var lines []string
	for o := range matrix.OptionID(p.OptionCount()) {
		lines = append(lines, imageText(p, o, to))
	}
	slices.Sort(lines)
	return lines
}

// fixesOptions reports whether each option is its own image.
func fixesOptions(p *matrix.Problem, to symmetry.Permutation) bool {
	for o := range matrix.OptionID(p.OptionCount()) {
		if imageText(p, o, to) != imageText(p, o, nil) {
			return false
		}
	}
	return true
}

// TestGroup compares groups with those that a trial of all permutations finds.
func TestGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	shape := matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 2, MaxOptions: 5, ColorCount: 2,
		HasMultiplicities: true}
	sizes := map[int]int{}
	for n := range matrixtest.RandomRounds(400, 3000) {
		p := matrixtest.RandomProblem(r, shape)
		if n%2 == 0 {
			p = matrixtest.SymmetricProblem(r, shape)
		}
		want, idle := allSymmetries(p)
		got := symmetry.FindGroup(context.Background(), p, 1000)
		if len(got)*idle != len(want) {
			t.Fatalf("problem %d: %d symmetries, and %d of which %d do nothing by brute force", n, len(got), len(want),
				idle)
		}
		sizes[len(got)]++
		for _, g := range got {
			if !slices.ContainsFunc(want, func(w symmetry.Permutation) bool { return slices.Equal(w, g) }) {
				t.Fatalf("problem %d: %v is no symmetry", n, g)
			}
		}
		checkGroup(t, got)
	}
	if len(sizes) < 3 || len(sizes) < 6 && !testing.Short() {
		t.Errorf("the problems have groups of these sizes only: %v", sizes)
	}
}

// TestKeeps checks isSymmetry with every permutation of small problems. The search tests only permutations that are
// right, unless hashes collide, so other tests do not show whether it refuses wrong ones.
func TestKeeps(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	kept, refused := 0, 0
	rounds := matrixtest.RandomRounds(50, 300)
	for range rounds {
		p := matrixtest.SymmetricProblem(r, matrixtest.ProblemShape{MaxPrimary: 3, MaxSecondary: 2, MaxOptions: 4,
			ColorCount: 2})
		want, _ := allSymmetries(p)
		eachPermutation(p.ItemCount(), nil, func(to symmetry.Permutation) {
			is := slices.ContainsFunc(want, func(w symmetry.Permutation) bool { return slices.Equal(w, to) })
			if symmetry.IsSymmetry(p, to) != is {
				t.Fatalf("%v: a symmetry is %v", to, is)
			}
			if is {
				kept++
			} else {
				refused++
			}
		})
	}
	if kept < rounds || refused < rounds {
		t.Errorf("%d permutations were kept and %d refused", kept, refused)
	}
}

// checkGroup checks that symmetries are all different and form a group, with the identity first.
func checkGroup(t *testing.T, group []symmetry.Permutation) {
	t.Helper()
	known := map[string]bool{}
	for _, g := range group {
		known[fmt.Sprint(g)] = true
	}
	for i, j := range group[0] {
		if i != int(j) {
			t.Fatal("the first symmetry is not the identity")
		}
	}
	if len(known) != len(group) {
		t.Fatal("a symmetry is there twice")
	}
	for _, g := range group {
		for _, h := range group {
			both := make(symmetry.Permutation, len(g))
			for i := range g {
				both[i] = g[h[i]]
			}
			if !known[fmt.Sprint(both)] {
				t.Fatalf("%v after %v is missing", g, h)
			}
		}
	}
}

// TestMost searches for groups that are larger than the limit.
func TestMost(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range matrixtest.RandomRounds(30, 300) {
		p := matrixtest.SymmetricProblem(r, matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 3, MaxOptions: 4,
			ColorCount: 2})
		full := symmetry.FindGroup(context.Background(), p, 1<<20)
		for most := 1; most < 10; most++ {
			part := symmetry.FindGroup(context.Background(), p, most)
			if len(part) > most || len(full)%len(part) != 0 || len(full) <= most && len(part) != len(full) {
				t.Fatalf("%d of %d symmetries, with %d at most", len(part), len(full), most)
			}
			checkGroup(t, part)
		}
	}
}

// dominoProblem returns the problem of covering n by m cells with dominoes.
func dominoProblem(n, m int) *matrix.Problem {
	b := matrix.NewBuilder()
	cell := make([]matrix.ItemID, n*m)
	for k := range cell {
		cell[k] = b.AddPrimary(fmt.Sprint(k), matrix.Once)
	}
	for k := range cell {
		if (k+1)%m != 0 {
			b.AddOption(matrix.Entry{Item: cell[k]}, matrix.Entry{Item: cell[k+1]})
		}
		if k+m < len(cell) {
			b.AddOption(matrix.Entry{Item: cell[k]}, matrix.Entry{Item: cell[k+m]})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestBoards finds the dihedral groups of rectangles.
func TestBoards(t *testing.T) {
	for _, c := range []struct{ n, m, want int }{{8, 8, 8}, {6, 10, 4}, {1, 6, 2}, {2, 2, 8}, {20, 20, 8}} {
		if got := symmetry.FindGroup(context.Background(), dominoProblem(c.n, c.m), 64); len(got) != c.want {
			t.Errorf("%d by %d: %d symmetries, not %d", c.n, c.m, len(got), c.want)
		}
	}
}

// TestCancelled: if the context is done, only the identity is found.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := symmetry.FindGroup(ctx, dominoProblem(8, 8), 64); len(got) != 1 {
		t.Errorf("%d symmetries", len(got))
	}
}

// Example finds that the reversal of a row of cells is a symmetry.
func Example() {
	fmt.Println(symmetry.FindGroup(context.Background(), dominoProblem(1, 4), 100))
	// Output: [[0 1 2 3] [3 2 1 0]]
}

// TestGroupWithin: with few reads some symmetries are not found, and the result is a group.
func TestGroupWithin(t *testing.T) {
	p := matrixtest.QueensProblem(6)
	for entries, last := 1, 1; ; entries *= 2 {
		group := symmetry.FindGroupWithin(context.Background(), p, 48, entries)
		if len(group) < last || 8%len(group) != 0 || entries == 1 && len(group) > 1 {
			t.Fatalf("%d symmetries of %d entries", len(group), entries)
		}
		if last = len(group); last == 8 {
			return
		}
	}
}

// TestOrbits: five items, with an option for each item and for each pair of items, have 120 symmetries, and their
// options form two orbits.
func TestOrbits(t *testing.T) {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	for k := range 5 {
		items = append(items, b.AddPrimary(fmt.Sprint("i", k), matrix.Once))
	}
	for k, i := range items {
		b.AddOption(matrix.Entry{Item: i})
		for _, j := range items[:k] {
			b.AddOption(matrix.Entry{Item: i}, matrix.Entry{Item: j})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	group := symmetry.FindGroup(context.Background(), p, 120)
	if len(group) != 120 {
		t.Fatalf("%d symmetries", len(group))
	}
	orbits := symmetry.OptionOrbits(p, group)
	for o, orbit := range orbits {
		if first := 2 * (len(p.Option(matrix.OptionID(o))) - 1); orbit != orbits[first] {
			t.Errorf("option %d is in orbit %d of %v", o, orbit, orbits)
		}
	}
}
