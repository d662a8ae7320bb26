package dlx

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"quadrille/runtime/matrix"
)

// FirstItem chooses the first active item in the list.
type FirstItem struct{}

// Choose implements [dlx.Chooser].
func (FirstItem) Choose(v View) matrix.ItemID { return v.First() }

// MRV chooses the item with the fewest branches left (minimum remaining
// values, the S heuristic of the paper), the first one in the list among
// equals.
type MRV struct{}

// Choose implements [dlx.Chooser].
func (MRV) Choose(v View) matrix.ItemID {
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

// NeededFirst chooses as [MRV] does, among the items that must still be covered as long as there are any. It suits
// problems with a goal, because a further option of another item only adds its cost.
type NeededFirst struct{}

// Choose implements [dlx.Chooser].
func (NeededFirst) Choose(v View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int32(math.MaxInt32)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); n == 0 {
			return i
		} else if n < fewest && v.coversNeeded(i) > 0 {
			best, fewest = i, n
		}
	}
	if best < 0 {
		return v.First()
	}
	return best
}

func newMRVChooser(a chooserArguments, p *matrix.Problem) (Chooser, error) {
	switch ties := a.valueOr("ties", "first"); ties {
	case "first":
		return MRV{}, nil
	case "organ-pipe", "degree":
		order, err := ItemOrder(ties, p, a.seed)
		c := make(weightedMRV, len(order))
		for place, i := range order {
			c[i] = -float64(place)
		}
		return c, err
	case "random":
		return randomChooser{seed: a.seed}, nil
	default:
		return nil, fmt.Errorf("ties is one of first, organ-pipe, degree, random, and not %q", ties)
	}
}

// weightedMRV chooses an item with the fewest branches, and among several the one with the greatest weight. The slice
// holds the weight of each primary item.
type weightedMRV []float64

