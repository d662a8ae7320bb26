package puzzletest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/explain"
	"quadrille/generate"
	"quadrille/runtime/deduce"
)

// TestUnique: whether there is one solution is what trying finds, and a clue that is said to follow does.
func TestUnique(t *testing.T) {
	overPuzzles(t, 100, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		u, err := explain.CheckUniqueness(t.Context(), q, quadrille.Search{}, explain.ClueOptions{})
		if err != nil {
			return err
		}
		if want := min(2, len(p.Solutions)); !u.IsKnown || len(u.Solutions) != want {
			return fmt.Errorf("%d solutions, sure: %v; by trying %d", len(u.Solutions), u.IsKnown, want)
		}
		for _, s := range u.Solutions {
			if !slices.Contains(p.Solutions, keyOf(s)) {
				return fmt.Errorf("one chooses another: %s", keyOf(s))
			}
		}
		_ = u.Text(quadrille.TextStyle{})
		first, err := q.First(t.Context(), quadrille.Search{})
		if errors.Is(err, quadrille.ErrNoSolution) != (len(p.Solutions) == 0) || err == nil &&
			!slices.Contains(p.Solutions,
				keyOf(first)) {
			return fmt.Errorf("the first solution: %v, by trying %d", err, len(p.Solutions))
		}
		return nil
	})
}

// TestReasons: there is a reason why there is no solution if there is none.
func TestReasons(t *testing.T) {
	reasons := map[string]int{}
	overPuzzles(t, 80, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		told := 0
		for reason, err := range explain.Reasons(t.Context(), q, quadrille.Search{}) {
			if errors.Is(err, explain.ErrSolvable) {
				if len(p.Solutions) == 0 {
					return errors.New("it is said to be solvable, and it is not")
				}
				return nil
			}
			if err != nil {
				return err
			}
			if told++; len(p.Solutions) > 0 {
				return fmt.Errorf("a reason why there is none of %d solutions, by trying: %s", len(p.Solutions), reason)
			}
			reasons[string(reason.Kind)]++
			if c, ok := reason.Certificate(); ok {
				if err := c.Check(); err != nil {
					return err
				}
			}
		}
		if told == 0 && len(p.Solutions) == 0 {
			return errors.New("there is no reason")
		}
		return nil
	})
	t.Log("reasons:", reasons)
}

// TestMade: what is made has one solution, which is one of those of the puzzle that it was made of.
func TestMade(t *testing.T) {
	made := 0
	overPuzzles(t, 60, 3000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		for m, err := range generate.MakePuzzles(ctx, q, generate.Recipe{}, uint64(len(p.Text))) {
			if err != nil {
				return nil // there is nothing to make of it
			}
			made++
			one := *p
			one.Text = m.Text
			back, err := load(&one, quadrille.Options{})
			if err != nil {
				return fmt.Errorf("made: %w\n%s", err, m.Text)
			}
			n, err := back.Count(t.Context(), quadrille.Search{})
			if err := countIs(n, err, 1); err != nil {
				return fmt.Errorf("made: %w\n%s", err, m.Text)
			}
			s, err := back.First(t.Context(), quadrille.Search{})
			if err != nil || !slices.Contains(p.Solutions, keyOf(s)) {
				return fmt.Errorf("made, with the error %v, and it chooses another: %s\n%s", err, keyOf(s), m.Text)
			}
			break
		}
		return nil
	}, "pack", "place", "fill", "latin", "words", "core")
	t.Log(made, "puzzles were made")
}

// TestSteps: what a step puts is in every solution that trying finds, and what it excludes is in none.
func TestSteps(t *testing.T) {
	kinds, facts := map[string]int{}, 0
	overPuzzles(t, 100, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		if q.HasGoal() || q.Program().Puzzle.Dissection != nil {
			return nil
		}
		all, err := explain.WithoutEquivalence(q)
		if err != nil {
			return err
		}
		d, err := explain.NewDeduction(all.Program())
		if err != nil {
			return err
		}
		d.HardestLevel = deduce.LevelExpert
		f := newOptionFacts(all, p.Solutions)
		for step := range d.Steps(t.Context(), nil, nil) {
			kinds[string(step.Kind)]++
			for _, o := range step.PlacedOptions {
				for _, key := range f.keys[o] {
					if facts++; f.times[key] < len(p.Solutions) {
						return fmt.Errorf("a solution lacks what is put: %s", step.Sentences)
					}
				}
			}
			for _, o := range step.ExcludedOptions {
				for _, key := range f.keys[o] {
					f.open[key]--
					if facts++; f.open[key] == 0 && f.times[key] > 0 && len(f.keys[o]) == 1 {
						return fmt.Errorf("a solution has what is excluded: %s", step.Sentences)
					}
				}
			}
		}
		return nil
	}, "pack", "place", "fill", "latin", "words", "core")
	t.Log("steps:", kinds, "facts:", facts)
}

// optionFacts knows what the options of a puzzle show, by the keys of solutions.
type optionFacts struct {
	keys  map[quadrille.OptionID][]string
	open  map[string]int // number of options that show a key and are not excluded
	times map[string]int // number of solutions with a key
}

func newOptionFacts(q *quadrille.Puzzle, solutions []string) *optionFacts {
	f := &optionFacts{keys: map[quadrille.OptionID][]string{}, open: map[string]int{}, times: map[string]int{}}
	m, _ := q.Program().Candidates()
	given := keyOf(q.NewSolution(nil))
	for o := range quadrille.OptionID(m.OptionCount()) {
		for key := range strings.SplitSeq(keyOf(q.NewSolution([]quadrille.OptionID{o})), ";") {
			if key != "" && !slices.Contains(strings.Split(given, ";"), key) {
				f.keys[o] = append(f.keys[o], key)
				f.open[key]++
			}
		}
	}
	for _, solution := range solutions {
		for _, key := range slices.Compact(strings.Split(solution, ";")) {
			f.times[key]++
		}
	}
	return f
}
