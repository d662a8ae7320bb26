package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/compile/reduce"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/filter/gad"
	"quadrille/runtime/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
)

func searchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "choose", Usage: "branch on the item that `CHOOSER` names: " + strings.Join(choose.Names(), ", ") + "; `puz explain choosers` tells of each"},
		&cli.StringFlag{Name: "order", Usage: "put the items into `ORDER`: " + strings.Join(choose.Orders(), ", ")},
		&cli.StringFlag{Name: "option-order", Usage: "try the options in `ORDER`: " + strings.Join(choose.OptionOrders(), ", ")},
		&cli.StringFlag{Name: "tally", Usage: "for a chooser that learns: read what it knows of each item from `FILE`, if it is there, and write it there in the end"},
		&cli.IntFlag{Name: "O", Usage: "shrink the problem first, at `LEVEL` 0, 1 or 2; the solutions stay", DefaultText: "0"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose random orders by the number `N`"},
		&cli.StringFlag{Name: "engine", Value: plan.Auto, Usage: "search with `ENGINE`: " + strings.Join(engineNames(), ", ") + "; `puz explain engines` tells of each"},
		&cli.StringFlag{Name: "filter", Usage: "prune options at each node by `FILTER`: gad (items that are matched one to one), none", DefaultText: "none"},
		&cli.BoolFlag{Name: "detect-matchings", Usage: "find families of items that are matched one to one, beside those that the puzzle declares"},
		&cli.Int64Flag{Name: "restarts", Usage: "start again after `N` nodes without a solution, and then after more and more; for choosers that learn", DefaultText: "never"},
		&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads; solutions then come in any order"},
		&cli.BoolFlag{Name: "ordered", Usage: "keep the solutions of several threads in the order of one"},
		&cli.IntFlag{Name: "max-memory", Usage: "let tables and clauses grow to `N` megabytes", DefaultText: "the engine's own bound"},
		&cli.IntFlag{Name: "limit", Usage: "stop after `N` solutions", DefaultText: "none"},
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `TIME`, such as 90s or 5m", DefaultText: "never"},
		&cli.StringFlag{Name: "stats", Usage: "print the effort on standard error as `FORMAT`: text, json"},
		&cli.IntFlag{Name: "trace", Usage: "tell on standard error what is chosen at the first `N` levels", DefaultText: "none"},
		&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
		&cli.DurationFlag{Name: "log", Usage: "print a line of progress every `TIME` on standard error: of each level the branch, and of how many", DefaultText: "never"},
		&cli.BoolFlag{Name: "long", Usage: "with --log: print the option that is chosen at each level as well"},
	}
}

// run is a run of the engine on a program, with the reason why it ended.
type searching struct {
	program *compile.Program
	reduced *reduce.Result
	engine  search.Engine
	plan    *plan.Plan // nil for the staged search
	whole   bool       // what the engine finds are the solutions, one for one
	limit   int
	found   int
	timeout time.Duration
	ended   ending
	failure error  // why, if it ended by memory
	tally   *tally // nil if nothing is kept

	progress *progress // nil if nothing is shown
}

// ending says why a search ended.
type ending int

const (
	complete ending = iota
	byLimit
	byTimeout
	byInterrupt
	byMemory
	byFailure
)

// searchFile prepares a search of the one FILE of a command.
func (p *puz) searchFile(c *cli.Context) (*searching, error) {
	in, err := p.oneFile(c)
	if err != nil {
		return nil, err
	}
	program, err := p.program(c, in)
	if err != nil {
		return nil, err
	}
	goal := plan.All
	if c.Int("limit") == 1 {
		goal = plan.One
	}
	return p.newSearch(c, program, goal)
}

// newSearch prepares a search from the flags, and from the hints of the file
// where flags are silent.
func (p *puz) newSearch(c *cli.Context, program *compile.Program, goal plan.Goal) (*searching, error) {
	if err := checkSearchFlags(c); err != nil {
		return nil, err
	}
	reduced, err := reduceTo(c, program)
	if err != nil {
		return nil, err
	}
	if useStages(c, program) {
		return p.newStages(c, program), nil
	}
	if c.String("engine") == stagedEngine {
		return nil, errors.New("the engine staged finds dissections, and this is none")
	}
	if err := addMatchings(c, reduced); err != nil {
		return nil, err
	}
	s := &searching{program: program, reduced: reduced, limit: c.Int("limit"), timeout: c.Duration("timeout")}
	if s.whole = program.Symmetry == nil && c.Int("O") == 0; goal == plan.Count && !s.whole {
		goal = plan.All
	}
	r := flagSettings(c).request(program.Puzzle.Search)
	r.Goal = goal
	if c.IsSet("trace") {
		r.Wrap = func(inner dlx.Chooser) dlx.Chooser {
			return &tracer{inner: inner, depth: c.Int("trace"), out: p.stderr}
		}
	}
	log := newProgressLog(c, p.stderr, reduced.Problem)
	if c.Bool("progress") || log != nil || isTerminal(p.stderr) {
		s.progress = newProgress(p.stderr)
		s.progress.log = log
		r.Report = s.progress.show
	}
	if s.plan, err = plan.New(reduced.Problem, r); err != nil {
		return nil, err
	}
	s.engine = s.plan
	s.tally, err = readTally(c.String("tally"), reduced.Problem, s.plan.Learner)
	return s, err
}

