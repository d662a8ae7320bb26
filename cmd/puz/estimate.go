package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/urfave/cli/v2"

	"quadrille/runtime/dlx"
	"quadrille/runtime/plan"
)

func (p *puz) estimateCommand() *cli.Command {
	return &cli.Command{
		Name:      "estimate",
		Usage:     "estimate the size of the search tree by random probes",
		ArgsUsage: "FILE",
		Description: `Each probe walks from the root to a leaf along random branches (Knuth, 1975).
The numbers are means with their standard errors, which are too small while
rare large subtrees have not been met.

   puz estimate examples/pentominoes-6x10.puz
   puz estimate examples/scott.puz --probes 100000 --seed 7 --stats json`,
		Flags: append(append(commonFlags(), classFlags()...), append(searchFlags(),
			&cli.IntFlag{Name: "probes", Value: 10_000, Usage: "walk `N` times"})...),
		Action: p.configured(p.estimate),
	}
}

func (p *puz) estimate(c *cli.Context) error {
	if c.Int("probes") < 1 {
		return errors.New("--probes wants a number from 1 on")
	}
	s, err := p.searchFile(c)
	if err != nil {
		return err
	}
	search, err := plan.Tree(s.reduced.Problem, flagSettings(c).request(s.program.Puzzle.Search))
	if err != nil {
		return err
	}
	p.announce(s.program)
	ctx, cancel := s.timed(c.Context)
	defer cancel()
	e := search.Estimate(ctx, rand.New(rand.NewPCG(c.Uint64("seed"), 1)), c.Int("probes"))
	if e.Probes == 0 {
		return exit(exitLimit)
	}
	if c.String("stats") == "json" {
		return json.NewEncoder(p.stdout).Encode(e)
	}
	for _, line := range []struct {
		name string
		q    dlx.Quantity
	}{{"nodes", e.Nodes}, {"updates", e.Updates}, {"solutions", e.Solutions}} {
		fmt.Fprintf(p.stdout, "%-10s %15.4g  ± %.2g\n", line.name, line.q.Mean, line.q.Spread)
	}
	switch {
	case c.Context.Err() != nil:
		return exit(exitInterrupted)
	case e.Probes < c.Int("probes"):
		fmt.Fprintf(p.stderr, "partial: %d probes in the time given\n", e.Probes)
		return exit(exitLimit)
	}
	return nil
}
