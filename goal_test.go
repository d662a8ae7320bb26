package quadrille_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// optimumOf loads a text, finds its best value, and counts the best solutions.
func optimumOf(t *testing.T, text string, params map[string]int64) (quadrille.Optimum, int64) {
	t.Helper()
	p, err := quadrille.Load("goal.puz", []byte(text), quadrille.Options{Params: params})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o, s, err := p.FindOptimum(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if v, ok := s.Value(); o.Found && (!ok || v != o.Value) {
		t.Fatalf("the best solution has the value %d, and the optimum is %v\n%s", v, o, text)
	}
	n, err := p.Count(t.Context(), quadrille.Search{})
	if number, exact := n.Exact(); err == nil && exact {
		return o, number.Int64()
	}
	t.Fatal(n, err)
	return o, 0
}

// dominate asks for the fewest men that see or hold every cell of a board of n by n.
const dominate = `
param n = 4
items men any
items seen[r,c] at least 1 for r in 1..n, c in 1..n
option men {seen[i,j] for i in 1..n, j in 1..n where i = r and j = c or %s} for r in 1..n, c in 1..n
minimize men
`

// TestPublishedOptima: values from the OEIS, and the number of best solutions where it is there as well.
func TestPublishedOptima(t *testing.T) {
	moves := map[string]string{
		"queen":  "i = r or j = c or abs(i - r) = abs(j - c)",
		"knight": "abs(i - r) * abs(j - c) = 2",
		"king":   "abs(i - r) <= 1 and abs(j - c) <= 1",
	}
	for _, test := range []struct {
		name, text string
		values     []int64 // from n = 1 on
		counts     []int64
	}{
		// A075458; A103315 without regard to symmetry: 1, 4, 1, 12, 186, 4
		{"queens that dominate", fmt.Sprintf(dominate, moves["queen"]), []int64{1, 1, 1, 2, 3, 3, 4},
			[]int64{1, 4, 1, 12, 186, 4}},
		{"knights that dominate", fmt.Sprintf(dominate, moves["knight"]), []int64{1, 4, 4, 4, 5}, nil}, // A006075
		{"kings that dominate", fmt.Sprintf(dominate, moves["king"]), []int64{1, 1, 1, 4, 4, 4},
			[]int64{1, 4, 1}}, // A075561: ceil(n/3)^2
		// A008794: ceil(n/2)^2 kings; A018807: the number of ways
		{"kings that do not attack", "param n = 4 board b on square = n x n " +
			"place king on b { at most 1 on 2x2 everywhere } maximize men", []int64{1, 1, 4, 4, 9, 9},
			[]int64{1, 4, 1, 79, 1, 3600}},
		{"queens that do not attack", "param n = 4 board b on square = n x n place queen on b { " +
			"at most 1 on rows, columns, diagonals } maximize men", []int64{1, 1, 2, 4, 5, 6},
			[]int64{1, 4, 8, 2, 10, 4}},
		{"bishops that do not attack", "param n = 4 board b on square = n x n place bishop on b { " +
			// 2n-2, in 2^n ways
			"at most 1 on diagonals } maximize men", []int64{1, 2, 4, 6, 8}, []int64{1, 4, 8, 16, 32}},
		// A030978
		{"knights that do not attack", "param n = 4 items either[r,c] for r in 1..n, c in 1..n items men any " +
			"secondary items pair[r,c,k] for r in 1..n, c in 1..n, k in 0..3 " +
			"option either[r,c] for r in 1..n, c in 1..n " +
			"option either[r,c] men pair[r,c,0]? pair[r,c,1]? pair[r,c,2]? pair[r,c,3]? pair[r-1,c-2,0]? " +
			"pair[r-1,c+2,1]? pair[r-2,c-1,2]? pair[r-2,c+1,3]? for r in 1..n, c in 1..n maximize men",
			[]int64{1, 4, 5, 8, 13}, []int64{1, 1, 2, 6, 1}},
	} {
		for k, want := range test.values {
			o, n := optimumOf(t, test.text, map[string]int64{"n": int64(k + 1)})
			if !o.Found || !o.Proved || o.Value != want {
				t.Errorf("%s, n = %d: %v, want %d", test.name, k+1, o, want)
			}
			if k < len(test.counts) && n != test.counts[k] {
				t.Errorf("%s, n = %d: %d ways, want %d", test.name, k+1, n, test.counts[k])
			}
		}
	}
}

// A knapsack of Kolesar's, in Florida State University's collection of problems (P01): 165 kg, and a profit of 309.
func TestKnapsack(t *testing.T) {
	o, n := optimumOf(t, `
		table data = """
			23 31 29 44 53 38 63 85 89 82
			92 57 49 68 60 43 67 84 87 72
		"""
		items weight at most 165
		items worth any
		option weight*(data[0,i]) worth*(data[1,i]) for i in 0..9
		maximize worth
		`, nil)
	if o.Value != 309 || n != 1 {
		t.Errorf("%v, %d ways", o, n)
	}
}

// coreOption is an option of a random problem in TestRandomGoals.
type coreOption struct {
	items       []int
	worth, load int64
}

// TestRandomGoals compares the best solutions of random items and options with trying all sets of options. Values are
// up to 2^50, and often the same.
func TestRandomGoals(t *testing.T) {
	for seed := range uint64(matrixtest.RandomRounds(600, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 42))
		text, best, count, found := randomProblem(r)
		o, n := optimumOf(t, text, nil)
		if o.Found != found || found && (o.Value != best || n != count) || !found && n != 0 || !o.Proved {
			t.Fatalf("seed %d: %v, %d ways; by trying %d, %d ways\n%s", seed, o, n, best, count, text)
		}
	}
}

