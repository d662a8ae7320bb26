package puzzletest_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/job"
	"quadrille/runtime/ledger"
)

// TestBestSolutions gives random puzzles a random goal. The values are counted on the solutions that trying
// everything finds.
func TestBestSolutions(t *testing.T) {
	measured := 0
	overPuzzles(t, 1000, 30_000, func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		goal, value := randomGoal(newRandom(p), p)
		if goal == "" {
			return nil
		}
		measured++
		return checkBest(t, p, goal, value)
	})
	t.Logf("%d goals", measured)
}

// newRandom returns a source of choices for a puzzle.
func newRandom(p *puzzletest.Puzzle) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(p.Text))
	return rand.New(rand.NewPCG(h.Sum64(), 7))
}

// randomGoal returns a goal that the solutions of a puzzle differ by, and its value for a solution; "" if there is
// nothing to measure.
func randomGoal(r *rand.Rand, p *puzzletest.Puzzle) (goal string, value func(solution string) int64) {
	// what a measure counts, by its text: the keys and items with one of these beginnings
	counts := map[string]func(key string) int64{}
	for _, solution := range p.Solutions {
		for key := range strings.SplitSeq(solution, ";") {
			kind, rest, _ := strings.Cut(key, " ")
			what, _, _ := strings.Cut(rest, " ")
			switch kind {
			case "piece":
				name := what
				if name < "A" {
					continue // the pieces of a dissection have numbers, and no measure
				}
				if name == "rook" || name == "queen" {
					name = "men"
				}
				counts[name] = countBeginning(kind + " " + what + " ")
			case "symbol":
				counts[fmt.Sprintf("%q", what)] = countBeginning(kind + " " + what + " ")
			case "option":
				for item := range strings.FieldsSeq(rest) {
					if item == "m" || strings.HasPrefix(item, "a[") {
						counts[item] = countItem(func(other string) bool { return item == other })
						family, _, _ := strings.Cut(item, "[")
						counts[family] = countItem(func(other string) bool {
							return other == family || strings.HasPrefix(other, family+"[")
						})
					}
				}
			}
		}
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range counts {
			if !yield(name) {
				return
			}
		}
	})
	if len(names) == 0 {
		return "", nil
	}
	factors := map[string]int64{}
	goal = []string{"minimize ", "maximize "}[r.IntN(2)]
	for k := range 1 + r.IntN(3) {
		name, factor := names[r.IntN(len(names))], int64(r.IntN(9))
		sign := int64(1)
		switch {
		case k > 0 && r.IntN(2) == 0:
			goal, sign = goal+" - ", -1
		case k > 0:
			goal += " + "
		}
		if r.IntN(4) == 0 {
			factor -= 20
		}
		goal += fmt.Sprintf("(%d)*%s", factor, name)
		factors[name] += sign * factor
	}
	return goal, func(solution string) (sum int64) {
		for name, factor := range factors {
			for key := range strings.SplitSeq(solution, ";") {
				sum += factor * counts[name](key)
			}
		}
		return sum
	}
}

func countBeginning(beginning string) func(string) int64 {
	return func(key string) int64 {
		if strings.HasPrefix(key, beginning) {
			return 1
		}
		return 0
	}
}

func countItem(counts func(string) bool) func(string) int64 {
	return func(key string) (n int64) {
		rest, isOption := strings.CutPrefix(key, "option ")
		for item := range strings.FieldsSeq(rest) {
			if isOption && counts(item) {
				n++
			}
		}
		return n
	}
}

// bestOf returns the best value of the solutions of a puzzle, and those that have it.
func bestOf(p *puzzletest.Puzzle, goal string, value func(string) int64) (best int64, found []string) {
	best = math.MaxInt64
	sign := int64(1)
	if strings.HasPrefix(goal, "maximize") {
		sign = -1
	}
	for _, solution := range p.Solutions {
		v := value(solution) * sign
		if v < best {
			best, found = v, nil
		}
		if v == best {
			found = append(found, solution)
		}
	}
	return best * sign, found
}

// checkBest compares the best solutions of a puzzle with a goal with those of all solutions that have the best value.
func checkBest(t *testing.T, p *puzzletest.Puzzle, goal string, value func(string) int64) error {
	best, found := bestOf(p, goal, value)
	with := *p
	with.Text += goal + "\n"
	q, err := load(&with, quadrille.Options{})
	if err != nil {
		return fmt.Errorf("%s: %w", goal, err)
	}
	o, s, err := q.FindOptimum(t.Context(), quadrille.Search{})
	switch {
	case err != nil:
		return err
	case !o.Proved || o.Found != (len(found) > 0):
		return fmt.Errorf("%s: the optimum is %v, and there are %d best solutions", goal, o, len(found))
	case o.Found && (o.Value != best || o.Bound != best):
		return fmt.Errorf("%s: the optimum is %v, not %d", goal, o, best)
	}
	if v, _ := s.Value(); o.Found && v != best {
		return fmt.Errorf("%s: the best solution has the value %d, not %d", goal, v, best)
	}
	got, err := listed(t, q, quadrille.Search{})
	if err == nil {
		err = sameSolutions(got, found)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", goal, err)
	}
	n, err := q.Count(t.Context(), quadrille.Search{})
	if number, exact := n.Exact(); err != nil || !exact || number.Int64() != int64(len(found)) {
		return fmt.Errorf("%s: the count is %v (%v), not %d", goal, n, err, len(found))
	}
	if err := checkBestJob(t, q, best, found, 1+len(with.Text)%9); err != nil {
		return fmt.Errorf("%s: %w", goal, err)
	}
	return nil
}

// checkBestJob compares the best solutions that a job finds with those of a list. Of each cube a few nodes are walked,
// and then the rest as further cubes.
func checkBestJob(t *testing.T, q *quadrille.Puzzle, best int64, want []string, nodes int) error {
	j, err := job.OpenJob(q, new(ledger.MemoryFile), quadrille.Search{}, true)
	if err != nil {
		return err
	}
	w, err := job.NewWorker(q, j.Ledger.Job(), "test", 0)
	if err != nil {
		return err
	}
	for todo := j.Ledger.OpenCubes(); len(todo) > 0; {
		r, err := w.Walk(t.Context(), job.Task{Cube: todo[0], NodeLimit: int64(nodes),
			KnownCost: j.Ledger.TotalSoFar().KnownCost})
		if err == nil {
			_, err = j.Ledger.AddRecord(r)
		}
		if err != nil {
			return err
		}
		todo, nodes = append(r.RemainingCubes, todo[1:]...), nodes+nodes/8
	}
	if o := j.Optimum(); !o.Proved || o.Found != (len(want) > 0) || o.Found && o.Value != best {
		return fmt.Errorf("the optimum of a job is %v, not %d", o, best)
	}
	var got []string
	for s, err := range j.Solutions() {
		if err != nil {
			return err
		}
		got = append(got, keyOf(s))
	}
	slices.Sort(got)
	if err := sameSolutions(got, want); err != nil {
		return fmt.Errorf("by a job: %w", err)
	}
	return nil
}
