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

// roundTrip writes and reads a problem in one format after the other, and
// wants the first bytes again at the end.
func roundTrip(t *testing.T, p *matrix.Problem) {
	t.Helper()
	first := write(t, p, format.DLX, format.Writing{})
	text := first
	for _, step := range []struct{ from, to format.Format }{
		{format.DLX, format.JSON}, {format.JSON, format.YAML}, {format.YAML, format.DLX},
	} {
		q := read(t, text, step.from)
		if d := same(p, q); d != "" {
			t.Fatalf("after %s: %s\n%s", step.from, d, text)
		}
		text = write(t, q, step.to, format.Writing{})
	}
	if text != first {
		t.Errorf("%s\nbecame\n%s", first, text)
	}
	short := write(t, p, format.DLX, format.Writing{ShortNames: true})
	if d := same(p, read(t, short, format.DLX)); d != "" {
		t.Errorf("with short names: %s\n%s", d, short)
	}
}

func TestRoundTripRandom(t *testing.T) {
	for _, s := range []matrixtest.Shape{
		{Primary: 6, Secondary: 6, Options: 12, Colors: 4, Bounds: true},
		{Primary: 1, Secondary: 3, Options: 4, Colors: 2},
		{Secondary: 3, Options: 4, Colors: 2}, // no primary items
		{Options: 3},                          // no items
		{Primary: 4, Secondary: 3, Options: 8, Colors: 2, Bounds: true, Nogoods: 5},
		{Secondary: 2, Options: 4, Nogoods: 2},
		{Options: 4, Nogoods: 2},
	} {
		for _, p := range random(400, s) {
			roundTrip(t, p)
		}
	}
}

func TestRoundTripExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for name, p := range examples(t) {
		t.Run(name, func(t *testing.T) { roundTrip(t, p) })
	}
}

func TestRoundTripDance(t *testing.T) {
	written := 0
	for _, p := range random(400, matrixtest.Shape{Primary: 6, Secondary: 3, Options: 8}) {
		var out strings.Builder
		if err := format.Write(&out, p, format.Dance, format.Writing{}); err != nil {
			if !strings.Contains(err.Error(), "without items") {
				t.Fatal(err)
			}
			continue
		}
		written++
		if d := same(p, read(t, out.String(), format.Dance)); d != "" {
			t.Errorf("%s\n%s", d, out.String())
		}
	}
	if written < matrixtest.Rounds(5, 100) {
		t.Errorf("only %d problems had items in every option", written)
	}
}

// TestRoundTripCSV: a matrix comes back from csv; the items of an option are in the order of the
// first row then, as csv knows no other.
func TestRoundTripCSV(t *testing.T) {
	none := matrix.NewBuilder()
	none.Option()
	none.Option()
	for _, p := range append(random(400, matrixtest.Shape{Primary: 6, Secondary: 3, Options: 8}), built(none)) {
		text := write(t, p, format.CSV, format.Writing{})
		for _, ends := range []string{"\n", "\r\n"} {
			if p.Items() == 0 && ends != "\n" {
				continue
			}
			if d := same(inOrder(p), read(t, strings.ReplaceAll(text, "\n", ends), format.CSV)); d != "" {
				t.Errorf("%s\n%s", d, text)
			}
		}
	}
}

// inOrder returns a problem with the items of each option in their order.
func inOrder(p *matrix.Problem) *matrix.Problem {
	b := matrix.NewBuilder()
	for i := range matrix.ItemID(p.Items()) {
		if i < matrix.ItemID(p.Primary()) {
			b.Primary(p.Name(i), p.Bound(i))
		} else {
			b.Secondary(p.Name(i))
		}
	}
	for o := range matrix.OptionID(p.Options()) {
		b.Option(slices.SortedFunc(slices.Values(p.Option(o)), func(a, b matrix.Entry) int { return int(a.Item - b.Item) })...)
	}
	return built(b)
}

// TestCSVOfSpreadsheets: blanks, blank lines, needless quotes and columns in any order are read.
func TestCSVOfSpreadsheets(t *testing.T) {
	const text = "\ufeff\"a\",|z,\"b \"\"c\"\", d\"\r\n\r\n 1 ,0,\t0\r\n0,1,1 \r\n\r\n"
	p := read(t, text, format.CSV)
	if got := write(t, p, format.CSV, format.Writing{}); got != "a,\"b \"\"c\"\", d\",|z\n1,0,0\n0,1,1\n" {
		t.Errorf("read as %s", got)
	}
	if f, ok := format.Detect([]byte(text)); !ok || f != format.CSV {
		t.Errorf("taken for %q", f)
	}
}

