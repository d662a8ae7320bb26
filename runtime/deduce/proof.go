package deduce

import (
	"context"

	"quadrille/runtime/matrix"
)

// ForcedStep is a move that is forced: the item has no more options than it needs, and the option
// is one of them.
type ForcedStep struct {
	Item   matrix.ItemID
	Option matrix.OptionID
}

// Proof says why there is no solution: after some steps an item has fewer options than it
// needs, or each of its options leads to a proof.
type Proof struct {
	Steps []ForcedStep
	Item  matrix.ItemID
	Cases []ProofCase // of the options that the item has left
}

// ProofCase is an option that is tried, and why that fails.
type ProofCase struct {
	Option matrix.OptionID
	Proof
}

// StepCount returns the number of steps and cases of a proof.
func (p *Proof) StepCount() int {
	n := len(p.Steps) + len(p.Cases)
	for k := range p.Cases {
		n += p.Cases[k].StepCount()
	}
	return n
}

// FindProof looks for a proof with so many dead ends at most. One of one dead end is a chain of
// forced moves. If ctx is done, it finds none.
func FindProof(ctx context.Context, p *matrix.Problem, leaves int) (*Proof, bool) {
	for most := 1; most <= leaves; most *= 2 { // the shortest of several
		left := min(most, leaves)
		s := newOptionState(p)
		s.stop = ctx.Err
		if proof := s.proveInfeasible(0, &left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// proveInfeasible makes a proof with so many dead ends at most of what was decided since the trail had some length, or
// nil.
func (s *optionState) proveInfeasible(since int, leaves *int) *Proof {
	if !s.settleForced() {
		*leaves--
		return &Proof{Steps: s.traceSteps(since), Item: s.uncoverable}
	}
	item := s.fewestItem(func(i matrix.ItemID) bool { return s.stillNeeds(i) > 0 })
	if item == noItem || int(s.open[item]) > *leaves || s.stopped() {
		return nil
	}
	proof, here := &Proof{Steps: s.forcedSteps(since), Item: item}, len(s.trail)
	for _, o := range s.openOptions(item) {
		s.chooseOption(o)
		sub := s.proveInfeasible(here, leaves)
		if s.undoTo(here); sub == nil || *leaves < 0 {
			return nil
		}
		proof.Cases = append(proof.Cases, ProofCase{o, *sub})
	}
	return proof
}

// forcedSteps lists the moves that were forced since the trail had some length.
func (s *optionState) forcedSteps(since int) (steps []ForcedStep) {
	for _, o := range s.trail[since:] {
		if s.status[o] == isChosen && s.wanting[o] != noItem {
			steps = append(steps, ForcedStep{s.wanting[o], o})
		}
	}
	return steps
}

// traceSteps lists the steps that the lack of options of the bare item comes from.
func (s *optionState) traceSteps(since int) (steps []ForcedStep) {
	wanted := make([]bool, len(s.trail))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.holding[i] {
			if at := s.cause[o]; s.status[o] != isOpen && at >= 0 && int(at) < before {
				wanted[at] = true
			}
		}
	}
	want(s.uncoverable, len(s.trail))
	for at := len(s.trail) - 1; at >= since; at-- {
		if o := s.trail[at]; wanted[at] && s.wanting[o] != noItem {
			want(s.wanting[o], at)
		}
	}
	for _, step := range s.forcedSteps(since) {
		if wanted[s.cause[step.Option]] {
			steps = append(steps, step)
		}
	}
	return steps
}
