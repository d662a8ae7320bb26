package main

import (
	"fmt"
	"io"
	"strings"

	"quadrille/compile"
	"quadrille/compile/reduce"
)

// widestStatement is how much of a statement a table shows.
const widestStatement = 48

// explainMade prints what each statement lowers to, and what the passes take
// away.
func explainMade(w io.Writer, program *compile.Program, reduced *reduce.Result) {
	fmt.Fprintf(w, "%-*s %10s %10s\n", widestStatement, "statement", "items", "options")
	for _, m := range program.Made {
		at := m.Span.File.Position(m.Span.Start)
		text := strings.Join(strings.Fields(m.Span.File.Slice(m.Span.Range)), " ")
		text = shortened(fmt.Sprintf("%d: %s", at.Line, text), widestStatement)
		fmt.Fprintf(w, "%-*s %10d %10d\n", widestStatement, text, m.Items, m.Options)
	}
	p := program.Problem
	fmt.Fprintf(w, "%-*s %10d %10d\n", widestStatement, "all", p.Items(), p.Options())
	for _, pass := range reduced.Passes {
		fmt.Fprintf(w, "%-*s %10d %10d\n", widestStatement, "pass "+pass.Name, -pass.Items, -pass.Options)
	}
	if len(reduced.Passes) > 0 {
		fmt.Fprintf(w, "%-*s %10d %10d\n", widestStatement, "left", reduced.Problem.Items(), reduced.Problem.Options())
	}
	if program.Symmetry != nil {
		fmt.Fprintln(w, program.Symmetry)
	}
}

func shortened(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width {
		return text
	}
	return string(runes[:width-1]) + "…"
}
