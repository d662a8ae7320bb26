package sparse

import (
	"fmt"
	"math/rand/v2"

	"quadrille/runtime/matrix"
)

// arrange checks the orders, and shuffles those that are left to the seed.
func (o *Options) arrange(p *matrix.Problem) error {
	if o.Seed != 0 {
		r := rand.New(rand.NewPCG(o.Seed, 0))
		if o.Order == nil {
			o.Order = shuffled[matrix.ItemID](r, p.Primary())
		}
		if o.OptionOrder == nil {
			o.OptionOrder = shuffled[matrix.OptionID](r, p.Options())
		}
	}
	if o.Order != nil && !permutation(o.Order, p.Primary()) {
		return fmt.Errorf("%w: %d of %d primary items", ErrOrder, len(o.Order), p.Primary())
	}
	if o.OptionOrder != nil && !permutation(o.OptionOrder, p.Options()) {
		return fmt.Errorf("%w: %d of %d options", ErrOrder, len(o.OptionOrder), p.Options())
	}
	return nil
}

func shuffled[ID ~int32](r *rand.Rand, n int) []ID {
	order := make([]ID, n)
	for i, k := range r.Perm(n) {
		order[i] = ID(k)
	}
	return order
}

// permutation reports whether a list holds each of n numbers once.
func permutation[ID ~int32](list []ID, n int) bool {
	seen := make([]bool, n)
	for _, id := range list {
		if id < 0 || int(id) >= n || seen[id] {
			return false
		}
		seen[id] = true
	}
	return len(list) == n
}

// ranks returns the rank of each item: the primary ones in their order, then the
// secondary ones.
func ranks(p *matrix.Problem, order []matrix.ItemID) []int32 {
	rank := make([]int32, p.Items())
	for i := range rank {
		rank[i] = int32(i)
	}
	for k, i := range order {
		rank[i] = int32(k)
	}
	return rank
}
