package main

import (
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/runtime/plan"
)

// documents writes the table and the chart that the flags ask for.
func (t *speedTable) documents(c *cli.Context) error {
	table, chart := c.String("table"), c.String("chart")
	if table != "" {
		d := speedDoc{speedTable: t, command: speedCommand(c), chart: besideTable(table, chart)}
		if err := t.puz.writeTo(table, d.write); err != nil {
			return err
		}
	}
	if chart != "" {
		return t.puz.writeTo(chart, t.chart)
	}
	return nil
}

// speedCommand is how the documents were made.
func speedCommand(c *cli.Context) string {
	words := []string{"puz bench", filepath.ToSlash(c.Args().First())}
	for _, flag := range []string{"slow", "only", "repeat", "threads", "table", "chart"} {
		switch {
		case !c.IsSet(flag):
		case flag == "slow":
			words = append(words, "--slow")
		default:
			words = append(words, fmt.Sprintf("--%s %v", flag, c.Value(flag)))
		}
	}
	return strings.Join(words, " ")
}

// besideTable is the path of the chart from the folder of the table, or empty.
func besideTable(table, chart string) string {
	if chart == "" {
		return ""
	}
	path, err := filepath.Rel(filepath.Dir(table), chart)
	if err != nil {
		return chart
	}
	return filepath.ToSlash(path)
}

// speedDoc is a page of Markdown on a speed run.
type speedDoc struct {
	*speedTable
	command, chart string
}

func (d speedDoc) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", orElse(d.file.Title, "Engines side by side"), d.method())
	if d.chart != "" {
		fmt.Fprintf(&b, "\n![Ratios of the engines to dancing links, as bars](%s)\n", d.chart)
	}
	b.WriteString("\n## Times\n\nThe median time, and how many times faster than links on one thread that is. The\nfastest engine on one thread is bold. A dash is no result within the time limit of the row.\n\n")
	for _, threads := range d.threadCounts() {
		if threads > 1 {
			fmt.Fprintf(&b, "\n## On %d threads\n\n", threads)
		}
		d.grid(&b, threads, d.timeCell)
	}
	b.WriteString("\n## Nodes\n\nEach engine counts the nodes of its own tree: they compare only with care.\n\n")
	d.grid(&b, 1, nodesCell)
	if all := d.losses(); len(all) > 0 {
		fmt.Fprintf(&b, "\n## The planner\n\nOver %d rows, %s.\n", len(all), lossText(all))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// method says how the figures were measured.
func (d speedDoc) method() string {
	var spreads []float64
	for _, contest := range d.contests {
		for _, v := range contest.contenders {
			if len(v.laps) > 1 {
				spreads = append(spreads, v.spread())
			}
		}
	}
	noise := "each is a single run"
	if n := len(spreads); n > 0 {
		slices.Sort(spreads)
		noise = fmt.Sprintf("the longest run takes %s times as long as the shortest in the median, and %s times at worst", figures(spreads[n/2]), figures(spreads[n-1]))
	}
	patience := ""
	if d.file.Patience > 0 && d.file.Repeat > 1 {
		patience = fmt.Sprintf(", or fewer once they have taken %v together", d.file.patience())
	}
	return fmt.Sprintf("Written by `%s`, on %s/%s with GOMAXPROCS %d and %s.\n\n"+
		"A time runs from the finished matrix to the last solution: what the planner and the engine\n"+
		"prepare is in it, compiling is not. It is the median of %s%s. The engines run\n"+
		"by turns, and garbage is collected before each run. Noise: %s.",
		d.command, runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), runtime.Version(), plural(d.file.Repeat, "run"), patience, noise)
}

// threadCounts lists how many threads there are variants on, the fewest first.
func (d speedDoc) threadCounts() (all []int) {
	for _, contest := range d.contests {
		for _, v := range contest.contenders {
			all = append(all, v.threads)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// variants lists those on so many threads, and the contests that have any.
func (d speedDoc) variants(threads int) (all []variant, rows []*contest) {
	for _, name := range enginesInOrder() {
		v, used := variant{name, threads}, false
		for _, contest := range d.contests {
			used = used || contest.has(func(c *contender) bool { return c.variant == v })
		}
		if used {
			all = append(all, v)
		}
	}
	for _, contest := range d.contests {
		if contest.has(func(c *contender) bool { return c.threads == threads }) {
			rows = append(rows, contest)
		}
	}
	return all, rows
}

func (t *contest) has(want func(*contender) bool) bool {
	return slices.ContainsFunc(t.contenders, want)
}

// grid writes a row for each contest and a column for each variant on so many threads.
func (d speedDoc) grid(b *strings.Builder, threads int, cell func(*contest, *contender) string) {
	all, rows := d.variants(threads)
	b.WriteString("| row | solutions |")
	for _, v := range all {
		fmt.Fprintf(b, " %s |", v)
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(all)) + "\n")
	for _, contest := range rows {
		fmt.Fprintf(b, "| %s | %s |", strings.ReplaceAll(contest.row.Name, "|", `\|`), contest.solutions())
		for _, v := range all {
			fmt.Fprintf(b, " %s |", contest.cell(v, cell))
		}
		b.WriteString("\n")
	}
}

// solutions is the number that the first result has.
func (t *contest) solutions() string {
	for _, v := range t.contenders {
		if len(v.laps) > 0 {
			return grouped(v.laps[0].solutions.String())
		}
	}
	return "–"
}

// cell is empty for a variant that did not run, and says why one has failed.
func (t *contest) cell(v variant, text func(*contest, *contender) string) string {
	for _, c := range t.contenders {
		switch {
		case c.variant != v:
		case len(c.laps) == 0:
			return "–"
		default:
			return text(t, c)
		}
	}
	return ""
}

// timeCell has the time and the ratio, and what auto took.
func (d speedDoc) timeCell(t *contest, c *contender) string {
	text := shortTime(c.median())
	if t.fastest(c) {
		text = "**" + text + "**"
	}
	if r := t.ratioOf(c, d.timeout(t.row)); r.times > 0 && c.variant != baseline {
		text += " (" + r.String() + ")"
	}
	if c.engine == plan.Auto {
		text += " " + c.representative().took
	}
	return text
}

func nodesCell(_ *contest, c *contender) string {
	return grouped(fmt.Sprint(c.representative().nodes))
}

// fastest reports whether no single engine on one thread is faster.
func (t *contest) fastest(c *contender) bool {
	if c.engine == plan.Auto || c.threads > 1 {
		return false
	}
	return !t.has(func(other *contender) bool {
		return other.engine != plan.Auto && other.threads == 1 && len(other.laps) > 0 && other.median() < c.median()
	})
}

// grouped puts a comma before every third digit from the end.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
