package memo_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
)

// mustBuild returns the problem of a builder that was used as it should be.
func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// entriesOf makes an option without colors.
func entriesOf(ids ...matrix.ItemID) []matrix.Entry {
	var option []matrix.Entry
	for _, i := range ids {
		option = append(option, matrix.Entry{Item: i})
	}
	return option
}

// mustDiagram builds a diagram that must be possible.
func mustDiagram(t testing.TB, p *matrix.Problem, o memo.CountOptions) *memo.Diagram {
	t.Helper()
	d, err := memo.BuildDiagram(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sortedOptions returns a copy of a solution with its options in order.
func sortedOptions(s matrix.Solution) []matrix.OptionID {
	c := append([]matrix.OptionID{}, s...)
	slices.Sort(c)
	return c
}

// addFamily declares so many items.
func addFamily(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.AddPrimary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}
