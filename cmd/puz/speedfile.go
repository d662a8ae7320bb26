package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"quadrille/compile/latin"
	"quadrille/runtime/plan"
)

// isSpeed reports whether the file runs engines side by side.
func (f *benchFile) isSpeed() bool { return len(f.Engines) > 0 }

// patience is how long the runs of an engine on a row may take together; 0 is for ever.
func (f *benchFile) patience() time.Duration { return time.Duration(f.Patience) }

// mostRepeats bounds the runs of an engine on a row.
const mostRepeats = 1000

// checkSpeed checks the keys of a file that are for engines side by side.
func (f *benchFile) checkSpeed() error {
	switch {
	case f.isSpeed() && f.Repeat == 0:
		f.Repeat = 1
	case f.Repeat < 0 || f.Repeat > mostRepeats:
		return fmt.Errorf("repeat is a number from 1 to %d", mostRepeats)
	case !f.isSpeed() && (f.Repeat != 0 || f.Patience != 0 || f.Timeout != 0):
		return errors.New("repeat, patience and timeout are for engines side by side: name them, engines: [links, dense]")
	}
	return checkEngines(f.Engines)
}

func checkEngines(names []string) error {
	for i, name := range names {
		if !slices.Contains(plan.Names(), name) {
			return fmt.Errorf("there is no engine %q; there are %s", name, strings.Join(plan.Names(), ", "))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("the engine %s is named twice", name)
		}
	}
	return nil
}

// goals are the words for what is wanted of a row.
var goals = map[string]plan.Goal{"": plan.Count, "count": plan.Count, "all": plan.All, "one": plan.One}

// checkKind refuses the keys that mean nothing in a run of this kind.
func (r *benchRow) checkKind(isSpeed bool) error {
	if !isSpeed {
		if len(r.Engines) > 0 || r.Goal+r.Squares+r.Rules != "" || len(r.Threads) > 1 {
			return errors.New("engines, goal, squares, rules and several threads are for engines side by side: the file has to name them")
		}
		return nil
	}
	_, known := goals[r.Goal]
	switch {
	case r.Engine+r.Filter != "" || r.Restarts != 0 || r.Limit != 0:
		return errors.New("engine, filter, restarts and limit mean nothing where engines run side by side")
	case !known:
		return fmt.Errorf("goal knows count, all and one, and no %q", r.Goal)
	case r.Puzzle != "" && r.Squares != "":
		return errors.New("it has both a puzzle and squares")
	case r.Rules != "" && r.Squares == "":
		return errors.New("rules are for squares")
	case strings.ContainsAny(r.Rules, "{}\"\n"):
		return errors.New("rules are words such as boxes 3x3")
	}
	return checkEngines(r.Engines)
}

// puzzlesOfSquares turns a file of partial Latin squares into puzzles: each line is a
// square, row by row; n lines of n characters are one square.
func puzzlesOfSquares(in input, rules string) ([]string, error) {
	lines := strings.Fields(string(in.text))
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: there are no squares", in.name)
	}
	if n := len(lines); n <= latin.MaxOrder && !slices.ContainsFunc(lines, func(s string) bool { return len(s) != n }) {
		lines = []string{strings.Join(lines, "")}
	}
	var puzzles []string
	for i, line := range lines {
		n := int(math.Sqrt(float64(len(line))))
		if n*n != len(line) || n > latin.MaxOrder {
			return nil, fmt.Errorf("%s: square %d has %d characters, which is no n times n for an order up to %d", in.name, i+1, len(line), latin.MaxOrder)
		}
		rows := slices.Collect(slices.Chunk([]byte(line), n))
		var text strings.Builder
		for _, row := range rows {
			fmt.Fprintf(&text, "  %s\n", row)
		}
		puzzles = append(puzzles, fmt.Sprintf("puz 1\nlatin %d {\n  %s\n  given \"\"\"\n%s  \"\"\"\n}\n", n, rules, text.String()))
	}
	return puzzles, nil
}
