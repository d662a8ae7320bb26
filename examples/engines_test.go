package examples_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"gopkg.in/yaml.v3"

	"quadrille"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/schedule"
)

// rowEffort says what a row asks of whoever runs it.
type rowEffort int

const (
	quick   rowEffort = iota // every engine is done in some milliseconds
	seconds                  // some engine takes seconds
	minutes                  // some engine takes minutes; left out unless slowRows is set
)

// slowRows is the variable of the environment that lets rows of minutes run.
const slowRows = "QUADRILLE_SLOW"

// engineRow is a puzzle on which engines run side by side.
type engineRow struct {
	name    string
	file    string
	n       int64  // the parameter of that name, or 0
	classes bool   // one solution of each class is wanted
	want    string // the number of solutions, as published
	engines []string
	threads int
	effort  rowEffort
}

// engineRows are those of examples/speed.yaml by which engines are judged, with
// names that benchstat can sort by: row=scott/engine=links/threads=1.
func engineRows() []engineRow {
	every := []string{schedule.Links, schedule.Dense, schedule.Sparse, schedule.Memo, schedule.Auto}
	ends := []string{schedule.Links, schedule.Auto}
	shared := []string{schedule.Memo, schedule.Auto}
	long := []string{schedule.Halves}
	return []engineRow{
		{"pentominoes-6x10-all", "speed/pentominoes-6x10-all.puz", 0, false, "9356", append(long, every...), 1,
			seconds},
		{"pentominoes-5x12-all", "speed/pentominoes-5x12-all.puz", 0, false, "4040", append(long, schedule.Auto), 1,
			quick},
		{"one-sided-5x18", "slow/pentominoes-5x18-one-sided.puz", 0, false, "2746512", append(long, schedule.Auto), 2,
			seconds},
		{"pentominoes-6x10", "pentominoes-6x10.puz", 0, true, "2339", every, 1, seconds},
		{"pentominoes-5x12", "pentominoes-5x12.puz", 0, true, "1010", every, 1, seconds},
		{"pentominoes-4x15", "pentominoes-4x15.puz", 0, true, "368", every, 1, seconds},
		{"scott", "scott.puz", 0, false, "520", every, 1, seconds},
		{"queens-14", "queens.puz", 14, false, "365596", every, 1, seconds},
		{"langford-12", "langford.puz", 12, false, "216288", every, 1, seconds},
		{"y-15x15", "slow/y-pentominoes-15x15.puz", 0, false, "1696", []string{schedule.Links, schedule.Sparse}, 1,
			minutes},
		{"pentominoes-6x10", "pentominoes-6x10.puz", 0, true, "2339", ends, 2, seconds},
		{"queens-14", "queens.puz", 14, false, "365596", ends, 2, seconds},
		{"dominoes-8", "dominoes.puz", 8, false, "12988816", shared, 1, quick},
		{"dominoes-12", "dominoes.puz", 12, false, "53060477521960000", shared, 1, quick},
		{"dominoes-16", "dominoes.puz", 16, false, "2444888770250892795802079170816", shared, 1, quick},
	}
}

// isEnabled reports whether the row is to run here.
func (r *engineRow) isEnabled() bool {
	switch r.effort {
	case seconds:
		return !testing.Short()
	case minutes:
		return !testing.Short() && os.Getenv(slowRows) != ""
	}
	return true
}

