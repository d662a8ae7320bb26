package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/reduce"
	"quadrille/runtime/choose"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
)

func (p *puz) benchCommand() *cli.Command {
	return &cli.Command{
		Name:      "bench",
		Usage:     "run a table of puzzles, and compare with published figures, or engines with one another",
		ArgsUsage: "RUN.yaml",
		Description: `Each row of the file is a puzzle, how to search it, and what was published.
The table has our figure, theirs where it differs, and the ratio. Rows that take
minutes are left out unless --slow is given. The exit code is 1 if a row differs
that does not say why.

If the file names engines, each of them runs each row, several times and by turns,
and the table has the median times and their ratios to links on one thread. The
exit code is then 1 if the engines, or a published number of solutions, disagree.

   puz bench examples/paper.yaml
   puz bench examples/paper.yaml --only 'queens*' --json
   puz bench examples/paper.yaml --slow --threads 2
   puz bench examples/speed.yaml --repeat 3 --table speed.md --chart speed.svg`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "slow", Usage: "run the slow rows as well"},
			&cli.StringFlag{Name: "only", Usage: "run the rows whose names match `PATTERN`, with * for anything"},
			&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads where a row does not say"},
			&cli.BoolFlag{Name: "json", Usage: "print an object a line"},
			&cli.StringFlag{Name: "format", Usage: "of engines side by side: print as `FORMAT`: " + strings.Join(speedFormats(), ", "), DefaultText: textFormat},
			&cli.IntFlag{Name: "repeat", Usage: "run each engine `N` times on each row", DefaultText: "as the file says"},
			&cli.StringFlag{Name: "table", Usage: "write a table of engines side by side in Markdown to `FILE`"},
			&cli.StringFlag{Name: "chart", Usage: "write a chart of engines side by side in SVG to `FILE`"},
		},
		Action: p.bench,
	}
}

// result is a row that has been run.
type result struct {
	Name      string  `json:"name"`
	Choose    string  `json:"choose"`
	Solutions figure  `json:"solutions"`
	Nodes     figure  `json:"nodes"`
	Updates   figure  `json:"updates"`
	Profile   string  `json:"profile,omitempty"` // equal, or where it differs
	Seconds   float64 `json:"seconds"`
	Partial   bool    `json:"partial,omitempty"`
	Source    string  `json:"source,omitempty"`
	Differs   string  `json:"differs,omitempty"`
}

// figure is ours and the published one, if there is one.
type figure struct {
	Ours   int64  `json:"ours"`
	Theirs *int64 `json:"theirs,omitempty"`
}

func (f figure) differs() bool { return f.Theirs != nil && *f.Theirs != f.Ours }

func (r *result) differs() bool {
	return r.Solutions.differs() || r.Nodes.differs() || r.Updates.differs() || r.Profile != "" && r.Profile != "equal"
}

func (p *puz) bench(c *cli.Context) error {
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	f, err := readBench(in)
	if err != nil {
		return err
	}
	if n := c.Int("threads"); n < 1 || n > mostThreads {
		return fmt.Errorf("--threads wants a number from 1 to %d", mostThreads)
	}
	rows, skipped := f.wanted(c)
	if len(rows) == 0 && c.String("only") != "" {
		return fmt.Errorf("no row has a name that matches %q", c.String("only"))
	}
	if f.isSpeed() {
		return p.speed(c, f, rows, skipped)
	}
	for _, flag := range []string{"format", "repeat", "table", "chart"} {
		if c.IsSet(flag) {
			return fmt.Errorf("--%s is for engines side by side, and %s names none", flag, in.name)
		}
	}
	return p.benchRows(c, f.Title, rows, skipped)
}

// wanted returns the rows that the flags ask for, and how many slow ones are left out.
func (f *benchFile) wanted(c *cli.Context) (rows []benchRow, skipped int) {
	only := c.String("only")
	for _, row := range f.Rows {
		match, err := filepath.Match(only, row.Name)
		switch {
		case only == "" && row.Slow && !c.Bool("slow"):
			skipped++
		case only == "" || match && err == nil:
			rows = append(rows, row)
		}
	}
	return rows, skipped
}

// benchRows runs rows and compares them with what was published.
func (p *puz) benchRows(c *cli.Context, title string, rows []benchRow, skipped int) error {
	t := &benchTable{puz: p, json: c.Bool("json"), title: title, skipped: skipped}
	for _, row := range rows {
		if c.Context.Err() != nil {
			break
		}
		if row.Threads.only() == 0 {
			row.Threads = threadList{c.Int("threads")}
		}
		r, err := p.benchRow(c, &row)
		if err != nil {
			return err
		}
		if err := t.row(r); err != nil {
			return err
		}
	}
	return t.end(c)
}

