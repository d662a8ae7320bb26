package bench_test

import (
	"context"
	"fmt"
	"os"

	"quadrille"
	"quadrille/cmd/bench"
)

// Example compares what a search does with a published figure: Langford's problem for
// three pairs has two solutions, each with its mirror image.
func Example() {
	f, err := bench.ReadRunFile("langford.yaml", []byte(`
rows:
  - name: Langford 3
    puzzle: langford.dlx
    published: {source: "Knuth 2000", solutions: 2}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	const matrix = "1 2 3 a b c d e f\n1 a c\n1 b d\n1 c e\n1 d f\n2 a d\n2 b e\n2 c f\n3 a e\n3 b f\n"
	b := bench.Bench{
		OutputWriter: os.Stderr, RemarksWriter: os.Stdout, Threads: 1,
		ReadFile:      func(string) ([]byte, error) { return []byte(matrix), nil },
		CompilePuzzle: quadrille.Load, Progress: func(*quadrille.Search) func() { return func() {} },
	}
	rows, skipped := f.SelectRows("", false)
	fmt.Println(b.ComparePublished(context.Background(), f.Title, rows, skipped))
	// Output:
	// 1 rows, 0 of 0 with published effort equal; 0 slow rows left out
	// <nil>
}
