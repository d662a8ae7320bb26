package deduce_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// checkByNames checks a certificate without the code of the package: it adds up weights in maps, by names of items.
func checkByNames(p *matrix.Problem, c deduce.Certificate) error {
	weight := map[string]int{}
	for i, w := range c.Weights {
		weight[p.Name(matrix.ItemID(i))] = int(w)
	}
	zero := func(n int) bool { return n == 0 || c.Modulus > 0 && n%int(c.Modulus) == 0 }
	for o := range matrix.OptionID(p.OptionCount()) {
		sum := 0
		for _, e := range p.Option(o) {
			sum += weight[p.Name(e.Item)]
		}
		if !zero(sum) {
			return fmt.Errorf("option %d weighs %d modulo %d", o, sum, c.Modulus)
		}
	}
	total := 0
	for i := range matrix.ItemID(p.ItemCount()) {
		w := weight[p.Name(i)]
		switch {
		case w == 0:
		case int(i) >= p.PrimaryCount() || p.Bound(i).Min != p.Bound(i).Max:
			return fmt.Errorf("item %s weighs %d and has no fixed number", p.Name(i), w)
		default:
			total += w * int(p.Bound(i).Min)
		}
	}
	if zero(total) {
		return fmt.Errorf("the whole weighs %d modulo %d", total, c.Modulus)
	}
	return nil
}

// TestCertificates: a problem that has a certificate has no solution, and the weights of the certificate add up.
func TestCertificates(t *testing.T) {
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 7, MaxOptions: 10},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 9, ColorCount: 2},
		{MaxPrimary: 5, MaxSecondary: 1, MaxOptions: 9, HasMultiplicities: true},
		{MaxPrimary: 5, MaxOptions: 10, MaxNogoods: 4},
	}
	r := rand.New(rand.NewPCG(18, 1))
	unsolvable, proved := 0, 0
	rounds := matrixtest.RandomRounds(1_000, 10_000)
	for n := range rounds {
		p := matrixtest.RandomProblem(r, shapes[n%len(shapes)])
		c, ok := deduce.FindCertificate(p, deduce.ProofOptions{})
		solutions := len(matrixtest.BruteForce(p))
		if solutions == 0 {
			unsolvable++
		}
		if !ok {
			continue
		}
		proved++
		if solutions > 0 {
			t.Fatalf("problem %d has %d solutions, and a proof that it has none: %+v", n, solutions, c)
		}
		if err := checkByNames(p, c); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of %d problems have no solution; %d of them have a certificate", unsolvable, rounds, proved)
	if proved < rounds/5 {
		t.Errorf("only %d of %d problems have a certificate: the test proves little", proved, rounds)
	}
}

// TestFarkas: weights of the second form are a proof exactly if no option weighs more than 0 and the items together
// weigh more than 0. A problem with such weights has no solution.
func TestFarkas(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 3))
	proofs, others := 0, 0
	for range matrixtest.RandomRounds(5_000, 50_000) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 3, MaxSecondary: 1, MaxOptions: 5,
			HasMultiplicities: true})
		c := deduce.Certificate{AtMostZero: true, Weights: make([]int64, p.ItemCount())}
		total, fits := int64(0), true
		for i := range c.Weights {
			if c.Weights[i] = r.Int64N(5) - 2; i >= p.PrimaryCount() {
				c.Weights[i] *= r.Int64N(2)
			}
			if i < p.PrimaryCount() && p.Bound(matrix.ItemID(i)).Min == p.Bound(matrix.ItemID(i)).Max {
				total += c.Weights[i] * int64(p.Bound(matrix.ItemID(i)).Min)
			} else if c.Weights[i] != 0 {
				fits = false
			}
		}
		for o := range matrix.OptionID(p.OptionCount()) {
			sum := int64(0)
			for _, e := range p.Option(o) {
				sum += c.Weights[e.Item]
			}
			fits = fits && sum <= 0
		}
		err := c.CheckProof(p)
		if fits = fits && total > 0; (err == nil) != fits {
			t.Fatalf("weights %v, total %d, a proof %v: %v", c.Weights, total, fits, err)
		}
		if !fits {
			others++
			continue
		}
		proofs++
		if n := len(matrixtest.BruteForce(p)); n > 0 {
			t.Fatalf("%d solutions in spite of the weights %v", n, c.Weights)
		}
	}
	if proofs < 20 || others < 20 {
		t.Errorf("%d proofs, and %d that are none", proofs, others)
	}
}

