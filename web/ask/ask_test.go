package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"quadrille/examples"
	"quadrille/runtime/matrix"
	"quadrille/web/ask"
)

// allAnswers collects all answers to a question. They pass through JSON, as between a page and Go. Progress reports are
// left out, since their number depends on the speed of the machine.
func allAnswers(t *testing.T, h ask.Host, q ask.Question) (all []ask.Answer, end ask.End) {
	t.Helper()
	h.AnswerQuestion(t.Context(), q, func(a ask.Answer) error {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var read ask.Answer
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		if read.Progress == nil {
			all = append(all, read)
		}
		return nil
	})
	if len(all) == 0 || all[len(all)-1].End == nil {
		t.Fatalf("no End after %d answers to %q", len(all), q.Kind)
	}
	for _, a := range all[:len(all)-1] {
		if a.End != nil {
			t.Fatalf("%q ends before its last answer", q.Kind)
		}
	}
	return all, *all[len(all)-1].End
}

// solutionsOf lists the solutions of all batches.
func solutionsOf(all []ask.Answer) (list []ask.Solution) {
	for _, a := range all {
		list = append(list, a.Solutions...)
	}
	return list
}

const small = `puzzle "Dominoes"
use dominoes
param n = 4
board floor on square = n x n
pack floor with any of I2
expect 36 solutions when n = 4
expect 9 solutions up to symmetry when n = 4
expect 35 solutions when n = 4
expect 6728 solutions when n = 6
`

// The numbers are those of Kasteleyn's formula: 36 for 4 by 4, 6728 for 6 by 6.
func TestCount(t *testing.T) {
	for _, c := range []struct {
		q    ask.Question
		want string
	}{
		{ask.Question{}, "36"},
		{ask.Question{Params: map[string]int64{"n": 6}}, "6728"},
		{ask.Question{Equivalence: "symmetry"}, "9"},
	} {
		c.q.Kind, c.q.Text = "count", small
		all, end := allAnswers(t, ask.Host{}, c.q)
		if got := *all[len(all)-2].Count; got.Number != c.want || !got.IsExact ||
			(got.SymmetryName == "") != (c.q.Equivalence == "") {
			t.Errorf("%v: %+v, want %s", c.q.Params, got, c.want)
		}
		if end.Reason != "done" || end.Effort == nil || end.Effort.Engine == "" {
			t.Errorf("%v ends with %+v", c.q.Params, end)
		}
	}
}

func TestSolve(t *testing.T) {
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "solve", Text: small})
	list := solutionsOf(all)
	seen := map[string]bool{}
	for k, s := range list {
		if s.Number != k+1 || len(s.Options) != 8 || (s.SolutionViews != nil) != (k == 0) {
			t.Fatalf("solution %d is %+v", k, s)
		}
		slices.Sort(s.Options)
		seen[fmt.Sprint(s.Options)] = true
	}
	if len(seen) != 36 || end.Reason != "done" {
		t.Errorf("%d different solutions, and then %+v", len(seen), end)
	}
	if n := len(all[0].Solutions); n != 1 {
		t.Errorf("the first picture comes with %d solutions", n)
	}
}

// TestBatches: the first solution goes at once, the others a thousand at a time, and none is kept back at the end.
func TestBatches(t *testing.T) {
	for n, want := range map[int][]int{0: nil, 1: {1}, 3: {1, 2}, 1001: {1, 1000}, 2500: {1, 1000, 1000, 499}} {
		if got := ask.BatchSizes(n); !slices.Equal(got, want) {
			t.Errorf("%d solutions come in batches of %d, want %d", n, got, want)
		}
	}
}

