package deduce

import (
	"context"

	"quadrille/runtime/matrix"
)

// ForcedStep is the choice of an option that is forced because an item has no more options than it needs.
type ForcedStep struct {
	Item   matrix.ItemID
	Option matrix.OptionID
}

// Proof is a proof that there is no solution. After some forced steps there is an item with too few options, or an
// item each of whose options leads to another proof.
type Proof struct {
	Steps      []ForcedStep
	FailedItem matrix.ItemID // item with too few options, or whose options are tried
	Cases      []ProofCase   // one case for each option that the item still has
}

// ProofCase is an option together with the proof that it leads to no solution.
type ProofCase struct {
	TriedOption matrix.OptionID
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

// FindProof looks for a proof with at most the given number of leaves. A leaf is a dead end: an item with too few
// options. A proof with one leaf is a chain of forced steps. If ctx is done, it finds none.
func FindProof(ctx context.Context, p *matrix.Problem, leaves int) (*Proof, bool) {
	for maxLeaves := 1; maxLeaves <= leaves; maxLeaves *= 2 { // search for short proofs first
		left := min(maxLeaves, leaves)
		s := newOptionState(p)
		s.stopError = ctx.Err
		if proof := s.proveInfeasible(0, &left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// proveInfeasible returns a proof with at most *leaves leaves, or nil. It subtracts the number of leaves of that proof
// from *leaves. The first steps of the proof are the forced steps on the trail (the list of decisions) from index
// trailStart on.
func (s *optionState) proveInfeasible(trailStart int, leaves *int) *Proof {
	if !s.makeForcedChoices() {
		*leaves--
		return &Proof{Steps: s.stepsLeadingToFailure(trailStart), FailedItem: s.uncoverableItem}
	}
	item := s.itemWithFewestOptions(func(i matrix.ItemID) bool { return s.coversNeeded(i) > 0 })
	if item == noItem || int(s.openCountOf[item]) > *leaves || s.mustStop() {
		return nil
	}
	proof, here := &Proof{Steps: s.forcedStepsSince(trailStart), FailedItem: item}, len(s.decisionTrail)
	for _, o := range s.openOptions(item) {
		s.chooseOption(o)
		sub := s.proveInfeasible(here, leaves)
		if s.undoDecisions(here); sub == nil || *leaves < 0 {
			return nil
		}
		proof.Cases = append(proof.Cases, ProofCase{o, *sub})
	}
	return proof
}

// forcedStepsSince returns the forced steps on the trail (the list of decisions) from index trailStart on.
func (s *optionState) forcedStepsSince(trailStart int) (steps []ForcedStep) {
	for _, o := range s.decisionTrail[trailStart:] {
		if s.statusOf[o] == chosenOption && s.forcingItemOf[o] != noItem {
			steps = append(steps, ForcedStep{s.forcingItemOf[o], o})
		}
	}
	return steps
}

// stepsLeadingToFailure returns those forced steps on the trail from index trailStart on that removed options of the
// uncoverable item, directly or through other steps.
func (s *optionState) stepsLeadingToFailure(trailStart int) (steps []ForcedStep) {
	wanted := make([]bool, len(s.decisionTrail))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.optionsOfItem[i] {
			if at := s.causeIndexOf[o]; s.statusOf[o] != openOption && at >= 0 && int(at) < before {
				wanted[at] = true
			}
		}
	}
	want(s.uncoverableItem, len(s.decisionTrail))
	for at := len(s.decisionTrail) - 1; at >= trailStart; at-- {
		if o := s.decisionTrail[at]; wanted[at] && s.forcingItemOf[o] != noItem {
			want(s.forcingItemOf[o], at)
		}
	}
	for _, step := range s.forcedStepsSince(trailStart) {
		if wanted[s.causeIndexOf[step.Option]] {
			steps = append(steps, step)
		}
	}
	return steps
}
