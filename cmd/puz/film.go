package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/render"
)

// writeFilm records all steps of a search, and writes them as a page or as a tree.
func (p *puz) writeFilm(c *cli.Context) error {
	if kind := fileExtension(c.String("output")); slices.Contains(fileFormats, kind) && kind != c.String("trace") {
		return fmt.Errorf("-o %s: --trace %s writes no %s", c.String("output"), c.String("trace"), kind)
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	film, err := render.RecordFilm(c.Context, q, s)
	if err != nil {
		return p.StoppedError(c.Context, err, "nothing is written")
	}
	write := film.HTML
	if c.String("trace") == "dot" {
		write = film.Dot
	}
	if err := p.Write(c.String("output"), write); err != nil {
		return err
	}
	e := film.SearchStats()
	fmt.Fprintf(p.Stderr, "%s, %s, %s\n", source.Plural(film.SolutionCount(), "solution"),
		source.Plural(int(e.Nodes), "node"), source.Plural(int(e.Updates), "update"))
	if film.SolutionCount() == 0 {
		return console.ExitError(console.ExitNoSolution)
	}
	return nil
}
