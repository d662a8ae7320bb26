package latin_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/generate"

	"quadrille"
)

func loadAs(t *testing.T, format, text string) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("board", []byte(text), quadrille.Options{Format: quadrille.Format(format)})
	if err != nil {
		t.Fatalf("%s: %v\n%s", format, err, text)
	}
	return p
}

func loadPuzzle(t *testing.T, text string) *quadrille.Puzzle { return loadAs(t, "puz", text) }

// writtenText returns what a puzzle is in a format.
func writtenText(p *quadrille.Puzzle, format string) string {
	var b strings.Builder
	if err := p.WriteMatrix(&b, quadrille.DumpOptions{Format: quadrille.Format(format)}); err != nil {
		return err.Error()
	}
	return b.String()
}

// isCompletion reports whether a text is a Latin square without holes that agrees with the given square.
func isCompletion(text, given string) bool {
	rows, seen := strings.Fields(text), map[string]bool{}
	for i, row := range rows {
		for j, c := range row {
			seen[fmt.Sprintf("row %d %c", i, c)], seen[fmt.Sprintf("column %d %c", j, c)] = true, true
			if was := strings.Fields(given)[i][j]; was != '.' && rune(was) != c || c == '.' {
				return false
			}
		}
	}
	return len(seen) == 2*len(rows)*len(rows) && len(text) == len(given)
}

// TestSquaresGoRound: a partial square is the same after it was a puzzle, and its completion is a
// square that completes itself alone.
func TestSquaresGoRound(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(20, 3))
	for k := range 30 {
		n := 1 + r.IntN(12)
		text, err := generate.MakePartialLatin(n, r.IntN(n*n+1), k%2 == 0, r)
		if err != nil {
			t.Fatal(err)
		}
		p := loadAs(t, "latin", text)
		source, err := p.Source()
		if err != nil {
			t.Fatal(err)
		}
		if got, again := writtenText(p, "latin"), writtenText(loadPuzzle(t, source),
			"latin"); got != text || again != text {
			t.Fatalf("%s becomes %s and %s", text, got, again)
		}
		s, err := p.First(context.Background(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		square, err := s.LatinText()
		if err != nil || !isCompletion(square, text) || s.LineText() != strings.ReplaceAll(square, "\n", "") {
			t.Fatalf("%s is completed to %s %v", text, square, err)
		}
		if name := quadrille.DetectFormat("square.txt", []byte(square), quadrille.Options{}); n > 1 && name != "latin" {
			t.Fatalf("%s looks like %s", square, name)
		}
		count, err := loadAs(t, "latin", square).Count(context.Background(), quadrille.Search{})
		if err != nil || count.String() != "1" {
			t.Fatalf("%s has %v completions %v", square, count, err)
		}
	}
}

// TestSudokusGoRound: a sudoku in a line is the same after it was a puzzle, and its puzzle has
// boxes, so that another square is given back.
func TestSudokusGoRound(t *testing.T) {
	lines := []string{"1.....3..4.....2", strings.Repeat(".", 256)}
	files, err := filepath.Glob("../../examples/sudoku/[0-9]*.puz")
	if err != nil || len(files) != 20 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files[:5] {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Split(string(text), `"""`)[1]), ""))
	}
	for _, line := range lines {
		p := loadAs(t, "sudoku", line)
		source, err := p.Source()
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []*quadrille.Puzzle{p, loadPuzzle(t, source)} {
			if got := writtenText(q, "sudoku"); got != line+"\n" {
				t.Errorf("%s becomes %s", line, got)
			}
			if got := writtenText(q, "latin"); !strings.Contains(got, "rules") {
				t.Errorf("%s has boxes, and is written as %s", line, got)
			}
		}
	}
}

// TestSquaresThatAreMore: a puzzle that a square cannot express is refused, and symbols are numbered.
func TestSquaresThatAreMore(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for text, want := range map[string][]string{ // the formats in which it can be written
		"latin 4 { }":                                                            {"latin"},
		"latin 4 with \"QUIL\" { }":                                              {"latin"},
		"latin 4 { distinct on boxes 2x2 }":                                      {"sudoku"},
		"latin 4 { distinct on boxes 1x4 }":                                      {},
		"latin 6 { distinct on boxes 2x3 }":                                      {},
		"latin 4 { distinct on boxes 2x2 distinct on main diagonals }":           {},
		"latin 4 { distinct on main diagonals }":                                 {},
		"latin 4 { apart king }":                                                 {},
		"latin 4 { distinct on boxes 2x2 ascending on (0, 0) (0, 1) }":           {},
		"latin 4 { } queens 4":                                                   {},
		"latin 4 { } break swaps":                                                {},
		"latin 62 with \"" + manySymbols(62) + "\"":                              {},
		"latin 2 { orthogonal to \"\"\"\n12\n21\n\"\"\" }":                       {},
		"latin 4 { distinct on regions \"\"\"\nAABB\nAABB\nCCDD\nCCDD\n\"\"\" }": {"sudoku"},
		"latin 4 { distinct on regions \"\"\"\nAAAB\nABBB\nCCDD\nCCDD\n\"\"\" }": {},
		"queens 4": {},
	} {
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, format := range []string{"latin", "sudoku"} {
			if strings.Trim(writtenText(p, format), ".\n") == "" {
				got = append(got, format)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	p := loadPuzzle(t, "latin 3 with \"abc\" { given \"\"\"\nc..\n.c.\n...\n\"\"\" }")
	if got := writtenText(p, "latin"); got != "3..\n.3.\n...\n" {
		t.Errorf("symbols are written as %s", got)
	}
}

func manySymbols(n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteRune(rune('α' + k))
	}
	return b.String()
}
