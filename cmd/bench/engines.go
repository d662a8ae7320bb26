package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/lang/source"
)

// engineResult holds the results of one engine on one row, with a given number of threads.
type engineResult struct {
	RowName       string   `json:"row"`
	SolutionCount *big.Int `json:"solutions"` // number of solutions; null if there is no result
	Engine        string   `json:"engine"`
	ThreadCount   int      `json:"threads"`
	ChosenEngine  string   `json:"took,omitempty"` // name of the engine that the planner chose, if Engine is auto
	NodeCount     int64    `json:"nodes"`
	MedianSeconds float64  `json:"seconds"` // median time of the runs; 0 if there is no result
	TimeSpread    float64  `json:"spread"`  // time of the longest run, divided by that of the shortest run
	RunCount      int      `json:"runs"`
	SpeedRatio    float64  `json:"ratio,omitempty"` // speed, divided by the speed of the first engine
	Failure       string   `json:"failed,omitempty"`

	// runTimes holds the time of each run, in seconds.
	runTimes []float64
}

// engineLabel returns the name of the engine, followed by the number of threads if it is more than one.
func (l *engineResult) engineLabel() string {
	if l.ThreadCount == 1 {
		return l.Engine
	}
	return fmt.Sprintf("%s ×%d", l.Engine, l.ThreadCount)
}

// CompareEngines runs several engines on each row, and prints a line for each engine. If markdown is not nil, it also
// writes the tables there as Markdown. Its errors are those of [Bench.ComparePublished].
func (b *Bench) CompareEngines(ctx context.Context, f *RunFile, rows []Row, skipped int,
	markdown func(write func(io.Writer) error) error) error {
	var all [][]*engineResult
	wrong := 0
	w := tabwriter.NewWriter(b.OutputWriter, 0, 0, 2, ' ', 0)
	for i := range rows {
		lanes, err := b.runEnginesOnRow(ctx, f, &rows[i])
		if err != nil {
			return fmt.Errorf("row %s: %w", rows[i].RowName, err)
		}
		if ctx.Err() != nil {
			break
		}
		for k, line := range describeDisagreements(&rows[i], lanes) {
			if fmt.Fprintln(b.RemarksWriter, line); k == 0 {
				wrong++
			}
		}
		if all = append(all, lanes); len(all) == 1 && !b.PrintsJSON {
			fmt.Fprintf(w, "%s\nrow\tsolutions\tengine\tnodes\tmedian\tspread\tratio\n", f.Title)
		}
		for _, l := range lanes {
			if b.PrintsJSON {
				err = errors.Join(err, json.NewEncoder(b.OutputWriter).Encode(l))
			} else {
				l.printLine(w)
			}
		}
		if err := errors.Join(err, w.Flush()); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.RemarksWriter, "%d rows, %d wrong; %d slow rows left out\n%s", len(all), wrong, skipped,
		autoSummary(all))
	if markdown != nil {
		if err := markdown(func(w io.Writer) error { return writeMarkdown(w, f, all) }); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case wrong > 0:
		return ErrDiffers
	case slices.ContainsFunc(all, func(lanes []*engineResult) bool {
		return !slices.ContainsFunc(lanes,
			(*engineResult).hasEndedInTime)
	}):
		return ErrPartial
	}
	return nil
}

func (l *engineResult) hasEndedInTime() bool { return l.Failure == "" }

