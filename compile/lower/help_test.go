package lower_test

import (
	"context"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/stdlib"
)

// compiled compiles a puzzle that is right.
func compiled(t *testing.T, text string, upToSymmetry bool) *compile.Program {
	t.Helper()
	p, err := compile.Text("test.puz", []byte(text), check.Importer{Module: stdlib.Read}, compile.Options{UpTo: alike(upToSymmetry)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// problem returns the matrix of a puzzle.
func problem(t testing.TB, p *compile.Program) *matrix.Problem {
	t.Helper()
	m, err := p.Candidates()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkCode compiles a puzzle that is wrong.
func checkCode(t *testing.T, text, want string) {
	t.Helper()
	_, err := compile.Text("test.puz", []byte(text), check.Importer{}, compile.Options{})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("%s\ngives %v, want %s", text, err, want)
	}
}

// allSolutions are those of the problem, each verified.
func allSolutions(t *testing.T, p *compile.Program) func(func(matrix.Solution) bool) {
	return func(yield func(matrix.Solution) bool) {
		for s := range dlx.NewSearch(problem(t, p), dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
			if err := problem(t, p).Verify(s); err != nil {
				t.Fatal(err)
			}
			if !yield(s) {
				return
			}
		}
	}
}

func countSolutions(t *testing.T, p *compile.Program) (n int) {
	t.Helper()
	for range allSolutions(t, p) {
		n++
	}
	return n
}

// hasCode reports whether an error is a list with one diagnostic of a code.
func hasCode(err error, code source.Code) bool {
	list, ok := err.(source.List)
	return ok && len(list) == 1 && list[0].Code == code
}

// scaled is how many of what a test of all its rounds meets it must meet in fewer: half as
// many for each round.
func scaled(least, rounds, all int) int {
	if rounds == all {
		return least
	}
	return least * rounds / all / 2
}

// alike makes mirror images alike, or nothing.
func alike(upToSymmetry bool) model.Alike {
	if upToSymmetry {
		return model.Mirrored
	}
	return model.Unlike
}
