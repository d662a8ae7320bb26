package latin_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"quadrille/compile/latin"
	"quadrille/lang/source"
)

// FuzzRead: what is read is a partial Latin square and comes back from text;
// what is not read has faults inside the text, in order.
func FuzzRead(f *testing.F) {
	for _, c := range wrong {
		if len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	f.Add("314.\r\n2..1\r\n..1.\r\n..23\r\n")
	f.Add("\ufeff1")
	f.Add(latin.PunchHoles(latin.RandomSquare(12, seed(1)), 50, seed(2)).String())
	f.Add("1.....3..4.....0")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := latin.ReadSudoku("line", text); err != nil {
			checkFaults(t, text, err)
		} else if err := check(s); err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		s, err := latin.ReadSquare("square", text)
		if err != nil {
			checkFaults(t, text, err)
			return
		}
		if err := check(s); err != nil || s.Order() < 1 || s.Order() > latin.MaxOrder {
			t.Fatalf("%v is of order %d: %v", s, s.Order(), err)
		}
		again, err := latin.ReadSquare("square", s.String())
		if err != nil || !slices.EqualFunc(s.Cells, again.Cells, slices.Equal) {
			t.Fatalf("%v comes back as %v: %v", s, again, err)
		}
	})
}

func checkFaults(t *testing.T, text string, err error) {
	t.Helper()
	var faults source.DiagnosticList
	if !errors.As(err, &faults) || len(faults) == 0 || len(faults) > 50 {
		t.Fatalf("%T %v", err, err)
	}
	for i, e := range faults {
		if !e.Span.IsWithin(source.Range{End: len(text)}) {
			t.Fatalf("%v is outside of the text", e)
		}
		if i > 0 && e.Span.Start < faults[i-1].Span.Start {
			t.Fatalf("%v stands behind %v", e, faults[i-1])
		}
		if strings.ContainsFunc(e.Summary+e.Hint, unicode.IsControl) {
			t.Fatalf("the message %q has control characters", e.Summary)
		}
	}
}