// runEnginesOnRow runs the engines of a row alternately, so that other load on the machine slows all of them alike.
func (b *Bench) runEnginesOnRow(ctx context.Context, f *RunFile, row *Row) ([]*engineResult, error) {
	puzzles, err := b.loadPuzzles(row)
	if err != nil {
		return nil, err
	}
	lanes := row.newEngineResults(f, b.Threads)
	for range f.RunCount {
		for _, l := range lanes {
			spent := 0.0
			for _, t := range l.runTimes {
				spent += t
			}
			if l.Failure == "" && ctx.Err() == nil &&
				(f.EnoughTime == 0 || spent < time.Duration(f.EnoughTime).Seconds()) {
				runtime.GC()
				l.timeSearch(ctx, row, puzzles, time.Duration(cmp.Or(row.Timeout, f.Timeout)))
			}
		}
	}
	first := lanes[0]
	for _, l := range lanes {
		l.computeMedian()
		if l.hasEndedInTime() && first.hasEndedInTime() && first.ThreadCount == 1 {
			l.SpeedRatio = first.MedianSeconds / l.MedianSeconds
		}
	}
	return lanes, nil
}

// loadPuzzles compiles the puzzle of a row, or all partial Latin squares in the file that the row names.
func (b *Bench) loadPuzzles(row *Row) ([]*quadrille.Puzzle, error) {
	if row.PuzzlePath != "" {
		q, err := b.loadPuzzle(row, row.PuzzlePath)
		return []*quadrille.Puzzle{q}, err
	}
	text, err := b.ReadFile(row.SquaresPath)
	if err != nil {
		return nil, err
	}
	squares, err := splitSquares(row.SquaresPath, string(text))
	if err != nil {
		return nil, err
	}
	var out []*quadrille.Puzzle
	for i, cells := range squares {
		name := fmt.Sprintf("%s, square %d", row.SquaresPath, i+1)
		square, err := latin.ReadSquare(name, cells)
		if err != nil {
			return nil, err
		}
		q, err := quadrille.Load(name, []byte(square.PuzzleText(row.SquareRules)), quadrille.Options{Format: "puz"})
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

// splitSquares splits a file into the texts of partial Latin squares. Each line holds a square, row by row. But if the
// file has n lines of n characters, the whole file is one square.
func splitSquares(name, text string) ([]string, error) {
	lines := strings.Fields(text)
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: there are no squares", name)
	}
	if n := len(lines); !slices.ContainsFunc(lines, func(s string) bool { return len(s) != n }) {
		return []string{strings.Join(lines, "\n")}, nil
	}
	for i, line := range lines {
		n := int(math.Sqrt(float64(len(line))))
		if n*n != len(line) {
			return nil, fmt.Errorf("%s: square %d has %d characters, which is no n times n", name, i+1, len(line))
		}
		var rows []string
		for row := range slices.Chunk([]byte(line), n) {
			rows = append(rows, string(row))
		}
		lines[i] = strings.Join(rows, "\n")
	}
	return lines, nil
}

// newEngineResults returns an empty result for each engine of a row and each number of threads.
func (r *Row) newEngineResults(f *RunFile, threads int) (all []*engineResult) {
	engines, counts := r.Engines, r.Threads
	if len(engines) == 0 {
		engines = f.Engines
	}
	if len(counts) == 0 || counts[0] == 0 {
		counts = ThreadCounts{threads}
	}
	for _, n := range counts {
		for _, e := range engines {
			all = append(all, &engineResult{RowName: r.RowName, Engine: e, ThreadCount: n})
		}
	}
	return all
}

// withTimeout returns a context that ends after the given time; 0 stands for no time limit.
func (r *Row) withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d > 0 {
		return context.WithTimeout(ctx, d)
	}
	return context.WithCancel(ctx)
}

