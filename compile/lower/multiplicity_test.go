package lower_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// TestMultiplicityInEachRound: matrices of zeros and ones whose rows and columns have sums between given ones are
// as many as brute force finds; some rows and columns have none.
func TestMultiplicityInEachRound(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 25))
	some, empty := 0, 0
	for range matrixtest.RandomRounds(40, 1000) {
		low, high := [3]int{}, [3]int{}
		sums := [3]int{}
		for k := range low {
			low[k] = r.IntN(3)
			high[k] = low[k] + r.IntN(2)
			sums[k] = r.IntN(3)
			if high[k] == 0 {
				empty++
			}
		}
		text := fmt.Sprintf("table low = \"\"\"%s\"\"\"\ntable high = \"\"\"%s\"\"\"\ntable sums = \"\"\"%s\"\"\"\n",
			spaced(low), spaced(high), spaced(sums)) +
			"items row[r] (low[r])..(high[r]) for r in 0..2\nitems column[c] exactly sums[c] for c in 0..2\n" +
			"items cell[r,c] for r in 0..2, c in 0..2\n" +
			"option cell[r,c] for r in 0..2, c in 0..2\noption cell[r,c] row[r] column[c] for r in 0..2, c in 0..2\n" +
			"forbid together cell[0,0] row[0] column[0], cell[1,1] row[1] column[1]\n"
		want := 0
		for m := range 512 {
			ones, across, down := func(r, c int) int { return m >> (3*r + c) & 1 }, [3]int{}, [3]int{}
			for k := range 9 {
				across[k/3] += ones(k/3, k%3)
				down[k%3] += ones(k/3, k%3)
			}
			fits := down == sums && (ones(0, 0) == 0 || ones(1, 1) == 0)
			for k := range across {
				fits = fits && low[k] <= across[k] && across[k] <= high[k]
			}
			if fits {
				want++
			}
		}
		if got := countOf(t, text, quadrille.Options{}); got != int64(want) {
			t.Fatalf("%d solutions, want %d of\n%s", got, want, text)
		}
		if want > 0 {
			some++
		}
	}
	if some == 0 || empty == 0 {
		t.Errorf("%d puzzles have solutions, %d rows are empty: want some of both", some, empty)
	}
}

// TestMultiplicityWithOneBound: of four cells, each covered with the item or without it, those sets are solutions whose
// size the item allows: sums of binomial coefficients. The bound may depend on a round.
func TestMultiplicityWithOneBound(t *testing.T) {
	cells := "items cell[i] for i in 1..4\noption cell[i] for i in 1..4\noption cell[i] all for i in 1..4\n"
	for times, want := range map[string]int64{"any": 16, "at least 1": 15, "at least 2": 11, "at least 4": 1,
		"at least 5": 0, "at most 1": 5, "at most 4": 16, "exactly 2": 6, "1..2": 10} {
		if got := countOf(t, "items all "+times+"\n"+cells, quadrille.Options{}); got != want {
			t.Errorf("all %s: %d solutions, want %d", times, got, want)
		}
	}
	rounds := "items row[r] at least r for r in 0..2\nitems cell[r,c] for r in 0..2, c in 1..2\n" +
		"option cell[r,c] for r in 0..2, c in 1..2\noption cell[r,c] row[r] for r in 0..2, c in 1..2\n"
	if got := countOf(t, rounds, quadrille.Options{}); got != 4*3*1 {
		t.Errorf("rows with at least 0, 1 and 2 of two cells: %d solutions, want 12", got)
	}
}

func spaced(numbers [3]int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }

// TestMultiplicityThatIsNoRange: each round is asked, and the place of the multiplicity is told.
func TestMultiplicityThatIsNoRange(t *testing.T) {
	for _, times := range []string{"(2-r)..(r-1)", "exactly (r-2)", "(99999999999*r)"} {
		text := "items row[r] " + times + " for r in 1..3\noption row[r] for r in 1..3\n"
		p, err := quadrille.Load("rows.puz", []byte(text), quadrille.Options{})
		if err == nil {
			_, err = p.Count(context.Background(), quadrille.Search{})
		}
		if err == nil || !strings.Contains(err.Error(), "rows.puz:1:14") {
			t.Errorf("%s: the error is %v, want one at 1:14", times, err)
		}
	}
}
