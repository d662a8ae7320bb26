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

// fourSquare is a square of order 4 with symbols from 1, and 0 on open cells.
type fourSquare [16]int

// solvable reports whether a Latin square can be completed, by trying. If boxes is true, it must have distinct symbols
// in boxes too.
func (g fourSquare) solvable(boxes bool) bool {
	at := slices.Index(g[:], 0)
	for k, v := range g {
		for l, w := range g[:k] {
			same := k/4 == l/4 || k%4 == l%4 || boxes && k/8 == l/8 && k%4/2 == l%4/2
			if same && v == w && v > 0 {
				return false
			}
		}
	}
	if at < 0 {
		return true
	}
	for g[at] = 1; g[at] <= 4; g[at]++ {
		if g.solvable(boxes) {
			return true
		}
	}
	return false
}

func (g fourSquare) text() string {
	var b strings.Builder
	b.WriteString("latin 4 {\n  distinct on boxes 2x2\n  given \"\"\"\n")
	for k := range g {
		if k%4 == 0 {
			b.WriteString("    ")
		}
		b.WriteByte(".1234"[g[k]])
		if k%4 == 3 {
			b.WriteByte('\n')
		}
	}
	return b.String() + "  \"\"\"\n}\n"
}

// TestConflicts: of random sudokus, the clues that are said to be in conflict have no solution,
// and of all sets of clues that are smaller each has one, as a brute force finds.
func TestConflicts(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 7))
	conflicts, solvable := 0, 0
	rounds := matrixtest.RandomRounds(75, 3_000)
	for range rounds {
		var g fourSquare
		for range 3 + r.IntN(5) {
			g[r.IntN(16)] = 1 + r.IntN(4)
		}
		q, err := quadrille.Load("sudoku.puz", []byte(g.text()), quadrille.Options{})
		if err != nil {
			continue // a symbol stands twice in a unit
		}
		some, clash := g.solvable(true), false
		for reason, err := range explain.Reasons(context.Background(), q, quadrille.Search{}) {
			if some != (err == explain.ErrSolvable) {
				t.Fatalf("%s is solvable: %v; %s, %v", g.text(), some, reason.Sentences, err)
			}
			if reason.Kind == "conflict" {
				clash = true
				checkConflict(t, g, reason)
			}
		}
		if clash {
			conflicts++
		}
		if some {
			solvable++
		} else if !clash {
			t.Errorf("no conflict was found in\n%s", g.text())
		}
	}
	if conflicts < rounds/20 || solvable < rounds/10 {
		t.Errorf("%d conflicts, %d solvable: the test proves little", conflicts, solvable)
	}
}

// checkConflict tests that the clues in a conflict have no solution, and that all smaller sets of clues have one.
func checkConflict(t *testing.T, g fourSquare, r explain.Reason) {
	t.Helper()
	var kept fourSquare
	boxes := false
	for _, s := range r.TextSpans {
		line := s.File.LineOf(s.Start)
		if s.File.TextOf(s.Range) == "distinct on boxes 2x2" {
			boxes = true
			continue
		}
		at := (line-4)*4 + s.File.Position(s.Start).Column - 5
		kept[at] = g[at]
	}
	if kept.solvable(boxes) {
		t.Fatalf("%s\n%s can hold together", g.text(), r.Sentences)
	}
	if !strings.Contains(r.Sentences, "No conflict is smaller.") && len(r.TextSpans) > 1 {
		t.Errorf("%s\n%s: it is not known whether that is smallest", g.text(), r.Sentences)
	}
	var given []int
	for at, v := range g {
		if v > 0 {
			given = append(given, at)
		}
	}
	size := len(r.TextSpans)
	for set := range 1 << (len(given) + 1) {
		if bits.OnesCount(uint(set)) != size-1 {
			continue
		}
		var less fourSquare
		for k, at := range given {
			if set>>k&1 == 1 {
				less[at] = g[at]
			}
		}
		if !less.solvable(set>>len(given) == 1) {
			t.Fatalf("%s\n%s: %v and the boxes: %v is smaller", g.text(), r.Sentences, less, set>>len(given) == 1)
		}
	}
}

// TestConflictOfDissectionEnds: pieces that are too large are the reason, and what becomes of nine others, for which a
// search would not end, is not asked for ever.
func TestConflictOfDissectionEnds(t *testing.T) {
	rows := slices.Repeat([]string{strings.Repeat(".", 24)}, 24)
	for _, n := range rand.New(rand.NewPCG(18, 10)).Perm(24 * 24)[:256] {
		rows[n/24] = rows[n/24][:n%24] + "*" + rows[n/24][n%24+1:]
	}
	text := "shape b = \"\"\"\n" + strings.Join(rows, "\n") +
		"\n\"\"\"\ndissect 16x16 into 9 pieces forming b {\n  rotate\n  sizes 30..40\n}"
	q, err := quadrille.Load("cut.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for reason, err := range explain.Reasons(context.Background(), q, quadrille.Search{}) {
		if kinds = append(kinds, string(reason.Kind)); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(kinds, []string{"area"}) {
		t.Errorf("the reasons are %v", kinds)
	}
}

// A rule, and what it is in conflict with, are underlined.
func ExampleReasons_conflict() {
	text := `latin 4 {
  given """
    12..
    ....
    ..34
    ....
  """
  ascending on (2, 3) (0, 2)
}`
	p, err := quadrille.Load("less.puz", []byte(text), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for r, err := range explain.Reasons(context.Background(), p, quadrille.Search{}) {
		if r.Kind == "conflict" {
			fmt.Println(err)
			fmt.Print(r)
		}
	}
	// Output:
	// <nil>
	// These 2 clues cannot hold together: the given 4 at (2, 3), the rule `ascending on (2, 3) (0, 2)`. No conflict is smaller.
	//   5 |     ..34
	//     |        ^
	//   8 |   ascending on (2, 3) (0, 2)
	//     |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
	// ┌───────────────┐
	// │ 1   2   ·   · │
	// │               │
	// │ ·   ·   ·   · │
	// │               │
	// │ ·   ·   3   4*│
	// │               │
	// │ ·   ·   ·   · │
	// └───────────────┘
	// * marks the clues that clash.
}
