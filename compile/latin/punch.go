package latin

import "math/rand/v2"

// Holes returns a copy of a square in which k cells more are holes, any k that
// were filled being equally likely. It is all holes if fewer than k were.
func Holes(s Square, k int, rng *rand.Rand) Square {
	out := s.Clone()
	punch(out, filled(out), k, rng)
	return out
}

// cell is a row and a column.
type cell struct{ row, column int }

func filled(s Square) []cell {
	var out []cell
	for i, row := range s.Cells {
		for j, v := range row {
			if v != 0 {
				out = append(out, cell{i, j})
			}
		}
	}
	return out
}

// punch makes holes of k of the cells, or of all if there are fewer.
func punch(s Square, cells []cell, k int, rng *rand.Rand) {
	for at := range min(k, len(cells)) {
		other := at + rng.IntN(len(cells)-at)
		cells[at], cells[other] = cells[other], cells[at]
		s.Cells[cells[at].row][cells[at].column] = 0
	}
}

// Balanced returns a copy of a complete square with k holes, or n² if k is more.
// No two rows, and no two columns, differ by more than one in how many they
// have; if n divides k, all have k/n. Such squares are much harder to complete
// than those of [Holes] with as many.
//
// The holes are the cells of k/n values of another random square, together with
// some cells of one more value if n does not divide k: each value is a
// matching of rows and columns. (So not every balanced set of holes is
// equally likely.) Cells that are holes before stay holes, and then the counts
// are another matter.
//
// Source: H. Kautz, Y. Ruan, D. Achlioptas, C. Gomes, B. Selman, M. Stickel,
// Balance and filtering in structured satisfiable problems, IJCAI 2001, 351-358.
func Balanced(s Square, k int, rng *rand.Rand) Square {
	out, n := s.Clone(), s.Order()
	byValue := make([][]cell, n)
	for i, row := range Random(n, rng).Cells {
		for j, v := range row {
			byValue[v-1] = append(byValue[v-1], cell{i, j})
		}
	}
	for _, cells := range byValue {
		punch(out, cells, k, rng)
		k -= len(cells)
	}
	return out
}
