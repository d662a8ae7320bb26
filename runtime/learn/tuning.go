package learn

// tuning holds the parameters that measurements decided.
type tuning struct {
	initial   int8    // first value of an option that is decided
	decay     float64 // of activities, a conflict
	noise     float64 // of the first activities
	modes     modes
	firstTurn int64   // conflicts of the first quick mode
	luby      int64   // conflicts that 1 in Luby's sequence stands for
	least     int64   // conflicts between restarts in the quick mode
	margin    float64 // by how much recent clauses have more levels than usual at a restart
	reduce    int64   // conflicts to the first reduction, and more for each later one
	rephase   int64   // conflicts to the first change of phases, and more for each later one
	pattern   string  // of changes
	shrink    bool
}

type modes uint8

const (
	both modes = iota
	quickOnly
	stableOnly
)

var standard = tuning{
	initial: -1, decay: .95, noise: 1e-6,
	modes: both, firstTurn: 1000, luby: 1024, least: 2, margin: 1.1,
	reduce: 300, rephase: 1000, pattern: "OIBRBF", shrink: true,
}
