package planar_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
)

// dominoProblem returns the problem of covering a board by dominoes, without some of its cells. Each option occurs
// once, or several times up to a given number.
func dominoProblem(rows, columns int, hole func(r, c int) bool, times func() int) *matrix.Problem {
	b := matrix.NewBuilder()
	at := map[[2]int]matrix.ItemID{}
	for r := range rows {
		for c := range columns {
			if !hole(r, c) {
				at[[2]int{r, c}] = b.AddPrimary(fmt.Sprintf("%d,%d", r, c), matrix.Once)
			}
		}
	}
	add := func(i, j matrix.ItemID) {
		for range times() {
			b.AddOption(matrix.Entry{Item: i}, matrix.Entry{Item: j})
		}
	}
	for p, i := range at {
		if j, is := at[[2]int{p[0], p[1] + 1}]; is {
			add(i, j)
		}
		if j, is := at[[2]int{p[0] + 1, p[1]}]; is {
			add(i, j)
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func onlyOnce() int         { return 1 }
func noHoles(r, c int) bool { return false }

// kasteleynCount counts the dominoes of a rectangle by P. W. Kasteleyn's formula, with enough digits to round.
func kasteleynCount(rows, columns int) *big.Int {
	const precision = 1200
	number := func(x float64) *big.Float { return big.NewFloat(x).SetPrec(precision) }
	quotient := func(a, b int) *big.Float { return new(big.Float).Quo(number(float64(a)), number(float64(b))) }
	arctan := func(n int) *big.Float { // of 1/n
		sum, power := number(0), quotient(1, n)
		for k := 1; power.MantExp(nil) > -precision; k += 2 {
			term := new(big.Float).Quo(power, number(float64(k)))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Mul(power, quotient(1, n*n))
		}
		return sum
	}
	pi := new(big.Float).Sub(new(big.Float).Mul(number(16), arctan(5)), new(big.Float).Mul(number(4), arctan(239)))
	square := func(k, n int) *big.Float { // of 2 cos(pi k / (n+1))
		x := new(big.Float).Mul(pi, quotient(k, n+1))
		sum, term := number(0), number(1)
		for m := 1; term.Sign() != 0 && term.MantExp(nil) > -precision; m += 2 {
			sum.Add(sum, term)
			term.Mul(term, x).Mul(term, x).Quo(term, number(float64(m*(m+1)))).Neg(term)
		}
		return new(big.Float).Mul(number(4), sum.Mul(sum, sum))
	}
	product := number(1)
	for j := 1; j <= (rows+1)/2; j++ {
		for k := 1; k <= (columns+1)/2; k++ {
			product.Mul(product, new(big.Float).Add(square(j, rows), square(k, columns)))
		}
	}
	n, _ := product.Add(product, number(0.5)).Int(nil)
	return n
}

// TestRectangles compares with the formula, to the last of 224 digits for 40 by 40.
func TestRectangles(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	sizes := [][2]int{{1, 2}, {2, 2}, {2, 3}, {3, 4}, {8, 8}, {7, 10}, {16, 16}}
	if matrixtest.SlowTestsWanted() {
		sizes = append(sizes, [2]int{24, 30}, [2]int{40, 40})
	}
	for _, size := range sizes {
		n, err := planar.CountSolutions(t.Context(), dominoProblem(size[0], size[1], noHoles, onlyOnce), nil)
		if want := kasteleynCount(size[0], size[1]); err != nil || n.Cmp(want) != 0 {
			t.Errorf("%d by %d: %v %v, want %v", size[0], size[1], n, err, want)
		}
	}
}

// TestAztec: an Aztec diamond of order n has 2 to the power of n(n+1)/2 domino tilings (Elkies, Kuperberg, Larsen and
// Propp, 1992).
func TestAztec(t *testing.T) {
	for n := 1; n <= 12; n++ {
		outside := func(r, c int) bool {
			return math.Abs(float64(2*r+1-2*n))+math.Abs(float64(2*c+1-2*n)) > float64(2*n)
		}
		got, err := planar.CountSolutions(t.Context(), dominoProblem(2*n, 2*n, outside, onlyOnce), nil)
		if want := new(big.Int).Lsh(big.NewInt(1), uint(n*(n+1)/2)); err != nil || got.Cmp(want) != 0 {
			t.Errorf("order %d: %v %v, want %v", n, got, err, want)
		}
	}
}

// TestRandom compares boards with holes, on which options occur several times, with brute force if they are small, and
// otherwise with package memo.
func TestRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	small, large := 0, 0
	for range matrixtest.RandomRounds(200, 3000) {
		holes := random.IntN(20)
		hole := func(r, c int) bool { return random.IntN(100) < holes }
		p := dominoProblem(1+random.IntN(8), 1+random.IntN(8), hole,
			func() int { return []int{0, 1, 1, 1, 1, 2}[random.IntN(6)] })
		n, err := planar.CountSolutions(t.Context(), p, nil)
		var want *big.Int
		if p.OptionCount() <= 14 {
			want = big.NewInt(int64(len(matrixtest.BruteForce(p))))
			small += want.Sign()
		} else if want, _, _ = memo.CountSolutions(t.Context(), p, memo.CountOptions{}); want.Sign() > 0 {
			large++
		}
		if err != nil || n == nil || n.Cmp(want) != 0 {
			t.Fatalf("%v %v, want %d", n, err, want)
		}
	}
	if !testing.Short() && (small < 5 || large < 5) {
		t.Errorf("only %d and %d problems say something", small, large)
	}
}

// TestAgree compares the counts of random problems with brute force. Problems with bounds, colors or nogoods are
// refused.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(200, 3000), func(p *matrix.Problem) bool {
		_, err := planar.CountSolutions(t.Context(), p, nil)
		return !errors.Is(err, planar.ErrUnfit)
	}, enginetest.Engine{Name: "planar", NewEngine: func(_ testing.TB, p *matrix.Problem,
		_ enginetest.Setup) search.Engine {
		return enginetest.CountOnly(func(ctx context.Context) (*big.Int, error) {
			return planar.CountSolutions(ctx, p, nil)
		})
	}})
}

