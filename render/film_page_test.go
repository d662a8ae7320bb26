package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// filmOf takes down a search of a problem.
func filmOf(t *testing.T, p *matrix.Problem) *filmDocument {
	t.Helper()
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}})
	f, err := s.RecordFilm(context.Background(), 1_000_000, 100_000,
		[]dlx.ComparedChooser{{Name: "first", Chooser: dlx.FirstItem{}}},
		func(matrix.Solution) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	return &filmDocument{PageTitle: `a "title" </title><script>alert(1)</script>`, RecordedSearch: f,
		ChooserName:      "mrv",
		ComparedChoosers: []string{"first"}}
}

// The script of the page goes forth and back through films of random problems: every state comes again, all lists are
// linked both ways, and it counts and finds what the search does.
func TestPlayer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Node")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs Node")
	}
	r := rand.New(rand.NewPCG(17, 5))
	var films []*filmDocument
	var in []filmData
	for range matrixtest.RandomRounds(30, 300) {
		f := filmOf(t, matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3,
			MaxOptions: 14,
			ColorCount: 2, HasMultiplicities: true, MaxNogoods: 2}))
		films, in = append(films, f), append(in, f.scriptData())
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command("node", "testdata/film.mjs", "page/film.js")
	run.Stdin = bytes.NewReader(text)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got []struct {
		Updates       int64
		Chosen        map[int]matrix.Solution
		Wrong, Differ int
		Whole         bool
		Sizes         []int
	}
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(films) {
		t.Fatalf("%v: %s", err, out)
	}
	solutions := 0
	for k, f := range films {
		g, stats := got[k], f.RecordedSearch.Stats
		if g.Updates != stats.Updates || len(g.Chosen) != int(stats.Solutions) {
			t.Errorf("the page counts %d updates and %d solutions, the search %d and %d", g.Updates, len(g.Chosen),
				stats.Updates, stats.Solutions)
		}
		if g.Wrong > 0 || g.Differ > 0 || !g.Whole {
			t.Errorf("%d lists are wrong, %d states differ on the way back, and the end is the start: %t", g.Wrong,
				g.Differ, g.Whole)
		}
		for _, n := range g.Sizes {
			if n > 2*len(f.RecordedSearch.Moves) {
				t.Errorf("steps of some size do not come to the end: %v", g.Sizes)
			}
		}
		for _, s := range g.Chosen {
			solutions++
			if err := f.RecordedSearch.Problem.Verify(s); err != nil {
				t.Errorf("what the page has chosen at a solution is none: %v", err)
			}
		}
	}
	if solutions < 50 {
		t.Errorf("%d solutions are too few to tell", solutions)
	}
}

// The options that a film says are chosen at its solutions are solutions.
func TestChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range matrixtest.RandomRounds(25, 200) {
		f := filmOf(t, matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3,
			MaxOptions: 14,
			ColorCount: 2, HasMultiplicities: true})).RecordedSearch
		for k, chosen := range f.ChosenOptionsByVisit() {
			if v := f.Visits[k]; v.IsSolution {
				if err := f.Problem.Verify(chosen); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

var (
	scripts = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	styles  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
	outside = regexp.MustCompile(`(?i)(src|href)\s*=\s*["']?(https?:)?//`)
)

// The page runs the one script that its policy names, loads nothing, and no title gets into it.
func TestPage(t *testing.T) {
	var out bytes.Buffer
	f := filmOf(t, matrixtest.RandomProblem(rand.New(rand.NewPCG(1, 2)),
		matrixtest.ProblemShape{MaxPrimary: 4, MaxOptions: 9}))
	if err := f.HTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for what, found := range map[string][][]string{"script": scripts.FindAllStringSubmatch(page, -1),
		"style": styles.FindAllStringSubmatch(page, -1)} {
		if len(found) != 1 {
			t.Fatalf("%d inline parts of the kind %s", len(found), what)
		}
		sum := sha256.Sum256([]byte(found[0][1]))
		want := fmt.Sprintf("%s-src 'sha256-%s'", what, base64.StdEncoding.EncodeToString(sum[:]))
		policy := html.UnescapeString(page[:strings.Index(page, "<title>")])
		if !strings.Contains(policy, want) {
			t.Errorf("the policy lacks %s:\n%s", want, policy)
		}
	}
	if !strings.Contains(page, "default-src 'none'") || outside.MatchString(page) ||
		strings.Contains(page, "alert(1)</script>") {
		t.Error("the page asks for something outside, or its title got in")
	}
}

// The tree is one for Graphviz: each visit a node, each but the root with an edge to it.
func TestDot(t *testing.T) {
	f := filmOf(t, matrixtest.RandomProblem(rand.New(rand.NewPCG(3, 4)),
		matrixtest.ProblemShape{MaxPrimary: 6, MaxOptions: 30}))
	var out bytes.Buffer
	if err := f.Dot(&out); err != nil {
		t.Fatal(err)
	}
	nodes := len(f.RecordedSearch.Visits)
	if nodes < 5 {
		t.Fatalf("%d nodes are too few to tell", nodes)
	}
	if got := strings.Count(out.String(), " -> "); got != nodes-1 {
		t.Errorf("%d edges, want %d", got, nodes-1)
	}
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("needs dot of Graphviz to read it")
	}
	render := exec.Command("dot", "-Tsvg")
	render.Stdin = &out
	picture, err := render.Output()
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, m := range regexp.MustCompile(`class="(node|edge)"`).FindAllStringSubmatch(string(picture), -1) {
		kinds[m[1]]++
	}
	if kinds["node"] != nodes || kinds["edge"] != nodes-1 {
		t.Errorf("Graphviz draws %v, want %d nodes", kinds, nodes)
	}
	if !strings.Contains(string(picture), "&lt;script&gt;") || !slices.Contains(strings.Fields(string(picture)),
		"<svg") {
		t.Error("the title is not in the picture, as text")
	}
}
