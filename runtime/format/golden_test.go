package format_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

var updateGolden = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the dumps of two problems with files in testdata, in every format that can express them.
func TestGolden(t *testing.T) {
	origin := func(o matrix.OptionID) string { return []string{"a piece", "", `"quoted"`}[o%3] }
	for _, c := range []struct {
		name string
		p    *matrix.Problem
		f    format.Format
		how  format.WriteOptions
	}{
		{"plain", plainProblem(), format.Dance, format.WriteOptions{}},
		{"plain", plainProblem(), format.CSV, format.WriteOptions{}},
		{"rich", richProblem(), format.DLX, format.WriteOptions{}},
		{"short", richProblem(), format.DLX, format.WriteOptions{ShortNames: true}},
		{"rich", richProblem(), format.JSON, format.WriteOptions{OriginOf: origin}},
		{"rich", richProblem(), format.YAML, format.WriteOptions{OriginOf: origin}},
		{"empty", mustBuild(matrix.NewBuilder()), format.YAML, format.WriteOptions{}},
		{"rich", richProblem(), format.DIMACS, format.WriteOptions{}},
		{"rich", richProblem(), format.OPB, format.WriteOptions{}},
		{"rich", richProblem(), format.LP, format.WriteOptions{}},
	} {
		file := fmt.Sprintf("testdata/%s.%s", c.name, c.f)
		got := mustWrite(t, c.p, c.f, c.how)
		if *updateGolden {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is now\n%s", file, got)
		}
		if again := mustWrite(t, c.p, c.f, c.how); again != got {
			t.Errorf("%s is not the same twice", file)
		}
	}
}
