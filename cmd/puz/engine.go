package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"quadrille/compile/lower"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/staged"
)

// engine is what finds solutions.
type engine interface {
	Solutions(context.Context) iter.Seq[matrix.Solution]
	Err() error
	Stats() dlx.Stats
}

// Engines by the names of the flag --engine.
const (
	autoEngine   = "auto"
	linksEngine  = "links"
	stagedEngine = "staged"
)

// stages finds dissections in the stages of Knuth's program back-dissect.
type stages struct {
	*staged.Search
	lowered *lower.Stages
}

func newStages(s *lower.Stages) *stages { return &stages{staged.NewSearch(s.Problem), s} }

// Solutions gives the options of what is found.
func (s *stages) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		for found := range s.Search.Solutions(ctx) {
			if !yield(s.lowered.Solution(found)) {
				return
			}
		}
	}
}

// Stats has no nodes or updates: the stages have counts of their own.
func (s *stages) Stats() dlx.Stats { return dlx.Stats{Solutions: s.Search.Stats().Solutions} }

func (s *stages) print(w io.Writer, form string) error {
	stats := s.Search.Stats()
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
