package search

// Tracer receives each event of a small search, for a human reader. Its arguments are the level,
// the kind of the event, and a description in words.
type Tracer func(level int, what EventKind, words string)

// EventKind is a kind of event in a search.
type EventKind string

// The kinds of events. An engine or a filter reports only some of them.
const (
	Branches    EventKind = "branches"    // the item on which a node branches, or that the node is a solution
	Moves       EventKind = "moves"       // an option that is chosen, by a branch or because it is forced
	Prunes      EventKind = "prunes"      // an option that is removed, by a filter or a nogood
	Domains     EventKind = "domains"     // the number of branches of each active item
	Matches     EventKind = "matches"     // the items to be matched, and the item with which each is matched now
	Subproblems EventKind = "subproblems" // the parts of the graph of a matching that are matched separately
	Shifts      EventKind = "shifts"      // in a dissection: the possible positions of a shape
)

// EventKinds lists the kinds of events.
func EventKinds() []EventKind {
	return []EventKind{Branches, Moves, Prunes, Domains, Matches, Subproblems, Shifts}
}
