package matrixtest

import (
	"fmt"

	"quadrille/runtime/matrix"
)

// Langford is the problem of putting the numbers 1 to n, each twice, into a row so that k
// numbers stand between the two k.
func Langford(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	number, slot := family(b, "number ", n), family(b, "slot ", 2*n)
	for k := range n {
		for i := 0; i+k+2 < 2*n; i++ {
			b.Option(plain(number[k], slot[i], slot[i+k+2])...)
		}
	}
	return must(b)
}

// Queens is the problem of n queens, with ranks and files as primary items and diagonals as
// secondary ones.
func Queens(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	rank, file := family(b, "rank ", n), family(b, "file ", n)
	var diagonal [2][]matrix.ItemID
	for d := range diagonal {
		for k := range 2*n - 1 {
			diagonal[d] = append(diagonal[d], b.Secondary(fmt.Sprint("diagonal ", d, " ", k)))
		}
	}
	for i := range n {
		for j := range n {
			b.Option(plain(rank[i], file[j], diagonal[0][i+j], diagonal[1][n-1-i+j])...)
		}
	}
	return must(b)
}

// family declares so many primary items.
func family(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.Primary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}

// plain makes an option without colors.
func plain(ids ...matrix.ItemID) []matrix.Entry {
	var option []matrix.Entry
	for _, i := range ids {
		option = append(option, matrix.Entry{Item: i})
	}
	return option
}
