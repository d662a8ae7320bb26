package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"quadrille/runtime/choose"
	"quadrille/runtime/matrix"
)

// tally is a file with what a chooser has learned of each item: a line for
// each, the item and a number.
type tally struct {
	name    string
	problem *matrix.Problem
	learner choose.Learner
}

// readTally prepares the file, and tells the chooser what it says.
func readTally(name string, p *matrix.Problem, chooser any) (*tally, error) {
	if name == "" {
		return nil, nil
	}
	learner, ok := chooser.(choose.Learner)
	if !ok {
		return nil, errors.New("--tally is for choosers that learn: weighted and domwdeg")
	}
	t := &tally{name, p, learner}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	return t, t.read(f)
}

func (t *tally) read(r io.Reader) error {
	ids := map[string]int{}
	for i := range t.problem.Primary() {
		ids[t.problem.Name(matrix.ItemID(i))] = i
	}
	values := make([]float64, t.problem.Primary())
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		name, number, ok := strings.Cut(lines.Text(), " ")
		v, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || !(v >= 0 && v < 1e100) {
			return fmt.Errorf("%s:%d: a line has an item and a number that is not negative", t.name, n)
		}
		id, known := ids[name]
		if !known {
			return fmt.Errorf("%s:%d: there is no primary item %s in this puzzle", t.name, n, name)
		}
		values[id] = v
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	t.learner.SetTallies(values)
	return nil
}

// write writes the file, the items that never failed left out.
func (t *tally) write(p *puz) error {
	if t == nil {
		return nil
	}
	return p.writeTo(t.name, func(w io.Writer) error {
		for i, v := range t.learner.Tallies() {
			if v == 0 {
				continue
			}
			if _, err := fmt.Fprintf(w, "%s %g\n", t.problem.Name(matrix.ItemID(i)), v); err != nil {
				return err
			}
		}
		return nil
	})
}
