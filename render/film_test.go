package render_test

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quadrille/render"

	"quadrille"
)

// A film counts the solutions of the puzzle and not those of its matrix, and the effort that the search with links
// counts.
func TestFilm(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	corners := `
piece L = """
  #.
  ##
"""
board b on square = 3x4
pack b with any of L
`
	blocks := `
board b on square = 3x3
fill b with "ox" {
  connected "x"
  exactly 4 "x" on b
}
`
	for name, test := range map[string]struct {
		text string
		o    quadrille.Options
		s    quadrille.Search
	}{
		"queens":         {text: "queens 5\n"},
		"first item":     {text: "queens 5\n", s: quadrille.Search{Choose: "first"}},
		"gad":            {text: "latin 3\n", s: quadrille.Search{FilterBy: "gad"}},
		"packing":        {text: corners},
		"up to symmetry": {text: corners, o: quadrille.Options{UpTo: quadrille.Symmetry}},
		"connected":      {text: blocks},
		"dissection":     {text: "dissect 1x3 into 2 pieces forming 1x3 {\n  shift\n}\n"},
		"side by side":   {text: "dissect 1x2 into 2 pieces forming 1x2 {\n  shift\n}\nlatin 2\n"},
		"weighted":       {text: "queens 6\n", s: quadrille.Search{Choose: "weighted"}},
		"random order":   {text: "queens 6\n", s: quadrille.Search{Order: "random", OptionOrder: "random", Seed: 3}},
	} {
		p := loadPuzzle(t, test.text, test.o)
		film, err := render.RecordFilm(context.Background(), p, test.s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		test.s.Engine, test.s.Effort = "links", &quadrille.Effort{}
		n := 0
		for _, err := range p.Solutions(context.Background(), test.s) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		want, got := test.s.Effort.Stats, film.SearchStats()
		if film.SolutionCount() != n || n == 0 || got.Nodes != want.Nodes || got.Updates != want.Updates ||
			got.Mems != want.Mems {
			t.Errorf("%s: the film shows %d solutions, %d nodes, %d updates, %d mems; the search %d, %d, %d, %d",
				name, film.SolutionCount(), got.Nodes, got.Updates, got.Mems, n, want.Nodes, want.Updates, want.Mems)
		}
		test.s.Limit = 1
		if first, err := render.RecordFilm(context.Background(), p, test.s); err != nil || first.SolutionCount() != 1 {
			t.Errorf("%s: one solution: %v", name, err)
		}
	}
}

// What is too large for a film says so, and how to go on.
func TestFilmTooLarge(t *testing.T) {
	for text, want := range map[string]string{
		"queens 9\n": "--limit 1",
		"use pentominoes\nboard b on square = 6x10\npack b with pentominoes\n": "a smaller board",
	} {
		_, err := render.RecordFilm(context.Background(), loadPuzzle(t, text, quadrille.Options{}), quadrille.Search{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q ends with %v, which should speak of %s", text, err, want)
		}
	}
	if _, err := render.RecordFilm(context.Background(), loadPuzzle(t, "queens 9\n", quadrille.Options{}),
		quadrille.Search{Limit: 1}); err != nil {
		t.Errorf("nine queens, one solution: %v", err)
	}
}

func ExampleRecordFilm() {
	p, err := quadrille.Load("two.puz", []byte("items x y\noption x\noption x y\n"), quadrille.Options{})
	if err != nil {
		panic(err)
	}
	film, err := render.RecordFilm(context.Background(), p, quadrille.Search{})
	if err != nil {
		panic(err)
	}
	fmt.Println(film.SolutionCount(), "solution,", film.SearchStats().Nodes, "nodes,", film.SearchStats().Updates,
		"updates")
	// film.HTML writes the page that plays it.
	// Output: 1 solution, 3 nodes, 4 updates
}

// The page that teaches Algorithm X plays the film of today, and speaks of steps that it has.
func TestTeachersPage(t *testing.T) {
	text, err := os.ReadFile("../examples/matrix.puz")
	if err != nil {
		t.Fatal(err)
	}
	film, err := render.RecordFilm(context.Background(), loadPuzzle(t, string(text), quadrille.Options{}),
		quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	var today strings.Builder
	if err := film.HTML(&today); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/algorithm-x.html")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := unpackFilm(t, string(page)), unpackFilm(t, today.String()); got != want {
		t.Error("docs/algorithm-x.html is out of date: puz solve examples/matrix.puz --trace html -o " +
			"docs/algorithm-x.html")
	}
	lesson, err := os.ReadFile("../docs/algorithm-x.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`algorithm-x\.html#(\d+)`).FindAllStringSubmatch(string(lesson), -1) {
		if n, _ := strconv.Atoi(m[1]); n > 200 {
			t.Errorf("the lesson speaks of step %d of 200", n)
		}
	}
	for _, fact := range []string{"30 updates in six nodes", "At [step 200]"} {
		if s := film.SearchStats(); !strings.Contains(string(lesson), fact) || s.Updates != 30 || s.Nodes != 6 {
			t.Errorf("the lesson does not say %q of %d updates in %d nodes", fact, s.Updates, s.Nodes)
		}
	}
}

// unpackFilm is a page with its film as text. How well it is packed depends on the version of Go.
func unpackFilm(t *testing.T, page string) string {
	t.Helper()
	m := regexp.MustCompile(`id="data">"([^"]*)"`).FindStringSubmatchIndex(page)
	if m == nil {
		t.Fatal("the page has no film")
	}
	packed, err := base64.StdEncoding.DecodeString(page[m[2]:m[3]])
	if err != nil {
		t.Fatal(err)
	}
	film, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return page[:m[2]] + string(film) + page[m[3]:]
}

// TestFilmBeforeSearch: a film lists the options that auto counts as removed before its search, whatever the effort of
// links, and its page strikes them out.
func TestFilmBeforeSearch(t *testing.T) {
	row := `board b on square = 3x3
fill b with "01" {
  runs rows "2,3,2" columns "2,3,2"
  given """
    1..
    ...
    ...
  """
}
`
	for name, text := range map[string]string{"runs": row, "no colors": "queens 5\n",
		"no solution": strings.Replace(row, "1..", "1.1", 1)} {
		p := loadPuzzle(t, text, quadrille.Options{})
		film, err := render.RecordFilm(context.Background(), p, quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		var page strings.Builder
		if err := film.HTML(&page); err != nil {
			t.Fatal(err)
		}
		data := unpackFilm(t, page.String())
		effort := quadrille.Effort{}
		if _, err := p.Count(context.Background(), quadrille.Search{Effort: &effort}); err != nil {
			t.Fatal(err)
		}
		removed := strings.Count(data, `"colored":`)
		isShort := strings.Contains(data, `"removed":`) && !strings.Contains(data, `"short":-1`)
		if isShort != (name == "no solution") || !isShort && removed != effort.Filtered {
			t.Errorf("%s: the film removes %d options, the search %d", name, removed, effort.Filtered)
		}
		if name == "runs" && removed == 0 {
			t.Errorf("%s: nothing is removed", name)
		}
	}
}
