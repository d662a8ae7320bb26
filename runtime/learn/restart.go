package learn

// restarts says when to begin again from the root: after as many conflicts as
// Luby's sequence says, 1 1 2 1 1 2 4 and so on, times a unit. The order of the options
// and their phases stay, and so the search soon comes to where it was, but by a
// better way.
type restarts struct {
	since int64 // conflicts since the last restart
	u, v  int64 // v is Luby's number
}

func newRestarts() restarts { return restarts{u: 1, v: 1} }

// due reports whether to restart now, and if so goes on in the sequence, by Knuth's
// reluctant doubling.
func (r *restarts) due(unit int64) bool {
	if r.since < r.v*unit {
		return false
	}
	r.since = 0
	if r.u&-r.u == r.v {
		r.u++
		r.v = 1
	} else {
		r.v *= 2
	}
	return true
}
