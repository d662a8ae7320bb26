package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
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
   puz explain examples/scott.puz   board, pieces, symmetry, items, options
   puz explain --plan FILE          the engines, what they fit, the price of their work, and
                                    their shares of the time of the one that leads`,
		Flags: append(console.PuzzleFlags(), &cli.BoolFlag{Name: "plan",
			Usage: "print what the planner knows of each engine for this puzzle"}),
		Action: p.WithTimeout(p.runExplain),
	}
}

func (p *puz) runExplain(c *cli.Context) error {
	if c.NArg() != 1 {
		return errors.New("explain wants one CODE or FILE; see `puz explain --help`")
	}
	arg := c.Args().First()
	if page, ok := codes.CodePage(source.Code(strings.Trim(arg, "[]"))); ok {
		return p.WriteText("", page)
	}
	if lines := explainedTables()[arg]; lines != nil {
		return p.WriteText("", strings.Join(lines, "\n")+"\n")
	}
	in, err := p.ReadInput(arg)
	if err != nil {
		if hint := source.DidYouMean(arg, codeNames()); hint != "" {
			return fmt.Errorf("%q is neither an error code nor a file that can be read; %s", arg, hint)
		}
		return fmt.Errorf("%q is neither an error code nor a file that can be read (%w)", arg, err)
	}
	return p.explainFile(c, in)
}

// explainedTables returns the lines of the tables that the command explain prints, by name.
func explainedTables() map[string][]string {
	return map[string][]string{
		"codes":    codeNames(),
		"choosers": quadrille.DescribeChoosers(),
		"engines":  quadrille.DescribeEngines(),
	}
}

func codeNames() (names []string) {
	for _, code := range codes.AllCodes() {
		names = append(names, string(code))
	}
	return names
}

// explainedWords returns the words that the command explain accepts: the names of tables, and the codes of diagnostics,
// each code with the title of its page.
func explainedWords() []string {
	words := slices.Sorted(maps.Keys(explainedTables()))
	for _, code := range codes.AllCodes() {
		page, _ := codes.CodePage(code)
		title, _, _ := strings.Cut(page, "\n")
		words = append(words, strings.TrimPrefix(title, "# "))
	}
	return words
}

// explainPlan prints the planner's table of engines for a puzzle.
func (p *puz) explainPlan(q *quadrille.Puzzle) error {
	rows, err := q.PlanTable()
	if err != nil {
		return err
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "engine\tstart\tnode\tupdate\tall\ta few\tcount\tnot used, as")
	price := func(seconds, unit float64, name string) string {
		if seconds == 0 {
			return "–"
		}
		return fmt.Sprintf("%.3g %s", seconds/unit, name)
	}
	share := func(x float64) string {
		if x == 0 {
			return "–"
		}
		return fmt.Sprintf("%.3g", x)
	}
	for _, r := range rows {
		cells := []string{
			r.Engine, price(r.StartSeconds, 1e-3, "ms"), price(r.NodeSeconds, 1e-9, "ns"), price(r.UpdateSeconds,
				1e-9, "ns"),
			share(r.AllShare), share(r.FewShare), share(r.CountShare), r.UnfitReason,
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, line := range q.DescribePlan() {
		fmt.Fprintln(&text, line)
	}
	return p.WriteText("", text.String())
}

// explainFile prints how a puzzle is compiled: its parts, and the items and options of each statement.
func (p *puz) explainFile(c *cli.Context, in console.Input) error {
	o, err := console.PuzzleOptions(c)
	if err != nil {
		return err
	}
	q, err := p.LoadInput(c, in, o)
	if err != nil {
		return err
	}
	source.PrintList(p.Stderr, q.Warnings())
	if c.Bool("plan") {
		return p.explainPlan(q)
	}
	text := q.Describe()
	for _, line := range q.DescribePlan() {
		text += "engine     " + line + "\n"
	}
	if q.HasGroup() {
		o.UpTo = quadrille.Symmetry
		classes, err := p.LoadInput(c, in, o)
		if err != nil {
			return err
		}
		group, _ := classes.Group()
		text += group.String() + "\n"
	}
	return p.WriteText("", console.EscapeControlCharacters(text))
}

func (p *puz) stdlibCommand() *cli.Command {
	return &cli.Command{
		Name:      "stdlib",
		Usage:     "list the standard modules and lists of words, or print one",
		ArgsUsage: "[NAME]",
		Description: "Modules come first, for `use`, each with its lattice and its pieces; then lists, for `words … " +
			"from`.\n\n" +
			"   puz stdlib\n   puz stdlib pentominoes\n   puz stdlib three_letter_words",
		Action: p.runStdlib,
	}
}

// stdlibNames lists the names of the standard modules and word lists.
func stdlibNames() []string { return slices.Concat(quadrille.Modules(), quadrille.WordLists()) }

// listStdlib writes a line for each module, with its lattice, its pieces and its description, and for each list of
// words.
func listStdlib(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, name := range quadrille.Modules() {
		text, err := quadrille.ReadModule(name)
		if err != nil {
			return err
		}
		file, err := parse.File(name, text)
		if err != nil {
			return err
		}
		module := check.AnalyzeFile(file, check.Importer{ReadModule: quadrille.ReadModule}, check.FileOptions{})
		lattice, pieces := "", ""
		for _, n := range module.VisibleNames {
			if n.Kind != "set" || n.Name != name {
				continue
			}
			var sizes []int
			for _, k := range n.SetPieces {
				sizes = append(sizes, len(k.Shape))
			}
			lattice, pieces = n.SetPieces[0].Lattice.Name, describePieceSizes(sizes)
		}
		about, _, _ := strings.Cut(module.Puzzle.AboutText, "\n")
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", name, lattice, pieces, about)
	}
	for _, name := range quadrille.WordLists() {
		text, err := quadrille.ReadWordList(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t\t%s\n", name, source.Plural(len(strings.Fields(string(text))), "word"))
	}
	return table.Flush()
}

// describePieceSizes describes how many pieces there are, and how many cells they have.
func describePieceSizes(sizes []int) string {
	least, most := slices.Min(sizes), slices.Max(sizes)
	cells := source.Plural(most, "cell")
	if least < most {
		cells = fmt.Sprintf("%d to %s", least, cells)
	}
	return fmt.Sprintf("%s of %s", source.Plural(len(sizes), "piece"), cells)
}

func (p *puz) runStdlib(c *cli.Context) error {
	if c.NArg() > 1 {
		return fmt.Errorf("stdlib wants one MODULE, and got %d", c.NArg())
	}
	name, all := c.Args().First(), stdlibNames()
	if name == "" {
		return p.Write("", listStdlib)
	}
	text, err := quadrille.ReadModule(name)
	if err != nil {
		text, err = quadrille.ReadWordList(name)
	}
	if err != nil {
		if hint := source.DidYouMean(name, all); hint != "" {
			return fmt.Errorf("there is no module or list of words %q; %s", name, hint)
		}
		return fmt.Errorf("there is no module or list of words %q", name)
	}
	return p.WriteText("", string(text))
}
