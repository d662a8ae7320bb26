package quadrille_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"quadrille"
	"quadrille/job"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// loadPuzzle compiles a puzzle that has nothing wrong with it.
func loadPuzzle(t *testing.T, text string, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// loadScott returns Scott's board, as it is or up to symmetry.
func loadScott(t *testing.T, o quadrille.Options) *quadrille.Puzzle {
	t.Helper()
	text, err := os.ReadFile("examples/scott.puz")
	if err != nil {
		t.Fatal(err)
	}
	return loadPuzzle(t, string(text), o)
}

// TestEverySolutionIsOneOfThePuzzle: Scott's board has 65 classes. The matrix with the
// pivot restricted has 91 solutions, and no engine may hand out the 26 others.
func TestEverySolutionIsOneOfThePuzzle(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	p := loadScott(t, quadrille.Options{UpTo: quadrille.Symmetry})
	m, exact, err := p.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := quadrille.FromMatrix(m).Count(t.Context(), quadrille.Search{}); exact || err != nil ||
		n.String() != "91" {
		t.Errorf("the matrix alone has %v solutions, %v, exact %v", n, err, exact)
	}
	searches := []quadrille.Search{{}, {Engine: "links"}, {Threads: 3, Ordered: true}}
	if matrixtest.SlowTestsWanted() {
		searches = append(searches, quadrille.Search{Engine: "sparse"}, quadrille.Search{Engine: "memo"},
			quadrille.Search{Threads: 2})
	}
	for _, s := range searches {
		n, err := p.Count(t.Context(), s)
		if err != nil || n.String() != "65" {
			t.Errorf("%+v counts %v, %v", s, n, err)
		}
		found, pictures := 0, map[string]bool{}
		for solution, err := range p.Solutions(t.Context(), s) {
			if err != nil {
				t.Fatal(err)
			}
			found++
			pictures[solution.String()] = true
		}
		if found != 65 || len(pictures) != 65 {
			t.Errorf("%+v finds %d solutions, %d of them different", s, found, len(pictures))
		}
	}
	if _, err := p.Diagram(t.Context(), quadrille.Search{}); err == nil {
		t.Error("there is a diagram of 91 solutions for 65")
	}
}

// TestConnectedPieces: of the dissections of a square of nine cells into two pieces, those
// whose pieces are connected are found in stages as by links.
func TestConnectedPieces(t *testing.T) {
	const text = "dissect 2x3 into 2 pieces forming 3x2 { rotate connected }"
	p := loadPuzzle(t, text, quadrille.Options{})
	want, err := p.Count(t.Context(), quadrille.Search{Engine: "links"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []quadrille.Search{{}, {Engine: "staged"}, {Threads: 2}, {Engine: "memo"}} {
		if n, err := p.Count(t.Context(), s); err != nil || n.String() != want.String() {
			t.Errorf("%+v counts %v, %v; links %v", s, n, err, want)
		}
	}
	free := loadPuzzle(t, strings.Replace(text, "connected", "", 1), quadrille.Options{})
	if n, err := free.Count(t.Context(), quadrille.Search{}); err != nil || n.AtLeast().Cmp(want.AtLeast()) <= 0 {
		t.Errorf("without the rule there are %v, %v, with it %v", n, err, want)
	}
}

// TestFiles: what a puzzle uses comes out of the file system that it is given, and from
// nowhere else.
func TestFiles(t *testing.T) {
	files := fstest.MapFS{
		"deep/pieces.puz": {Data: []byte("use \"more.puz\" piece D = E")},
		"deep/more.puz":   {Data: []byte("piece E = 1x2")},
		"up.puz":          {Data: []byte("piece D = 1x2")},
		"deep/up.puz":     {Data: []byte("use \"../up.puz\"")},
	}
	const rest = "\nboard b on square = 1x2\npack b with D"
	for _, c := range []struct {
		use   string
		files fs.FS
		ok    bool
	}{
		{"deep/pieces.puz", files, true},
		{"up.puz", files, true},
		{"deep/up.puz", files, false},
		{"../up.puz", files, false},
		{"missing.puz", files, false},
		{"deep", files, false},
		{"up.puz", nil, false},
	} {
		p, err := quadrille.Load("folder/test.puz", []byte(fmt.Sprintf("use %q%s", c.use, rest)),
			quadrille.Options{Files: c.files})
		if (err == nil) != c.ok {
			t.Errorf("use %q: %v", c.use, err)
		}
		if c.ok && err == nil {
			if n, err := p.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != "1" {
				t.Errorf("use %q: %v solutions, %v", c.use, n, err)
			}
		}
	}
}

// TestLimitAndRest: after a limit it is known whether there is more, where that takes no
// long search.
func TestLimitAndRest(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  quadrille.Completeness
	}{
		{"queens 4", 1, quadrille.Incomplete},
		{"queens 4", 2, quadrille.Complete},
		{"queens 4", 3, quadrille.Complete},
		{"latin 2 { given \"\"\"\n12\n..\n\"\"\" }", 1, quadrille.Complete},
	} {
		var effort quadrille.Effort
		n := 0
		for _, err := range loadPuzzle(t, c.text, quadrille.Options{}).Solutions(t.Context(),
			quadrille.Search{Limit: c.limit, Effort: &effort}) {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if effort.Completeness != c.want || n > c.limit {
			t.Errorf("%s, limit %d: %d solutions, and of the rest is known %d, want %d", c.text, c.limit, n,
				effort.Completeness, c.want)
		}
	}
}

// TestStopped: a search that is stopped says so, and its number is a lower bound.
func TestStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := loadPuzzle(t, "queens 20", quadrille.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for _, err := range p.Solutions(ctx, quadrille.Search{}) {
		switch n++; {
		case n == 3:
			cancel()
		case err != nil && !errors.Is(err, context.Canceled):
			t.Errorf("the error is %v", err)
		}
	}
	count, err := p.Count(ctx, quadrille.Search{})
	if _, exact := count.Exact(); exact || err == nil {
		t.Errorf("a search that is over before it begins counts %v, %v", count, err)
	}
	limited, err := p.Count(t.Context(), quadrille.Search{Limit: 5})
	if _, exact := limited.Exact(); exact || err != nil || limited.String() != ">=5" {
		t.Errorf("five of many are %v, %v", limited, err)
	}
	_, err = p.Count(t.Context(), quadrille.Search{Engine: "memo", MaxMemory: 1 << 20})
	if !errors.Is(err, quadrille.ErrMemory) {
		t.Errorf("with one megabyte the error is %v", err)
	}
	if _, err := p.Diagram(t.Context(), quadrille.Search{MaxMemory: 1 << 20}); !errors.Is(err, quadrille.ErrMemory) {
		t.Errorf("a diagram with one megabyte ends with %v", err)
	}
}

// TestStopCompiling: a text whose loops would go on for years ends with the context, and so does an expectation
// that is compiled for other parameters.
func TestStopCompiling(t *testing.T) {
	const years = "param n = 1\nitems a\noption a for i in 1..n, j in 1..n where i + j < 0\nexpect 0 solutions " +
		"when n " +
		"= 1_000_000_000\n"
	limits := quadrille.Limits{MaxLoopRounds: math.MaxInt}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	o := quadrille.Options{Limits: limits, Params: map[string]int64{"n": 1_000_000_000}, Stop: ctx.Err}
	if _, err := quadrille.Load("years.puz", []byte(years), o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
	p := loadPuzzle(t, years, quadrille.Options{Limits: limits})
	if v, err := p.Check(ctx, p.Expectations()[0], quadrille.Search{}); !errors.Is(err, context.DeadlineExceeded) ||
		v.Outcome != quadrille.Undecided {
		t.Errorf("the expectation is %v, and ends with %v", v.Outcome, err)
	}
}

// TestExamples: every expectation of the examples is met, but for those of more than 4000
// solutions and whatever takes a second, which a slow test looks at.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("several seconds")
	}
	long := []string{"arrow.puz", "ball-tetrahedron.puz", "bishops.puz", "dissection.puz", "magic-hexagon.puz",
		"non-consecutive.puz",
		"pentominoes-6x10.puz", "pentominoes-8x8-corners.puz", "trigs.puz"}
	files := 0
	for _, folder := range []string{".", "core", "logic", "polyforms", "sudoku-variants", "tiles", "words"} {
		dir := filepath.Join("examples", folder)
		names, err := filepath.Glob(filepath.Join(dir, "*.puz"))
		if err != nil {
			t.Fatal(err)
		}
		files += len(names)
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := quadrille.Load(filepath.Base(name), text, quadrille.Options{Files: os.DirFS(dir)})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			expectations := p.Expectations()
			if len(expectations) == 0 {
				t.Errorf("%s expects nothing", name)
			}
			for _, e := range expectations {
				number, _ := strconv.Atoi(strings.ReplaceAll(expectedNumber.FindString(e.Text), "_", ""))
				if !matrixtest.SlowTestsWanted() && (number >= 2000 || slices.Contains(long, filepath.Base(name))) {
					continue
				}
				if v, err := p.Check(t.Context(), e, quadrille.Search{}); err != nil || v.Outcome != quadrille.Passed {
					t.Errorf("%s:%d: %s: %v %v", name, e.Line, e.Text, v, err)
				}
			}
		}
	}
	if files < 100 {
		t.Errorf("%d examples", files)
	}
}

// expectedNumber finds how many solutions an expectation speaks of.
var expectedNumber = regexp.MustCompile(`[0-9][0-9_]*`)

// TestVerdicts: what an expectation comes to, for numbers on all sides of the true one. Four
// queens stand in 2 ways, six in 4.
func TestVerdicts(t *testing.T) {
	for expect, want := range map[string]quadrille.Outcome{
		"2 solutions": quadrille.Passed, "1 solution": quadrille.Failed, "3 solutions": quadrille.Failed,
		"0 solutions": quadrille.Failed, "none": quadrille.Failed, "unique": quadrille.Failed,
		"1..2 solutions": quadrille.Passed, "3..5 solutions": quadrille.Failed, "0..1 solutions": quadrille.Failed,
		"at least 2 solutions": quadrille.Passed, "at least 3 solutions": quadrille.Failed,
		"at least 0 solutions":  quadrille.Passed,
		"unique up to symmetry": quadrille.Passed, "4 solutions when n = 6": quadrille.Passed,
		"2 solutions when 1 = 2": quadrille.NotApplicable,
	} {
		p := loadPuzzle(t, "param n = 4 queens n expect "+expect, quadrille.Options{})
		for _, engine := range []quadrille.Engine{"", "links", "memo"} {
			if v, err := p.Check(t.Context(), p.Expectations()[0], quadrille.Search{Engine: engine}); err != nil ||
				v.Outcome != want {
				t.Errorf("expect %s by %q: %v %+v, want %v", expect, engine, err, v, want)
			}
		}
	}
}

// TestManyAtOnce: a puzzle does not change, so that goroutines may share it.
func TestManyAtOnce(t *testing.T) {
	p := loadPuzzle(t, "queens 8", quadrille.Options{UpTo: quadrille.Symmetry})
	var all sync.WaitGroup
	for k := range 8 {
		all.Go(func() {
			n, err := p.Count(context.Background(), quadrille.Search{Engine: []quadrille.Engine{"", "links", "dense",
				"sparse"}[k%4], Threads: 1 + k%2})
			if found, exact := n.Exact(); !exact || err != nil || found.Cmp(big.NewInt(12)) != 0 {
				t.Errorf("%v %v", n, err)
			}
		})
	}
	all.Wait()
}

// TestJSON: a solution as an object is what its placements are.
func TestJSON(t *testing.T) {
	p := loadPuzzle(t, "use dominoes board b on square = 1x2 pack b with I2", quadrille.Options{})
	s, err := p.First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s)
	if want := `{"placements":[{"piece":"I2","orientation":1,"cells":[[0,0],[0,1]],"items":["I2","0,0","0,1"]}]}`; err != nil || string(text) != want {
		t.Errorf("%s %v, want %s", text, err, want)
	}
}

