package source_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"quadrille/lang/source"
)

func TestBugSaysWhereItWasMet(t *testing.T) {
	f := source.NewFile("a.puz", []byte("one\ntwo\n"))
	for _, test := range []struct {
		bug  source.Bug
		want string
	}{
		{source.Bug{Operation: "lowering", At: span(f, 4, 7), Symptom: "x"}, "a bug of ours: lowering a.puz:2: x"},
		{source.Bug{Operation: "reading", At: source.WholeFile("a.puz"), Symptom: "x"},
			"a bug of ours: reading a.puz: x"},
		{source.Bug{Operation: "count", Symptom: "x"}, "a bug of ours: count: x"},
		{source.Bug{Symptom: "a\x1b[31m"}, `a bug of ours: a\x1b[31m`},
	} {
		if got := test.bug.Error(); got != test.want {
			t.Errorf("the bug is %q, want %q", got, test.want)
		}
	}
}

// caught calls a function that panics, as a stage does.
func caught(met any, at source.Span) (err error) {
	defer source.CatchBug(&err, "lowering", func() source.Span { return at })
	panic(met)
}

// blamed calls a function that cannot return an error, inside one that can.
func blamed(met any, near, far source.Span) (err error) {
	defer source.CatchBug(&err, "count", func() source.Span { return far })
	defer source.BlameBug("decoding", func() source.Span { return near })
	panic(met)
}

func TestPanicBecomesABug(t *testing.T) {
	f := source.NewFile("a.puz", []byte("one\ntwo\n"))
	var bug *source.Bug
	if err := caught("two\nlines", span(f, 4, 7)); !errors.As(err, &bug) || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %q, want a bug in one line", err)
	}
	if !strings.Contains(bug.Trace, "source_test.caught") {
		t.Errorf("the trace does not lead to what panicked:\n%s", bug.Trace)
	}
	again := caught(fmt.Errorf("wrapped: %w", bug), source.WholeFile("b.puz"))
	if again.Error() != bug.Error() {
		t.Errorf("the place was lost: %v", again)
	}
	if err := blamed("x", span(f, 4, 7), source.WholeFile(
		"b.puz")); err.Error() != "a bug of ours: decoding a.puz:2: x" {
		t.Errorf("the bug is %q, and not the one nearest to it", err)
	}
	if err := blamed("x", source.Span{}, source.WholeFile("b.puz")); err.Error() != "a bug of ours: count b.puz: x" {
		t.Errorf("the bug is %q, want the place that is known", err)
	}
}

type elsewhere struct{}

func (elsewhere) Error() string { return "x" }
func (elsewhere) Trace() string { return "a trace" }

func TestBugOfAnotherGoroutineKeepsItsTrace(t *testing.T) {
	if b := source.NewBug(elsewhere{}, "count", source.Span{}); b.Trace != "a trace" {
		t.Errorf("the trace is %q", b.Trace)
	}
}
