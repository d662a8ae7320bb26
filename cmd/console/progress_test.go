package console

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"quadrille"
)

// TestProgressLine: the line fits into terminals of any usual width. It says how much is done on all of them, and
// everything on wide terminals.
func TestProgressLine(t *testing.T) {
	words := []string{"123456789 found", "26h31m59s", "3 minutes to 2 days left"}
	for width := 8; width < 200; width++ {
		line := progressLine(width, 0.123456, words...)
		if n := runewidth.StringWidth(line); n > width || !strings.Contains(line, "12.3%") {
			t.Errorf("on %d columns the line has %d: %q", width, n, line)
		}
		for _, word := range words {
			if width > 85 && !strings.Contains(line, word) || width >= 39 && !strings.Contains(line, words[0]) {
				t.Errorf("on %d columns %q is missing: %q", width, word, line)
			}
		}
	}
	if line := progressLine(39, 0.5, "7 found", "1m3s", "1 to 2 minutes left"); !strings.HasSuffix(line,
		" 50.0%  7 found  1m3s") {
		t.Errorf("the line is %q", line)
	}
}

// TestProgressDoesNotFall: what a search says of its share may fall, the line does not; each
// covers the one before, and is gone when something else is printed. It needs no escapes.
func TestProgressDoesNotFall(t *testing.T) {
	var b bytes.Buffer
	w := &ProgressDisplay{terminal: &b, startTime: time.Now().Add(-time.Hour)}
	for _, share := range []float64{0.1, 0.5, 0.2, 0.7, 0.6} {
		w.lastShown = time.Time{}
		var q quadrille.Progress
		q.Share = share
		w.showProgress(q)
	}
	w.WithLineHidden(func() { b.WriteString("here\n") })
	last := 0.0
	shares := regexp.MustCompile(`([0-9.]+)%`).FindAllStringSubmatch(b.String(), -1)
	for _, m := range shares {
		share, _ := strconv.ParseFloat(m[1], 64)
		if share < last {
			t.Errorf("the line falls from %v to %v", last, share)
		}
		last = share
	}
	if len(shares) != 5 || strings.ContainsAny(b.String(), "\x1b\n"[:1]) {
		t.Errorf("the terminal got %q", b.String())
	}
	screen, column := make([]rune, 200), 0 // of the terminal
	for _, r := range strings.TrimSuffix(b.String(), "\n") {
		if r == '\r' {
			column = 0
			continue
		}
		screen[column] = r
		column++
	}
	if left := strings.TrimRight(string(screen), " \x00"); left != "here" {
		t.Errorf("what stays on the terminal is %q", left)
	}
}

// TestTriedText: who had turns is told of a search that found nothing.
func TestTriedText(t *testing.T) {
	e := &quadrille.Effort{Turns: []quadrille.Turns{{Engine: "sparse", TurnCount: 3, Seconds: 0.25},
		{Engine: "learn", TurnCount: 1, Seconds: 0.01}}}
	if got := DescribeTriedEngines(0, e); got != "; tried by turns: sparse (3, 250 ms) learn (1, 10 ms)" {
		t.Error(got)
	}
	if got := DescribeTriedEngines(1, e) + DescribeTriedEngines(0, &quadrille.Effort{}); got != "" {
		t.Error(got)
	}
}
