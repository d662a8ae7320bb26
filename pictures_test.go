package quadrille_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
)

// severalStatements are puzzles with boards of their own for pieces, men, symbols and letters.
var severalStatements = map[string]string{
	"pieces, men and symbols": "piece I2 = 1x2\nboard b on square torus = 2x3\npack b with 3 of I2\nqueens 4\nlatin 2",
	"square and cube": "piece I2 = 1x2\nboard b on square = 1x2\nboard c on cube = 2x1x1\npack b with " +
		"I2\nfill c with \"01\"",
	"letters and men": "board b on square = 2x2\nplace rook on b { exactly 1 on all }\nwords 1x2 from " +
		"\"list.txt\" { rows }",
	"tiles that turn": "tiles t = \"rrgg\"\nboard b on square = 1x1\npack b with t",
	"cubes with colors": "piece D on cube = legend \"r\" cell \"g\" cell \"\"\"\nrg\n\"\"\"\nboard b on cube = " +
		"1x1x2\npack b with D",
	"a cut and symbols": "board b on square = 1x2\nfill b with \"12\"\ndissect 1x2 into 2 pieces forming 1x2 { " +
		"shift  sizes 1 }",
}

// TestSolutionsLookDifferent: two solutions never look alike, be it as text, as a picture or in JSON: what tells them
// apart is dropped nowhere. (A line has the items of options alone, and those of men may be alike.)
func TestSolutionsLookDifferent(t *testing.T) {
	texts := map[string]string{}
	for name, example := range featureExamples {
		texts[name] = example.text
	}
	for name, text := range severalStatements {
		texts[name] = text
	}
	for name, text := range texts {
		p := loadPuzzle(t, text,
			quadrille.Options{Files: fstest.MapFS{"list.txt": {Data: []byte("if\nin\non\nthe\n")}}})
		seen := map[string]bool{}
		different := func(form, what string) {
			if key := form + ":" + what; seen[key] {
				t.Errorf("%s: two solutions are, as %s,\n%s", name, form, what)
			} else {
				seen[key] = true
			}
		}
		for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
			if err != nil {
				t.Fatal(err)
			}
			object, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			different("text", s.Text(quadrille.TextStyle{}))
			if name != "letters and men" {
				different("line", s.LineText())
			}
			different("JSON", string(object))
			if !p.IsDrawable() {
				continue
			}
			var svg strings.Builder
			if err := s.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			different("SVG", svg.String())
		}
	}
}

// TestSeveralBoards: placements have the cells of their own boards.
func TestSeveralBoards(t *testing.T) {
	s, err := loadPuzzle(t, severalStatements["pieces, men and symbols"], quadrille.Options{}).First(t.Context(),
		quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	rows := map[int32]bool{}
	for _, pl := range s.Placements() {
		if pl.Piece == "queen" {
			rows[pl.Cells[0][0]] = true
		}
	}
	if len(rows) != 4 {
		t.Errorf("four queens stand on %d rows: %v", len(rows), s.Placements())
	}
	s, err = loadPuzzle(t, severalStatements["square and cube"], quadrille.Options{}).First(t.Context(),
		quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	for _, pl := range s.Placements() {
		if want := map[bool]int{true: 2, false: 3}[pl.Piece != ""]; len(pl.Cells[0]) != want {
			t.Errorf("a cell of %s has %d coordinates, want %d", pl.Items, len(pl.Cells[0]), want)
		}
	}
	if square, err := s.LatinText(); err == nil || !strings.Contains(err.Error(),
		"solutions of this puzzle have more: pack and fill") {
		t.Errorf("as a square it is %s, %v", square, err)
	}
}

// TestColorsInText: a tile that turns has its colors with the clock from the top on, and each cell its own.
func TestColorsInText(t *testing.T) {
	for name, want := range map[string]string{
		"tiles that turn":   "  t0: (0, 0) rrgg\n  t0: (0, 0) grrg\n  t0: (0, 0) ggrr\n  t0: (0, 0) rggr\n",
		"cubes with colors": "  D: (0, 0, 0) r, (0, 0, 1) g\n  D: (0, 0, 0) g, (0, 0, 1) r\n",
	} {
		p := loadPuzzle(t, severalStatements[name], quadrille.Options{})
		for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
			text := s.Text(quadrille.TextStyle{})
			line := text[strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1:]
			if err != nil || !strings.Contains(want, line) {
				t.Errorf("%s: %v, and %q is none of %q", name, err, line, want)
			}
			want = strings.Replace(want, line, "", 1)
		}
		if want != "" {
			t.Errorf("%s: no solution has %q", name, want)
		}
	}
}
