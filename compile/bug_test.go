package compile_test

import (
	"errors"
	"io/fs"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// wantBug fails if an error is no bug that was met at a place.
func wantBug(t *testing.T, err error, doing, where string) {
	t.Helper()
	var bug *source.Bug
	if !errors.As(err, &bug) {
		t.Fatalf("the error is a %T and no bug: %v", err, err)
	}
	if bug.Operation != doing || bug.At.FileLine() != where || bug.Symptom == "" || bug.Trace == "" {
		t.Errorf("the bug is %q at %s, want one of %s %s, with a trace", bug.Error(), bug.At.FileLine(), doing, where)
	}
}

// broken finds modules and files, and breaks where a mistake of ours would.
func broken() check.Importer {
	return check.Importer{
		ReadModule: func(name string) ([]byte, error) {
			if name == "broken" {
				panic("a mistake of ours")
			}
			return nil, fs.ErrNotExist
		},
		ReadFile: func(_, name string) (string, []byte, error) {
			return name, []byte("shape s = 2x2\nuse broken\n"), nil
		},
		ReadWordList: func(string) ([]byte, error) { panic("a mistake of ours") },
	}
}

// TestBugOfTheChecker: a panic is an error with the statement that was being checked, in the file that it is in.
func TestBugOfTheChecker(t *testing.T) {
	for text, where := range map[string]string{
		"param n = 2\nuse broken\n":                               "puzzle.puz:2",
		"param n = 2\nuse \"lib.puz\"\n":                          "lib.puz:2",
		"param n = 2\n\nwords 1x2 from english {\n  rows\n}\n":    "puzzle.puz:3",
		"param n = 2\nuse broken\nparam m = (\n":                  "puzzle.puz:2", // and it does not parse
		"use \"lib.puz\"\nparam n = 1\nqueens 4\nsearch broken\n": "lib.puz:2",
	} {
		p, err := compile.CompileText("puzzle.puz", []byte(text), broken(), compile.ProgramOptions{})
		if p != nil {
			t.Errorf("there is a program of %q", text)
		}
		wantBug(t, err, "checking", where)
	}
}

// TestBugOfADeclaration: they are computed when they are needed, and the place is that of the one under way.
func TestBugOfADeclaration(t *testing.T) {
	calls := 0
	stop := func() error {
		if calls++; calls == 2 {
			panic("a mistake of ours")
		}
		return nil
	}
	_, err := compile.CompileText("puzzle.puz", []byte("param a = 4\nparam b = a\nqueens b\n"), check.Importer{},
		compile.ProgramOptions{CheckStop: stop})
	wantBug(t, err, "checking", "puzzle.puz:2")
}

func spanOf(text string) source.Span {
	f := source.NewFile("puzzle.puz", []byte("\n"+text))
	return f.Span(source.Range{Start: 1, End: len(f.Text)})
}

// TestBugOfTheLowering: what the checker should not have let through, and what the builder refuses.
func TestBugOfTheLowering(t *testing.T) {
	times := model.CountRange{Min: 3, Max: 1}
	for name, m := range map[string]*model.Puzzle{
		"a packing without a board": {Packing: &model.Packing{Span: spanOf("pack")}},
		"bounds that run backward": {ItemDeclarations: []model.ItemDeclaration{{
			Span: spanOf("items a"), Multiplicity: times, ItemRefs: []model.ItemRef{{Family: "a"}},
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := compile.LowerPuzzle(m, compile.ProgramOptions{})
			if p != nil {
				t.Error("there is a program")
			}
			wantBug(t, err, "lowering", "puzzle.puz:2")
		})
	}
}

// TestBugOfTheMatrixOfADissection: it is made on demand, and asked for again.
func TestBugOfTheMatrixOfADissection(t *testing.T) {
	stop := func() error { return nil }
	text := "param n = 2\n\ndissect 1x4 into (n) pieces forming 2x2\n"
	p, err := compile.CompileText("puzzle.puz", []byte(text), check.Importer{},
		compile.ProgramOptions{CheckStop: func() error { return stop() }})
	if err != nil {
		t.Fatal(err)
	}
	stop = func() error { panic("a mistake of ours") }
	for range 2 {
		_, err = p.Candidates()
		wantBug(t, err, "lowering", "puzzle.puz:3")
	}
}

// TestBugOfADecoding: there is no error to return, so the panic goes on with the place.
func TestBugOfADecoding(t *testing.T) {
	p, err := compile.CompileText("puzzle.puz", []byte("param n = 4\nqueens n\n"), check.Importer{},
		compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	decode := func() (err error) {
		defer source.CatchBug(&err, "solving", func() source.Span { return source.WholeFile("puzzle.puz") })
		p.Decode(matrix.Solution{-1})
		return nil
	}
	wantBug(t, decode(), "decoding a solution of", "puzzle.puz:2")
}
