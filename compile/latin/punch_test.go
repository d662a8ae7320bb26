package latin_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/compile/latin"
)

// checkPunched checks that a punched square has k more holes, and that its other cells are unchanged.
func checkPunched(t *testing.T, before, after latin.Square, k int) {
	t.Helper()
	if got := after.CountHoles() - before.CountHoles(); got != k {
		t.Fatalf("%d holes are new, and not %d:\n%v", got, k, after)
	}
	for i, row := range after.Cells {
		for j, v := range row {
			if v != 0 && v != before.Cells[i][j] {
				t.Fatalf("row %d, column %d has become %d:\n%v", i+1, j+1, v, before)
			}
		}
	}
}

func TestHoles(t *testing.T) {
	rng := seed(1)
	for n := range 7 {
		full := latin.RandomSquare(n, rng)
		kept := full.Clone()
		for k := range n*n + 1 {
			s := latin.PunchHoles(full, k, rng)
			checkPunched(t, full, s, k)
			checkPunched(t, s, latin.PunchHoles(s, n, rng), min(n, n*n-k))
		}
		checkPunched(t, full, latin.PunchHoles(full, -1, rng), 0)
		checkPunched(t, full, latin.PunchHoles(full, n*n+1, rng), n*n)
		checkPunched(t, kept, full, 0)
	}
}

// TestHolesAreEven: each of the 126 sets of four cells of nine is about equally likely. The limit is exceeded once in a
// thousand times.
func TestHolesAreEven(t *testing.T) {
	const each = 100
	rng, count, full := seed(2), map[string]int{}, latin.RandomSquare(3, seed(2))
	for range each * 126 {
		count[latin.PunchHoles(full, 4, rng).String()]++
	}
	if chi := chiSquare(count, each); len(count) != 126 || chi > 178 {
		t.Errorf("%d sets, chi square %.1f", len(count), chi)
	}
}

// TestBalanced: rows and columns have k/n holes, rounded down or up.
func TestBalanced(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	rng := seed(3)
	for n := 1; n <= 12; n++ {
		full := latin.RandomSquare(n, rng)
		kept := full.Clone()
		for k := range n*n + 1 {
			s := latin.PunchBalancedHoles(full, k, rng)
			checkPunched(t, full, s, k)
			d := s.Graph().Degrees()
			low, high := k/n, (k+n-1)/n
			for _, holes := range append(d.RowDegrees, d.ColumnDegrees...) {
				if holes < low || holes > high {
					t.Fatalf("%d holes, and not %d to %d:\n%v", holes, low, high, s)
				}
			}
		}
		checkPunched(t, kept, full, 0)
	}
}

func TestBalancedLimits(t *testing.T) {
	rng := seed(4)
	for n := range 4 {
		full := latin.RandomSquare(n, rng)
		checkPunched(t, full, latin.PunchBalancedHoles(full, -5, rng), 0)
		checkPunched(t, full, latin.PunchBalancedHoles(full, n*n+5, rng), n*n)
	}
}

// TestPunchIsDeterministic: the same numbers punch the same holes.
func TestPunchIsDeterministic(t *testing.T) {
	full := latin.RandomSquare(9, seed(5))
	for name, punch := range map[string]func(latin.Square, int, *rand.Rand) latin.Square{
		"Holes": latin.PunchHoles, "Balanced": latin.PunchBalancedHoles,
	} {
		a, b := punch(full, 30, seed(6)), punch(full, 30, seed(6))
		if !slices.EqualFunc(a.Cells, b.Cells, slices.Equal) {
			t.Errorf("%s:\n%v\n%v", name, a, b)
		}
	}
}
