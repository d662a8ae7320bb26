package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/compile/latin"
	"quadrille/lang/source"
)

func (p *puz) countCommand() *cli.Command {
	return &cli.Command{
		Name:      "count",
		Usage:     "print the exact number of solutions",
		ArgsUsage: "FILE",
		Description: `The number stands alone on standard output, and is exact, or >=5 if --limit 5
ends it. If time or a signal does, nothing stands there, or, with --partial, a bound.
A range of a parameter makes a table, two make one with rows and columns. If it is stopped,
the counts that are known are there, and the exit code is 3.

   puz count examples/scott.puz                      520
   puz count examples/scott.puz --up-to-symmetry     65
   puz count examples/queens.puz -D n=10             724
   puz count examples/queens.puz -D n=1..12          a table; --format csv, json or oeis
   puz count examples/dominoes.puz --zdd d.zdd       keeps a diagram of all solutions
   puz count examples/scott.puz --proof scott.proof  writes a proof, which puz-check checks
   puz count FILE --job DIR                          goes on from DIR when it is said again
   puz count --batch sudokus.txt                     a number for each line, as solve does it`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(), console.SearchFlags("ordered"), []cli.Flag{
			console.OneOfFlag(&cli.StringFlag{Name: "format", Value: "text", Usage: "print counts as `FORMAT`"},
				countFormats...),
			&cli.BoolFlag{Name: "partial", Usage: "print a lower bound if the count is stopped: >=91"},
			batchFlag(), zddFlag(), proofFlag(),
		}, proofPartFlags(), jobFlags()),
		Action: p.WithTimeout(p.runCount),
	}
}

