package format_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// fuzzReader gives a reader any text. If the reader accepts it, the problem must be valid and survive a round trip
// through every format that can express it, and the detector must find the format. Otherwise the error must have a
// place inside the text.
func fuzzReader(f *testing.F, of format.Format) {
	seeds := randomProblems(20, matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 5, ColorCount: 2,
		HasMultiplicities: true,
		MaxNogoods:        3})
	r := rand.New(rand.NewPCG(3, 8))
	for range 10 {
		seeds = append(seeds, randomMatched(r))
	}
	for _, p := range append(seeds, richProblem(), plainProblem()) {
		var out strings.Builder
		if format.WriteProblem(&out, p, of, format.WriteOptions{ShortNames: true}) == nil {
			f.Add(out.String())
		}
	}
	for _, c := range wrongDumps {
		if c.f == of && len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		how := format.ReadOptions{MaxItems: 1000, MaxOptions: 1000, MaxEntries: 10000}
		p, err := format.ReadProblem("dump", strings.NewReader(text), of, how)
		format.DetectFormat([]byte(text)) // must not panic
		if err != nil {
			checkError(t, text, err)
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		checkRewrite(t, p)
	})
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var e *format.DumpError
	if !errors.As(err, &e) {
		t.Fatalf("%T %v", err, err)
	}
	lines := strings.Split(text, "\n")
	if e.Line < 1 || e.Line > len(lines)+1 || e.Column < 1 || e.Line <= len(lines) &&
		e.Column > len(lines[e.Line-1])+2 {
		t.Fatalf("%v is outside of %d lines", e, len(lines))
	}
	if strings.ContainsFunc(e.Message, func(r rune) bool { return r < ' ' }) {
		t.Fatalf("the message %q has control characters", e.Message)
	}
}

// checkRewrite writes a problem and reads it again, in the formats that can express any problem.
func checkRewrite(t *testing.T, p *matrix.Problem) {
	t.Helper()
	for _, f := range []format.Format{format.DLX, format.JSON, format.YAML} {
		text := mustWrite(t, p, f, format.WriteOptions{ShortNames: true})
		if d := compareProblems(p, mustRead(t, text, f)); d != "" {
			t.Fatalf("%s: %s\n%s", f, d, text)
		}
	}
}

func FuzzReadDLX(f *testing.F)   { fuzzReader(f, format.DLX) }
func FuzzReadDance(f *testing.F) { fuzzReader(f, format.Dance) }
func FuzzReadJSON(f *testing.F)  { fuzzReader(f, format.JSON) }
func FuzzReadYAML(f *testing.F)  { fuzzReader(f, format.YAML) }
func FuzzReadCSV(f *testing.F)   { fuzzReader(f, format.CSV) }

func FuzzReadPolyominoes(f *testing.F) {
	f.Add(threeByThree + strings.Join(introductionLines, "\n") + "\n")
	f.Add("00 0z zz\nA B | C\n\nA 4 2 00\r\nC 2 1 zz zy\n")
	for _, c := range wrongDumps {
		if c.f == format.Polyominoes {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := format.ReadPolyominoes("dump", strings.NewReader(text), format.ReadOptions{})
		if err != nil {
			checkError(t, text, err)
			return
		}
		var out strings.Builder
		if err := format.WritePolyominoes(&out, b); err != nil {
			t.Fatal(err)
		}
		p, err := format.ReadProblem("dump", strings.NewReader(text), format.Polyominoes, format.ReadOptions{})
		if err != nil {
			checkError(t, text, err)
			return
		}
		for text, f := range map[string]format.Format{
			out.String(): format.Polyominoes,
			mustWrite(t, p, format.Dance, format.WriteOptions{}): format.Dance,
		} {
			if d := compareProblems(p, mustRead(t, text, f)); d != "" {
				t.Fatalf("%s: %s\n%s", f, d, text)
			}
		}
	})
}
