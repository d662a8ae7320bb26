package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/compile/reduce"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

func searchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "choose", Usage: "branch on the item that `CHOOSER` names: " + strings.Join(choose.Names(), ", ") + "; `puz explain choosers` tells of each"},
		&cli.StringFlag{Name: "order", Usage: "put the items into `ORDER`: " + strings.Join(choose.Orders(), ", ")},
		&cli.StringFlag{Name: "option-order", Usage: "try the options in `ORDER`: " + strings.Join(choose.OptionOrders(), ", ")},
		&cli.StringFlag{Name: "tally", Usage: "for a chooser that learns: read what it knows of each item from `FILE`, if it is there, and write it there in the end"},
		&cli.IntFlag{Name: "O", Usage: "shrink the problem first, at `LEVEL` 0, 1 or 2; the solutions stay", DefaultText: "0"},
		&cli.Uint64Flag{Name: "seed", Usage: "choose random orders by the number `N`"},
		&cli.StringFlag{Name: "engine", Value: "auto", Usage: "search with `ENGINE`: links (dancing), staged (dissections, for which auto takes it), auto"},
		&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads; solutions then come in any order"},
		&cli.IntFlag{Name: "limit", Usage: "stop after `N` solutions", DefaultText: "none"},
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `TIME`, such as 90s or 5m", DefaultText: "never"},
		&cli.StringFlag{Name: "stats", Usage: "print the effort on standard error as `FORMAT`: text, json"},
		&cli.IntFlag{Name: "trace", Usage: "tell on standard error what is chosen at the first `N` levels", DefaultText: "none"},
		&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
	}
}

// search is a run of the engine on a program, with the reason why it ended.
type search struct {
	program *compile.Program
	reduced *reduce.Result
	engine  engine.Engine
	limit   int
	found   int
	timeout time.Duration
	ended   ending
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
)

// searchFile prepares a search of the one FILE of a command.
func (p *puz) searchFile(c *cli.Context) (*search, error) {
	in, err := p.oneFile(c)
	if err != nil {
		return nil, err
	}
	program, err := p.program(c, in)
	if err != nil {
		return nil, err
	}
	return p.newSearch(c, program)
}

// newSearch prepares a search from the flags, and from the hints of the file
// where flags are silent.
func (p *puz) newSearch(c *cli.Context, program *compile.Program) (*search, error) {
	if err := checkSearchFlags(c); err != nil {
		return nil, err
	}
	reduced, err := reduceTo(c, program)
	if err != nil {
		return nil, err
	}
	o, err := flagSettings(c).options(program.Puzzle.Search, reduced.Problem)
	if err != nil {
		return nil, err
	}
	if useStages(c, program) {
		s := &search{program: program, reduced: reduce.Problem(program.Problem, 0), limit: c.Int("limit"), timeout: c.Duration("timeout")}
		var show func(engine.Progress)
		if c.Bool("progress") || isTerminal(p.stderr) {
			s.progress = newProgress(p.stderr)
			show = s.progress.show
		}
		s.engine = newStages(program.Stages, c.Int("threads"), show)
		return s, nil
	}
	if c.String("engine") == stagedEngine {
		return nil, errors.New("the engine staged finds dissections, and this is none")
	}
	s := &search{program: program, reduced: reduced, limit: c.Int("limit"), timeout: c.Duration("timeout")}
	if s.tally, err = readTally(c.String("tally"), reduced.Problem, o.Chooser); err != nil {
		return nil, err
	}
	if _, learns := o.Chooser.(choose.Learner); learns && c.Int("threads") > 1 {
		return nil, errors.New("a chooser that learns works on one thread: leave --threads out, or choose another one")
	}
	if c.IsSet("trace") && c.Int("threads") > 1 {
		return nil, errors.New("--trace follows one thread: leave --threads out")
	}
	if c.IsSet("trace") {
		o.Chooser = &tracer{inner: o.Chooser, depth: c.Int("trace"), out: p.stderr}
	}
	if c.Bool("progress") || isTerminal(p.stderr) {
		s.progress = newProgress(p.stderr)
		o.Report, o.ReportEvery = s.progress.show, 1<<22
	}
	s.engine = newLinks(reduced.Problem, o, c.Int("threads"))
	return s, nil
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
	if e := c.String("engine"); e == linksEngine || e == "" {
		return false
	}
	for _, flag := range []string{"choose", "order", "option-order", "tally", "O", "trace"} {
		if c.IsSet(flag) && c.String("engine") == autoEngine {
			return false
		}
	}
	return true
}

