package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"quadrille/runtime/plan"

	"github.com/urfave/cli/v2"
)

func (p *puz) countCommand() *cli.Command {
	return &cli.Command{
		Name:      "count",
		Usage:     "print the exact number of solutions",
		ArgsUsage: "FILE",
		Description: `The number stands alone on standard output.

   puz count examples/scott.puz                      520
   puz count examples/scott.puz --up-to-symmetry     65
   puz count examples/queens.puz -D n=10             724
   puz count examples/dominoes.puz --zdd d.zdd       keeps a diagram of all solutions`,
		Flags:  append(append(append(commonFlags(), classFlags()...), zddFlag()), searchFlags()...),
		Action: p.configured(p.count),
	}
}

func (p *puz) count(c *cli.Context) error {
	if c.IsSet("zdd") {
		return p.countDiagram(c)
	}
	s, err := p.countFile(c)
	if err != nil {
		return err
	}
	p.announce(s.program)
	n, err := s.count(c.Context)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.stdout, n)
	if err := s.finish(p, c.String("stats")); err != nil {
		return err
	}
	return s.result(p.stderr)
}

// countFile prepares a count of the one FILE of a command.
func (p *puz) countFile(c *cli.Context) (*searching, error) {
	in, err := p.oneFile(c)
	if err != nil {
		return nil, err
	}
	program, err := p.program(c, in)
	if err != nil {
		return nil, err
	}
	goal := plan.Count
	if c.IsSet("limit") {
		goal = plan.All
	}
	return p.newSearch(c, program, goal)
}

// count returns the number of solutions, one by one if need be.
func (s *searching) count(ctx context.Context) (*big.Int, error) {
	if n, ok, err := s.countAtOnce(ctx); ok {
		return n, err
	}
	for range s.solutions(ctx) {
	}
	return big.NewInt(int64(s.found)), nil
}

// countDiagram counts by the diagram of all solutions, and keeps it.
func (p *puz) countDiagram(c *cli.Context) error {
	if err := checkSearchFlags(c); err != nil {
		return err
	}
	for _, flag := range []string{"engine", "choose", "order", "option-order", "filter", "restarts", "threads", "limit", "tally", "trace", "O", "log", "stats"} {
		if c.IsSet(flag) {
			return fmt.Errorf("--zdd makes the diagram of all solutions, and has no use for --%s", flag)
		}
	}
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	program, err := p.program(c, in)
	if err != nil {
		return err
	}
	if program.Symmetry != nil {
		return errors.New("--zdd keeps all solutions, and not one of each class")
	}
	d, err := p.diagram(c, program)
	if err != nil {
		return p.diagramFailed(c, err)
	}
	_, err = fmt.Fprintln(p.stdout, d.Count())
	if err == nil && d.Count().Sign() == 0 {
		return exit(exitNoSolution)
	}
	return err
}
