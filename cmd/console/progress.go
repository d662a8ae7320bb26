package console

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"quadrille"
	"quadrille/lang/source"
)

// Nothing is shown for runs shorter than the first; then a line now and then.
const (
	progressDelay    = 2 * time.Second
	progressInterval = 200 * time.Millisecond
)

// ProgressDisplay shows how far a search is: a line on a terminal that is written over and over,
// or, for runs that nobody watches, a line of a log now and then, as Knuth's programs
// print it. Searches on other goroutines may show it while this one clears it.
type ProgressDisplay struct {
	mu           sync.Mutex
	w            io.Writer
	start        time.Time
	last         time.Time
	shownColumns int           // columns of the line that is there now
	share        float64       // the greatest so far
	logInterval  time.Duration // between two lines of the log; 0 for none
	long         bool
	log          io.Writer
	nextLog      time.Duration
}

// newProgress shows what a search reports on a terminal, or, if every is not 0, in a log each so often, with
// the options chosen if it is to be long.
func newProgress(s *quadrille.Search, terminal, log io.Writer, every time.Duration, long bool) *ProgressDisplay {
	w := &ProgressDisplay{w: terminal, start: time.Now(), logInterval: every, nextLog: every, long: long, log: log}
	s.Progress = w.showProgress
	return w
}

func (w *ProgressDisplay) showProgress(q quadrille.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	after := now.Sub(w.start)
	switch {
	case w.logInterval > 0 && after >= w.nextLog:
		w.nextLog = after + w.logInterval
		w.writeLogLine(q, after)
	case w.logInterval == 0 && after >= progressDelay && now.Sub(w.last) >= progressInterval:
		w.last, w.share = now, max(w.share, q.Share)
		rest := fmt.Sprintf("%.0f million updates", float64(q.Updates)/1e6)
		if q.Left != nil {
			rest = fmt.Sprintf("%s to %s left", RoundTime(q.Left.Least), RoundTime(q.Left.Most))
		}
		width := cmp.Or(terminalColumns(w.w), defaultColumns) - 1 // many terminals wrap what fills the last one
		text := progressLine(width, w.share, fmt.Sprintf("%d found", q.Solutions), after.Round(time.Second).String(),
			rest)
		fmt.Fprintf(w.w, "\r%-*s\r", min(width, w.shownColumns), text)
		w.shownColumns = len([]rune(text))
	}
}

// progressLine says how much is done, and as many of some words, the most important first, as
// there is room for; then a bar if that fits as well.
func progressLine(width int, share float64, words ...string) string {
	text := fmt.Sprintf("%.1f%%", 100*share)
	for _, word := range words {
		if longer := text + "  " + word; len(longer) <= width {
			text = longer
		}
	}
	if room := min(maxBar, width-len("[] ")-len(text)); room >= minBar {
		text = progressBar(share, room) + " " + text
	}
	return text
}

// WithLineHidden prints something while the line is away. Without a line there is nothing to it.
func (w *ProgressDisplay) WithLineHidden(print func()) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.shownColumns > 0 { // any terminal can overwrite it
			fmt.Fprintf(w.w, "\r%*s\r", w.shownColumns, "")
			w.shownColumns = 0
		}
	}
	print()
}

// ClearLine removes the line, if there is one, before something else is printed.
func (w *ProgressDisplay) ClearLine() { w.WithLineHidden(func() {}) }

const (
	defaultColumns = 80
	minBar, maxBar = 6, 24
)

func progressBar(share float64, width int) string {
	full := min(width, max(0, int(share*float64(width))))
	return "[" + strings.Repeat("█", full) + strings.Repeat("·", width-full) + "]"
}

// writeLogLine writes a line of the log. Of each level it says which branch is tried and of how
// many: 12 is the first of two.
func (w *ProgressDisplay) writeLogLine(q quadrille.Progress, after time.Duration) {
	var path strings.Builder
	for _, st := range q.Path {
		path.WriteString(" " + branchDigit(st.Tried) + branchDigit(st.Of))
	}
	fmt.Fprintf(w.log, "after %v: %s, %d nodes,%s %.5f\n", after.Round(time.Millisecond),
		source.Plural(int(q.Solutions), "solution"), q.Nodes, path.String(), q.Share)
	for level := 0; w.long && level < len(q.Path); level++ {
		chosen := "no option"
		if items := q.ChosenItems(level); items != nil {
			chosen = strings.Join(items, " ")
		}
		fmt.Fprintf(w.log, "  level %d: %s (%d of %d)\n", level, chosen, q.Path[level].Tried, q.Path[level].Of)
	}
}

// branchDigit writes a number in one character: 0 to 9, a to z, A to Z, and * for more.
func branchDigit(n int32) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return (digits + "*")[min(int(n), len(digits)):][:1]
}

// RoundTime rounds a time to what people want to know of it.
func RoundTime(d time.Duration) string {
	switch {
	case d.Round(time.Second) < time.Minute:
		return d.Round(time.Second).String()
	case d < 2*time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()+0.5))
	case d < 72*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()+0.5))
	}
	if d > 1000*24*time.Hour {
		return "years"
	}
	return fmt.Sprintf("%dd", int(d.Hours()/24+0.5))
}