func (p *puz) runCount(c *cli.Context) error {
	if c.Bool("batch") {
		return p.answerBatch(c, 0)
	}
	o, ranges, err := console.RangeOptions(c)
	switch {
	case err != nil:
		return err
	case (c.IsSet("part") || c.IsSet("join")) && !c.IsSet("proof"):
		return errors.New("--part and --join go with --proof")
	case c.IsSet("proof") && len(ranges) > 0:
		return errors.New("--proof proves one number, and has no use for -D with a range")
	case len(ranges) > 0 || c.String("format") != "text":
		return p.countTable(c, o, ranges)
	case c.IsSet("proof"):
		return p.countWithProof(c)
	case c.IsSet("job"):
		return p.countJob(c)
	case c.IsSet("zdd"):
		return p.countDiagram(c)
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	p.printGroup(q)
	n, err := p.countSolutions(c, q, s)
	found, exact := n.Exact()
	began := err == nil || c.Context.Err() != nil || errors.Is(err, quadrille.ErrMemory)
	if exact || err == nil || began && c.Bool("partial") {
		fmt.Fprintln(p.Stdout, n)
	}
	if o := s.Effort.Optimum; o != nil && o.Proved && o.Found {
		fmt.Fprintln(p.Stderr, o)
	}
	if stats := console.PrintEffort(p.Stderr, c.String("stats"), s.Effort); stats != nil {
		return stats
	}
	switch {
	case err != nil:
		return p.StoppedError(c.Context, err, console.DescribeFound(n.SolutionsText(), s.Effort))
	case exact && found.Sign() == 0:
		return p.exitWithoutSolution(c)
	}
	return nil
}

// countSolutions counts the solutions, with a display of progress, and updates the file of --tally.
func (p *puz) countSolutions(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search) (quadrille.Number, error) {
	tally, err := p.readTally(c.String("tally"), q)
	if err != nil {
		return quadrille.Number{}, err
	}
	s.Tallies = tally
	watch := p.WatchSearch(c, &s)
	n, err := q.Count(c.Context, s)
	watch.ClearLine()
	return n, p.writeTally(c.String("tally"), q, tally, err)
}

// refuseFlags returns an error if one of the flags is set. The text what, such as a kind of puzzle, is the subject of
// the error.
func refuseFlags(c *cli.Context, what string, flags ...string) error {
	for _, flag := range flags {
		if c.IsSet(flag) {
			return fmt.Errorf("%s has no use for --%s", what, flag)
		}
	}
	return nil
}

// countDiagram counts the solutions by the diagram of all solutions, and stores the diagram in the file of --zdd.
func (p *puz) countDiagram(c *cli.Context) error {
	if err := refuseFlags(c, "--zdd makes the diagram of all solutions, and", "engine", "choose", "order",
		"option-order",
		"filter", "restarts", "limit", "tally", "trace", "log", "stats"); err != nil {
		return err
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	d, err := p.loadDiagram(c, q, s)
	if err != nil {
		return p.StoppedError(c.Context, err, "no solution")
	}
	_, err = fmt.Fprintln(p.Stdout, d.Count())
	if err == nil && d.Count().Sign() == 0 {
		return p.exitWithoutSolution(c)
	}
	return err
}

// loadDiagram returns the diagram of all solutions. It reads the file of --zdd if that exists, and otherwise makes the
// diagram and stores it in that file.
func (p *puz) loadDiagram(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search) (*quadrille.Diagram, error) {
	name := c.String("zdd")
	if name != "" {
		switch f, err := console.OpenRegular(name); {
		case err == nil:
			defer f.Close()
			d, err := q.ReadDiagram(f)
			if errors.Is(err, quadrille.ErrOtherPuzzle) {
				return nil, fmt.Errorf("%s has the diagram of another puzzle; name another file, or remove it", name)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return d, nil
		case !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
	}
	watch := p.WatchSearch(c, &s)
	d, err := q.Diagram(c.Context, s)
	watch.ClearLine()
	if err != nil || name == "" {
		return d, err
	}
	return d, p.Write(name, d.Write)
}

func (p *puz) sampleCommand() *cli.Command {
	return &cli.Command{
		Name:      "sample",
		Usage:     "pick solutions out of all of them, without visiting the others",
		ArgsUsage: "FILE",
		Description: `All solutions are put into a diagram that shares what they have in common, so
that one of a billion can be found: each with the same probability, or the one
of a given number, or the one whose options weigh least or most. An option
weighs 1, or, with --weights, as much as its items do together.

   puz sample examples/dominoes.puz -n 3 --seed 1
   puz sample examples/dominoes.puz --kth 12988815
   puz sample packing.puz --highest --weights value.txt
   puz sample examples/dominoes.puz -n 1 --zdd dominoes.zdd    keeps the diagram`,
		Flags: slices.Concat(console.PuzzleFlags(), []cli.Flag{
			console.RangeFlag(1, maxSamples, &cli.IntFlag{Name: "n", Value: 1, Usage: "draw `N` solutions at random"}),
			&cli.StringFlag{Name: "kth", Usage: "take the solution of the number `K`, counted from 0"},
			&cli.BoolFlag{Name: "lowest", Usage: "take a solution of the lowest total weight"},
			&cli.BoolFlag{Name: "highest", Usage: "take a solution of the highest total weight"},
			&cli.StringFlag{Name: "weights", Usage: "read what items weigh from `FILE`: an item and a number a line"},
			zddFlag(),
			&cli.Uint64Flag{Name: "seed", Usage: "draw by the number `N`"},
			console.ThreadsFlag(1, "draw the diagram on `N` threads"),
			console.MemoryFlag(1024, "let the diagram grow to `N` megabytes"),
			console.TimeoutFlag(),
			&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
		}, drawingFlags()),
		Action: p.WithTimeout(p.runSample),
	}
}

func zddFlag() cli.Flag {
	return &cli.StringFlag{Name: "zdd",
		Usage: "read the diagram of all solutions from `FILE`, or write it there if there is none yet"}
}

// maxSamples is the largest number of solutions that one command draws.
const maxSamples = 1_000_000

func (p *puz) runSample(c *cli.Context) error {
	out, err := p.newSolutionOutput(c, p.Stdout)
	if err != nil {
		return err
	}
	pick, err := newSamplePick(c)
	if err != nil {
		return err
	}
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	if q.HasGoal() {
		return p.sampleBestSolutions(c, q, s, pick, out)
	}
	if err := pick.readWeights(c.String("weights"), q); err != nil {
		return err
	}
	d, err := p.loadDiagram(c, q, s)
	if err != nil {
		return p.StoppedError(c.Context, err, "no solution")
	}
	if d.Count().Sign() == 0 {
		fmt.Fprintln(p.Stderr, "0 solutions")
		return p.exitWithoutSolution(c)
	}
	for n := 1; n <= pick.sampleSize; n++ {
		if c.Context.Err() != nil {
			return errors.Join(out.finishOutput(pick.pickedCountText(n-1, d)),
				p.StoppedError(c.Context, c.Context.Err(), source.Plural(n-1, "solution")))
		}
		solution, ok := pick.pickSolution(d)
		if !ok {
			return fmt.Errorf("the solutions are numbered from 0, and --kth asks for %v of %v", pick.solutionIndex,
				d.Count())
		}
		if err := out.writeSolution(foundSolution{Solution: solution, solutionNumber: n}); err != nil {
			return err
		}
	}
	return out.finishOutput(pick.pickedCountText(pick.sampleSize, d))
}

// sampleBestSolutions picks random solutions among the best ones. It visits all of them.
func (p *puz) sampleBestSolutions(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, pick *sampleRule,
	out *solutionOutput) error {
	if pick.solutionIndex != nil || pick.picksLowest || pick.picksHighest || c.IsSet("zdd") {
		return fmt.Errorf("%w, and they are drawn at random alone: leave --kth, --lowest, --highest and --zdd out",
			quadrille.ErrGoal)
	}
	watch := p.WatchSearch(c, &s)
	drawn, n := make([]quadrille.Solution, pick.sampleSize), int64(0)
	var err error
	for solution, failed := range q.Solutions(c.Context, s) {
		if failed != nil {
			err = failed
			break
		}
		n++
		for k := range drawn { // solution n replaces each sample with probability 1/n
			if pick.randomSource.Int64N(n) == 0 {
				drawn[k] = solution
			}
		}
	}
	watch.ClearLine()
	switch {
	case err != nil:
		return p.StoppedError(c.Context, err, console.DescribeFound("no solution", s.Effort))
	case n == 0:
		fmt.Fprintln(p.Stderr, "0 solutions")
		return p.exitWithoutSolution(c)
	}
	for k, solution := range drawn {
		if err := out.writeSolution(foundSolution{Solution: solution, solutionNumber: k + 1}); err != nil {
			return err
		}
	}
	return out.finishOutput(fmt.Sprintf("%s of %d", source.Plural(len(drawn), "solution"), n))
}

// pickedCountText says how many solutions were picked, and out of how many.
func (sampleRule) pickedCountText(n int, d *quadrille.Diagram) string {
	return fmt.Sprintf("%s of %v", source.Plural(n, "solution"), d.Count())
}

// sampleRule says which solutions are picked from a diagram.
type sampleRule struct {
	// sampleSize is the number of random solutions to pick.
	sampleSize int
	// solutionIndex is the index of the solution to pick, from 0; nil for other rules.
	solutionIndex *big.Int
	// picksLowest and picksHighest ask for a solution with an extreme sum of weights.
	picksLowest, picksHighest bool
	optionWeight              func(quadrille.OptionID) float64
	randomSource              *rand.Rand
}

func newSamplePick(c *cli.Context) (*sampleRule, error) {
	k := &sampleRule{sampleSize: c.Int("n"), picksLowest: c.Bool("lowest"), picksHighest: c.Bool("highest"),
		randomSource: rand.New(rand.NewPCG(c.Uint64("seed"), 1))}
	ways := 0
	for _, flag := range []string{"n", "kth", "lowest", "highest"} {
		if c.IsSet(flag) {
			ways++
		}
	}
	switch {
	case ways > 1:
		return nil, errors.New("-n, --kth, --lowest and --highest are four ways to pick: say one")
	case c.IsSet("weights") && !k.picksLowest && !k.picksHighest:
		return nil, errors.New("--weights goes with --lowest or --highest")
	case c.IsSet("kth"):
		n, ok := new(big.Int).SetString(c.String("kth"), 10)
		if k.solutionIndex = n; !ok || n.Sign() < 0 {
			return nil, errors.New("--kth wants a number that is not negative")
		}
	}
	return k, nil
}

func (k *sampleRule) pickSolution(d *quadrille.Diagram) (quadrille.Solution, bool) {
	switch {
	case k.solutionIndex != nil:
		return d.KthSolution(k.solutionIndex)
	case k.picksLowest || k.picksHighest:
		return d.ExtremeSolution(k.optionWeight, k.picksLowest)
	}
	return d.SampleSolution(k.randomSource)
}

// readWeights reads the weights of items from a file. The weight of an option is the sum of the weights of its items,
// or 1 if there is no file.
func (k *sampleRule) readWeights(name string, q *quadrille.Puzzle) error {
	if k.optionWeight = func(quadrille.OptionID) float64 { return 1 }; name == "" {
		return nil
	}
	m, _, err := q.Matrix()
	if err != nil {
		return err
	}
	weights, err := readNumbers(name, -1e100, "item", m.ItemCount(), q)
	if err != nil {
		return err
	}
	k.optionWeight = func(o quadrille.OptionID) float64 {
		total := 0.0
		for _, e := range m.Option(o) {
			total += weights[m.Name(e.Item)]
		}
		return total
	}
	return nil
}

// readNumbers parses a file with an item and a number in each line. Each number must be at least the argument min. Only
// the first items of the matrix may have a number; the argument items says how many. The argument what is the noun for
// such an item in errors.
func readNumbers(name string, min float64, what string, items int, q *quadrille.Puzzle) (map[string]float64, error) {
	f, err := console.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, _, err := q.Matrix()
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool, items)
	for i := range items {
		known[m.Name(quadrille.ItemID(i))] = true
	}
	numbers, lines := map[string]float64{}, bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(latin.TranslateTallyLine(lines.Text()))
		if len(fields) == 0 {
			continue
		}
		last := len(fields) - 1
		item := strings.Join(fields[:last], " ")
		v, err := strconv.ParseFloat(fields[last], 64)
		if last == 0 || err != nil || !(v >= min && v < 1e100) {
			return nil, fmt.Errorf("%s:%d: a line has an item and a number", name, n)
		}
		if !known[item] {
			return nil, fmt.Errorf("%s:%d: there is no %s %s in this puzzle; `puz compile --to json` lists them", name,
				n, what, item)
		}
		if _, twice := numbers[item]; twice {
			return nil, fmt.Errorf("%s:%d: the item %s has a number already", name, n, item)
		}
		numbers[item] = v
	}
	return numbers, lines.Err()
}

// readTally reads the file of --tally, in which a chooser has stored its knowledge about each item. The map is empty if
// the file does not exist yet, and nil if the name is "".
func (p *puz) readTally(name string, q *quadrille.Puzzle) (map[string]float64, error) {
	if name == "" {
		return nil, nil
	}
	m, _, err := q.Matrix()
	if err != nil {
		return nil, err
	}
	tally, err := readNumbers(name, 0, "primary item", m.PrimaryCount(), q)
	if errors.Is(err, os.ErrNotExist) {
		return map[string]float64{}, nil
	}
	return tally, err
}

// writeTally stores the knowledge of a chooser after a search. It returns the error of the search, if there is one.
// After a search that was refused, it stores nothing.
func (p *puz) writeTally(name string, q *quadrille.Puzzle, tally map[string]float64, failed error) error {
	if tally == nil || failed != nil && len(tally) == 0 {
		return failed
	}
	return errors.Join(failed, p.Write(name, func(w io.Writer) error {
		if latin.IsTallyFile(name) {
			m, _, err := q.Matrix()
			if err != nil {
				return err
			}
			var items []string
			for i := range m.PrimaryCount() {
				items = append(items, m.Name(quadrille.ItemID(i)))
			}
			return latin.WriteTallies(w, items, tally)
		}
		for _, item := range slices.Sorted(maps.Keys(tally)) {
			if _, err := fmt.Fprintf(w, "%s %g\n", item, tally[item]); err != nil {
				return err
			}
		}
		return nil
	}))
}

func (p *puz) estimateCommand() *cli.Command {
	return &cli.Command{
		Name:      "estimate",
		Usage:     "estimate the size of the search tree by random probes",
		ArgsUsage: "FILE",
		Description: `Probes go down the tree level by level, and of nodes that look alike they follow
one in the place of all (Chen, 1992). With choosers that learn, each walks down
along random branches (Knuth, 1975). The numbers are means with their standard
errors, and intervals that are to hold the truth 19 times of 20.

   puz estimate examples/pentominoes-6x10.puz
   puz estimate examples/scott.puz --probes 100000 --seed 7 --stats json`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(),
			console.SearchFlags("engine", "tally", "restarts", "threads", "ordered", "max-memory", "limit", "trace",
				"progress", "log", "long"), []cli.Flag{console.RangeFlag(1, math.MaxInt, &cli.IntFlag{Name: "probes",
				Value: 10_000, Usage: "look at the branches of about `N` nodes, or walk `N` times"})}),
		Action: p.WithTimeout(p.runEstimate),
	}
}

func (p *puz) runEstimate(c *cli.Context) error {
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	p.printGroup(q)
	e, err := q.Estimate(c.Context, s, c.Int("probes"))
	switch {
	case err != nil:
		return err
	case e.Probes == 0:
		return context.Cause(c.Context)
	case c.String("stats") == "json":
		err = json.NewEncoder(p.Stdout).Encode(e)
	default:
		for k, q := range []quadrille.Quantity{e.Nodes, e.Updates, e.Solutions} {
			fmt.Fprintf(p.Stdout, "%-10s %15.4g  ± %-8.2g %.3g to %.3g\n", []string{"nodes", "updates", "solutions"}[k],
				q.Mean, q.StandardError, q.LowerEnd, q.UpperEnd)
		}
	}
	if err == nil && c.Context.Err() != nil {
		fmt.Fprintf(p.Stderr, "partial: %v after %d probes\n", context.Cause(c.Context), e.Probes)
		return console.ExitError(console.ExitCodeOf(c.Context))
	}
	return err
}
