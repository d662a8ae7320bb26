package sparse

import "quadrille/runtime/matrix"

// killers are the items that ran dry when an option was chosen, the last one
// first; none behind them. Most options that fail do so because of the same few
// items next to them (the killer heuristic of chess programs), and to look at
// those takes far less time than to hide options until one of them runs dry.
//
// Killers depend on what has been visited before, but they change nothing but the
// time it takes: whether an item will be short is told by the way to a node.
type killers [4]int32

func newKillers(p *matrix.Problem) []killers {
	out := make([]killers, p.Options())
	for k := range out {
		out[k] = killers{none, none, none, none}
	}
	return out
}

// add puts an item in front.
func (k *killers) add(i int32) {
	copy(k[1:], k[:])
	k[0] = i
}

// killed reports whether a killer of option o will be short once o has been
// committed. The items of o have been counted down. If it returns false, some
// other item may be short, and even a killer if options are hidden for another
// reason than an item that they hold.
func (s *Search) killed(o matrix.OptionID) bool {
	list := &s.killers[o]
	for k, i := range list {
		if i == none {
			return false
		}
		if s.edges[i].low > s.base[i] && s.blocked(i) {
			list[0], list[k] = list[k], list[0]
			return true
		}
	}
	return false
}

// blocked reports whether every option in the set of item i will be hidden.
func (s *Search) blocked(i int32) bool {
	for _, x := range s.sets[s.base[i]:s.edges[i].end] {
		if !s.closed(x) {
			return false
		}
	}
	return true
}

// closed reports whether the option of node x holds an item that must not be
// covered again.
func (s *Search) closed(x int32) bool {
	for _, n := range s.option(x) {
		if s.bound[n.item] == 0 {
			return true
		}
	}
	return false
}
