package schedule_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
)

var (
	tableFlag  = flag.String("table", "", "a table of puzzles, such as examples/unseen.yaml")
	recordFlag = flag.String("record", "", "the file for what each engine does on its rows")
)

// tableRow is a row of a table of puzzles.
type tableRow struct {
	Name, Puzzle, Squares, Rules, Goal string
	Params                             map[string]int64
}

// problem compiles a row.
func (r tableRow) problem(t *testing.T, folder string) *matrix.Problem {
	path, o := filepath.Join(folder, cmp.Or(r.Puzzle, r.Squares)), quadrille.Options{Params: r.Params}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if r.Squares != "" {
		square, err := latin.ReadSquare(r.Name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		text, o.Format = []byte(square.PuzzleText(r.Rules)), "puz"
	}
	q, err := quadrille.Load(path, text, o)
	if err != nil {
		t.Fatal(r.Name, err)
	}
	m, _, err := q.Matrix()
	if err != nil {
		t.Fatal(r.Name, err)
	}
	return m
}

// TestRecord records what each engine does on the rows of a table, for TestReplay, and compares its prices with
// the clock.
func TestRecord(t *testing.T) {
	if *tableFlag == "" {
		t.Skip("no table is named")
	}
	text, err := os.ReadFile(*tableFlag)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Rows []tableRow }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(*recordFlag)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	goals := map[string]schedule.Goal{"count": schedule.CountOnly, "all": schedule.AllSolutions,
		"one": schedule.FewSolutions}
	var records []*schedule.Record
	for _, row := range file.Rows {
		goal := cmp.Or(row.Goal, "count")
		request := schedule.Request{Goal: goals[goal], Threads: 1, ReportEvery: 1 << 22}
		r := schedule.NewRecord(t.Context(), row.Name, goal, row.problem(t, filepath.Dir(*tableFlag)), request)
		if err := json.NewEncoder(out).Encode(r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	t.Log("seconds by the clock for each second by price, on a quiet machine:\n" +
		strings.Join(schedule.DescribePrices(records), "\n"))
}
