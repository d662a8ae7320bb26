package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"quadrille/lang/source"
)

// Dot writes the search tree as a graph for Graphviz: a node for each visit, with the item on which it branches, and
// an edge for each chosen option. Solutions have a double outline, and dead ends are boxes.
func (t *filmDocument) Dot(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph search {\n  label=%s\n  node [shape=ellipse]\n", quoteLabel(t.PageTitle, t.summaryText()))
	p := t.RecordedSearch.Problem
	for k, v := range t.RecordedSearch.Visits {
		label, shape := "", ""
		switch {
		case v.IsSolution && t.isDroppedSolution(k):
			label = "dropped"
		case v.IsSolution:
			label, shape = "solution", ", shape=doublecircle"
		case v.IsPruned:
			label, shape = "pruned", ", shape=box"
		default:
			label = p.Name(v.Item)
			if v.Branches == 0 {
				shape = ", shape=box"
			}
		}
		fmt.Fprintf(b, "  n%d [label=%s%s]\n", k, quoteLabel(label), shape)
		if v.Parent < 0 {
			continue
		}
		by := "none"
		if v.Option >= 0 {
			by = strings.Join(p.OptionItems(v.Option), " ")
		}
		fmt.Fprintf(b, "  n%d -> n%d [label=%s]\n", v.Parent, k, quoteLabel(by))
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// quoteLabel returns lines of text as a quoted label of Graphviz.
func quoteLabel(lines ...string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for k, line := range lines {
		lines[k] = escape.Replace(source.EscapeText(line))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
