package lower_test

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"quadrille"
)

// countRectangle counts the ways to cover a rectangle with dominoes under a rule.
func countRectangle(t *testing.T, rows, columns int, rule string) string {
	t.Helper()
	p, err := quadrille.Load("a.puz", fmt.Appendf(nil,
		"board b on square = %dx%d piece I2 = 1x2 pack b with any of I2 { %s }", rows, columns, rule),
		quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := p.Count(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

// TestTatami compares with the table of Dean Hickerson, OEIS A068920.
func TestTatami(t *testing.T) {
	table := [][]int{{0, 1, 0, 1, 0, 1, 0, 1}, {1, 2, 3, 4, 6, 9, 13, 19}, {0, 3, 0, 4, 0, 6, 0, 10},
		{1, 4, 4, 2, 3, 3, 3, 5},
		{0, 6, 0, 3, 0, 2, 0, 2}, {1, 9, 6, 3, 2, 2, 2, 1}}
	for r, row := range table {
		for c, want := range row {
			if got := countRectangle(t, r+1, c+1, "tatami"); got != strconv.Itoa(want) {
				t.Errorf("%d by %d: %s, want %d", r+1, c+1, got, want)
			}
		}
	}
}

// TestFaultless compares with the principle of inclusion and exclusion over the sets of lines that do cut a rectangle:
// its parts are covered by themselves. It shares nothing with the rule but the covers of rectangles without one.
func TestFaultless(t *testing.T) {
	covers := map[[2]int]*big.Int{}
	coversOf := func(rows, columns int) *big.Int {
		key := [2]int{min(rows, columns), max(rows, columns)}
		if covers[key] == nil {
			covers[key], _ = new(big.Int).SetString(countRectangle(t, key[0], key[1], ""), 10)
		}
		return covers[key]
	}
	for _, size := range [][2]int{{5, 5}, {5, 6}, {6, 6}, {5, 8}, {6, 7}, {6, 8}, {7, 8}} {
		sum := new(big.Int)
		for rowCuts := range 1 << (size[0] - 1) {
			for columnCuts := range 1 << (size[1] - 1) {
				heights, widths := cutLengths(size[0], rowCuts), cutLengths(size[1], columnCuts)
				product := big.NewInt(1 - 2*int64((len(heights)+len(widths))%2))
				for _, h := range heights {
					for _, w := range widths {
						product.Mul(product, coversOf(h, w))
					}
				}
				sum.Add(sum, product)
			}
		}
		if got := countRectangle(t, size[0], size[1], "faultless"); got != sum.String() {
			t.Errorf("%d by %d: %s, want %s", size[0], size[1], got, sum)
		}
	}
	// Ronald Graham, Fault-free tilings of rectangles, 1981: there are none below 5 by 6, and none of 6 by 6.
	if n := countRectangle(t, 6, 6, "faultless"); n != "0" {
		t.Errorf("6 by 6: %s, want 0", n)
	}
}

// cutLengths returns the lengths of the parts into which cuts, as bits, divide a length.
func cutLengths(length, cuts int) (parts []int) {
	from := 0
	for at := 1; at <= length; at++ {
		if at == length || cuts>>(at-1)&1 > 0 {
			parts = append(parts, at-from)
			from = at
		}
	}
	return parts
}

// TestSeamsOfHoles: a hole, an empty cell and an optional one that is not covered leave fewer than four pieces.
func TestSeamsOfHoles(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"board b on square = 2x2 piece I1 = 1x1 pack b with any of I1 { tatami }", "0"},
		{"board b on square = 2x2 - (0, 0) piece I1 = 1x1 pack b with any of I1 { tatami }", "1"},
		{"board b on square = 2x2 piece I1 = 1x1 pack b with any of I1 { tatami leave any empty }", "15"},
		{"board b on square = \"\"\"\n??\n##\n\"\"\" piece I1 = 1x1 pack b with any of I1 { tatami }", "3"},
		{"board b on square = 2x2 piece I1 = 1x1 piece V = (0, 0) (1, 1) pack b with any of I1 + any of V { tatami }",
			"3"},
		{"board b on square = 2x2 piece I2 = 1x2 pack b with any of I2 { tatami symmetric half-turn }", "2"},
		{"board b on square = 2x2 piece I1 = 1x1 pack b with any of I1 { faultless leave any empty }", "0"},
		{"board b on square = 1x2 + (1, 1) piece I1 = 1x1 piece I2 = 1x2 " +
			"pack b with any of I1 + any of I2 { faultless }", "0"},
		{"board b on square = (0, 0) (1, 1) piece I1 = 1x1 pack b with any of I1 { faultless }", "1"},
	} {
		p, err := quadrille.Load("a.puz", []byte(c.text), quadrille.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if n, err := p.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != c.want {
			t.Errorf("%s: %v %v, want %s", c.text, n, err, c.want)
		}
	}
}
