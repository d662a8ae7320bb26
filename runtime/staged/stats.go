package staged

// Stats counts how far the search came, stage by stage. For a square that is
// rotated, and pieces of any size, they are the numbers of the seed's farewell
// line: the legal shifts, then its counters from counta to counte.
type Stats struct {
	// Shifts counts the legal shifts, those after which some motion takes a
	// source to a target.
	Shifts int `json:"shifts"`
	// CoveringShifts counts the sequences of shifts that can cover the targets,
	// each by any of its motions (counta).
	CoveringShifts int64 `json:"coveringShifts"`
	// CoveringMappings counts the sequences of mappings that cover all targets
	// and all sources (countb): the matching problems.
	CoveringMappings int64 `json:"coveringMappings"`
	// SourcesForced counts those without a contradiction after one pass over the
	// sources, in order, each making its move if it has only one (countc).
	SourcesForced int64 `json:"sourcesForced"`
	// AllForced counts those without a contradiction after all forced moves
	// (countd).
	AllForced int64 `json:"allForced"`
	// Unsettled counts those in which cells were left to be matched (counte).
	Unsettled int64 `json:"unsettled"`
	// Solutions counts the solutions found.
	Solutions int64 `json:"solutions"`
}

// Stats returns the effort of the run so far.
func (s *Search) Stats() Stats { return s.stats }
