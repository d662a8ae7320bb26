// Package refute finds short reasons why an exact cover problem has no solution.
//
// Its input is a [matrix.Problem], its output steps that a person can follow: an item that
// is left with one option takes it, what shares an item with it goes, until something is
// left with nothing ([Follow]); more items than there are partners for ([Crowd]); a region
// whose size is no sum of sizes ([Regions]). It knows nothing of what items mean, and
// gives up soon where a reason would be long.
package refute

import (
	"slices"

	"quadrille/runtime/matrix"
)

// Step is a move that is forced: the item has no more options than it needs, and the option
// is one of them.
type Step struct {
	Item   matrix.ItemID
	Option matrix.OptionID
}

// Proof says why there is no solution: after some steps an item has fewer options than it
// needs, or each of its options leads to a proof.
type Proof struct {
	Steps []Step
	Item  matrix.ItemID
	Cases []Case // of the options that the item has left
}

// Case is an option that is tried, and why that fails.
type Case struct {
	Option matrix.OptionID
	Proof
}

// Size returns the number of steps and cases of a proof.
func (p *Proof) Size() int {
	n := len(p.Steps) + len(p.Cases)
	for k := range p.Cases {
		n += p.Cases[k].Size()
	}
	return n
}

// Follow looks for a proof with so many dead ends at most. One of one dead end is a chain of
// forced moves.
func Follow(p *matrix.Problem, leaves int) (*Proof, bool) {
	s := newState(p)
	for most := 1; most <= leaves; most *= 2 { // the shortest of several
		left := min(most, leaves)
		if proof := s.clone().prove(&left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// prove makes a proof with so many dead ends at most, or nil.
func (s *state) prove(leaves *int) *Proof {
	if bare := s.follow(); bare >= 0 {
		*leaves--
		return &Proof{Steps: s.trace(bare), Item: bare}
	}
	item := s.narrowest()
	if item < 0 || int(s.count[item]) > *leaves {
		return nil
	}
	proof := &Proof{Steps: s.steps, Item: item}
	for _, o := range s.holding[item] {
		if s.gone[o] != present {
			continue
		}
		sub := s.assume(o).prove(leaves)
		if sub == nil || *leaves < 0 {
			return nil
		}
		proof.Cases = append(proof.Cases, Case{o, *sub})
	}
	return proof
}

// state is what is left of a problem after some options were chosen.
type state struct {
	*matrix.Problem
	holding [][]matrix.OptionID
	gone    []int32         // by option: present, or the number of the step that took it away
	count   []int32         // by item: options that are present
	need    []int32         // by primary item: how many options it still needs
	room    []int32         // by item: how many it may still have
	bare    matrix.ItemID   // an item with fewer options than it needs, or -1
	queue   []matrix.ItemID // items that may be left with as many options as they need
	steps   []Step
}

// What options are if no step took them away; assumed is the step of a case.
const (
	present int32 = -1
	assumed int32 = -2
)

func newState(p *matrix.Problem) *state {
	s := &state{
		Problem: p, holding: p.Holding(), gone: make([]int32, p.Options()), count: make([]int32, p.Items()),
		need: make([]int32, p.Items()), room: make([]int32, p.Items()), bare: -1,
	}
	for o := range s.gone {
		s.gone[o] = present
	}
	for i := range matrix.ItemID(p.Items()) {
		s.count[i], s.room[i] = int32(len(s.holding[i])), 1
		if int(i) < p.Primary() {
			s.need[i], s.room[i] = p.Bound(i).Min, p.Bound(i).Max
			s.queue = append(s.queue, i)
			if s.count[i] < s.need[i] && s.bare < 0 {
				s.bare = i
			}
		}
	}
	return s
}

func (s *state) clone() *state {
	c := *s
	c.gone, c.count, c.need, c.room = slices.Clone(s.gone), slices.Clone(s.count), slices.Clone(s.need), slices.Clone(s.room)
	c.queue, c.steps = slices.Clone(s.queue), slices.Clone(s.steps)
	return &c
}

// assume returns the state in which an option is tried. What was known before has no number
// there.
func (s *state) assume(o matrix.OptionID) *state {
	c := s.clone()
	c.steps = nil
	for k, g := range c.gone {
		if g >= 0 {
			c.gone[k] = assumed
		}
	}
	c.choose(o, assumed)
	return c
}

// follow makes forced moves, those that are known first, first. It returns an item that is
// left with too few options, or -1.
func (s *state) follow() (bare matrix.ItemID) {
	for s.bare < 0 && len(s.queue) > 0 {
		i := s.queue[0]
		s.queue = s.queue[1:]
		if s.need[i] == 0 || s.count[i] > s.need[i] {
			continue
		}
		for _, o := range s.holding[i] {
			if s.gone[o] == present && s.bare < 0 {
				s.steps = append(s.steps, Step{i, o})
				s.choose(o, int32(len(s.steps)-1))
			}
		}
	}
	return s.bare
}

// choose takes an option in a step, and takes those away that cannot stand beside it.
func (s *state) choose(chosen matrix.OptionID, step int32) {
	s.gone[chosen] = step
	for _, e := range s.Option(chosen) {
		s.count[e.Item]--
		s.need[e.Item] = max(0, s.need[e.Item]-1)
	}
	for _, e := range s.Option(chosen) {
		if s.room[e.Item]--; s.room[e.Item] > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, o := range s.holding[e.Item] {
			if s.gone[o] == present && !s.agrees(o, e) {
				s.remove(o, step)
			}
		}
	}
}

// agrees reports whether an option gives an item the color that it has.
func (s *state) agrees(o matrix.OptionID, has matrix.Entry) bool {
	return has.Color != matrix.NoColor && slices.Contains(s.Option(o), has)
}

func (s *state) remove(o matrix.OptionID, step int32) {
	s.gone[o] = step
	for _, e := range s.Option(o) {
		s.count[e.Item]--
		if s.count[e.Item] < s.need[e.Item] && s.bare < 0 {
			s.bare = e.Item
		}
		if s.need[e.Item] > 0 {
			s.queue = append(s.queue, e.Item)
		}
	}
}

// narrowest returns an item with the fewest options that needs one, or -1.
func (s *state) narrowest() matrix.ItemID {
	best := matrix.ItemID(-1)
	for i := range matrix.ItemID(s.Primary()) {
		if s.need[i] > 0 && (best < 0 || s.count[i] < s.count[best]) {
			best = i
		}
	}
	return best
}

// trace keeps the steps that the lack of options of an item comes from.
func (s *state) trace(bare matrix.ItemID) (needed []Step) {
	wanted := make([]bool, len(s.steps))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.holding[i] {
			if g := int(s.gone[o]); g >= 0 && g < before {
				wanted[g] = true
			}
		}
	}
	want(bare, len(s.steps))
	for k, step := range slices.Backward(s.steps) {
		if wanted[k] {
			want(step.Item, k)
		}
	}
	for k, step := range s.steps {
		if wanted[k] {
			needed = append(needed, step)
		}
	}
	return needed
}
