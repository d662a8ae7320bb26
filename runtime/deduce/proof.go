package deduce

import (
	"context"

	"quadrille/runtime/matrix"
)

// ForcedStep is a forced choice: the item has no more options than it needs, and the option is one
// of them.
type ForcedStep struct {
	Item   matrix.ItemID
	Option matrix.OptionID
}

// Proof is a proof that there is no solution: after some forced steps an item has fewer options
// than it needs, or each of its options leads to a proof.
type Proof struct {
	Steps []ForcedStep
	Item  matrix.ItemID
	Cases []ProofCase // one for each option that the item has left
}

// ProofCase is an option that is tried, with the proof that it fails.
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

// FindProof looks for a proof with at most leaves dead ends. A proof with one dead end is a chain
// of forced steps. If ctx is done, it finds none.
func FindProof(ctx context.Context, p *matrix.Problem, leaves int) (*Proof, bool) {
	for most := 1; most <= leaves; most *= 2 { // short proofs first
		left := min(most, leaves)
		s := newOptionState(p)
		s.stop = ctx.Err
		if proof := s.proveInfeasible(0, &left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// proveInfeasible returns a proof with at most *leaves dead ends, or nil. Its steps are those since
// the trail had the length since. It lowers *leaves by the dead ends of the proof.
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

// forcedSteps lists the forced steps since the trail had a length.
func (s *optionState) forcedSteps(since int) (steps []ForcedStep) {
	for _, o := range s.trail[since:] {
		if s.status[o] == isChosen && s.wanting[o] != noItem {
			steps = append(steps, ForcedStep{s.wanting[o], o})
		}
	}
	return steps
}

// traceSteps lists the forced steps that took options from the uncoverable item, directly or
// through others.
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
