package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/runtime/plan"
)

func (p *puz) dissectCommand() *cli.Command {
	return &cli.Command{
		Name:      "dissect",
		Usage:     "find the fewest pieces of a dissection",
		ArgsUsage: "FILE",
		Description: `With 2 pieces, then 3 and so on, whatever number the file says, until there is a
solution; its rules hold. The number is printed, and one solution is drawn.

   puz dissect --minimum examples/dissection.puz
   puz dissect --minimum --timeout 1m examples/dissection.puz`,
		Flags: append(append(commonFlags(), searchFlags()...),
			&cli.BoolFlag{Name: "minimum", Usage: "look for the fewest pieces (the only thing that this command does)"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`: auto, always, never"},
		),
		Action: p.configured(p.dissect),
	}
}

func (p *puz) dissect(c *cli.Context) error {
	if !c.Bool("minimum") {
		return errors.New("dissect wants --minimum; `puz solve` finds the dissections into as many pieces as a file says")
	}
	style, err := p.style(c)
	if err != nil {
		return err
	}
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	program, err := p.program(c, in)
	if err != nil {
		return err
	}
	if program.Puzzle.Dissect == nil {
		return fmt.Errorf("%s asks for no dissection: there is no `dissect` in it", in.name)
	}
	for pieces := 2; pieces <= len(program.Puzzle.Dissect.From); pieces++ {
		s, err := p.intoPieces(c, program, pieces)
		if err != nil {
			return err
		}
		for options := range s.solutions(c.Context) {
			fmt.Fprintf(p.stdout, "%d pieces\n", pieces)
			return printText(p.stdout, solution{n: 1, program: s.program, options: options}, style)
		}
		if s.ended != complete {
			fmt.Fprintf(p.stderr, "there is no dissection into fewer than %d pieces\n", pieces)
			return s.result(p.stderr)
		}
	}
	fmt.Fprintln(p.stderr, "there is no dissection at all")
	return exit(exitNoSolution)
}

// intoPieces prepares the search for so many pieces.
func (p *puz) intoPieces(c *cli.Context, program *compile.Program, pieces int) (*searching, error) {
	o, err := compileOptions(c)
	if err != nil {
		return nil, err
	}
	m := *program.Puzzle
	d := *m.Dissect
	d.Pieces = pieces
	m.Dissect = &d
	other, err := compile.Lower(&m, o)
	if err != nil {
		return nil, err
	}
	return p.newSearch(c, other, plan.All)
}
