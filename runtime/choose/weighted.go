package choose

import (
	"math"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// tallies counts for each item how often it ran dry. With a decay below 1 the
// last failure counts most: instead of shrinking all the others, each counts
// for more than the one before.
type tallies struct {
	tally []float64
	step  float64
	decay float64
}

func newTallies(a *arguments, p *matrix.Problem) (tallies, error) {
	decay, err := a.decay()
	return tallies{tally: make([]float64, p.Primary()), step: 1, decay: decay}, err
}

// Failed notes that an item ran dry.
func (t *tallies) Failed(i matrix.ItemID) {
	t.tally[i] += t.step
	if t.step /= t.decay; t.step > 1e100 {
		for k := range t.tally {
			t.tally[k] /= t.step
		}
		t.step = 1
	}
}

// Tallies returns what has been learned, in units of one failure now.
func (t *tallies) Tallies() []float64 {
	out := make([]float64, len(t.tally))
	for i, v := range t.tally {
		out[i] = v / t.step
	}
	return out
}

// SetTallies starts from what was learned before.
func (t *tallies) SetTallies(values []float64) {
	copy(t.tally, values)
	t.step = 1
}

// Weighted is MRV with ties to the item that has run dry most often so far, as
// in Knuth's program partial-latin-gad, for any problem.
type Weighted struct {
	tallies
}

// Choose implements [dlx.Chooser].
func (c *Weighted) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		switch {
		case n == 0:
			c.Failed(i)
			return i
		case n < fewest || n == fewest && c.tally[i] > c.tally[best]:
			best, fewest = i, n
		}
	}
	return best
}

func newWeighted(a *arguments, p *matrix.Problem) (dlx.Chooser, error) {
	t, err := newTallies(a, p)
	return &Weighted{t}, err
}

// DomWdeg chooses the item with the least ratio of branches to failures, one
// more than have been counted (after Boussemart, Hemery, Lecoutre and Sais,
// "Boosting systematic search by weighting constraints", ECAI 2004).
type DomWdeg struct {
	tallies
}

// Choose implements [dlx.Chooser].
func (c *DomWdeg) Choose(v dlx.View) matrix.ItemID {
	best, least := matrix.ItemID(-1), math.Inf(1)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n == 0 {
			c.Failed(i)
			return i
		}
		if n == 1 {
			best, least = i, -1 // forced, whatever its weight
			continue
		}
		if ratio := float64(n) / (1 + c.tally[i]/c.step); ratio < least {
			best, least = i, ratio
		}
	}
	return best
}

func newDomWdeg(a *arguments, p *matrix.Problem) (dlx.Chooser, error) {
	t, err := newTallies(a, p)
	return &DomWdeg{t}, err
}
