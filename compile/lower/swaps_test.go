package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// swapsOf solves a puzzle without the squares that swaps make greater.
func swapsOf(t *testing.T, text string) *compile.Program {
	t.Helper()
	p, err := compile.CompileText("test.puz", []byte(text), check.Importer{}, compile.ProgramOptions{BreakSwaps: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSwapsOfKnuth: the counts are those of sections 76 and 77 of Knuth's partial-latin-gad-swap.
func TestSwapsOfKnuth(t *testing.T) {
	for _, c := range []struct {
		rows      string
		all, kept int
	}{
		{"12.. 21.. .... ....", 8, 1},
		{"..... ..453 .5.24 .35.2 .423.", 5, 4},
		{"..... ..213 .1.42 .31.4 .243.", 5, 1},
	} {
		n := len(strings.Fields(c.rows))
		text := fmt.Sprintf("latin %d {\n  given \"\"\"\n%s\n\"\"\"\n}\n", n, strings.ReplaceAll(c.rows, " ", "\n"))
		if got := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, text, false)); got != c.all {
			t.Errorf("%s: %d solutions, want %d", c.rows, got, c.all)
		}
		if got := compiletest.CountSolutions(t, swapsOf(t, text)); got != c.kept {
			t.Errorf("%s: %d solutions up to swaps, want %d", c.rows, got, c.kept)
		}
		if got := compiletest.CountSolutions(t, compiletest.CompilePuzzle(t, text+"break swaps\n",
			false)); got != c.kept {
			t.Errorf("%s: `break swaps` keeps %d solutions, want %d", c.rows, got, c.kept)
		}
	}
}

// TestSwapsAgainstBruteForce compares what is kept of random squares, with rules
// of every kind, with the squares without an arrangement that a swap makes
// greater, and sees to it that swaps lead from each square to one that is kept.
func TestSwapsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(76, 79))
	fewer, several := 0, 0
	orders, rules := map[int]int{}, map[string]int{}
	const all = 4000
	rounds := matrixtest.RandomRounds(37, all)
	for range rounds {
		tr := randomLatin(r)
		if tr.contradicts() {
			continue
		}
		all := tr.solutions()
		want := map[string]bool{}
		for square := range all {
			if !tr.swapsUp(square, all) {
				want[square] = true
			}
		}
		checkLatin(t, tr, swapsOf(t, tr.text()), want)
		classes := tr.swapClasses(all)
		for _, class := range classes {
			kept := 0
			for _, square := range class {
				if want[square] {
					kept++
				}
			}
			if kept == 0 {
				t.Fatalf("nothing is kept of %q\n%s", class, tr.text())
			}
			if kept > 1 {
				several++
			}
		}
		if len(want) < len(all) {
			fewer++
			orders[tr.n]++
			for _, rule := range tr.rules {
				rules[strings.Join(strings.Fields(rule)[:3], " ")]++
			}
			if tr.with != "" {
				rules["symbols"]++
			}
		}
	}
	t.Logf("fewer squares are kept of %d, by order %v, with the rules %v; several of %d classes", fewer, orders, rules,
		several)
	// There is no arrangement in a square of order 3, and hardly one beside a mate.
	few := min(rules["distinct on boxes"], rules["distinct on regions"], rules["symbols"])
	if fewer < scaled(300, rounds, all) || several < scaled(30, rounds, all) || orders[4] < scaled(100, rounds, all) ||
		orders[5] < scaled(20, rounds, all) || few < scaled(10, rounds, all) {
		t.Error("the test proves little")
	}
}

// TestSwapsBetweenBoxes: of the 288 squares of order 4 with boxes those are kept that no swap makes greater. The four
// cells of a swap are in two boxes, which its diagonals meet in different orders.
func TestSwapsBetweenBoxes(t *testing.T) {
	tr := newLatinTrial(4)
	tr.addBoxes(2)
	all, want := tr.solutions(), map[string]bool{}
	for square := range all {
		if !tr.swapsUp(square, all) {
			want[square] = true
		}
	}
	if len(all) != 288 || len(want) == len(all) {
		t.Fatalf("%d squares, of which %d cannot be made greater", len(all), len(want))
	}
	checkLatin(t, tr, swapsOf(t, tr.text()), want)
}

// swapped visits the squares that one swap makes of a square, and reports whether each comes later in reading order.
func (tr *latinTrial) swapped(square string, visit func(other string, later bool)) {
	v := strings.Split(square, "")
	n := tr.n
	for a := range n * n {
		for b := a + n + 1; b < n*n; b++ {
			c, d := a/n*n+b%n, b/n*n+a%n
			if b%n <= a%n || v[a] != v[b] || v[c] != v[d] || v[a] == v[c] {
				continue
			}
			other := slices.Clone(v)
			other[a], other[b], other[c], other[d] = v[c], v[c], v[a], v[a]
			visit(strings.Join(other, ""), slices.Index(tr.symbols, v[a]) < slices.Index(tr.symbols, v[c]))
		}
	}
}

// swapsUp reports whether a swap makes a square that comes later and is a
// solution as well.
func (tr *latinTrial) swapsUp(square string, all map[string]bool) (up bool) {
	tr.swapped(square, func(other string, later bool) { up = up || later && all[other] })
	return up
}

// swapClasses joins squares that swaps lead to one another.
func (tr *latinTrial) swapClasses(all map[string]bool) map[string][]string {
	root := map[string]string{}
	var find func(string) string
	find = func(s string) string {
		if root[s] == "" || root[s] == s {
			return s
		}
		root[s] = find(root[s])
		return root[s]
	}
	for square := range all {
		tr.swapped(square, func(other string, _ bool) {
			if all[other] {
				root[find(square)] = find(other)
			}
		})
	}
	classes := map[string][]string{}
	for square := range all {
		classes[find(square)] = append(classes[find(square)], square)
	}
	return classes
}