// randomProblem returns a problem, and its best value and number of best solutions, by trying.
func randomProblem(r *rand.Rand) (text string, best, count int64, found bool) {
	n, most := 2+r.IntN(5), int64(1)<<[]int{2, 4, 20, 50}[r.IntN(4)]
	low, high, limit := make([]int, n), make([]int, n), int64(5+r.IntN(20))
	var b strings.Builder
	fmt.Fprintf(&b, "items worth any\nitems load at most %d\n", limit)
	for i := range n {
		low[i] = r.IntN(2)
		high[i] = max(1, low[i]+r.IntN(3))
		if r.IntN(2) == 0 {
			low[i], high[i] = 1, 1
		}
		fmt.Fprintf(&b, "items a[%d] %d..%d\n", i, low[i], high[i])
	}
	var options []coreOption
	for range 3 + r.IntN(9) {
		o := coreOption{worth: r.Int64N(2*most) - most, load: int64(r.IntN(5))}
		fmt.Fprint(&b, "option")
		for i := range n {
			if r.IntN(3) == 0 {
				o.items = append(o.items, i)
				fmt.Fprintf(&b, " a[%d]", i)
			}
		}
		if len(o.items) == 0 {
			o.items = []int{0}
			fmt.Fprint(&b, " a[0]")
		}
		fmt.Fprintf(&b, " worth*(%d) load*%d\n", o.worth, o.load)
		options = append(options, o)
	}
	first, second := int64(1+r.IntN(3)), int64(r.IntN(4))
	word := []string{"minimize", "maximize"}[r.IntN(2)]
	fmt.Fprintf(&b, "%s %d*worth - %d*load + 7*a[0]\n", word, first, second)
	for set := range 1 << len(options) {
		covered, load, value, fits := make([]int, n), int64(0), int64(0), true
		for k, o := range options {
			if set>>k&1 == 0 {
				continue
			}
			load += o.load
			value += first*o.worth - second*o.load
			for _, i := range o.items {
				covered[i]++
				if i == 0 {
					value += 7
				}
			}
		}
		for i := range n {
			fits = fits && low[i] <= covered[i] && covered[i] <= high[i]
		}
		switch {
		case !fits || load > limit:
		case !found || value == best && found:
			best, count, found = value, count+1, true
		case word == "minimize" && value < best, word == "maximize" && value > best:
			best, count = value, 1
		}
	}
	return b.String(), best, count, found
}

// TestBestCells: how many cells stay empty, and which symbols there are.
func TestBestCells(t *testing.T) {
	for _, test := range []struct {
		text        string
		best, count int64
	}{
		// one cell of 3 by 3 stays empty: a corner, in 4 ways each, or the middle, in 2
		{"piece I2 = 1x2 board b on square = 3x3 pack b with any of I2 { leave any empty } minimize empty", 1, 18},
		{"piece I2 = 1x2 board b on square = 3x3 pack b with any of I2 { leave any empty } maximize empty", 9, 1},
		{"board b on square = 2x3 place rook on b { at most 1 on rows, columns } minimize empty", 4, 6},
		{"board b on square = 1x4 fill b with \"012\" { never \"11\" given \"\"\"\n...1\n\"\"\" } " +
			"maximize 2*\"1\" - \"0\"", 4, 2},
		{"piece I2 = 1x2 piece I3 = 1x3 board b on square = 1x7 pack b with any of I2 + any of I3 " +
			"maximize I3", 1, 3},
		{"board b on square = 4x4 place rook on b { at most 1 on rows, columns symmetric half-turn } " +
			"maximize men", 4, 8},
	} {
		if o, n := optimumOf(t, test.text, nil); o.Value != test.best || n != test.count {
			t.Errorf("%s: %v, %d ways, want %d, %d ways", test.text, o, n, test.best, test.count)
		}
	}
}

