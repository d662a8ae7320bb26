package puzzletest_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/job"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix/matrixtest"
)

// TestSolutions: what is listed is what trying finds, solution by solution.
func TestSolutions(t *testing.T) {
	overPuzzles(t, 200, 20_000, checkSolutions)
}

// checkSolutions compares what is listed, by two threads now and then, with what trying finds.
func checkSolutions(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
	s := quadrille.Search{}
	if len(p.Text)%3 == 0 {
		s.Threads = 2
	}
	got, err := listed(t, q, s)
	if err != nil {
		return err
	}
	return sameSolutions(got, p.Solutions)
}

// listed lists solutions by their keys, and verifies each. No two choose the same options.
func listed(t *testing.T, q *quadrille.Puzzle, s quadrille.Search) (keys []string, err error) {
	m, _, err := q.Matrix()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for found, err := range q.Solutions(t.Context(), s) {
		if err != nil {
			return nil, err
		}
		options := slices.Clone(found.Options())
		if options != nil {
			if err := m.Verify(options); err != nil {
				return nil, err
			}
			slices.Sort(options)
			if seen[fmt.Sprint(options)] {
				return nil, fmt.Errorf("a solution is there twice: %v", options)
			}
			seen[fmt.Sprint(options)] = true
		}
		keys = append(keys, keyOf(found))
	}
	slices.Sort(keys)
	return keys, nil
}

func sameSolutions(got, want []string) error {
	if slices.Equal(got, want) {
		return nil
	}
	for _, s := range got {
		if _, there := slices.BinarySearch(want, s); !there {
			return fmt.Errorf("%d solutions, by trying %d, and one chooses another: %s", len(got), len(want), s)
		}
	}
	return fmt.Errorf("%d solutions, by trying %d", len(got), len(want))
}

// TestEngines: every engine that accepts a puzzle counts what trying finds, of classes too.
func TestEngines(t *testing.T) {
	accepted := map[string]int{}
	overPuzzles(t, 150, 20_000, checkEngines(accepted))
	t.Log("engines:", accepted)
}

// checkEngines counts by each engine, on one thread or two, and notes which accept a puzzle.
func checkEngines(accepted map[string]int) check {
	return func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		for _, engine := range quadrille.EngineNames() {
			n, err := q.Count(t.Context(), quadrille.Search{Engine: quadrille.Engine(engine),
				Threads: 1 + len(p.Text)%2})
			if err != nil && engine != "auto" {
				continue // it does not suit
			}
			accepted[engine]++
			if err := countIs(n, err, len(p.Solutions)); err != nil {
				return fmt.Errorf("%s: %w", engine, err)
			}
		}
		return nil
	}
}

// TestConnected: cells that must be connected are counted alike by visits, by shared states and in a diagram.
func TestConnected(t *testing.T) {
	shared, lattices := 0, map[string]int{}
	for seed := range uint64(matrixtest.RandomRounds(120, 2000)) {
		p := puzzletest.RandomPuzzleWith(seed, [][]string{{"fill"}, {"pack"}, {"latin"},
			{"fill", "core"}}[min(seed%8, 3)],
			func(p *puzzletest.Puzzle) bool {
				return strings.Contains(p.Text, "connected ") || strings.Contains(p.Text, "loop ")
			})
		q, err := load(p, quadrille.Options{})
		if err != nil {
			if len(p.Solutions) > 0 {
				t.Fatalf("%v\n%s", err, p.Text)
			}
			continue
		}
		for _, engine := range []quadrille.Engine{"", "links", "memo", "learn"} {
			n, err := q.Count(t.Context(), quadrille.Search{Engine: engine})
			if engine == "memo" && errors.Is(err, quadrille.ErrUnfit) {
				continue
			}
			if err := countIs(n, err, len(p.Solutions)); err != nil {
				t.Errorf("seed %d, engine %q: %v\n%s", seed, engine, err, p.Text)
			}
		}
		d, err := q.Diagram(t.Context(), quadrille.Search{})
		if err != nil {
			continue // nogoods, optional cells
		}
		var all []string
		for k := range d.Count().Int64() {
			s, _ := d.KthSolution(big.NewInt(k))
			all = append(all, keyOf(s))
		}
		slices.Sort(all)
		if err := sameSolutions(all, p.Solutions); err != nil {
			t.Errorf("seed %d, diagram: %v\n%s", seed, err, p.Text)
		}
		shared++
		for _, k := range p.StatementKinds {
			lattices[k]++
		}
	}
	t.Log(shared, lattices)
	if shared < min(60, matrixtest.RandomRounds(60, 60)) {
		t.Errorf("only %d puzzles have a diagram", shared)
	}
}

