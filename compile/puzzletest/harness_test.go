package puzzletest_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/runtime/matrix/matrixtest"
)

// The puzzles of one seed, or of several, alone are tried if this variable of the environment has them:
//
//	QUADRILLE_PUZZLE=77 go test ./compile/puzzletest -run TestEngines
//	QUADRILLE_PUZZLE=1..20000 go test ./compile/puzzletest -run TestSolutions
const onePuzzle = "QUADRILLE_PUZZLE"

// Puzzles are made of these kinds of statements alone, with blanks between them, if this variable has some.
const onlyKinds = "QUADRILLE_KINDS"

// check looks at a puzzle, by its text and as it was loaded with its Files, and returns what is wrong.
type check func(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error

// overPuzzles checks random puzzles: so many, or all, as for matrixtest.Rounds. On CI some more come from the day.
func overPuzzles(t *testing.T, usual, all int, each check, kinds ...string) {
	t.Helper()
	goroutines := runtime.NumGoroutine()
	h := fnv.New32a()
	h.Write([]byte(t.Name()))
	base, rounds := uint64(h.Sum32())<<20, matrixtest.RandomRounds(usual, all)
	if text := os.Getenv(onePuzzle); text != "" {
		first, last, isRange := strings.Cut(text, "..")
		if !isRange {
			last = first
		}
		low, err := strconv.ParseUint(first, 10, 64)
		high, err2 := strconv.ParseUint(last, 10, 64)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		base, rounds = low, int(high-low+1)
	}
	if only := strings.Fields(os.Getenv(onlyKinds)); len(only) > 0 {
		kinds = only
	}
	s := &survey{t: t, each: each, kinds: kinds, seen: map[string]int{}}
	for seed := base; seed < base+uint64(rounds) && s.failed < 5; seed++ {
		s.try(seed)
	}
	if rounds > 1 && (matrixtest.SlowTestsWanted() || os.Getenv("CI") != "") {
		today := uint64(time.Now().Unix()/86400)<<32 + base>>20<<12
		t.Logf("of the day: %s=%d..%d", onePuzzle, today, today+uint64(usual)-1)
		for seed := today; seed < today+uint64(usual) && s.failed < 5; seed++ {
			s.try(seed)
		}
	}
	t.Logf("%d puzzles, %d with solutions, %d refused: %v", s.tried, s.solvable, s.refused, s.seen)
	if rounds > 20 && s.solvable*4 < s.tried {
		t.Errorf("only %d of %d puzzles have solutions", s.solvable, s.tried)
	}
	settle(t, goroutines)
}

// settle waits until no more goroutines are left than there were.
func settle(t *testing.T, before int) {
	t.Helper()
	for k := 0; runtime.NumGoroutine() > before; k++ {
		if k == 500 {
			stacks := make([]byte, 1<<16)
			t.Errorf("%d goroutines are left, there were %d:\n%s", runtime.NumGoroutine(), before,
				stacks[:runtime.Stack(stacks,
					true)])
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// survey counts what random puzzles are like.
type survey struct {
	t                                *testing.T
	each                             check
	kinds                            []string
	tried, solvable, refused, failed int
	seen                             map[string]int
}

// try checks the puzzle of a seed.
func (s *survey) try(seed uint64) {
	s.t.Helper()
	p := puzzletest.RandomPuzzle(seed, s.kinds...)
	s.countPuzzle(p)
	if err := s.look(p); err != nil {
		s.failed++
		s.t.Errorf("%s=%d: %v\n%s%s", onePuzzle, seed, err, p.Text, files(p))
	}
}

// countPuzzle counts a puzzle, and if it has solutions each of its kinds once.
func (s *survey) countPuzzle(p *puzzletest.Puzzle) {
	s.tried++
	if len(p.Solutions) > 0 {
		s.solvable++
		for _, k := range slices.Compact(slices.Sorted(slices.Values(p.StatementKinds))) {
			s.seen[k]++
		}
	}
}

func files(p *puzzletest.Puzzle) (out string) {
	for name, f := range p.Files {
		out += fmt.Sprintf("with %s:\n%s", name, f.Data)
	}
	return out
}

// look makes a panic an error. A puzzle without solutions may be refused.
func (s *survey) look(p *puzzletest.Puzzle) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			stack := make([]byte, 1<<12)
			err = fmt.Errorf("panic: %v\n%s", fault, stack[:runtime.Stack(stack, false)])
		}
	}()
	q, err := load(p, quadrille.Options{})
	if err != nil {
		if len(p.Solutions) > 0 && !isRefused(err) {
			return fmt.Errorf("%w\n%d solutions, by trying", err, len(p.Solutions))
		}
		s.refused++
		return nil
	}
	return s.each(s.t, p, q)
}

// isRefused reports whether an error says of a puzzle, which may have solutions, that a rule of it has no sense.
func isRefused(err error) bool {
	return strings.Contains(err.Error(), "neither the board nor a piece has colors")
}

func load(p *puzzletest.Puzzle, o quadrille.Options) (*quadrille.Puzzle, error) {
	o.Files = p.Files
	return quadrille.Load("random.puz", []byte(p.Text), o)
}

// keyOf writes a solution as the puzzle has it.
func keyOf(s quadrille.Solution) string {
	var placed []puzzletest.PlacedThing
	for _, pl := range s.Placements() {
		placed = append(placed, puzzletest.PlacedThing{PieceName: pl.Piece, Cells: pl.Cells, Letters: pl.Letters,
			Items: pl.Items})
	}
	return puzzletest.SolutionKey(placed)
}

// countIs returns an error if a count is not the number that trying everything finds.
func countIs(n quadrille.Number, err error, want int) error {
	if exact, ok := n.Exact(); err != nil || !ok || !exact.IsInt64() || exact.Int64() != int64(want) {
		return fmt.Errorf("%v solutions, by trying %d, error %v", n, want, err)
	}
	return nil
}