// TestNoBestSolution: without a solution there is no best one.
func TestNoBestSolution(t *testing.T) {
	text := "board b on square = 2x2 place rook on b { exactly 3 on all at most 1 on rows } maximize men " +
		"expect none expect optimum 3"
	p, err := quadrille.Load("none.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.First(t.Context(), quadrille.Search{}); !errors.Is(err, quadrille.ErrNoSolution) {
		t.Error(err)
	}
	for k, want := range []string{"ok   none.puz:1: expect none",
		"FAIL none.puz:1: expect optimum 3: there is no solution"} {
		e := p.Expectations()[k]
		v, err := p.Check(t.Context(), e, quadrille.Search{})
		if got := v.LineText(e); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

// TestStoppedOptimum: a search that is stopped tells the best solution so far, and a bound.
func TestStoppedOptimum(t *testing.T) {
	p, err := quadrille.Load("q.puz", fmt.Appendf(nil, strings.Replace(dominate, "n = 4", "n = 12", 1),
		"i = r or j = c or abs(i - r) = abs(j - c)"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := quadrille.Search{Progress: func(quadrille.Progress) { cancel() }}
	o, best, err := p.FindOptimum(ctx, s)
	if !errors.Is(err, context.Canceled) || !o.Found || o.Proved || o.Bound < 3 || o.Bound > 6 || o.Value < 6 {
		t.Errorf("%v, %v", o, err)
	}
	if v, _ := best.Value(); v != o.Value {
		t.Errorf("the best solution has the value %d, not %d", v, o.Value)
	}
	n := 0
	for found, err := range p.Solutions(ctx, s) {
		n++
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Error(found, err)
		}
	}
	if n != 1 { // ctx is done before the search begins, so the error is alone
		t.Errorf("%d solutions and errors", n)
	}
}

// TestSymmetricBest: one solution of each class of best ones is kept, under the motions that keep the goal.
func TestSymmetricBest(t *testing.T) {
	// each goal, and the rule that says its best value
	for goal, rule := range map[[2]string]string{
		{"board b on square = 4x4 place king on b { at most 1 on 2x2 everywhere %s } ", "maximize men"}: "exactly 4",
		{"board b on square = 5x6 place king on b { at most 1 on 2x2 everywhere %s } ", "maximize men"}: "exactly 9",
		{"piece I2 = 1x2 board b on square = 4x4 - (0, 0) (3, 3) pack b with any of I2 { leave %s empty } ",
			"minimize empty"}: "2",
		{"use pentominoes board b on square = 4x4 pack b with at most 1 of {I, L, P, V, Y} { leave %s empty } ",
			"minimize 3*empty"}: "1",
	} {
		for _, upTo := range []quadrille.UpTo{0, quadrille.Rotation, quadrille.Symmetry} {
			var counts []string
			free := "" // what stands in place of the rule
			if strings.Contains(goal[0], "leave") {
				free = "any"
			}
			for _, text := range []string{fmt.Sprintf(goal[0], rule), fmt.Sprintf(goal[0], free) + goal[1]} {
				p, err := quadrille.Load("s.puz", []byte(text), quadrille.Options{UpTo: upTo})
				if err != nil {
					t.Fatal(err)
				}
				n, err := p.Count(t.Context(), quadrille.Search{})
				if err != nil {
					t.Error(err)
				}
				counts = append(counts, n.String())
			}
			if counts[0] != counts[1] {
				t.Errorf("%s: %v with the rule, and with the goal", goal, counts)
			}
		}
	}
	// F and its mirror image are worth different numbers, so no reflection keeps the goal
	text := "use pentominoes board b on square = 5x6 pack b with one-sided {F, P, I} + one-sided {L} " +
		"{ leave any empty } maximize 2*F + "
	for goal, order := range map[string]int{"F'": 2, "2*F'": 4} {
		p, err := quadrille.Load("s.puz", []byte(text+goal), quadrille.Options{UpTo: quadrille.Symmetry})
		if err != nil {
			t.Fatal(err)
		}
		if g, _ := p.Group(); len(g.Motions) != order {
			t.Errorf("%s: %v", goal, g)
		}
	}
}
