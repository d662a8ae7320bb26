package compile_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/model"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

var errEnough = errors.New("enough")

// stopAfter compiles a text, and makes one call of CheckStop fail, the call after n others; none if n is negative. It
// returns how often CheckStop was called.
func stopAfter(text []byte, n int) (asked int, err error) {
	stop := func() error {
		if asked++; asked-1 == n {
			return errEnough
		}
		return nil
	}
	imp := check.Importer{ReadModule: stdlib.ReadModule, ReadWordList: stdlib.ReadWords}
	p, err := compile.CompileText("a.puz", text, imp, compile.ProgramOptions{CheckStop: stop})
	if err == nil {
		_, err = p.Candidates() // the matrix of a dissection is made here
	}
	if err == nil && p.Puzzle.IsSymmetryKnown() {
		_, err = compile.CompileText("a.puz", text, imp,
			compile.ProgramOptions{Equivalence: model.UpToReflection, CheckStop: stop})
	}
	return asked, err
}

// TestStop makes one random call of CheckStop fail. The compiler must return the error of that call, although later
// calls would not fail.
func TestStop(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles each example several times")
	}
	r := rand.New(rand.NewPCG(22, 11))
	tried := 0
	for _, pattern := range []string{"../examples/*.puz", "../examples/[!s]*/*.puz"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all, err := stopAfter(text, -1)
			if err != nil || all > matrixtest.RandomRounds(5_000, 200_000) {
				continue // it uses another file, or is large
			}
			tried++
			for range matrixtest.RandomRounds(2, 30) {
				n := r.IntN(all)
				if _, err := stopAfter(text, n); !errors.Is(err, errEnough) {
					t.Errorf("%s, stopped when asked %d times of %d: %v", name, n, all, err)
				}
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d examples are stopped", tried)
	}
}
