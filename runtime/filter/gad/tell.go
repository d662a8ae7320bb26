package gad

import (
	"fmt"
	"strings"

	"quadrille/runtime/dlx"
	"quadrille/runtime/search"
)

// tellMatching tells of part k, whose open items are those of m: each with the partners that it can have, or, once it is
// matched, with the one that it has.
func (f *Filter) tellMatching(n *dlx.Node, k int32, m *matching, matched bool) {
	if len(m.open) == 0 {
		return
	}
	n.Tell(search.Matches, func() string {
		right := f.problem.Matchings()[f.parts[k].matching].Right
		text := fmt.Sprintf("problem %d:", k)
		if matched {
			text = fmt.Sprintf("problem %d is matched:", k)
		}
		for _, g := range m.open {
			text += " " + f.problem.Name(m.left[g])
			if matched {
				text += "–" + f.problem.Name(right[m.mate[g]])
				continue
			}
			for b := range m.rows[g].Each {
				text += "–" + f.problem.Name(right[b])
			}
		}
		return text
	})
}

// tellParts tells of the parts from one on, into which part k has fallen.
func (f *Filter) tellParts(n *dlx.Node, k int32, from int) {
	for at, part := range f.parts[from:] {
		n.Tell(search.Subproblems, func() string {
			var names []string
			for _, g := range part.left {
				names = append(names, f.problem.Name(f.matchings[part.matching].left[g]))
			}
			return fmt.Sprintf("problem %d, a part of %d: %s", from+at, k, strings.Join(names, " "))
		})
	}
}
