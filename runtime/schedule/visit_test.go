package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// pickOne returns one of some strings at random.
func pickOne(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// randomSymmetric returns the text of a random puzzle: to pack a small board with pieces, or to place chessmen on it.
// Many of these puzzles have symmetries.
func randomSymmetric(r *rand.Rand) string {
	rows, columns := 2+r.IntN(3), 2+r.IntN(4)
	board := fmt.Sprintf("board b on square%s = %dx%d", pickOne(r, "", "", "", " cylinder", " torus"), rows, columns)
	if r.IntN(4) == 0 {
		board += fmt.Sprintf(" - 1x1 at (%d, %d)", r.IntN(rows), r.IntN(columns))
	}
	if r.IntN(5) == 0 {
		return fmt.Sprintf("%s\nplace rook on b { %s on rows  %s on columns }\n", board, pickOne(r, "exactly 1", "1..2"),
			pickOne(r, "at most 1", "at most 2"))
	}
	return "use dominoes\nuse trominoes\nuse tetrominoes\n" + board + "\npack b with " + pickOne(r, "any of I2",
		"any of I2 + any of V3", "2 of V3 + any of I2",
		"one-sided tetrominoes + any of I2", "1..2 of V3 + any of I2", "tetrominoes", "any of T4 + any of V3",
		"I2 + V3 + any of I3") + "\n"
}

// TestClassesWithoutAVisit: counts of classes without a visit of all solutions equal those of links, which visit all.
func TestClassesWithoutAVisit(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 7))
	groups, visited := map[int]bool{}, 0
	rounds := matrixtest.RandomRounds(40, 5000)
	for range rounds {
		text := randomSymmetric(r)
		p, err := quadrille.Load("b.puz", []byte(text), quadrille.Options{UpTo: []quadrille.UpTo{quadrille.Symmetry,
			quadrille.Rotation}[r.IntN(2)]})
		if err != nil {
			t.Fatalf("%s%v", text, err)
		}
		group, _ := p.Group()
		want, err := p.Count(t.Context(), quadrille.Search{Engine: "links"})
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{"memo", "halves"} {
			var e quadrille.Effort
			n, err := p.Count(t.Context(), quadrille.Search{Engine: quadrille.Engine(engine), Effort: &e})
			if err != nil || n.String() != want.String() {
				t.Fatalf("%s%v: %v with %s, %v; links visit %v", text, group, n, engine, err, want)
			}
			if !strings.Contains(e.Why, "classes") {
				visited++
			}
		}
		if want.AtLeast().Sign() > 0 {
			groups[len(group.Motions)] = true
		}
	}
	if !testing.Short() && len(groups) < 3 || visited > rounds/2 {
		t.Errorf("the groups of boards with solutions have these orders only: %v; and %d counts needed a visit", groups,
			visited)
	}
}

// TestLongVisitOfClasses: if a visit of all solutions would take long, the classes are counted without it.
func TestLongVisitOfClasses(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("slow: only where " + matrixtest.SlowTests + " is set")
	}
	text := "use dominoes\nboard b on square = 7x8\npack b with any of I2\nbreak symmetry\n"
	p, err := quadrille.Load("b.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var counts []string
	for _, engine := range []string{"dense", "auto"} {
		var e quadrille.Effort
		n, err := p.Count(t.Context(), quadrille.Search{Engine: quadrille.Engine(engine), Effort: &e})
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, n.String())
		if engine == "auto" && e.Engine != "memo" {
			t.Errorf("the classes were counted by %s", e.Engine)
		}
	}
	if counts[0] != counts[1] {
		t.Errorf("dense visits %s classes, and auto counts %s", counts[0], counts[1])
	}
}
