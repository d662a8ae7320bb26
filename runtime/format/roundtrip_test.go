package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// roundTrip writes and reads a problem in one format after the other. At the end it expects the bytes of the first
// dump.
func roundTrip(t *testing.T, p *matrix.Problem) {
	t.Helper()
	first := mustWrite(t, p, format.DLX, format.WriteOptions{})
	text := first
	for _, step := range []struct{ from, to format.Format }{
		{format.DLX, format.JSON}, {format.JSON, format.YAML}, {format.YAML, format.DLX},
	} {
		q := mustRead(t, text, step.from)
		if d := compareProblems(p, q); d != "" {
			t.Fatalf("after %s: %s\n%s", step.from, d, text)
		}
		text = mustWrite(t, q, step.to, format.WriteOptions{})
	}
	if text != first {
		t.Errorf("%s\nbecame\n%s", first, text)
	}
	short := mustWrite(t, p, format.DLX, format.WriteOptions{ShortNames: true})
	if d := compareProblems(p, mustRead(t, short, format.DLX)); d != "" {
		t.Errorf("with short names: %s\n%s", d, short)
	}
}

func TestRoundTripRandom(t *testing.T) {
	for _, s := range []matrixtest.ProblemShape{
		{MaxPrimary: 6, MaxSecondary: 6, MaxOptions: 12, ColorCount: 4, HasMultiplicities: true},
		{MaxPrimary: 1, MaxSecondary: 3, MaxOptions: 4, ColorCount: 2},
		{MaxSecondary: 3, MaxOptions: 4, ColorCount: 2}, // no primary items
		{MaxOptions: 3}, // no items
		{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 8, ColorCount: 2, HasMultiplicities: true, MaxNogoods: 5},
		{MaxSecondary: 2, MaxOptions: 4, MaxNogoods: 2},
		{MaxOptions: 4, MaxNogoods: 2},
	} {
		for _, p := range randomProblems(400, s) {
			roundTrip(t, p)
		}
	}
}

func TestRoundTripExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for name, p := range exampleProblems(t) {
		t.Run(name, func(t *testing.T) { roundTrip(t, p) })
	}
}

func TestRoundTripDance(t *testing.T) {
	written := 0
	for _, p := range randomProblems(400, matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 3, MaxOptions: 8}) {
		var out strings.Builder
		if err := format.WriteProblem(&out, p, format.Dance, format.WriteOptions{}); err != nil {
			if !strings.Contains(err.Error(), "without items") {
				t.Fatal(err)
			}
			continue
		}
		written++
		if d := compareProblems(p, mustRead(t, out.String(), format.Dance)); d != "" {
			t.Errorf("%s\n%s", d, out.String())
		}
	}
	if written < matrixtest.RandomRounds(5, 100) {
		t.Errorf("only %d problems had items in every option", written)
	}
}

// TestRoundTripCSV: a matrix survives a round trip through csv. Then the items of each option are in the order of the
// first row, because csv has no other order.
func TestRoundTripCSV(t *testing.T) {
	none := matrix.NewBuilder()
	none.AddOption()
	none.AddOption()
	for _, p := range append(randomProblems(400, matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 3,
		MaxOptions: 8}),
		mustBuild(none)) {
		text := mustWrite(t, p, format.CSV, format.WriteOptions{})
		for _, ends := range []string{"\n", "\r\n"} {
			if p.ItemCount() == 0 && ends != "\n" {
				continue
			}
			if d := compareProblems(inOrder(p), mustRead(t, strings.ReplaceAll(text, "\n", ends),
				format.CSV)); d != "" {
				t.Errorf("%s\n%s", d, text)
			}
		}
	}
}

// inOrder returns a problem with the items of each option in ascending order.
func inOrder(p *matrix.Problem) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(p.ItemCount()) {
		if i < matrix.ItemID(p.PrimaryCount()) {
			b.AddPrimary(p.Name(i), p.Bound(i))
		} else {
			b.AddSecondary(p.Name(i))
		}
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		b.AddOption(slices.SortedFunc(slices.Values(p.Option(o)),
			func(a, b matrix.Entry) int { return int(a.Item - b.Item) })...)
	}
	return mustBuild(b)
}