// TestUnfit: a problem whose graph is not planar, or not bipartite, is refused.
func TestUnfit(t *testing.T) {
	join := func(n int, joined func(i, j int) bool) *matrix.Problem {
		b := matrix.NewBuilder()
		var items []matrix.ItemID
		for i := range n {
			items = append(items, b.AddPrimary(fmt.Sprint(i), matrix.Once))
			for j := range i {
				if joined(i, j) {
					b.AddOption(matrix.Entry{Item: items[i]}, matrix.Entry{Item: items[j]})
				}
			}
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for name, p := range map[string]*matrix.Problem{
		"six vertices, three and three": join(6, func(i, j int) bool { return (i+j)%2 == 1 }),
		"four vertices, all with all":   join(4, func(i, j int) bool { return true }),
		"queens":                        matrixtest.QueensProblem(4),
		"numbers, each with two slots":  matrixtest.LangfordProblem(3),
	} {
		if n, err := planar.CountSolutions(t.Context(), p, nil); !errors.Is(err, planar.ErrUnfit) {
			t.Errorf("%s: %v %v", name, n, err)
		}
	}
}

// TestReports: the reported shares rise to 1, in both halves of the work. The drawing adds the 361 faces of a board of
// 20 by 20 one by one, and each prime gives at most 62 bits of the number.
func TestReports(t *testing.T) {
	last, drawing, primes := 0.0, 0, 0
	n, err := planar.CountSolutions(t.Context(), dominoProblem(20, 20, noHoles, onlyOnce), func(share float64) {
		if share <= last || share > 1 {
			t.Errorf("a share of %v after %v", share, last)
		}
		if last = share; share <= 0.5 {
			drawing++
		} else {
			primes++
		}
	})
	if err != nil || last != 1 || drawing < 300 || primes < n.BitLen()/62 {
		t.Errorf("%d and %d reports to %v of a number of %d bits; %v", drawing, primes, last, n.BitLen(), err)
	}
}

// TestCancel: a count ends when its context is done.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := planar.CountSolutions(ctx, dominoProblem(8, 8, noHoles, onlyOnce), nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("%v %v", n, err)
	}
}
