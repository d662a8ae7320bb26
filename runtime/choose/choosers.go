package choose

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// FirstItem chooses the first active item in the list.
type FirstItem struct{}

// Choose implements [dlx.Chooser].
func (FirstItem) Choose(v dlx.View) matrix.ItemID { return v.First() }

// MRV chooses the item with the fewest branches left (minimum remaining
// values, the S heuristic of the paper), the first one in the list among
// equals.
type MRV struct{}

// Choose implements [dlx.Chooser].
func (MRV) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); n < fewest {
			if n == 0 {
				return i
			}
			best, fewest = i, n
		}
	}
	return best
}

func newMRV(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
	switch ties := a.valueOr("ties", "first"); ties {
	case "first":
		return MRV{}, nil
	case "organ-pipe", "degree":
		order, err := ItemOrder(ties, p, a.seed)
		c := make(rankedMRV, len(order))
		for place, i := range order {
			c[i] = -float64(place)
		}
		return c, err
	case "random":
		return randomItem{seed: a.seed}, nil
	default:
		return nil, fmt.Errorf("ties is one of first, organ-pipe, degree, random, and not %q", ties)
	}
}

// rankedMRV is MRV with ties to the item of the greatest weight.
type rankedMRV []float64

// Choose implements [dlx.Chooser].
func (weight rankedMRV) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n == 0 {
			return i
		}
		if n < fewest || n == fewest && weight[i] > weight[best] {
			best, fewest = i, n
		}
	}
	return best
}

// preferSome prefers some items: it chooses among them, by MRV, as long as there are
// any, and another item only if that has one branch at most. Knuth's program
// dlx2 has the like for items whose names begin with a sharp sign.
type preferSome struct {
	preferred []bool // by primary item
}

// Choose implements [dlx.Chooser].
func (c preferSome) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int64(math.MaxInt64)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := int64(v.Branches(i))
		if n == 0 {
			return i
		}
		if n > 1 && !c.preferred[i] {
			n += math.MaxInt32
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// newSharp prefers the group of items that the parameter family names, or, since cells
// are called by their coordinates and pieces by their names, names that begin with a
// letter or a sharp sign.
func newSharp(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
	group := a.valueOr("family", "")
	c, known := preferSome{make([]bool, p.PrimaryCount())}, group == ""
	for i := range c.preferred {
		name := p.Name(matrix.ItemID(i))
		if group == "" {
			c.preferred[i] = strings.HasPrefix(name, "#") || strings.IndexFunc(name, unicode.IsLetter) == 0
		} else if groupOf(name) == group {
			c.preferred[i], known = true, true
		}
	}
	if !known {
		return nil, fmt.Errorf("there is no primary item of a family %.60q", group)
	}
	return c, nil
}

// randomItem chooses at random among the items with the fewest branches, or among all. What
// it chooses at a node depends on the seed and the choices on the way there alone, so
// that several threads agree.
type randomItem struct {
	seed uint64
	any  bool
}

// Choose implements [dlx.Chooser].
func (c randomItem) Choose(v dlx.View) matrix.ItemID {
	state := v.Hash() ^ c.seed
	if c.any {
		state = matrix.MixHash(state)
	}
	best, fewest, equals := matrix.ItemID(-1), int32(math.MaxInt32), uint64(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n == 0 {
			return i
		}
		if c.any {
			n = 1
		}
		if n < fewest {
			best, fewest, equals = i, n, 1
		} else if n == fewest {
			equals++
			if state = matrix.MixHash(state); state%equals == 0 {
				best = i // the k-th of them replaces the choice with chance 1/k
			}
		}
	}
	return best
}

// FailureLearner counts for each item how often it ran dry. What it chooses at a node depends on
// the nodes before, so several threads cannot share one, and would not cut the same tree.
// With a decay below 1 the last failure counts most: instead of shrinking all the others,
// each counts for more than the one before.
//
// It is MRV with ties to the item that has run dry most often, as in Knuth's program
// partial-latin-gad; or, with ratio, it chooses the item with the least ratio of
// branches to failures, one more than have been counted (after Boussemart, Hemery,
// Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
type FailureLearner struct {
	failures  []float64
	increment float64
	decay     float64
	ratio     bool
}

// learnerMaker returns what makes a learner.
func learnerMaker(ratio bool) func(arguments, *matrix.Problem) (dlx.Chooser, error) {
	return func(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
		decay, err := strconv.ParseFloat(a.valueOr("decay", "1"), 64)
		if err != nil || !(decay > 0 && decay <= 1) {
			return nil, errors.New("decay is a number above 0 and up to 1")
		}
		return &FailureLearner{make([]float64, p.PrimaryCount()), 1, decay, ratio}, nil
	}
}

// Choose implements [dlx.Chooser].
func (c *FailureLearner) Choose(v dlx.View) matrix.ItemID {
	var i matrix.ItemID
	if c.ratio {
		i = c.leastRatio(v)
	} else {
		i = rankedMRV(c.failures).Choose(v)
	}
	if i >= 0 && v.Branches(i) == 0 {
		c.CountFailure(i)
	}
	return i
}

func (c *FailureLearner) leastRatio(v dlx.View) matrix.ItemID {
	best, least := matrix.ItemID(-1), math.Inf(1)
	for i := v.First(); i >= 0; i = v.Next(i) {
		switch n := v.Branches(i); n {
		case 0:
			return i
		case 1:
			best, least = i, -1 // forced, whatever its weight
		default:
			if ratio := float64(n) / (1 + c.failures[i]/c.increment); ratio < least {
				best, least = i, ratio
			}
		}
	}
	return best
}

// CountFailure notes that an item ran dry, for filters that see it before the chooser.
func (c *FailureLearner) CountFailure(i matrix.ItemID) {
	c.failures[i] += c.increment
	if c.increment /= c.decay; c.increment > 1e100 {
		c.failures, c.increment = c.FailureCounts(), 1
	}
}

// FailureCounts returns what has been learned of each item, in units of one failure now.
func (c *FailureLearner) FailureCounts() []float64 {
	out := make([]float64, len(c.failures))
	for i, v := range c.failures {
		out[i] = v / c.increment
	}
	return out
}

// SetFailureCounts starts from what has been learned before.
func (c *FailureLearner) SetFailureCounts(values []float64) {
	copy(c.failures, values)
	c.increment = 1
}

// phaseChooser uses one chooser at the levels before level, and another one from there
// on, when few choices are left.
type phaseChooser struct {
	before, after dlx.Chooser
	level         int
}

// Choose implements [dlx.Chooser].
func (c *phaseChooser) Choose(v dlx.View) matrix.ItemID {
	if v.Level() < c.level {
		return c.before.Choose(v)
	}
	return c.after.Choose(v)
}

func newPhase(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
	level, err := strconv.Atoi(a.valueOr("level", ""))
	if err != nil || level < 0 {
		return nil, errors.New("level is a number, 0 or more, and must be given")
	}
	var inner [2]dlx.Chooser
	for k, spec := range []string{a.valueOr("before", DefaultChooser), a.valueOr("after", "first")} {
		if inner[k], err = NewChooser(spec, p, a.seed); err != nil {
			return nil, err
		}
		if _, learns := inner[k].(*FailureLearner); learns {
			return nil, errors.New("choosers that learn have no phases")
		}
	}
	return &phaseChooser{inner[0], inner[1], level}, nil
}
