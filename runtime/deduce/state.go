// Package deduce explains an exact cover problem in steps that people can follow.
//
// Its input is a [matrix.Problem]. Its output is short proofs that there is no solution, and
// grades. The proofs are forced choices up to an item without an option ([FindProof]), more items
// than partners ([FindHallViolation]), a region whose size is no sum of sizes ([FindRegion]), and
// weights of items that do not add up ([FindCertificate]). A
// grade is the difficulty for people, from a solver that always uses the easiest technique that
// works ([GradeProblem]). The package must not know what items mean: sudokus, packings and words
// are treated in the same way.
package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// optionState is a partial solution: each option is open, chosen, or out (ruled out). Every
// decision is recorded on a trail, so that it can be undone.
type optionState struct {
	*matrix.Problem
	optionsHolding [][]matrix.OptionID // options that hold an item, by item
	// indices of the nogoods (sets of options forbidden together) that contain an option, by
	// option; nil if nogoods are ignored
	nogoodsHolding [][]int

	status        []optionStatus    // open, chosen or out, by option
	causeOf       []int32           // trail index of the choice that ruled the option out, or -1, by option
	forcingItem   []matrix.ItemID   // item that had no other option, or noItem, by chosen option
	openCount     []int32           // number of open options, by item
	chosenCount   []int32           // number of chosen options, by item
	trail         []matrix.OptionID // options decided so far, in order
	decisionCount int               // number of decisions so far, including undone ones
	touchedItems  []matrix.ItemID   // items that have lost an option since settleForced looked at them
	uncoverable   matrix.ItemID     // first item with too few options, or noItem
	stop          func() error      // called before each forced choice, if not nil; an error ends the work
}

// stopped reports whether the work must end. After that nothing is proved.
func (s *optionState) stopped() bool { return s.stop != nil && s.stop() != nil }

type optionStatus uint8

const (
	isOpen optionStatus = iota
	isChosen
	isOut
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

// heedNogoods makes later choices rule out the last open option of a nogood.
func (s *optionState) heedNogoods() {
	if len(s.Nogoods()) == 0 {
		return
	}
	s.nogoodsHolding = make([][]int, s.OptionCount())
	for n, together := range s.Nogoods() {
		for _, o := range together {
			s.nogoodsHolding[o] = append(s.nogoodsHolding[o], n)
		}
	}
}

func (s *optionState) isPrimary(i matrix.ItemID) bool { return int(i) < s.PrimaryCount() }

// stillNeeds returns the number of options that must still be chosen for item i.
func (s *optionState) stillNeeds(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 0
	}
	return s.Bound(i).Min - s.chosenCount[i]
}

// roomLeft returns the number of options without a color that may still be chosen for item i.
func (s *optionState) roomLeft(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 1 - s.chosenCount[i]
	}
	return s.Bound(i).Max - s.chosenCount[i]
}

// needsAll reports whether item i needs all of its open options.
func (s *optionState) needsAll(i matrix.ItemID) bool {
	return s.openCount[i] > 0 && s.openCount[i] == s.stillNeeds(i)
}

// forceOption chooses the open option o, as item i has no other one. It rules out the options that
// cannot be chosen together with o.
func (s *optionState) forceOption(o matrix.OptionID, i matrix.ItemID) {
	at := int32(len(s.trail))
	s.forcingItem[o] = i
	s.decideOption(o, isChosen, at)
	for _, e := range s.Option(o) {
		if s.roomLeft(e.Item) > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.optionsHolding[e.Item] {
			if s.status[other] == isOpen && !s.agreesOnColor(other, e) {
				s.decideOption(other, isOut, at)
			}
		}
	}
	if s.nogoodsHolding != nil {
		s.forbidLast(o)
	}
}

// chooseOption chooses an open option for no other reason; ruleOut rules one out.
func (s *optionState) chooseOption(o matrix.OptionID) { s.forceOption(o, noItem) }
func (s *optionState) ruleOut(o matrix.OptionID)      { s.decideOption(o, isOut, -1) }

// agreesOnColor reports whether option o has the given entry, with a color.
func (s *optionState) agreesOnColor(o matrix.OptionID, has matrix.Entry) bool {
	return has.Color != matrix.NoColor && slices.Contains(s.Option(o), has)
}

// forbidLast rules out the last open option of each nogood that contains o, if all its other
// options are chosen.
func (s *optionState) forbidLast(o matrix.OptionID) {
	for _, n := range s.nogoodsHolding[o] {
		last, missing := o, 0
		for _, other := range s.Nogoods()[n] {
			if s.status[other] != isChosen {
				last = other
				missing++
			}
		}
		if missing == 1 && s.status[last] == isOpen {
			s.ruleOut(last)
		}
	}
}

func (s *optionState) decideOption(o matrix.OptionID, as optionStatus, cause int32) {
	s.status[o], s.causeOf[o] = as, cause
	s.trail = append(s.trail, o)
	s.decisionCount++
	for _, e := range s.Option(o) {
		s.openCount[e.Item]--
		if as == isChosen {
			s.chosenCount[e.Item]++
		}
		s.touchItem(e.Item)
	}
}

// touchItem records that an item has lost an option.
func (s *optionState) touchItem(i matrix.ItemID) {
	if s.stillNeeds(i) > 0 {
		s.touchedItems = append(s.touchedItems, i)
	}
	if s.uncoverable == noItem && s.openCount[i] < s.stillNeeds(i) {
		s.uncoverable = i
	}
}

// undoTo undoes all decisions on the trail from index to on. At that length no item was
// uncoverable.
func (s *optionState) undoTo(to int) {
	for _, o := range slices.Backward(s.trail[to:]) {
		for _, e := range s.Option(o) {
			s.openCount[e.Item]++
			if s.status[o] == isChosen {
				s.chosenCount[e.Item]--
			}
		}
		s.status[o] = isOpen
	}
	s.trail, s.touchedItems, s.uncoverable = s.trail[:to], s.touchedItems[:0], noItem
}

// settleForced makes all forced choices, in the order in which they arise. It returns false if an
// item has too few options.
func (s *optionState) settleForced() bool {
	for k := 0; k < len(s.touchedItems) && s.uncoverable == noItem; k++ {
		if i := s.touchedItems[k]; s.needsAll(i) {
			if s.stopped() {
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
		if s.status[o] == isOpen && s.uncoverable == noItem {
			s.forceOption(o, i)
		}
	}
}

// fewestItem returns the primary item with the fewest open options, of those that wanted accepts,
// or noItem.
func (s *optionState) fewestItem(wanted func(matrix.ItemID) bool) matrix.ItemID {
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
		if s.status[o] == isOpen {
			open = append(open, o)
		}
	}
	return open
}