// settings are the words that say how to search; where one is empty, a hint in
// the file holds.
type settings struct {
	choose, order, optionOrder string
	seed                       uint64
}

func flagSettings(c *cli.Context) settings {
	return settings{c.String("choose"), c.String("order"), c.String("option-order"), c.Uint64("seed")}
}

// options looks the words up for a problem.
func (s settings) options(hints model.Search, p *matrix.Problem) (o dlx.Options, err error) {
	if o.Chooser, err = choose.New(orElse(s.choose, hints.Chooser), p, s.seed); err != nil {
		return o, err
	}
	if o.Order, err = choose.Order(orElse(s.order, hints.Order), p, s.seed); err != nil {
		return o, err
	}
	o.OptionOrder, err = choose.OptionOrder(orElse(s.optionOrder, hints.Options), p, s.seed)
	return o, err
}

// mostThreads bounds the copies of the links that are made.
const mostThreads = 256

func checkSearchFlags(c *cli.Context) error {
	if s := c.String("stats"); s != "" && s != "text" && s != "json" {
		return fmt.Errorf("--stats knows text and json, and no %q", s)
	}
	if e := c.String("engine"); e != autoEngine && e != linksEngine && e != stagedEngine {
		return fmt.Errorf("--engine knows auto, links and staged, and no %q", e)
	}
	if n := c.Int("threads"); n < 1 || n > mostThreads {
		return fmt.Errorf("--threads wants a number from 1 to %d", mostThreads)
	}
	if c.IsSet("limit") && c.Int("limit") < 1 {
		return errors.New("--limit wants a number from 1 on")
	}
	if c.Duration("timeout") < 0 {
		return notNegative("timeout")
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
func (s *search) solutions(ctx context.Context) iter.Seq[matrix.Solution] {
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
		case s.engine.Err() != nil:
			s.ended = byTimeout
		}
	}
}

// timed returns a context that ends when the time is up.
func (s *search) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.timeout > 0 {
		return context.WithTimeout(ctx, s.timeout)
	}
	return context.WithCancel(ctx)
}

// result returns the error that ends the command with the right exit code,
// after it has said how complete the result is.
func (s *search) result(stderr io.Writer) error {
	switch s.ended {
	case byLimit:
		fmt.Fprintf(stderr, "partial: stopped after %s; there may be more\n", solutionCount(s.found))
		return exit(exitLimit)
	case byTimeout:
		fmt.Fprintf(stderr, "partial: stopped by the time limit of %v, after %s\n", s.timeout, solutionCount(s.found))
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
func (s *search) finish(p *puz, stats string) error {
	if err := s.tally.write(p); err != nil {
		return err
	}
	return s.printStats(p.stderr, stats)
}

// printStats prints the effort in the form that the flag asks for.
func (s *search) printStats(w io.Writer, form string) error {
	if staged, ok := s.engine.(*stages); ok && form != "" {
		return staged.print(w, form)
	}
	stats := s.engine.Stats()
	switch form {
	case "json":
		return json.NewEncoder(w).Encode(stats)
	case "text":
		fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
		for k, l := range stats.Profile {
			fmt.Fprintf(w, "%5d %15d %18d %15d\n", k, l.Nodes, l.Updates, l.Solutions)
		}
		fmt.Fprintf(w, "%5s %15d %18d %15d\n", "all", stats.Nodes, stats.Updates, stats.Solutions)
		fmt.Fprintf(w, "mems  %15d\n", stats.Mems)
	}
	return nil
}