// TestDraw: solutions that were sent are drawn in the order in which they are asked for, and no two alike; the first
// one as the search has drawn it. A search that is asked to draws all of them.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		text string
		want int // 92 are the queens on eight rows, 2 the squares of two, 9 the dominoes up to symmetry (see TestCount)
		upTo string
		svg  bool
	}{
		{small, 36, "", true}, {small, 9, "symmetry", true}, {"queens 8\n", 92, "", true}, {"latin 2\n", 2, "", true},
		{"items a b\noption a b\noption a\noption b\n", 2, "", false},
	} {
		q := ask.Question{Kind: "solve", Text: c.text, Equivalence: c.upTo}
		all, _ := allAnswers(t, ask.Host{}, q)
		found := solutionsOf(all)
		first := *found[0].SolutionViews
		slices.Reverse(found)
		q.Kind, q.Solutions = "draw", found
		all, end := allAnswers(t, ask.Host{}, q)
		drawn, seen := solutionsOf(all), map[string]bool{}
		for k, s := range drawn {
			if s.Number != c.want-k || s.SolutionViews == nil || strings.Contains(s.SVG, "<svg") != c.svg ||
				len(s.Placements) == 0 || s.Lattice == "" && c.svg {
				t.Fatalf("%q: solution %d is %+v", c.text, k, s)
			}
			seen[s.Text] = true
		}
		if len(seen) != c.want || end.Reason != "done" {
			t.Fatalf("%q: %d different drawings, and then %+v", c.text, len(seen), end)
		}
		if last := drawn[len(drawn)-1]; last.SVG != first.SVG || last.Text != first.Text {
			t.Errorf("%q: the first solution is drawn in two ways:\n%s\n%s", c.text, first.Text, last.Text)
		}
		q.Kind, q.Solutions, q.DrawAll = "solve", nil, true
		all, _ = allAnswers(t, ask.Host{}, q)
		for k, s := range solutionsOf(all) {
			if want := drawn[len(drawn)-1-k]; s.SolutionViews == nil || s.SVG != want.SVG || s.Text != want.Text {
				t.Errorf("%q: the search does not draw solution %d as draw does: %+v", c.text, s.Number, s)
			}
		}
	}
}

// TestDrawOther: what is no solution of the text is an error.
func TestDrawOther(t *testing.T) {
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "solve", Text: small})
	found := solutionsOf(all)[0].Options
	for _, options := range [][]matrix.OptionID{nil, {}, {-1}, {1 << 30}, found[1:], append(found[:1:1], found...)} {
		q := ask.Question{Kind: "draw", Text: small, Solutions: []ask.Solution{{Number: 7, Options: options}}}
		all, end := allAnswers(t, ask.Host{}, q)
		if len(all) != 1 || end.Reason != "error" || !strings.Contains(end.Error, "solution 7: ") {
			t.Errorf("%v: %d answers, and then %+v", options, len(all), end)
		}
	}
}

// TestStages: a dissection that was found in stages has no options, so each one comes drawn.
func TestStages(t *testing.T) {
	text, err := examples.Files.ReadFile("dissection.puz")
	if err != nil {
		t.Fatal(err)
	}
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "solve", Text: string(text), MaxCount: 3})
	for _, s := range solutionsOf(all) {
		if len(s.Options) == 0 && s.SolutionViews == nil {
			t.Errorf("solution %d can be drawn by nobody", s.Number)
		}
	}
	if len(solutionsOf(all)) == 0 {
		t.Errorf("it ends with %+v", end)
	}
}

// TestLimit: whoever bounds the solutions is told that there are more, and a host has the last word.
func TestLimit(t *testing.T) {
	for _, c := range []struct{ host, question, want int }{{0, 5, 5}, {7, 0, 7}, {7, 9, 7}, {7, 3, 3}, {36, 0, 36}} {
		all, end := allAnswers(t, ask.Host{MaxSolutions: c.host},
			ask.Question{Kind: "solve", Text: small, MaxCount: c.question})
		n := len(solutionsOf(all))
		if more := c.want < 36; n != c.want || (end.Reason == "limit") != more || end.HasMore != more {
			t.Errorf("%+v: %d solutions, and then %+v", c, n, end)
		}
	}
}

func TestExpectations(t *testing.T) {
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "test", Text: small})
	want := []string{"met", "met", "failed", "met"}
	if len(all) != len(want)+1 {
		t.Fatalf("%d answers", len(all))
	}
	for k, outcome := range want {
		if v := all[k].Verdict; v.Outcome != outcome || v.Line != k+6 || (v.FoundText == "") != (outcome == "met") {
			t.Errorf("expectation %d: %+v, want %s", k, v, outcome)
		}
	}
}

// TestTime: a search that would take years ends when its time is over, and its number is a lower bound.
func TestTime(t *testing.T) {
	text := strings.Replace(small, "n = 4\n", "n = 4\nbreak symmetry\n", 1)
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "count", Text: text, Params: map[string]int64{"n": 12},
		Engine: "links", MaxSeconds: 0.05})
	for _, a := range all {
		if a.Count != nil && a.Count.IsExact {
			t.Errorf("the count is %+v", *a.Count)
		}
	}
	if end.Reason != "time" {
		t.Errorf("it ends with %+v", end)
	}
}