// TestNumberOfSwaps: an empty square has one swap for each choice of two rows, two columns and two symbols.
func TestNumberOfSwaps(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	for _, c := range []struct{ n, want int }{{1, 0}, {2, 1}, {3, 27}, {9, 36 * 36 * 36}} {
		p := swapsOf(t, fmt.Sprint("latin ", c.n))
		if got := len(compiletest.PuzzleMatrix(t, p).Nogoods()); got != c.want {
			t.Errorf("order %d: %d nogoods, want %d", c.n, got, c.want)
		}
	}
	if _, err := compile.CompileText("test.puz", []byte("latin 20\nbreak swaps\n"), check.Importer{},
		compile.ProgramOptions{}); !compiletest.HasCode(err, codes.TooLarge) {
		t.Errorf("the swaps of order 20 give %v", err)
	}
}

// TestSwapsOfNoSquare: swaps are asked for from outside.
func TestSwapsOfNoSquare(t *testing.T) {
	_, err := compile.CompileText("test.puz", []byte("queens 4\n"), check.Importer{},
		compile.ProgramOptions{BreakSwaps: true})
	if !compiletest.HasCode(err, codes.SwapsNeedLatin) {
		t.Errorf("the swaps of queens give %v", err)
	}
}

// TestLatinMatchings: a plain square has 3n matchings, with each item once on the left and once on the right, and one
// more matching for each further unit.
func TestLatinMatchings(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"latin 2", []string{"row 0", "row 1", "column 0", "column 1", "value 1", "value 2"}},
		{"latin 2 with \"XO\" { distinct on main diagonals }",
			[]string{"row 0", "row 1", "column 0", "column 1", "value X",
				"value O", "diagonal 0", "diagonal 1"}},
		{"latin 2 { distinct on boxes 1x2 given \"\"\"\n1.\n..\n\"\"\" }",
			[]string{"row 0", "row 1", "column 0", "column 1", "value 1", "value 2", "box 0", "box 1"}},
		{"latin 2 { given \"\"\"\n12\n..\n\"\"\" orthogonal to \"\"\"\n11\n22\n\"\"\" }",
			[]string{"row 1", "column 0", "column 1", "value 1", "value 2", "mate 2"}},
		{"latin 2 { given \"\"\"\n12\n21\n\"\"\" }", nil},
	} {
		p := compiletest.CompilePuzzle(t, c.text, false)
		var names []string
		sides := map[matrix.ItemID][2]int{}
		for _, m := range compiletest.PuzzleMatrix(t, p).Matchings() {
			names = append(names, m.Name)
			if len(m.LeftItems) != len(m.RightItems) {
				t.Errorf("%s: %s has %d and %d items", c.text, m.Name, len(m.LeftItems), len(m.RightItems))
			}
			for _, i := range m.LeftItems {
				sides[i] = [2]int{sides[i][0] + 1, sides[i][1]}
			}
			for _, i := range m.RightItems {
				sides[i] = [2]int{sides[i][0], sides[i][1] + 1}
			}
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%s has the matchings %q, want %q", c.text, names, c.want)
		}
		for i, n := range sides {
			if n != [2]int{1, 1} && c.text == "latin 2" {
				t.Errorf("%s: %s is on the left %d times, on the right %d times", c.text,
					compiletest.PuzzleMatrix(t, p).Name(i), n[0], n[1])
			}
		}
	}
}

// TestPlaceMatchings: two families of lines are matched if every man is on a line of each family, and every line of one
// family has a man.
func TestPlaceMatchings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"queens 4", "row with column 4 4"},
		{"board b on square = 2x3\nplace rook on b { exactly 1 on rows at most 1 on columns }", "row with column 2 3"},
		{"board b on square = 3x2\nplace rook on b { at most 1 on rows exactly 1 on columns }", "column with row 2 3"},
		{"board b on square = 3x2\nplace rook on b { exactly 1 on rows exactly 1 on columns }", "column with row 2 3"},
		{"board b on square = 3x2\nplace rook on b { exactly 1 on rows at most 1 on columns }", ""},
		{"board b on square = 2x2\nplace rook on b { at most 1 on rows at most 1 on columns }", ""},
		{"board b on square = 2x2\nplace rook on b { exactly 1 on rows 1..2 on columns }", ""},
		// The last column has one cell, and at most one man in any case.
		{"board b on square = 2x2 + 1x1 at (0, 2)\nplace rook on b { exactly 1 on rows at most 1 on columns }", ""},
		{"board b on square = 2x2 + 1x1 at (0, 2)\n" +
			"place rook on b { exactly 1 on rows at most 1 on columns none on (0, 2) }",
			"row with column 2 2"},
		{"queens 5 torus", "row with column 5 5; row with rising 5 5; row with falling 5 5; column with rising 5 5; " +
			"column with falling 5 5"},
		{"board b on square = 2x2\nplace rook on b { exactly 1 on rows exactly 1 on regions \"\"\"\nab\nba\n\"\"\" " +
			"exactly 2 }", "row with region 2 2"},
		{"board b on hexagon = 2x2\nplace rook on b { exactly 1 on rows at most 1 on columns }", "row with column 2 2"},
	} {
		var got []string
		for _, m := range compiletest.PuzzleMatrix(t, compiletest.CompilePuzzle(t, c.text, false)).Matchings() {
			got = append(got, fmt.Sprint(m.Name, " ", len(m.LeftItems), " ", len(m.RightItems)))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s\nhas the matchings %q, want %q", c.text, text, c.want)
		}
	}
}
