package dlx

import (
	"math/rand/v2"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// randomMatching returns a matching with random edges.
func randomMatching(r *rand.Rand, left, right int) *bitMatching {
	m := newBitMatching(make([]matrix.ItemID, left), right)
	for g := range int32(left) {
		for b := range int32(right) {
			if r.IntN(3) == 0 {
				m.addEdge(g, b)
			}
		}
		m.openLeftItems = append(m.openLeftItems, g)
	}
	return &m
}

// canMatch reports, by trying, whether the left items from g on can be matched with right items that are not taken. An
// item whose partner is fixed gets that partner.
func canMatch(m *bitMatching, g int32, taken []bool, fixed map[int32]int32) bool {
	if int(g) == len(m.leftItems) {
		return true
	}
	for b := range int32(len(m.leftPartnerOf)) {
		if want, ok := fixed[g]; taken[b] || !m.hasEdge(g, b) || ok && want != b {
			continue
		}
		taken[b] = true
		ok := canMatch(m, g+1, taken, fixed)
		taken[b] = false
		if ok {
			return true
		}
	}
	return false
}

// TestMatching compares with a trial of all matchings: whether there is a matching, and for each edge whether it is in
// some matching. The sides may have different sizes, and the last matching may have nothing to do with the edges.
func TestMatching(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	matched, kept, cut := 0, 0, 0
	rounds := matrixtest.RandomRounds(750, 5000)
	for range rounds {
		left := 1 + r.IntN(6)
		m := randomMatching(r, left, left+r.IntN(3))
		for g := range m.lastPartnerOf {
			m.lastPartnerOf[g] = int32(r.IntN(len(m.leftPartnerOf)+1)) - 1
		}
		want := canMatch(m, 0, make([]bool, len(m.leftPartnerOf)), nil)
		if got := m.findMatching(); got != want {
			t.Fatalf("a matching is found: %v, there is one: %v; rows %b", got, want, m.partnerBits)
		}
		if !want {
			continue
		}
		matched++
		m.findComponents()
		for g := range int32(left) {
			for b := range int32(len(m.leftPartnerOf)) {
				if !m.hasEdge(g, b) {
					continue
				}
				want := canMatch(m, 0, make([]bool, len(m.leftPartnerOf)), map[int32]int32{g: b})
				if got := m.componentOfRightItem[b] == m.componentOfRightItem[m.lastPartnerOf[g]]; got != want {
					t.Fatalf("edge %d-%d is kept: %v, in a matching: %v; rows %b", g, b, got, want, m.partnerBits)
				}
				if want {
					kept++
				} else {
					cut++
				}
			}
		}
	}
	if matched < rounds/10 || kept < rounds/10 || cut < rounds/10 {
		t.Errorf("%d matched, %d edges kept, %d cut: the test proves little", matched, kept, cut)
	}
}

// TestWideMatchings has so many right items that a row has several words.
func TestWideMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		n := 100 + r.IntN(60)
		m := newBitMatching(make([]matrix.ItemID, n), n+r.IntN(2))
		hidden := r.Perm(len(m.leftPartnerOf))
		for g := range int32(n) {
			m.openLeftItems = append(m.openLeftItems, g)
			m.addEdge(g, int32(hidden[g]))
			for range 3 {
				if b := int32(r.IntN(len(m.leftPartnerOf))); !m.hasEdge(g, b) {
					m.addEdge(g, b)
				}
			}
		}
		if !m.findMatching() {
			t.Fatal("no matching is found, and there is one")
		}
		m.findComponents()
		for g, b := range hidden[:n] {
			if m.componentOfRightItem[b] != m.componentOfRightItem[m.lastPartnerOf[g]] {
				t.Fatal("an edge of a matching is cut")
			}
		}
	}
}