// benchRow runs a row.
func (p *puz) benchRow(c *cli.Context, row *benchRow) (*result, error) {
	in, err := p.read(row.Puzzle)
	if err != nil {
		return nil, err
	}
	program, err := compile.Text(in.name, in.text, importer, compile.Options{Params: row.Params, UpToSymmetry: row.UpToSymmetry})
	if err != nil {
		return nil, err
	}
	s := &searching{program: program, reduced: reduce.Problem(program.Problem, 0), limit: row.Limit, timeout: time.Duration(row.Timeout), whole: program.Symmetry == nil}
	r := row.settings().request(program.Puzzle.Search)
	if isTerminal(p.stderr) {
		s.progress = newProgress(p.stderr)
		r.Report = s.progress.show
	}
	if s.plan, err = plan.New(program.Problem, r); err != nil {
		return nil, fmt.Errorf("row %s: %w", row.Name, err)
	}
	s.engine = s.plan
	start := time.Now()
	for range s.solutions(c.Context) {
	}
	result := compared(row, s)
	result.Seconds = time.Since(start).Seconds()
	return result, nil
}

// compared puts our figures beside those published, counted as there.
func compared(row *benchRow, s *searching) *result {
	stats, theirs := s.engine.Stats(), row.Published
	profile := stats.Profile
	if slices.Contains(theirs.NotCounted, "root") {
		stats.Nodes--
		profile = profile[1:]
	}
	if slices.Contains(theirs.NotCounted, "solutions") {
		stats.Nodes -= stats.Solutions
	}
	return &result{
		Name:      row.Name,
		Choose:    orElse(row.Choose, orElse(s.program.Puzzle.Search.Chooser, choose.Default)),
		Solutions: figure{int64(s.found), theirs.Solutions},
		Nodes:     figure{stats.Nodes, theirs.Nodes},
		Updates:   figure{stats.Updates, theirs.Updates},
		Profile:   compareProfile(profile, theirs),
		Partial:   s.ended != complete,
		Source:    theirs.Source,
		Differs:   row.Differs,
	}
}

// compareProfile tells where two profiles part.
func compareProfile(ours []search.Level, theirs published) string {
	if len(theirs.Profile) == 0 {
		return ""
	}
	if len(ours) != theirs.From+len(theirs.Profile) {
		return fmt.Sprintf("%d levels for %d", len(ours), theirs.From+len(theirs.Profile))
	}
	for k, want := range theirs.Profile {
		if got := ours[theirs.From+k]; got.Nodes != want[0] || got.Updates != want[1] {
			return fmt.Sprintf("level %d has %d nodes and %d updates for %d and %d", theirs.From+k, got.Nodes, got.Updates, want[0], want[1])
		}
	}
	return "equal"
}

// benchTable prints results as they come.
type benchTable struct {
	puz                                *puz
	title                              string
	json                               bool
	rows, compared, exact, unexplained int
	skipped                            int
	partial                            int
}

// head comes before the first row.
func (t *benchTable) head() {
	if t.title != "" {
		fmt.Fprintln(t.puz.stdout, t.title)
	}
	fmt.Fprintf(t.puz.stdout, "%-34s %-9s %14s %18s %20s %9s\n", "puzzle", "choose", "solutions", "nodes", "updates", "seconds")
}

func (t *benchTable) row(r *result) error {
	t.rows++
	if r.Partial {
		t.partial++
	}
	if r.Nodes.Theirs != nil || r.Updates.Theirs != nil {
		t.compared++
		if !r.differs() {
			t.exact++
		}
	}
	if r.differs() && r.Differs == "" {
		t.unexplained++
	}
	if t.json {
		return json.NewEncoder(t.puz.stdout).Encode(r)
	}
	if t.rows == 1 {
		t.head()
	}
	w := t.puz.stdout
	fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9.2f\n", r.Name, r.Choose, r.Solutions.text(), r.Nodes.text(), r.Updates.text(), r.Seconds)
	if r.differs() {
		fmt.Fprintf(w, "%-44s %14s %18s %20s\n", "   published", r.Solutions.theirs(), r.Nodes.theirs(), r.Updates.theirs())
	}
	if r.Profile != "" {
		fmt.Fprintf(w, "   profile: %s\n", r.Profile)
	}
	if r.Partial {
		fmt.Fprintln(w, "   partial: stopped before the end")
	}
	if r.Differs != "" {
		fmt.Fprintf(w, "   differs: %s\n", r.Differs)
	}
	return nil
}

// text marks a figure that equals the published one.
func (f figure) text() string {
	switch {
	case f.Theirs == nil:
		return strconv.FormatInt(f.Ours, 10) + "  "
	case f.differs():
		return strconv.FormatInt(f.Ours, 10) + " ≠"
	}
	return strconv.FormatInt(f.Ours, 10) + " ="
}

// theirs is the published figure where it differs, with the ratio of ours to it.
func (f figure) theirs() string {
	if !f.differs() {
		return ""
	}
	text := strconv.FormatInt(*f.Theirs, 10)
	if *f.Theirs > 0 {
		text += fmt.Sprintf(" %.3g×", float64(f.Ours)/float64(*f.Theirs))
	}
	return text
}

// end sums up, and tells by its error whether every difference is explained.
func (t *benchTable) end(c *cli.Context) error {
	fmt.Fprintf(t.puz.stderr, "%d rows, %d of %d with published effort equal; %d slow rows left out\n", t.rows, t.exact, t.compared, t.skipped)
	switch {
	case c.Context.Err() != nil:
		return exit(exitInterrupted)
	case t.unexplained > 0:
		fmt.Fprintf(t.puz.stderr, "%d rows differ and do not say why\n", t.unexplained)
		return exit(exitNoSolution)
	case t.partial > 0:
		return exit(exitLimit)
	}
	return nil
}
