package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

const squareSymbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// latinProblem is the problem of completing a partial Latin square, which is given by its rows. It declares the
// matchings, and if wanted nogoods that prevent swaps.
func latinProblem(t testing.TB, square string, swaps bool) *matrix.Problem {
	t.Helper()
	rows := strings.Fields(square)
	n := len(rows)
	l := latinBuilder{b: matrix.NewBuilder(), n: n, item: map[[3]int]matrix.ItemID{},
		option: map[[3]int]matrix.OptionID{}}
	used := map[[3]int]bool{}
	for i, row := range rows {
		for j, c := range row {
			if v := strings.IndexRune(squareSymbols, c); v >= 0 {
				used[[3]int{0, i, j}], used[[3]int{1, i, v}], used[[3]int{2, j, v}] = true, true, true
			}
		}
	}
	for kind, name := range []string{"p", "r", "c"} {
		for a := range n {
			for b := range n {
				if k := [3]int{kind, a, b}; !used[k] {
					l.item[k] = l.b.AddPrimary(fmt.Sprintf("%s%d,%d", name, a, b), matrix.Once)
				}
			}
		}
	}
	l.addOptions()
	l.addMatchings()
	if swaps {
		l.addSwaps()
	}
	p, err := l.b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type latinBuilder struct {
	b      *matrix.Builder
	n      int
	item   map[[3]int]matrix.ItemID
	option map[[3]int]matrix.OptionID
}

func (l *latinBuilder) addOptions() {
	for i := range l.n {
		for j := range l.n {
			for v := range l.n {
				p, ok1 := l.item[[3]int{0, i, j}]
				r, ok2 := l.item[[3]int{1, i, v}]
				c, ok3 := l.item[[3]int{2, j, v}]
				if ok1 && ok2 && ok3 {
					l.option[[3]int{i, j, v}] = l.b.AddOption(matrix.Entry{Item: p}, matrix.Entry{Item: r},
						matrix.Entry{Item: c})
				}
			}
		}
	}
}

// addMatchings declares the 3n matchings of section 10.
func (l *latinBuilder) addMatchings() {
	for _, k := range []struct{ left, right, leftAt, rightAt int }{{0, 1, 1, 1}, {2, 0, 1, 2}, {1, 2, 2, 2}} {
		for x := range l.n {
			side := func(kind, at int) (items []matrix.ItemID) {
				for y := range l.n {
					key := [3]int{kind, x, y}
					if at == 2 {
						key = [3]int{kind, y, x}
					}
					if i, ok := l.item[key]; ok {
						items = append(items, i)
					}
				}
				return items
			}
			if left := side(k.left, k.leftAt); len(left) > 0 {
				l.b.AddMatching(fmt.Sprint(k.left, x), left, side(k.right, k.rightAt))
			}
		}
	}
}

func (l *latinBuilder) addSwaps() {
	for a := range l.option {
		for b := range l.option {
			if a[0] != b[0] || b[1] <= a[1] || b[2] <= a[2] {
				continue
			}
			for i := a[0] + 1; i < l.n; i++ {
				c, ok1 := l.option[[3]int{i, a[1], b[2]}]
				d, ok2 := l.option[[3]int{i, b[1], a[2]}]
				if ok1 && ok2 {
					l.b.AddNogood(l.option[a], l.option[b], c, d)
				}
			}
		}
	}
}

// solveSorted returns all solutions, sorted, and the number of nodes.
func solveSorted(p *matrix.Problem, o dlx.SearchOptions) (found [][]matrix.OptionID, nodes int64) {
	s := dlx.NewSearch(p, o)
	for x := range s.Solutions(context.Background()) {
		sorted := slices.Clone(x)
		slices.Sort(sorted)
		found = append(found, append([]matrix.OptionID{}, sorted...))
	}
	slices.SortFunc(found, slices.Compare)
	return found, s.Stats().Nodes
}

// TestKnuthsSquares: the squares of partial-latin-gad-swap, section 76, with the
// counts of that program. Its nodes are branches; ours have the root besides.
func TestKnuthsSquares(t *testing.T) {
	for _, c := range []struct {
		square                                string
		solutions, nodes, classes, classNodes int
	}{
		{"12.. 21.. .... ....", 8, 14, 1, 6},
		{"..... ..453 .5.24 .35.2 .423.", 5, 8, 4, 6},
		{"..... ..213 .1.42 .31.4 .243.", 5, 8, 1, 8},
	} {
		for _, swaps := range []bool{false, true} {
			solutions, nodes := c.solutions, c.nodes
			if swaps {
				solutions, nodes = c.classes, c.classNodes
			}
			p := latinProblem(t, c.square, swaps)
			got, n := solveSorted(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: dlx.NewMatchingFilter(p, nil)})
			if len(got) != solutions || n != int64(nodes)+1 {
				t.Errorf("%s, swaps prevented: %v: %d solutions and %d branches, Knuth has %d and %d", c.square, swaps,
					len(got), n-1, solutions, nodes)
			}
		}
	}
}

