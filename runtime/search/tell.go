package search

// Tell is told what a search does, as it happens, for people who follow a small one: at which level, what kind of
// thing, and the words for it.
type Tell func(level int, what What, words string)

// What is a kind of thing that a search tells.
type What string

// What there is to tell. Each search tells of some.
const (
	Branches    What = "branches"    // on what a node branches, or that it is a solution
	Moves       What = "moves"       // an option that is chosen, by a branch or because it is forced
	Prunes      What = "prunes"      // an option that is removed, by a filter or a nogood
	Domains     What = "domains"     // how many branches each active item has
	Matches     What = "matches"     // what is to be matched, and how that is done
	Subproblems What = "subproblems" // the parts that a matching falls into
	Shifts      What = "shifts"      // of a dissection: where a shape may lie
)

// Whats lists them.
func Whats() []What { return []What{Branches, Moves, Prunes, Domains, Matches, Subproblems, Shifts} }
