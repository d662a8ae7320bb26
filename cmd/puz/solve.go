package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
	"quadrille/render"
)

// defaultPictures is the number of solutions to draw if --limit is not given.
const defaultPictures = 10

func (p *puz) solveCommand() *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "find the solutions of a puzzle and draw them",
		ArgsUsage: "FILE",
		Description: fmt.Sprintf(`Pictures are drawn of the first %d solutions, unless --limit or --all says
otherwise; the other formats give them all. In an SVG or PNG file they come on one
page, and of more than %d solutions on several: scott-1.svg, scott-2.svg and so on. If -o
names a folder, or has no ending, each has a file of its own in that folder. With --format glb (glTF) pieces are
bodies, a solution in a file; with --assembly an order is sought in which the pieces of a
solution in space go in by straight moves. With --format html they are one file to step
through in a browser, which can be sent by mail. With --format rows and --engine links, each option
begins with the item that the search branched on, unless there are --threads or a --job.

With --batch there are many puzzles: each FILE is one if its name ends in .puz or in that of
a dump, or with --from; otherwise each line of it is one, a sudoku of 81 characters (or 16,
256, 625; dots or 0 are holes) or an object of JSON with text, name and params. For each a
line is printed, in their order: the first solution, or what is wrong; with --limit 2 the
number found stands behind it, so that 1 is unique. All processors work at it. The exit code
is 2 if a puzzle was wrong, or else 1 if one has no solution.

   puz solve examples/scott.puz --limit 1
   puz solve examples/scott.puz --all --up-to-symmetry --ascii
   puz solve examples/scott.puz --up-to-symmetry --all -o scott.svg
   puz solve examples/scott.puz --up-to-symmetry --all -o scott.html
   puz solve examples/scott.puz -o pictures/
   puz solve examples/scott.puz --best symmetry
   puz solve examples/scott.puz --score 'vertical>=30,horizontal>=30'
   puz solve examples/scott.puz --histogram horizontal,vertical
   puz solve examples/soma.puz --limit 1 --assembly
   puz solve examples/soma.puz --limit 1 --format glb -o soma.glb
   puz solve examples/langford.puz -D n=8 --format rows
   puz solve examples/mutilated-chessboard.puz --proof none.proof
   puz solve examples/scott.puz --format json | jq -r '.placements[].piece'
   puz solve examples/scott.puz --format none --stats text
   puz solve --batch sudokus.txt --limit 2
   puz solve examples/matrix.puz --trace html -o trace.html`, defaultPictures, render.PerPage),
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "draw every solution"},
		}, console.SearchFlags(), []cli.Flag{batchFlag(), proofFlag()}, scoreFlags(), drawingFlags(), jobFlags()),
		Action: p.WithTimeout(p.runSolve),
	}
}

