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

// optionState is a partial solution: each option is open, chosen, or ruled out. Every decision is recorded on a
// trail, so that it can be undone.
type optionState struct {
	*matrix.Problem
	optionsHolding [][]matrix.OptionID // options that hold an item, by item
	// nogoodsHolding holds the indices of the nogoods (sets of options forbidden together) that contain an option, by
	// option. It is nil if nogoods are ignored.
	nogoodsHolding [][]int

	status        []optionStatus    // status of an option, by option
	causeOf       []int32           // trail index of the choice that ruled the option out, or -1, by option
	forcingItem   []matrix.ItemID   // item that had no other option, or noItem, by chosen option
	openCount     []int32           // number of open options, by item
	chosenCount   []int32           // number of chosen options, by item
	trail         []matrix.OptionID // options decided so far, in order
	decisionCount int               // number of decisions so far, including undone ones
	touchedItems  []matrix.ItemID   // items that have lost an option since the last makeForcedChoices
	uncoverable   matrix.ItemID     // first item with too few options, or noItem
	stop          func() error      // called before each forced choice, if not nil; an error ends the work
}

// mustStop reports whether the function stop ends the work. Then no proof is found.
func (s *optionState) mustStop() bool { return s.stop != nil && s.stop() != nil }

// optionStatus is the status of an option in a partial solution.
type optionStatus uint8

const (
	openOption optionStatus = iota
	chosenStatus
	ruledOutStatus
)

const noItem matrix.ItemID = -1

func newOptionState(p *matrix.Problem) *optionState {
	s := &optionState{
		Problem: p, optionsHolding: p.OptionsByItem(), status: make([]optionStatus, p.OptionCount()),
		causeOf:     make([]int32, p.OptionCount()),
		forcingItem: make([]matrix.ItemID, p.OptionCount()), openCount: make([]int32, p.ItemCount()),
		chosenCount: make([]int32, p.ItemCount()), uncoverable: noItem,
	}
	for i, held := range s.optionsHolding {
		s.openCount[i] = int32(len(held))
		s.touchItem(matrix.ItemID(i))
	}
	return s
}

// trackNogoods sets up the indices of nogoods. From then on a choice rules out the last open option of a nogood whose
// other options are chosen.
func (s *optionState) trackNogoods() {
	if len(s.Nogoods()) > 0 {
		s.nogoodsHolding = s.NogoodsByOption()
	}
}

func (s *optionState) isPrimary(i matrix.ItemID) bool { return int(i) < s.PrimaryCount() }

// coversNeeded returns the number of options that must still be chosen for item i.
func (s *optionState) coversNeeded(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 0
	}
	return s.Bound(i).Min - s.chosenCount[i]
}

// coversAllowed returns the number of options that may still be chosen for item i. For a secondary item it counts
// options that hold the item without a color.
func (s *optionState) coversAllowed(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 1 - s.chosenCount[i]
	}
	return s.Bound(i).Max - s.chosenCount[i]
}

// needsAll reports whether item i needs all of its open options.
func (s *optionState) needsAll(i matrix.ItemID) bool {
	return s.openCount[i] > 0 && s.openCount[i] == s.coversNeeded(i)
}

// forceOption chooses the open option o, because item i needs it. It rules out the options that cannot be chosen
// together with o.
func (s *optionState) forceOption(o matrix.OptionID, i matrix.ItemID) {
	at := int32(len(s.trail))
	s.forcingItem[o] = i
	s.decideOption(o, chosenStatus, at)
	for _, e := range s.Option(o) {
		if s.coversAllowed(e.Item) > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.optionsHolding[e.Item] {
			if s.status[other] == openOption && !s.agreesOnColor(other, e) {
				s.decideOption(other, ruledOutStatus, at)
			}
		}
	}
	if s.nogoodsHolding != nil {
		s.ruleOutLast(o)
	}
}

// chooseOption chooses an open option that no item forces.
func (s *optionState) chooseOption(o matrix.OptionID) { s.forceOption(o, noItem) }
func (s *optionState) ruleOut(o matrix.OptionID)      { s.decideOption(o, ruledOutStatus, -1) }

// agreesOnColor reports whether option o has the given entry, with a color.
func (s *optionState) agreesOnColor(o matrix.OptionID, entry matrix.Entry) bool {
	return entry.Color != matrix.NoColor && slices.Contains(s.Option(o), entry)
}

// ruleOutLast rules out the last open option of each nogood that contains o, if all its other
// options are chosen.
func (s *optionState) ruleOutLast(o matrix.OptionID) {
	for _, n := range s.nogoodsHolding[o] {
		last, missing := o, 0
		for _, other := range s.Nogoods()[n] {
			if s.status[other] != chosenStatus {
				last = other
				missing++
			}
		}
		if missing == 1 && s.status[last] == openOption {
			s.ruleOut(last)
		}
	}
}

func (s *optionState) decideOption(o matrix.OptionID, status optionStatus, cause int32) {
	s.status[o], s.causeOf[o] = status, cause
	s.trail = append(s.trail, o)
	s.decisionCount++
	for _, e := range s.Option(o) {
		s.openCount[e.Item]--
		if status == chosenStatus {
			s.chosenCount[e.Item]++
		}
		s.touchItem(e.Item)
	}
}

// touchItem records that an item has lost an option.
func (s *optionState) touchItem(i matrix.ItemID) {
	if s.coversNeeded(i) > 0 {
		s.touchedItems = append(s.touchedItems, i)
	}
	if s.uncoverable == noItem && s.openCount[i] < s.coversNeeded(i) {
		s.uncoverable = i
	}
}

// undoTo undoes decisions until the trail has the given length. At that time no item may have been uncoverable.
func (s *optionState) undoTo(trailLength int) {
	for _, o := range slices.Backward(s.trail[trailLength:]) {
		for _, e := range s.Option(o) {
			s.openCount[e.Item]++
			if s.status[o] == chosenStatus {
				s.chosenCount[e.Item]--
			}
		}
		s.status[o] = openOption
	}
	s.trail, s.touchedItems, s.uncoverable = s.trail[:trailLength], s.touchedItems[:0], noItem
}

// makeForcedChoices makes all forced choices, in the order in which they arise. It returns false if an
// item has too few options.
func (s *optionState) makeForcedChoices() bool {
	for k := 0; k < len(s.touchedItems) && s.uncoverable == noItem; k++ {
		if i := s.touchedItems[k]; s.needsAll(i) {
			if s.mustStop() {
				break
			}
			s.chooseAll(i)
		}
	}
	s.touchedItems = s.touchedItems[:0]
	return s.uncoverable == noItem
}

// chooseAll chooses all open options of an item, until an item has too few options.
func (s *optionState) chooseAll(i matrix.ItemID) {
	for _, o := range s.optionsHolding[i] {
		if s.status[o] == openOption && s.uncoverable == noItem {
			s.forceOption(o, i)
		}
	}
}

// itemWithFewest returns the primary item with the fewest open options, of those that wanted accepts,
// or noItem.
func (s *optionState) itemWithFewest(wanted func(matrix.ItemID) bool) matrix.ItemID {
	best := noItem
	for i := range matrix.ItemID(s.PrimaryCount()) {
		if wanted(i) && (best == noItem || s.openCount[i] < s.openCount[best]) {
			best = i
		}
	}
	return best
}

func (s *optionState) openOptions(i matrix.ItemID) (open []matrix.OptionID) {
	for _, o := range s.optionsHolding[i] {
		if s.status[o] == openOption {
			open = append(open, o)
		}
	}
	return open
}
