package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/choose"
	"quadrille/runtime/plan"
	"quadrille/stdlib"
)

func (p *puz) explainCommand() *cli.Command {
	return &cli.Command{
		Name:      "explain",
		Usage:     "explain an error code, or what a puzzle compiles to",
		ArgsUsage: "CODE or FILE",
		Description: `   puz explain wrong-class          the page of an error code
   puz explain codes                all codes
   puz explain choosers             what the values of --choose mean
   puz explain engines              what the values of --engine mean
   puz explain examples/scott.puz   board, pieces, symmetry, items, options`,
		Flags:  commonFlags(),
		Action: p.configured(p.explain),
	}
}

func (p *puz) explain(c *cli.Context) error {
	if c.NArg() != 1 {
		return errors.New("explain wants one CODE or FILE; see `puz explain --help`")
	}
	arg := c.Args().First()
	if page, ok := codes.Page(source.Code(strings.Trim(arg, "[]"))); ok {
		_, err := io.WriteString(p.stdout, page)
		return err
	}
	if arg == "codes" {
		for _, code := range codes.All() {
			fmt.Fprintln(p.stdout, code)
		}
		return nil
	}
	if lines := tables()[arg]; lines != nil {
		for _, line := range lines {
			fmt.Fprintln(p.stdout, line)
		}
		return nil
	}
	in, err := p.read(arg)
	if err != nil {
		if hint := source.DidYouMean(arg, codeNames()); hint != "" {
			return fmt.Errorf("%q is neither an error code nor a file that can be read; %s", arg, hint)
		}
		return fmt.Errorf("%q is neither an error code nor a file that can be read (%w)", arg, err)
	}
	return p.explainFile(c, in)
}

// tables are what explain lists by name.
func tables() map[string][]string {
	return map[string][]string{
		"choosers": choose.Usage(),
		"engines":  append(plan.Engines(), stagedEngine+": dissections in the stages of Knuth's back-dissect; auto takes it for them"),
	}
}

func codeNames() []string {
	var names []string
	for _, code := range codes.All() {
		names = append(names, string(code))
	}
	return names
}

// explainFile says what a puzzle is made of.
func (p *puz) explainFile(c *cli.Context, in input) error {
	o, err := compileOptions(c)
	if err != nil {
		return err
	}
	program, err := load(c, in, o)
	if err != nil {
		return err
	}
	source.Print(p.stderr, program.Warnings)
	describe(p.stdout, program)
	for _, line := range plan.Explain(program.Problem) {
		fmt.Fprintln(p.stdout, "engine     "+line)
	}
	if !program.Puzzle.SymmetryKnown() {
		return nil
	}
	o.UpToSymmetry = true
	reduced, err := compile.Lower(program.Puzzle, o)
	if err == nil {
		fmt.Fprintln(p.stdout, reduced.Symmetry)
	}
	return err
}

func describe(w io.Writer, program *compile.Program) {
	m := program.Puzzle
	if m.Title != "" {
		fmt.Fprintln(w, m.Title)
	}
	if m.About != "" {
		fmt.Fprintln(w, strings.TrimSpace(m.About))
	}
	for _, param := range m.Params {
		fmt.Fprintf(w, "parameter  %s = %d\n", param.Name, param.Value)
	}
	switch {
	case m.Pack != nil:
		describePack(w, program)
	case m.Place != nil:
		describeBoard(w, m.Place.Board)
		describePlace(w, m.Place)
	case m.Latin != nil:
		describeLatin(w, m.Latin)
	case m.Words != nil:
		fmt.Fprintf(w, "rectangle  %d by %d, %d lines, %d words\n", m.Words.Rows, m.Words.Columns, len(m.Words.Lines), len(m.Words.List))
	}
	if d := m.Dissect; d != nil {
		fmt.Fprintf(w, "dissection %d cells into %d pieces, %s\n", len(d.From), d.Pieces, plural(len(d.Motions), "motion"))
	}
	pr := program.Problem
	fmt.Fprintf(w, "matrix     %d primary items, %d secondary, %d options, %d entries\n",
		pr.Primary(), pr.Items()-pr.Primary(), pr.Options(), pr.Entries())
}

func describeBoard(w io.Writer, b *model.Board) {
	fmt.Fprintf(w, "board      %s: %d cells on the lattice %s", b.Name, len(b.Cells), b.Lattice.Name)
	if n := len(b.Optional); n > 0 {
		fmt.Fprintf(w, ", and %d optional", n)
	}
	for _, period := range b.Wrap.Cells() {
		fmt.Fprintf(w, ", wrapped by (%s)", b.Lattice.CellName(period))
	}
	fmt.Fprintln(w)
}

func describePlace(w io.Writer, m *model.Place) {
	for _, f := range m.Families {
		fmt.Fprintf(w, "lines      %s: %d, %s %s each\n", f.Name, len(f.Lines), m.Man, copies(f.Men))
	}
}

func describePack(w io.Writer, program *compile.Program) {
	pack := program.Puzzle.Pack
	describeBoard(w, pack.Board)
	placements := map[string]int{}
	for _, o := range program.Origins {
		if o.Piece != nil {
			placements[o.Piece.Name]++
		}
	}
	for _, k := range pack.Pieces {
		fmt.Fprintf(w, "piece      %-4s %s, %s, %s, class %s, %s, %s\n",
			k.Name, copies(k.Copies), k.Sides, plural(len(k.Shape), "cell"), k.Lattice.ClassOf(k.Shape).Name,
			plural(len(k.Orientations), "orientation"), plural(placements[k.Name], "placement"))
	}
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func copies(n model.Range) string {
	switch {
	case n.Max == model.Any && n.Min == 0:
		return "any number"
	case n.Max == model.Any:
		return fmt.Sprintf("%d or more", n.Min)
	case n.Min == n.Max && n.Min == 1:
		return "once"
	case n.Min == n.Max:
		return fmt.Sprintf("%d times", n.Min)
	}
	return fmt.Sprintf("%d to %d times", n.Min, n.Max)
}

func (p *puz) stdlibCommand() *cli.Command {
	return &cli.Command{
		Name:        "stdlib",
		Usage:       "list the standard modules, or print one",
		ArgsUsage:   "[MODULE]",
		Description: "   puz stdlib\n   puz stdlib pentominoes",
		Action:      p.stdlib,
	}
}

func (p *puz) stdlib(c *cli.Context) error {
	if c.NArg() > 1 {
		return fmt.Errorf("stdlib wants one MODULE, and got %d", c.NArg())
	}
	if !c.Args().Present() {
		for _, name := range stdlib.Modules() {
			fmt.Fprintln(p.stdout, name)
		}
		return nil
	}
	text, err := stdlib.Read(c.Args().First())
	if err != nil {
		if hint := source.DidYouMean(c.Args().First(), stdlib.Modules()); hint != "" {
			return fmt.Errorf("there is no module %q; %s", c.Args().First(), hint)
		}
		return fmt.Errorf("there is no module %q", c.Args().First())
	}
	_, err = p.stdout.Write(text)
	return err
}
