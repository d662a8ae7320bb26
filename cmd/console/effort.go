package console

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"quadrille"
)

// parseTracer parses the value of --trace, such as 3,prunes,matches. The value consists of the number of levels to
// trace, and the kinds of events to print besides branches and moves. The tracer prints such events.
func parseTracer(out io.Writer, wanted string) (quadrille.Tracer, error) {
	depth, words := math.MaxInt, strings.Split(wanted, ",")
	if n, err := strconv.Atoi(words[0]); err == nil && n >= 0 {
		depth, words = n, words[1:]
	}
	shown := quadrille.EventKinds()[:2]
	for _, word := range words {
		if !slices.Contains(quadrille.EventKinds(), quadrille.EventKind(word)) {
			return nil, fmt.Errorf("--trace wants a number of levels, or, with solve, html or dot, and not %q; what "+
				"else to tell stands behind the number, as in 3,prunes: %s", wanted,
				extraEventNames())
		}
		shown = append(shown, quadrille.EventKind(word))
	}
	return func(level int, what quadrille.EventKind, words string) {
		if level < depth && slices.Contains(shown, what) {
			fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", level), words)
		}
	}, nil
}

// extraEventNames lists the kinds of events that a trace prints only if the value of --trace names them.
func extraEventNames() string { return strings.Trim(fmt.Sprint(quadrille.EventKinds()[2:]), "[]") }

// PrintEffort prints the effort of a search. The argument form is the value of the flag --stats.
func PrintEffort(w io.Writer, form string, e *quadrille.Effort) error {
	switch {
	case form == "" || e.Engine == "":
		return nil
	case form == "json" && e.Stages != nil:
		return json.NewEncoder(w).Encode(e.Stages)
	case form == "json":
		return json.NewEncoder(w).Encode(struct {
			*quadrille.Effort
			Bytes uint64 `json:"bytes"`
		}{e, processMemory()})
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
			{"of those, with cells to match", e.Stages.StillOpen},
			{"solutions", e.Stages.Solutions},
		} {
			fmt.Fprintf(w, "%-40s %15d\n", line.what, line.count)
		}
		return printTime(w, e)
	}
	fmt.Fprintf(w, "engine %s: %s\n", e.Engine, e.Why)
	if len(e.Turns) > 0 {
		fmt.Fprintf(w, "turns: %s\n", describeTurns(e))
	}
	if e.Filtered > 0 {
		fmt.Fprintf(w, "before the search: %d options removed, as no other option agrees with their colors\n",
			e.Filtered)
	}
	fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
	all := quadrille.ProfileLevel{Nodes: e.Nodes, Updates: e.Updates, Solutions: e.Solutions}
	for k := 0; k <= len(e.Profile); k++ {
		l, level := all, "all"
		if k < len(e.Profile) {
			first := k
			for l = e.Profile[k]; k+1 < len(e.Profile) && e.Profile[k+1] == l; k++ {
			}
			if level = strconv.Itoa(k); k > first { // levels with equal numbers share one line
				level = fmt.Sprintf("%d..%d", first, k)
			}
		}
		updates := strconv.FormatInt(l.Updates, 10)
		if e.Updates == 0 {
			updates = "–" // only dancing links and similar engines count updates
		}
		fmt.Fprintf(w, "%5s %15d %18s %15d\n", level, l.Nodes, updates, l.Solutions)
	}
	if e.Mems > 0 {
		fmt.Fprintf(w, "mems  %15d\n", e.Mems)
	}
	if o := e.Optimum; o != nil && o.Found {
		fmt.Fprintf(w, "%s %d", map[bool]string{true: o.Kind, false: "best so far"}[o.Proved], o.Value)
		if gap, bounded := o.Gap(); bounded {
			fmt.Fprintf(w, ", bound %d, gap %d", o.Bound, gap)
		}
		fmt.Fprintln(w)
	}
	for _, c := range e.Filter {
		fmt.Fprintf(w, "%-30s %15d\n", c.Name, c.Count)
	}
	return printTime(w, e)
}

func describeTurns(e *quadrille.Effort) string { return strings.Trim(fmt.Sprint(e.Turns), "[]") }

// DescribeFound describes what a stopped search found. If the puzzle has a goal and its best value is not known, it
// returns the best value so far, and otherwise the given words.
func DescribeFound(words string, e *quadrille.Effort) string {
	if e != nil && e.Optimum != nil && !e.Optimum.Proved {
		return e.Optimum.String()
	}
	return words
}

// DescribeTriedEngines describes the engines that took turns in a search that was stopped and found nothing. Otherwise
// it returns "".
func DescribeTriedEngines(found int, e *quadrille.Effort) string {
	if found > 0 || len(e.Turns) == 0 {
		return ""
	}
	return "; tried by turns: " + describeTurns(e)
}

// printTime prints the elapsed time, the number of nodes per second, and the memory of the process.
func printTime(w io.Writer, e *quadrille.Effort) error {
	rate := ""
	if e.Nodes > 0 {
		rate = fmt.Sprintf("%.3g million nodes a second, ", float64(e.Nodes)/1e6/max(e.Seconds, 1e-9))
	}
	_, err := fmt.Fprintf(w, "%.3f seconds, %s%d MB\n", e.Seconds, rate, processMemory()>>20)
	return err
}

// processMemory returns the memory that the process has obtained from the system, in bytes.
func processMemory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
