package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/render"
)

func (p *puz) apartCommand() *cli.Command {
	return &cli.Command{
		Name:      "apart",
		Usage:     "find how the solutions of a packing in space come apart, in the fewest moves",
		ArgsUsage: "FILE",
		Description: `Pieces of cubes or balls move along the axes, alone or several at once, by any whole
distance. They are not turned. The level of a solution is its numbers of moves: those up
to the first separation, and then those of the parts, such as 5.2.1.

The first solution that comes apart is told move by move. With --all the solutions of
each level are counted. The exit code is 1 if no solution comes apart.

   puz apart examples/soma.puz
   puz apart examples/slow/solid-burrs.puz --all
   puz apart examples/soma.puz -o soma.html      a page that plays the moves backwards
   puz apart examples/soma.puz --format json | jq .moves     up to the first separation`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "look at all solutions, and count them by level"},
			&cli.StringFlag{Name: "together",
				Usage: "let the pieces `NAMES`, such as A,B, stay together, as the parts of a box may"},
			&cli.IntFlag{Name: "positions", Value: 1_000_000, Usage: "try at most `N` positions for each solution"},
			console.TimeoutFlag()}, formatFlags("write the moves as `FORMAT`", "text", "json", "html")),
		Action: p.WithTimeout(p.runApart),
	}
}

func (p *puz) runApart(c *cli.Context) error {
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	if c.Int("positions") < 1 {
		return errors.New("--positions wants a number from 1 on")
	}
	if c.Bool("all") && c.String("format") == "html" {
		return errors.New("--all counts, and a page shows one solution: leave --all out")
	}
	return p.Write(c.String("output"), func(w io.Writer) error {
		if c.Bool("all") {
			return p.printLevelCounts(c, q, s, w)
		}
		return p.printFirstSeparation(c, q, s, w)
	})
}

// pieceNames returns the names of pieces in the value of --together.
func pieceNames(c *cli.Context) []string {
	return strings.FieldsFunc(c.String("together"), func(r rune) bool { return r == ',' || r == ' ' })
}

// eachSeparation calls the function visit with each solution, and the moves by which its pieces come apart, until visit
// returns false. It returns the number of solutions visited.
func (p *puz) eachSeparation(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search,
	visit func(render.PieceSeparation) bool) (looked int, err error) {
	for solution, err := range q.Solutions(c.Context, s) {
		var moves render.PieceSeparation
		if err == nil {
			moves, err = render.TakeApart(c.Context, solution, pieceNames(c), c.Int("positions"))
		}
		if err != nil {
			return looked, p.StoppedError(c.Context, err, source.Plural(looked, "solution"))
		}
		if looked++; !visit(moves) {
			break
		}
	}
	return looked, nil
}

// printFirstSeparation prints the moves for the first solution that comes apart.
func (p *puz) printFirstSeparation(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, w io.Writer) error {
	var first render.PieceSeparation
	looked, err := p.eachSeparation(c, q, s, func(moves render.PieceSeparation) bool {
		if moves.IsApart() {
			first = moves
		}
		return first.Separation == nil
	})
	switch {
	case err != nil:
		return err
	case first.Separation == nil:
		fmt.Fprintf(p.Stderr, "%s, and none comes apart by straight moves\n", source.Plural(looked, "solution"))
		return console.ExitError(console.ExitNoSolution)
	case c.String("format") == "json":
		return json.NewEncoder(w).Encode(first)
	case c.String("format") == "html":
		return first.HTML(w)
	}
	_, err = io.WriteString(w, first.Text())
	return err
}

// printLevelCounts prints the number of solutions for each level of separation.
func (p *puz) printLevelCounts(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, w io.Writer) error {
	counts, stuck := map[string]int{}, 0
	looked, err := p.eachSeparation(c, q, s, func(moves render.PieceSeparation) bool {
		if moves.IsApart() {
			counts[moves.LevelText()]++
		} else {
			stuck++
		}
		return true
	})
	if err != nil {
		return err
	}
	if c.String("format") == "json" {
		return json.NewEncoder(w).Encode(struct {
			Solutions int            `json:"solutions"`
			Stuck     int            `json:"stuck"`
			Levels    map[string]int `json:"levels"`
		}{looked, stuck, counts})
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s, of which %d come apart\n", source.Plural(looked, "solution"), looked-stuck)
	for _, level := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&text, "  level %s: %d\n", level, counts[level])
	}
	_, err = io.WriteString(w, text.String())
	return err
}