// TestRules: as many puzzles of one kind as it takes to see each of its rules, alone and beside others.
func TestRules(t *testing.T) {
	for kind, rounds := range map[string][2]int{"fill": {150, 6000}, "latin": {200, 2000}, "pack": {100, 1000},
		"core": {200, 5000}} {
		t.Run(kind, func(t *testing.T) {
			overPuzzles(t, rounds[0], rounds[1], func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
				n, err := q.Count(t.Context(), quadrille.Search{})
				return countIs(n, err, len(p.Solutions))
			}, kind)
		})
	}
}

// TestClasses: of each class one solution is kept, and the classes are those that motions make.
func TestClasses(t *testing.T) {
	overPuzzles(t, 100, 10_000, checkClasses, "pack", "place")
}

// checkClasses compares the classes of solutions with those that motions make.
func checkClasses(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
	if p.SymmetryGroup() == nil || !q.HasGroup() {
		return nil
	}
	for up, word := range map[quadrille.UpTo]string{quadrille.Symmetry: "symmetry",
		quadrille.Rotation: "rotation"} {
		want := p.CountClasses(up == quadrille.Symmetry)
		classes, err := load(p, quadrille.Options{UpTo: up})
		if err != nil {
			return err
		}
		n, err := classes.Count(t.Context(), quadrille.Search{})
		if err := countIs(n, err, want); err != nil {
			return fmt.Errorf("up to %s: %w", word, err)
		}
		broken := *p
		broken.Text += "break " + word + "\n"
		if classes, err = load(&broken, quadrille.Options{}); err != nil {
			return err
		}
		kept, err := listed(t, classes, quadrille.Search{})
		if err != nil {
			return err
		}
		chosen := *p
		chosen.Solutions = kept
		if len(kept) != want || chosen.CountClasses(up == quadrille.Symmetry) != want {
			return fmt.Errorf("up to %s: %d solutions are kept, in %d classes; by trying %d", word, len(kept),
				chosen.CountClasses(up == quadrille.Symmetry), want)
		}
		if i := slices.IndexFunc(kept, func(s string) bool { return !slices.Contains(p.Solutions, s) }); i >= 0 {
			return fmt.Errorf("one that is kept chooses another: %s", kept[i])
		}
	}
	return nil
}

// TestDiagrams: a diagram has as many solutions as trying finds, and a sample is one of those.
func TestDiagrams(t *testing.T) {
	drawn := 0
	overPuzzles(t, 100, 10_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		d, err := q.Diagram(t.Context(), quadrille.Search{})
		if err != nil {
			return nil // nogoods, and what is no matter of items
		}
		drawn++
		if d.Count().Cmp(big.NewInt(int64(len(p.Solutions)))) != 0 {
			return fmt.Errorf("%v solutions, by trying %d", d.Count(), len(p.Solutions))
		}
		r := rand.New(rand.NewPCG(16, uint64(len(p.Text))))
		var all []string
		for k := range p.Solutions {
			s, ok := d.KthSolution(big.NewInt(int64(k)))
			if !ok {
				return fmt.Errorf("there is no solution %d", k)
			}
			all = append(all, keyOf(s))
			if sample, ok := d.SampleSolution(r); k < 5 && (!ok || !slices.Contains(p.Solutions, keyOf(sample))) {
				return fmt.Errorf("a sample chooses another: %v", keyOf(sample))
			}
		}
		slices.Sort(all)
		return sameSolutions(all, p.Solutions)
	})
	if drawn == 0 {
		t.Error("there is no diagram")
	}
}

// TestJobs: a job that was cut into cubes finds what trying finds.
func TestJobs(t *testing.T) {
	done := 0
	overPuzzles(t, 50, 5000, checkJobs(&done))
	if done == 0 {
		t.Error("no job was done")
	}
}

// checkJobs cuts a job into cubes, runs it, and counts the jobs that were done.
func checkJobs(done *int) check {
	return func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		for _, solving := range []bool{false, true} {
			file := &ledger.MemoryFile{}
			j, err := job.OpenJob(q, file, quadrille.Search{}, solving)
			if err != nil {
				return nil // it suits no engine that can be cut
			}
			if err := j.CutCubes(t.Context(), "test", 1+len(p.Text)%8); err != nil {
				return err
			}
			if err := j.Run(t.Context(), "test"); err != nil {
				return err
			}
			*done++
			if err := countIs(j.Count(), nil, len(p.Solutions)); err != nil {
				return err
			}
			if !solving {
				continue
			}
			var keys []string
			for s, err := range j.Solutions() {
				if err != nil {
					return err
				}
				keys = append(keys, keyOf(s))
			}
			slices.Sort(keys)
			if err := sameSolutions(keys, p.Solutions); err != nil {
				return err
			}
		}
		return nil
	}
}
