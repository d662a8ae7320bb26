package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestCountedSeveralTimes: random options that count several times for items have as many solutions as
// there are sets of options that add up.
func TestCountedSeveralTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 8))
	some := 0
	for range matrixtest.RandomRounds(37, 3000) {
		once, twice, totals, options := r.IntN(4), r.IntN(2), 1+r.IntN(2), 1+r.IntN(10)
		var text strings.Builder
		type bound struct{ low, high int }
		var bounds []bound
		for k := range once {
			fmt.Fprintf(&text, "items once[%d]\n", k)
			bounds = append(bounds, bound{1, 1})
		}
		for k := range twice {
			fmt.Fprintf(&text, "items twice[%d] 1..2\n", k)
			bounds = append(bounds, bound{1, 2})
		}
		for k := range totals {
			low := r.IntN(7)
			high := low + r.IntN(4)
			high = max(high, 1)
			switch r.IntN(5) {
			case 0:
				high = 1 << 20
				fmt.Fprintf(&text, "items total[%d] at least %d\n", k, low)
			case 1:
				low = 0
				fmt.Fprintf(&text, "items total[%d] at most %d\n", k, high)
			case 2:
				low, high = 0, 1<<20
				fmt.Fprintf(&text, "items total[%d] any\n", k)
			default:
				fmt.Fprintf(&text, "items total[%d] %d..%d\n", k, low, high)
			}
			bounds = append(bounds, bound{low, high})
		}
		text.WriteString("items dummy 0..99\noption dummy\n") // so that each family is there
		var covers [][]int
		for range options {
			cover := make([]int, len(bounds))
			text.WriteString("option")
			held := false
			for k := range once {
				if r.IntN(2) == 0 {
					cover[k], held = 1, true
					fmt.Fprintf(&text, " once[%d]", k)
				}
			}
			for k := range twice {
				if r.IntN(3) == 0 {
					cover[once+k], held = 1, true
					fmt.Fprintf(&text, " twice[%d]", k)
				}
			}
			for k := range totals {
				if r.IntN(3) > 0 || !held && k == totals-1 {
					cover[once+twice+k], held = r.IntN(5), true
					fmt.Fprintf(&text, " total[%d]*%d", k, cover[once+twice+k])
				}
			}
			text.WriteString("\n")
			covers = append(covers, cover)
		}
		want := int64(0)
	subsets:
		for set := range 1 << options {
			for k, b := range bounds {
				sum := 0
				for o, cover := range covers {
					if set>>o&1 == 1 {
						sum += cover[k]
						if slices.Max(cover) == 0 {
							continue subsets // without a primary item it is never chosen
						}
					}
				}
				if sum < b.low || sum > b.high {
					continue subsets
				}
			}
			want++
		}
		// The option of dummy is chosen or not.
		if got := countOf(t, text.String(), quadrille.Options{}); got != 2*want {
			t.Fatalf("%d solutions, want %d:\n%s", got, 2*want, &text)
		}
		if want > 0 {
			some++
		}
	}
	if some == 0 {
		t.Error("no puzzle has a solution")
	}
}

// TestEqualAlternatives: alternatives that count equally often for the same items are one, and the others are not.
func TestEqualAlternatives(t *testing.T) {
	for text, want := range map[string]int64{
		"items w any\nsecondary items z\nchoose {z:1 w*2, z:2 w*1, z:1 w*2}":                         2,
		"items w 1..2\nitems v 3\nsecondary items z\nchoose {z:1 w*2 v*3, z:1 w*1 v*3, z:1 w*2 v*3}": 2,
		"items w 2\nitems a\noption a\nchoose {w*2, w*2, w*1}":                                       1,
	} {
		if got := countOf(t, text, quadrille.Options{}); got != want {
			t.Errorf("%d solutions, want %d:\n%s", got, want, text)
		}
	}
}

// TestSumWithoutOrbits: a sum for which no orbit is left has one item, so that the matrix can be written.
func TestSumWithoutOrbits(t *testing.T) {
	p := loadPuzzle(t, "place rook on 1x4 {\n  exactly 3 on all\n  at most 2 on (0, 0) (0, 1) (0, 3)\n  "+
		"symmetric half-turn\n}", quadrille.Options{})
	m, _, err := p.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range matrix.ItemID(m.ItemCount()) {
		if seen[m.Name(i)] {
			t.Errorf("two items are called %s", m.Name(i))
		}
		seen[m.Name(i)] = true
	}
}

// TestStatesAreMinimal: behind each group of options there is a state for each set of ways to go on that keep the
// bound, other than the empty one (the theorem of Myhill and Nerode).
func TestStatesAreMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 19))
	merged := 0
	for range matrixtest.RandomRounds(40, 2000) {
		weights, sum := make([]int, 3+r.IntN(5)), 0
		var text strings.Builder
		for k := range weights {
			weights[k] = 1 + r.IntN(6)
			sum += weights[k]
			fmt.Fprintf(&text, "option bag*%d\n", weights[k])
		}
		low := r.IntN(sum)
		high := low + r.IntN(sum-low)
		if high == 0 {
			continue
		}
		fmt.Fprintf(&text, "items bag %d..%d\n", low, high)
		m, err := loadPuzzle(t, text.String(), quadrille.Options{}).Program().Candidates()
		if err != nil {
			t.Fatal(err)
		}
		colors := map[string]map[matrix.Color]bool{}
		for o := range matrix.OptionID(m.OptionCount()) {
			for _, e := range m.Option(o) {
				if name := m.Name(e.Item); strings.HasPrefix(name, "state") {
					if colors[name] == nil {
						colors[name] = map[matrix.Color]bool{}
					}
					colors[name][e.Color] = true
				}
			}
		}
		for read := 2; read < len(weights); read++ {
			futures, sums := map[string]bool{}, map[int]bool{}
			for begin := range 1 << read {
				future, total := "", weightOfSet(weights[:read], begin)
				for end := range 1 << (len(weights) - read) {
					if s := total + weightOfSet(weights[read:], end); low <= s && s <= high {
						future += fmt.Sprint(end, " ")
					}
				}
				if future != "" {
					futures[future], sums[total] = true, true
				}
			}
			if merged += len(sums) - len(futures); len(colors[fmt.Sprintf("state[bag,%d]", read-1)]) != len(futures) {
				t.Errorf("%sbehind %d options are %d states, and %d ways to go on", text.String(), read,
					len(colors[fmt.Sprintf("state[bag,%d]", read-1)]), len(futures))
			}
		}
	}
	if merged < 100 {
		t.Errorf("only %d sums are no states of their own", merged)
	}
}

// weightOfSet returns the sum of the weights whose bits are set.
func weightOfSet(weights []int, set int) (sum int) {
	for k, w := range weights {
		sum += set >> k & 1 * w
	}
	return sum
}
