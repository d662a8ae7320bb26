package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/lang/source"
)

// film writes all steps of a search.
func (p *puz) film(c *cli.Context) error {
	q, s, err := p.Question(c)
	if err != nil {
		return err
	}
	film, err := q.Film(c.Context, s)
	if err != nil {
		return p.Stopped(c.Context, err, "nothing is written")
	}
	write := film.HTML
	if c.String("trace") == "dot" {
		write = film.Dot
	}
	if err := p.Write(c.String("output"), write); err != nil {
		return err
	}
	e := film.Stats()
	fmt.Fprintf(p.Stderr, "%s, %s, %s\n", source.Plural(film.Solutions(), "solution"), source.Plural(int(e.Nodes), "node"), source.Plural(int(e.Updates), "update"))
	if film.Solutions() == 0 {
		return console.Exit(console.ExitNoSolution)
	}
	return nil
}
