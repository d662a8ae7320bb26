package format_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// headOf returns the beginning of a text, as a command would read it to detect the format.
func headOf(text string) []byte { return []byte(text[:min(len(text), format.HeadBytes)]) }

func TestDetect(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	long := matrix.NewBuilder() // its first line is longer than the head
	for k := range 20000 {
		long.AddOption(matrix.Entry{Item: long.AddPrimary(fmt.Sprintf("item[%d]", k), matrix.Once)})
	}
	many := mustBuild(long)
	for _, c := range []struct {
		text string
		want format.Format // "" for no dump
	}{
		{mustWrite(t, richProblem(), format.DLX, format.WriteOptions{}), format.DLX},
		{mustWrite(t, richProblem(), format.DLX, format.WriteOptions{ShortNames: true}), format.DLX},
		{mustWrite(t, plainProblem(), format.Dance, format.WriteOptions{}), format.DLX},
		{mustWrite(t, richProblem(), format.JSON, format.WriteOptions{}), format.JSON},
		{mustWrite(t, richProblem(), format.YAML, format.WriteOptions{}), format.YAML},
		{mustWrite(t, many, format.DLX, format.WriteOptions{}), format.DLX},
		{mustWrite(t, many, format.DLX, format.WriteOptions{ShortNames: true}), format.DLX},
		{mustWrite(t, many, format.JSON, format.WriteOptions{}), format.JSON},
		{mustWrite(t, many, format.YAML, format.WriteOptions{}), format.YAML},
		{threeByThree + introductionLines[0] + "\n", format.Polyominoes},
		{"| only secondary\nonly\n", format.DLX},
		{"| a comment\n\na b | c\na c:1\n", format.DLX},
		{"a:1 b:2\na:1\n", format.Dance},
		{"\ufeff{ \"items\": []", format.JSON},
		{"# a comment\n---\n\"items\":\n", format.YAML},
		{"{quadrille: 1", format.YAML},
		{"", ""},
		{"\n", ""},
		{"a b c\n", ""}, // any words
		{"12..\n21..\n....\n....\n", ""},
		{"..##\n.##.\n", ""},
		{"\x00\x01ACROSS&DOWN\x00", ""},
		{"c a formula\np cnf 2 1\n1 2 0\n", ""},
		{strings.Repeat("\x00", format.HeadBytes), ""},
		{strings.Repeat("x", format.HeadBytes), ""},
	} {
		f, ok := format.DetectFormat(headOf(c.text))
		if f != c.want || ok != (c.want != "") {
			t.Errorf("%.60q is taken for %q, want %q", c.text, f, c.want)
		}
	}
}

// TestByExtension: the extension of a file name determines the format.
func TestByExtension(t *testing.T) {
	for name, want := range map[string]format.Format{
		"a.dlx": format.DLX, "b/a.dance": format.Dance, "a.json": format.JSON, "a.yaml": format.YAML,
		"a.yml": format.YAML,
		"a.csv": format.CSV, "a.cnf": format.DIMACS, "a.dimacs": format.DIMACS, "a.opb": format.OPB, "a.LP": format.LP,
		"a.polyominoes": format.Polyominoes, "a.puz": "", "a.txt": "", "dlx": "", "a.": "", "": "",
	} {
		if f, ok := format.FormatByExtension(name); f != want || ok != (want != "") {
			t.Errorf("%q is taken for %q, want %q", name, f, want)
		}
	}
}

// TestWrittenOnly: the error for a format that cannot be read names the formats that can be.
func TestWrittenOnly(t *testing.T) {
	for _, f := range []format.Format{format.DIMACS, format.OPB, format.LP} {
		_, err := format.ReadProblem("a.lp", strings.NewReader(""), f, format.ReadOptions{})
		if want := "a.lp: the format " + string(f) +
			" is written only; the formats dlx, dance, polyominoes, json, yaml, csv are read"; err == nil ||
			err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestDetectPuzzles: no example of the puzzle language is taken for a dump.
func TestDetectPuzzles(t *testing.T) {
	for _, pattern := range []string{"../../examples/*.puz", "../../examples/*/*.puz", "../../stdlib/*.puz"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Errorf("%s has %d files, %v", pattern, len(files), err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if f, ok := format.DetectFormat(headOf(string(text))); ok {
				t.Errorf("%s is taken for %s", name, f)
			}
		}
	}
}

// TestDetectRandom: the format of a written dump is detected, if the dump has an option.
func TestDetectRandom(t *testing.T) {
	for _, p := range randomProblems(300, matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 6,
		ColorCount:        2,
		HasMultiplicities: true}) {
		if p.ItemCount() == 0 || p.OptionCount() == 0 {
			continue
		}
		for _, f := range []format.Format{format.DLX, format.JSON, format.YAML} {
			text := mustWrite(t, p, f, format.WriteOptions{})
			if got, _ := format.DetectFormat(headOf(text)); got != f {
				t.Errorf("%s is taken for %q:\n%s", f, got, text)
			}
		}
	}
}

// TestFormats: the table of formats says for each format whether ReadProblem and WriteProblem accept it.
func TestFormats(t *testing.T) {
	if len(format.Formats()) != 9 {
		t.Errorf("%d formats", len(format.Formats()))
	}
	for _, f := range format.Formats() {
		if f.Description == "" || !f.Writes && !f.HoldsBoards {
			t.Errorf("the row of %s says little: %+v", f.Format, f)
		}
		_, err := format.ReadProblem("dump", strings.NewReader(""), f.Format, format.ReadOptions{})
		if unread := err != nil && strings.Contains(err.Error(), "written only"); unread == f.Reads {
			t.Errorf("%s is read: %v, and the error %v", f.Format, f.Reads, err)
		}
		err = format.WriteProblem(new(strings.Builder), plainProblem(), f.Format, format.WriteOptions{})
		if (err == nil) != f.Writes {
			t.Errorf("%s is written: %v, and the error %v", f.Format, f.Writes, err)
		}
	}
}
