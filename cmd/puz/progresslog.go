package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// progressLog prints a line about a search now and then, as Knuth's programs do, for
// runs that nobody watches.
type progressLog struct {
	w       io.Writer
	problem *matrix.Problem
	every   time.Duration
	long    bool
	next    time.Duration
}

// newProgressLog returns nil if the flags want none.
func newProgressLog(c *cli.Context, w io.Writer, p *matrix.Problem) *progressLog {
	every := c.Duration("log")
	if every <= 0 {
		return nil
	}
	return &progressLog{w: w, problem: p, every: every, long: c.Bool("long"), next: every}
}

// show prints what is due after a time. Of each level the line says which branch is
// tried and of how many: 12 is the first of two.
func (l *progressLog) show(s search.Progress, after time.Duration) {
	if after < l.next {
		return
	}
	l.next = after + l.every
	var path strings.Builder
	for _, st := range s.Path {
		path.WriteString(" " + digit(st.Tried) + digit(st.Of))
	}
	fmt.Fprintf(l.w, "after %v: %s, %d nodes,%s %.5f\n", after.Round(time.Millisecond), solutionCount(int(s.Solutions)), s.Nodes, path.String(), s.Share)
	if !l.long {
		return
	}
	for level, st := range s.Path {
		chosen := "no option"
		if st.Option >= 0 {
			chosen = strings.Join(l.problem.OptionItems(st.Option), " ")
		}
		fmt.Fprintf(l.w, "  level %d: %s (%d of %d)\n", level, chosen, st.Tried, st.Of)
	}
}

// digit writes a number in one character: 0 to 9, a to z, A to Z, and * for more.
func digit(n int32) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if int(n) < len(digits) {
		return digits[n : n+1]
	}
	return "*"
}
