package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

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

// tracer prints what a chooser does at the first levels: for people who write choosers.
func tracer(out io.Writer, depth int) func(quadrille.View, quadrille.ItemID) {
	return func(v quadrille.View, i quadrille.ItemID) {
		if v.Level() >= depth {
			return
		}
		indent := strings.Repeat("  ", v.Level())
		if chosen := v.Chosen(); len(chosen) > 0 {
			fmt.Fprintf(out, "%s%s\n", indent, strings.Join(v.Problem().OptionItems(chosen[len(chosen)-1]), " "))
		}
		name := v.Problem().Name(i)
		if v.Branches(i) == 0 {
			fmt.Fprintf(out, "%slevel %d: %s cannot be covered any more\n", indent, v.Level(), name)
			return
		}
		active := 0
		for k := v.First(); k >= 0; k = v.Next(k) {
			active++
		}
		fmt.Fprintf(out, "%slevel %d: %s, 1 of %d items, has %d branches\n", indent, v.Level(), name, active, v.Branches(i))
	}
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

// printEffort prints the effort in the form that the flag asks for.
func (p *puz) printEffort(w io.Writer, form string, e *quadrille.Effort) error {
	switch {
	case form == "" || e.Engine == "":
		return nil
	case form == "json" && e.Stages != nil:
		return json.NewEncoder(w).Encode(e.Stages)
	case form == "json":
		return json.NewEncoder(w).Encode(e)
	case e.Stages != nil:
		for _, line := range []struct {
			what  string
			count int64
		}{
			{"legal shifts", int64(e.Stages.Shifts)},
			{"sequences of shifts that cover", e.Stages.CoveringShifts},
			{"sequences of mappings that cover", e.Stages.CoveringMappings},
			{"left by forced moves of the first shape", e.Stages.SourcesForced},
			{"left by all forced moves", e.Stages.AllForced},
			{"of those, with cells to match", e.Stages.Unsettled},
			{"solutions", e.Stages.Solutions},
		} {
			fmt.Fprintf(w, "%-40s %15d\n", line.what, line.count)
		}
		return nil
	}
	fmt.Fprintf(w, "engine %s: %s\n", e.Engine, e.Why)
	fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
	for k, l := range e.Profile {
		fmt.Fprintf(w, "%5d %15d %18d %15d\n", k, l.Nodes, l.Updates, l.Solutions)
	}
	fmt.Fprintf(w, "%5s %15d %18d %15d\n", "all", e.Nodes, e.Updates, e.Solutions)
	_, err := fmt.Fprintf(w, "mems  %15d\n", e.Mems)
	return err
}
