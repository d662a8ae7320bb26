package plan

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestPortfolio looks for solutions by turns as short as can be, and remembers few of them. They are those
// of brute force, each once; everyone comes to the end now and then.
func TestPortfolio(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	by := map[string]int{}
	for round := range matrixtest.RandomRounds(600, 10000) {
		shape := []matrixtest.ProblemShape{
			{Primary: 7, Options: 16}, {Primary: 5, Secondary: 4, Options: 14, Colors: 2},
			{Primary: 4, Secondary: 1, Options: 11, Colors: 2, Bounds: true},
			{Primary: 6, Secondary: 1, Options: 14, Nogoods: 5},
		}[round%4]
		p := matrixtest.RandomProblem(r, shape)
		short := func() float64 { return 1e-9 * math.Pow(10, 3*r.Float64()) }
		f := &portfolio{
			problem: p, request: Request{Goal: []Goal{Few, All}[r.IntN(2)], Wanted: r.IntN(9), ReportEvery: 1,
				Threads: r.IntN(4)}, plan: &Plan{},
			alone: short(), first: short(), every: 1, most: r.IntN(80),
		}
		got := [][]matrix.OptionID{}
		for s := range f.Solutions(context.Background()) {
			if err := p.Verify(s); err != nil {
				t.Fatal(err)
			}
			got = append(got, slices.Sorted(slices.Values(s)))
		}
		if f.err != nil {
			t.Fatal(f.err)
		}
		slices.SortFunc(got, slices.Compare)
		if want := matrixtest.BruteForce(p); !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%v by %s (%s), and by brute force %v", got, f.plan.Name, f.plan.Why, want)
		}
		by[f.plan.Name]++
	}
	if !testing.Short() && (by[Learn] == 0 || by[Sparse] == 0 || by[Dense] == 0 || by[Memo] == 0) {
		t.Errorf("found by %v", by)
	}
}

// TestLuby: the sequence is A182105.
func TestLuby(t *testing.T) {
	for k, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1} {
		if got := luby(int64(k + 1)); got != want {
			t.Errorf("luby(%d) = %d, and should be %d", k+1, got, want)
		}
	}
}

// TestThreadsTakeTurns: 15 pigeons have no places in 14 holes. Whoever visits goes 14! ways, and whoever shares states
// sees it in a moment, on several threads as well, and also where one solution would be enough.
func TestThreadsTakeTurns(t *testing.T) {
	p := pigeons(t, 15, 14)
	for _, q := range []Request{{Goal: All}, {Goal: All, Threads: 2}, {Goal: All, Threads: 3}, {Goal: Few},
		{Goal: Few, Wanted: 10}} {
		made, err := New(p, q)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		for range made.Solutions(ctx) {
			t.Error("they found places")
		}
		cancel()
		if made.Err() != nil {
			t.Fatalf("%+v: %v", q, made.Err())
		}
	}
}

// pigeons have a hole each.
func pigeons(t *testing.T, n, holes int) *matrix.Problem {
	b := matrix.NewBuilder()
	var places []matrix.ItemID
	for i := range holes {
		places = append(places, b.AddSecondary("hole"+strconv.Itoa(i)))
	}
	for i := range n {
		pigeon := b.AddPrimary("pigeon"+strconv.Itoa(i), matrix.Once)
		for _, hole := range places {
			b.AddOption(matrix.Entry{Item: pigeon}, matrix.Entry{Item: hole})
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestForbidden: the numbers from 1 to 57 can be colored with two colors so that no 3 of one are equally spaced, and no
// 8 of the other; those to 58 can not (A007783). All that keeps them apart is what is forbidden together.
func TestForbidden(t *testing.T) {
	for n, can := range map[int]bool{57: true, 58: false} {
		b := matrix.NewBuilder()
		options := make([][2]matrix.OptionID, n)
		for k := range options {
			number := matrix.Entry{Item: b.AddPrimary(strconv.Itoa(k+1), matrix.Once)}
			side := b.AddSecondary("side" + strconv.Itoa(k+1))
			for c := range options[k] {
				options[k][c] = b.AddOption(number, matrix.Entry{Item: side, Color: b.AddColor(strconv.Itoa(c))})
			}
		}
		for c, length := range [2]int{3, 8} {
			for space := 1; space < n; space++ {
				for first := 0; first+(length-1)*space < n; first++ {
					var together []matrix.OptionID
					for k := range length {
						together = append(together, options[first+k*space][c])
					}
					b.AddNogood(together...)
				}
			}
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []Request{{Goal: All}, {Goal: All, Threads: 2}, {Goal: Few}, {Goal: Few, Threads: 2},
			{Goal: Count}} {
			made, err := New(p, r)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			if r.Goal == Count {
				count, _ := made.Count(context.Background())
				found = count.Sign() > 0
			} else {
				for range made.Solutions(context.Background()) {
					found = true
					break
				}
			}
			if found != can || made.Err() != nil {
				t.Errorf("%d numbers, %+v: %v by %s, error %v", n, r, found, made.Name, made.Err())
			}
			if !can && r.Threads < 2 && len(made.Turns) < 2 {
				t.Errorf("%d numbers, %+v: %s alone", n, r, made.Name)
			}
		}
	}
}
