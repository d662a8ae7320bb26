package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"quadrille/runtime/plan"
)

// contestOf makes a contest of laps, in microseconds; no lap is a timeout.
func contestOf(name string, laps map[variant][]int) *contest {
	t := &contest{row: &benchRow{Name: name}}
	for _, threads := range []int{1, 2} {
		for _, engine := range enginesInOrder() {
			v := variant{engine, threads}
			times, runs := laps[v]
			if !runs {
				continue
			}
			c := &contender{variant: v}
			for _, us := range times {
				c.laps = append(c.laps, lap{time: time.Duration(us) * time.Microsecond, solutions: big.NewInt(5), took: plan.Sparse, nodes: int64(us)})
			}
			if len(times) == 0 {
				c.failed = timeUp
			}
			t.contenders = append(t.contenders, c)
		}
	}
	return t
}

// someContests has ratios from a fiftieth to a million, and rows without links, without
// a result, and with many contenders.
func someContests() []*contest {
	auto, sparse, two := variant{plan.Auto, 1}, variant{plan.Sparse, 1}, variant{plan.Auto, 2}
	memo := variant{plan.Memo, 1}
	return []*contest{
		contestOf("near", map[variant][]int{baseline: {900, 1000, 1500}, sparse: {500, 500}, auto: {490, 510}, two: {300}}),
		contestOf("a < b & \"c\" | d, and a name so long that it has to be cut off", map[variant][]int{baseline: {1000}, sparse: {50000}, memo: {30000}}),
		contestOf("far", map[variant][]int{baseline: {1_000_000}, memo: {1}, auto: {2}, two: {3}}),
		contestOf("out of time", map[variant][]int{baseline: {}, memo: {100}, auto: {}, two: {}}),
		contestOf("without links", map[variant][]int{memo: {100}, auto: {2000}}),
		contestOf("nothing", map[variant][]int{baseline: {}, auto: {}}),
	}
}

func someTable() *speedTable {
	f := &benchFile{Timeout: yamlDuration(time.Second), Repeat: 3, Patience: yamlDuration(time.Minute)}
	return &speedTable{file: f, contests: someContests()}
}

func TestRatios(t *testing.T) {
	table := someTable()
	want := []string{
		"1.00 2.00 2.00 3.33", // from the medians 1000, 500, 500 and 300
		"1.00 0.02 0.033",
		"1.00 1000000 500000 333333",
		"– >10000 – –", // of a second
		"– –",
		"– –",
	}
	for i, c := range table.contests {
		var got []string
		for _, v := range c.contenders {
			got = append(got, c.ratioOf(v, table.timeout(c.row)).String())
		}
		if s := strings.Join(got, " "); s != want[i] {
			t.Errorf("%s: %s, and not %s", c.row.Name, s, want[i])
		}
	}
	near := table.contests[0].contenders[0]
	if near.median() != time.Millisecond || near.spread() != 15.0/9 || near.representative().nodes != 1000 {
		t.Errorf("median %v, spread %v, nodes %d", near.median(), near.spread(), near.representative().nodes)
	}
}

// TestLosses: auto is compared with the best single engine on one thread, and a
// timeout is a loss as well.
func TestLosses(t *testing.T) {
	got := lossText(someTable().losses())
	want := "auto at worst takes more than 10000 times as long as the best single engine (out of time: out of time, best is memo), and 2.00 times in the median row"
	// The rows: more than 10000, 20, 2, 1.
	if got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{0.0123: "0.012", 0.1: "0.10", 2.149: "2.15", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 12345.6: "12346"} {
		if got := figures(x); got != want {
			t.Errorf("%v is written %s, and not %s", x, got, want)
		}
	}
	for d, want := range map[time.Duration]string{999: "999 ns", 1500: "1.50 µs", 12340 * time.Microsecond: "12.3 ms", 61 * time.Second: "61.0 s"} {
		if got := shortTime(d); got != want {
			t.Errorf("%v is written %s, and not %s", d, got, want)
		}
	}
	for digits, want := range map[string]string{"1": "1", "999": "999", "1000": "1,000", "53060477521960000": "53,060,477,521,960,000"} {
		if got := grouped(digits); got != want {
			t.Errorf("%s is written %s, and not %s", digits, got, want)
		}
	}
}

// inkBox is the place of a word or a bar of a chart.
type inkBox struct {
	what                     string
	left, top, right, bottom float64
}

func (a inkBox) meets(b inkBox) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// inkBoxes reads the words and bars of a chart; a letter is taken for 0.6 of its height.
func inkBoxes(t *testing.T, text []byte) (all []inkBox) {
	t.Helper()
	var open *inkBox
	var size float64
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			at := numbers(e)
			switch e.Name.Local {
			case "rect":
				all = append(all, inkBox{"a bar", at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]})
			case "text":
				size = at["font-size"]
				open = &inkBox{left: at["x"], top: at["y"] - 0.75*size, bottom: at["y"] + 0.2*size}
			}
		case xml.CharData:
			if open != nil {
				open.what = string(e)
				open.right = open.left + 0.6*size*float64(utf8.RuneCount(e))
				all, open = append(all, *open), nil
			}
		}
	}
}

func numbers(e xml.StartElement) map[string]float64 {
	out := map[string]float64{}
	for _, a := range e.Attr {
		if x, err := strconv.ParseFloat(a.Value, 64); err == nil {
			out[a.Name.Local] = x
		}
	}
	return out
}

// TestChart: the chart is well-formed, its words and bars do not overlap, and all of
// them are on the page.
func TestChart(t *testing.T) {
	var b bytes.Buffer
	if err := someTable().chart(&b); err != nil {
		t.Fatal(err)
	}
	all := inkBoxes(t, b.Bytes())
	_, height := someTable().groups()
	for i, x := range all {
		if x.left < 0 || x.right > chartWidth || x.top < 0 || x.bottom > height {
			t.Errorf("%+v is not on the page", x)
		}
		for _, y := range all[:i] {
			if x.meets(y) {
				t.Errorf("%+v overlaps %+v", x, y)
			}
		}
	}
	if len(all) < 40 {
		t.Errorf("there are only %d words and bars", len(all))
	}
}

// TestChartLengths: a bar twice as fast is an octave long, and one that is slower
// than links lies on their left.
func TestChartLengths(t *testing.T) {
	s := scaleOf([]float64{0.4, 3, 1e6})
	one, _ := s.at(1)
	two, inside := s.at(2)
	four, _ := s.at(4)
	half, _ := s.at(0.5)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-6 }
	if !inside || !near(two-one, four-two) || !near(one-half, two-one) || half >= one {
		t.Errorf("1/2 is at %v, 1 at %v, 2 at %v, 4 at %v", half, one, two, four)
	}
	if x, inside := s.at(1e6); inside || x != chartRight {
		t.Errorf("a million is at %v", x)
	}
}

// TestDocument: a table that Markdown can read, with as many cells in each line.
func TestDocument(t *testing.T) {
	var b bytes.Buffer
	if err := (speedDoc{someTable(), "puz bench x.yaml", "x.svg"}).write(&b); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for line := range strings.Lines(b.String()) {
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if cells > 0 && n > 0 && n != cells {
			t.Errorf("%d cells, and %d before:\n%s", n, cells, line)
		}
		cells = n
	}
	for _, want := range []string{"median of 3 runs, or fewer once they have taken 1m0s together", "| near | 5 | 1.00 ms | **500 µs** (2.00) |", "1.67 times at worst"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
