package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

func (p *puz) compileCommand() *cli.Command {
	var table strings.Builder
	for _, f := range quadrille.Formats() {
		if f.Writes || f.HoldsBoards || f.IsPuzzleLink {
			fmt.Fprintf(&table, "   %-12s %s\n", f.Format, f.Description)
		}
	}
	return &cli.Command{
		Name:      "compile",
		Usage:     "write the exact cover matrix of a puzzle",
		ArgsUsage: "FILE",
		Description: `The formats:

` + table.String() + `
In dlx the first line has the items, | before the secondary ones and u:v| before
one that is covered u to v times; then comes a line for each option, with
colors as item:"color". Nogoods stand in comments.

The links hold puzzles, and not their matrices: puzz.link those that have the form
which import gives to its links, fpuzzles sudokus whose rules f-puzzles knows. ipuz
holds a crossword with its solution, or a sudoku.

An export says all of a puzzle or is refused. No format says that cells are connected
or that solutions up to symmetry are wanted; --candidates writes the matrix as it is,
and --whole that of all solutions where one of each class is wanted.

   puz compile examples/scott.puz --to dlx
   puz compile examples/scott.puz -o scott.cnf      in the format of the ending, here dimacs
   puz compile examples/scott.puz --to dlx --short-names
   puz compile examples/scott.puz --explain`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(), []cli.Flag{
			console.OneOfFlag(&cli.StringFlag{Name: "to", Value: "dlx", Usage: "write `FORMAT`"},
				console.FormatLines(false)...),
			&cli.BoolFlag{Name: "short-names",
				Usage: "in dlx, give every item a name of eight characters at most, with the long ones in comments"},
			&cli.BoolFlag{Name: "candidates",
				Usage: "write the matrix of a puzzle that wants more than a matrix says, such as connected cells, " +
					"as it is"},
			&cli.BoolFlag{Name: "whole",
				Usage: "write the matrix of all solutions of a puzzle that wants one of each class"},
			&cli.BoolFlag{Name: "explain", Usage: "print what each statement made, in place of the matrix"},
			matrixFileFlag(),
		}),
		Action: p.WithTimeout(p.runCompile),
	}
}

// matrixFileFlag returns the flag for the file of a matrix, whose extension determines the format unless --to is given.
func matrixFileFlag() cli.Flag {
	output := console.OutputFlag().(*cli.StringFlag)
	output.Action = func(c *cli.Context, file string) error {
		f, command := quadrille.DetectFormat(file, nil, quadrille.Options{}), c.Command.Name
		switch {
		case slices.Contains(fileFormats, fileExtension(file)):
			return fmt.Errorf("-o %s: `puz %s` writes no %s; `puz solve` draws solutions", file, command,
				fileExtension(file))
		case f == quadrille.FormatPuz && fileExtension(file) == "puz" && (command == "compile" || c.IsSet("to") &&
			c.String("to") != "puz"):
			return fmt.Errorf("-o %s: a matrix is no puzzle, and needs another ending; `puz import` makes puzzles "+
				"of matrices",
				file)
		case f == quadrille.FormatPuz || c.IsSet("to"):
			return nil
		}
		return c.Set("to", string(f))
	}
	return output
}

func (p *puz) runCompile(c *cli.Context) error {
	if c.Bool("short-names") && c.String("to") != "dlx" {
		return errors.New("--short-names goes with --to dlx: other formats have names of any length")
	}
	q, err := p.LoadPuzzle(c)
	if err != nil {
		return err
	}
	if c.Bool("explain") {
		table, err := q.DescribeLowering()
		if err != nil {
			return err
		}
		return p.WriteText(c.String("output"), table)
	}
	return p.writeMatrix(c, q, c.String("output"), quadrille.DumpOptions{
		Format: quadrille.Format(c.String("to")), ShortNames: c.Bool("short-names"), Candidates: c.Bool("candidates"),
		Whole: c.Bool("whole"),
	})
}

// writeMatrix writes a matrix in a format, and prints a note if some programs that read this format ignore a part of
// the matrix.
func (p *puz) writeMatrix(c *cli.Context, q *quadrille.Puzzle, name string, d quadrille.DumpOptions) error {
	err := p.Write(name, func(w io.Writer) error { return q.WriteMatrix(w, d) })
	if errors.Is(err, quadrille.ErrNotExact) && c.Command.Name == "compile" {
		return fmt.Errorf("%w; --candidates writes it as it is", err)
	}
	if err != nil {
		return err
	}
	if wants := q.ExtraConstraints(); wants != "" && !d.Whole && !quadrille.IsLink(d.Format) {
		fmt.Fprintln(p.Stderr, "note: the matrix has more solutions than the puzzle, which wants "+wants)
	}
	if m, _, err := q.Matrix(); err == nil && d.Format == quadrille.FormatDLX && len(m.Nogoods()) > 0 {
		fmt.Fprintf(p.Stderr,
			"note: %s in comments, which other programs pass over; for those write dimacs, opb or lp\n",
			source.Plural(len(m.Nogoods()), "nogood"))
	}
	return nil
}

func (p *puz) importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Aliases:   []string{"open"},
		Usage:     "turn a link, a file of another program or a dump into a puzzle",
		ArgsUsage: "FILE|LINK",
		Description: `A link to a puzzle, or a file of another program, becomes the text of a puzzle. Nothing is
fetched: the link itself holds the puzzle. With --to the result is another format.

   dlx, json, yaml     a matrix, as items and options
   polyominoes         the input of Knuth's program, as a board and pieces
   latin               n lines of n characters, as a Latin square with givens
   dots                a shape of asterisks, as its dissection into a square

   puz import 'https://puzz.link/p?slither/5/5/cbcbcddad' -o loop.puz
   puz open 'https://puzz.link/p?slither/5/5/cbcbcddad'     print the text
   puz import loop.puz --to puzz.link           a puzzle as a link
   puz import burr.xmpuzzle                     a puzzle of BurrTools
   puz import --from pieces drawn.txt           pieces drawn with # or letters
   puz import --from latin square.txt           a Latin square; with --to dimacs for a SAT solver
   puz compile examples/scott.puz --to dlx -o scott.dlx
   puz import scott.dlx                         a matrix as a puzzle
   puz import scott.dlx --to yaml -o scott.yaml`,
		Flags: []cli.Flag{
			console.FromFlag(),
			console.OneOfFlag(&cli.StringFlag{Name: "to", Value: "puz", Usage: "write `FORMAT`"},
				console.FormatLines(false, "puz")...),
			matrixFileFlag(),
		},
		Action: p.WithTimeout(p.importDump),
	}
}

func (p *puz) importDump(c *cli.Context) error {
	to := c.String("to")
	in, err := p.ReadOneFile(c)
	if err != nil {
		return err
	}
	if quadrille.DetectFormat(in.Name, in.Text, quadrille.Options{}) == quadrille.FormatPuz && c.String("from") == "" &&
		!strings.HasSuffix(in.Name, ".puz") {
		return fmt.Errorf("%s is in no format that is known; --from says it", in.Name)
	}
	q, err := p.LoadInput(c, in, quadrille.Options{})
	if err != nil {
		return err
	}
	if to != "puz" {
		return p.writeMatrix(c, q, c.String("output"), quadrille.DumpOptions{Format: quadrille.Format(to)})
	}
	text, err := q.Source()
	if err != nil {
		return err
	}
	canonical, err := quadrille.CanonicalText(in.Name, []byte(text))
	if err != nil {
		return fmt.Errorf("the puzzle made of %s is wrong, which is a fault of this program: %w", in.Name, err)
	}
	return p.WriteText(c.String("output"), canonical)
}
