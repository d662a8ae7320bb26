package rule_test

import (
	"fmt"
	"testing"

	"quadrille/compile/compiletest"
)

func TestApart(t *testing.T) {
	compareFill(t, 3, 3, 3, "apart knight", func(v filling) bool {
		for a := range 9 {
			for b := range 9 {
				if difference(a/3, b/3)*difference(a%3, b%3) == 2 && v[a/3][a%3] == v[b/3][b%3] {
					return false
				}
			}
		}
		return true
	})
	compareFill(t, 2, 3, 3, "apart (0, 2)", func(v filling) bool {
		return v[0][0] != v[0][2] && v[1][0] != v[1][2]
	})
}

// TestApartAlone: neighbours differ, or not both have a symbol of a class.
func TestApartAlone(t *testing.T) {
	keeps := func(breaks func(a, b int) bool) func(filling) bool {
		return func(v filling) bool {
			for r := range 2 {
				for c := range 3 {
					if r > 0 && breaks(v[r-1][c], v[r][c]) || c > 0 && breaks(v[r][c-1], v[r][c]) {
						return false
					}
				}
			}
			return true
		}
	}
	one := func(n int) bool { return n == 1 }
	low := func(n int) bool { return n < 3 }
	compareFill(t, 2, 3, 3, "apart", keeps(func(a, b int) bool { return a == b }))
	compareFill(t, 2, 3, 3, "apart \"1\"\napart", keeps(func(a, b int) bool { return a == b }))
	compareFill(t, 2, 3, 3, `apart "1"`, keeps(func(a, b int) bool { return one(a) && one(b) }))
	compareFill(t, 2, 3, 4, `apart "21"`, keeps(func(a, b int) bool { return low(a) && low(b) }))
	compareFill(t, 2, 3, 4, "apart \"21\"\napart \"1\"\napart \"12\"",
		keeps(func(a, b int) bool { return low(a) && low(b) }))
	compareFill(t, 2, 3, 3, "apart \"12\"\ngiven \"\"\"\n.2.\n...\n\"\"\"", func(v filling) bool {
		return v[0][1] == 2 && keeps(func(a, b int) bool { return low(a) && low(b) })(v)
	})
	compareLatin(t, 4, `apart "12"`, func(v filling) bool {
		for r := range 4 {
			for c := range 4 {
				if r > 0 && low(v[r-1][c]) && low(v[r][c]) || c > 0 && low(v[r][c-1]) && low(v[r][c]) {
					return false
				}
			}
		}
		return true
	})
}

// TestApartCounts: published numbers of independent sets in graphs of moves, and of proper colorings of grids, for
// boards of 1 by 1, 2 by 2 and so on (OEIS A063443, A141243, A006506, A068253).
func TestApartCounts(t *testing.T) {
	for statement, counts := range map[string][]int{
		"place king on b { any apart king }":             {2, 5, 35, 314, 6427},
		"place knight on b { apart knight }":             {2, 16, 94, 1365, 55213},
		"place wazir on b { apart }":                     {2, 7, 63, 1234, 55447},
		"place wazir on b { apart (1, 0) }":              {2, 7, 63, 1234, 55447},
		`fill b with "01" { apart "1" }`:                 {2, 7, 63, 1234, 55447},
		`fill b with "01" { apart king "1" }`:            {2, 5, 35, 314, 6427},
		`fill b with "01" { apart knight "1" }`:          {2, 16, 94, 1365, 55213},
		`fill b with "123" { apart }`:                    {3, 18, 246, 7812},
		"pack b with any of X { leave any empty apart }": {2, 7, 63, 1234, 55447},
	} {
		for k, want := range counts {
			text := fmt.Sprintf("piece X = 1x1\nboard b on square = %dx%d\n%s", k+1, k+1, statement)
			if got := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, text, false)); got != want {
				t.Errorf("%s on %d by %d has %d solutions, published are %d", statement, k+1, k+1, got, want)
			}
		}
	}
}

// TestApartSymmetry: a reflection exchanges a piece and its mirror image, so it keeps a rule about both or none of
// them.
func TestApartSymmetry(t *testing.T) {
	for rule, want := range map[string]int{"": 8, "apart": 8, "apart {J}": 4, "apart {J'}": 4, "apart {J, J'}": 8,
		"apart {s}": 8} {
		p := compiletest.CompilePuzzle(t, `piece J = (0, 0) (1, 0) (1, 1) (1, 2)
set s = at most 2 of one-sided J
board b on square = 4x4
pack b with s {
  leave any empty
  `+rule+`
}`, true)
		if got := p.Symmetry().MotionCount(); got != want {
			t.Errorf("with %q the group has order %d, want %d", rule, got, want)
		}
	}
}
