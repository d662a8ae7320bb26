package console

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"

	"quadrille"
)

// Tracer prints what a chooser does at the first levels, and what a filter forces: for people who write them.
func Tracer(out io.Writer, depth int) func(quadrille.View, quadrille.ItemID) {
	var above []int // by level: how many options had been chosen where it branched
	return func(v quadrille.View, i quadrille.ItemID) {
		if v.Level() >= depth {
			return
		}
		indent, level, from := strings.Repeat("  ", v.Level()), v.Level(), 0
		if above = append(above[:min(level, len(above))], v.Depth()); level > 0 && level < len(above) {
			from = above[level-1]
		}
		for k, o := range v.Chosen()[from:] {
			forced := "forced: "
			if k == 0 && level > 0 {
				forced = ""
			}
			fmt.Fprintf(out, "%s%s%s\n", indent, forced, strings.Join(v.Problem().OptionItems(o), " "))
		}
		name := v.Problem().Name(i)
		if v.Branches(i) == 0 {
			fmt.Fprintf(out, "%slevel %d: %s cannot be covered any more\n", indent, v.Level(), name)
			return
		}
		branches, active := "1 branch", 0
		if n := v.Branches(i); n > 1 {
			branches = fmt.Sprintf("%d branches", n)
		}
		for k := v.First(); k >= 0; k = v.Next(k) {
			active++
		}
		fmt.Fprintf(out, "%slevel %d: %s, 1 of %d items, has %s\n", indent, v.Level(), name, active, branches)
	}
}

// PrintEffort prints the effort in the form that the flag asks for.
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
		}{e, memory()})
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
		return printTime(w, e)
	}
	fmt.Fprintf(w, "engine %s: %s\n", e.Engine, e.Why)
	fmt.Fprintf(w, "%5s %15s %18s %15s\n", "level", "nodes", "updates", "solutions")
	for k, l := range e.Profile {
		fmt.Fprintf(w, "%5d %15d %18d %15d\n", k, l.Nodes, l.Updates, l.Solutions)
	}
	fmt.Fprintf(w, "%5s %15d %18d %15d\n", "all", e.Nodes, e.Updates, e.Solutions)
	if e.Mems > 0 {
		fmt.Fprintf(w, "mems  %15d\n", e.Mems)
	}
	for _, c := range e.Filter {
		fmt.Fprintf(w, "%-30s %15d\n", c.What, c.N)
	}
	return printTime(w, e)
}

// printTime prints how long it took, how many nodes that are in a second, and the memory.
func printTime(w io.Writer, e *quadrille.Effort) error {
	rate := ""
	if e.Nodes > 0 {
		rate = fmt.Sprintf("%.3g million nodes a second, ", float64(e.Nodes)/1e6/max(e.Seconds, 1e-9))
	}
	_, err := fmt.Fprintf(w, "%.3f seconds, %s%d MB\n", e.Seconds, rate, memory()>>20)
	return err
}

// memory is what the process has from the system, in bytes.
func memory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}
