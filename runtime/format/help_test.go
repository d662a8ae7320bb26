package format_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

// plainProblem is a problem that every format can express: the matrix of 6 by 7 in the introduction of the paper, with
// one more secondary item.
func plainProblem() *matrix.Problem {
	b := matrix.NewBuilder()
	ids := map[rune]matrix.ItemID{}
	for _, r := range "ABCDEFG" {
		ids[r] = b.AddPrimary(string(r), matrix.Once)
	}
	ids['z'] = b.AddSecondary("z")
	for _, option := range []string{"CEF", "ADGz", "BCF", "ADz", "BG", "DEG"} {
		var entries []matrix.Entry
		for _, r := range option {
			entries = append(entries, matrix.Entry{Item: ids[r]})
		}
		b.AddOption(entries...)
	}
	return mustBuild(b)
}

// richProblem is a problem with all features that a problem may have.
func richProblem() *matrix.Problem {
	b := matrix.NewBuilder()
	a := b.AddPrimary("a", matrix.Once)
	many := b.AddPrimary("many[1,2]", matrix.Bound{Min: 0, Max: 3})
	pair := b.AddPrimary("pair", matrix.Bound{Min: 2, Max: 2})
	z := b.AddSecondary("z")
	cell := b.AddSecondary("cell[10,10]")
	slot := b.AddSecondary("slot")
	red, deep := b.AddColor("red"), b.AddColor("tiefblau·ü")
	b.AddOption(matrix.Entry{Item: a}, matrix.Entry{Item: z, Color: red}, matrix.Entry{Item: slot})
	b.AddOption(matrix.Entry{Item: many}, matrix.Entry{Item: z})
	b.AddOption(matrix.Entry{Item: pair}, matrix.Entry{Item: cell, Color: deep}, matrix.Entry{Item: z, Color: red})
	b.AddOption(matrix.Entry{Item: cell, Color: red}, matrix.Entry{Item: pair})
	b.AddOption(matrix.Entry{Item: z, Color: deep})
	b.AddOption()
	b.AddOption(matrix.Entry{Item: pair}, matrix.Entry{Item: many})
	b.AddMatching("row 1: slots", []matrix.ItemID{a}, []matrix.ItemID{slot})
	b.AddNogood(3, 6)
	b.AddNogood(0, 2, 4, 5)
	return mustBuild(b)
}

func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

// compareProblems describes how two problems differ, or returns "". The ids of colors may differ.
func compareProblems(p, q *matrix.Problem) string {
	if p.ItemCount() != q.ItemCount() || p.PrimaryCount() != q.PrimaryCount() || p.OptionCount() != q.OptionCount() {
		return fmt.Sprintf("%d+%d items and %d options against %d+%d and %d", p.PrimaryCount(),
			p.ItemCount()-p.PrimaryCount(),
			p.OptionCount(), q.PrimaryCount(), q.ItemCount()-q.PrimaryCount(), q.OptionCount())
	}
	for i := range matrix.ItemID(p.ItemCount()) {
		if p.Name(i) != q.Name(i) {
			return fmt.Sprintf("item %d is %q and %q", i, p.Name(i), q.Name(i))
		}
		if int(i) < p.PrimaryCount() && p.Bound(i) != q.Bound(i) {
			return fmt.Sprintf("item %d has bounds %v and %v", i, p.Bound(i), q.Bound(i))
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		sameEntry := func(d, e matrix.Entry) bool {
			return d.Item == e.Item && p.ColorName(d.Color) == q.ColorName(e.Color)
		}
		if !slices.EqualFunc(p.Option(o), q.Option(o), sameEntry) {
			return fmt.Sprintf("option %d is %v and %v", o, p.Option(o), q.Option(o))
		}
	}
	return sameSides(p, q)
}

// sameSides compares matchings or nogoods. Without primary items they have no meaning, and dlx leaves them out.
func sameSides(p, q *matrix.Problem) string {
	if p.PrimaryCount() == 0 {
		return ""
	}
	if !slices.EqualFunc(p.Nogoods(), q.Nogoods(), slices.Equal) {
		return fmt.Sprintf("the nogoods are %v and %v", p.Nogoods(), q.Nogoods())
	}
	sameMatching := func(m, n matrix.Matching) bool {
		return m.Name == n.Name && slices.Equal(m.LeftItems, n.LeftItems) && slices.Equal(m.RightItems, n.RightItems)
	}
	if !slices.EqualFunc(p.Matchings(), q.Matchings(), sameMatching) {
		return fmt.Sprintf("the matchings are %v and %v", p.Matchings(), q.Matchings())
	}
	return ""
}

// mustWrite returns the dump of a problem in a format.
func mustWrite(t testing.TB, p *matrix.Problem, f format.Format, how format.WriteOptions) string {
	t.Helper()
	var out bytes.Buffer
	if err := format.WriteProblem(&out, p, f, how); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return out.String()
}

// mustRead returns the problem of a dump.
func mustRead(t testing.TB, text string, f format.Format) *matrix.Problem {
	t.Helper()
	p, err := format.ReadProblem("dump", strings.NewReader(text), f, format.ReadOptions{})
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", f, err, text)
	}
	return p
}

// randomProblems returns random problems of many shapes, the same ones at every run.
func randomProblems(n int, s matrixtest.ProblemShape) []*matrix.Problem {
	r := rand.New(rand.NewPCG(1, 5))
	var out []*matrix.Problem
	for range matrixtest.RandomRounds(max(1, n/8), n) {
		out = append(out, matrixtest.RandomProblem(r, s))
	}
	return out
}

// exampleProblems returns the problems of the examples of this repository.
func exampleProblems(t testing.TB) map[string]*matrix.Problem {
	t.Helper()
	files, err := filepath.Glob("../../examples/*.puz")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	imp := check.Importer{ReadModule: stdlib.ReadModule, ReadWordList: stdlib.ReadWords,
		ReadFile: func(_, path string) (string, []byte, error) {
			text, err := os.ReadFile(filepath.Join("../../examples", path))
			return path, text, err
		}}
	out := map[string]*matrix.Problem{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := compile.CompileText(name, text, imp, compile.ProgramOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if out[filepath.Base(name)], err = p.Candidates(); err != nil {
			t.Error(err)
		}
	}
	return out
}
