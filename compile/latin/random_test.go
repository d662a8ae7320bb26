package latin_test

import (
	"slices"
	"testing"

	"quadrille/compile/latin"
	"quadrille/runtime/matrix/matrixtest"
)

func TestRandomIsLatin(t *testing.T) {
	rng := seed(1)
	for n := -1; n <= 20; n++ {
		for range 5 {
			s := latin.RandomSquare(n, rng)
			if s.Order() != max(n, 0) || !isLatin(s) {
				t.Fatalf("order %d:\n%v", n, s)
			}
		}
	}
}

// TestRandomIsDeterministic: the same random numbers make the same square, and other numbers another square.
func TestRandomIsDeterministic(t *testing.T) {
	a, b, c := latin.RandomSquare(9, seed(5)), latin.RandomSquare(9, seed(5)), latin.RandomSquare(9, seed(6))
	if !slices.EqualFunc(a.Cells, b.Cells, slices.Equal) {
		t.Errorf("the same seed makes two squares:\n%v\n%v", a, b)
	}
	if slices.EqualFunc(a.Cells, c.Cells, slices.Equal) {
		t.Errorf("two seeds make one square:\n%v", a)
	}
}

// TestRandomIsUniform: all squares of order 2, 3 and 4 are found about equally
// often. The sum of squares has n-1 degrees of freedom, and so is above the
// limit once in a thousand times.
func TestRandomIsUniform(t *testing.T) {
	for _, c := range []struct {
		order, squares int
		limit          float64
	}{
		{2, 2, 10.83},
		{3, 12, 31.26},
		{4, 576, 685.5},
	} {
		if c.order > 3 && testing.Short() {
			t.Skip("the larger order takes thousands of squares")
		}
		rng, count, each := seed(8), map[string]int{}, matrixtest.RandomRounds(10, 60)
		if c.order < 4 {
			each = 60
		}
		for range each * c.squares {
			count[latin.RandomSquare(c.order, rng).String()]++
		}
		if len(count) != c.squares {
			t.Errorf("order %d: %d squares of %d", c.order, len(count), c.squares)
		}
		if chi := chiSquare(count, float64(each)); chi > c.limit {
			t.Errorf("order %d: chi square is %.1f, and should be below %.1f", c.order, chi, c.limit)
		}
	}
}

// TestRandomMainClasses: of the 161,280 squares of order 5, 17,280 are isotopic to the cyclic square, and have no
// intercalates. So the test shows if a walk stays near its beginning.
func TestRandomMainClasses(t *testing.T) {
	trials := float64(matrixtest.RandomRounds(1000, 8000))
	rng, cyclic := seed(9), 0
	for range int(trials) {
		if intercalates(latin.RandomSquare(5, rng)) == 0 {
			cyclic++
		}
	}
	p := 17280.0 / 161280
	mean, variance := trials*p, trials*p*(1-p)
	if d := float64(cyclic) - mean; d*d > 10.83*variance {
		t.Errorf("%d of %.0f squares have no intercalate, where %.0f are expected", cyclic, trials, mean)
	}
}

// intercalates counts the subsquares of order 2.
func intercalates(s latin.Square) int {
	count := 0
	for i, top := range s.Cells {
		for _, bottom := range s.Cells[:i] {
			for j := range top {
				for k := range j {
					if top[j] == bottom[k] && top[k] == bottom[j] {
						count++
					}
				}
			}
		}
	}
	return count
}

func chiSquare(count map[string]int, each float64) float64 {
	sum := 0.0
	for _, n := range count {
		d := float64(n) - each
		sum += d * d / each
	}
	return sum
}
