package learn_test

import (
	"context"
	"fmt"
	"slices"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
)

// The matrix (3) of Knuth's "Dancing links".
func ExampleClauseSearch_Solutions() {
	b := matrix.NewBuilder()
	items := map[rune]matrix.ItemID{}
	for _, name := range "ABCDEFG" {
		items[name] = b.AddPrimary(string(name), matrix.Once)
	}
	for _, row := range []string{"CEF", "ADG", "BCF", "AD", "BG", "DEG"} {
		var option []matrix.Entry
		for _, name := range row {
			option = append(option, matrix.Entry{Item: items[name]})
		}
		b.AddOption(option...)
	}
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := learn.NewClauseSearch(p, learn.LearnOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for solution := range s.Solutions(context.Background()) {
		slices.Sort(solution)
		fmt.Println(solution)
	}
	fmt.Println(s.Err())
	// Output:
	// [0 3 4]
	// <nil>
}
