package deduce

import (
	"context"

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
// forced moves. If ctx is done, it finds none.
func Follow(ctx context.Context, p *matrix.Problem, leaves int) (*Proof, bool) {
	for most := 1; most <= leaves; most *= 2 { // the shortest of several
		left := min(most, leaves)
		s := newState(p)
		s.stop = ctx.Err
		if proof := s.prove(0, &left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// prove makes a proof with so many dead ends at most of what was decided since the trail had some length, or nil.
func (s *state) prove(since int, leaves *int) *Proof {
	if !s.settle() {
		*leaves--
		return &Proof{Steps: s.trace(since), Item: s.bare}
	}
	item := s.fewest(func(i matrix.ItemID) bool { return s.needs(i) > 0 })
	if item == noItem || int(s.open[item]) > *leaves || s.stopped() {
		return nil
	}
	proof, here := &Proof{Steps: s.steps(since), Item: item}, len(s.trail)
	for _, o := range s.openOf(item) {
		s.choose(o)
		sub := s.prove(here, leaves)
		if s.undo(here); sub == nil || *leaves < 0 {
			return nil
		}
		proof.Cases = append(proof.Cases, Case{o, *sub})
	}
	return proof
}

// steps lists the moves that were forced since the trail had some length.
func (s *state) steps(since int) (steps []Step) {
	for _, o := range s.trail[since:] {
		if s.status[o] == isChosen && s.wanting[o] != noItem {
			steps = append(steps, Step{s.wanting[o], o})
		}
	}
	return steps
}

// trace lists the steps that the lack of options of the bare item comes from.
func (s *state) trace(since int) (steps []Step) {
	wanted := make([]bool, len(s.trail))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.holding[i] {
			if at := s.cause[o]; s.status[o] != isOpen && at >= 0 && int(at) < before {
				wanted[at] = true
			}
		}
	}
	want(s.bare, len(s.trail))
	for at := len(s.trail) - 1; at >= since; at-- {
		if o := s.trail[at]; wanted[at] && s.wanting[o] != noItem {
			want(s.wanting[o], at)
		}
	}
	for _, step := range s.steps(since) {
		if wanted[s.cause[step.Option]] {
			steps = append(steps, step)
		}
	}
	return steps
}
