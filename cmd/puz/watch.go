package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/lang/source"
)

// Nothing is shown for runs shorter than the first; then a line now and then.
const (
	firstShown = 2 * time.Second
	betweenTwo = 200 * time.Millisecond
)

// watch shows how far a search is: a line on a terminal that is written over and over,
// or, for runs that nobody watches, a line of a log now and then, as Knuth's programs
// print it. Searches on other goroutines may show it while this one clears it.
type watch struct {
	mu         sync.Mutex
	w          io.Writer
	start      time.Time
	last       time.Time
	shown      int           // columns of the line that is there now
	share      float64       // the greatest so far
	every      time.Duration // between two lines of the log; 0 for none
	long       bool
	log        io.Writer
	nextOfLogs time.Duration
}

// watch makes a search report, if the flags or a terminal want it. It returns nil if
// nothing is shown.
func (p *puz) watch(c *cli.Context, s *quadrille.Search) *watch {
	every := c.Duration("log")
	if !c.Bool("progress") && every == 0 && !isTerminal(p.terminal) {
		return nil
	}
	w := &watch{w: p.terminal, start: time.Now(), every: every, nextOfLogs: every, long: c.Bool("long"), log: p.stderr}
	s.Progress = w.show
	return w
}

func (w *watch) show(q quadrille.Progress) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	after := now.Sub(w.start)
	switch {
	case w.every > 0 && after >= w.nextOfLogs:
		w.nextOfLogs = after + w.every
		w.line(q, after)
	case w.every == 0 && after >= firstShown && now.Sub(w.last) >= betweenTwo:
		w.last, w.share = now, max(w.share, q.Share)
		rest := fmt.Sprintf("%.0f million updates", float64(q.Updates)/1e6)
		if q.Left != nil {
			rest = fmt.Sprintf("%s to %s left", about(q.Left.Least), about(q.Left.Most))
		}
		width := cmp.Or(columns(w.w), usualColumns) - 1 // many terminals wrap what fills the last one
		text := progressLine(width, w.share, fmt.Sprintf("%d found", q.Solutions), after.Round(time.Second).String(), rest)
		fmt.Fprintf(w.w, "\r%-*s\r", min(width, w.shown), text)
		w.shown = len([]rune(text))
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
	if room := min(widestBar, width-len("[] ")-len(text)); room >= narrowestBar {
		text = bar(share, room) + " " + text
	}
	return text
}

// aside prints something while the line is away. Without a line there is nothing to it.
func (w *watch) aside(print func()) {
	if w != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.shown > 0 { // any terminal can overwrite it
			fmt.Fprintf(w.w, "\r%*s\r", w.shown, "")
			w.shown = 0
		}
	}
	print()
}

// clear removes the line, if there is one, before something else is printed.
func (w *watch) clear() { w.aside(func() {}) }

const (
	usualColumns            = 80
	narrowestBar, widestBar = 6, 24
)

func bar(share float64, width int) string {
	full := min(width, max(0, int(share*float64(width))))
	return "[" + strings.Repeat("█", full) + strings.Repeat("·", width-full) + "]"
}

// line writes a line of the log. Of each level it says which branch is tried and of how
// many: 12 is the first of two.
func (w *watch) line(q quadrille.Progress, after time.Duration) {
	var path strings.Builder
	for _, st := range q.Path {
		path.WriteString(" " + digit(st.Tried) + digit(st.Of))
	}
	fmt.Fprintf(w.log, "after %v: %s, %d nodes,%s %.5f\n", after.Round(time.Millisecond), source.Plural(int(q.Solutions), "solution"), q.Nodes, path.String(), q.Share)
	for level := 0; w.long && level < len(q.Path); level++ {
		chosen := "no option"
		if items := q.Chosen(level); items != nil {
			chosen = strings.Join(items, " ")
		}
		fmt.Fprintf(w.log, "  level %d: %s (%d of %d)\n", level, chosen, q.Path[level].Tried, q.Path[level].Of)
	}
}

