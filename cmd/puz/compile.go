package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

func (p *puz) compileCommand() *cli.Command {
	return &cli.Command{
		Name:      "compile",
		Usage:     "write the exact cover matrix of a puzzle",
		ArgsUsage: "FILE",
		Description: `The formats:

` + formatTable() + `
In dlx the first line has the items, | before the secondary ones and u:v| before
one that is covered u to v times; then comes a line for each option, with
colors as item:color.

   puz compile examples/scott.puz --to dlx
   puz compile examples/scott.puz --to dimacs -o scott.cnf
   puz compile examples/scott.puz --to dlx --short-names
   puz compile examples/scott.puz --explain -O 2`,
		Flags: append(append(commonFlags(), classFlags()...),
			&cli.StringFlag{Name: "to", Value: "dlx", Usage: "write `FORMAT`: " + formatNames(false)},
			&cli.BoolFlag{Name: "short-names", Usage: "in dlx, give every item a name of eight characters at most, with the long ones in comments"},
			&cli.IntFlag{Name: "O", Usage: "shrink the problem first, at `LEVEL` 0, 1 or 2", DefaultText: "0"},
			&cli.BoolFlag{Name: "explain", Usage: "print what each statement made, and what was taken away, in place of the matrix"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output"},
		),
		Action: p.configured(p.compile),
	}
}

// formatNames lists the formats that are read, or written.
func formatNames(read bool) string {
	var names []string
	for _, f := range format.Formats() {
		if read && f.Reads || !read && (f.Writes || f.Boards) {
			names = append(names, string(f.Format))
		}
	}
	return strings.Join(names, ", ")
}

func formatTable() string {
	var b strings.Builder
	for _, f := range format.Formats() {
		fmt.Fprintf(&b, "   %-12s %s\n", f.Format, f.About)
	}
	return b.String()
}

func (p *puz) compile(c *cli.Context) error {
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	if err := checkFormat(c); err != nil {
		return err
	}
	program, err := p.program(c, in)
	if err != nil {
		return err
	}
	reduced, err := reduceTo(c, program)
	if err != nil {
		return err
	}
	if program.Symmetry != nil && !c.Bool("explain") {
		fmt.Fprintln(p.stderr, "note: in the matrix only the placements of one piece are restricted; some of its solutions may still be images of others")
	}
	to := format.Format(c.String("to"))
	how := format.Writing{ShortNames: c.Bool("short-names"), Origin: func(o matrix.OptionID) string {
		first, _ := reduced.Original(o)
		return program.OriginText(first)
	}}
	return p.writeTo(c.String("output"), func(w io.Writer) error {
		switch {
		case c.Bool("explain"):
			explainMade(w, program, reduced)
			return nil
		case to == format.Polyominoes:
			return writePolyominoes(w, program)
		}
		return format.Write(w, reduced.Problem, to, how)
	})
}

func checkFormat(c *cli.Context) error {
	to := format.Format(c.String("to"))
	for _, f := range format.Formats() {
		if f.Format == to && (f.Writes || f.Boards) {
			return nil
		}
	}
	return fmt.Errorf("--to knows %s, and no %q", formatNames(false), to)
}

// writePolyominoes writes a packing of squares as the program polyominoes reads
// it.
func writePolyominoes(w io.Writer, program *compile.Program) error {
	b, err := polyominoesOf(program.Puzzle)
	if err != nil {
		return err
	}
	return format.WritePolyominoes(w, b)
}
