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
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	runner "quadrille/runtime/run"
)

func searchFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "choose", Usage: "branch on the item that `CHOOSER` names: " + strings.Join(choose.Names(), ", ")},
		&cli.StringFlag{Name: "order", Usage: "put the items into `ORDER`: " + strings.Join(choose.Orders(), ", ")},
		&cli.Uint64Flag{Name: "seed", Usage: "choose the random order by the number `N`"},
		&cli.StringFlag{Name: "engine", Value: "auto", Usage: "search with `ENGINE`: links (auto takes it)"},
		&cli.IntFlag{Name: "threads", Value: 1, Usage: "search on `N` threads; solutions then come in any order"},
		&cli.IntFlag{Name: "limit", Usage: "stop after `N` solutions", DefaultText: "none"},
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `TIME`, such as 90s or 5m", DefaultText: "never"},
		&cli.StringFlag{Name: "stats", Usage: "print the effort on standard error as `FORMAT`: text, json"},
		&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
	}
}

// search is a run of the engine on a program, with the reason why it ended.
type search struct {
	program *compile.Program
	engine  *runner.Run
	limit   int
	found   int
	timeout time.Duration
	ended   ending

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
	hints := program.Puzzle.Search
	chooser, err := choose.ByName(orElse(c.String("choose"), hints.Chooser))
	if err != nil {
		return nil, err
	}
	order, err := choose.Order(orElse(c.String("order"), hints.Order), program.Problem, c.Uint64("seed"))
	if err != nil {
		return nil, err
	}
	s := &search{program: program, limit: c.Int("limit"), timeout: c.Duration("timeout")}
	o := dlx.Options{Chooser: chooser, Order: order}
	if c.Bool("progress") || isTerminal(p.stderr) {
		s.progress = newProgress(p.stderr)
		o.Report, o.ReportEvery = s.progress.show, 1<<22
	}
	s.engine = runner.New(program.Problem, o, c.Int("threads"))
	return s, nil
}

// mostThreads bounds the copies of the links that are made.
const mostThreads = 256

func checkSearchFlags(c *cli.Context) error {
	if s := c.String("stats"); s != "" && s != "text" && s != "json" {
		return fmt.Errorf("--stats knows text and json, and no %q", s)
	}
	if e := c.String("engine"); e != "auto" && e != "links" {
		return fmt.Errorf("--engine knows auto and links, and no %q", e)
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
		timed := ctx
		if s.timeout > 0 {
			var cancel context.CancelFunc
			timed, cancel = context.WithTimeout(ctx, s.timeout)
			defer cancel()
		}
		for solution := range s.engine.Solutions(timed) {
			if !s.program.Keeps(solution) {
				continue
			}
			s.found++
			if !yield(solution) || s.found == s.limit {
				s.ended = byLimit
				return
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

// printStats prints the effort in the form that the flag asks for.
func (s *search) printStats(w io.Writer, form string) error {
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
	}
	return nil
}
