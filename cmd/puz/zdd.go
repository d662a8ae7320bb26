package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
)

// diagram returns the diagram of all solutions: from the file that --zdd names, or
// made now, and kept there.
func (p *puz) diagram(c *cli.Context, program *compile.Program) (*memo.Diagram, error) {
	name := c.String("zdd")
	if name != "" {
		d, err := readDiagram(name, program.Problem)
		if d != nil || err != nil {
			return d, err
		}
	}
	ctx, cancel := timed(c.Context, c.Duration("timeout"))
	defer cancel()
	o := memo.Options{MaxMemory: int64(c.Int("max-memory")) << 20, Threads: c.Int("threads")}
	if c.Bool("progress") || isTerminal(p.stderr) {
		progress := newProgress(p.stderr)
		defer progress.clear()
		o.Report = progress.show
	}
	d, err := memo.Build(ctx, program.Problem, o)
	if err != nil || name == "" {
		return d, err
	}
	return d, p.writeTo(name, d.Write)
}

// readDiagram returns nil if there is no such file.
func readDiagram(name string, p *matrix.Problem) (*memo.Diagram, error) {
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	d, err := memo.Read(f, p)
	if errors.Is(err, memo.ErrOther) {
		return nil, fmt.Errorf("%s has the diagram of another puzzle; name another file, or remove it", name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// readWeights returns what options weigh: 1, or the sum over their items.
func readWeights(name string, p *matrix.Problem) (func(matrix.OptionID) float64, error) {
	if name == "" {
		return func(matrix.OptionID) float64 { return 1 }, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	weights, err := parseWeights(name, f, p)
	return func(o matrix.OptionID) float64 {
		total := 0.0
		for _, e := range p.Option(o) {
			total += weights[e.Item]
		}
		return total
	}, err
}

func parseWeights(name string, r io.Reader, p *matrix.Problem) ([]float64, error) {
	ids := map[string]matrix.ItemID{}
	for i := range matrix.ItemID(p.Items()) {
		ids[p.Name(i)] = i
	}
	weights, named := make([]float64, p.Items()), make([]bool, p.Items())
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		last := len(fields) - 1
		v, err := strconv.ParseFloat(fields[last], 64)
		if last == 0 || err != nil || !(v > -1e100 && v < 1e100) {
			return nil, fmt.Errorf("%s:%d: a line has an item and a number", name, n)
		}
		id, known := ids[strings.Join(fields[:last], " ")]
		if !known {
			return nil, fmt.Errorf("%s:%d: there is no item %s in this puzzle; `puz compile --to json` lists them", name, n, strings.Join(fields[:last], " "))
		}
		if named[id] {
			return nil, fmt.Errorf("%s:%d: the item %s has a weight already", name, n, p.Name(id))
		}
		weights[id], named[id] = v, true
	}
	return weights, lines.Err()
}

// timed returns a context that ends when the time is up, or with 0 never by itself.
func timed(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d > 0 {
		return context.WithTimeout(ctx, d)
	}
	return context.WithCancel(ctx)
}
