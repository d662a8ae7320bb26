package gad

import (
	"math/rand/v2"
	"testing"

	"quadrille/runtime/matrix"
)

// randomFamily returns a family with random edges.
func randomFamily(r *rand.Rand, left, right int) *family {
	m := matrix.Matching{Left: make([]matrix.ItemID, left), Right: make([]matrix.ItemID, right)}
	f := newFamily(nil, m)
	for g := range int32(left) {
		for b := range int32(right) {
			if r.IntN(3) == 0 {
				f.add(g, b)
			}
		}
		f.search.open = append(f.search.open, g)
	}
	return &f
}

// possible reports by trying whether the items of the left from g on can be matched
// with what is not taken; an item whose partner is fixed gets that one.
func possible(f *family, g int32, taken []bool, fixed map[int32]int32) bool {
	if int(g) == len(f.left) {
		return true
	}
	for b := range int32(len(f.right)) {
		if want, ok := fixed[g]; taken[b] || !f.has(g, b) || ok && want != b {
			continue
		}
		taken[b] = true
		ok := possible(f, g+1, taken, fixed)
		taken[b] = false
		if ok {
			return true
		}
	}
	return false
}

// TestFamilies: whether there is a matching, and for each edge whether it is in one of
// them, is what trying all of them says. Families of unequal size, and last matchings
// that have nothing to do with the edges, included.
func TestFamilies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	matched, kept, cut := 0, 0, 0
	for range 5000 {
		left := 1 + r.IntN(6)
		f := randomFamily(r, left, left+r.IntN(3))
		for g := range f.mate {
			f.mate[g] = int32(r.IntN(len(f.right)+1)) - 1
		}
		want := possible(f, 0, make([]bool, len(f.right)), nil)
		if got := f.match(); got != want {
			t.Fatalf("a matching is found: %v, there is one: %v; rows %b", got, want, f.rows)
		}
		if !want {
			continue
		}
		matched++
		f.components()
		for g := range int32(left) {
			for b := range int32(len(f.right)) {
				if !f.has(g, b) {
					continue
				}
				want := possible(f, 0, make([]bool, len(f.right)), map[int32]int32{g: b})
				if got := f.search.component[b] == f.search.component[f.mate[g]]; got != want {
					t.Fatalf("edge %d-%d is kept: %v, in a matching: %v; rows %b", g, b, got, want, f.rows)
				}
				if want {
					kept++
				} else {
					cut++
				}
			}
		}
	}
	if matched < 500 || kept < 500 || cut < 500 {
		t.Errorf("%d families matched, %d edges kept, %d cut: the test proves little", matched, kept, cut)
	}
}

// TestWideFamilies: rows of several words.
func TestWideFamilies(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		n := 100 + r.IntN(60)
		m := matrix.Matching{Left: make([]matrix.ItemID, n), Right: make([]matrix.ItemID, n+r.IntN(2))}
		f := newFamily(nil, m)
		hidden := r.Perm(len(m.Right))
		for g := range int32(n) {
			f.search.open = append(f.search.open, g)
			f.add(g, int32(hidden[g]))
			for range 3 {
				if b := int32(r.IntN(len(m.Right))); !f.has(g, b) {
					f.add(g, b)
				}
			}
		}
		if !f.match() {
			t.Fatal("no matching is found, and there is one")
		}
		f.components()
		for g, b := range hidden[:n] {
			if f.search.component[b] != f.search.component[f.mate[g]] {
				t.Fatal("an edge of a matching is cut")
			}
		}
	}
}
