package main

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/latin"
	"quadrille/compile/model"
	"quadrille/runtime/plan"
)

// latinFormat is the one input that is neither a puzzle nor a matrix: a partial Latin
// square, as Knuth's partial-latin-gad reads it.
const latinFormat = "latin"

// latinPuzzle writes a square as a puzzle.
func latinPuzzle(in input) (string, error) {
	square, err := latin.Read(in.name, string(in.text))
	if err != nil {
		return "", err
	}
	return puzzleOfSquare(square), nil
}

func puzzleOfSquare(s latin.Square) string {
	return fmt.Sprintf("puz 1\nlatin %d {\n  given \"\"\"\n  %s\n  \"\"\"\n}\n",
		s.Order(), strings.Join(strings.Fields(s.String()), "\n  "))
}

func (p *puz) conjugatesCommand() *cli.Command {
	return &cli.Command{
		Name:      "conjugates",
		Usage:     "print the six conjugates of a partial Latin square",
		ArgsUsage: "SQUARE",
		Description: `A Latin square is a set of triples: a row, a column and a value. The conjugates
give the three roles to one another, and have as many completions each. SQUARE
is n lines of n characters: a dot, or 1 to 9, a to z, A to Z.

   puz conjugates square.txt
   puz conjugates square.txt --count      with the number of completions`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "count", Usage: "count the completions of each"},
		}, searchFlags()...),
		Action: p.configured(p.conjugates),
	}
}

func (p *puz) conjugates(c *cli.Context) error {
	in, err := p.oneFile(c)
	if err != nil {
		return err
	}
	square, err := latin.Read(in.name, string(in.text))
	if err != nil {
		return err
	}
	for k, conjugate := range latin.Conjugates() {
		turned := square.Conjugate(conjugate)
		if c.Bool("count") {
			if err := p.countConjugate(c, conjugate, turned); err != nil {
				return err
			}
			continue
		}
		if k > 0 {
			fmt.Fprintln(p.stdout)
		}
		fmt.Fprintf(p.stdout, "%s\n%s", conjugate, turned)
	}
	return nil
}

func (p *puz) countConjugate(c *cli.Context, name latin.Conjugate, s latin.Square) error {
	program, err := compile.Text(name.String(), []byte(puzzleOfSquare(s)), importer, compile.Options{})
	if err != nil {
		return err
	}
	search, err := p.newSearch(c, program, plan.Count)
	if err != nil {
		return err
	}
	n, err := search.count(c.Context)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(p.stdout, name, n); err != nil || search.ended == complete {
		return err
	}
	return search.result(p.stderr)
}

// wantsSquare reports whether a file is to be read as a partial Latin square: as the
// flag --from says, or by its looks, unless its name says that it is a puzzle.
func wantsSquare(c *cli.Context, in input) bool {
	if c.IsSet("from") {
		return c.String("from") == latinFormat
	}
	return filepath.Ext(in.name) != ".puz" && isSquare(in.text)
}

// isSquare reports whether a text is a partial Latin square with a hole: n lines of n
// characters. No dump looks like that.
func isSquare(text []byte) bool {
	lines := strings.Fields(string(text[:min(len(text), latin.MaxOrder*(latin.MaxOrder+2)+1)]))
	holes := 0
	for _, line := range lines {
		if len(line) != len(lines) {
			return false
		}
		holes += strings.Count(line, ".")
		for _, r := range line {
			if r != '.' && (r > 'z' || !unicode.IsLetter(r) && !unicode.IsDigit(r)) {
				return false
			}
		}
	}
	return len(lines) > 1 && holes > 0
}

// describeLatin shows a square as a graph: rows, columns and values, joined where a
// cell is empty and where a value is still to come. A completion takes it apart into
// triangles.
func describeLatin(w io.Writer, m *model.Latin) {
	fmt.Fprintf(w, "square     %d by %d, symbols %s\n", m.N, m.N, strings.Join(m.Symbols, ""))
	s := latin.New(m.N)
	for i, row := range m.Given {
		for j, v := range row {
			s.Cells[i][j] = v + 1
		}
	}
	g := s.Graph()
	d := g.Degrees()
	fmt.Fprintf(w, "graph      %d edges of each kind, %d triangles\n", s.CountHoles(), g.Triangles())
	for _, part := range []struct {
		name    string
		degrees []int
	}{{"rows", d.Rows}, {"columns", d.Columns}, {"values", d.Values}} {
		fmt.Fprintf(w, "degrees    %-8s %s\n", part.name, strings.Trim(fmt.Sprint(part.degrees), "[]"))
	}
	sizes := map[int]int{}
	for _, matching := range g.Matchings() {
		sizes[matching.Pairs]++
	}
	var list []string
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		list = append(list, fmt.Sprintf("%d of %s", sizes[n], plural(n, "pair")))
	}
	fmt.Fprintf(w, "matchings  %s\n", strings.Join(list, ", "))
}
