package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

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
		Flags: append(append(commonFlags(),
			&cli.IntFlag{Name: "n", Value: 1, Usage: "draw `N` solutions at random"},
			&cli.StringFlag{Name: "kth", Usage: "take the solution of the number `K`, counted from 0"},
			&cli.BoolFlag{Name: "lowest", Usage: "take a solution of the lowest total weight"},
			&cli.BoolFlag{Name: "highest", Usage: "take a solution of the highest total weight"},
			&cli.StringFlag{Name: "weights", Usage: "read what items weigh from `FILE`: an item and a number a line"},
			zddFlag(),
			&cli.Uint64Flag{Name: "seed", Usage: "draw by the number `N`"},
			&cli.IntFlag{Name: "threads", Value: 1, Usage: "draw the diagram on `N` threads"},
			&cli.IntFlag{Name: "max-memory", Value: 1024, Usage: "let the diagram grow to `N` megabytes"},
			&cli.DurationFlag{Name: "timeout", Usage: "stop after `TIME`, such as 90s or 5m", DefaultText: "never"},
			&cli.BoolFlag{Name: "progress", Usage: "show progress even if standard error is no terminal"},
		), drawingFlags()...),
		Action: p.configured(p.sample),
	}
}

func zddFlag() cli.Flag {
	return &cli.StringFlag{Name: "zdd", Usage: "read the diagram of all solutions from `FILE`, or write it there if there is none yet"}
}

func (p *puz) sample(c *cli.Context) error {
	out, err := p.output(c)
	if err != nil {
		return err
	}
	if err := checkSampleFlags(c); err != nil {
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
	if program.Symmetry != nil {
		return errors.New("a sample is of all solutions: take `break symmetry` out of the puzzle")
	}
	pick, err := picker(c, program.Problem)
	if err != nil {
		return err
	}
	d, err := p.diagram(c, program)
	if err != nil {
		return p.diagramFailed(c, err)
	}
	if d.Count().Sign() == 0 {
		return exit(exitNoSolution)
	}
	return writePicks(out, program, d, pick)
}

// checkSampleFlags refuses numbers that mean nothing, and two ways to pick at once.
func checkSampleFlags(c *cli.Context) error {
	ways := 0
	for _, flag := range []string{"n", "kth", "lowest", "highest"} {
		if c.IsSet(flag) {
			ways++
		}
	}
	if n := c.Int("threads"); n < 1 || n > mostThreads {
		return fmt.Errorf("--threads wants a number from 1 to %d", mostThreads)
	}
	switch m := c.Int("max-memory"); {
	case ways > 1:
		return errors.New("-n, --kth, --lowest and --highest are four ways to pick: say one")
	case c.Int("n") < 1:
		return errors.New("-n wants a number from 1 on")
	case m < 1 || m > mostMemory:
		return fmt.Errorf("--max-memory wants a number of megabytes up to %d", mostMemory)
	case c.IsSet("weights") && !c.Bool("lowest") && !c.Bool("highest"):
		return errors.New("--weights goes with --lowest or --highest")
	case c.Duration("timeout") < 0:
		return notNegative("timeout")
	}
	return nil
}

// pick takes solutions out of a diagram that has some.
type pick func(*memo.Diagram, func(matrix.Solution) error) error

// picker returns the way to pick that the flags say.
func picker(c *cli.Context, p *matrix.Problem) (pick, error) {
	switch {
	case c.IsSet("kth"):
		k, ok := new(big.Int).SetString(c.String("kth"), 10)
		if !ok || k.Sign() < 0 {
			return nil, errors.New("--kth wants a number that is not negative")
		}
		return kth(k), nil
	case c.Bool("lowest"), c.Bool("highest"):
		weights, err := readWeights(c.String("weights"), p)
		return extreme(weights, c.Bool("lowest")), err
	}
	return randomly(c.Int("n"), rand.New(rand.NewPCG(c.Uint64("seed"), 1))), nil
}

// randomly draws solutions at random.
func randomly(n int, r *rand.Rand) pick {
	return func(d *memo.Diagram, write func(matrix.Solution) error) error {
		for range n {
			if err := write(d.Sample(r)); err != nil {
				return err
			}
		}
		return nil
	}
}

func kth(k *big.Int) pick {
	return func(d *memo.Diagram, write func(matrix.Solution) error) error {
		s, err := d.Kth(k)
		if err != nil {
			return fmt.Errorf("there are %v solutions, numbered from 0, and --kth asks for %v", d.Count(), k)
		}
		return write(s)
	}
}

func extreme(weight func(matrix.OptionID) float64, lowest bool) pick {
	return func(d *memo.Diagram, write func(matrix.Solution) error) error {
		s, _ := d.Extreme(weight, lowest)
		return write(s)
	}
}

func writePicks(out *output, program *compile.Program, d *memo.Diagram, pick pick) error {
	n := 0
	err := pick(d, func(s matrix.Solution) error {
		n++
		return out.write(solution{n: n, program: program, options: s})
	})
	if err != nil {
		return err
	}
	return out.finish()
}

// diagramFailed ends a command whose diagram was not to be had.
func (p *puz) diagramFailed(c *cli.Context, err error) error {
	switch {
	case c.Context.Err() != nil:
		fmt.Fprintln(p.stderr, "interrupted before the diagram was ready")
		return exit(exitInterrupted)
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintln(p.stderr, "stopped by the time limit, before the diagram was ready")
		return exit(exitLimit)
	case errors.Is(err, memo.ErrMemory):
		fmt.Fprintln(p.stderr, "stopped before the diagram was ready, for want of memory; --max-memory gives more")
		return exit(exitLimit)
	case errors.Is(err, memo.ErrUnfit):
		return fmt.Errorf("there is no diagram of this puzzle: %w", err)
	}
	return err
}