// TestSourceComesBack: the text that is written for a dump means the same matrix.
func TestSourceComesBack(t *testing.T) {
	for name, text := range map[string]string{
		"a.dlx":      "a b 1:2|c | d\na d:red\nb c\nc d:red\na b\n",
		"square.txt": "12..\n21..\n....\n....\n",
		"alike.dlx":  "a b c\na b\nb a\na b\nc\n| forbid 0 3\n", // of three alike, one is forbidden
		"empty.json": `{"quadrille":1,"items":[{"name":"c","kind":"primary"}],"options":[{"entries":[{"item":"c"}]},{"entries":[]},{"entries":[]}],"nogoods":[[0,1],[0,2]]}`,
		"many.json":  `{"quadrille":1,"items":[{"name":"c","kind":"primary","min":1,"max":2147483647}],"options":[{"entries":[{"item":"c"}]},{"entries":[{"item":"c"}]}]}`,
		"more.json":  `{"quadrille":1,"items":[{"name":"c","kind":"primary","min":2147483647,"max":2147483647}],"options":[{"entries":[{"item":"c"}]}]}`,
	} {
		p, err := quadrille.Load(name, []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		source, err := p.Source()
		if err != nil {
			t.Fatal(err)
		}
		again := loadPuzzle(t, source, quadrille.Options{})
		want, _ := p.Count(t.Context(), quadrille.Search{})
		if n, err := again.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != want.String() {
			t.Errorf("%s: %v solutions, %v, and %v before", name, n, err, want)
		}
	}
}

// TestBranches: the rows of the paper's matrix (3) begin with the column on which branching was
// done ("Dancing Links", page 6).
func TestBranches(t *testing.T) {
	text, err := os.ReadFile("examples/matrix.puz")
	if err != nil {
		t.Fatal(err)
	}
	p, err := quadrille.Load("matrix.puz", text, quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for choose, want := range map[string]string{"mrv": "[[A D] [E F C] [B G]]", "first": "[[A D] [B G] [C E F]]"} {
		s, err := p.First(t.Context(), quadrille.Search{Choose: quadrille.ChooserName(choose), Branches: true})
		if got := fmt.Sprint(s.OptionItems()); err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", choose, got, want, err)
		}
	}
}

// TestPuzzleKeepsItsInput: a puzzle is what it was loaded as, whatever the caller does with what it was loaded from,
// and a number is what was counted.
func TestPuzzleKeepsItsInput(t *testing.T) {
	text, params := []byte("param n = 5\nqueens n\n"), map[string]int64{"n": 6}
	p, err := quadrille.Load("queens.puz", text, quadrille.Options{Params: params})
	if err != nil {
		t.Fatal(err)
	}
	copy(text, "param n = 7\nlatin  n")
	params["n"] = 8
	if data, err := job.BundlePuzzle(p); err != nil {
		t.Error(err)
	} else if p, err = job.LoadBundle(data); err != nil {
		t.Fatal(err)
	}
	n, err := p.Count(t.Context(), quadrille.Search{})
	if count, exact := n.Exact(); err != nil || !exact || count.Int64() != 4 {
		t.Errorf("6 queens: %v, %v", n, err)
	} else if count.SetInt64(99); n.String() != "4" {
		t.Errorf("the count has become %v", n)
	}
}

// TestNoSolution: what comes with an error can be looked at like a solution.
func TestNoSolution(t *testing.T) {
	s, err := loadPuzzle(t, "queens 3", quadrille.Options{}).First(t.Context(), quadrille.Search{})
	if !errors.Is(err, quadrille.ErrNoSolution) {
		t.Fatal(err)
	}
	data, err := s.MarshalJSON()
	if s.String()+s.LineText() != "" || len(s.Placements())+len(s.OptionItems()) > 0 || err != nil ||
		!json.Valid(data) {
		t.Errorf("%q %v %s %v", s, s.Placements(), data, err)
	}
	var page bytes.Buffer
	for _, err := range []error{s.SVG(&page), render.PDF(&page, s)} {
		if !errors.Is(err, quadrille.ErrNothingToDraw) {
			t.Error(err)
		}
	}
	if err := render.HTML(&page, "", s); err != nil {
		t.Error(err)
	}
	for _, err := range []error{secondSolution(s.LatinText()), secondSolution(render.PlanAssembly(s)),
		secondSolution(render.NewScene(s)),
		secondSolution(render.SolutionBodies(s, render.PrintSize{}))} {
		if err == nil {
			t.Error("it is a square, or a body in space")
		}
	}
}

func secondSolution[T any](_ T, err error) error { return err }

// A text that would take many times its size in memory is refused before it is split into lines.
func TestTextsThatAreTooLarge(t *testing.T) {
	lines := []byte(strings.Repeat("\n", 1<<24+1))
	for format, most := range map[string]int{"puz": 1 << 24, "latin": 1 << 16, "sudoku": 1 << 16, "dots": 1 << 16} {
		_, err := quadrille.Load("lines", lines, quadrille.Options{Format: quadrille.Format(format)})
		if want := fmt.Sprintf("lines:1:1: error: the text has more than %d bytes", most); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %.100v, want %s", format, err, want)
		}
		if _, err := quadrille.Load("lines", lines[:most],
			quadrille.Options{Format: quadrille.Format(format)}); err != nil &&
			strings.Contains(err.Error(), "bytes") {
			t.Errorf("%d bytes of %s: %v", most, format, err)
		}
	}
}

