package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/score"

	"quadrille"
)

// rowResult is the comparison of a row that was run with the published figures.
type rowResult struct {
	Name       string         `json:"name"`
	Chooser    string         `json:"choose"`
	Solutions  comparedFigure `json:"solutions"`
	Nodes      comparedFigure `json:"nodes"`
	Updates    comparedFigure `json:"updates"`
	Profile    string         `json:"profile,omitempty"` // "equal", or a description of the first level that differs
	Seconds    float64        `json:"seconds"`
	IsPartial  bool           `json:"partial,omitempty"`
	Source     string         `json:"source,omitempty"`
	WhyDiffers string         `json:"differs,omitempty"`
}

// comparedFigure is a figure that this program computed, together with the published figure, or nil if none is
// published.
type comparedFigure struct {
	Computed  int64  `json:"ours"`
	Published *int64 `json:"theirs,omitempty"`
}

func (f comparedFigure) isDifferent() bool { return f.Published != nil && *f.Published != f.Computed }

func (r *rowResult) hasDifference() bool {
	return r.Solutions.isDifferent() || r.Nodes.isDifferent() || r.Updates.isDifferent() || r.Profile != "" &&
		r.Profile != "equal"
}

// Bench runs the rows of a file. It prints results to OutputWriter and remarks to RemarksWriter.
type Bench struct {
	OutputWriter, RemarksWriter io.Writer
	PrintsJSON                  bool // whether each result is printed as a line of JSON, in place of a table
	Threads                     int  // number of threads for rows that do not state one
	// ReadFile returns the content of a file that a row names, and CompilePuzzle compiles that content to a puzzle.
	ReadFile      func(name string) ([]byte, error)
	CompilePuzzle func(name string, text []byte, o quadrille.Options) (*quadrille.Puzzle, error)
	// KeptResults, if not nil, is a file of results. Rows whose results it holds are not run again, and the results
	// of other rows are appended to it.
	KeptResults io.ReadWriter
	// Progress adds progress reports to a search. The returned function clears the report from the screen.
	Progress func(*quadrille.Search) (clear func())
}

// ErrDiffers is the error if a row differs from its published figures without an explanation, or if engines disagree.
// The details are already printed when it is returned.
var ErrDiffers = errors.New("figures differ")

// ErrPartial is the error if the search of a row was stopped before its end.
var ErrPartial = errors.New("a row was stopped before its end")

// ComparePublished runs rows and compares each with its published figures. It prints each result as soon as it is
// known. It returns the error of a row, [ErrDiffers], [ErrPartial], or the cause of the end of ctx.
func (b *Bench) ComparePublished(ctx context.Context, title string, rows []Row, skipped int) error {
	t := &publishedTable{Bench: b, title: title}
	if err := t.readKeptResults(); err != nil {
		return err
	}
	for i := range rows {
		if ctx.Err() != nil {
			break
		}
		if err := t.compareRow(ctx, &rows[i]); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.RemarksWriter, "%d rows, %d of %d with published effort equal; %d slow rows left out\n", t.rowCount,
		t.exactCount,
		t.comparedCount, skipped)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case t.unexplainedCount > 0:
		fmt.Fprintf(b.RemarksWriter, "%d rows differ and do not say why\n", t.unexplainedCount)
		return ErrDiffers
	case t.partialCount > 0:
		return ErrPartial
	}
	return nil
}

// publishedTable prints the result of each row beside the published one. It counts how many rows were compared, how
// many agree and how many differ.
type publishedTable struct {
	*Bench
	title                                                               string
	rowCount, comparedCount, exactCount, unexplainedCount, partialCount int
	// results of rows that earlier runs kept, by rowKey
	keptTallies map[string]rowTally
}

func (t *publishedTable) compareRow(ctx context.Context, row *Row) error {
	engine, threads := cmp.Or(row.Engine, "links"), t.Threads
	if len(row.Threads) > 0 && row.Threads[0] > 0 {
		threads = row.Threads[0]
	}
	ctx, cancel := row.withTimeout(ctx, time.Duration(row.Timeout))
	defer cancel()
	var puzzles []*quadrille.Puzzle
	for _, name := range append([]string{row.PuzzlePath}, row.FurtherPuzzles...) {
		q, err := t.loadPuzzle(row, name)
		if err != nil {
			return err
		}
		puzzles = append(puzzles, q)
	}
	key, err := row.rowKey(threads, puzzles)
	if err != nil {
		return err
	}
	if all, known := t.keptTallies[key]; known {
		return t.printRow(compareFigures(row, all))
	}
	start := time.Now()
	all := rowTally{Exact: true}
	for _, q := range puzzles {
		s := row.searchOptions(engine, threads)
		clear := t.Progress(&s)
		found, exact, err := countPuzzle(ctx, q, s, row.ScoreCondition)
		clear()
		if err != nil && ctx.Err() == nil && !errors.Is(err, quadrille.ErrMemory) {
			return fmt.Errorf("row %s: %w", row.RowName, err)
		}
		all.addPuzzle(found, exact, s.Effort, q.Chooser(s))
	}
	all.Effort.Seconds = time.Since(start).Seconds()
	return errors.Join(t.appendKeptResult(key, all), t.printRow(compareFigures(row, all)))
}