// timeSearch runs one search of all puzzles of a row, and adds its time to the result. The time includes all that the
// planner and the engine prepare, but not the compilation.
func (l *engineResult) timeSearch(ctx context.Context, row *Row, puzzles []*quadrille.Puzzle, timeout time.Duration) {
	ctx, cancel := row.withTimeout(ctx, timeout)
	defer cancel()
	found, nodes := new(big.Int), int64(0)
	var took []string
	start := time.Now()
	for _, q := range puzzles {
		s := row.searchOptions(l.Engine, l.ThreadCount)
		n, err := row.solvePuzzle(ctx, q, s)
		if err != nil {
			if l.Failure = err.Error(); ctx.Err() != nil {
				l.Failure = "timeout"
			}
			return
		}
		found.Add(found, n)
		nodes += s.Effort.Nodes
		if engine := string(s.Effort.Engine); !slices.Contains(took, engine) {
			took = append(took, engine)
		}
	}
	l.runTimes = append(l.runTimes, time.Since(start).Seconds())
	l.SolutionCount, l.NodeCount = found, nodes
	if l.Engine == string(quadrille.EngineAuto) {
		l.ChosenEngine = strings.Join(took, ", ")
	}
}

// solvePuzzle searches with the goal of the row, and returns the number of solutions found.
func (r *Row) solvePuzzle(ctx context.Context, q *quadrille.Puzzle, s quadrille.Search) (*big.Int, error) {
	n := int64(0)
	switch r.SearchGoal {
	case "one":
		solution, err := q.First(ctx, s)
		if errors.Is(err, quadrille.ErrNoSolution) {
			return new(big.Int), nil
		}
		if err != nil {
			return nil, err
		}
		m, _, err := q.Matrix()
		if err != nil {
			return nil, err
		}
		return big.NewInt(1), m.Verify(solution.Options())
	case "all":
		for _, err := range q.Solutions(ctx, s) {
			if err != nil {
				return nil, err
			}
			n++
		}
		return big.NewInt(n), nil
	}
	count, err := q.Count(ctx, s)
	return count.AtLeast(), err
}

// computeMedian sets the median and the spread of the result from the times of its runs.
func (l *engineResult) computeMedian() {
	l.RunCount = len(l.runTimes)
	if l.Failure == "" && l.RunCount == 0 {
		l.Failure = "interrupted"
	}
	if l.Failure != "" {
		l.SolutionCount = nil
		return
	}
	slices.Sort(l.runTimes)
	n := len(l.runTimes)
	l.MedianSeconds = max((l.runTimes[(n-1)/2]+l.runTimes[n/2])/2, 1e-9)
	l.TimeSpread = l.runTimes[n-1] / max(l.runTimes[0], 1e-9)
}

// printLine writes a line of the table of results.
func (l *engineResult) printLine(w io.Writer) {
	name := l.engineLabel()
	if l.ChosenEngine != "" {
		name += " (" + l.ChosenEngine + ")"
	}
	if !l.hasEndedInTime() {
		fmt.Fprintf(w, "%s\t–\t%s\t–\t–\t–\t–\t%s\n", l.RowName, name, l.Failure)
		return
	}
	fmt.Fprintf(w, "%s\t%v\t%s\t%d\t%s\t%.2f\t%s\n", l.RowName, l.SolutionCount, name, l.NodeCount,
		formatSeconds(l.MedianSeconds),
		l.TimeSpread,
		formatThreeDigits(l.SpeedRatio))
}

// formatSeconds formats a time in seconds with three significant digits and a unit.
func formatSeconds(s float64) string {
	for _, u := range []struct {
		name string
		unit float64
	}{{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}} {
		if s >= u.unit {
			return formatThreeDigits(s/u.unit) + " " + u.name
		}
	}
	return formatThreeDigits(s*1e9) + " ns"
}

// formatThreeDigits formats a number with three significant digits; 0 stands for a missing result.
func formatThreeDigits(x float64) string {
	if x == 0 {
		return "–"
	}
	return strconv.FormatFloat(x, 'f', max(0, min(3, 2-int(math.Floor(math.Log10(max(x, 1e-9)))))), 64)
}

