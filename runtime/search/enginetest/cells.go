package enginetest

import (
	"fmt"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// CellProblem returns a problem in which each cell of a graph is either put into a set or left out, and the condition
// that the cells in the set are connected.
func CellProblem(edges [][2]int, cells int) (*matrix.Problem, *search.CellSet) {
	b := matrix.NewBuilder()
	s := &search.CellSet{Neighbours: make([][]int32, cells), Given: make([]bool, cells)}
	for c := range cells {
		item := b.AddPrimary(fmt.Sprint("cell", c), matrix.Once)
		s.OptionsWith = append(s.OptionsWith, []matrix.OptionID{b.AddOption(matrix.Entry{Item: item})})
		s.OptionsWithout = append(s.OptionsWithout, []matrix.OptionID{b.AddOption(matrix.Entry{Item: item})})
	}
	for _, e := range edges {
		s.Neighbours[e[0]] = append(s.Neighbours[e[0]], int32(e[1]))
		s.Neighbours[e[1]] = append(s.Neighbours[e[1]], int32(e[0]))
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p, s
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
