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

func newMRV(a chooserArguments, p *matrix.Problem) (Chooser, error) {
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

// rankedMRV chooses like [MRV], and among equals the item with the greatest weight. It holds the
// weight of each primary item.
type rankedMRV []float64

// Choose implements [dlx.Chooser].
func (weight rankedMRV) Choose(v View) matrix.ItemID {
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

// preferredMRV prefers a set of items: it chooses among them by MRV as long as any is active, and
// another item only if that has at most one branch. Knuth's program dlx2 does so for items whose
// names begin with a sharp sign.
type preferredMRV struct {
	preferred []bool // by primary item
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

// newSharp returns the chooser that prefers the family of items given by the parameter family.
// Without it, it prefers items whose names begin with a letter or a sharp sign, because cells are
// named by coordinates and pieces by words.
func newSharp(a chooserArguments, p *matrix.Problem) (Chooser, error) {
	group := a.valueOr("family", "")
	c, known := preferredMRV{make([]bool, p.PrimaryCount())}, group == ""
	for i := range c.preferred {
		name := p.Name(matrix.ItemID(i))
		if group == "" {
			c.preferred[i] = strings.HasPrefix(name, "#") || strings.IndexFunc(name, unicode.IsLetter) == 0
		} else if nameGroup(name) == group {
			c.preferred[i], known = true, true
		}
	}
	if !known {
		return nil, fmt.Errorf("there is no primary item of a family %.60q", group)
	}
	return c, nil
}

// randomItem chooses at random, among the items with the fewest branches or among all. The choice
// depends only on the seed and the choices on the way to the node, so that all threads have the
// same tree.
type randomItem struct {
	seed    uint64
	anyItem bool // choose among all active items, and not only among those with the fewest branches
}

// Choose implements [dlx.Chooser].
func (c randomItem) Choose(v View) matrix.ItemID {
	state := v.Hash() ^ c.seed
	if c.anyItem {
		state = matrix.MixHash(state)
	}
	best, fewest, equals := matrix.ItemID(-1), int32(math.MaxInt32), uint64(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		if n == 0 {
			return i
		}
		if c.anyItem {
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

// FailureLearner chooses by the number of failures of each item: how often the item had no option left. The choice at a
// node depends on the nodes visited before, so several threads cannot share a learner, and with a learner each they
// would walk different trees. With a decay below 1 recent failures count more: each failure adds a larger increment
// than the one before, which has the same effect as lowering all earlier counts.
//
// Without byRatio the learner is MRV that breaks ties by the most failures, as in Knuth's program partial-latin-gad.
// With byRatio, it chooses the item with the least ratio of branches to failures plus one (after Boussemart, Hemery,
// Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
type FailureLearner struct {
	failures  []float64 // failures of each item, each weighted with the increment of its time
	increment float64   // amount that the next failure adds
	decay     float64   // factor between the weights of a failure and the next one, from 0 to 1
	byRatio   bool      // choose by the ratio of branches to failures
}

// learnerMaker returns a function that makes a FailureLearner.
func learnerMaker(ratio bool) func(chooserArguments, *matrix.Problem) (Chooser, error) {
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
		i = c.itemOfLeastRatio(v)
	} else {
		i = rankedMRV(c.failures).Choose(v)
	}
	if i >= 0 && v.Branches(i) == 0 {
		c.CountFailure(i)
	}
	return i
}

func (c *FailureLearner) itemOfLeastRatio(v View) matrix.ItemID {
	best, least := matrix.ItemID(-1), math.Inf(1)
	for i := v.First(); i >= 0; i = v.Next(i) {
		switch n := v.Branches(i); n {
		case 0:
			return i
		case 1:
			best, least = i, -1 // forced, whatever its failures
		default:
			if ratio := float64(n) / (1 + c.failures[i]/c.increment); ratio < least {
				best, least = i, ratio
			}
		}
	}
	return best
}

// CountFailure counts a failure of an item that a filter has found before the chooser runs.
func (c *FailureLearner) CountFailure(i matrix.ItemID) {
	c.failures[i] += c.increment
	if c.increment /= c.decay; c.increment > 1e100 {
		c.failures, c.increment = c.FailureCounts(), 1
	}
}

// FailureCounts returns the failure counts of all items. A failure that happens now counts 1, earlier ones less.
func (c *FailureLearner) FailureCounts() []float64 {
	out := make([]float64, len(c.failures))
	for i, v := range c.failures {
		out[i] = v / c.increment
	}
	return out
}

// SetFailureCounts sets the failure counts to values that FailureCounts of an earlier run returned.
func (c *FailureLearner) SetFailureCounts(values []float64) {
	copy(c.failures, values)
	c.increment = 1
}

// phaseChooser uses one chooser at the first levels, and another one from a certain level on.
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

func newPhase(a chooserArguments, p *matrix.Problem) (Chooser, error) {
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
