package plan

import (
	"fmt"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

func sprint(s engine.Stats) string { return fmt.Sprintf("%+v", s) }

// family declares so many primary items.
func family(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.Primary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}

func option(b *matrix.Builder, items ...matrix.ItemID) {
	var entries []matrix.Entry
	for _, i := range items {
		entries = append(entries, matrix.Entry{Item: i})
	}
	b.Option(entries...)
}

func built(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

// queens are n queens, with the diagonals as secondary items.
func queens(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	rank, file := family(b, "rank ", n), family(b, "file ", n)
	var up, down []matrix.ItemID
	for k := range 2*n - 1 {
		up, down = append(up, b.Secondary(fmt.Sprint("up ", k))), append(down, b.Secondary(fmt.Sprint("down ", k)))
	}
	for i := range n {
		for j := range n {
			option(b, rank[i], file[j], up[i+j], down[n-1-i+j])
		}
	}
	return built(b)
}

// langford puts the numbers 1 to n, each twice, into a row so that k numbers stand
// between the two k.
func langford(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	number, slot := family(b, "number ", n), family(b, "slot ", 2*n)
	for k := range n {
		for i := 0; i+k+2 < 2*n; i++ {
			option(b, number[k], slot[i], slot[i+k+2])
		}
	}
	return built(b)
}
