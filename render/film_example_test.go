package render

import (
	"context"
	"fmt"
	"os"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
)

func Example_filmTree() {
	b := matrix.NewBuilder()
	x, y := b.AddPrimary("x", matrix.Once), b.AddPrimary("y", matrix.Once)
	b.AddOption(matrix.Entry{Item: x})
	b.AddOption(matrix.Entry{Item: x}, matrix.Entry{Item: y})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, err := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.FirstItem{}}).RecordFilm(context.Background(), 1000,
		100, nil, func(matrix.Solution) bool { return true })
	if err != nil {
		fmt.Println(err)
		return
	}
	t := filmDocument{PageTitle: "Two options", RecordedSearch: moves, ChooserName: "first"}
	if err := t.Dot(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph search {
	//   label="Two options\nAlgorithm X with dancing links: 2 items, 2 options; 3 nodes, 4 updates, 1 solution."
	//   node [shape=ellipse]
	//   n0 [label="x"]
	//   n1 [label="y", shape=box]
	//   n0 -> n1 [label="x"]
	//   n2 [label="solution", shape=doublecircle]
	//   n0 -> n2 [label="x y"]
	// }
}
