// Package generate makes puzzles with one solution from the rules of a puzzle, grades their difficulty for
// people, and draws random Latin squares with holes.
//
// Its input is a [quadrille.Puzzle], a [Recipe] and a seed. Its output is the texts of puzzles. It must not
// read files or depend on the speed of the machine.
package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/latin"
	"quadrille/runtime/deduce"
)

// Difficulty is a level of difficulty for people. Greater values are harder. [Difficulties] lists the names.
type Difficulty = deduce.Level

// LevelRange is a range of levels, from the Easiest to the Hardest [Difficulty] that is allowed.
type LevelRange = deduce.LevelRange

// Difficulties returns the names of the levels, the easiest first.
func Difficulties() []string { return deduce.LevelNames() }

// ParseLevelRange parses a level, or a range such as easy..hard.
func ParseLevelRange(text string) (LevelRange, error) { return deduce.ParseLevelRange(text) }

// MadePuzzle is a generated puzzle with one solution.
type MadePuzzle struct {
	*quadrille.Puzzle
	// Text is the text of the puzzle, with the expectation of one solution.
	Text  string
	Grade Grade
	// ClueCount is the number of clues. ClueLowerBound, if Recipe.MinimizeClues is set, is a lower bound for the
	// number of clues of any puzzle with the same solution.
	ClueCount, ClueLowerBound int
}

// Formats returns the names of the formats for [MadePuzzle.Format], the default first.
func Formats() []string { return []string{"puz", "json", "line"} }

// Format returns the puzzle with number n in a format: its text; a line of JSON with its name and text, for package
// batch; or a line with its givens. The line exists only for sudokus without further rules. It has the givens row by
// row, and a dot for each empty cell.
func (m MadePuzzle) Format(format string, n int) (string, error) {
	switch format {
	case "puz":
		return m.Text, nil
	case "json":
		base := strings.TrimSuffix(filepath.Base(m.Input().Name), filepath.Ext(m.Input().Name))
		line, err := json.Marshal(struct {
			Name string `json:"name"`
			Text string `json:"text"`
		}{fmt.Sprintf("%s-%d.puz", base, n), m.Text})
		return string(line) + "\n", err
	case "line":
		isMore := func(f compile.Feature) bool {
			return f.IsUsed(m.Puzzle.Program()) && !slices.Contains(f.Formats, quadrille.FormatSudoku)
		}
		if slices.ContainsFunc(compile.Features(), isMore) {
			return "", errors.New("the format line holds a sudoku with square boxes and no further rules, and this " +
				"puzzle is none; the formats puz and json hold all")
		}
		var line strings.Builder
		err := m.WriteMatrix(&line, quadrille.DumpOptions{Format: quadrille.FormatSudoku})
		return line.String(), err
	}
	return "", fmt.Errorf("puzzles are written as %s, and not as %q", strings.Join(Formats(), ", "), format)
}

// MakePuzzles yields puzzles with the rules of p. The givens of p stay, and its expectations are dropped. The same
// seed yields the same endless sequence of puzzles on any machine. An error comes last. If ctx ends during the search
// for the fewest clues, the best puzzle so far is yielded before the error.
func MakePuzzles(ctx context.Context, p *quadrille.Puzzle, r Recipe, seed uint64) iter.Seq2[MadePuzzle, error] {
	return func(yield func(MadePuzzle, error) bool) {
		maker, err := newPuzzleMakerFor(ctx, p, r)
		for n := uint64(1); err == nil; n++ {
			puzzle, failed := maker.MakePuzzle(ctx, rand.New(rand.NewPCG(seed, n)))
			if err = failed; err != nil {
				break
			}
			var q *quadrille.Puzzle
			if q, err = loadText(p, []byte(puzzle.Text), nil); err == nil &&
				!yield(MadePuzzle{q, puzzle.Text, puzzle.Grade, puzzle.ClueCount, puzzle.ClueLowerBound}, nil) {
				return
			}
		}
		yield(MadePuzzle{}, err)
	}
}

// newPuzzleMakerFor returns a maker for the rules of a puzzle.
func newPuzzleMakerFor(ctx context.Context, p *quadrille.Puzzle, r Recipe) (*puzzleMaker, error) {
	text, err := p.Source()
	if err != nil {
		return nil, err
	}
	load := func(text []byte) (*quadrille.Puzzle, error) { return loadText(p, text, p.Input().Options.Params) }
	m, err := newPuzzleMaker(ctx, p.Input().Name, []byte(text), p.Input().Options.Params, load, r)
	if r.GenreName != "" { // the texts have no parameters of the rules
		m.compileText = func(text []byte) (*quadrille.Puzzle, error) { return loadText(p, text, nil) }
	}
	return m, err
}

// loadText compiles a text in place of the text of p.
func loadText(p *quadrille.Puzzle, text []byte, params map[string]int64) (*quadrille.Puzzle, error) {
	o := p.Input().Options
	o.Params, o.Format = params, "puz"
	o.Stop = nil // a puzzle that is found just before the deadline must still be compiled
	return quadrille.Load(p.Input().Name, text, o)
}

// GradePuzzle solves a puzzle with techniques that people use, and returns the techniques needed. The puzzle may have
// any number of solutions.
func GradePuzzle(ctx context.Context, p *quadrille.Puzzle) (Grade, error) {
	return gradeProgram(ctx, p.Program())
}

// MaxLatin is the largest order of a Latin square that can be written as text.
const MaxLatin = latin.MaxOrder

// MakePartialLatin draws a random Latin square of order n, removes the given number of symbols, and returns the text of
// the partial square. If the holes are balanced, each row and column has equally many, which makes the square much
// harder to complete.
func MakePartialLatin(n, holes int, balanced bool, r *rand.Rand) (string, error) {
	switch {
	case n < 1 || n > MaxLatin:
		return "", fmt.Errorf("a Latin square has an order from 1 to %d", MaxLatin)
	case holes < 0 || holes > n*n:
		return "", fmt.Errorf("a square of %d by %d has from 0 to %d holes", n, n, n*n)
	}
	square := latin.RandomSquare(n, r)
	if balanced {
		return latin.PunchBalancedHoles(square, holes, r).String(), nil
	}
	return latin.PunchHoles(square, holes, r).String(), nil
}

// Conjugate is a partial Latin square with the roles of rows, columns and values permuted. Its name is the
// permutation: rcv stands for the square itself.
type Conjugate struct{ Name, Text string }

// Conjugates returns the six conjugates of a partial Latin square, given as text.
func Conjugates(name string, text []byte) (all []Conjugate, err error) {
	square, err := latin.ReadSquare(name, string(text))
	if err != nil {
		return nil, err
	}
	for _, c := range latin.Conjugates() {
		all = append(all, Conjugate{string(c), square.Conjugate(c).String()})
	}
	return all, nil
}
