package main

import (
	"cmp"
	"iter"
	"slices"

	"quadrille/compile/latin"
)

// graphs runs over the uniform graphs of an order, of each class one or more: rows, columns and values may be
// renumbered among themselves, and the three kinds exchanged. The table of rows and columns is the first
// of those that are alike, and the columns of the next are in order. Up to order 3 each class comes once.
func graphs(n int) iter.Seq[latin.Graph] {
	return func(yield func(latin.Graph) bool) {
		var all [][][]bool
		ordered, fitting := map[[4]int][][][]bool{}, map[[2][4]int][][][]bool{} // by the sizes of rows, and of columns as well
		for bits := range uint64(1) << (n * n) {
			edges := unpack(bits, n)
			rows, columns := sizes(edges), sizes(turned(edges))
			all, fitting[[2][4]int{rows, columns}] = append(all, edges), append(fitting[[2][4]int{rows, columns}], edges)
			if slices.IsSortedFunc(turned(edges), func(x, y []bool) int { return cmp.Compare(packed(x), packed(y)) }) {
				ordered[rows] = append(ordered[rows], edges)
			}
		}
		seen, first := map[uint64]bool{}, map[uint64]bool{}
		for _, a := range all {
			if first[packed(a...)] {
				continue
			}
			for image := range alike(a) {
				first[packed(image...)] = true
			}
			for _, b := range ordered[sizes(a)] {
				for _, c := range fitting[[2][4]int{sizes(turned(a)), sizes(turned(b))}] {
					g := latin.Graph{RowColumn: a, RowValue: b, ColumnValue: c}
					if seen[pack(g)] {
						continue
					}
					if n <= 3 {
						for image := range images(g) {
							seen[pack(image)] = true
						}
					}
					if !yield(g) {
						return
					}
				}
			}
		}
	}
}

// alike runs over the tables that differ from a in the numbers of rows and columns, or are turned.
func alike(a [][]bool) iter.Seq[[][]bool] {
	all := slices.Collect(permutations(len(a)))
	return func(yield func([][]bool) bool) {
		for _, r := range all {
			for _, c := range all {
				if !yield(moved(a, r, c)) || !yield(turned(moved(a, r, c))) {
					return
				}
			}
		}
	}
}

// sizes says how many edges each row of a table has.
func sizes(edges [][]bool) (sizes [4]int) {
	for i, row := range edges {
		for _, edge := range row {
			if edge {
				sizes[i]++
			}
		}
	}
	return sizes
}

// images runs over the graphs that differ from g in the numbers of vertices and in the kinds.
func images(g latin.Graph) iter.Seq[latin.Graph] {
	all := slices.Collect(permutations(len(g.RowColumn)))
	return func(yield func(latin.Graph) bool) {
		for _, k := range []latin.Graph{
			g, {RowColumn: g.RowValue, RowValue: g.RowColumn, ColumnValue: turned(g.ColumnValue)},
			{RowColumn: turned(g.RowColumn), RowValue: g.ColumnValue, ColumnValue: g.RowValue},
			{RowColumn: g.ColumnValue, RowValue: turned(g.RowColumn), ColumnValue: turned(g.RowValue)},
			{RowColumn: turned(g.RowValue), RowValue: turned(g.ColumnValue), ColumnValue: g.RowColumn},
			{RowColumn: turned(g.ColumnValue), RowValue: turned(g.RowValue), ColumnValue: turned(g.RowColumn)},
		} {
			for _, r := range all {
				for _, c := range all {
					for _, v := range all {
						if !yield(latin.Graph{RowColumn: moved(k.RowColumn, r, c), RowValue: moved(k.RowValue, r, v), ColumnValue: moved(k.ColumnValue, c, v)}) {
							return
						}
					}
				}
			}
		}
	}
}

func moved(edges [][]bool, rows, columns []int) [][]bool {
	out := table(len(edges))
	for i, row := range edges {
		for j, edge := range row {
			out[rows[i]][columns[j]] = edge
		}
	}
	return out
}

func turned(edges [][]bool) [][]bool {
	out := table(len(edges))
	for i, row := range edges {
		for j, edge := range row {
			out[j][i] = edge
		}
	}
	return out
}

// permutations runs over the orders of 0 to n-1.
func permutations(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if n == 0 {
			yield(nil)
			return
		}
		for p := range permutations(n - 1) {
			for at := range n {
				if !yield(slices.Insert(slices.Clone(p), at, n-1)) {
					return
				}
			}
		}
	}
}

// pack writes a graph as bits.
func pack(g latin.Graph) uint64 {
	return packed(slices.Concat(g.RowColumn, g.RowValue, g.ColumnValue)...)
}

func packed(rows ...[]bool) (bits uint64) {
	for _, edge := range slices.Concat(rows...) {
		if bits <<= 1; edge {
			bits |= 1
		}
	}
	return bits
}

func unpack(bits uint64, n int) [][]bool {
	edges := table(n)
	for i := range edges {
		for j := range edges {
			edges[i][j] = bits>>(i*n+j)&1 == 1
		}
	}
	return edges
}
