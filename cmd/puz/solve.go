package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
)

// firstPictures is how many solutions are drawn if nobody says how many.
const firstPictures = 10

func (p *puz) solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the solutions of a puzzle and draw them",
		ArgsUsage: "FILE",
		Description: fmt.Sprintf(`Pictures are drawn of the first %d solutions, unless --limit or --all says
otherwise; the other formats give them all. With --format svg they come on one
page, or, if -o names a folder, each in a file of its own.

   puz solve examples/scott.puz --limit 1
   puz solve examples/scott.puz --all --up-to-symmetry --ascii
   puz solve examples/scott.puz --up-to-symmetry --all --format svg -o scott.svg
   puz solve examples/scott.puz --best symmetry
   puz solve examples/langford.puz -D n=8 --format rows
   puz solve examples/scott.puz --format json | jq -r '.placements[].piece'
   puz solve examples/scott.puz --format none --stats text`, firstPictures),
		Flags: append(append(commonFlags(), classFlags()...), append(searchFlags(),
			append([]cli.Flag{
				&cli.BoolFlag{Name: "all", Usage: "draw every solution"},
				&cli.StringFlag{Name: "best", Usage: "print the solutions that are best by `SCORE` alone: symmetry (edges between pieces that are edges in the reflection)"},
			}, drawingFlags()...)...,
		)...),
		Action: p.configured(p.solve),
	}
}

// drawingFlags belong to every command that prints solutions.
func drawingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Value: textFormat, Usage: "print solutions as `FORMAT`: text, svg, json, rows, none"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write SVG to `FILE`, or into a folder"},
		&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
		&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`: auto, always, never"},
	}
}

func (p *puz) solve(c *cli.Context) error {
	out, err := p.output(c)
	if err != nil {
		return err
	}
	s, err := p.searchFile(c)
	if err != nil {
		return err
	}
	best, err := bestOf(c, s.program)
	if err != nil {
		return err
	}
	shortened := drawn(c.String("format")) && !c.Bool("all") && !c.IsSet("limit") && best == nil
	if shortened {
		s.limit = firstPictures + 1 // the one that is not drawn tells that there are more
	}
	p.announce(s.program)
	if err := s.writeAll(c, out, best, shortened); err != nil {
		return err
	}
	if err := s.finish(p, c.String("stats")); err != nil {
		return err
	}
	if shortened && s.ended == byLimit {
		fmt.Fprintf(p.stderr, "these are the first %d; --all draws every solution, `puz count` counts them\n", firstPictures)
		return nil
	}
	if s.ended == complete {
		fmt.Fprintln(p.stderr, solutionCount(s.found)+upTo(s.program))
	}
	return s.result(p.stderr)
}

// writeAll runs the search and writes what it finds, or the best of it.
func (s *searching) writeAll(c *cli.Context, out *output, best *best, shortened bool) error {
	for options := range s.solutions(c.Context) {
		switch {
		case best != nil:
			best.offer(s.found, options)
			continue
		case shortened && s.found > firstPictures:
			continue
		}
		s.progress.clear()
		if err := out.write(solution{n: s.found, program: s.program, options: options}); err != nil {
			return err
		}
	}
	if best != nil {
		for _, b := range best.kept {
			if err := out.write(b); err != nil {
				return err
			}
		}
	}
	return out.finish()
}

// announce prints the group whose classes are counted.
func (p *puz) announce(program *compile.Program) {
	if program.Symmetry != nil {
		fmt.Fprintln(p.stderr, program.Symmetry)
	}
}

func upTo(program *compile.Program) string {
	if program.Symmetry != nil {
		return " up to symmetry"
	}
	return ""
}
