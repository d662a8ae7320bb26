package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"

	"quadrille"
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
and the table has the median times and their ratios to the first engine on one thread.
The exit code is then 1 if the engines, or a published number of solutions, disagree.

   puz bench examples/paper.yaml
   puz bench examples/paper.yaml --only 'queens*' --json
   puz bench examples/paper.yaml --slow --threads 2
   puz bench examples/speed.yaml --repeat 3 --markdown speed.md`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "slow", Usage: "run the slow rows as well"},
			&cli.StringFlag{Name: "only", Usage: "run the rows whose names match `PATTERN`, with * for anything"},
			&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads where a row does not say"},
			&cli.BoolFlag{Name: "json", Usage: "print an object a line"},
			&cli.IntFlag{Name: "repeat", Usage: "run each engine `N` times on each row", DefaultText: "as the file says"},
			&cli.StringFlag{Name: "markdown", Usage: "write the tables of engines side by side to `FILE` as well"},
		},
		Action: p.action(p.bench),
	}
}

// benchFile is a RUN.yaml: puzzles, how to run them, and what was published
// about them. If it names engines, they are run side by side.
type benchFile struct {
	Title string `yaml:"title"`
	// Engines run side by side; the keys up to the rows are for them alone.
	Engines []string     `yaml:"engines"`
	Repeat  int          `yaml:"repeat"`  // runs of each engine on each row
	Enough  yamlDuration `yaml:"enough"`  // an engine is not run again when its runs have taken so long
	Timeout yamlDuration `yaml:"timeout"` // of a run, where a row does not say
	Rows    []benchRow   `yaml:"rows"`
}

// benchRow is a puzzle with settings and published figures.
type benchRow struct {
	Name         string           `yaml:"name"`
	Puzzle       string           `yaml:"puzzle"` // a puzzle or a dump: a path from the folder of the file
	Params       map[string]int64 `yaml:"params"`
	Choose       string           `yaml:"choose"`
	Order        string           `yaml:"order"`
	OptionOrder  string           `yaml:"option-order"`
	Seed         uint64           `yaml:"seed"`
	Engine       string           `yaml:"engine"` // links if nothing is said
	Filter       string           `yaml:"filter"`
	Restarts     int64            `yaml:"restarts"`
	Threads      threadList       `yaml:"threads"`
	UpToSymmetry bool             `yaml:"up-to-symmetry"`
	Limit        int              `yaml:"limit"`
	Timeout      yamlDuration     `yaml:"timeout"`
	Slow         bool             `yaml:"slow"` // run only if asked for
	Published    published        `yaml:"published"`
	// What follows is for engines side by side.
	Engines []string `yaml:"engines"` // in place of those of the file
	Goal    string   `yaml:"goal"`    // count, all or one; count if nothing is said
	Squares string   `yaml:"squares"` // a file of partial Latin squares, in place of a puzzle
	Rules   string   `yaml:"rules"`   // of those squares, such as boxes 3x3
	// Differs says why a figure is not the published one, and what was tried.
	Differs string `yaml:"differs"`
}

// published is what a source says. What it does not say is nil.
type published struct {
	Source    string `yaml:"source"`
	Solutions *int64 `yaml:"solutions"`
	Nodes     *int64 `yaml:"nodes"`
	Updates   *int64 `yaml:"updates"`
	// Profile has the nodes and updates of each level, from the level From of
	// the source on.
	Profile [][2]int64 `yaml:"profile"`
	From    int        `yaml:"from"`
	// NotCounted names nodes that the source does not count: root, solutions.
	NotCounted []string `yaml:"not-counted"`
}

// yamlDuration is a time such as 90s.
type yamlDuration time.Duration

// UnmarshalYAML reads a duration as flags write it.
func (d *yamlDuration) UnmarshalYAML(n *yaml.Node) error {
	v, err := time.ParseDuration(n.Value)
	if err != nil || v <= 0 {
		return fmt.Errorf("line %d: %q is no time; write 90s or 5m", n.Line, n.Value)
	}
	*d = yamlDuration(v)
	return nil
}

// threadList is a number of threads, or several.
type threadList []int

// UnmarshalYAML reads a number, or a list of them.
func (l *threadList) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode((*[]int)(l))
	}
	*l = threadList{0}
	return n.Decode(&(*l)[0])
}

// mostRepeats bounds the runs of an engine on a row.
const mostRepeats = 1000

// readBench reads a file and checks what can be checked without running it.
func readBench(in input) (*benchFile, error) {
	var f benchFile
	d := yaml.NewDecoder(strings.NewReader(string(in.text)))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", in.name, plainYAML(err))
	}
	switch {
	case len(f.Rows) == 0:
		return nil, fmt.Errorf("%s: there are no rows", in.name)
	case f.Repeat < 0 || f.Repeat > mostRepeats:
		return nil, fmt.Errorf("%s: repeat is a number from 1 to %d", in.name, mostRepeats)
	case len(f.Engines) == 0 && (f.Repeat != 0 || f.Enough != 0 || f.Timeout != 0):
		return nil, fmt.Errorf("%s: repeat, enough and timeout are for engines side by side: name them, engines: [links, dense]", in.name)
	}
	if err := checkEngines(f.Engines); err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	f.Repeat = max(1, f.Repeat)
	names := map[string]bool{}
	for i := range f.Rows {
		r := &f.Rows[i]
		if err := r.check(len(f.Engines) > 0, filepath.Dir(in.name)); err != nil {
			return nil, fmt.Errorf("%s: row %d (%s): %w", in.name, i+1, r.Name, err)
		}
		if names[r.Name] {
			return nil, fmt.Errorf("%s: there are two rows called %q", in.name, r.Name)
		}
		names[r.Name] = true
	}
	return &f, nil
}

// plainYAML leaves out the names of types in Go.
func plainYAML(err error) string {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return err.Error()
	}
	var lines []string
	for _, e := range wrong.Errors {
		before, _, _ := strings.Cut(e, " in type ")
		before, _, _ = strings.Cut(before, " into ")
		lines = append(lines, strings.Replace(before, "field ", "there is no key ", 1))
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), " not found", "")
}

func checkEngines(names []string) error {
	for i, name := range names {
		if !slices.Contains(quadrille.EngineNames(), name) {
			return fmt.Errorf("there is no engine %q; there are %s", name, strings.Join(quadrille.EngineNames(), ", "))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("the engine %s is named twice", name)
		}
	}
	return nil
}

// check refuses what means nothing in a run of this kind, and makes the path one from here.
func (r *benchRow) check(sideBySide bool, folder string) error {
	path := r.Puzzle + r.Squares
	switch {
	case r.Name == "":
		return errors.New("it has no name")
	case r.Puzzle != "" && r.Squares != "":
		return errors.New("it has both a puzzle and squares")
	case path == "":
		return errors.New("it names no puzzle")
	case !filepath.IsLocal(path):
		return fmt.Errorf("the puzzle %s is not in the folder of this file or below", path)
	case slices.ContainsFunc(r.Threads, func(n int) bool { return n < 0 || n > quadrille.MaxThreads }):
		return fmt.Errorf("threads is a number from 1 to %d", quadrille.MaxThreads)
	case r.Limit < 0:
		return errors.New("limit is a number from 1 on")
	case !sideBySide && (len(r.Engines) > 0 || r.Goal+r.Squares+r.Rules != "" || len(r.Threads) > 1):
		return errors.New("engines, goal, squares, rules and several threads are for engines side by side: the file has to name them")
	case sideBySide && (r.Engine+r.Filter != "" || r.Restarts != 0 || r.Limit != 0):
		return errors.New("engine, filter, restarts and limit mean nothing where engines run side by side")
	case !slices.Contains([]string{"", "count", "all", "one"}, r.Goal):
		return fmt.Errorf("goal knows count, all and one, and no %q", r.Goal)
	case r.Rules != "" && r.Squares == "":
		return errors.New("rules are for squares")
	case strings.ContainsAny(r.Rules, "{}\"\n"):
		return errors.New("rules are words such as boxes 3x3")
	}
	for _, what := range r.Published.NotCounted {
		if !slices.Contains([]string{"root", "solutions"}, what) {
			return fmt.Errorf("not-counted knows root and solutions, and no %q", what)
		}
	}
	if r.Puzzle != "" {
		r.Puzzle = filepath.Join(folder, r.Puzzle)
	} else {
		r.Squares = filepath.Join(folder, r.Squares)
	}
	return checkEngines(r.Engines)
}

// search says how to search a row. Published figures are of links.
func (r *benchRow) search(engine string, threads int) quadrille.Search {
	return quadrille.Search{
		Engine: engine, Choose: r.Choose, Order: r.Order, OptionOrder: r.OptionOrder, Seed: r.Seed,
		FilterBy: r.Filter, Restarts: r.Restarts, Threads: threads, Limit: r.Limit, Effort: &quadrille.Effort{},
	}
}

// options say how to compile a row.
func (r *benchRow) options() quadrille.Options {
	o := quadrille.Options{Params: r.Params}
	if r.UpToSymmetry {
		o.UpTo = quadrille.Symmetry
	}
	return o
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
	if err := checkSearch(c); err != nil {
		return err
	}
	if n := c.Int("repeat"); c.IsSet("repeat") {
		if f.Repeat = n; n < 1 || n > mostRepeats {
			return fmt.Errorf("--repeat wants a number from 1 to %d", mostRepeats)
		}
	}
	rows, skipped := f.wanted(c)
	switch {
	case len(rows) == 0 && c.String("only") != "":
		return fmt.Errorf("no row has a name that matches %q", c.String("only"))
	case len(f.Engines) > 0:
		return p.compareEngines(c, f, rows, skipped)
	case c.IsSet("repeat") || c.IsSet("markdown"):
		return fmt.Errorf("--repeat and --markdown are for engines side by side, and %s names none", in.name)
	}
	t := &benchTable{puz: p, json: c.Bool("json"), title: f.Title, skipped: skipped}
	for i := range rows {
		if c.Context.Err() != nil {
			break
		}
		if err := t.run(c, &rows[i]); err != nil {
			return err
		}
	}
	return t.end(c)
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

// benchTable runs rows, compares them with what was published, and prints them as they
// come.
type benchTable struct {
	puz                                *puz
	title                              string
	json                               bool
	rows, compared, exact, unexplained int
	skipped                            int
	partial                            int
}

func (t *benchTable) run(c *cli.Context, row *benchRow) error {
	in, err := t.puz.read(row.Puzzle)
	if err != nil {
		return err
	}
	q, err := t.puz.load(c, in, row.options())
	if err != nil {
		return err
	}
	engine, threads := row.Engine, c.Int("threads")
	if engine == "" {
		engine = "links"
	}
	if len(row.Threads) > 0 && row.Threads[0] > 0 {
		threads = row.Threads[0]
	}
	s := row.search(engine, threads)
	watch := t.puz.watch(c, &s)
	ctx, cancel := row.within(c.Context, time.Duration(row.Timeout))
	defer cancel()
	start := time.Now()
	n, err := q.Count(ctx, s)
	watch.clear()
	if err != nil && ctx.Err() == nil && !errors.Is(err, quadrille.ErrMemory) {
		return fmt.Errorf("row %s: %w", row.Name, err)
	}
	r := compared(row, n, s)
	r.Choose, r.Seconds = q.Chooser(s), time.Since(start).Seconds()
	return t.row(r)
}

// compared puts our figures beside those published, counted as there.
func compared(row *benchRow, n quadrille.Number, s quadrille.Search) *result {
	found, exact := n.Exact()
	theirs, nodes, profile := row.Published, s.Effort.Nodes, s.Effort.Profile
	if slices.Contains(theirs.NotCounted, "root") && len(profile) > 0 {
		nodes--
		profile = profile[1:]
	}
	if slices.Contains(theirs.NotCounted, "solutions") {
		nodes -= s.Effort.Solutions
	}
	return &result{
		Name:      row.Name,
		Solutions: figure{found.Int64(), theirs.Solutions},
		Nodes:     figure{nodes, theirs.Nodes},
		Updates:   figure{s.Effort.Updates, theirs.Updates},
		Profile:   compareProfile(profile, theirs),
		Partial:   !exact,
		Source:    theirs.Source,
		Differs:   row.Differs,
	}
}

// compareProfile tells where two profiles part.
func compareProfile(ours []quadrille.Level, theirs published) string {
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
	w := t.puz.stdout
	if t.json {
		return json.NewEncoder(w).Encode(r)
	}
	if t.rows == 1 {
		if t.title != "" {
			fmt.Fprintln(w, t.title)
		}
		fmt.Fprintf(w, "%-34s %-9s %14s %18s %20s %9s\n", "puzzle", "choose", "solutions", "nodes", "updates", "seconds")
	}
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
	mark := "  "
	switch {
	case f.differs():
		mark = " ≠"
	case f.Theirs != nil:
		mark = " ="
	}
	return strconv.FormatInt(f.Ours, 10) + mark
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
		return exit(codeOfCause(c.Context))
	case t.unexplained > 0:
		fmt.Fprintf(t.puz.stderr, "%d rows differ and do not say why\n", t.unexplained)
		return exit(exitNoSolution)
	case t.partial > 0:
		return exit(exitStopped)
	}
	return nil
}
