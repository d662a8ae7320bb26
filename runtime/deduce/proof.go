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
	Steps []ForcedStep
	Item  matrix.ItemID // item with too few options, or whose options are tried
	Cases []ProofCase   // one for each option that the item still has
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

// FindProof looks for a proof with at most the given number of leaves. A leaf is a dead end: an item with too few
// options. A proof with one leaf is a chain of forced steps. If ctx is done, it finds none.
func FindProof(ctx context.Context, p *matrix.Problem, leaves int) (*Proof, bool) {
	for maxLeaves := 1; maxLeaves <= leaves; maxLeaves *= 2 { // short proofs first
		left := min(maxLeaves, leaves)
		s := newOptionState(p)
		s.stop = ctx.Err
		if proof := s.proveInfeasible(0, &left); proof != nil {
			return proof, true
		}
	}
	return nil, false
}

// proveInfeasible returns a proof with at most *leaves leaves, or nil. The first steps of the proof are the forced
// steps on the trail (the list of decisions) from index trailStart on. It subtracts the number of leaves of the proof
// from *leaves.
func (s *optionState) proveInfeasible(trailStart int, leaves *int) *Proof {
	if !s.makeForcedChoices() {
		*leaves--
		return &Proof{Steps: s.traceSteps(trailStart), Item: s.uncoverable}
	}
	item := s.itemWithFewest(func(i matrix.ItemID) bool { return s.coversNeeded(i) > 0 })
	if item == noItem || int(s.openCount[item]) > *leaves || s.mustStop() {
		return nil
	}
	proof, here := &Proof{Steps: s.forcedSteps(trailStart), Item: item}, len(s.trail)
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

// forcedSteps returns the forced steps on the trail (the list of decisions) from index trailStart on.
func (s *optionState) forcedSteps(trailStart int) (steps []ForcedStep) {
	for _, o := range s.trail[trailStart:] {
		if s.status[o] == chosenStatus && s.forcingItem[o] != noItem {
			steps = append(steps, ForcedStep{s.forcingItem[o], o})
		}
	}
	return steps
}

// traceSteps returns those forced steps on the trail from index trailStart on that removed options of the uncoverable
// item, directly or through other steps.
func (s *optionState) traceSteps(trailStart int) (steps []ForcedStep) {
	wanted := make([]bool, len(s.trail))
	want := func(i matrix.ItemID, before int) {
		for _, o := range s.optionsHolding[i] {
			if at := s.causeOf[o]; s.status[o] != openOption && at >= 0 && int(at) < before {
				wanted[at] = true
			}
		}
	}
	want(s.uncoverable, len(s.trail))
	for at := len(s.trail) - 1; at >= trailStart; at-- {
		if o := s.trail[at]; wanted[at] && s.forcingItem[o] != noItem {
			want(s.forcingItem[o], at)
		}
	}
	for _, step := range s.forcedSteps(trailStart) {
		if wanted[s.causeOf[step.Option]] {
			steps = append(steps, step)
		}
	}
	return steps
}
