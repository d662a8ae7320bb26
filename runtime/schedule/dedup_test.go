package schedule

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
)

// TestDedup compares a solutionSet with a map of solutions as texts, with the index made at any time.
func TestDedup(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	for range 20 {
		var memory solutionSet
		known, asks, length := map[string]bool{}, r.IntN(40), 4+r.IntN(2)*6000
		for k := range 100 {
			s := matrix.Solution{}
			for _, o := range r.Perm(length + 2)[:r.IntN(length)] {
				s = append(s, matrix.OptionID(o))
			}
			name := fmt.Sprint(slices.Sorted(slices.Values(s)))
			if k >= asks {
				if memory.hasSolution(s) != known[name] {
					t.Fatalf("%v was told: %v", s, known[name])
				}
				if known[name] {
					continue
				}
			}
			memory.addSolution(s)
			known[name] = true
		}
	}
}

// TestDedupEqualSums: solutions whose sums of hashes are equal are distinguished.
func TestDedupEqualSums(t *testing.T) {
	var memory solutionSet
	memory.addSolution(matrix.Solution{0, 1})
	memory.hasSolution(nil)
	memory.lastPlaceByHash[sumOptionHashes([]matrix.OptionID{2, 3})] = 1 // the place of that
	if memory.hasSolution(matrix.Solution{2, 3}) {
		t.Error("it was not told")
	}
	memory.addSolution(matrix.Solution{2, 3})
	memory.lastPlaceByHash[sumOptionHashes([]matrix.OptionID{0,
		1})] = memory.lastPlaceByHash[sumOptionHashes([]matrix.OptionID{2, 3})]
	if !memory.hasSolution(matrix.Solution{2, 3}) || !memory.hasSolution(matrix.Solution{1, 0}) {
		t.Error("both were told")
	}
}