// partialSquare returns a Latin square with shuffled rows, columns and symbols, and with holes.
func partialSquare(r *rand.Rand, n int) string {
	rows, columns, values := r.Perm(n), r.Perm(n), r.Perm(n)
	var b strings.Builder
	for _, i := range rows {
		for _, j := range columns {
			if r.IntN(10) < 5+n/3 {
				b.WriteByte('.')
			} else {
				b.WriteByte(squareSymbols[values[(i+j)%n]])
			}
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// TestLatinSquares: the filter does not change the set of solutions, and makes no tree larger under a fixed order of
// items.
func TestLatinSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rounds := matrixtest.RandomRounds(8, 40)
	for n := 4; n <= 9; n++ {
		for range rounds {
			square := partialSquare(r, n)
			p := latinProblem(t, square, false)
			if hasMore(p, 3000) {
				continue
			}
			var chooser dlx.Chooser = dlx.MRV{}
			if n < 7 {
				chooser = dlx.FirstItem{}
			}
			want, plain := solveSorted(p, dlx.SearchOptions{Chooser: chooser})
			got, nodes := solveSorted(p, dlx.SearchOptions{Chooser: chooser, Filter: dlx.NewMatchingFilter(p, nil)})
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %d solutions, without the filter %d", square, len(got), len(want))
			}
			if n < 7 && len(want) != countCompletions(square) {
				t.Fatalf("%s: %d solutions, filling in the cells one by one gives %d", square, len(want),
					countCompletions(square))
			}
			if n < 7 && nodes > plain {
				t.Errorf("%s: %d nodes, without the filter %d", square, nodes, plain)
			}
		}
	}
}

// countCompletions counts the completions of a square by filling in its cells, row by row.
func countCompletions(square string) int {
	var rows [][]byte
	for _, row := range strings.Fields(square) {
		rows = append(rows, []byte(row))
	}
	return countFillings(rows, 0)
}

func countFillings(rows [][]byte, at int) int {
	n := len(rows)
	if at == n*n {
		return 1
	}
	i, j := at/n, at%n
	if rows[i][j] != '.' {
		return countFillings(rows, at+1)
	}
	found := 0
next:
	for v := range n {
		for k := range n {
			if rows[i][k] == squareSymbols[v] || rows[k][j] == squareSymbols[v] {
				continue next
			}
		}
		rows[i][j] = squareSymbols[v]
		found += countFillings(rows, at+1)
		rows[i][j] = '.'
	}
	return found
}

// hasMore reports whether a problem has more than the given number of solutions.
func hasMore(p *matrix.Problem, than int) bool {
	for range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		if than--; than < 0 {
			return true
		}
	}
	return false
}

