package dlx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"quadrille/runtime/matrix"
)

// itemOrderTable lists the orders of items, and optionOrderTable the orders of options. The default
// comes first.
var (
	itemOrderTable = []namedEntry[[]matrix.ItemID]{
		{name: "given", build: givenOrder[matrix.ItemID]},
		{name: "organ-pipe", build: func(_ chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
			return organPipe(p),
				nil
		}},
		{name: "degree", build: byDegree},
		{name: "random", build: shuffledOrder[matrix.ItemID]((*matrix.Problem).PrimaryCount)},
		{name: "list", parameterNames: freeText, build: listedFirst},
	}
	optionOrderTable = []namedEntry[[]matrix.OptionID]{
		{name: "given", build: givenOrder[matrix.OptionID]},
		{name: "rare", build: rareFirst},
		{name: "random", build: shuffledOrder[matrix.OptionID]((*matrix.Problem).OptionCount)},
	}
)

// ItemOrderNames lists the item orders by name, the default first.
func ItemOrderNames() []string { return entryNames(itemOrderTable) }

// ItemOrder returns the primary items of p in the order that spec describes, for
// [dlx.SearchOptions]: nil for "given" and for "", which means the same. "list:X;F;0,0" puts the
// named items first, and the others behind them in the given order. The random order depends only
// on the seed.
func ItemOrder(spec string, p *matrix.Problem, seed uint64) ([]matrix.ItemID, error) {
	return makeNamed("item order", itemOrderTable, spec, p, seed)
}

// OptionOrderNames lists the orders of options by name, the default first.
func OptionOrderNames() []string { return entryNames(optionOrderTable) }

// OptionOrder returns the options of p in the order with a name, for [dlx.SearchOptions]. The order
// rare puts options first that hold items with few options.
func OptionOrder(name string, p *matrix.Problem, seed uint64) ([]matrix.OptionID, error) {
	return makeNamed("option order", optionOrderTable, name, p, seed)
}

func givenOrder[ID any](chooserArguments, *matrix.Problem) ([]ID, error) { return nil, nil }

// listedFirst puts the listed items first.
func listedFirst(a chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
	ids := map[string]matrix.ItemID{}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		ids[p.Name(i)] = i
	}
	names, merit := strings.Split(a.values[freeText], ";"), make([]float64, p.PrimaryCount())
	for k, name := range names {
		i, ok := ids[name]
		if !ok || merit[i] > 0 {
			return nil, fmt.Errorf("there is no primary item %.60q to put first, or it is named twice", name)
		}
		merit[i] = float64(len(names) - k)
	}
	return sortByMerit[matrix.ItemID](merit), nil
}

// byDegree orders the primary items by the number of other items in their options, the greatest
// first, because the choice of such an item affects the most others.
func byDegree(_ chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
	degree := make([]float64, p.ItemCount())
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			degree[e.Item] += float64(len(p.Option(o)) - 1)
		}
	}
	return sortByMerit[matrix.ItemID](degree[:p.PrimaryCount()]), nil
}

// rareFirst orders options by the rarity of their items: the sum of 1/n over the items, where n
// options hold the item, the greatest first.
func rareFirst(_ chooserArguments, p *matrix.Problem) ([]matrix.OptionID, error) {
	lengths, rarity := p.OptionCounts(), make([]float64, p.OptionCount())
	for o := range rarity {
		for _, e := range p.Option(matrix.OptionID(o)) {
			rarity[o] += 1 / float64(lengths[e.Item])
		}
	}
	return sortByMerit[matrix.OptionID](rarity), nil
}

// sortByMerit returns the ids 0, 1, 2 and so on, sorted by descending merit. Ids with equal merit keep their order. No
// merit may be negative: the order of such numbers is that of their bits. It is a radix sort by bytes, from the lowest
// byte to the highest.
func sortByMerit[ID ~int32](merit []float64) []ID {
	var ends [8][256]int32 // radix sort: number of merits with a value of a byte, later end of their range
	for _, m := range merit {
		bits := ^math.Float64bits(m)
		for place := range ends {
			ends[place][byte(bits>>(8*place))]++
		}
	}
	order, next := make([]ID, len(merit)), make([]ID, len(merit))
	for k := range order {
		order[k] = ID(k)
	}
	for place := range ends {
		end := &ends[place]
		for b := 1; b < len(end); b++ {
			end[b] += end[b-1]
		}
		for k := len(order) - 1; k >= 0; k-- {
			b := byte(^math.Float64bits(merit[order[k]]) >> (8 * place))
			end[b]--
			next[end[b]] = order[k]
		}
		order, next = next, order
	}
	return order
}

// shuffledOrder returns a function that makes a random order of count ids.
func shuffledOrder[ID ~int32](count func(*matrix.Problem) int) func(chooserArguments, *matrix.Problem) ([]ID, error) {
	return func(a chooserArguments, p *matrix.Problem) ([]ID, error) {
		order := make([]ID, count(p))
		for k, place := range rand.New(rand.NewPCG(a.seed, 0)).Perm(len(order)) {
			order[k] = ID(place)
		}
		return order, nil
	}
}

// organPipe orders the items of each group from the middle outwards, like the pipes of an organ,
// and alternates between the groups. A group is the items whose names agree up to the first
// bracket. Eight rows R[0] to R[7] and eight files F[0] to F[7] give R4 F4 R3 F3 R5 F5 R2 F2 … R0
// F0, the order of the paper.
func organPipe(p *matrix.Problem) []matrix.ItemID {
	var groups [][]matrix.ItemID
	index := map[string]int{}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		name := nameGroup(p.Name(i))
		g, ok := index[name]
		if !ok {
			g = len(groups)
			index[name], groups = g, append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	var order []matrix.ItemID
	for k := 0; len(order) < p.PrimaryCount(); k++ {
		for _, g := range groups {
			if k < len(g) {
				order = append(order, g[placeFromMiddle(k, len(g))])
			}
		}
	}
	return order
}

// placeFromMiddle returns the k-th of n places, from the middle outwards.
func placeFromMiddle(k, n int) int {
	if k%2 == 1 {
		return n/2 - (k+1)/2
	}
	return n/2 + k/2
}

func nameGroup(item string) string {
	name, _, _ := strings.Cut(item, "[")
	return name
}
