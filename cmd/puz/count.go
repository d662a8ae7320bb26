package main

import (
	"fmt"

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
   puz count examples/queens.puz -D n=10             724`,
		Flags:  append(append(commonFlags(), symmetryFlag()), searchFlags()...),
		Action: p.configured(p.count),
	}
}

func (p *puz) count(c *cli.Context) error {
	s, err := p.searchFile(c)
	if err != nil {
		return err
	}
	p.announce(s.program)
	for range s.solutions(c.Context) {
	}
	fmt.Fprintln(p.stdout, s.found)
	if err := s.finish(p, c.String("stats")); err != nil {
		return err
	}
	return s.result(p.stderr)
}
