package dlx_test

import (
	"context"
	"fmt"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
)

// knuthMatrix builds the matrix (3) of "Dancing links".
func knuthMatrix() *matrix.Problem {
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
		panic(err)
	}
	return p
}

func ExampleLinkSearch_Solutions() {
	s := dlx.NewSearch(knuthMatrix(), dlx.SearchOptions{Chooser: dlx.MRV{}})
	for solution := range s.Solutions(context.Background()) {
		fmt.Println(solution)
	}
	fmt.Println(s.Stats().Updates, "updates")
	// Output:
	// [3 0 4]
	// 30 updates
}

// lastChooser chooses the last active item: a chooser is any type with this method.
type lastChooser struct{}

func (lastChooser) Choose(v dlx.View) matrix.ItemID {
	i := v.First()
	for v.Next(i) >= 0 {
		i = v.Next(i)
	}
	return i
}

func ExampleChooser() {
	s := dlx.NewSearch(knuthMatrix(), dlx.SearchOptions{Chooser: lastChooser{}})
	for solution := range s.Solutions(context.Background()) {
		fmt.Println(solution)
	}
	// Output: [4 0 3]
}
