package explain_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/explain"
	"quadrille/runtime/matrix/matrixtest"
)

// sixCells are the symbols on a board of 2 by 3 cells.
type sixCells [6]int

// rulePlace is the place of a rule in a text: line and column.
type rulePlace [2]int

// sixPairs are the neighbours among six cells, with the row and the column between them in a picture.
var sixPairs = []struct{ row, column, a, b int }{{0, 1, 0, 1}, {0, 3, 1, 2}, {1, 0, 0, 3}, {1, 2, 1, 4}, {1, 4, 2, 5},
	{2, 1, 3, 4}, {2, 3, 4, 5}}

var sixMarks = map[byte]func(a, b int) bool{
	'V': func(a, b int) bool { return a+b == 5 },
	'o': func(a, b int) bool { return a-b == 1 || b-a == 1 },
	'*': func(a, b int) bool { return a == 2*b || b == 2*a },
}

// randomMarks returns a text with marks and sums, and for the place of each rule a function that tests it. For some
// kinds of marks, all marks that hold are shown.
func randomMarks(r *rand.Rand) (string, map[rulePlace]func(sixCells) bool) {
	says := map[rulePlace]func(sixCells) bool{}
	picture := [3][]byte{[]byte(". . ."), []byte("     "), []byte(". . .")}
	for _, p := range sixPairs {
		if r.IntN(3) == 0 {
			mark := "Vo*"[r.IntN(3)]
			picture[p.row][p.column] = mark
			says[rulePlace{4 + p.row, 5 + p.column}] = func(c sixCells) bool { return sixMarks[mark](c[p.a], c[p.b]) }
		}
	}
	every := []string{"V", "o", "*", "o*"}[r.IntN(4)]
	says[rulePlace{7, 7}] = func(c sixCells) bool {
		for _, p := range sixPairs {
			mark, some := picture[p.row][p.column], false
			for _, m := range []byte(every) {
				some = some || sixMarks[m](c[p.a], c[p.b])
			}
			if shown := strings.IndexByte(every, mark) >= 0; some && !shown || shown &&
				!sixMarks[mark](c[p.a], c[p.b]) {
				return false
			}
		}
		return true
	}
	text := fmt.Sprintf("board b on square = 2x3\nfill b with \"1234\" {\n  marks \"\"\"\n    %s\n    %s\n    %s\n  "+
		"\"\"\" every %q\n", picture[0], picture[1], picture[2], every)
	for k := range 1 + r.IntN(3) {
		a, b, sum := r.IntN(6), r.IntN(5), 2+r.IntN(7)
		b = (a + 1 + b) % 6
		text += fmt.Sprintf("  sum %d on (%d, %d) (%d, %d)\n", sum, a/3, a%3, b/3, b%3)
		says[rulePlace{8 + k, 3}] = func(c sixCells) bool { return c[a]+c[b] == sum }
	}
	return text + "}\n", says
}

// allSix returns, for each way to fill six cells, the rules that it satisfies, as bits.
func allSix(rules []func(sixCells) bool) (kept []uint) {
	for n := range 1 << 12 {
		c, set := sixCells{}, uint(0)
		for k := range c {
			c[k] = 1 + n>>(2*k)&3
		}
		for k, rule := range rules {
			if rule(c) {
				set |= 1 << k
			}
		}
		kept = append(kept, set)
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}

// TestConflictsOfMarks: what is said to be in conflict is, all of it, and of no fewer rules there is a conflict, as a
// look at all ways to fill the cells says. The rule that marks stand wherever they hold speaks of those that stand as
// well.
func TestConflictsOfMarks(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second")
	}
	r := rand.New(rand.NewPCG(18, 11))
	seen := map[string]int{}
	for range matrixtest.RandomRounds(12, 2_000) {
		text, says := randomMarks(r)
		q, err := quadrille.Load("marks.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var places []rulePlace
		var rules []func(sixCells) bool
		for at, rule := range says {
			places, rules = append(places, at), append(rules, rule)
		}
		kept := allSix(rules)
		together := func(set uint) bool {
			return slices.ContainsFunc(kept, func(k uint) bool { return k&set == set })
		}
		everything := uint(1)<<len(rules) - 1
		for reason, err := range explain.Reasons(context.Background(), q, quadrille.Search{}) {
			if together(everything) != (err == explain.ErrSolvable) {
				t.Fatalf("%s\n%v: %s", text, err, reason.Sentences)
			}
			if seen[string(reason.Kind)]++; reason.Kind != "conflict" {
				continue
			}
			clash := uint(0)
			for _, s := range reason.TextSpans {
				at := s.File.Position(s.Start)
				clash |= 1 << slices.Index(places, rulePlace{at.Line, at.Column})
			}
			if together(clash) {
				t.Fatalf("%s\n%s They can.", text, reason.Sentences)
			}
			size := bits.OnesCount(clash)
			if !strings.Contains(reason.Sentences, "No conflict is smaller.") && size > 1 {
				t.Errorf("%s\n%s: it is not known whether that is smallest", text, reason.Sentences)
			}
			for set := range everything + 1 {
				if bits.OnesCount(set) == size-1 && !together(set) {
					t.Fatalf("%s\n%s: there is a smaller conflict", text, reason.Sentences)
				}
			}
			for _, word := range []string{"the mark", "and nowhere else", "sum"} {
				if strings.Contains(reason.Sentences, word) {
					seen[word]++
				}
			}
		}
	}
	for _, what := range []string{"", "conflict", "the mark", "and nowhere else", "sum"} {
		if seen[what] < 2 {
			t.Errorf("%q was seen %d times: the test proves little", what, seen[what])
		}
	}
}
