package format_test

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares what is written with testdata: two problems in every
// format that can hold them.
func TestGolden(t *testing.T) {
	origin := func(o matrix.OptionID) string { return []string{"a piece", "", `"quoted"`}[o%3] }
	for _, c := range []struct {
		name string
		p    *matrix.Problem
		f    format.Format
		how  format.Writing
	}{
		{"plain", plain(), format.Dance, format.Writing{}},
		{"plain", plain(), format.CSV, format.Writing{}},
		{"rich", rich(), format.DLX, format.Writing{}},
		{"short", rich(), format.DLX, format.Writing{ShortNames: true}},
		{"rich", rich(), format.JSON, format.Writing{Origin: origin}},
		{"rich", rich(), format.YAML, format.Writing{Origin: origin}},
		{"empty", built(matrix.NewBuilder()), format.YAML, format.Writing{}},
		{"rich", rich(), format.DIMACS, format.Writing{}},
		{"rich", rich(), format.OPB, format.Writing{}},
		{"rich", rich(), format.LP, format.Writing{}},
	} {
		file := fmt.Sprintf("testdata/%s.%s", c.name, c.f)
		got := write(t, c.p, c.f, c.how)
		if *update {
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
		if again := write(t, c.p, c.f, c.how); again != got {
			t.Errorf("%s is not the same twice", file)
		}
	}
}