// TestNegative: numbers that are too small or too large are refused, by diagrams too.
func TestNegative(t *testing.T) {
	p := loadPuzzle(t, "queens 6\n", quadrille.Options{})
	if _, err := p.Count(t.Context(), quadrille.Search{Limit: -1}); err == nil {
		t.Error("a limit of -1 is taken")
	}
	text, err := os.ReadFile("examples/dissection.puz")
	if err != nil {
		t.Fatal(err)
	}
	dissection := loadPuzzle(t, string(text), quadrille.Options{})
	if _, err := dissection.Count(t.Context(), quadrille.Search{Limit: -1}); err == nil {
		t.Error("a limit of -1 is taken for a dissection")
	}
	for _, threads := range []int{-1, quadrille.MaxThreads + 1} {
		if _, err := dissection.Count(t.Context(), quadrille.Search{Threads: threads}); err == nil {
			t.Errorf("a dissection is sought on %d threads", threads)
		}
		if _, err := p.Diagram(t.Context(), quadrille.Search{Threads: threads}); err == nil {
			t.Errorf("a diagram is made on %d threads", threads)
		}
	}
}

// TestNothingPlaced: the solution of nothing places nothing, which is a list without entries, and no null of JSON.
func TestNothingPlaced(t *testing.T) {
	found, err := loadPuzzle(t, "secondary items b\noption b\n", quadrille.Options{}).First(t.Context(),
		quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{found, map[string]any{"placements": found.Placements()}} {
		if text, err := json.Marshal(v); err != nil || string(text) != `{"placements":[]}` {
			t.Errorf("%s, %v", text, err)
		}
	}
}
