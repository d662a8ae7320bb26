package sparse_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"quadrille/runtime/engine/sparse"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

func ExampleSparseSetSearch_Solutions() {
	s := sparse.NewSearch(matrixtest.LangfordProblem(4), sparse.SearchOptions{})
	for solution := range s.Solutions(context.Background()) {
		fmt.Println(solution)
	}
	fmt.Println(s.Stats().Nodes, "nodes")
	// Output:
	// [15 13 1 10]
	// [17 12 4 6]
	// 18 nodes
}

// The tree is cut: one part has the first ten nodes, and the rest becomes cubes that another search may explore.
func ExampleSparseSetSearch_Explore() {
	s := sparse.NewSearch(matrixtest.LangfordProblem(4), sparse.SearchOptions{})
	show := func(solution matrix.Solution) bool {
		fmt.Println(solution)
		return true
	}
	left := s.Explore(new(atomic.Bool), search.WholeTree, 10, show)
	fmt.Println(len(left), "cubes left")
	for _, c := range left {
		s.Explore(new(atomic.Bool), c, 0, show)
	}
	fmt.Println(s.Stats().Nodes, "nodes")
	// Output:
	// [15 13 1 10]
	// 2 cubes left
	// [17 12 4 6]
	// 18 nodes
}
