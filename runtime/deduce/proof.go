package deduce

import (
	"context"

	"quadrille/runtime/matrix"
)

// ForcedStep is the choice of an option that an item forces, because it has no more options than it
// needs.
type ForcedStep struct {
	Item   matrix.ItemID
	Option matrix.OptionID
}

// Proof is a proof that there is no solution: after some forced steps an item has too few options,
// or each of its options leads to another proof.
type Proof struct {
	Steps []ForcedStep
	Item  matrix.ItemID
	Cases []ProofCase // one for each option that the item still has
}

// ProofCase is an option together with the proof that it leads to no solution.
type ProofCase struct {
	Option matrix.OptionID
	Proof
}

// StepCount returns the number of steps and cases in a proof.
func (p *Proof) StepCount() int {
	n := len(p.Steps) + len(p.Cases)
	for k := range p.Cases {
		n += p.Cases[k].StepCount()
	}
	return n
}

// FindProof looks for a proof with at most the given number of leaves (dead ends). A proof with one
// dead end is a chain of forced steps. If ctx is done, it finds none.
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

// proveInfeasible returns a proof with at most *leaves dead ends, or nil. Its steps are those on
// the trail (the list of decisions) from index since on. It subtracts the dead ends of the proof
// from *leaves.
func (s *optionState) proveInfeasible(since int, leaves *int) *Proof {
	if !s.settleForced() {
		*leaves--
		return &Proof{Steps: s.traceSteps(since), Item: s.uncoverable}
	}
	item := s.fewestItem(func(i matrix.ItemID) bool { return s.stillNeeds(i) > 0 })
	if item == noItem || int(s.openCount[item]) > *leaves || s.stopped() {
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

// forcedSteps returns the forced steps on the trail (the list of decisions) from index since on.
func (s *optionState) forcedSteps(since int) (steps []ForcedStep) {
	for _, o := range s.trail[since:] {
		if s.status[o] == isChosen && s.forcingItem[o] != noItem {
			steps = append(steps, ForcedStep{s.forcingItem[o], o})
		}
	}
	return steps
}

// traceSteps returns the forced steps from index since on that removed options of the uncoverable
// item, directly or through other steps.
func (s *optionState) traceSteps(since int) (steps []ForcedStep) {
	wanted := make([]bool, len(s.trail))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.optionsHolding[i] {
			if at := s.causeOf[o]; s.status[o] != isOpen && at >= 0 && int(at) < before {
				wanted[at] = true
			}
		}
	}
	want(s.uncoverable, len(s.trail))
	for at := len(s.trail) - 1; at >= since; at-- {
		if o := s.trail[at]; wanted[at] && s.forcingItem[o] != noItem {
			want(s.forcingItem[o], at)
		}
	}
	for _, step := range s.forcedSteps(since) {
		if wanted[s.causeOf[step.Option]] {
			steps = append(steps, step)
		}
	}
	return steps
}
