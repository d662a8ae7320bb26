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
		{name: "given", build: keepGivenOrder[matrix.ItemID]},
		{name: "organ-pipe", build: func(_ chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
			return organPipeOrder(p),
				nil
		}},
		{name: "degree", build: itemsByDegree},
		{name: "random", build: shuffledOrder[matrix.ItemID]((*matrix.Problem).PrimaryCount)},
		{name: "list", parameterNames: unnamedValue, build: orderListedFirst},
	}
	optionOrderTable = []namedEntry[[]matrix.OptionID]{
		{name: "given", build: keepGivenOrder[matrix.OptionID]},
		{name: "rare", build: optionsByRarity},
		{name: "random", build: shuffledOrder[matrix.OptionID]((*matrix.Problem).OptionCount)},
	}
)

// ItemOrderNames lists the item orders by name, the default first.
func ItemOrderNames() []string { return entryNames(itemOrderTable) }

// ItemOrder returns the primary items of p in the order that spec describes, for [dlx.SearchOptions]. The result is nil
// for "given" and for "", which both mean the order in the problem. "list:X;F;0,0" puts the named items first, and then
// the others in the order of the problem. The random order depends only on the seed.
func ItemOrder(spec string, p *matrix.Problem, seed uint64) ([]matrix.ItemID, error) {
	return buildByName("item order", itemOrderTable, spec, p, seed)
}

// OptionOrderNames lists the orders of options by name, the default first.
func OptionOrderNames() []string { return entryNames(optionOrderTable) }

// OptionOrder returns the options of p in the order with the given name, for [dlx.SearchOptions]. The order "rare" puts
// the options first whose items have few options.
func OptionOrder(name string, p *matrix.Problem, seed uint64) ([]matrix.OptionID, error) {
	return buildByName("option order", optionOrderTable, name, p, seed)
}

func keepGivenOrder[ID any](chooserArguments, *matrix.Problem) ([]ID, error) { return nil, nil }

// orderListedFirst puts the items that the user lists first, and then the others in the order of the problem.
func orderListedFirst(a chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
	ids := map[string]matrix.ItemID{}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		ids[p.Name(i)] = i
	}
	names, merit := strings.Split(a.values[unnamedValue], ";"), make([]float64, p.PrimaryCount())
	for k, name := range names {
		i, ok := ids[name]
		if !ok || merit[i] > 0 {
			return nil, fmt.Errorf("there is no primary item %.60q to put first, or it is named twice", name)
		}
		merit[i] = float64(len(names) - k)
	}
	return sortByMerit[matrix.ItemID](merit), nil
}

// itemsByDegree sorts the primary items by the number of other items in their options, in descending order, because the
// choice of an item with many neighbours affects the most others.
func itemsByDegree(_ chooserArguments, p *matrix.Problem) ([]matrix.ItemID, error) {
	degree := make([]float64, p.ItemCount())
	for o := range matrix.OptionID(p.OptionCount()) {
		for _, e := range p.Option(o) {
			degree[e.Item] += float64(len(p.Option(o)) - 1)
		}
	}
	return sortByMerit[matrix.ItemID](degree[:p.PrimaryCount()]), nil
}

// optionsByRarity sorts options by the rarity of their items, in descending order. Rarity is the sum of 1/n over the
// items of the option, where n options hold the item.
func optionsByRarity(_ chooserArguments, p *matrix.Problem) ([]matrix.OptionID, error) {
	lengths, rarity := p.OptionCounts(), make([]float64, p.OptionCount())
	for o := range rarity {
		for _, e := range p.Option(matrix.OptionID(o)) {
			rarity[o] += 1 / float64(lengths[e.Item])
		}
	}
	return sortByMerit[matrix.OptionID](rarity), nil
}

// sortByMerit returns the ids 0, 1, 2 and so on, sorted by descending merit. Ids with equal merit keep their order. No
// merit may be negative, because the sort compares the bits of the numbers. It is a radix sort by bytes, from the
// lowest byte to the highest.
func sortByMerit[ID ~int32](merit []float64) []ID {
	// for each byte of a merit and each value of that byte: the number of merits, and later the end of their range
	var ends [8][256]int32
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

// shuffledOrder returns a function that makes a random order of the ids below a count, which the argument count
// returns.
func shuffledOrder[ID ~int32](count func(*matrix.Problem) int) func(chooserArguments, *matrix.Problem) ([]ID, error) {
	return func(a chooserArguments, p *matrix.Problem) ([]ID, error) {
		order := make([]ID, count(p))
		for k, place := range rand.New(rand.NewPCG(a.seed, 0)).Perm(len(order)) {
			order[k] = ID(place)
		}
		return order, nil
	}
}

// organPipeOrder orders the items of each group from the middle outwards, as organ pipes are placed, and alternates
// between the groups. A group consists of the items whose names agree up to the first bracket. Eight rows R[0] to R[7]
// and eight files F[0] to F[7] give R4 F4 R3 F3 R5 F5 R2 F2 … R0 F0, the order in Knuth's paper.
func organPipeOrder(p *matrix.Problem) []matrix.ItemID {
	var groups [][]matrix.ItemID
	index := map[string]int{}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		name := namePrefix(p.Name(i))
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
				order = append(order, g[middleOutPlace(k, len(g))])
			}
		}
	}
	return order
}

// middleOutPlace returns the k-th of the places 0 to n-1, counted from 0, in the order from the middle outwards.
func middleOutPlace(k, n int) int {
	if k%2 == 1 {
		return n/2 - (k+1)/2
	}
	return n/2 + k/2
}

func namePrefix(item string) string {
	name, _, _ := strings.Cut(item, "[")
	return name
}
