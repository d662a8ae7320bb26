package latin_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/generate"
	"quadrille/runtime/matrix/matrixtest"
)

// TestTally: tallies are written with the variables of partial-latin-gad in its order (section 16), twenty
// columns and a blank before each (section 73), and what is written is read again.
func TestTally(t *testing.T) {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	r := rand.New(rand.NewPCG(20, 73))
	for range matrixtest.RandomRounds(10, 100) {
		n := 2 + r.IntN(11)
		text, err := generate.MakePartialLatin(n, 1+r.IntN(n*n), false, r)
		if err != nil {
			t.Fatal(err)
		}
		rows := strings.Fields(text)
		var cells, inRow, inColumn []string
		for i := range n {
			column := ""
			for _, row := range rows {
				column += row[i : i+1]
			}
			for j := range n {
				if rows[i][j] == '.' {
					cells = append(cells, fmt.Sprintf("p%c%c", digits[i+1], digits[j+1]))
				}
				if !strings.Contains(rows[i], digits[j+1:j+2]) {
					inRow = append(inRow, fmt.Sprintf("r%c%c", digits[i+1], digits[j+1]))
				}
				if !strings.Contains(column, digits[j+1:j+2]) {
					inColumn = append(inColumn, fmt.Sprintf("c%c%c", digits[i+1], digits[j+1]))
				}
			}
		}
		p, err := quadrille.Load("square.txt", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tally := map[string]float64{}
		want := ""
		for k, variable := range append(append(cells, inRow...), inColumn...) {
			line := fmt.Sprintf("%20d %s\n", k*k, variable)
			var item string
			if _, err := fmt.Sscan(latin.TranslateTallyLine(line), &item, new(int)); err != nil {
				t.Fatalf("%q is read as %q", line, latin.TranslateTallyLine(line))
			}
			tally[item] = float64(k * k)
			want += line
		}
		var got strings.Builder
		if err := latin.WriteTallies(&got, primaryItems(t, p), tally); err != nil || got.String() != want {
			t.Fatalf("%s\nhas the tallies\n%s\nand should have\n%s\n%v", text, got.String(), want, err)
		}
	}
	for _, line := range []string{"cell[0,1] 5", "5 p1", "5 q11", "x p11", "p11 5", "5 p.1", "5 r1.", "-5 p11",
		"5 p11 6", ""} {
		if got := latin.TranslateTallyLine(line); got != line {
			t.Errorf("%q is read as %q", line, got)
		}
	}
	queens, err := quadrille.Load("q.puz", []byte("queens 4"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := latin.WriteTallies(&strings.Builder{}, primaryItems(t, queens), nil); err == nil {
		t.Error("queens have tallies of Latin squares")
	}
}

// primaryItems names the primary items of a puzzle.
func primaryItems(t *testing.T, p *quadrille.Puzzle) (names []string) {
	t.Helper()
	m, _, err := p.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.PrimaryCount() {
		names = append(names, m.Name(quadrille.ItemID(i)))
	}
	return names
}
