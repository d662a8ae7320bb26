package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"quadrille/runtime/search"
)

// isTerminal reports whether a person reads the stream.
func isTerminal(w io.Writer) bool {
	if c, ok := w.(*careful); ok {
		w = c.Writer
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Nothing is shown for runs shorter than this; then a line now and then.
const (
	patience = 2 * time.Second
	between  = 200 * time.Millisecond
)

// progress is a line on a terminal that is written over and over. Searches on
// other goroutines may show it while this one clears it.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	start time.Time
	last  time.Time
	shown bool
	log   *progressLog // nil if no lines are wanted
}

func newProgress(w io.Writer) *progress {
	return &progress{w: w, start: time.Now()}
}

func (p *progress) show(s search.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.log != nil {
		p.log.show(s, now.Sub(p.start))
		return
	}
	if now.Sub(p.start) < patience || now.Sub(p.last) < between {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.w, "\r%s %5.1f%%  %d found  %.0f million updates  %v \x1b[K\r",
		bar(s.Share), 100*s.Share, s.Solutions, float64(s.Updates)/1e6, now.Sub(p.start).Round(time.Second))
}

// clear removes the line, if there is one, before something else is printed.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		p.shown = false
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

const barWidth = 24

func bar(share float64) string {
	full := int(share * barWidth)
	return "[" + strings.Repeat("█", full) + strings.Repeat("·", barWidth-full) + "]"
}
