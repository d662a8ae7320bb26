package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"quadrille/runtime/plan"
)

const tsvFormat = "tsv"

func speedFormats() []string { return []string{textFormat, tsvFormat, jsonFormat} }

// ratio is how many times faster than links a contender is. If links were stopped by
// a timeout, it is at least that.
type ratio struct {
	times   float64 // 0 if nothing is known
	atLeast bool
}

// ratioOf compares a contender with links on one thread.
func (t *contest) ratioOf(v *contender, timeout time.Duration) ratio {
	if len(v.laps) == 0 {
		return ratio{}
	}
	own := max(v.median(), 1).Seconds()
	if links := t.find(baseline); links != nil {
		return ratio{times: links.median().Seconds() / own}
	}
	for _, other := range t.contenders {
		if other.variant == baseline && other.failed == timeUp {
			return ratio{times: timeout.Seconds() / own, atLeast: true}
		}
	}
	return ratio{}
}

// String writes a ratio with three figures.
func (r ratio) String() string {
	if r.times == 0 {
		return "–"
	}
	text := figures(r.times)
	if r.atLeast {
		return ">" + text
	}
	return text
}

// figures writes a number with three figures, and no more than two behind the point
// but for the smallest.
func figures(x float64) string {
	switch {
	case x >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case x >= 0.1:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// shortTime writes a time with three figures.
func shortTime(d time.Duration) string {
	units := []struct {
		name string
		unit time.Duration
	}{{"s", time.Second}, {"ms", time.Millisecond}, {"µs", time.Microsecond}}
	for _, u := range units {
		if d >= u.unit {
			return figures(float64(d)/float64(u.unit)) + " " + u.name
		}
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

// speedLine is a line of the table: a row and an engine. Programs read it as it is.
type speedLine struct {
	Row       string   `json:"row"`
	Solutions *big.Int `json:"solutions"` // null if there is no result
	Engine    string   `json:"engine"`
	Threads   int      `json:"threads"`
	Took      string   `json:"took,omitempty"` // the engine that auto took
	Nodes     int64    `json:"nodes"`
	Seconds   float64  `json:"seconds"` // the median; 0 if there is no result
	Spread    float64  `json:"spread"`
	Runs      int      `json:"runs"`
	Compile   float64  `json:"compile_seconds"`
	Ratio     float64  `json:"ratio,omitempty"`
	AtLeast   bool     `json:"ratio_is_at_least,omitempty"`
	Failed    string   `json:"failed,omitempty"`
	time      time.Duration
	label     string
	ratio     ratio
}

// lines are those of a contest.
func (t *contest) lines(timeout time.Duration) []speedLine {
	var out []speedLine
	for _, v := range t.contenders {
		l := speedLine{
			Row: t.row.Name, Engine: v.engine, Threads: v.threads, Failed: v.failed,
			Compile: t.compiled.Seconds(), label: v.label(), ratio: t.ratioOf(v, timeout),
		}
		if len(v.laps) > 0 {
			middle := v.representative()
			l.time, l.Runs, l.Spread = v.median(), len(v.laps), v.spread()
			l.Seconds, l.Solutions, l.Nodes = l.time.Seconds(), middle.solutions, middle.nodes
			if v.engine == plan.Auto {
				l.Took = middle.took
			}
		}
		l.Ratio, l.AtLeast = l.ratio.times, l.ratio.atLeast
		out = append(out, l)
	}
	return out
}

// columns are what a line shows: solutions, nodes, time, spread, ratio.
func (l *speedLine) columns() [5]string {
	if l.Runs == 0 {
		return [5]string{"–", "–", "–", "–", "–"}
	}
	return [5]string{l.Solutions.String(), strconv.FormatInt(l.Nodes, 10), shortTime(l.time), figures(l.Spread), l.ratio.String()}
}

// speedTable prints contests as they end, and keeps them for the documents.
type speedTable struct {
	puz            *puz
	file           *benchFile
	format         string
	name, engine   int // the widths of these columns
	contests       []*contest
	wrong, without int // rows that are wrong, and rows that no engine has finished
	printed        bool
}

func newSpeedTable(p *puz, c *cli.Context, f *benchFile, rows []benchRow) (*speedTable, error) {
	t := &speedTable{puz: p, file: f, format: orElse(c.String("format"), textFormat), engine: len("links ×10")}
	if c.Bool("json") {
		t.format = jsonFormat
	}
	if !slices.Contains(speedFormats(), t.format) {
		return nil, fmt.Errorf("--format knows %s, and no %q", strings.Join(speedFormats(), ", "), t.format)
	}
	for i := range rows {
		t.name = max(t.name, utf8.RuneCountInString(rows[i].Name))
		if slices.Contains(append(rows[i].Engines, f.Engines...), plan.Auto) {
			t.engine = len("auto ×2 (sparse)")
		}
	}
	return t, nil
}

// timeout is what a row has to end within.
func (t *speedTable) timeout(r *benchRow) time.Duration {
	if r.Timeout > 0 {
		return time.Duration(r.Timeout)
	}
	return time.Duration(t.file.Timeout)
}

// add prints a contest.
func (t *speedTable) add(contest *contest) error {
	t.contests = append(t.contests, contest)
	results := 0
	for _, l := range contest.lines(t.timeout(contest.row)) {
		results += l.Runs
		if err := t.print(&l); err != nil {
			return err
		}
	}
	if results == 0 {
		t.without++
	}
	if err := contest.wrong(); err != nil {
		t.wrong++
		fmt.Fprintln(t.puz.stderr, err)
	}
	return nil
}

func (t *speedTable) print(l *speedLine) error {
	w, first := t.puz.stdout, !t.printed
	t.printed = true
	cells := l.columns()
	switch t.format {
	case jsonFormat:
		return json.NewEncoder(w).Encode(l)
	case tsvFormat:
		if first {
			fmt.Fprintln(w, "row\tsolutions\tengine\tthreads\ttook\tnodes\tseconds\tspread\truns\tratio\tfailed")
		}
		seconds := cells[2]
		if l.Runs > 0 {
			seconds = strconv.FormatFloat(l.Seconds, 'g', 6, 64)
		}
		_, err := fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n",
			l.Row, cells[0], l.Engine, l.Threads, l.Took, cells[1], seconds, cells[3], l.Runs, cells[4], l.Failed)
		return err
	}
	if first {
		t.head(w)
	}
	_, err := fmt.Fprintf(w, "%-*s %20s  %-*s %14s %10s %7s %8s%s\n",
		t.name, l.Row, cells[0], t.engine, l.label, cells[1], cells[2], cells[3], cells[4], l.note())
	return err
}

// head comes before the first line.
func (t *speedTable) head(w io.Writer) {
	if t.file.Title != "" {
		fmt.Fprintln(w, t.file.Title)
	}
	fmt.Fprintf(w, "%-*s %20s  %-*s %14s %10s %7s %8s\n", t.name, "row", "solutions", t.engine, "engine", "nodes", "median", "spread", "ratio")
}

// note says at the end of a line why it has no result.
func (l *speedLine) note() string {
	if l.Failed == "" {
		return ""
	}
	return "  " + l.Failed
}

// autoLoss compares auto with the best single engine of a contest, both on one thread.
type autoLoss struct {
	Row     string  `json:"row"`
	Took    string  `json:"took,omitempty"`
	Best    string  `json:"best"`
	Factor  float64 `json:"factor"`             // the time of auto by the time of the best
	AtLeast bool    `json:"at_least,omitempty"` // auto was stopped by a timeout
}

// autoLoss returns no loss if one of the two is missing.
func (t *contest) autoLoss(timeout time.Duration) (loss autoLoss, ok bool) {
	var auto, best *contender
	for _, v := range t.contenders {
		switch {
		case v.threads > 1:
		case v.engine == plan.Auto:
			auto = v
		case len(v.laps) > 0 && (best == nil || v.median() < best.median()):
			best = v
		}
	}
	if auto == nil || best == nil {
		return loss, false
	}
	loss = autoLoss{Row: t.row.Name, Best: best.engine}
	time := timeout
	switch {
	case len(auto.laps) > 0:
		time, loss.Took = auto.median(), auto.representative().took
	case auto.failed == timeUp:
		loss.AtLeast = true
	default:
		return loss, false
	}
	loss.Factor = float64(time) / float64(max(best.median(), 1))
	return loss, true
}

// losses are those of all contests, the worst first.
func (t *speedTable) losses() (all []autoLoss) {
	for _, contest := range t.contests {
		if loss, ok := contest.autoLoss(t.timeout(contest.row)); ok {
			all = append(all, loss)
		}
	}
	slices.SortStableFunc(all, func(a, b autoLoss) int { return cmp.Compare(b.Factor, a.Factor) })
	return all
}

// lossText says the worst loss, and the one in the middle, in a sentence.
func lossText(all []autoLoss) string {
	worst, middle := all[0], all[len(all)/2]
	took, more := worst.Took, ""
	if worst.AtLeast {
		took, more = "out of time", "more than "
	}
	return fmt.Sprintf("auto at worst takes %s%s times as long as the best single engine (%s: %s, best is %s), and %s times in the median row",
		more, figures(worst.Factor), worst.Row, took, worst.Best, figures(middle.Factor))
}

// printLosses tells what auto costs.
func (t *speedTable) printLosses() error {
	all := t.losses()
	if len(all) == 0 {
		return nil
	}
	switch t.format {
	case jsonFormat:
		return json.NewEncoder(t.puz.stdout).Encode(map[string]any{"auto": all[0], "median": all[len(all)/2].Factor})
	case tsvFormat:
		_, err := fmt.Fprintln(t.puz.stdout, "# "+lossText(all))
		return err
	}
	_, err := fmt.Fprintln(t.puz.stdout, lossText(all))
	return err
}

// end sums up and writes the documents that are asked for.
func (t *speedTable) end(c *cli.Context, skipped int) error {
	fmt.Fprintf(t.puz.stderr, "%d rows, %d wrong; %d slow rows left out\n", len(t.contests), t.wrong, skipped)
	if c.Context.Err() != nil {
		return exit(exitInterrupted)
	}
	if err := t.printLosses(); err != nil {
		return err
	}
	if err := t.documents(c); err != nil {
		return err
	}
	switch {
	case t.wrong > 0:
		return exit(exitNoSolution)
	case t.without > 0:
		return exit(exitLimit)
	}
	return nil
}
