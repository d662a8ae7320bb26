package latin_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/compile/latin"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// wrong are texts with the places of all their faults, as line:column, and
// words of the first message.
var wrong = []struct {
	text    string
	places  string
	message string
}{
	// no square
	{"", "1:1", "no square"},
	{"\n \r\n\n", "1:1", "no square"},
	{"\ufeff", "1:1", "no square"},
	{strings.Repeat(" ", 1<<16+1), "1:1", "more than 65536 bytes"},

	// lines
	{"12.\n2.\n...\n", "2:3", "only 2 of 3"},
	{"1é.\n2.\n...\n", "1:2 2:3", "stands for nothing"},
	{"12.\n2é13\n...\n", "2:2 2:5", "stands for nothing"}, // é has two bytes
	{"12.\n2\xff\n...\n", "2:2 2:3", "stands for nothing"},
	{"12.\n2.13\n...\n", "2:4", "4 characters"},
	{"12.\n3.11\n...\n", "2:4", "remove 1 character"}, // what is too much is not compared
	{"1\n1.\n", "1:2", "only 1 of 2"},                 // as there are two lines
	{"12.\n2..", "2:4", "add 1 line"},                 // there is no line 3 to point at
	{"12.\n2..\n\n\n", "3:1", "add 1 line"},
	{"...\n...\n...\n...\n...\n", "4:1", "remove 2 lines"},
	{"12\n\n \n21\n", "2:1", "a blank line"},
	{"\n12\n\n21\n", "1:1 3:1", "a blank line"},
	{"1 2\n2 1\n", "1:2 2:2", "a blank stands"},
	{"1 2.\n2..\n...\n", "1:2", "a blank stands"},
	{"1 2\n.1\n", "1:2", "a blank stands"},
	{" 12\n21\n", "1:1", "a blank stands"},
	{strings.Repeat(".", 62), "1:62", "at most 61"},
	{strings.Repeat(strings.Repeat(".", 62)+"\n", 62), "1:62", "at most 61"},

	// values
	{"1.0\n...\n...\n", "1:3", "0 is no value"},
	{"1.*\n.\x00.\n..\xff\n", "1:3 2:2 3:3", "stands for nothing"},
	{"1.4\n...\nZ..\n", "1:3 3:1", "is the value 4"},
	{"44.\n...\n...\n", "1:1 1:2", "is the value 4"}, // and not twice in its row besides
	{strings.Repeat("..........\n", 9) + "A.........\n", "10:1", "write a for 10"},
	{"1.1\n...\n...\n", "1:3", "here and at column 1"},
	{"1.\n1.\n", "2:1", "in this column: here and at line 1, column 1"},
	{"111\n...\n...\n", "1:2 1:3", "here and at column 1"},
	{"21\n.1\n2.", "2:2 3:1", "at line 1, column 2"}, // what is too much is not compared

	// several, in the order of their places
	{"11x\n.\n0.\n", "1:2 1:3 2:2 3:1 3:3", "stands twice in this row"},
	{"1.\n11\n", "2:1 2:2", "in this column"},
	{"12\n1\n", "2:2", "only 1"}, // its marks may be of any column
	{"é1\n.1\n", "1:1 2:2", "stands for nothing"},
}

func places(err error) string {
	var faults source.DiagnosticList
	if !errors.As(err, &faults) {
		return fmt.Sprint(err)
	}
	var out []string
	for _, f := range faults {
		p := f.Span.File.Position(f.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d", p.Line, p.Byte))
	}
	return strings.Join(out, " ")
}

func TestWrong(t *testing.T) {
	for _, c := range wrong {
		s, err := latin.ReadSquare("square", c.text)
		if got := places(err); got != c.places {
			t.Errorf("%.40q has its faults at %s, and not at %s\n%v", c.text, got, c.places, err)
			continue
		}
		var faults source.DiagnosticList
		if !errors.As(err, &faults) || !strings.Contains(faults[0].Summary+"; "+faults[0].Hint, c.message) {
			t.Errorf("%.40q: %v, and not %q", c.text, faults, c.message)
		}
		if s.Order() != 0 {
			t.Errorf("%.40q is wrong and has the order %d", c.text, s.Order())
		}
	}
}

// TestMend: every message says what is wrong and then what to do.
func TestMend(t *testing.T) {
	for _, c := range wrong {
		_, err := latin.ReadSquare("square", c.text)
		for _, e := range err.(source.DiagnosticList) {
			if e.Hint == "" {
				t.Errorf("%q has no mend", e.Summary)
			}
			if e.Code != codes.BadSquare || !strings.HasPrefix(e.Error(), "square:") {
				t.Errorf("%q does not begin with its place", e.Error())
			}
		}
	}
}

// TestFirstFaults: of many faults the first are reported.
func TestFirstFaults(t *testing.T) {
	_, err := latin.ReadSquare("square", strings.Repeat(strings.Repeat("?", 20)+"\n", 20))
	var want []string
	for at := range 50 {
		want = append(want, fmt.Sprintf("%d:%d", at/20+1, at%20+1))
	}
	if got := places(err); got != strings.Join(want, " ") {
		t.Error(got)
	}
	if n := strings.Count(err.Error(), "\n"); n != 49 {
		t.Errorf("the text of the error has %d line ends", n)
	}
}

func TestRead(t *testing.T) {
	want := [][]int{{3, 1, 4, 0}, {2, 0, 0, 1}, {0, 0, 1, 0}, {0, 0, 2, 3}}
	for _, text := range []string{
		"314.\n2..1\n..1.\n..23\n",
		"314.\n2..1\n..1.\n..23",
		"314.\r\n2..1\r\n..1.\r\n..23\r\n",
		"\ufeff314.\n2..1\n..1.\n..23\n\n \n\n",
		"314. \n2..1\t\n..1.\n..23\n",
		"314.\n2..1\n..1.\n..23" + strings.Repeat(" ", 1000),
	} {
		s, err := latin.ReadSquare("square", text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if !slices.EqualFunc(s.Cells, want, slices.Equal) {
			t.Errorf("%q is read as %v", text, s.Cells)
		}
	}
}

// TestReadAll: every character is read as it is written, up to the largest
// square.
func TestReadAll(t *testing.T) {
	for _, n := range []int{1, 2, 9, 10, 35, 36, latin.MaxOrder} {
		s := latin.NewSquare(n)
		for i := range n {
			for j := range n {
				s.Cells[i][j] = (i+j)%n + 1
			}
		}
		got, err := latin.ReadSquare("square", s.String())
		if err != nil {
			t.Fatalf("order %d: %v", n, err)
		}
		if !slices.EqualFunc(s.Cells, got.Cells, slices.Equal) {
			t.Errorf("order %d: %v", n, got)
		}
	}
	large := latin.NewSquare(latin.MaxOrder + 1)
	if _, err := latin.ReadSquare("square", large.String()); err == nil {
		t.Error("a square too large is read")
	}
}
