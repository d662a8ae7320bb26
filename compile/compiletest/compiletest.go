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
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/stdlib"
)

// Compile compiles a puzzle that is right.
func Compile(t *testing.T, text string, upToSymmetry bool) *compile.Program {
	t.Helper()
	p, err := compile.Text("test.puz", []byte(text), check.Importer{Module: stdlib.Read}, compile.Options{UpTo: Alike(upToSymmetry)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Problem returns the matrix of a puzzle.
func Problem(t testing.TB, p *compile.Program) *matrix.Problem {
	t.Helper()
	m, err := p.Candidates()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Wrong compiles a puzzle that is wrong.
func Wrong(t *testing.T, text, want string) {
	t.Helper()
	_, err := compile.Text("test.puz", []byte(text), check.Importer{}, compile.Options{})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("%s\ngives %v, want %s", text, err, want)
	}
}

// Solutions are those of the problem, each verified.
func Solutions(t *testing.T, p *compile.Program) func(func(matrix.Solution) bool) {
	return func(yield func(matrix.Solution) bool) {
		for s := range dlx.NewSearch(Problem(t, p), dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
			if err := Problem(t, p).Verify(s); err != nil {
				t.Fatal(err)
			}
			if !yield(s) {
				return
			}
		}
	}
}

// Count counts them.
func Count(t *testing.T, p *compile.Program) (n int) {
	t.Helper()
	for range Solutions(t, p) {
		n++
	}
	return n
}

// HasCode reports whether an error is a list with one diagnostic of a code.
func HasCode(err error, code source.Code) bool {
	list, ok := err.(source.List)
	return ok && len(list) == 1 && list[0].Code == code
}

// Alike makes mirror images alike, or nothing.
func Alike(upToSymmetry bool) model.Alike {
	if upToSymmetry {
		return model.Mirrored
	}
	return model.Unlike
}
