package learn

// tuning holds the parameters that measurements decided: conflicts to a first
// solution of nine hard squares with holes, of order 30 to 35, on four seeds
// each. Seeds alone differ by a seventh. What is more than that: to decide at first
// that options are true and not that they are false saves a fifth; so does to restart
// after Luby's sequence alone and not, by turns, when clauses get worse. To branch on
// the item with the fewest options for its weight, as dom/wdeg does, costs a third.
// Decays of .85 and .95 and units of 50 and 250 are as good as far as can be seen.
type tuning struct {
	initial int8    // first value of an option that is decided: 1 true, -1 false
	decay   float64 // of activities, a conflict
	noise   float64 // of the first activities
	luby    int64   // conflicts that 1 in Luby's sequence stands for
	reduce  int64   // conflicts to the first reduction, and more for each later one
	rephase int64   // conflicts to the first change of phases, and more for each later one
	changes string  // of phases, in turn; see [solver.rephase]
}

var standard = tuning{
	initial: 1, decay: .9, noise: 1e-6, luby: 100, reduce: 100, rephase: 1000, changes: "OIBRBF",
}
