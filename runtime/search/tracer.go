package search

// Tracer is told what a search does, as it happens, for people who follow a small one: at which level, what kind of
// thing, and the words for it.
type Tracer func(level int, what EventKind, words string)

// EventKind is a kind of thing that a search tells.
type EventKind string

// What there is to tell. Each search tells of some.
const (
	Branches    EventKind = "branches"    // on what a node branches, or that it is a solution
	Moves       EventKind = "moves"       // an option that is chosen, by a branch or because it is forced
	Prunes      EventKind = "prunes"      // an option that is removed, by a filter or a nogood
	Domains     EventKind = "domains"     // how many branches each active item has
	Matches     EventKind = "matches"     // what is to be matched, and how that is done
	Subproblems EventKind = "subproblems" // the parts that a matching falls into
	Shifts      EventKind = "shifts"      // of a dissection: where a shape may lie
)

// EventKinds lists them.
func EventKinds() []EventKind {
	return []EventKind{Branches, Moves, Prunes, Domains, Matches, Subproblems, Shifts}
}