// countPuzzle counts the solutions of a puzzle. If wanted is a condition and not "", it counts only those whose
// scores satisfy the condition. The result exact tells whether the search was complete.
func countPuzzle(ctx context.Context, q *quadrille.Puzzle, s quadrille.Search, wanted string) (found int64, exact bool,
	err error) {
	if wanted == "" {
		n, err := q.Count(ctx, s)
		_, exact = n.Exact()
		return n.AtLeast().Int64(), exact, err
	}
	scores, err := score.NewRanking(q, wanted, "", 0, "")
	if err != nil {
		return 0, false, err
	}
	seen := 0
	for solution, err := range q.Solutions(ctx, s) {
		if err != nil {
			return found, false, err
		}
		seen++
		if _, meets := scores.ObserveSolution(seen, solution); meets {
			found++
		}
	}
	return found, s.Limit == 0 || seen < s.Limit, nil
}

// rowTally holds the figures of a row, added up over its puzzles.
type rowTally struct {
	FoundCount int64            `json:"found"`
	Exact      bool             `json:"exact"`
	Effort     quadrille.Effort `json:"effort"`
	Chooser    string           `json:"choose"`
}

func (t *rowTally) addPuzzle(found int64, exact bool, e *quadrille.Effort, choose string) {
	t.FoundCount, t.Exact, t.Chooser = t.FoundCount+found, t.Exact && exact, choose
	t.Effort.AddStats(e.Stats)
}

// loadPuzzle loads one puzzle of a row.
func (b *Bench) loadPuzzle(row *Row, name string) (*quadrille.Puzzle, error) {
	text, err := b.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return b.CompilePuzzle(name, text, row.puzzleOptions())
}

// compareFigures compares the computed figures with the published figures, after leaving out the nodes that the source
// does not count.
func compareFigures(row *Row, ours rowTally) *rowResult {
	theirs, nodes, profile := row.PublishedFigures, ours.Effort.Nodes, ours.Effort.Profile
	if slices.Contains(theirs.NotCounted, "root") && len(profile) > 0 {
		nodes--
		profile = profile[1:]
	}
	if slices.Contains(theirs.NotCounted, "solutions") {
		nodes -= ours.Effort.Solutions
	}
	return &rowResult{
		Name:       row.RowName,
		Chooser:    ours.Chooser,
		Solutions:  comparedFigure{ours.FoundCount, theirs.Solutions},
		Nodes:      comparedFigure{nodes, theirs.Nodes},
		Updates:    comparedFigure{ours.Effort.Updates, theirs.Updates},
		Profile:    compareProfile(profile, theirs),
		Seconds:    ours.Effort.Seconds,
		IsPartial:  !ours.Exact,
		Source:     theirs.Source,
		WhyDiffers: row.WhyDiffers,
	}
}

// compareProfile describes the first level at which two profiles differ, or returns "equal".
func compareProfile(ours []quadrille.ProfileLevel, theirs publishedFigures) string {
	if len(theirs.Profile) == 0 {
		return ""
	}
	if len(ours) != theirs.FirstLevel+len(theirs.Profile) {
		return fmt.Sprintf("%d levels for %d", len(ours), theirs.FirstLevel+len(theirs.Profile))
	}
	for k, want := range theirs.Profile {
		if got := ours[theirs.FirstLevel+k]; got.Nodes != want[0] || len(want) > 1 && got.Updates != want[1] {
			published := strings.ReplaceAll(strings.Trim(fmt.Sprint(want), "[]"), " ", " and ")
			return fmt.Sprintf("level %d has %d nodes and %d updates for %s", theirs.FirstLevel+k, got.Nodes,
				got.Updates,
				published)
		}
	}
	return "equal"
}

func (t *publishedTable) printRow(r *rowResult) error {
	t.rowCount++
	if r.IsPartial {
		t.partialCount++
	}
	if r.Nodes.Published != nil || r.Updates.Published != nil {
		t.comparedCount++
		if !r.hasDifference() {
			t.exactCount++
		}
	}
	if r.hasDifference() && r.WhyDiffers == "" {
		t.unexplainedCount++
	}
	w := t.OutputWriter
	if t.PrintsJSON {
		return json.NewEncoder(w).Encode(r)
	}
	if t.rowCount == 1 {
		if t.title != "" {
			fmt.Fprintln(w, t.title)
		}
		fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9s\n", "puzzle", "choose", "solutions", "nodes", "updates",
			"seconds")
	}
	fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9.2f\n", r.Name, r.Chooser, r.Solutions.computedText(),
		r.Nodes.computedText(), r.Updates.computedText(), r.Seconds)
	if r.hasDifference() {
		fmt.Fprintf(w, "%-44s %14s %18s %20s\n", "   published", r.Solutions.publishedText(), r.Nodes.publishedText(),
			r.Updates.publishedText())
	}
	if r.Profile != "" {
		fmt.Fprintf(w, "   profile: %s\n", r.Profile)
	}
	if r.IsPartial {
		fmt.Fprintln(w, "   partial: stopped before the end")
	}
	if r.WhyDiffers != "" {
		fmt.Fprintf(w, "   differs: %s\n", r.WhyDiffers)
	}
	return nil
}

// computedText returns the computed figure, with a mark if it equals the published figure.
func (f comparedFigure) computedText() string {
	mark := "  "
	switch {
	case f.isDifferent():
		mark = " ≠"
	case f.Published != nil:
		mark = " ="
	}
	return strconv.FormatInt(f.Computed, 10) + mark
}

// publishedText returns the published figure. If it differs, the ratio of the computed figure to it follows.
func (f comparedFigure) publishedText() string {
	if !f.isDifferent() {
		return ""
	}
	text := strconv.FormatInt(*f.Published, 10)
	if *f.Published > 0 {
		text += fmt.Sprintf(" %.3g×", float64(f.Computed)/float64(*f.Published))
	}
	return text
}
