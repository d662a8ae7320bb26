// Package deduce explains an exact cover problem in steps that people can follow.
//
// Its input is a [matrix.Problem]. Its output is short proofs that there is no solution, and grades. There are four
// kinds of proofs: forced choices up to an item without an option ([FindProof]), a set of items with fewer partners
// than items ([FindHallViolation]), a region of cells whose size is no sum of sizes of pieces ([FindRegion]), and
// weights of items under which the options cannot weigh as much as the items ([FindCertificate]). A grade is the
// difficulty for people, computed by a solver that always uses the easiest technique that works ([GradeProblem]). The
// package must not know what items mean: sudokus, packings and words are treated in the same way.
package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// optionState is a partial solution: each option is open, chosen or ruled out. Every decision is recorded on a trail
// (the list of decisions), so that it can be undone.
type optionState struct {
	*matrix.Problem
	optionsOfItem [][]matrix.OptionID // for each item, the options that hold it
	// nogoodsOfOption holds for each option the indices of the nogoods (sets of options forbidden together) that
	// contain it. It is nil if nogoods are ignored.
	nogoodsOfOption [][]int

	statusOf        []optionStatus    // for each option, its status
	causeIndexOf    []int32           // for each option, the trail index of the choice that ruled it out, or -1
	forcingItemOf   []matrix.ItemID   // for each chosen option, the item that had no other option, or noItem
	openCountOf     []int32           // for each item, the number of its open options
	chosenCountOf   []int32           // for each item, the number of its chosen options
	decisionTrail   []matrix.OptionID // options decided so far, in order
	decisionCount   int               // number of decisions so far, including undone ones
	touchedItems    []matrix.ItemID   // items that have lost an option since the last call of makeForcedChoices
	uncoverableItem matrix.ItemID     // first item with too few options, or noItem
	// function that is called before each forced choice, if not nil; an error ends the work
	stopError func() error
}

// mustStop reports whether the function stopError demands an end of the work. Then no proof is found.
func (s *optionState) mustStop() bool { return s.stopError != nil && s.stopError() != nil }

// optionStatus is the status of an option in a partial solution.
type optionStatus uint8

const (
	openOption optionStatus = iota
	chosenOption
	ruledOutOption
)

const noItem matrix.ItemID = -1

func newOptionState(p *matrix.Problem) *optionState {
	s := &optionState{
		Problem: p, optionsOfItem: p.OptionsByItem(), statusOf: make([]optionStatus, p.OptionCount()),
		causeIndexOf:  make([]int32, p.OptionCount()),
		forcingItemOf: make([]matrix.ItemID, p.OptionCount()), openCountOf: make([]int32, p.ItemCount()),
		chosenCountOf: make([]int32, p.ItemCount()), uncoverableItem: noItem,
	}
	for i, held := range s.optionsOfItem {
		s.openCountOf[i] = int32(len(held))
		s.recordLostOption(matrix.ItemID(i))
	}
	return s
}

// trackNogoods sets up the indices of nogoods. From then on a choice rules out the last open option of a nogood whose
// other options are chosen.
func (s *optionState) trackNogoods() {
	if len(s.Nogoods()) > 0 {
		s.nogoodsOfOption = s.NogoodsByOption()
	}
}

func (s *optionState) isPrimary(i matrix.ItemID) bool { return int(i) < s.PrimaryCount() }

// coversNeeded returns the number of options that must still be chosen for item i.
func (s *optionState) coversNeeded(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 0
	}
	return s.Bound(i).Min - s.chosenCountOf[i]
}

// coversAllowed returns the number of options that may still be chosen for item i. For a secondary item it counts
// options that hold the item without a color.
func (s *optionState) coversAllowed(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 1 - s.chosenCountOf[i]
	}
	return s.Bound(i).Max - s.chosenCountOf[i]
}

// needsAllOptions reports whether item i needs all of its open options.
func (s *optionState) needsAllOptions(i matrix.ItemID) bool {
	return s.openCountOf[i] > 0 && s.openCountOf[i] == s.coversNeeded(i)
}

// forceOption chooses the open option o, because item i needs it. It rules out the options that cannot be chosen
// together with o.
func (s *optionState) forceOption(o matrix.OptionID, i matrix.ItemID) {
	at := int32(len(s.decisionTrail))
	s.forcingItemOf[o] = i
	s.decideOption(o, chosenOption, at)
	for _, e := range s.Option(o) {
		if s.coversAllowed(e.Item) > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.optionsOfItem[e.Item] {
			if s.statusOf[other] == openOption && !s.agreesOnColor(other, e) {
				s.decideOption(other, ruledOutOption, at)
			}
		}
	}
	if s.nogoodsOfOption != nil {
		s.ruleOutByNogoods(o)
	}
}

