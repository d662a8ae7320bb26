// Package bench runs tables of puzzles. It compares the results with published figures, or engines with one another.
//
// Its input is a file such as RUN.yaml, and functions that load the files named there. Its output is a table. The
// package knows nothing of command line flags, and opens no files itself.
package bench

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"quadrille"
)

// RunFile is the content of a RUN.yaml: puzzles, how to run them, and the published figures about them. If it names
// engines, each row is run with each of them, to compare their times.
type RunFile struct {
	Title string `yaml:"title"`
	// Engines are the names of the engines to compare. The fields from here to Rows apply only to files that name
	// engines.
	Engines    []string `yaml:"engines"`
	RunCount   int      `yaml:"repeat"`  // number of runs of each engine on each row
	EnoughTime Duration `yaml:"enough"`  // total time of its runs after which an engine gets no further run
	Timeout    Duration `yaml:"timeout"` // time limit of a run, for rows without one
	Rows       []Row    `yaml:"rows"`
}

// Row is one puzzle with its settings and published figures.
type Row struct {
	RowName string `yaml:"name"`
	// PuzzlePath is the path of a puzzle or a matrix file, from the folder of the RUN.yaml.
	PuzzlePath string `yaml:"puzzle"`
	// FurtherPuzzles holds the paths of further puzzles, whose figures are added to those of the puzzle at PuzzlePath.
	FurtherPuzzles []string              `yaml:"and"`
	Params         map[string]int64      `yaml:"params"`
	Chooser        quadrille.ChooserName `yaml:"choose"`
	ItemOrder      quadrille.ItemOrder   `yaml:"order"`
	OptionOrder    quadrille.OptionOrder `yaml:"option-order"`
	Seed           uint64                `yaml:"seed"`
	Engine         string                `yaml:"engine"` // name of the engine; "" stands for links
	Filter         quadrille.FilterName  `yaml:"filter"`
	Restarts       int64                 `yaml:"restarts"`
	Threads        ThreadCounts          `yaml:"threads"`
	UpToSymmetry   bool                  `yaml:"up-to-symmetry"`
	// ScoreCondition is a condition on scores, such as horizontal>=50. Only solutions that satisfy it are counted.
	ScoreCondition   string           `yaml:"score"`
	SolutionLimit    int              `yaml:"limit"`
	Timeout          Duration         `yaml:"timeout"`
	IsSlow           bool             `yaml:"slow"` // whether the row is run only on request
	PublishedFigures publishedFigures `yaml:"published"`
	// The fields from here on apply only to files that compare engines.
	Engines     []string `yaml:"engines"` // names of engines, in place of the engines of the file
	SearchGoal  string   `yaml:"goal"`    // count, all or one; "" stands for count
	SquaresPath string   `yaml:"squares"` // path of a file of partial Latin squares, in place of a puzzle
	SquareRules string   `yaml:"rules"`   // rules for these squares, such as distinct on boxes 3x3
	// WhyDiffers explains why a figure differs from the published one, and what was tried.
	WhyDiffers string `yaml:"differs"`
}

// publishedFigures holds the figures that one source states for a row. A figure that the source does not state is nil.
type publishedFigures struct {
	Source    string `yaml:"source"`
	Solutions *int64 `yaml:"solutions"`
	Nodes     *int64 `yaml:"nodes"`
	Updates   *int64 `yaml:"updates"`
	// Profile holds, for each level of the search tree, the number of nodes, or the numbers of nodes and of updates.
	// The first entry is for the level that the source numbers FirstLevel.
	Profile    [][]int64 `yaml:"profile"`
	FirstLevel int       `yaml:"from"`
	// NotCounted names the nodes that the source does not count: root, solutions.
	NotCounted []string `yaml:"not-counted"`
}

// Duration is a time span, in YAML as text such as 90s.
type Duration time.Duration

// UnmarshalYAML parses a duration, such as 90s.
func (d *Duration) UnmarshalYAML(n *yaml.Node) error {
	v, err := time.ParseDuration(n.Value)
	if err != nil || v <= 0 {
		return fmt.Errorf("line %d: %q is no time; write 90s or 5m", n.Line, n.Value)
	}
	*d = Duration(v)
	return nil
}

// ThreadCounts is a list of numbers of threads. In YAML it is one number or a list.
type ThreadCounts []int

// UnmarshalYAML parses a number or a list of numbers.
func (l *ThreadCounts) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode((*[]int)(l))
	}
	*l = ThreadCounts{0}
	return n.Decode(&(*l)[0])
}

// MaxRepeats is the largest allowed number of runs of an engine on a row.
const MaxRepeats = 1000

// ReadRunFile parses a RUN.yaml, and checks what can be checked without running it.
func ReadRunFile(name string, text []byte) (*RunFile, error) {
	var f RunFile
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", name, plainYAMLError(err))
	}
	switch {
	case len(f.Rows) == 0:
		return nil, fmt.Errorf("%s: there are no rows", name)
	case f.RunCount < 0 || f.RunCount > MaxRepeats:
		return nil, fmt.Errorf("%s: repeat is a number from 1 to %d", name, MaxRepeats)
	case len(f.Engines) == 0 && (f.RunCount != 0 || f.EnoughTime != 0 || f.Timeout != 0):
		return nil, fmt.Errorf("%s: repeat, enough and timeout are for engines side by side: name them, engines: "+
			"[links, dense]", name)
	}
	if err := checkEngines(f.Engines); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.RunCount = max(1, f.RunCount)
	names := map[string]bool{}
	for i := range f.Rows {
		r := &f.Rows[i]
		if err := r.checkRow(len(f.Engines) > 0, filepath.Dir(name)); err != nil {
			return nil, fmt.Errorf("%s: row %d (%s): %w", name, i+1, r.RowName, err)
		}
		if names[r.RowName] {
			return nil, fmt.Errorf("%s: there are two rows called %q", name, r.RowName)
		}
		names[r.RowName] = true
	}
	return &f, nil
}

