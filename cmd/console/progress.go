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

// progressDelay is the time from the start of a search to the first display of its progress. progressInterval is the
// least time between two updates of the display.
const (
	progressDelay    = 2 * time.Second
	progressInterval = 200 * time.Millisecond
)

// ProgressDisplay displays the progress of a search. On a terminal it rewrites one line. In a log, for runs without a
// terminal, it writes a new line at intervals, in the form of Knuth's programs. Several goroutines may call its
// methods.
type ProgressDisplay struct {
	mu           sync.Mutex
	terminal     io.Writer
	startTime    time.Time
	lastShown    time.Time
	shownColumns int           // width of the line now displayed, in columns; 0 if none is displayed
	shownShare   float64       // greatest fraction of the search that was displayed, from 0 to 1
	logInterval  time.Duration // time between two lines of the log; 0 for no log
	showsOptions bool
	logWriter    io.Writer
	nextLogTime  time.Duration
}

// newProgress returns a display of the progress of a search on a terminal. If every is not 0, the display writes a
// line to the log at that interval instead. If long is set, the log also contains the chosen options.
func newProgress(s *quadrille.Search, terminal, log io.Writer, every time.Duration, long bool) *ProgressDisplay {
	w := &ProgressDisplay{terminal: terminal, startTime: time.Now(), logInterval: every, nextLogTime: every,
		showsOptions: long, logWriter: log}
	s.Progress = w.showProgress
	return w
}

func (w *ProgressDisplay) showProgress(q quadrille.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	after := now.Sub(w.startTime)
	switch {
	case w.logInterval > 0 && after >= w.nextLogTime:
		w.nextLogTime = after + w.logInterval
		w.writeLogLine(q, after)
	case w.logInterval == 0 && after >= progressDelay && now.Sub(w.lastShown) >= progressInterval:
		w.lastShown, w.shownShare = now, max(w.shownShare, q.Share)
		rest := fmt.Sprintf("%.0f million updates", float64(q.Updates)/1e6)
		if q.Left != nil {
			rest = fmt.Sprintf("%s to %s left", RoundTime(q.Left.Least), RoundTime(q.Left.Most))
		}
		found := fmt.Sprintf("%d found", q.Solutions)
		if q.Optimum != nil {
			found = q.Optimum.String()
		}
		// Many terminals wrap a line that fills the last column.
		width := cmp.Or(terminalColumns(w.terminal), defaultColumns) - 1
		text := progressLine(width, w.shownShare, found, after.Round(time.Second).String(),
			rest)
		fmt.Fprintf(w.terminal, "\r%-*s\r", min(width, w.shownColumns), text)
		w.shownColumns = len([]rune(text))
	}
}

// progressLine returns a line of at most width columns. It contains the fraction of the search that is done, as many of
// the given words as fit, the first words first, and a bar if there is room.
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

// WithLineHidden removes the line from the terminal, and calls print. If no line is displayed, it only calls print.
func (w *ProgressDisplay) WithLineHidden(print func()) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.shownColumns > 0 { // every terminal can overwrite a line with blanks
			fmt.Fprintf(w.terminal, "\r%*s\r", w.shownColumns, "")
			w.shownColumns = 0
		}
	}
	print()
}

// ClearLine removes the line from the terminal, so that other output can follow.
func (w *ProgressDisplay) ClearLine() { w.WithLineHidden(func() {}) }

// Widths in columns: defaultColumns for a terminal whose width is not known, minBar and maxBar as bounds of the width
// of the bar.
const (
	defaultColumns = 80
	minBar, maxBar = 6, 24
)

func progressBar(share float64, width int) string {
	full := min(width, max(0, int(share*float64(width))))
	return "[" + strings.Repeat("█", full) + strings.Repeat("·", width-full) + "]"
}

// writeLogLine writes a line of the log. For each level of the search it has two digits, such as 12: which branch is
// searched, counted from 1, and how many branches there are.
func (w *ProgressDisplay) writeLogLine(q quadrille.Progress, after time.Duration) {
	var path strings.Builder
	for _, st := range q.Path {
		path.WriteString(" " + branchDigit(st.Branch) + branchDigit(st.BranchCount))
	}
	fmt.Fprintf(w.logWriter, "after %v: %s, %d nodes,%s %.5f\n", after.Round(time.Millisecond),
		source.Plural(int(q.Solutions), "solution"), q.Nodes, path.String(), q.Share)
	for level := 0; w.showsOptions && level < len(q.Path); level++ {
		chosen := "no option"
		if items := q.ChosenItems(level); items != nil {
			chosen = strings.Join(items, " ")
		}
		fmt.Fprintf(w.logWriter, "  level %d: %s (%d of %d)\n", level, chosen, q.Path[level].Branch,
			q.Path[level].BranchCount)
	}
}

// branchDigit returns a number as one character: 0 to 9, a to z, A to Z, and * for larger numbers.
func branchDigit(n int32) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return (digits + "*")[min(int(n), len(digits)):][:1]
}

// RoundTime formats a time with a single unit: seconds, minutes, hours or days, whichever suits its length.
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
