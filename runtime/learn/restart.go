package learn

// average is an exponential moving average that is not biased towards 0 at its
// beginning.
type average struct {
	value, weight, rate float64
}

func (a *average) add(x float64) {
	a.value += a.rate * (x - a.value)
	a.weight += a.rate * (1 - a.weight)
}

func (a *average) mean() float64 {
	if a.weight == 0 {
		return 0
	}
	return a.value / a.weight
}

// restarts says when to begin again from the root. There are two modes
// by turns. In the quick mode the search restarts when the clauses learned of late
// have more levels than usual. In the stable mode it restarts after Luby's
// numbers of conflicts, and decides as in the longest trail it has seen.
type restarts struct {
	stable      bool
	fast, slow  average
	since       int64 // conflicts since the last restart
	u, v        int64 // Luby's sequence
	modeEnd     int64 // when this mode ends: in conflicts, later in updates
	modeBegan   int64
	turns       int64
	modeUpdates int64 // how long the first turn took
}

func newRestarts() restarts {
	return restarts{
		fast: average{rate: 1. / 33},
		slow: average{rate: 1e-5},
		u:    1, v: 1,
	}
}

// count notes the levels of a learned clause.
func (r *restarts) count(levels uint32) {
	r.since++
	r.fast.add(float64(levels))
	r.slow.add(float64(levels))
}

// due reports whether to restart now.
func (r *restarts) due(t *tuning) bool {
	if r.stable {
		if r.since < r.v*t.luby {
			return false
		}
		r.next()
		return true
	}
	return r.since >= t.least && r.fast.mean() > t.margin*r.slow.mean()
}

// next goes on in Luby's sequence 1 1 2 1 1 2 4, by Knuth's reluctant doubling.
func (r *restarts) next() {
	if r.u&-r.u == r.v {
		r.u++
		r.v = 1
	} else {
		r.v *= 2
	}
}

// turn changes the mode when its time is up. The first turn lasts for so many conflicts,
// each later pair quadratically longer, in updates.
func (r *restarts) turn(t *tuning, conflicts, updates int64) bool {
	if t.modes != both {
		r.stable = t.modes == stableOnly
		return false
	}
	if r.turns == 0 {
		if conflicts < t.firstTurn {
			return false
		}
		r.modeUpdates = updates
	} else if updates < r.modeEnd {
		return false
	}
	r.turns++
	k := r.turns/2 + 1
	r.modeEnd = updates + r.modeUpdates*k*k
	r.stable = !r.stable
	r.u, r.v = 1, 1
	return true
}
