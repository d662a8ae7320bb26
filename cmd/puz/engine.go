package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"quadrille/compile/lower"
	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
	"quadrille/runtime/staged"
)

// stagedEngine is the one engine that the planner does not know, as it searches no
// matrix.
const stagedEngine = "staged"

// engineNames lists the values of the flag --engine.
func engineNames() []string { return append(plan.Names(), stagedEngine) }

// stages finds dissections in the stages of Knuth's program back-dissect, on
// several threads: each claims shifts of the first piece.
type stages struct {
	searches []*staged.Search
	lowered  *lower.Stages
	next     atomic.Int64 // the first shift that nobody has claimed
	err      error
}

func newStages(l *lower.Stages, threads int, show func(search.Progress)) *stages {
	s := &stages{lowered: l}
	for range threads {
		one := staged.NewSearch(l.Problem)
		one.Restrict(func(shift int) bool { return s.next.CompareAndSwap(int64(shift), int64(shift)+1) })
		s.searches = append(s.searches, one)
	}
	if show != nil {
		first := s.searches[0]
		first.Report(func(share float64) { show(search.Progress{Share: share, Solutions: first.Stats().Solutions}) })
	}
	return s
}

// Solutions gives the options of what is found.
func (s *stages) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		s.next.Store(0)
		var all []func(context.Context) iter.Seq[matrix.Solution]
		for _, one := range s.searches {
			all = append(all, func(ctx context.Context) iter.Seq[matrix.Solution] {
				return func(yield func(matrix.Solution) bool) {
					for found := range one.Solutions(ctx) {
						if !yield(s.lowered.Solution(found)) {
							return
						}
					}
				}
			})
		}
		s.err = search.Merge(ctx, all, yield)
	}
}

// Err returns why the last run ended before its time.
func (s *stages) Err() error { return s.err }

// Stats has no nodes or updates: the stages have counts of their own.
func (s *stages) Stats() search.Stats { return search.Stats{Solutions: s.counts().Solutions} }

// counts adds up what the threads have counted.
func (s *stages) counts() staged.Stats {
	total := s.searches[0].Stats()
	for _, one := range s.searches[1:] {
		part := one.Stats()
		total.CoveringShifts += part.CoveringShifts
		total.CoveringMappings += part.CoveringMappings
		total.SourcesForced += part.SourcesForced
		total.AllForced += part.AllForced
		total.Unsettled += part.Unsettled
		total.Solutions += part.Solutions
	}
	return total
}

func (s *stages) print(w io.Writer, form string) error {
	stats := s.counts()
	if form == "json" {
		return json.NewEncoder(w).Encode(stats)
	}
	for _, line := range []struct {
		what  string
		count int64
	}{
		{"legal shifts", int64(stats.Shifts)},
		{"sequences of shifts that cover", stats.CoveringShifts},
		{"sequences of mappings that cover", stats.CoveringMappings},
		{"left by forced moves of the first shape", stats.SourcesForced},
		{"left by all forced moves", stats.AllForced},
		{"of those, with cells to match", stats.Unsettled},
		{"solutions", stats.Solutions},
	} {
		if _, err := fmt.Fprintf(w, "%-40s %15d\n", line.what, line.count); err != nil {
			return err
		}
	}
	return nil
}