// newStages prepares the staged search of a dissection.
func (p *puz) newStages(c *cli.Context, program *compile.Program) *searching {
	s := &searching{program: program, reduced: reduce.Problem(program.Problem, 0), limit: c.Int("limit"), timeout: c.Duration("timeout")}
	var show func(search.Progress)
	if c.Bool("progress") || isTerminal(p.stderr) {
		s.progress = newProgress(p.stderr)
		show = s.progress.show
	}
	s.engine = newStages(program.Stages, c.Int("threads"), show)
	return s
}

// addMatchings finds matchings in the matrix, if that is wanted.
func addMatchings(c *cli.Context, reduced *reduce.Result) error {
	if !c.Bool("detect-matchings") {
		return nil
	}
	p := reduced.Problem
	all, err := p.WithMatchings(append(slices.Clone(p.Matchings()), gad.Detect(p)...))
	reduced.Problem = all
	return err
}

// reduceTo shrinks the problem as the flag -O wants it.
func reduceTo(c *cli.Context, program *compile.Program) (*reduce.Result, error) {
	level := c.Int("O")
	if level < 0 || level > int(reduce.Most) {
		return nil, fmt.Errorf("-O wants a level from 0 to %d", reduce.Most)
	}
	return reduce.Problem(program.Problem, reduce.Level(level)), nil
}

// useStages reports whether the staged search is asked for, or is the better one:
// it is for dissections, unless something is said about how the links dance.
func useStages(c *cli.Context, program *compile.Program) bool {
	return program.Stages != nil && takesStages(c)
}

// takesStages reports whether the flags leave room for the staged search. Commands
// that do not search have no engine.
func takesStages(c *cli.Context) bool {
	if e := c.String("engine"); e != plan.Auto && e != stagedEngine {
		return false
	}
	for _, flag := range []string{"choose", "order", "option-order", "tally", "O", "trace", "filter", "restarts", "detect-matchings"} {
		if c.IsSet(flag) && c.String("engine") == plan.Auto {
			return false
		}
	}
	return true
}

// settings are the words that say how to search; where one is empty, a hint in
// the file holds.
type settings struct {
	choose, order, optionOrder string
	engine, filter             string
	restarts, maxMemory        int64
	seed                       uint64
	threads                    int
	ordered                    bool
}

func flagSettings(c *cli.Context) settings {
	return settings{
		choose: c.String("choose"), order: c.String("order"), optionOrder: c.String("option-order"),
		engine: c.String("engine"), filter: c.String("filter"),
		restarts: c.Int64("restarts"), maxMemory: int64(c.Int("max-memory")) << 20,
		seed: c.Uint64("seed"), threads: c.Int("threads"), ordered: c.Bool("ordered"),
	}
}

// request says to the planner what is wanted. Who names an engine does without the hints
// that are for another one.
func (s settings) request(hints model.Search) plan.Request {
	if s.engine != "" && s.engine != plan.Auto && s.engine != plan.Links {
		hints.Chooser, hints.Filter, hints.Restarts = "", "", 0
	}
	if s.choose != "" {
		hints.Restarts = 0 // they belong to the chooser
	}
	return plan.Request{
		Engine: s.engine, Filter: orElse(s.filter, hints.Filter),
		Chooser: orElse(s.choose, hints.Chooser), Order: orElse(s.order, hints.Order), OptionOrder: orElse(s.optionOrder, hints.Options),
		Restarts: cmp.Or(s.restarts, hints.Restarts), Seed: cmp.Or(s.seed, hints.Seed), Threads: s.threads, Ordered: s.ordered, MaxMemory: s.maxMemory,
	}
}

// mostThreads bounds the copies of the links that are made.
const mostThreads = 256

// mostMemory is in megabytes: what no machine has.
const mostMemory = 1 << 30

