package dlx

import "quadrille/runtime/matrix"

// Filter prunes options that are in no solution below a node. Prune is called
// once a node that has active items, before the chooser; it returns false if
// the node has no solution below it. What it removes comes back when the search
// leaves the node, so a filter that keeps nothing of its own need undo nothing.
//
// A filter must be right: an option that it removes must not be in any solution
// with the options chosen so far. Then it never changes the set of solutions.
type Filter interface {
	Prune(*Node) bool
}

// Node is a search node as a filter sees it: a view of which it may remove
// options.
type Node struct {
	View
}

// Remove takes an option out of the lists of all its items, until the search
// leaves the node. The option must be one that View.Options has given at this
// node, and must not have been removed since; an option is removed between two
// runs over Options, not during one.
func (n *Node) Remove(o matrix.OptionID) {
	s := n.search
	x := s.firstNode(o)
	s.prune(x)
	s.pruned = append(s.pruned, x)
}

// filter lets the filter prune at a node. It returns false if there is no
// solution below.
func (s *Search) filter(level int) bool {
	before := s.updates
	ok := s.options.Filter.Prune(&s.node)
	s.stats.Profile[level].Updates += s.updates - before
	return ok
}

// restore puts back the options pruned since mark.
func (s *Search) restore(mark int) {
	for len(s.pruned) > mark {
		last := len(s.pruned) - 1
		s.unprune(s.pruned[last])
		s.pruned = s.pruned[:last]
	}
}