// plainYAMLError removes the names of Go types from an error of the YAML library.
func plainYAMLError(err error) string {
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

// checkRow returns an error if a field of the row has no meaning in this kind of run: side by side, or against
// published figures. It also makes the path of the puzzle relative to the current folder.
func (r *Row) checkRow(sideBySide bool, folder string) error {
	path := r.PuzzlePath + r.SquaresPath
	switch {
	case r.RowName == "":
		return errors.New("it has no name")
	case r.PuzzlePath != "" && r.SquaresPath != "":
		return errors.New("it has both a puzzle and squares")
	case path == "":
		return errors.New("it names no puzzle")
	case !filepath.IsLocal(path):
		return fmt.Errorf("the puzzle %s is not in the folder of this file or below", path)
	case slices.ContainsFunc(r.Threads, func(n int) bool { return n < 0 || n > quadrille.MaxThreads }):
		return fmt.Errorf("threads is a number from 1 to %d", quadrille.MaxThreads)
	case r.SolutionLimit < 0:
		return errors.New("limit is a number from 1 on")
	case !sideBySide && (len(r.Engines) > 0 || r.SearchGoal+r.SquaresPath+r.SquareRules != "" || len(r.Threads) > 1):
		return errors.New("engines, goal, squares, rules and several threads are for engines side by side: the file " +
			"has to name them")
	case sideBySide && len(r.FurtherPuzzles) > 0:
		return errors.New("the figures of several puzzles are added where they are compared with published ones")
	case sideBySide && r.ScoreCondition != "":
		return errors.New("scores are asked for where figures are compared with published ones")
	case slices.ContainsFunc(r.FurtherPuzzles, func(path string) bool { return !filepath.IsLocal(path) }):
		return errors.New("a puzzle is not in the folder of this file or below")
	case slices.ContainsFunc(r.PublishedFigures.Profile,
		func(level []int64) bool { return len(level) < 1 || len(level) > 2 }):
		return errors.New("a level of the profile is its nodes, or its nodes and updates")
	case sideBySide && (r.Engine != "" || r.Filter != "" || r.Restarts != 0 || r.SolutionLimit != 0):
		return errors.New("engine, filter, restarts and limit mean nothing where engines run side by side")
	case !slices.Contains([]string{"", "count", "all", "one"}, r.SearchGoal):
		return fmt.Errorf("goal knows count, all and one, and no %q", r.SearchGoal)
	case r.SquareRules != "" && r.SquaresPath == "":
		return errors.New("rules are for squares")
	case strings.ContainsAny(r.SquareRules, "{}\"\n"):
		return errors.New("rules are words such as distinct on boxes 3x3")
	}
	for _, what := range r.PublishedFigures.NotCounted {
		if !slices.Contains([]string{"root", "solutions"}, what) {
			return fmt.Errorf("not-counted knows root and solutions, and no %q", what)
		}
	}
	if r.PuzzlePath != "" {
		r.PuzzlePath = filepath.Join(folder, r.PuzzlePath)
	} else {
		r.SquaresPath = filepath.Join(folder, r.SquaresPath)
	}
	for k, path := range r.FurtherPuzzles {
		r.FurtherPuzzles[k] = filepath.Join(folder, path)
	}
	return checkEngines(r.Engines)
}

// searchOptions returns the settings of a search of the row. Without an engine it uses links, as published figures are
// counts of that engine's nodes and updates.
func (r *Row) searchOptions(engine string, threads int) quadrille.Search {
	return quadrille.Search{
		Engine: quadrille.Engine(engine), Choose: r.Chooser, Order: r.ItemOrder, OptionOrder: r.OptionOrder,
		Seed:     r.Seed,
		FilterBy: r.Filter, Restarts: r.Restarts, Threads: threads, Limit: r.SolutionLimit, Effort: &quadrille.Effort{},
	}
}

// puzzleOptions returns the options to compile the puzzle of the row.
func (r *Row) puzzleOptions() quadrille.Options {
	o := quadrille.Options{Params: r.Params}
	if r.UpToSymmetry {
		o.UpTo = quadrille.Symmetry
	}
	return o
}

// SelectRows returns the rows whose names match the pattern only. If the pattern is empty, it returns all rows, but
// skips slow ones unless slow is set. The result skipped is the number of rows that it skipped.
func (f *RunFile) SelectRows(only string, slow bool) (rows []Row, skipped int) {
	for _, row := range f.Rows {
		match, err := filepath.Match(only, row.RowName)
		switch {
		case only == "" && row.IsSlow && !slow:
			skipped++
		case only == "" || match && err == nil:
			rows = append(rows, row)
		}
	}
	return rows, skipped
}