// loadPuzzle compiles the puzzle of the row.
func (r *engineRow) loadPuzzle(t testing.TB) *quadrille.Puzzle {
	t.Helper()
	text, err := os.ReadFile(r.file)
	if err != nil {
		t.Fatal(err)
	}
	var o quadrille.Options
	if r.classes {
		o.UpTo = quadrille.Symmetry
	}
	if r.n > 0 {
		o.Params = map[string]int64{"n": r.n}
	}
	p, err := quadrille.Load(r.file, text, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// countSolutions lets an engine go through the whole search.
func (r *engineRow) countSolutions(ctx context.Context, p *quadrille.Puzzle, name string) (quadrille.Number, error) {
	return p.Count(ctx, quadrille.Search{Engine: quadrille.Engine(name), Threads: r.threads})
}

// BenchmarkEngines runs the engines side by side, from the finished matrix to the
// number of solutions, which has to be the published one each time.
func BenchmarkEngines(b *testing.B) {
	for _, r := range engineRows() {
		if !r.isEnabled() {
			continue
		}
		for _, name := range r.engines {
			b.Run(fmt.Sprintf("row=%s/engine=%s/threads=%d", r.name, name, r.threads), func(b *testing.B) {
				p := r.loadPuzzle(b)
				b.ReportAllocs()
				for b.Loop() {
					if n, err := r.countSolutions(b.Context(), p, name); err != nil || n.String() != r.want {
						b.Fatalf("%v solutions, and not %s: %v", n, r.want, err)
					}
				}
			})
		}
	}
}

// speedRow is what a row of examples/speed.yaml says of a puzzle.
type speedRow struct {
	Puzzle    string           `yaml:"puzzle"`
	Params    map[string]int64 `yaml:"params"`
	Classes   bool             `yaml:"up-to-symmetry"`
	Published struct {
		Solutions int64 `yaml:"solutions"`
	} `yaml:"published"`
}

// TestEngineRows: the benchmark and examples/speed.yaml want the same numbers of the
// same puzzles, and the rows that are quick have them.
func TestEngineRows(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	text, err := os.ReadFile("speed.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rows []speedRow `yaml:"rows"`
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	published := map[string]string{}
	for _, r := range file.Rows {
		published[fmt.Sprint(r.Puzzle, r.Params["n"], r.Classes)] = fmt.Sprint(r.Published.Solutions)
	}
	for _, r := range engineRows() {
		want, known := published[fmt.Sprint(r.file, r.n, r.classes)]
		if known && want != r.want || !known && r.effort != quick {
			t.Errorf("%s wants %s solutions; speed.yaml has %q", r.name, r.want, want)
		}
		if r.effort == quick {
			r.compareEngines(t)
		}
	}
}

// compareEngines counts once with each engine.
func (r *engineRow) compareEngines(t *testing.T) {
	p := r.loadPuzzle(t)
	for _, name := range r.engines {
		if n, err := r.countSolutions(t.Context(), p, name); err != nil || n.String() != r.want {
			t.Errorf("%s: %s finds %v solutions, and not %s: %v", r.name, name, n, r.want, err)
		}
	}
}

// TestHalves: the planner lets halves count on long boards, and not on square ones.
func TestHalves(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, r := range engineRows() {
		want, known := map[string]string{"pentominoes-5x12-all": schedule.Halves,
			"pentominoes-6x10-all": schedule.Halves,
			"scott":                schedule.Dense}[r.name]
		if !known {
			continue
		}
		var effort quadrille.Effort
		n, err := r.loadPuzzle(t).Count(t.Context(), quadrille.Search{Effort: &effort})
		if err != nil || n.String() != r.want || string(effort.Engine) != want {
			t.Errorf("%s: %v by %s, %v", r.name, n, effort.Engine, err)
		}
	}
}

// TestShortClauses: 27 numbers cannot be colored with three colors without three in arithmetic progression, as W(3; 3)
// is 27, and what is learned on the way is short. The planner finds that out, and leaves the proof to who learns.
func TestShortClauses(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	for n, known := range map[int64]bool{26: true, 27: false} {
		p := matrixOf(t, compileExample(t, "speed/unseen/waerden.puz", map[string]int64{"n": n, "r": 3}))
		auto, err := schedule.NewPlan(p, schedule.Request{Goal: schedule.FewSolutions})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for range auto.Solutions(t.Context()) {
			found = true
			break
		}
		var learned, all float64
		for _, turns := range auto.WorkByEngine {
			if all += turns.Seconds; turns.Engine == schedule.Learn {
				learned = turns.Seconds
			}
		}
		if err := auto.Err(); err != nil || found != known ||
			!known && (auto.Name != schedule.Learn || learned < all/3) {
			t.Errorf("%d numbers: %v by %s in %.3f of %.3f s, %v", n, found, auto.Name, learned, all, err)
		}
	}
}

// TestStatesThatRecur: in a square that any tetrominoes fill, pieces meet all cells, but many states come again. The
// planner finds that out, and leaves the count to memo.
func TestStatesThatRecur(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	p := matrixOf(t, compileExample(t, "speed/unseen/tetrominoes-any.puz", nil))
	auto, err := schedule.NewPlan(p, schedule.Request{Goal: schedule.CountOnly})
	if err != nil {
		t.Fatal(err)
	}
	n, err := auto.Count(t.Context())
	if want := searchEffort(p, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions; err != nil || n.Int64() != want ||
		auto.Name != schedule.Memo {
		t.Errorf("%d by %s, %v; want %d by memo", n, auto.Name, err, want)
	}
}
