package latin_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"

	"quadrille/compile/latin"
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
	f.Add(latin.Holes(latin.Random(12, seed(1)), 50, seed(2)).String())
	f.Fuzz(func(t *testing.T, text string) {
		s, err := latin.Read("square", text)
		if err != nil {
			checkFaults(t, text, err)
			return
		}
		if err := s.Check(); err != nil || s.Order() < 1 || s.Order() > latin.MaxOrder {
			t.Fatalf("%v is of order %d: %v", s, s.Order(), err)
		}
		again, err := latin.Read("square", s.String())
		if err != nil || !slices.EqualFunc(s.Cells, again.Cells, slices.Equal) {
			t.Fatalf("%v comes back as %v: %v", s, again, err)
		}
	})
}

func checkFaults(t *testing.T, text string, err error) {
	t.Helper()
	var faults latin.Faults
	if !errors.As(err, &faults) || len(faults) == 0 || len(faults) > latin.MaxFaults {
		t.Fatalf("%T %v", err, err)
	}
	rows := strings.Split(text, "\n")
	for i, e := range faults {
		if e.Line < 1 || e.Line > len(rows)+1 || e.Column < 1 || e.Line <= len(rows) && e.Column > len(rows[e.Line-1])+1 {
			t.Fatalf("%v is outside of %d lines", e, len(rows))
		}
		if i > 0 && (e.Line < faults[i-1].Line || e.Line == faults[i-1].Line && e.Column < faults[i-1].Column) {
			t.Fatalf("%v stands behind %v", e, faults[i-1])
		}
		if strings.ContainsFunc(e.Message, unicode.IsControl) {
			t.Fatalf("the message %q has control characters", e.Message)
		}
	}
}