// TestTimeOfCompiling: the time holds for what comes before a search, too. Else one would hear that the loops are too
// long.
func TestTimeOfCompiling(t *testing.T) {
	const long = "param n = 1_000_000\nitems a\noption a for i in 1..n, j in 1..n where i + j < 0\n"
	for _, do := range []string{"count", "solve", "check", "look", "matrix"} {
		if _, end := allAnswers(t, ask.Host{}, ask.Question{Kind: do, Text: long,
			MaxSeconds: 0.01}); end.Reason != "time" {
			t.Errorf("%s ends with %+v", do, end)
		}
	}
}

// TestStop: whoever goes away ends the search, whether the context says so or nobody listens.
func TestStop(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	q := ask.Question{Kind: "solve", Text: "queens 9\n", Engine: "dense"}
	ctx, cancel := context.WithCancel(t.Context())
	var last ask.Answer
	said := 0
	ask.Host{Threads: 2}.AnswerQuestion(ctx, q, func(a ask.Answer) error {
		if a.Solutions != nil {
			cancel()
			said++
		}
		last = a
		return nil
	})
	if last.End == nil || last.End.Reason != "stopped" || said != 1 {
		t.Errorf("after %d solutions the last answer is %+v", said, last)
	}
	said = 0
	ask.Host{}.AnswerQuestion(t.Context(), q, func(ask.Answer) error {
		said++
		return errors.New("gone")
	})
	if said != 1 {
		t.Errorf("%d answers to nobody", said)
	}
}

// TestPlaces: places are counted as JavaScript counts them.
func TestPlaces(t *testing.T) {
	const text = "// 🧩 é\r\nboard b on square = 2x2\npack b with snakes // 🧩\n"
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "check", Text: text})
	if end.Reason != "done" || len(all) != 2 || len(all[0].Checked.Diagnostics) != 1 {
		t.Fatalf("%+v and %+v", all[0], end)
	}
	d := all[0].Checked.Diagnostics[0]
	if got := string(utf16.Decode(utf16.Encode([]rune(text))[d.From:d.To])); got != "snakes" ||
		d.Code != "unknown-name" {
		t.Errorf("%q is blamed: %+v", got, d)
	}
}

// TestFiles: a text uses what lies in the folder of the host, from its own folder, and nothing above.
func TestFiles(t *testing.T) {
	host := ask.Host{Files: fstest.MapFS{
		"in/mine.puz": {Data: []byte("piece I2 = 1x2\n")}, "above.puz": {Data: []byte("piece I3 = 1x3\n")},
	}}
	text := "use \"mine.puz\"\nboard b on square = 2x2\npack b with any of I2\n"
	all, end := allAnswers(t, host, ask.Question{Kind: "count", Text: text, Name: "in/puzzle.puz"})
	if end.Reason != "done" || all[0].Count.Number != "2" {
		t.Errorf("%+v and %+v", all[0], end)
	}
	_, end = allAnswers(t, host, ask.Question{Kind: "count", Text: strings.Replace(text, "mine", "../above", 1),
		Name: "in/puzzle.puz"})
	if end.Reason != "error" {
		t.Errorf("a path leads out of its folder: %+v", end)
	}
	_, end = allAnswers(t, ask.Host{}, ask.Question{Kind: "count", Text: text})
	if end.Reason != "error" {
		t.Errorf("a host without a folder reads files: %+v", end)
	}
}

// TestErrorBesideWarning: an error of the question is told also where the text has a warning.
func TestErrorBesideWarning(t *testing.T) {
	q := ask.Question{Kind: "count", Text: small + "piece idle = 1x3\n", Params: map[string]int64{"rows": 3}}
	all, end := allAnswers(t, ask.Host{}, q)
	found := all[0].Checked.Diagnostics
	if end.Reason != "error" || len(found) != 2 || found[0].Severity != "error" || found[1].Severity != "warning" {
		t.Errorf("the diagnostics are %+v, and the end is %+v", found, end)
	}
}

func TestOverview(t *testing.T) {
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "look",
		Text: "use pentominoes\nboard b on square = 6x10\npack b with pentominoes\n"})
	about, names := all[0].Overview, ""
	if !about.IsDrawable || !about.HasKnownSymmetry || len(about.Params) != 0 ||
		!strings.Contains(about.Text, "60 cells") {
		t.Errorf("it is %+v", about)
	}
	for _, a := range all[1 : len(all)-1] {
		names += a.Drawing.Name + " "
		if !strings.Contains(a.Drawing.SVG, "<svg") || a.Drawing.Text == "" || a.Drawing.Description == "" {
			t.Errorf("the drawing is %+v", a.Drawing)
		}
	}
	if names != "b F I L P N T U V W X Y Z " {
		t.Errorf("drawings of %s", names)
	}
}

