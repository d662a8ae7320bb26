package memo_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// fixedPolyominoes returns the sets of n connected cells that begin at (0, 0), as lists of steps (columns, rows)
// from there, in the order of columns.
func fixedPolyominoes(n int) (all [][][2]int) {
	grown := map[string][][2]int{"": {{0, 0}}}
	for range n - 1 {
		next := map[string][][2]int{}
		for _, cells := range grown {
			for _, c := range cells {
				for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
					more := slices.Clone(cells)
					if at := [2]int{c[0] + d[0], c[1] + d[1]}; !slices.Contains(cells, at) {
						more = append(more, at)
					}
					slices.SortFunc(more, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
					first := more[0]
					for k := range more {
						more[k] = [2]int{more[k][0] - first[0], more[k][1] - first[1]}
					}
					if len(more) > len(cells) {
						next[fmt.Sprint(more)] = more
					}
				}
			}
		}
		grown = next
	}
	for _, cells := range grown {
		all = append(all, cells)
	}
	slices.SortFunc(all, func(a, b [][2]int) int { return slices.Compare(keyOfCells(a), keyOfCells(b)) })
	return all
}

func keyOfCells(cells [][2]int) (key []int) {
	for _, c := range cells {
		key = append(key, c[0], c[1])
	}
	return key
}

// countStrips counts the ways to fill a strip with pieces, any number of each. It covers the first open cell next. The
// cells from there on, as bits, determine the number of ways to go on.
func countStrips(columns, rows int, pieces [][][2]int) *big.Int {
	known := map[string]*big.Int{}
	var count func(at int, covered []bool) *big.Int
	count = func(at int, covered []bool) *big.Int {
		for at < columns*rows && covered[at] {
			at++
		}
		if at == columns*rows {
			return big.NewInt(1)
		}
		key := fmt.Sprint(at, covered[at:min(len(covered), at+rows*6)])
		if n := known[key]; n != nil {
			return n
		}
		sum := new(big.Int)
	next:
		for _, piece := range pieces {
			after := slices.Clone(covered)
			for _, step := range piece {
				x, y := at/rows+step[0], at%rows+step[1]
				if x >= columns || y < 0 || y >= rows || after[x*rows+y] {
					continue next
				}
				after[x*rows+y] = true
			}
			sum.Add(sum, count(at, after))
		}
		known[key] = sum
		return sum
	}
	return count(0, make([]bool, columns*rows))
}

// stripProblem is the problem of filling a strip with pieces, each of which may be used any number of times.
func stripProblem(columns, rows int, pieces [][][2]int) *matrix.Problem {
	b := matrix.NewBuilder()
	cells := addFamily(b, "cell ", columns*rows)
	for at := range cells {
	next:
		for _, piece := range pieces {
			var option []matrix.ItemID
			for _, step := range piece {
				x, y := at/rows+step[0], at%rows+step[1]
				if x >= columns || y < 0 || y >= rows {
					continue next
				}
				option = append(option, cells[x*rows+y])
			}
			b.AddOption(entriesOf(option...)...)
		}
	}
	return mustBuild(b)
}

// TestStrips counts the ways to fill strips with pieces that may be used any number of times, where states fall into
// components and recur. It compares them with a count that shares no code.
func TestStrips(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	for _, c := range []struct{ cells, columns, rows int }{{3, 9, 4}, {4, 14, 4}, {4, 10, 6}, {5, 25, 3}, {5, 20, 5},
		{5, 14, 6}} {
		if c.cells*c.columns*c.rows > 400 && !matrixtest.SlowTestsWanted() {
			continue
		}
		pieces := fixedPolyominoes(c.cells)
		want := countStrips(c.columns, c.rows, pieces)
		p := stripProblem(c.columns, c.rows, pieces)
		for _, o := range []memo.CountOptions{{}, {Threads: 2}, memo.CountOptions{}.WithBranching(memo.NearBranching),
			memo.CountOptions{}.WithBranching(memo.MRVBranching)} {
			if c.cells == 5 && o.Branching() == memo.MRVBranching {
				continue // without a fixed order these take minutes
			}
			n, _, err := memo.CountSolutions(context.Background(), p, o)
			if err != nil || n.Cmp(want) != 0 {
				t.Errorf("%d cells, %d by %d, %v: %v, %v; by a frontier %v", c.cells, c.columns, c.rows,
					o.Branching(), n, err, want)
			}
		}
	}
}
