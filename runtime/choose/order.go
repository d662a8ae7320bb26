package choose

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"quadrille/runtime/matrix"
)

// Orders lists the item orders by name, the default first.
func Orders() []string { return []string{"given", "organ-pipe", "random"} }

// Order returns the primary items of p in the order called name, as
// [dlx.Options] wants them: nil for "given", and for "", which means the same. The random order is the same for
// the same seed.
func Order(name string, p *matrix.Problem, seed uint64) ([]matrix.ItemID, error) {
	switch name {
	case "", "given":
		return nil, nil
	case "organ-pipe":
		return OrganPipe(p), nil
	case "random":
		return shuffled(p, seed), nil
	}
	return nil, fmt.Errorf("there is no item order %q; there are %s", name, strings.Join(Orders(), ", "))
}

func shuffled(p *matrix.Problem, seed uint64) []matrix.ItemID {
	order := make([]matrix.ItemID, p.Primary())
	for i, k := range rand.New(rand.NewPCG(seed, 0)).Perm(len(order)) {
		order[i] = matrix.ItemID(k)
	}
	return order
}

// OrganPipe orders the items of each family from the middle outwards, like
// the pipes of an organ, and deals the families out in turn. A family is the
// items whose names agree up to the first bracket. Eight rows R[0] to R[7]
// and eight files F[0] to F[7] give R4 F4 R3 F3 R5 F5 R2 F2 … R0 F0, the order
// of the paper.
func OrganPipe(p *matrix.Problem) []matrix.ItemID {
	families := families(p)
	var order []matrix.ItemID
	for k := 0; len(order) < p.Primary(); k++ {
		for _, f := range families {
			if k < len(f) {
				order = append(order, f[pipe(k, len(f))])
			}
		}
	}
	return order
}

// pipe returns the k-th of n places, from the middle outwards.
func pipe(k, n int) int {
	step := (k + 1) / 2
	if k%2 == 1 {
		step = -step
	}
	return n/2 + step
}

func families(p *matrix.Problem) [][]matrix.ItemID {
	var out [][]matrix.ItemID
	index := map[string]int{}
	for i := range matrix.ItemID(p.Primary()) {
		name, _, _ := strings.Cut(p.Name(i), "[")
		f, ok := index[name]
		if !ok {
			f = len(out)
			index[name] = f
			out = append(out, nil)
		}
		out[f] = append(out[f], i)
	}
	return out
}