// TestMatrix: 60 cells, 12 pieces, and the 2056 placements of pentominoes in 6 by 10.
func TestMatrix(t *testing.T) {
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "matrix", MaxCount: 3,
		Text: "use pentominoes\nboard b on square = 6x10\npack b with pentominoes\n"})
	m := all[0].Matrix
	if m.PrimaryCount != 72 || m.SecondaryCount != 0 || m.OptionCount != 2056 || m.EntryCount != 6*2056 ||
		len(m.OptionRows) != 3 ||
		len(m.ItemNames) != 72 {
		t.Errorf("the matrix is %+v", m)
	}
	if m.OptionRows[0].Origin == "" || len(m.OptionRows[0].ItemNames) != 6 || m.LoweringTable == "" {
		t.Errorf("the first option is %+v", m.OptionRows[0])
	}
}

// TestEditor: diagnostics come with what mends them, and places lie behind characters of several bytes.
func TestEditor(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	const text = "// é🧩\nuse tetrominoes\nboard b on square = 4x4\npack b with 4 of O5\n"
	all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "check", Text: text})
	d := all[0].Checked.Diagnostics[0]
	units := utf16.Encode([]rune(text))
	if len(d.Fixes) == 0 || len(d.Fixes[0].Edits) != 1 {
		t.Fatalf("nothing mends %+v", d)
	}
	e := d.Fixes[0].Edits[0]
	mended := string(utf16.Decode(units[:e.From])) + e.NewText + string(utf16.Decode(units[e.To:]))
	if all, _ := allAnswers(t, ask.Host{}, ask.Question{Kind: "check",
		Text: mended}); len(all[0].Checked.Diagnostics) != 0 {
		t.Errorf("%q has %+v", mended, all[0].Checked.Diagnostics)
	}
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "check", Text: "https://puzz.link/p?slither/5/5/cbcbcddad"})
	if d := all[0].Checked.Diagnostics; len(d) != 1 || len(d[0].Fixes) != 1 ||
		!strings.Contains(d[0].Fixes[0].Edits[0].NewText, "loop") {
		t.Errorf("a link has %+v", d)
	}
	at := len(utf16.Encode([]rune(text[:strings.Index(text, "tetrominoes")]))) + 2
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "hover", Text: text, Offset: at})
	if h := all[0].Hover; h == nil || h.From != at-2 || !strings.Contains(h.Markdown, "tetrominoes") {
		t.Errorf("at %d there is %+v", at, h)
	}
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "complete", Text: text, Offset: at})
	if i := slices.IndexFunc(all[0].Completions,
		func(w ask.CompletionWord) bool { return w.Label == "tetrominoes" }); i < 0 || all[0].Completions[i].From != at-2 {
		t.Errorf("there could be %+v", all[0].Completions)
	}
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "format", Text: "use   dominoes"})
	if got := *all[0].Formatted; got != "use dominoes\n" {
		t.Errorf("it becomes %q", got)
	}
	all, _ = allAnswers(t, ask.Host{}, ask.Question{Kind: "explain", Code: d.Code})
	if !strings.Contains(*all[0].CodePage, d.Code) {
		t.Errorf("the page on %s is %q", d.Code, *all[0].CodePage)
	}
}

func TestNonsense(t *testing.T) {
	if _, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "dance"}); end.Reason != "error" || end.Error == "" {
		t.Errorf("it ends with %+v", end)
	}
	harmless := []string{"check", "complete", "hover"}
	for _, do := range ask.Words() {
		q := ask.Question{Kind: do, Text: "nonsense \x00 \xff", Name: "../..", Equivalence: "x", Engine: "x",
			MaxSeconds: -1e300,
			MaxCount:   -1, MaxBytes: -1, Offset: -1}
		if _, end := allAnswers(t, ask.Host{}, q); (end.Reason == "error") == slices.Contains(harmless, do) {
			t.Errorf("%s ends with %+v", do, end)
		}
	}
}

// TestFilm: a small puzzle has a film, which says how the search ends, and a large one a reason why not.
func TestFilm(t *testing.T) {
	all, end := allAnswers(t, ask.Host{}, ask.Question{Kind: "film", Text: "queens 4\n"})
	if len(all) == 0 || all[0].Film == nil || !strings.Contains(*all[0].Film, "<!DOCTYPE html>") ||
		end.Reason != "done" {
		t.Errorf("the film ends with %+v", end)
	}
	_, end = allAnswers(t, ask.Host{}, ask.Question{Kind: "film", Text: "queens 30\n"})
	if end.Reason != "error" || !strings.Contains(end.Error, "smaller board") {
		t.Errorf("a large puzzle ends with %+v", end)
	}
}
