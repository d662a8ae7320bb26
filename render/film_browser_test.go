package render_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"quadrille"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// A film of the matrix (3) of "Dancing Links", and one of a problem with colors that lose their supports.
func browserFilms(t *testing.T) (matrix3, chain *render.SearchFilm) {
	t.Helper()
	text, err := os.ReadFile("../examples/matrix.puz")
	if err != nil {
		t.Fatal(err)
	}
	films := []*render.SearchFilm{}
	for _, text := range []string{string(text), `items x y z
secondary items s t
option x s:"red"
option y s:"red" t:"blue"
option y s:"blue" t:"red"
option z t:"red"
option z t:"blue"
`} {
		f, err := render.RecordFilm(context.Background(), loadPuzzle(t, text, quadrille.Options{}), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		films = append(films, f)
	}
	return films[0], films[1]
}

// In a browser the film of matrix (3) goes forth and back by keys and buttons, shows what the figures 3 and 4 of the
// paper show, and its one solution, and nothing is wrong with the page.
func TestBrowser(t *testing.T) {
	if os.Getenv(matrixtest.SlowTests) == "" {
		t.Skip("starts Chromium, for half a minute: set " + matrixtest.SlowTests)
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("needs Chromium")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs Node")
	}
	if _, err := os.Stat("../web/page/node_modules"); err != nil {
		t.Skip("needs npm ci --prefix web/page")
	}
	pictures := t.TempDir()
	writeFilm := func(name string, film *render.SearchFilm) string {
		var page bytes.Buffer
		if err := film.HTML(&page); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(pictures, name)
		if err := os.WriteFile(file, page.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	matrix3, chain := browserFilms(t)
	out, err := exec.Command("node", "testdata/browser.mjs", writeFilm("film.html", matrix3),
		writeFilm("chain.html", chain), pictures).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got struct {
		End, FifthNode, Back string
		Updates, Nodes       int
		Overflow             int
		Again                bool
		Played               string
		Solutions            [][]string
		Clicked              []string
		Figure3, Figure4     map[string]string
		Axe                  []string
		Before, Struck       []string
		Start                string
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	solution := []string{"A D", "C E F", "B G"} // rows 4, 1 and 5
	if got.Updates != 30 || got.Nodes != 6 || !reflect.DeepEqual(got.Solutions, [][]string{solution}) {
		t.Errorf("%d updates, %d nodes and the solutions %q; want 30, 6 and %q", got.Updates, got.Nodes, got.Solutions,
			solution)
	}
	if !got.Again || !strings.HasPrefix(got.FifthNode, "Step 130 ") || !strings.HasPrefix(got.Back, "Step 108 ") ||
		got.Played != "false" {
		t.Errorf("going back shows the start again: %t; the fifth node is %q, the one before it %q", got.Again,
			got.FifthNode, got.Back)
	}
	if !reflect.DeepEqual(got.Clicked, solution) {
		t.Errorf("a click on the solution goes to %q", got.Clicked)
	}
	// The paper: A is covered, and D and G have lost two and one of their three rows; then matrix (4).
	if want := map[string]string{"A": "2", "B": "2", "C": "2", "D": "1", "E": "2", "F": "2",
		"G": "2"}; !maps.Equal(got.Figure3, want) {
		t.Errorf("figure 3 has the sizes %v, want %v", got.Figure3, want)
	}
	if want := map[string]string{"B": "1", "C": "2", "E": "1", "F": "2"}; !maps.Equal(got.Figure4, want) {
		t.Errorf("figure 4 has the sizes %v, want %v", got.Figure4, want)
	}
	// By hand: x has only red for s, so y loses its option with blue, and with it the last support of red for t.
	if want := []string{"s:blue lost the support of x. Removed: y s:blue t:red",
		"t:red lost the support of y. Removed: z t:red"}; !reflect.DeepEqual(got.Before, want) ||
		!reflect.DeepEqual(got.Struck, []string{"y s:blue t:red", "z t:red"}) ||
		!strings.HasSuffix(got.Start, "2 of 5 options, which no solution has.") {
		t.Errorf("before the search: %q; %q are struck out; %q", got.Before, got.Struck, got.Start)
	}
	if len(got.Axe) > 0 || got.Overflow > 0 {
		t.Errorf("the page has faults: %q, and is %d too wide for a telephone", got.Axe, got.Overflow)
	}
}