// chooseOption chooses an open option that no item forces.
func (s *optionState) chooseOption(o matrix.OptionID)  { s.forceOption(o, noItem) }
func (s *optionState) ruleOutOption(o matrix.OptionID) { s.decideOption(o, ruledOutOption, -1) }

// agreesOnColor reports whether option o holds the item of the given entry with the same color.
func (s *optionState) agreesOnColor(o matrix.OptionID, entry matrix.Entry) bool {
	return entry.Color != matrix.NoColor && slices.Contains(s.Option(o), entry)
}

// ruleOutByNogoods rules out the last open option of each nogood that contains o, if all its other
// options are chosen.
func (s *optionState) ruleOutByNogoods(o matrix.OptionID) {
	for _, n := range s.nogoodsOfOption[o] {
		last, missing := o, 0
		for _, other := range s.Nogoods()[n] {
			if s.statusOf[other] != chosenOption {
				last = other
				missing++
			}
		}
		if missing == 1 && s.statusOf[last] == openOption {
			s.ruleOutOption(last)
		}
	}
}

func (s *optionState) decideOption(o matrix.OptionID, status optionStatus, cause int32) {
	s.statusOf[o], s.causeIndexOf[o] = status, cause
	s.decisionTrail = append(s.decisionTrail, o)
	s.decisionCount++
	for _, e := range s.Option(o) {
		s.openCountOf[e.Item]--
		if status == chosenOption {
			s.chosenCountOf[e.Item]++
		}
		s.recordLostOption(e.Item)
	}
}

// recordLostOption records that an item has lost an option.
func (s *optionState) recordLostOption(i matrix.ItemID) {
	if s.coversNeeded(i) > 0 {
		s.touchedItems = append(s.touchedItems, i)
	}
	if s.uncoverableItem == noItem && s.openCountOf[i] < s.coversNeeded(i) {
		s.uncoverableItem = i
	}
}

// undoDecisions undoes decisions until the trail has the given length. No item may have been uncoverable when the trail
// had that length before.
func (s *optionState) undoDecisions(trailLength int) {
	for _, o := range slices.Backward(s.decisionTrail[trailLength:]) {
		for _, e := range s.Option(o) {
			s.openCountOf[e.Item]++
			if s.statusOf[o] == chosenOption {
				s.chosenCountOf[e.Item]--
			}
		}
		s.statusOf[o] = openOption
	}
	s.decisionTrail, s.touchedItems, s.uncoverableItem = s.decisionTrail[:trailLength], s.touchedItems[:0], noItem
}

// makeForcedChoices makes all forced choices, in the order in which they arise. It returns false if an
// item has too few options.
func (s *optionState) makeForcedChoices() bool {
	for k := 0; k < len(s.touchedItems) && s.uncoverableItem == noItem; k++ {
		if i := s.touchedItems[k]; s.needsAllOptions(i) {
			if s.mustStop() {
				break
			}
			s.chooseAllOptions(i)
		}
	}
	s.touchedItems = s.touchedItems[:0]
	return s.uncoverableItem == noItem
}

// chooseAllOptions chooses all open options of an item, until an item has too few options.
func (s *optionState) chooseAllOptions(i matrix.ItemID) {
	for _, o := range s.optionsOfItem[i] {
		if s.statusOf[o] == openOption && s.uncoverableItem == noItem {
			s.forceOption(o, i)
		}
	}
}

// itemWithFewestOptions returns the primary item with the fewest open options, among those that wanted accepts, or
// noItem.
func (s *optionState) itemWithFewestOptions(wanted func(matrix.ItemID) bool) matrix.ItemID {
	best := noItem
	for i := range matrix.ItemID(s.PrimaryCount()) {
		if wanted(i) && (best == noItem || s.openCountOf[i] < s.openCountOf[best]) {
			best = i
		}
	}
	return best
}

func (s *optionState) openOptions(i matrix.ItemID) (open []matrix.OptionID) {
	for _, o := range s.optionsOfItem[i] {
		if s.statusOf[o] == openOption {
			open = append(open, o)
		}
	}
	return open
}
