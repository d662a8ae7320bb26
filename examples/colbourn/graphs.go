package main

import (
	"cmp"
	"iter"
	"slices"

	"quadrille/compile/latin"
)

// uniformGraphs yields the uniform graphs of an order, at least one from each class of equivalent graphs. Graphs are
// equivalent if they differ in the numbering of rows, columns or values, or in the order of these three kinds. Of the
// yielded graphs, the table of rows and columns is the first among its equivalent tables, and the columns of the next
// table are sorted. Up to order 3, each class occurs only once.
func uniformGraphs(n int) iter.Seq[latin.TripartiteGraph] {
	return func(yield func(latin.TripartiteGraph) bool) {
		var all [][][]bool
		// ordered holds tables by their row sizes; fitting holds tables by their row sizes and their column sizes
		ordered, fitting := map[[4]int][][][]bool{}, map[[2][4]int][][][]bool{}
		for bits := range uint64(1) << (n * n) {
			edges := decodeTable(bits, n)
			rows, columns := rowSizes(edges), rowSizes(transposeTable(edges))
			all, fitting[[2][4]int{rows, columns}] = append(all, edges),
				append(fitting[[2][4]int{rows, columns}], edges)
			if slices.IsSortedFunc(transposeTable(edges), func(x,
				y []bool) int {
				return cmp.Compare(encodeRows(x), encodeRows(y))
			}) {
				ordered[rows] = append(ordered[rows], edges)
			}
		}
		seen, first := map[uint64]bool{}, map[uint64]bool{}
		for _, a := range all {
			if first[encodeRows(a...)] {
				continue
			}
			for image := range equivalentTables(a) {
				first[encodeRows(image...)] = true
			}
			for _, b := range ordered[rowSizes(a)] {
				for _, c := range fitting[[2][4]int{rowSizes(transposeTable(a)), rowSizes(transposeTable(b))}] {
					g := latin.TripartiteGraph{RowColumn: a, RowValue: b, ColumnValue: c}
					if seen[encodeGraph(g)] {
						continue
					}
					if n <= 3 {
						for image := range imageGraphs(g) {
							seen[encodeGraph(image)] = true
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

// equivalentTables yields the tables that differ from a only by the order of rows and columns, or by a transposition.
func equivalentTables(a [][]bool) iter.Seq[[][]bool] {
	all := slices.Collect(eachPermutation(len(a)))
	return func(yield func([][]bool) bool) {
		for _, r := range all {
			for _, c := range all {
				if !yield(permuteTable(a, r, c)) || !yield(transposeTable(permuteTable(a, r, c))) {
					return
				}
			}
		}
	}
}

// rowSizes returns the number of edges in each row of a table.
func rowSizes(edges [][]bool) (sizes [4]int) {
	for i, row := range edges {
		for _, edge := range row {
			if edge {
				sizes[i]++
			}
		}
	}
	return sizes
}

// imageGraphs yields the graphs that differ from g only by the order of the vertices of a kind, or by the order of the
// kinds.
func imageGraphs(g latin.TripartiteGraph) iter.Seq[latin.TripartiteGraph] {
	all := slices.Collect(eachPermutation(len(g.RowColumn)))
	return func(yield func(latin.TripartiteGraph) bool) {
		for _, k := range []latin.TripartiteGraph{
			g, {RowColumn: g.RowValue, RowValue: g.RowColumn, ColumnValue: transposeTable(g.ColumnValue)},
			{RowColumn: transposeTable(g.RowColumn), RowValue: g.ColumnValue, ColumnValue: g.RowValue},
			{RowColumn: g.ColumnValue, RowValue: transposeTable(g.RowColumn), ColumnValue: transposeTable(g.RowValue)},
			{RowColumn: transposeTable(g.RowValue), RowValue: transposeTable(g.ColumnValue), ColumnValue: g.RowColumn},
			{RowColumn: transposeTable(g.ColumnValue), RowValue: transposeTable(g.RowValue),
				ColumnValue: transposeTable(g.RowColumn)},
		} {
			for _, r := range all {
				for _, c := range all {
					for _, v := range all {
						if !yield(latin.TripartiteGraph{RowColumn: permuteTable(k.RowColumn, r, c),
							RowValue: permuteTable(k.RowValue, r, v), ColumnValue: permuteTable(k.ColumnValue, c, v)}) {
							return
						}
					}
				}
			}
		}
	}
}

func permuteTable(edges [][]bool, rows, columns []int) [][]bool {
	out := newTable(len(edges))
	for i, row := range edges {
		for j, edge := range row {
			out[rows[i]][columns[j]] = edge
		}
	}
	return out
}

func transposeTable(edges [][]bool) [][]bool {
	out := newTable(len(edges))
	for i, row := range edges {
		for j, edge := range row {
			out[j][i] = edge
		}
	}
	return out
}

// eachPermutation yields the permutations of 0 to n-1.
func eachPermutation(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if n == 0 {
			yield(nil)
			return
		}
		for p := range eachPermutation(n - 1) {
			for at := range n {
				if !yield(slices.Insert(slices.Clone(p), at, n-1)) {
					return
				}
			}
		}
	}
}

// encodeGraph encodes a graph in the bits of an integer, one for each possible edge.
func encodeGraph(g latin.TripartiteGraph) uint64 {
	return encodeRows(slices.Concat(g.RowColumn, g.RowValue, g.ColumnValue)...)
}

func encodeRows(rows ...[]bool) (bits uint64) {
	for _, edge := range slices.Concat(rows...) {
		if bits <<= 1; edge {
			bits |= 1
		}
	}
	return bits
}

func decodeTable(bits uint64, n int) [][]bool {
	edges := newTable(n)
	for i := range edges {
		for j := range edges {
			edges[i][j] = bits>>(i*n+j)&1 == 1
		}
	}
	return edges
}
