package quadrille_test

import (
	"testing"

	"quadrille"
)

// TestImportSaysAll: the puzzle that a dump becomes has as many solutions as the dump. The numbers are found by hand.
func TestImportSaysAll(t *testing.T) {
	for _, c := range []struct {
		format          quadrille.Format
		dump, solutions string
	}{
		// a name for the first color is taken
		{"dlx", "a b | z\na z:é!\nb z:c0\nb z:é!\n", "1"},
		{"dlx", "a b | z\na z:c1\nb z:for\nb z:c0\nb z:c1\n", "1"}, // one is a word of the language
		// numbers that are spelled in two ways
		{"dlx", "a b | z\na z:1\nb z:01\nb z:1\n", "1"},
		{"dlx", "1:2|a b | y[1] z\na b\na y[1]\nb z\n| forbid 0 1\n", "2"}, // multiplicities, and a nogood
		// names that a puzzle gives to others
		{"dlx", "x[1] x | y\nx[1] y\nx\nx[1]\n", "2"},
		{"polyominoes", "00 01\nb\nb 1 1 00 01\n", "1"},                              // a piece called like the board
		{"polyominoes", "00 01 02\nb | p é\nb 1 1 00 01\np 1 1 00\né 1 1 00\n", "4"}, // pieces that may be left out
		{"polyominoes", "00 01\nfor A'B\nfor 1 1 00\nA'B 1 1 00\n", "2"},             // words, and quotes
		// four turns of A are alike, and each is counted
		{"polyominoes", "00 01 10 11\nA B\nA 4 2 00 01\nB 1 1 00 01\n", "8"},
		{"sudoku", "1234341221434321", "1"},
		{"latin", "12\n..\n", "1"},
	} {
		p := loadAs(t, c.format, c.dump)
		text, err := p.Source()
		if err != nil {
			t.Fatal(err)
		}
		imported := loadAs(t, "puz", text)
		if got := countAll(t, p); got != c.solutions {
			t.Errorf("%s has %s solutions, want %s", c.dump, got, c.solutions)
		}
		if got, want := countAll(t, imported), countAll(t, p); got != want {
			t.Errorf("%s has %s solutions, and imported %s:\n%s", c.dump, want, got, text)
		}
	}
}

func loadAs(t *testing.T, format quadrille.Format, text string) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("board", []byte(text), quadrille.Options{Format: format})
	if err != nil {
		t.Fatalf("%s: %v\n%s", format, err, text)
	}
	return p
}

func countAll(t *testing.T, p *quadrille.Puzzle) string {
	t.Helper()
	n, err := p.Count(t.Context(), quadrille.Search{Engine: "links"})
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}