func (p *puz) runSolve(c *cli.Context) error {
	if c.Bool("batch") {
		return p.answerBatch(c, 1)
	}
	if c.IsSet("job") {
		return p.solveJob(c)
	}
	if console.WantsFilm(c) {
		return p.writeFilm(c)
	}
	out, err := p.newSolutionOutput(c, p.Stdout)
	if err != nil {
		return err
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	if c.String("format") == "glb" {
		p.printLostProperties(q)
	}
	s.Branches = c.String("format") == "rows" && s.Threads <= 1 && (c.String("engine") == "links" || c.IsSet("choose"))
	judge, err := newScoreRanking(c, q)
	if err != nil {
		return err
	}
	few := isForPeople(c) && !c.Bool("all") && s.Limit == 0 && judge.needsOnlyFew()
	if few {
		s.Limit = p.maxPictures(c)
	}
	p.printGroup(q)
	n, err := p.writeAllSolutions(c, q, s, out, judge)
	if finished := out.finishOutput(completenessText(n, false, s.Effort.Completeness, q)); err == nil ||
		c.Context.Err() != nil {
		err = errors.Join(err, finished) // the file shows the solutions found so far
	}
	printed := console.PrintEffort(p.Stderr, c.String("stats"), s.Effort)
	if err != nil {
		return p.StoppedError(c.Context, err, console.DescribeFound(source.Plural(n, "solution"), s.Effort)+
			console.DescribeTriedEngines(n, s.Effort))
	}
	if printed != nil {
		return printed
	}
	if c.IsSet("proof") {
		about := quadrille.Search{MaxMemory: s.MaxMemory}
		if s.Effort.Completeness != quadrille.Complete {
			if !q.HasGoal() {
				return errors.New("no proof is written, as there may be more solutions: add --all, or count them")
			}
			about.Limit = 1 // only the best value is proved, not the number of solutions
		}
		if _, err := p.writeProof(c, q, about); err != nil {
			return err
		}
	}
	if o := s.Effort.Optimum; o != nil && o.Found {
		fmt.Fprintln(p.Stderr, o)
	}
	return p.printCompleteness(c, n, few, s.Effort.Completeness, q)
}

// isForPeople reports whether people look at the solutions, so that a few of them are enough.
func isForPeople(c *cli.Context) bool { return c.String("format") == "text" || writesItsOwnFiles(c) }

// printCompleteness prints what is known about solutions that were not printed.
func (p *puz) printCompleteness(c *cli.Context, n int, few bool, rest quadrille.Completeness,
	q *quadrille.Puzzle) error {
	fmt.Fprintln(p.Stderr, completenessText(n, few, rest, q))
	if n == 0 && rest == quadrille.Complete {
		return p.exitWithoutSolution(c)
	}
	return nil
}

// completenessText describes what is known about the number of solutions, and about those that were not printed. The
// argument n is the number of solutions printed, and few tells whether a default limit applied.
func completenessText(n int, few bool, rest quadrille.Completeness, q *quadrille.Puzzle) string {
	upTo := ""
	if g, ok := q.Group(); ok {
		upTo = " up to " + g.UpTo
	}
	switch {
	case rest == quadrille.Complete:
		return source.Plural(n, "solution") + upTo
	case few:
		return fmt.Sprintf("these are the first %d; --all draws every solution, `puz count` counts them", n)
	case rest == quadrille.Incomplete:
		return fmt.Sprintf("stopped after %s; there are more", source.Plural(n, "solution"))
	}
	return fmt.Sprintf("stopped after %s; there may be more", source.Plural(n, "solution"))
}

// writeAllSolutions searches, and writes the solutions, or the best of them.
func (p *puz) writeAllSolutions(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, out *solutionOutput,
	judge *scoreRanking) (n int, err error) {
	if s.Tallies, err = p.readTally(c.String("tally"), q); err != nil {
		return 0, err
	}
	out.display = p.WatchSearch(c, &s)
	for solution, failed := range q.Solutions(c.Context, s) {
		if failed == nil && (n > 0 || !q.HasGoal()) { // with a goal, the best solution so far comes after ctx has ended
			failed = c.Context.Err() // stopped threads return their waiting solutions, which may be very many
		}
		if failed != nil {
			err = failed
			break
		}
		n++
		f := foundSolution{solutionNumber: n, Solution: solution}
		if !judge.scoreSolution(&f) {
			continue
		}
		out.display.WithLineHidden(func() { err = out.writeSolution(f) })
		if err != nil {
			return n, err
		}
	}
	out.display.ClearLine()
	if err == nil {
		err = judge.writeBest(p.Stdout, out.writeSolution)
	}
	return n, p.writeTally(c.String("tally"), q, s.Tallies, err)
}

// printGroup prints the symmetry group under which solutions are equivalent.
func (p *puz) printGroup(q *quadrille.Puzzle) {
	if g, ok := q.Group(); ok {
		fmt.Fprintln(p.Stderr, g)
	}
}

func (p *puz) dissectCommand() *cli.Command {
	return &cli.Command{
		Name:      "dissect",
		Usage:     "find the fewest pieces of a dissection",
		ArgsUsage: "FILE",
		Description: `With 2 pieces, then 3 and so on, whatever number the file says, until there is a
solution; its rules hold. The number is printed, and one solution is drawn.

   puz dissect --minimum examples/dissection.puz
   puz dissect --minimum --timeout 1m examples/dissection.puz`,
		Flags: slices.Concat(console.PuzzleFlags(), console.SearchFlags("tally", "ordered", "limit", "stats", "log",
			"long"), []cli.Flag{
			&cli.BoolFlag{Name: "minimum", Usage: "look for the fewest pieces (the only thing that this command does)"},
		}, console.TextFlags()),
		Action: p.WithTimeout(p.runDissect),
	}
}

func (p *puz) runDissect(c *cli.Context) error {
	if !c.Bool("minimum") {
		return errors.New("dissect wants --minimum; `puz solve` finds the dissections into as many pieces as a " +
			"file says")
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	watch := p.WatchSearch(c, &s)
	solution, pieces, err := q.FewestPieces(c.Context, s)
	watch.ClearLine()
	switch {
	case errors.Is(err, quadrille.ErrNoSolution):
		fmt.Fprintln(p.Stderr, "there is no dissection at all")
		return console.ExitError(console.ExitNoSolution)
	case err != nil && pieces > 0:
		fmt.Fprintf(p.Stderr, "there is no dissection into fewer than %d pieces\n", pieces)
		return p.StoppedError(c.Context, err, "no solution")
	case err != nil:
		return err
	}
	fmt.Fprintf(p.Stdout, "%d pieces\n", pieces)
	return foundSolution{Solution: solution, solutionNumber: 1}.writeText(p.Stdout, p.TextStyle(c, p.Stdout), false)
}