func checkSearchFlags(c *cli.Context) error {
	if s := c.String("stats"); s != "" && s != "text" && s != "json" {
		return fmt.Errorf("--stats knows text and json, and no %q", s)
	}
	if e := c.String("engine"); !slices.Contains(engineNames(), e) {
		return fmt.Errorf("--engine knows %s, and no %q", strings.Join(engineNames(), ", "), e)
	}
	if f := c.String("filter"); f != "" && !slices.Contains(plan.Filters(), f) {
		return fmt.Errorf("--filter knows %s, and no %q", strings.Join(plan.Filters(), ", "), f)
	}
	if c.Bool("long") && !c.IsSet("log") {
		return errors.New("--long goes with --log")
	}
	if c.Int("trace") < 0 {
		return notNegative("trace")
	}
	if c.Int64("restarts") < 0 {
		return notNegative("restarts")
	}
	if m := c.Int("max-memory"); m < 0 || m > mostMemory {
		return fmt.Errorf("--max-memory wants a number of megabytes up to %d", mostMemory)
	}
	if c.IsSet("trace") && c.Int("threads") > 1 {
		return errors.New("--trace follows one thread: leave --threads out")
	}
	if n := c.Int("threads"); n < 1 || n > mostThreads {
		return fmt.Errorf("--threads wants a number from 1 to %d", mostThreads)
	}
	if c.IsSet("limit") && c.Int("limit") < 1 {
		return errors.New("--limit wants a number from 1 on")
	}
	for _, name := range []string{"timeout", "log"} {
		if c.Duration(name) < 0 {
			return notNegative(name)
		}
	}
	return nil
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// solutions runs the search. Only solutions that the puzzle keeps are given
// out and counted.
func (s *searching) solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		timed, cancel := s.timed(ctx)
		defer cancel()
		for found := range s.engine.Solutions(timed) {
			for solution := range s.reduced.Solutions(found) {
				if !s.program.Keeps(solution) {
					continue
				}
				s.found++
				if !yield(solution) || s.found == s.limit {
					s.ended = byLimit
					return
				}
			}
		}
		s.progress.clear()
		switch {
		case ctx.Err() != nil:
			s.ended = byInterrupt
		case errors.Is(s.engine.Err(), context.DeadlineExceeded):
			s.ended = byTimeout
		case errors.Is(s.engine.Err(), memo.ErrMemory) || errors.Is(s.engine.Err(), learn.ErrMemory):
			s.ended, s.failure = byMemory, s.engine.Err()
		case s.engine.Err() != nil:
			s.ended, s.failure = byFailure, s.engine.Err()
		}
	}
}

// timed returns a context that ends when the time is up.
func (s *searching) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	return timed(ctx, s.timeout)
}

// result returns the error that ends the command with the right exit code,
// after it has said how complete the result is.
func (s *searching) result(stderr io.Writer) error {
	switch s.ended {
	case byLimit:
		fmt.Fprintf(stderr, "partial: stopped after %s; there may be more\n", solutionCount(s.found))
		return exit(exitLimit)
	case byTimeout:
		fmt.Fprintf(stderr, "partial: stopped by the time limit of %v, after %s\n", s.timeout, solutionCount(s.found))
		return exit(exitLimit)
	case byFailure:
		return s.failure
	case byMemory:
		fmt.Fprintf(stderr, "partial: stopped after %s, for want of memory (%v); --max-memory gives more, and another --engine may need less\n", solutionCount(s.found), s.failure)
		return exit(exitLimit)
	case byInterrupt:
		fmt.Fprintf(stderr, "partial: interrupted after %s\n", solutionCount(s.found))
		return exit(exitInterrupted)
	}
	if s.found == 0 {
		return exit(exitNoSolution)
	}
	return nil
}

func solutionCount(n int) string {
	if n == 1 {
		return "1 solution"
	}
	return fmt.Sprint(n, " solutions")
}

// finish writes what is left to write when a search has ended.
func (s *searching) finish(p *puz, stats string) error {
	if err := s.tally.write(p); err != nil {
		return err
	}
	return s.printStats(p.stderr, stats)
}

// printStats prints the effort in the form that the flag asks for.
func (s *searching) printStats(w io.Writer, form string) error {
	if staged, ok := s.engine.(*stages); ok && form != "" {
		return staged.print(w, form)
	}
	stats := s.engine.Stats()
	switch form {
	case "json":
		return json.NewEncoder(w).Encode(struct {
			Engine string `json:"engine"`
			Why    string `json:"why"`
			search.Stats
		}{s.plan.Took(), s.plan.Why(), stats})
	case "text":
		fmt.Fprintf(w, "engine %s: %s\n", s.plan.Took(), s.plan.Why())
		fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
		for k, l := range stats.Profile {
			fmt.Fprintf(w, "%5d %15d %18d %15d\n", k, l.Nodes, l.Updates, l.Solutions)
		}
		fmt.Fprintf(w, "%5s %15d %18d %15d\n", "all", stats.Nodes, stats.Updates, stats.Solutions)
		fmt.Fprintf(w, "mems  %15d\n", stats.Mems)
	}
	return nil
}

// countAtOnce returns the number of solutions, if the engine can tell it without
// handing them over and nothing else has to be known of them.
func (s *searching) countAtOnce(ctx context.Context) (n *big.Int, ok bool, err error) {
	if s.plan == nil || !s.whole || s.limit > 0 {
		return nil, false, nil
	}
	counter, ok := s.plan.Engine.(search.Counter)
	if !ok {
		return nil, false, nil
	}
	timed, cancel := s.timed(ctx)
	defer cancel()
	n, err = counter.Count(timed)
	s.progress.clear()
	switch {
	case ctx.Err() != nil:
		s.ended, err = byInterrupt, nil
	case errors.Is(err, context.DeadlineExceeded):
		s.ended, err = byTimeout, nil
	}
	s.found = math.MaxInt
	if n.IsInt64() {
		s.found = int(n.Int64())
	}
	return n, true, err
}
