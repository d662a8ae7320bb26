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

// First chooses the first active item in the list.
type First struct{}

// Choose implements [dlx.Chooser].
func (First) Choose(v dlx.View) matrix.ItemID { return v.First() }

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
	switch ties := a.get("ties", "first"); ties {
	case "first":
		return MRV{}, nil
	case "organ-pipe", "degree":
		order, err := Order(ties, p, a.seed)
		c := make(ranked, len(order))
		for place, i := range order {
			c[i] = -float64(place)
		}
		return c, err
	case "random":
		return random{seed: a.seed}, nil
	default:
		return nil, fmt.Errorf("ties is one of first, organ-pipe, degree, random, and not %q", ties)
	}
}

// ranked is MRV with ties to the item of the greatest weight.
type ranked []float64

// Choose implements [dlx.Chooser].
func (weight ranked) Choose(v dlx.View) matrix.ItemID {
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

// sharp prefers some items: it chooses among them, by MRV, as long as there are
// any, and another item only if that has one branch at most. Knuth's program
// dlx2 has the like for items whose names begin with a sharp sign.
type sharp struct {
	preferred []bool // by primary item
}

// Choose implements [dlx.Chooser].
func (c sharp) Choose(v dlx.View) matrix.ItemID {
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
	group := a.get("family", "")
	c, known := sharp{make([]bool, p.Primary())}, group == ""
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

// random chooses at random among the items with the fewest branches, or among all. What
// it chooses at a node depends on the seed and the choices on the way there alone, so
// that several threads agree.
type random struct {
	seed uint64
	any  bool
}

// Choose implements [dlx.Chooser].
func (c random) Choose(v dlx.View) matrix.ItemID {
	state := v.Hash() ^ c.seed
	if c.any {
		state = matrix.Mix(state)
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
			if state = matrix.Mix(state); state%equals == 0 {
				best = i // the k-th of them replaces the choice with chance 1/k
			}
		}
	}
	return best
}

// Learner counts for each item how often it ran dry. What it chooses at a node depends on
// the nodes before, so several threads cannot share one, and would not cut the same tree.
// With a decay below 1 the last failure counts most: instead of shrinking all the others,
// each counts for more than the one before.
//
// It is MRV with ties to the item that has run dry most often, as in Knuth's program
// partial-latin-gad; or, with ratio, it chooses the item with the least ratio of
// branches to failures, one more than have been counted (after Boussemart, Hemery,
// Lecoutre and Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
type Learner struct {
	tally []float64
	step  float64
	decay float64
	ratio bool
}

// newLearner returns what makes a learner.
func newLearner(ratio bool) func(arguments, *matrix.Problem) (dlx.Chooser, error) {
	return func(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
		decay, err := strconv.ParseFloat(a.get("decay", "1"), 64)
		if err != nil || !(decay > 0 && decay <= 1) {
			return nil, errors.New("decay is a number above 0 and up to 1")
		}
		return &Learner{make([]float64, p.Primary()), 1, decay, ratio}, nil
	}
}

// Choose implements [dlx.Chooser].
func (c *Learner) Choose(v dlx.View) matrix.ItemID {
	var i matrix.ItemID
	if c.ratio {
		i = c.leastRatio(v)
	} else {
		i = ranked(c.tally).Choose(v)
	}
	if i >= 0 && v.Branches(i) == 0 {
		c.Failed(i)
	}
	return i
}

func (c *Learner) leastRatio(v dlx.View) matrix.ItemID {
	best, least := matrix.ItemID(-1), math.Inf(1)
	for i := v.First(); i >= 0; i = v.Next(i) {
		switch n := v.Branches(i); n {
		case 0:
			return i
		case 1:
			best, least = i, -1 // forced, whatever its weight
		default:
			if ratio := float64(n) / (1 + c.tally[i]/c.step); ratio < least {
				best, least = i, ratio
			}
		}
	}
	return best
}

// Failed notes that an item ran dry, for filters that see it before the chooser.
func (c *Learner) Failed(i matrix.ItemID) {
	c.tally[i] += c.step
	if c.step /= c.decay; c.step > 1e100 {
		c.tally, c.step = c.Tallies(), 1
	}
}

// Tallies returns what has been learned of each item, in units of one failure now.
func (c *Learner) Tallies() []float64 {
	out := make([]float64, len(c.tally))
	for i, v := range c.tally {
		out[i] = v / c.step
	}
	return out
}

// SetTallies starts from what has been learned before.
func (c *Learner) SetTallies(values []float64) {
	copy(c.tally, values)
	c.step = 1
}

// phase uses one chooser at the levels before level, and another one from there
// on, when few choices are left.
type phase struct {
	before, after dlx.Chooser
	level         int
}

// Choose implements [dlx.Chooser].
func (c *phase) Choose(v dlx.View) matrix.ItemID {
	if v.Level() < c.level {
		return c.before.Choose(v)
	}
	return c.after.Choose(v)
}

func newPhase(a arguments, p *matrix.Problem) (dlx.Chooser, error) {
	level, err := strconv.Atoi(a.get("level", ""))
	if err != nil || level < 0 {
		return nil, errors.New("level is a number, 0 or more, and must be given")
	}
	var inner [2]dlx.Chooser
	for k, spec := range []string{a.get("before", Default), a.get("after", "first")} {
		if inner[k], err = New(spec, p, a.seed); err != nil {
			return nil, err
		}
		if _, learns := inner[k].(*Learner); learns {
			return nil, errors.New("choosers that learn have no phases")
		}
	}
	return &phase{inner[0], inner[1], level}, nil
}
