// Package compiletest compiles puzzles for tests.
package compiletest

import (
	"context"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/stdlib"
)

// CompilePuzzle compiles a puzzle. The test fails if there is an error.
func CompilePuzzle(t *testing.T, text string, upToSymmetry bool) *compile.Program {
	t.Helper()
	p, err := compile.CompileText("test.puz", []byte(text), check.Importer{ReadModule: stdlib.ReadModule},
		compile.ProgramOptions{Equivalence: SymmetryClasses(upToSymmetry)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// PuzzleMatrix returns the matrix of a puzzle. The test fails if the puzzle has none.
func PuzzleMatrix(t testing.TB, p *compile.Program) *matrix.Problem {
	t.Helper()
	m, err := p.Candidates()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// CompileWrong compiles a puzzle, and checks that the error contains a text.
func CompileWrong(t *testing.T, text, want string) {
	t.Helper()
	_, err := compile.CompileText("test.puz", []byte(text), check.Importer{}, compile.ProgramOptions{})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("%s\ngives %v, want %s", text, err, want)
	}
}

// AllSolutions returns the solutions of a puzzle's matrix, each of them verified.
func AllSolutions(t *testing.T, p *compile.Program) func(func(matrix.Solution) bool) {
	return func(yield func(matrix.Solution) bool) {
		for s := range dlx.NewSearch(PuzzleMatrix(t, p),
			dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
			if err := PuzzleMatrix(t, p).Verify(s); err != nil {
				t.Fatal(err)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// CountSolutions returns the number of solutions of a puzzle's matrix, each of them verified.
func CountSolutions(t *testing.T, p *compile.Program) (n int) {
	t.Helper()
	for range AllSolutions(t, p) {
		n++
	}
	return n
}

// HasCode reports whether an error is a list of exactly one diagnostic with this code.
func HasCode(err error, code source.Code) bool {
	list, ok := err.(source.DiagnosticList)
	return ok && len(list) == 1 && list[0].Code == code
}

// SymmetryClasses returns the equivalence under rotations and reflections, or no equivalence if upToSymmetry is false.
func SymmetryClasses(upToSymmetry bool) model.Equivalence {
	if upToSymmetry {
		return model.UpToReflection
	}
	return model.AllDistinct
}