// digit writes a number in one character: 0 to 9, a to z, A to Z, and * for more.
func digit(n int32) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return (digits + "*")[min(int(n), len(digits)):][:1]
}

// tracer prints what a chooser does at the first levels: for people who write choosers.
func tracer(out io.Writer, depth int) func(quadrille.View, quadrille.ItemID) {
	return func(v quadrille.View, i quadrille.ItemID) {
		if v.Level() >= depth {
			return
		}
		indent := strings.Repeat("  ", v.Level())
		if chosen := v.Chosen(); len(chosen) > 0 {
			fmt.Fprintf(out, "%s%s\n", indent, strings.Join(v.Problem().OptionItems(chosen[len(chosen)-1]), " "))
		}
		name := v.Problem().Name(i)
		if v.Branches(i) == 0 {
			fmt.Fprintf(out, "%slevel %d: %s cannot be covered any more\n", indent, v.Level(), name)
			return
		}
		active := 0
		for k := v.First(); k >= 0; k = v.Next(k) {
			active++
		}
		fmt.Fprintf(out, "%slevel %d: %s, 1 of %d items, has %d branches\n", indent, v.Level(), name, active, v.Branches(i))
	}
}

// filmed reports whether all steps of a search are to be written, and no solutions.
func filmed(c *cli.Context) bool {
	return c.Command.Name == "solve" && (c.String("trace") == "html" || c.String("trace") == "dot")
}

// film writes all steps of a search.
func (p *puz) film(c *cli.Context) error {
	q, s, err := p.question(c)
	if err != nil {
		return err
	}
	film, err := q.Film(c.Context, s)
	if err != nil {
		return p.stopped(c.Context, err, "nothing is written")
	}
	write := film.HTML
	if c.String("trace") == "dot" {
		write = film.Dot
	}
	if err := p.write(c.String("output"), write); err != nil {
		return err
	}
	e := film.Stats()
	fmt.Fprintf(p.stderr, "%s, %s, %s\n", source.Plural(film.Solutions(), "solution"), source.Plural(int(e.Nodes), "node"), source.Plural(int(e.Updates), "update"))
	if film.Solutions() == 0 {
		return exit(exitNoSolution)
	}
	return nil
}

// printEffort prints the effort in the form that the flag asks for.
func (p *puz) printEffort(w io.Writer, form string, e *quadrille.Effort) error {
	switch {
	case form == "" || e.Engine == "":
		return nil
	case form == "json" && e.Stages != nil:
		return json.NewEncoder(w).Encode(e.Stages)
	case form == "json":
		return json.NewEncoder(w).Encode(e)
	case e.Stages != nil:
		for _, line := range []struct {
			what  string
			count int64
		}{
			{"legal shifts", int64(e.Stages.Shifts)},
			{"sequences of shifts that cover", e.Stages.CoveringShifts},
			{"sequences of mappings that cover", e.Stages.CoveringMappings},
			{"left by forced moves of the first shape", e.Stages.SourcesForced},
			{"left by all forced moves", e.Stages.AllForced},
			{"of those, with cells to match", e.Stages.Unsettled},
			{"solutions", e.Stages.Solutions},
		} {
			fmt.Fprintf(w, "%-40s %15d\n", line.what, line.count)
		}
		return nil
	}
	fmt.Fprintf(w, "engine %s: %s\n", e.Engine, e.Why)
	fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
	for k, l := range e.Profile {
		fmt.Fprintf(w, "%5d %15d %18d %15d\n", k, l.Nodes, l.Updates, l.Solutions)
	}
	fmt.Fprintf(w, "%5s %15d %18d %15d\n", "all", e.Nodes, e.Updates, e.Solutions)
	_, err := fmt.Fprintf(w, "mems  %15d\n", e.Mems)
	return err
}
