package audit_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
	"quadrille/audit"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestExamples: the matrix of each example that the audit knows is the one that spec.md describes.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("ten seconds or more")
	}
	known, rows := 0, 0
	unknown := map[string]int{}
	err := fs.WalkDir(os.DirFS("../examples"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".puz") {
			return err
		}
		p, err := quadrille.LoadFile("../examples/"+name, quadrille.Options{})
		if err != nil {
			return nil
		}
		most := matrixtest.RandomRounds(500, 20_000)
		if m, _, err := p.Matrix(); err != nil || m.OptionCount() > most {
			unknown["too large for a test"]++
			return nil
		}
		r, err := audit.ComparePuzzle(p)
		switch {
		case errors.Is(err, audit.ErrUnknown):
			unknown[err.Error()]++
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case len(r.Differences) > 0:
			t.Errorf("%s: %s", name, strings.Join(r.Differences[:min(3, len(r.Differences))], "\n"))
		default:
			known, rows = known+1, rows+r.CommonRowCount
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d examples, %d options agree; unknown: %v", known, rows, unknown)
	if delete(unknown, "too large for a test"); known < 200 || len(unknown) > 0 {
		t.Errorf("the audit knows only %d examples: %v", known, unknown)
	}
}

// TestSpecSnippets: the matrix of each snippet of spec.md is the one that its appendix describes.
func TestSpecSnippets(t *testing.T) {
	text, err := os.ReadFile("../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	known, files := 0, fstest.MapFS{"list.txt": {Data: []byte("if\nin\non\n")}}
	for _, m := range regexp.MustCompile("(?s)```puz\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		p, err := quadrille.Load("spec.puz", []byte(m[1]), quadrille.Options{Files: files})
		if err != nil {
			t.Errorf("%v:\n%s", err, m[1])
			continue
		}
		if r, err := audit.ComparePuzzle(p); err != nil || len(r.Differences) > 0 {
			t.Errorf("%v %v:\n%s", err, r.Differences, m[1])
		}
		known++
	}
	if t.Logf("%d snippets", known); known < 40 {
		t.Errorf("only %d snippets", known)
	}
	// each paragraph that says what becomes of something is in the table
	_, appendix, _ := strings.Cut(string(text), "\n## Appendix A.")
	appendix, _, _ = strings.Cut(appendix, "\n## Appendix B.")
	var openings []string
	for _, m := range regexp.MustCompile(`(?m)^(?:### (A\d.*)|\*\*(.*?)\*\*)`).FindAllStringSubmatch(appendix, -1) {
		openings = append(openings, m[1]+m[2])
	}
	slices.Sort(openings)
	if want := slices.Sorted(slices.Values(audit.AppendixOpenings())); !slices.Equal(slices.Compact(openings), want) {
		t.Errorf("Appendix A has the paragraphs\n%q\nand the audit has\n%q", openings, want)
	}
}

// TestOthers: a matrix with an additional option or item, or without one that the puzzle needs, differs.
func TestOthers(t *testing.T) {
	for _, text := range []string{
		"use tetrominoes\nboard b on square = 4x5\npack b with one-sided tetrominoes {\n  leave 0..4 empty\n}",
		"piece A on triangle = {(0, 0), (0, 1), (0, 2)}\nboard b on triangle = triangle 4\n" +
			"pack b with any of A { leave 1 empty }",
		"piece A on hexagon = {(0, 0), (0, 1), (1, 1)}\nboard b on hexagon = hexagon 3\n" +
			"pack b with at most 4 of A { leave any empty }",
		"piece A on cube = {(0, 0, 0), (0, 0, 1), (0, 1, 0)}\nboard b on cube = 3x3x3\npack b with 9 of A",
		"use disticks\nboard b on sticks = 2x2\npack b with {I2s, V2s} { leave any empty }",
		"piece A on prism = {(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 0)}\nboard b on prism = hexagon 2x1\n" +
			"pack b with any of A { leave any empty }",
		"piece I2 = 1x2\npiece L = (0, 0) (0, 1) (1, 0)\nboard b on square torus = 3x4\n" +
			"pack b with 2 of I2 + 1 from {L} {\n  leave any empty\n  apart\n}\nminimize empty",
		"piece P = (0, 0) (0, 1) (1, 0) (1, 1) (2, 0)\nboard b on square = 5x4\npack b with 4 of P {\n  tatami\n" +
			"  faultless\n  keep P to orientation 0, 1, 2\n  fix P at (0, 0)\n}",
		"board b on square = 2x3\nfill b with \"123\" {\n  apart\n  ascending on (0, 0) (0, 1)\n" +
			"  sum 5 on column 2\n  distinct sum 4 on (1, 0) (1, 1)\n}\nmaximize \"3\"",
		"board b on square = 2x5\nfill b with \"01\" {\n  runs rows \"1 2, 3\"\n}",
		"items a[i] for i in 1..3\nsecondary items z\noption a[i] z:c for i in 1..3, c in 1..2\n" +
			"forbid together a[1] z:1, a[2] z:1",
		"queens 5",
		"place king on 3x4 { apart king exactly 3 on all }",
		"latin 4 { distinct on boxes 2x2\n given \"\"\"\n1...\n....\n..3.\n...2\n\"\"\" }",
		"board b on square = 3x4\nfill b with \"01\" { exactly 2 \"1\" on rows }",
		"items a[i] for i in 1..4\nitems b 2..3\nsecondary items c\noption a[i] b c:(i % 2) for i in 1..4\n" +
			"option a[i] a[i+1]? for i in 1..4",
		"tiles t = \"rgrr rrgg\"\nboard b on square cylinder = 2x2\npack b with at most 3 of t {\n  border \"r\"\n" +
			"  leave any empty\n  keep t0 to orientation 0, 1\n}",
		"piece A = legend \"o\" cell \"\"\"\n  o#\n\"\"\"\nboard b on square = legend \"o\" cell \"x\" cell \"\"\"\n" +
			"  oxx\n\"\"\"\npack b with any of A {\n  match colors\n  leave any empty\n}",
		"piece L = (0, 0) (0, 1) (1, 0)\nboard b on square torus = 3x3\npack b with 2 of L {\n  leave 3 empty\n" +
			"  fix L at (2, 2)\n  fix L at (0, 2) orientation 1\n}",
		"piece I2 = 1x2\nboard b on square = 3x3\npack b with 2..4 of I2 {\n  leave at most 5 empty\n" +
			"  leave 1..2 empty on row 1\n  symmetric half-turn\n}",
		"piece L one-sided = (0, 0) (1, 0) (1, 1) (2, 0) (2, 1)\nboard b on square = 3x4\n" +
			"pack b with one-sided {L} {\n  leave 2 empty\n  symmetric left-right\n}",
		"table t = \"\"\"\n2 . #\n. . .\n. 3 .\n\"\"\"\nboard b on square = 3x3\n" +
			"pack b with rectangles at t { leave any empty }",
		"table t = \"\"\"\n2 . .\n. . .\n. 3 .\n\"\"\"\nboard b on square = 3x3\npack b with shapes at t {\n" +
			"  leave any empty\n  apart\n}",
		"table t = \"\"\"\n. . . .\n. 7 . .\n. . . 2\n\"\"\"\nset s = shapes at t\npack 3x4 with s {\n" +
			"  leave any empty\n  apart\n}\nmaximize s + empty",
		"table t = \"\"\"\n. . . .\n. 7 . .\n. . . 2\n\"\"\"\nset s = shapes at t\npack 3x4 with 1 from s {\n" +
			"  leave any empty\n}\nmaximize s + empty",
		"dissect 1x4 into 2 pieces forming 2x2 {\n  flip\n  sizes 1..3\n}",
		"items a b\nitems w 2..3\nitems v at least 2\nsecondary items z\noption a w*(i) z:i v for i in 1..3\n" +
			"option b w v*2\noption w\nchoose {z:1 w*2, z:2, z:2}",
		"place rook on 1x5 {\n  at most 3 on all\n  2..4 on (0, 0) (0, 1) (0, 3) (0, 4)\n  symmetric half-turn\n}",
		"latin 3 {\n  given \"\"\"\n1..\n...\n...\n\"\"\"\n}\nqueens 3\nitems a[i] for i in 1..2\n" +
			"option a[i] value[0,0]:i man[0,1]:(i-1) value[1,1]:2 for i in 1..2\noption a[1] a[2] cell[1,1]",
		"latin 3\nbreak swaps",
		"latin 4 { distinct on boxes 2x2 }\nbreak swaps",
		"items a b\nitems w 2..3\noption a b w*2\noption a w\noption b w*2\noption w",
		"place rook on 2x4 {\n  3..5 on all\n  symmetric half-turn\n}",
		"board b on square klein = 2x3\nfill b with \"12\" {\n  apart \"1\"\n  differ 1 on (0, 2) (0, 3)\n}",
		"items row[r] exactly r for r in 0..2\noption row[r] for r in 0..2\noption row[2] row[1]",
	} {
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := p.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		if r, err := audit.CompareMatrix(p, m); err != nil || len(r.Differences) > 0 ||
			r.CommonRowCount != m.OptionCount() {
			t.Errorf("%s: %v %v", text, r, err)
		}
		for n := range 12 {
			other := changedMatrix(m, n)
			if other == nil {
				continue // there is no goal, or no nogood, to change
			}
			if r, err := audit.CompareMatrix(p, other); err != nil || len(r.Differences) == 0 {
				t.Errorf("%s: change %d is not seen: %v", text, n, err)
			}
		}
	}
}

// changedMatrix returns a matrix with one difference: an option is left out, occurs twice or lacks an item, or a bound,
// a nogood or the value of an option is changed.
func changedMatrix(m *matrix.Problem, n int) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(m.ItemCount()) {
		if int(i) >= m.PrimaryCount() {
			b.AddSecondary(m.Name(i))
			continue
		}
		bound := m.Bound(i)
		if n%6 == 3 && int(i) == n%m.PrimaryCount() {
			bound.Max++
		}
		b.AddPrimary(m.Name(i), bound)
	}
	changed := n * 7 % m.OptionCount()
	for o := range m.OptionCount() {
		var entries []matrix.Entry
		for _, e := range m.Option(matrix.OptionID(o)) {
			if e.Color != matrix.NoColor {
				e.Color = b.AddColor(m.ColorName(e.Color))
			}
			entries = append(entries, e)
		}
		switch {
		case o != changed || n%6 > 2:
		case n%6 == 0:
			continue
		case n%6 == 1:
			b.AddOption(entries...)
		case n%6 == 2:
			entries = entries[1:]
		}
		b.AddOption(entries...)
	}
	nogoods := m.Nogoods()
	if n%6 == 4 && len(nogoods) == 0 || n%6 == 5 && m.Goal() == nil {
		return nil
	}
	if n%6 == 4 {
		nogoods = nogoods[1:]
	}
	if n%6 > 2 { // otherwise options have other numbers
		for _, together := range nogoods {
			b.AddNogood(together...)
		}
	}
	p, err := b.Build()
	if goal := m.Goal(); err == nil && goal != nil && n%6 > 2 {
		values := slices.Clone(goal.OptionValues)
		if n%6 == 5 {
			values[changed]++
		}
		p, err = p.WithGoal(&matrix.Goal{Maximize: goal.Maximize, BaseValue: goal.BaseValue, OptionValues: values})
	}
	if err != nil {
		panic(err)
	}
	return p
}

// TestLargeNumbers: a sum without an upper bound takes no memory for each number that it can be, of which there are
// 2^16.
func TestLargeNumbers(t *testing.T) {
	text := "items thing[k] for k in 1..16\nitems sum at least 5\n"
	for k := 1; k <= 16; k++ {
		text += fmt.Sprintf("option thing[%d] sum*%d\noption thing[%d]\n", k, 1<<k+1, k)
	}
	p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := audit.ComparePuzzle(p)
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; err != nil || len(r.Differences) > 0 || bytes > 4<<20 {
		t.Errorf("%v %v after %d bytes", err, r.Differences, bytes)
	}
}
