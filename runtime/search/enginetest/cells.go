package enginetest

import (
	"fmt"
	"math/rand/v2"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// CellProblem returns a problem in which each cell of a graph is either put into a set or left out of the set, and the
// condition that the cells in the set are connected.
func CellProblem(edges [][2]int, cells int) (*matrix.Problem, *search.CellSet) {
	return CountedCellProblem(edges, make([]bool, cells), 0)
}

// CountedCellProblem returns the problem of [CellProblem] for cells of which some are given, so that they are always in
// the set. If open is not 0, an item demands that as many of the other cells are put into the set.
func CountedCellProblem(edges [][2]int, given []bool, open int) (*matrix.Problem, *search.CellSet) {
	b := matrix.NewBuilder()
	s := &search.CellSet{NeighboursOfCell: make([][]int32, len(given)), GivenCells: given}
	s.CellCount = open
	var count []matrix.Entry
	if open > 0 {
		count = []matrix.Entry{{Item: b.AddPrimary("count", matrix.Bound{Min: int32(open), Max: int32(open)})}}
	}
	for c, isGiven := range given {
		item := matrix.Entry{Item: b.AddPrimary(fmt.Sprint("cell", c), matrix.Once)}
		if isGiven {
			b.AddOption(item)
			b.AddOption(item)
			s.IncludingOptions = append(s.IncludingOptions, nil)
			s.ExcludingOptions = append(s.ExcludingOptions, nil)
			s.CellCount += min(1, open)
			continue
		}
		s.IncludingOptions = append(s.IncludingOptions, []matrix.OptionID{b.AddOption(append(count, item)...)})
		s.ExcludingOptions = append(s.ExcludingOptions, []matrix.OptionID{b.AddOption(item)})
	}
	for _, e := range edges {
		s.NeighboursOfCell[e[0]] = append(s.NeighboursOfCell[e[0]], int32(e[1]))
		s.NeighboursOfCell[e[1]] = append(s.NeighboursOfCell[e[1]], int32(e[0]))
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p, s
}

// RandomEdges returns the edges of a random graph. Each pair of cells is an edge with probability 1/pairs.
func RandomEdges(r *rand.Rand, cells, pairs int) (edges [][2]int) {
	for a := range cells {
		for b := range a {
			if r.IntN(pairs) == 0 {
				edges = append(edges, [2]int{a, b})
			}
		}
	}
	return edges
}

// ChosenCells returns the cells that a solution of a [CellProblem] puts into the set.
func ChosenCells(solution matrix.Solution, cells int) []bool {
	chosen := make([]bool, cells)
	for _, o := range solution {
		chosen[o/2] = o%2 == 0
	}
	return chosen
}

// RandomCells returns the problem and the condition of a [CellProblem] for a random graph of 1 to 10 cells. Some cells
// are given: then they are in the set, whatever options are chosen. In half of the conditions at least one cell must be
// in the set, and in some an item demands a number of cells. RandomCells also returns the edges of the graph.
func RandomCells(r *rand.Rand) (p *matrix.Problem, s *search.CellSet, edges [][2]int) {
	cells := 1 + r.IntN(10)
	edges = RandomEdges(r, cells, 4)
	given := make([]bool, cells)
	for c := range given {
		given[c] = r.IntN(5) == 0
	}
	p, s = CountedCellProblem(edges, given, r.IntN(2)*r.IntN(cells))
	s.NeedsCell = r.IntN(2) == 0
	return p, s, edges
}

// ConnectedChoices tries all choices of cells, and returns those for which the condition holds, as texts of
// [ChosenCells].
func ConnectedChoices(s *search.CellSet, edges [][2]int) (choices []string) {
	cells := len(s.GivenCells)
	for set := range 1 << cells {
		in, chosen, any, size := make([]bool, cells), make([]bool, cells), false, 0
		for c := range in {
			chosen[c] = set>>c&1 != 0
			in[c] = chosen[c] || s.GivenCells[c]
			any = any || in[c]
			if in[c] {
				size++
			}
		}
		if AreConnected(edges, in) && (any || !s.NeedsCell) && (s.CellCount == 0 || size == s.CellCount) {
			choices = append(choices, fmt.Sprint(chosen))
		}
	}
	return choices
}

// AreConnected reports whether the cells of a set are connected in a graph. It shares no code with the engines: it
// merges the parts at both ends of an edge until nothing changes.
func AreConnected(edges [][2]int, in []bool) bool {
	part := make([]int, len(in))
	for c := range part {
		part[c] = c
	}
	for range in {
		for _, e := range edges {
			if in[e[0]] && in[e[1]] {
				least := min(part[e[0]], part[e[1]])
				part[e[0]], part[e[1]] = least, least
			}
		}
	}
	first := -1
	for c, yes := range in {
		switch {
		case !yes:
		case first < 0:
			first = part[c]
		case part[c] != first:
			return false
		}
	}
	return true
}