// Choose implements [dlx.Chooser].
func (weight weightedMRV) Choose(v View) matrix.ItemID {
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

// preferredMRV chooses by [MRV] among a set of preferred items as long as any is active. It chooses another item only
// if that item has at most one branch. Knuth's program dlx2 prefers items in this way if their names begin with a sharp
// sign.
type preferredMRV struct {
	preferred []bool // whether an item is preferred, by primary item
}

// Choose implements [dlx.Chooser].
func (c preferredMRV) Choose(v View) matrix.ItemID {
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

// newSharpChooser returns the chooser "sharp". It prefers the items of the family that the parameter family names.
// Without the parameter, it prefers items whose names begin with a letter or a sharp sign, because cells are named by
// coordinates and pieces by words.
func newSharpChooser(a chooserArguments, p *matrix.Problem) (Chooser, error) {
	group := a.valueOr("family", "")
	c, known := preferredMRV{make([]bool, p.PrimaryCount())}, group == ""
	for i := range c.preferred {
		name := p.Name(matrix.ItemID(i))
		if group == "" {
			c.preferred[i] = strings.HasPrefix(name, "#") || strings.IndexFunc(name, unicode.IsLetter) == 0
		} else if namePrefix(name) == group {
			c.preferred[i], known = true, true
		}
	}
	if !known {
		return nil, fmt.Errorf("there is no primary item of a family %.60q", group)
	}
	return c, nil
}

// randomChooser chooses an item at random, among the items with the fewest branches or among all items. The choice
// depends only on the seed and on the choices on the way to the node, so that all threads search the same tree.
type randomChooser struct {
	seed          uint64
	amongAllItems bool // choose among all active items, and not only among those with the fewest branches
}

// Choose implements [dlx.Chooser].
func (c randomChooser) Choose(v View) matrix.ItemID {
	state := v.Hash() ^ c.seed
	if c.amongAllItems {
		state = matrix.MixHash(state)
	}
	best, fewest, equals := matrix.ItemID(-1), int32(math.MaxInt32), uint64(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n == 0 {
			return i
		}
		if c.amongAllItems {
			n = 1
		}
		if n < fewest {
			best, fewest, equals = i, n, 1
		} else if n == fewest {
			equals++
			if state = matrix.MixHash(state); state%equals == 0 {
				best = i // the k-th item replaces the best one with probability 1/k, so that all are equally likely
			}
		}
	}
	return best
}

// FailureLearner chooses items by their numbers of failures. An item fails if it has no option left. The choice at a
// node depends on the nodes visited before. So several threads cannot share a learner, and if each had its own they
// would search different trees. If the decay factor is below 1, recent failures count more: each failure adds a larger
// increment than the one before. The effect is the same as reducing all earlier counts.
//
// Without byRatio the learner chooses by [MRV], and among several items by the most failures, as Knuth's program
// partial-latin-gad does. With byRatio, it chooses the item with the least ratio of branches to failures plus one
// (after Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
type FailureLearner struct {
	failureCounts []float64 // failure count of each item; later failures add larger increments
	nextIncrement float64   // number that the next failure adds to the count of its item
	decayFactor   float64   // factor by which a count loses weight with each later failure, above 0 and at most 1
	byRatio       bool      // choose by the ratio of branches to failures
}

// failureLearnerMaker returns a function that makes a FailureLearner, with byRatio set to ratio.
func failureLearnerMaker(ratio bool) func(chooserArguments, *matrix.Problem) (Chooser, error) {
	return func(a chooserArguments, p *matrix.Problem) (Chooser, error) {
		decay, err := strconv.ParseFloat(a.valueOr("decay", "1"), 64)
		if err != nil || !(decay > 0 && decay <= 1) {
			return nil, errors.New("decay is a number above 0 and up to 1")
		}
		return &FailureLearner{make([]float64, p.PrimaryCount()), 1, decay, ratio}, nil
	}
}

// Choose implements [dlx.Chooser].
func (c *FailureLearner) Choose(v View) matrix.ItemID {
	var i matrix.ItemID
	if c.byRatio {
		i = c.itemOfLeastFailureRatio(v)
	} else {
		i = weightedMRV(c.failureCounts).Choose(v)
	}
	if i >= 0 && v.Branches(i) == 0 {
		c.CountFailure(i)
	}
	return i
}

func (c *FailureLearner) itemOfLeastFailureRatio(v View) matrix.ItemID {
	best, least := matrix.ItemID(-1), math.Inf(1)
	for i := v.First(); i >= 0; i = v.Next(i) {
		switch n := v.Branches(i); n {
		case 0:
			return i
		case 1:
			best, least = i, -1 // an item without a choice is taken at once, whatever its failures
		default:
			if ratio := float64(n) / (1 + c.failureCounts[i]/c.nextIncrement); ratio < least {
				best, least = i, ratio
			}
		}
	}
	return best
}

// CountFailure counts a failure of an item that a filter has detected, before the chooser runs.
func (c *FailureLearner) CountFailure(i matrix.ItemID) {
	c.failureCounts[i] += c.nextIncrement
	if c.nextIncrement /= c.decayFactor; c.nextIncrement > 1e100 {
		c.failureCounts, c.nextIncrement = c.FailureCounts(), 1
	}
}

// FailureCounts returns the failure counts of all items, scaled so that the next failure would count 1.
func (c *FailureLearner) FailureCounts() []float64 {
	out := make([]float64, len(c.failureCounts))
	for i, v := range c.failureCounts {
		out[i] = v / c.nextIncrement
	}
	return out
}

// SetFailureCounts sets the failure counts to values that FailureCounts of an earlier run returned.
func (c *FailureLearner) SetFailureCounts(values []float64) {
	copy(c.failureCounts, values)
	c.nextIncrement = 1
}

// phaseChooser uses one chooser above a certain level of the search tree, and another one from that level on.
type phaseChooser struct {
	firstChooser, laterChooser Chooser
	switchLevel                int // first level at which laterChooser is used
}

// Choose implements [dlx.Chooser].
func (c *phaseChooser) Choose(v View) matrix.ItemID {
	if v.Level() < c.switchLevel {
		return c.firstChooser.Choose(v)
	}
	return c.laterChooser.Choose(v)
}

func newPhaseChooser(a chooserArguments, p *matrix.Problem) (Chooser, error) {
	level, err := strconv.Atoi(a.valueOr("level", ""))
	if err != nil || level < 0 {
		return nil, errors.New("level is a number, 0 or more, and must be given")
	}
	var inner [2]Chooser
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
