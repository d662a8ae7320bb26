package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

// watch makes a search report, if the flags or a terminal want it. It returns nil if
// nothing is shown.
func (p *puz) watch(c *cli.Context, s *quadrille.Search) *console.Progress {
	every := c.Duration("log")
	if !c.Bool("progress") && every == 0 && !console.IsTerminal(p.terminal) {
		return nil
	}
	return console.NewProgress(s, p.terminal, p.stderr, every, c.Bool("long"))
}

// filmed reports whether all steps of a search are to be written, and no solutions.
func filmed(c *cli.Context) bool {
	return c.Command.Name == "solve" && (c.String("trace") == "html" || c.String("trace") == "dot")
}

// film writes all steps of a search.
func (p *puz) film(c *cli.Context) error {
	q, s, err := p.question(c)
	if err != nil {
		return err
	}
	film, err := q.Film(c.Context, s)
	if err != nil {
		return p.stopped(c.Context, err, "nothing is written")
	}
	write := film.HTML
	if c.String("trace") == "dot" {
		write = film.Dot
	}
	if err := p.write(c.String("output"), write); err != nil {
		return err
	}
	e := film.Stats()
	fmt.Fprintf(p.stderr, "%s, %s, %s\n", source.Plural(film.Solutions(), "solution"), source.Plural(int(e.Nodes), "node"), source.Plural(int(e.Updates), "update"))
	if film.Solutions() == 0 {
		return exit(exitNoSolution)
	}
	return nil
}