// TestCSVOfSpreadsheets: csv may have blanks, blank lines, needless quotes, and columns in any order.
func TestCSVOfSpreadsheets(t *testing.T) {
	const text = "\ufeff\"a\",|z,\"b \"\"c\"\", d\"\r\n\r\n 1 ,0,\t0\r\n0,1,1 \r\n\r\n"
	p := mustRead(t, text, format.CSV)
	if got := mustWrite(t, p, format.CSV, format.WriteOptions{}); got != "a,\"b \"\"c\"\", d\",|z\n1,0,0\n0,1,1\n" {
		t.Errorf("read as %s", got)
	}
	if f, ok := format.DetectFormat([]byte(text)); !ok || f != format.CSV {
		t.Errorf("taken for %q", f)
	}
}

// strangeNames are names that are difficult for one format or another.
var strangeNames = []string{
	"a b", " lead", "trail ", `"`, `\`, "'", "a:b", "a|b", "|", ":", "=", "#x", "- x", "{", "[a]", "no", "~", "1.5",
	"ünï", "日本", "\U0001F600", "\u2028", "\ufeff", "\uffff", "%YAML", "---", "x = y", "a: b", "<<", "&a", "*a", "!t",
	strings.Repeat("n", 4096),
}

// TestStrangeNames: json, yaml and short names can express every name.
func TestStrangeNames(t *testing.T) {
	b := matrix.NewBuilder()
	var option []matrix.Entry
	for i, name := range strangeNames {
		option = append(option, matrix.Entry{Item: b.AddSecondary(name),
			Color: b.AddColor(strangeNames[len(strangeNames)-1-i])})
	}
	b.AddOption(append(option, matrix.Entry{Item: b.AddPrimary("p", matrix.Once)})...)
	p := mustBuild(b)
	if d := compareProblems(onlyItems(p), mustRead(t, mustWrite(t, onlyItems(p), format.CSV, format.WriteOptions{}),
		format.CSV)); d != "" {
		t.Errorf("csv: %s", d)
	}
	for _, f := range []format.Format{format.JSON, format.YAML, format.DLX} {
		text := mustWrite(t, p, f, format.WriteOptions{ShortNames: true})
		if d := compareProblems(p, mustRead(t, text, f)); d != "" {
			t.Errorf("%s: %s", f, d)
		}
	}
	if err := format.WriteProblem(new(strings.Builder), p, format.DLX, format.WriteOptions{}); err == nil ||
		!strings.Contains(err.Error(), "short names") {
		t.Errorf("dlx writes blanks in names: %v", err)
	}
}

// onlyItems returns a problem with the same items and no options.
func onlyItems(p *matrix.Problem) *matrix.Problem {
	return p.KeepOptions(func(matrix.OptionID) bool { return false })
}

// TestShortNames: short names keep the limits of length, also for many items and colors.
func TestShortNames(t *testing.T) {
	b := matrix.NewBuilder()
	first := b.AddPrimary("i0", matrix.Once) // what a short name would be
	for k := range 3000 {
		s := b.AddSecondary(fmt.Sprintf("secondary[%d]", k))
		b.AddOption(matrix.Entry{Item: first}, matrix.Entry{Item: s, Color: b.AddColor(fmt.Sprint("color", k%200))})
	}
	p := mustBuild(b)
	text := mustWrite(t, p, format.DLX, format.WriteOptions{ShortNames: true})
	if d := compareProblems(p, mustRead(t, text, format.DLX)); d != "" {
		t.Error(d)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") {
			continue
		}
		for _, word := range strings.Fields(line) {
			if name, _, _ := strings.Cut(word, ":"); len(name) > 8 {
				t.Fatalf("the name %q is too long", name)
			}
		}
	}
}

// TestOrigins: json and yaml keep the origins of options.
func TestOrigins(t *testing.T) {
	p := richProblem()
	text := func(o matrix.OptionID) string {
		return []string{"", "plain", "two\nlines\t", `"quotes" \ and: more`, "é \U0001F600", "\x00\x7f\u0085", "- x"}[o]
	}
	for _, f := range []format.Format{format.JSON, format.YAML} {
		dump := mustWrite(t, p, f, format.WriteOptions{OriginOf: text})
		got := map[matrix.OptionID]string{}
		how := format.ReadOptions{OnOrigin: func(o matrix.OptionID, text string) { got[o] = text }}
		if _, err := format.ReadProblem("dump", strings.NewReader(dump), f, how); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for o := range matrix.OptionID(p.OptionCount()) {
			if got[o] != text(o) {
				t.Errorf("%s: the origin of option %d is %q", f, o, got[o])
			}
		}
	}
}

// TestWriteFaults: the error for a problem that a format cannot express names formats that can.
func TestWriteFaults(t *testing.T) {
	named := func(names ...string) *matrix.Problem {
		b := matrix.NewBuilder()
		for _, name := range names {
			b.AddPrimary(name, matrix.Once)
		}
		return mustBuild(b)
	}
	colored := func(name string) *matrix.Problem {
		b := matrix.NewBuilder()
		b.AddOption(matrix.Entry{Item: b.AddSecondary("z"), Color: b.AddColor(name)})
		return mustBuild(b)
	}
	for _, c := range []struct {
		p    *matrix.Problem
		f    format.Format
		want string
	}{
		{richProblem(), format.Dance,
			`dance has no multiplicities, and the item "many[1,2]" is covered 0 to 3 times; write dlx`},
		{richProblem(), format.CSV, "csv has no multiplicities"},
		{colored("red"), format.Dance, `dance has no colors, and option 0 gives the item "z" one; write dlx`},
		{colored("red"), format.CSV, "csv has no colors"},
		{colored("dark red"), format.DLX, `the name "dark red" has a blank in it; write json`},
		{colored(""), format.DLX, "color 1 cannot be written: a name is empty"},
		{colored("\x01"), format.JSON, "control character"},
		{named("a", "a"), format.DLX, `another item is called "a" too`},
		{named("a", "a"), format.YAML, `another item is called "a" too`},
		{named(""), format.JSON, "a name is empty"},
		{named("\xff"), format.JSON, "not UTF-8"},
		{named("a\nb"), format.DLX, "control character"},
		{named("a:b"), format.DLX, `has a ':' in it; write json`},
		{named("|"), format.Dance, "stands for the beginning"},
		{forbiddingProblem("a"), format.Dance,
			"dance has no nogoods, and this problem has 1; write dlx, json or yaml, or for other solvers dimacs, " +
				"opb or lp"},
		{forbiddingProblem("a"), format.CSV, "csv has no nogoods"},
		{named("|a"), format.CSV, `the primary item "|a" begins with one; write json`},
		{named("a", "a"), format.CSV, `another item is called "a" too`},
		{named("a\nb"), format.CSV, "control character"},
		{forbiddingProblem("a"), format.Polyominoes, "holds boards and pieces"},
		{matchingProblem("=", "m"), format.DLX, `"=" stands between the families of a matching; write json`},
		{matchingProblem("a", ""), format.DLX, "matching 0 cannot be written: a name is empty"},
		{matchingProblem("a", "x\ny"), format.JSON,
			"matching 0 cannot be written: the name \"x\\ny\" has a control character"},
		{matchingProblem("a", "\xff"), format.YAML, "not UTF-8"},
		{named("a"), format.Polyominoes, "holds boards and pieces"},
		{named("a"), "xml", `there is no format "xml"`},
	} {
		err := format.WriteProblem(new(strings.Builder), c.p, c.f, format.WriteOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.f, err, c.want)
		}
	}
}
