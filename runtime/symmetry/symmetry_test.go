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

// all returns every symmetry of a small problem, by trying all permutations of
// the items, and how many of them only exchange items that are in the same options.
func all(p *matrix.Problem) (symmetries []symmetry.Permutation, idle int) {
	options := sketch(p, nil)
	permute(p.Items(), nil, func(to symmetry.Permutation) {
		for i, j := range to {
			if (i < p.Primary()) != (int(j) < p.Primary()) || i < p.Primary() && p.Bound(matrix.ItemID(i)) != p.Bound(j) {
				return
			}
		}
		if !slices.Equal(sketch(p, to), options) {
			return
		}
		symmetries = append(symmetries, slices.Clone(to))
		if fixesOptions(p, to) {
			idle++
		}
	})
	return symmetries, idle
}

// permute visits the permutations of 0 to n-1 that begin with some numbers.
func permute(n int, from symmetry.Permutation, visit func(symmetry.Permutation)) {
	if len(from) == n {
		visit(from)
		return
	}
	for i := range matrix.ItemID(n) {
		if !slices.Contains(from, i) {
			permute(n, append(slices.Clone(from), i), visit)
		}
	}
}

// text writes the image of an option.
func text(p *matrix.Problem, o matrix.OptionID, to symmetry.Permutation) string {
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

// sketch writes the images of all options, in order.
func sketch(p *matrix.Problem, to symmetry.Permutation) []string {
	var lines []string
	for o := range matrix.OptionID(p.Options()) {
		lines = append(lines, text(p, o, to))
	}
	slices.Sort(lines)
	return lines
}

// fixesOptions reports whether each option is its own image.
func fixesOptions(p *matrix.Problem, to symmetry.Permutation) bool {
	for o := range matrix.OptionID(p.Options()) {
		if text(p, o, to) != text(p, o, nil) {
			return false
		}
	}
	return true
}

// TestGroup compares groups with what trying all permutations finds.
func TestGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	shape := matrixtest.Shape{Primary: 4, Secondary: 2, Options: 5, Colors: 2, Bounds: true}
	sizes := map[int]int{}
	for n := range matrixtest.Rounds(400, 3000) {
		p := matrixtest.Random(r, shape)
		if n%2 == 0 {
			p = matrixtest.Symmetric(r, shape)
		}
		want, idle := all(p)
		got := symmetry.Group(context.Background(), p, 1000)
		if len(got)*idle != len(want) {
			t.Fatalf("problem %d: %d symmetries, and %d of which %d do nothing by brute force", n, len(got), len(want), idle)
		}
		sizes[len(got)]++
		for _, g := range got {
			if !slices.ContainsFunc(want, func(w symmetry.Permutation) bool { return slices.Equal(w, g) }) {
				t.Fatalf("problem %d: %v is no symmetry", n, g)
			}
		}
		closed(t, got)
	}
	if len(sizes) < 3 || len(sizes) < 6 && !testing.Short() {
		t.Errorf("the problems have groups of these sizes only: %v", sizes)
	}
}

// TestKeeps checks every permutation of small problems: hashes that do not collide never
// propose a wrong one, so that the check is not put to the test elsewhere.
func TestKeeps(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	kept, refused := 0, 0
	rounds := matrixtest.Rounds(50, 300)
	for range rounds {
		p := matrixtest.Symmetric(r, matrixtest.Shape{Primary: 3, Secondary: 2, Options: 4, Colors: 2})
		want, _ := all(p)
		permute(p.Items(), nil, func(to symmetry.Permutation) {
			is := slices.ContainsFunc(want, func(w symmetry.Permutation) bool { return slices.Equal(w, to) })
			if symmetry.Keeps(p, to) != is {
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

// closed checks that symmetries are all different and form a group, the identity first.
func closed(t *testing.T, group []symmetry.Permutation) {
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

// TestMost looks at groups that are too large.
func TestMost(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range matrixtest.Rounds(30, 300) {
		p := matrixtest.Symmetric(r, matrixtest.Shape{Primary: 6, Secondary: 3, Options: 4, Colors: 2})
		full := symmetry.Group(context.Background(), p, 1<<20)
		for most := 1; most < 10; most++ {
			part := symmetry.Group(context.Background(), p, most)
			if len(part) > most || len(full)%len(part) != 0 || len(full) <= most && len(part) != len(full) {
				t.Fatalf("%d of %d symmetries, with %d at most", len(part), len(full), most)
			}
			closed(t, part)
		}
	}
}

// board returns the problem of covering n by m cells with dominoes.
func board(n, m int) *matrix.Problem {
	b := matrix.NewBuilder()
	cell := make([]matrix.ItemID, n*m)
	for k := range cell {
		cell[k] = b.Primary(fmt.Sprint(k), matrix.Once)
	}
	for k := range cell {
		if (k+1)%m != 0 {
			b.Option(matrix.Entry{Item: cell[k]}, matrix.Entry{Item: cell[k+1]})
		}
		if k+m < len(cell) {
			b.Option(matrix.Entry{Item: cell[k]}, matrix.Entry{Item: cell[k+m]})
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
		if got := symmetry.Group(context.Background(), board(c.n, c.m), 64); len(got) != c.want {
			t.Errorf("%d by %d: %d symmetries, not %d", c.n, c.m, len(got), c.want)
		}
	}
}

// TestCancelled: the identity is all that is found when nobody waits for more.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := symmetry.Group(ctx, board(8, 8), 64); len(got) != 1 {
		t.Errorf("%d symmetries", len(got))
	}
}

// Example finds that a row of cells can be turned round.
func Example() {
	fmt.Println(symmetry.Group(context.Background(), board(1, 4), 100))
	// Output: [[0 1 2 3] [3 2 1 0]]
}

// TestGroupWithin: what may not be looked at is not found, and what is found is a group.
func TestGroupWithin(t *testing.T) {
	p := matrixtest.Queens(6)
	for entries, last := 1, 1; ; entries *= 2 {
		group := symmetry.GroupWithin(context.Background(), p, 48, entries)
		if len(group) < last || 8%len(group) != 0 || entries == 1 && len(group) > 1 {
			t.Fatalf("%d symmetries of %d entries", len(group), entries)
		}
		if last = len(group); last == 8 {
			return
		}
	}
}

// TestOrbits: five items, with an option for each and one for each two of them, have 120 symmetries, and the options two
// orbits.
func TestOrbits(t *testing.T) {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	for k := range 5 {
		items = append(items, b.Primary(fmt.Sprint("i", k), matrix.Once))
	}
	for k, i := range items {
		b.Option(matrix.Entry{Item: i})
		for _, j := range items[:k] {
			b.Option(matrix.Entry{Item: i}, matrix.Entry{Item: j})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	group := symmetry.Group(context.Background(), p, 120)
	if len(group) != 120 {
		t.Fatalf("%d symmetries", len(group))
	}
	orbits := symmetry.Orbits(p, group)
	for o, orbit := range orbits {
		if first := 2 * (len(p.Option(matrix.OptionID(o))) - 1); orbit != orbits[first] {
			t.Errorf("option %d is in orbit %d of %v", o, orbit, orbits)
		}
	}
}
