package quadrille_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"testing"

	"quadrille"
	"quadrille/batch"
	"quadrille/lang/source"
)

// brokenFolder is a folder that panics, as if this module had a bug.
type brokenFolder struct{}

func (brokenFolder) Open(string) (fs.File, error) { panic("a mistake of ours") }

// brokenChooser is a chooser that panics at the first node.
type brokenChooser struct{ quadrille.Chooser }

// TestBugInABatch: a panic at one puzzle is the answer to that puzzle, and the other puzzles have their answers.
func TestBugInABatch(t *testing.T) {
	inputs := func(yield func(batch.Input) bool) {
		for _, text := range []string{"queens 4\n", "use \"there.puz\"\n", "queens 5\n"} {
			in := batch.Input{Name: "puzzle.puz", Text: []byte(text),
				Options: quadrille.Options{Files: brokenFolder{}}}
			if !yield(in) {
				return
			}
		}
	}
	var answers []string
	var bug *source.Bug
	for a := range batch.AnswerAll(t.Context(), inputs, quadrille.Search{}) {
		if answers = append(answers, a.String()); len(answers) == 2 && !errors.As(a.Err, &bug) {
			t.Errorf("the error is %v, and no bug", a.Err)
		}
	}
	want := "puzzle.puz: error: a bug of ours: checking puzzle.puz:1: a mistake of ours"
	if len(answers) != 3 || answers[0] != "2" || answers[1] != want || answers[2] != "10" {
		t.Errorf("the answers are %q", answers)
	}
}

// TestBugOfASearchInABatch: a panic after the text has been compiled is an answer too.
func TestBugOfASearchInABatch(t *testing.T) {
	inputs := func(yield func(batch.Input) bool) {
		yield(batch.Input{Name: "puzzle.puz", Text: []byte("queens 8\n")})
	}
	for a := range batch.AnswerAll(t.Context(), inputs, quadrille.Search{Engine: "links", Chooser: brokenChooser{}}) {
		var bug *source.Bug
		if !errors.As(a.Err, &bug) || bug.Operation != "answering for" || bug.At.FileLine() != "puzzle.puz:1" {
			t.Errorf("the error is %v", a.Err)
		}
	}
}

// panicked calls a function, and returns the value with which it panics, or nil.
func panicked(do func()) (met any) {
	defer func() { met = recover() }()
	do()
	return nil
}

// TestBugOfTheInputs: a panic while inputs are read, on another goroutine, ends the loop with that panic.
func TestBugOfTheInputs(t *testing.T) {
	var inputs iter.Seq[batch.Input] = func(yield func(batch.Input) bool) {
		yield(batch.Input{Name: "puzzle.puz", Text: []byte("queens 4\n")})
		panic("a mistake of the caller")
	}
	met := panicked(func() {
		for range batch.AnswerAll(t.Context(), inputs, quadrille.Search{}) {
		}
	})
	if met == nil {
		t.Error("the loop ends as if all was well")
	}
}

// TestBugOfAThread: a panic on another goroutine reaches the caller, for each kind of search.
func TestBugOfAThread(t *testing.T) {
	p, err := quadrille.Load("puzzle.puz", []byte("queens 8\n"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []quadrille.Search{
		{Engine: "links", Chooser: brokenChooser{}, Threads: 1},
		{Engine: "links", Chooser: brokenChooser{}, Threads: 3},
		{Engine: "links", Chooser: brokenChooser{}, Threads: 3, Ordered: true},
	} {
		met := panicked(func() { _, _ = p.Count(context.Background(), s) })
		again := panicked(func() {
			for range p.Solutions(context.Background(), s) {
			}
		})
		if met == nil || again == nil {
			t.Errorf("%d threads: the panic is lost", s.Threads)
		}
	}
}
