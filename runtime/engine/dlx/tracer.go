package dlx

import (
	"fmt"
	"strings"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// traceOption reports an event about an option at the current level.
func (s *LinkSearch) traceOption(what search.EventKind, how string, o matrix.OptionID) {
	s.settings.Tracer(len(s.branchPath), what, how+strings.Join(s.problem.OptionItems(o), " "))
}

// traceBranch reports the remaining options of each active item, and the item on which a node branches.
func (s *LinkSearch) traceBranch(level int, i matrix.ItemID) {
	v, active, domains := View{s}, 0, ""
	for k := v.First(); k >= 0; k = v.Next(k) {
		active++
		domains += fmt.Sprintf(" %s(%d)", s.problem.Name(k), v.Branches(k))
	}
	s.settings.Tracer(level, search.Domains, "domains:"+domains)
	words, name := "", s.problem.Name(i)
	switch n := v.Branches(i); n {
	case 0:
		words = name + " cannot be covered any more"
	case 1:
		words = fmt.Sprintf("%s, 1 of %d items, has 1 branch", name, active)
	default:
		words = fmt.Sprintf("%s, 1 of %d items, has %d branches", name, active, n)
	}
	s.settings.Tracer(level, search.Branches, fmt.Sprintf("level %d: %s", level, words))
}

// Trace reports an event of a filter to the tracer of the search. The function words returns the text of the event; it
// is called only if there is a tracer.
func (n *Node) Trace(what search.EventKind, words func() string) {
	if tell := n.search.settings.Tracer; tell != nil {
		tell(n.Level(), what, words())
	}
}