// TestFindsWhatThereIs: weights modulo a small number are found exactly where a trial of all weights finds some.
func TestFindsWhatThereIs(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 2))
	found := map[bool]int{}
	for range matrixtest.RandomRounds(300, 4_000) {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 4, MaxOptions: 5, HasMultiplicities: true})
		some := false
		for _, modulus := range []int64{2, 3, 4, 5, 7, 8, 9} {
			some = some || anyWeights(p, modulus)
		}
		if _, ok := deduce.FindCertificate(p, deduce.ProofOptions{}); some && !ok {
			t.Fatalf("there are weights, and none were found, for a problem of %d items and %d options", p.ItemCount(),
				p.OptionCount())
		}
		found[some]++
	}
	if found[true] < 100 && !testing.Short() || found[false] == 0 {
		t.Errorf("%v: the test proves little", found)
	}
}

// anyWeights reports whether there are weights modulo a number that prove that there is no solution. It tries all of
// them.
func anyWeights(p *matrix.Problem, modulus int64) bool {
	w := make([]int64, p.ItemCount())
	for {
		if checkByNames(p, deduce.Certificate{Modulus: modulus, Weights: w}) == nil {
			return true
		}
		i := 0
		for ; i < len(w); i++ {
			if w[i]++; w[i] < modulus {
				break
			}
			w[i] = 0
		}
		if i == len(w) {
			return false
		}
	}
}