// describeDisagreements returns a text for each engine whose number of solutions differs from that of another engine
// or from the published number.
func describeDisagreements(row *Row, lanes []*engineResult) (out []string) {
	var want *big.Int
	by := "published"
	if n := row.PublishedFigures.Solutions; n != nil {
		want = big.NewInt(*n)
	}
	for _, l := range lanes {
		switch {
		case l.SolutionCount == nil:
		case want == nil:
			want, by = l.SolutionCount, l.engineLabel()
		case l.SolutionCount.Cmp(want) != 0:
			out = append(out, fmt.Sprintf("%s: %s finds %v solutions, and not %v (%s)", row.RowName, l.engineLabel(),
				l.SolutionCount, want, by))
		}
	}
	return out
}

// autoSlack is a time in seconds. The summary counts a row as slow if auto takes more than twice the time of the best
// engine plus autoSlack.
const autoSlack = 5e-3

// autoSummary describes how the engine auto, which leaves the choice to the planner, compares with the best single
// engine of each row.
func autoSummary(all [][]*engineResult) string {
	var factors []float64
	worst, where, far := 0.0, "", 0
	for _, lanes := range all {
		own, best := 0.0, math.Inf(1)
		for _, l := range lanes {
			switch {
			case !l.hasEndedInTime() || l.ThreadCount > 1:
			case l.Engine == string(quadrille.EngineAuto):
				own = l.MedianSeconds
			default:
				best = min(best, l.MedianSeconds)
			}
		}
		if own == 0 || math.IsInf(best, 1) {
			continue
		}
		factors = append(factors, own/best)
		if own > 2*best+autoSlack {
			far++
		}
		if own/best > worst {
			worst, where = own/best, lanes[0].RowName
		}
	}
	if len(factors) == 0 {
		return ""
	}
	slices.Sort(factors)
	return fmt.Sprintf("over %s, auto at worst takes %.2f times as long as the best single engine (%s), and %.2f "+
		"times in the median row; in %s more than twice as long and 5 ms\n",
		source.Plural(len(factors), "row"), worst, where, factors[len(factors)/2], source.Plural(far, "row"))
}

// writeMarkdown writes a table of times and ratios, and a table of node counts.
func writeMarkdown(w io.Writer, f *RunFile, all [][]*engineResult) error {
	var columns []string
	for _, lanes := range all {
		for _, l := range lanes {
			if !slices.Contains(columns, l.engineLabel()) {
				columns = append(columns, l.engineLabel())
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nWritten by `puz bench --markdown`, on %s/%s with GOMAXPROCS %d and %s. A time runs from "+
		"the finished matrix to the last\n"+
		"solution; it is the median of %d runs at most, the engines by turns.\n", f.Title, runtime.GOOS, runtime.GOARCH,
		runtime.GOMAXPROCS(0), runtime.Version(), f.RunCount)
	table := func(title, about string, cell func(*engineResult) string) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| row | solutions | %s |\n|---|---:|%s\n", title, about,
			strings.Join(columns, " | "), strings.Repeat("---:|", len(columns)))
		for _, lanes := range all {
			cells, found := make([]string, len(columns)), "–"
			for _, l := range lanes {
				cells[slices.Index(columns, l.engineLabel())] = "–"
				if l.hasEndedInTime() {
					cells[slices.Index(columns, l.engineLabel())], found = cell(l), l.SolutionCount.String()
				}
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", lanes[0].RowName, found, strings.Join(cells, " | "))
		}
	}
	table("Times", "The median, and how many times as fast as the first engine that is.", func(l *engineResult) string {
		return strings.TrimSpace(fmt.Sprintf("%s (%s) %s", formatSeconds(l.MedianSeconds),
			formatThreeDigits(l.SpeedRatio),
			l.ChosenEngine))
	})
	table("Nodes", "Each engine counts the nodes of its own tree: they compare only with care.",
		func(l *engineResult) string { return strconv.FormatInt(l.NodeCount, 10) })
	if text := autoSummary(all); text != "" {
		fmt.Fprintf(&b, "\n## The planner\n\n%s%s", strings.ToUpper(text[:1]), text[1:])
	}
	_, err := io.WriteString(w, b.String())
	return err
}