// strange are names that are hard on one format or another.
var strange = []string{
	"a b", " lead", "trail ", `"`, `\`, "'", "a:b", "a|b", "|", ":", "=", "#x", "- x", "{", "[a]", "no", "~", "1.5",
	"ünï", "日本", "\U0001F600", "\u2028", "\ufeff", "\uffff", "%YAML", "---", "x = y", "a: b", "<<", "&a", "*a", "!t",
	strings.Repeat("n", 4096),
}

// TestStrangeNames: json, yaml and short names take every name.
func TestStrangeNames(t *testing.T) {
	b := matrix.NewBuilder()
	var option []matrix.Entry
	for i, name := range strange {
		option = append(option, matrix.Entry{Item: b.Secondary(name), Color: b.Color(strange[len(strange)-1-i])})
	}
	b.Option(append(option, matrix.Entry{Item: b.Primary("p", matrix.Once)})...)
	p := built(b)
	if d := same(plainly(p), read(t, write(t, plainly(p), format.CSV, format.Writing{}), format.CSV)); d != "" {
		t.Errorf("csv: %s", d)
	}
	for _, f := range []format.Format{format.JSON, format.YAML, format.DLX} {
		text := write(t, p, f, format.Writing{ShortNames: true})
		if d := same(p, read(t, text, f)); d != "" {
			t.Errorf("%s: %s", f, d)
		}
	}
	if err := format.Write(new(strings.Builder), p, format.DLX, format.Writing{}); err == nil || !strings.Contains(err.Error(), "short names") {
		t.Errorf("dlx writes blanks in names: %v", err)
	}
}

// plainly returns the items of a problem without its options.
func plainly(p *matrix.Problem) *matrix.Problem {
	return p.Keep(func(matrix.OptionID) bool { return false })
}

// TestShortNames: the limits are kept, for many items and colors too.
func TestShortNames(t *testing.T) {
	b := matrix.NewBuilder()
	first := b.Primary("i0", matrix.Once) // what a short name would be
	for k := range 3000 {
		s := b.Secondary(fmt.Sprintf("secondary[%d]", k))
		b.Option(matrix.Entry{Item: first}, matrix.Entry{Item: s, Color: b.Color(fmt.Sprint("color", k%200))})
	}
	p := built(b)
	text := write(t, p, format.DLX, format.Writing{ShortNames: true})
	if d := same(p, read(t, text, format.DLX)); d != "" {
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

// TestOrigins: json and yaml keep the text of an option.
func TestOrigins(t *testing.T) {
	p := rich()
	text := func(o matrix.OptionID) string {
		return []string{"", "plain", "two\nlines\t", `"quotes" \ and: more`, "é \U0001F600", "\x00\x7f\u0085", "- x"}[o]
	}
	for _, f := range []format.Format{format.JSON, format.YAML} {
		dump := write(t, p, f, format.Writing{Origin: text})
		got := map[matrix.OptionID]string{}
		how := format.Reading{Origin: func(o matrix.OptionID, text string) { got[o] = text }}
		if _, err := format.Read("dump", strings.NewReader(dump), f, how); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for o := range matrix.OptionID(p.Options()) {
			if got[o] != text(o) {
				t.Errorf("%s: the origin of option %d is %q", f, o, got[o])
			}
		}
	}
}

// TestWriteFaults: what a format cannot hold is an error that says what can.
func TestWriteFaults(t *testing.T) {
	named := func(names ...string) *matrix.Problem {
		b := matrix.NewBuilder()
		for _, name := range names {
			b.Primary(name, matrix.Once)
		}
		return built(b)
	}
	colored := func(name string) *matrix.Problem {
		b := matrix.NewBuilder()
		b.Option(matrix.Entry{Item: b.Secondary("z"), Color: b.Color(name)})
		return built(b)
	}
	for _, c := range []struct {
		p    *matrix.Problem
		f    format.Format
		want string
	}{
		{rich(), format.Dance, `dance has no multiplicities, and the item "many[1,2]" is covered 0 to 3 times; write dlx`},
		{rich(), format.CSV, "csv has no multiplicities"},
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
		{forbidding("a"), format.Dance, "dance has no nogoods, and this problem has 1; write dlx, json or yaml, or for other solvers dimacs, opb or lp"},
		{forbidding("a"), format.CSV, "csv has no nogoods"},
		{named("|a"), format.CSV, `the primary item "|a" begins with one; write json`},
		{named("a", "a"), format.CSV, `another item is called "a" too`},
		{named("a\nb"), format.CSV, "control character"},
		{forbidding("a"), format.Polyominoes, "holds boards and pieces"},
		{matching("=", "m"), format.DLX, `"=" stands between the families of a matching; write json`},
		{matching("a", ""), format.DLX, "matching 0 cannot be written: a name is empty"},
		{matching("a", "x\ny"), format.JSON, "matching 0 cannot be written: the name \"x\\ny\" has a control character"},
		{matching("a", "\xff"), format.YAML, "not UTF-8"},
		{named("a"), format.Polyominoes, "holds boards and pieces"},
		{named("a"), "xml", `there is no format "xml"`},
	} {
		err := format.Write(new(strings.Builder), c.p, c.f, format.Writing{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.f, err, c.want)
		}
	}
}