// randomMatched returns a random problem with a matching: each left item is paired with right items, which are primary
// or secondary and may be more numerous. Options hold other items as well, with colors, and there are options without
// items of the matching.
func randomMatched(r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var left, right, other []matrix.ItemID
	n := 2 + r.IntN(3)
	for k := range n {
		left = append(left, b.AddPrimary(fmt.Sprint("g", k), matrix.Once))
	}
	for k := range n + r.IntN(2) {
		switch r.IntN(3) {
		case 0:
			right = append(right, b.AddSecondary(fmt.Sprint("b", k)))
		case 1:
			right = append(right, b.AddPrimary(fmt.Sprint("b", k), matrix.Bound{Min: 0, Max: 1}))
		default:
			right = append(right, b.AddPrimary(fmt.Sprint("b", k), matrix.Once))
		}
	}
	other = append(other, b.AddSecondary("s"), b.AddSecondary("t"), b.AddPrimary("x", matrix.Bound{Min: 0, Max: 2}))
	for range 6 + r.IntN(8) {
		entries := []matrix.Entry{{Item: left[r.IntN(len(left))]}, {Item: right[r.IntN(len(right))]}}
		if r.IntN(8) == 0 {
			entries = []matrix.Entry{{Item: other[2]}}
		}
		for _, i := range other[:2] {
			if r.IntN(4) == 0 {
				entries = append(entries, matrix.Entry{Item: i, Color: b.AddColor(fmt.Sprint("c", r.IntN(2)))})
			}
		}
		b.AddOption(entries...)
	}
	b.AddMatching("m", left, right)
	if r.IntN(2) == 0 && b.OptionCount() > 3 {
		b.AddNogood(0, 2)
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

// TestMatchings: on random problems with a matching, also with sides of different sizes, the solutions are those of
// brute force.
func TestMatchings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	rounds, solvable := matrixtest.RandomRounds(75, 1500), 0
	for range rounds {
		p := randomMatched(r)
		want := matrixtest.BruteForce(p)
		if len(want) > 0 {
			solvable++
		}
		if got, _ := solveSorted(p, dlx.SearchOptions{Chooser: dlx.MRV{},
			Filter: dlx.NewMatchingFilter(p, nil)}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%d solutions, the brute force has %d", len(got), len(want))
		}
	}
	if solvable < rounds/10 {
		t.Errorf("only %d problems had a solution: the test proves little", solvable)
	}
}

// Random problems without a matching: forcing alone changes nothing.
func TestForcing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range matrixtest.RandomRounds(75, 500) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 12,
			ColorCount:        2,
			HasMultiplicities: true, MaxNogoods: 3})
		want := matrixtest.BruteForce(p)
		if got, _ := solveSorted(p, dlx.SearchOptions{Chooser: dlx.MRV{},
			Filter: dlx.NewMatchingFilter(p, nil)}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, the brute force has %v", got, want)
		}
	}
}

func ExampleNewMatchingFilter() {
	b := matrix.NewBuilder()
	var girls, boys []matrix.ItemID
	for _, name := range []string{"Ann", "Beth", "Cleo", "Dora"} {
		girls = append(girls, b.AddPrimary(name, matrix.Once))
	}
	for _, name := range []string{"Will", "Xan", "Yuri", "Zed"} {
		boys = append(boys, b.AddPrimary(name, matrix.Once))
	}
	for _, dance := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}} {
		b.AddOption(matrix.Entry{Item: girls[dance[0]]}, matrix.Entry{Item: boys[dance[1]]})
	}
	b.AddMatching("quadrille", girls, boys)
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	// Ann and Beth take Will and Xan between them, so that Cleo cannot have Xan.
	filter := dlx.NewMatchingFilter(p, nil)
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: filter})
	n := 0
	for range s.Solutions(context.Background()) {
		n++
	}
	fmt.Println(n, "solutions;", filter.EffortStats().PrunedOptions, "option pruned")
	// Output: 4 solutions; 1 option pruned
}
