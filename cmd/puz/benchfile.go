package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"quadrille/runtime/plan"
)

// benchFile is a RUN.yaml: puzzles, how to run them, and what was published
// about them. If it names engines, they are run side by side.
type benchFile struct {
	Title string `yaml:"title"`
	// Engines make it a speed run; the keys up to the rows are for one alone.
	Engines  []string     `yaml:"engines"`
	Repeat   int          `yaml:"repeat"`   // runs of each engine on each row
	Patience yamlDuration `yaml:"patience"` // an engine is not run again when its runs have taken so long
	Timeout  yamlDuration `yaml:"timeout"`  // of a run, where a row does not say
	Rows     []benchRow   `yaml:"rows"`
}

// benchRow is a puzzle with settings and published figures.
type benchRow struct {
	Name         string           `yaml:"name"`
	Puzzle       string           `yaml:"puzzle"` // a path from the folder of the file
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
	// What follows is for speed runs.
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

// only returns the first number, or 0 if there is none.
func (l threadList) only() int {
	if len(l) == 0 {
		return 0
	}
	return l[0]
}

// readBench reads a file and checks what can be checked without running it.
func readBench(in input) (*benchFile, error) {
	var f benchFile
	d := yaml.NewDecoder(bytes.NewReader(in.text))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %s", in.name, plainYAML(err))
	}
	if err := f.checkSpeed(); err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	names := map[string]bool{}
	for i := range f.Rows {
		r := &f.Rows[i]
		if err := errors.Join(r.checkKind(f.isSpeed()), r.check(filepath.Dir(in.name))); err != nil {
			return nil, fmt.Errorf("%s: row %d (%s): %w", in.name, i+1, r.Name, err)
		}
		if names[r.Name] {
			return nil, fmt.Errorf("%s: there are two rows called %q", in.name, r.Name)
		}
		names[r.Name] = true
	}
	if len(f.Rows) == 0 {
		return nil, fmt.Errorf("%s: there are no rows", in.name)
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

func (r *benchRow) check(folder string) error {
	switch path := r.Puzzle + r.Squares; {
	case r.Name == "":
		return errors.New("it has no name")
	case path == "":
		return errors.New("it names no puzzle")
	case !filepath.IsLocal(path):
		return fmt.Errorf("the puzzle %s is not in the folder of this file or below", path)
	case slices.ContainsFunc(r.Threads, func(n int) bool { return n < 0 || n > mostThreads }):
		return fmt.Errorf("threads is a number from 1 to %d", mostThreads)
	case r.Limit < 0:
		return errors.New("limit is a number from 1 on")
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
	return nil
}

// settings are those of the row. Published figures are of links.
func (r *benchRow) settings() settings {
	return settings{
		choose: r.Choose, order: r.Order, optionOrder: r.OptionOrder, seed: r.Seed,
		engine: orElse(r.Engine, plan.Links), filter: r.Filter, restarts: r.Restarts, threads: r.Threads.only(),
	}
}
