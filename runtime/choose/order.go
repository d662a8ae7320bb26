package choose

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/runtime/matrix"
)

// Orders lists the item orders by name, the default first.
func Orders() []string { return []string{"given", "organ-pipe", "degree", "random", "list"} }

// Order returns the primary items of p in the order that spec describes, as
// [dlx.Options] wants them: nil for "given", and for "", which means the same.
// "list:X;F;0,0" puts the items named first, and the others behind them as they
// are given. The random order is the same for the same seed.
func Order(spec string, p *matrix.Problem, seed uint64) ([]matrix.ItemID, error) {
	name, rest, _ := strings.Cut(spec, ":")
	if name != "list" && rest != "" {
		return nil, fmt.Errorf("the item order %q takes no parameters", name)
	}
	switch name {
	case "", "given":
		return nil, nil
	case "organ-pipe":
		return OrganPipe(p), nil
	case "degree":
		return byDegree(p), nil
	case "random":
		return shuffled[matrix.ItemID](p.Primary(), seed), nil
	case "list":
		return listed(strings.Split(rest, ";"), p)
	}
	return nil, fmt.Errorf("there is no item order %q; there are %s", name, strings.Join(Orders(), ", "))
}

// listed puts the items named in front.
func listed(names []string, p *matrix.Problem) ([]matrix.ItemID, error) {
	var order []matrix.ItemID
	rest := identity(p)
	for _, name := range names {
		i := slices.IndexFunc(rest, func(i matrix.ItemID) bool { return p.Name(i) == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no primary item %q to put first, or it is named twice", name)
		}
		order = append(order, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return append(order, rest...), nil
}

// OptionOrders lists the orders of options by name, the default first.
func OptionOrders() []string { return []string{"given", "rare", "random"} }

// OptionOrder returns the options of p in the order called name, as
// [dlx.Options] wants them. The order rare puts options first that hold items
// which few options hold.
func OptionOrder(name string, p *matrix.Problem, seed uint64) ([]matrix.OptionID, error) {
	switch name {
	case "", "given":
		return nil, nil
	case "rare":
		return rareFirst(p), nil
	case "random":
		return shuffled[matrix.OptionID](p.Options(), seed), nil
	}
	return nil, fmt.Errorf("there is no option order %q; there are %s", name, strings.Join(OptionOrders(), ", "))
}

// rareFirst orders options by how rare their items are: the sum of one over
// the number of options that hold an item, the greatest first.
func rareFirst(p *matrix.Problem) []matrix.OptionID {
	holders := make([]int, p.Items())
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			holders[e.Item]++
		}
	}
	rarity := make([]float64, p.Options())
	order := make([]matrix.OptionID, p.Options())
	for o := range rarity {
		order[o] = matrix.OptionID(o)
		for _, e := range p.Option(matrix.OptionID(o)) {
			rarity[o] += 1 / float64(holders[e.Item])
		}
	}
	slices.SortStableFunc(order, func(a, b matrix.OptionID) int { return cmp.Compare(rarity[b], rarity[a]) })
	return order
}

func shuffled[ID ~int32](n int, seed uint64) []ID {
	order := make([]ID, n)
	for i, k := range rand.New(rand.NewPCG(seed, 0)).Perm(n) {
		order[i] = ID(k)
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
		name := familyOf(p.Name(i))
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

func familyOf(item string) string {
	name, _, _ := strings.Cut(item, "[")
	return name
}