// coverProblem makes the problem of covering cells with any number of shapes, given in all their
// orientations.
func coverProblem(cells func(yield func(x, y int) bool), shapes ...[][2]int) *matrix.Problem {
	b := matrix.NewBuilder()
	items := map[[2]int]matrix.ItemID{}
	for x, y := range cells {
		items[[2]int{x, y}] = b.AddPrimary(fmt.Sprintf("%d,%d", x, y), matrix.Once)
	}
	for at := range items {
		for _, shape := range shapes {
			var option []matrix.Entry
			for _, c := range shape {
				if i, ok := items[[2]int{at[0] + c[0], at[1] + c[1]}]; ok {
					option = append(option, matrix.Entry{Item: i})
				}
			}
			if len(option) == len(shape) {
				b.AddOption(option...)
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func rectangleCells(h, w int, holes ...[2]int) func(func(x, y int) bool) {
	return func(yield func(x, y int) bool) {
		for x := range h {
			for y := range w {
				hole := false
				for _, at := range holes {
					hole = hole || at == [2]int{x, y}
				}
				if !hole && !yield(x, y) {
					return
				}
			}
		}
	}
}

func allOrientations(shape [][2]int) (all [][][2]int) {
	for k := range 8 {
		var image [][2]int
		for _, c := range shape {
			if k >= 4 {
				c[0] = -c[0]
			}
			for range k % 4 {
				c = [2]int{c[1], -c[0]}
			}
			image = append(image, c)
		}
		all = append(all, image)
	}
	return all
}

var (
	domino     = allOrientations([][2]int{{0, 0}, {0, 1}})
	lTetromino = allOrientations([][2]int{{0, 0}, {1, 0}, {2, 0}, {2, 1}})
	tTetromino = allOrientations([][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 1}})
	iTetromino = allOrientations([][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}})
	iTromino   = allOrientations([][2]int{{0, 0}, {0, 1}, {0, 2}})
)

// TestKnown: published facts. (Golomb, Polyominoes, 1965 and 1994; Klarner, Packing a
// rectangle with congruent N-ominoes, 1969; Walkup, Covering a rectangle with T-tetrominoes,
// 1965.)
func TestKnown(t *testing.T) {
	for name, k := range map[string]struct {
		p       *matrix.Problem
		modulus int64 // or -1 if there is no certificate
	}{
		"mutilated board":           {coverProblem(rectangleCells(8, 8, [2]int{0, 0}, [2]int{7, 7}), domino...), 0},
		"19 by 19 dominoes":         {coverProblem(rectangleCells(19, 19), domino...), 0},
		"board without two corners": {coverProblem(rectangleCells(8, 8, [2]int{0, 0}, [2]int{0, 7}), domino...), -1},
		"T tetrominoes in 4 by 5":   {coverProblem(rectangleCells(4, 5), tTetromino...), 8},
		"T tetrominoes in 6 by 6":   {coverProblem(rectangleCells(6, 6), tTetromino...), 8},
		"T tetrominoes in 4 by 4":   {coverProblem(rectangleCells(4, 4), tTetromino...), -1},
		"L tetrominoes in 4 by 5":   {coverProblem(rectangleCells(4, 5), lTetromino...), 4},
		"L tetrominoes in 2 by 4":   {coverProblem(rectangleCells(2, 4), lTetromino...), -1},
		"straight in 6 by 6":        {coverProblem(rectangleCells(6, 6), iTetromino...), 0},
		"straight in 10 by 10":      {coverProblem(rectangleCells(10, 10), iTetromino...), 0},
		"trominoes, corner missing": {coverProblem(rectangleCells(8, 8, [2]int{0, 0}), iTromino...), 0},
		"trominoes, (2, 2) missing": {coverProblem(rectangleCells(8, 8, [2]int{2, 2}), iTromino...), -1},
		"an item without an option": {coverProblem(rectangleCells(1, 1), domino...), 0},
		"no items":                  {coverProblem(rectangleCells(0, 0), domino...), -1},
	} {
		t.Run(name, func(t *testing.T) {
			c, ok := deduce.FindCertificate(k.p, deduce.ProofOptions{})
			if ok != (k.modulus >= 0) || ok && c.Modulus != k.modulus {
				t.Fatalf("found %v modulo %d, not %d", ok, c.Modulus, k.modulus)
			}
			if ok {
				if err := checkByNames(k.p, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestRandomBoards: every board with more cells of one color than of the other has a certificate that dominoes cannot
// cover it. Of the other boards that dominoes cannot cover, some have a certificate.
func TestRandomBoards(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 8))
	unequal, others, proved := 0, 0, 0
	for range matrixtest.RandomRounds(200, 10_000) {
		on := map[[2]int]bool{}
		for x, y := range rectangleCells(4, 5) {
			if r.IntN(4) > 0 {
				on[[2]int{x, y}] = true
			}
		}
		difference := 0
		cells := func(yield func(x, y int) bool) {
			for x, y := range rectangleCells(4, 5) {
				if on[[2]int{x, y}] && !yield(x, y) {
					return
				}
			}
		}
		for x, y := range cells {
			difference += 1 - 2*((x+y)%2)
		}
		_, ok := deduce.FindCertificate(coverProblem(cells, domino...), deduce.ProofOptions{})
		covered := canTile(on)
		switch {
		case ok && covered:
			t.Fatalf("dominoes cover %v, and there is a proof that they do not", on)
		case difference != 0 && !ok:
			t.Fatalf("no proof was found that dominoes do not cover %v", on)
		case difference != 0:
			unequal++
		case !covered:
			if others++; ok {
				proved++
			}
		}
	}
	t.Logf("%d boards have more of one color; of %d others without a tiling %d have a certificate", unequal, others,
		proved)
	if unequal == 0 || others == 0 {
		t.Error("the test proves little")
	}
}

// canTile reports whether dominoes cover cells, by trying.
func canTile(on map[[2]int]bool) bool {
	for x, y := range rectangleCells(4, 5) {
		if !on[[2]int{x, y}] {
			continue
		}
		on[[2]int{x, y}] = false
		defer func() { on[[2]int{x, y}] = true }()
		for _, next := range [][2]int{{x + 1, y}, {x, y + 1}} {
			if !on[next] {
				continue
			}
			on[next] = false
			ok := canTile(on)
			if on[next] = true; ok {
				return true
			}
		}
		return false
	}
	return true
}
