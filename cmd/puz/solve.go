package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/runtime/matrix"
)

// firstPictures is how many solutions are drawn if nobody says how many.
const firstPictures = 10

func (p *puz) solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the solutions of a puzzle and draw them",
		ArgsUsage: "FILE",
		Description: fmt.Sprintf(`Pictures are drawn of the first %d solutions, unless --limit or --all says
otherwise; the other formats give them all.

   puz solve examples/scott.puz --limit 1
   puz solve examples/scott.puz --all --up-to-symmetry --ascii
   puz solve examples/langford.puz -D n=8 --format rows
   puz solve examples/scott.puz --format json | jq -r '.placements[].piece'
   puz solve examples/scott.puz --format none --stats text`, firstPictures),
		Flags: append(append(commonFlags(), symmetryFlag()), append(searchFlags(),
			&cli.BoolFlag{Name: "all", Usage: "draw every solution"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "print solutions as `FORMAT`: text, json, rows, none"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw with + - | only"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "color the pieces `WHEN`: auto, always, never"},
		)...),
		Action: p.configured(p.solve),
	}
}

func (p *puz) solve(c *cli.Context) error {
	printer, err := p.printer(c)
	if err != nil {
		return err
	}
	s, err := p.searchFile(c)
	if err != nil {
		return err
	}
	shortened := c.String("format") == "text" && !c.Bool("all") && !c.IsSet("limit")
	if shortened {
		s.limit = firstPictures + 1 // the one that is not drawn tells that there are more
	}
	p.announce(s.program)
	for solution := range s.solutions(c.Context) {
		if shortened && s.found > firstPictures {
			continue
		}
		s.progress.clear()
		if err := printer(s.found, s.program, solution); err != nil {
			return err
		}
	}
	if err := s.printStats(p.stderr, c.String("stats")); err != nil {
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

// printer writes the n-th solution.
type printer func(n int, program *compile.Program, s matrix.Solution) error

func (p *puz) printer(c *cli.Context) (printer, error) {
	switch f := c.String("format"); f {
	case "text":
		style, err := p.style(c)
		return func(n int, program *compile.Program, s matrix.Solution) error {
			return printText(p.stdout, n, program, s, style)
		}, err
	case "json":
		return p.printJSON, nil
	case "rows":
		return p.printRows, nil
	case "none":
		return func(int, *compile.Program, matrix.Solution) error { return nil }, nil
	default:
		return nil, fmt.Errorf("--format knows text, json, rows and none, and no %q", f)
	}
}

func (p *puz) style(c *cli.Context) (draw.Style, error) {
	style := draw.Style{ASCII: c.Bool("ascii")}
	switch when := c.String("color"); when {
	case "auto":
		style.Color = isTerminal(p.stdout) && os.Getenv("NO_COLOR") == ""
	case "always":
		style.Color = true
	case "never":
	default:
		return style, fmt.Errorf("--color knows auto, always and never, and no %q", when)
	}
	return style, nil
}

// printText draws a packing, and lists the options of the core.
func printText(w io.Writer, n int, program *compile.Program, s matrix.Solution, style draw.Style) error {
	var b strings.Builder
	fmt.Fprintf(&b, "solution %d\n", n)
	placements := program.Decode(s)
	if program.Drawn() {
		b.WriteString(draw.Text(program.Picture(s), style))
	}
	for _, pl := range placements {
		if pl.Cells == nil {
			b.WriteString("  " + strings.Join(pl.Items, " ") + "\n")
		}
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// jsonSolution is the form of a solution for programs: one object a line.
type jsonSolution struct {
	Solution   int             `json:"solution"`
	Placements []jsonPlacement `json:"placements"`
}

type jsonPlacement struct {
	Piece       string    `json:"piece,omitempty"`
	Orientation *int      `json:"orientation,omitempty"`
	Cells       [][]int32 `json:"cells,omitempty"`
	Letters     []string  `json:"letters,omitempty"`
	Items       []string  `json:"items"`
}

func (p *puz) printJSON(n int, program *compile.Program, s matrix.Solution) error {
	out := jsonSolution{Solution: n, Placements: []jsonPlacement{}}
	for _, pl := range program.Decode(s) {
		j := jsonPlacement{Piece: pl.Piece, Letters: pl.Letters, Items: pl.Items}
		if pl.Piece != "" && program.Puzzle.Pack != nil {
			j.Orientation = &pl.Orientation
		}
		for _, cell := range pl.Cells {
			j.Cells = append(j.Cells, cell[:len(program.Lattice().Axes)])
		}
		out.Placements = append(out.Placements, j)
	}
	return json.NewEncoder(p.stdout).Encode(out)
}

// printRows writes each option on a line, by the names of its items, and a
// blank line behind each solution.
func (p *puz) printRows(_ int, program *compile.Program, s matrix.Solution) error {
	var b strings.Builder
	for _, o := range s {
		b.WriteString(strings.Join(program.OptionItems(o), " ") + "\n")
	}
	b.WriteString("\n")
	_, err := io.WriteString(p.stdout, b.String())
	return err
}
