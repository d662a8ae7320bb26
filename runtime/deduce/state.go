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

// optionState is a partial assignment: the options that are chosen, out, and open. Every change is
// recorded on a trail, so that it can be undone.
type optionState struct {
	*matrix.Problem
	holding [][]matrix.OptionID
	nogoods [][]int // by option: the nogoods that hold it; nil if nogoods are ignored

	status      []optionStatus  // by option
	cause       []int32         // by decided option: the place on the trail of the choice that caused it
	wanting     []matrix.ItemID // by chosen option: the item that had no other option, or noItem
	open        []int32         // by item: the number of its open options
	covered     []int32         // by item: the number of its chosen options
	trail       []matrix.OptionID
	decided     int             // number of decisions so far, undone ones included
	touched     []matrix.ItemID // items that have lost an option, for settleForced
	uncoverable matrix.ItemID   // the first item with too few options, or noItem
	stop        func() error    // if not nil, called before each forced choice; an error ends the work
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
		Problem: p, holding: p.OptionsByItem(), status: make([]optionStatus, p.OptionCount()),
		cause:   make([]int32, p.OptionCount()),
		wanting: make([]matrix.ItemID, p.OptionCount()), open: make([]int32, p.ItemCount()),
		covered: make([]int32, p.ItemCount()), uncoverable: noItem,
	}
	for i, held := range s.holding {
		s.open[i] = int32(len(held))
		s.touchItem(matrix.ItemID(i))
	}
	return s
}

// heedNogoods turns nogoods on: from now on a choice rules out the last open option of a nogood.
func (s *optionState) heedNogoods() {
	if len(s.Nogoods()) == 0 {
		return
	}
	s.nogoods = make([][]int, s.OptionCount())
	for n, together := range s.Nogoods() {
		for _, o := range together {
			s.nogoods[o] = append(s.nogoods[o], n)
		}
	}
}

func (s *optionState) isPrimary(i matrix.ItemID) bool { return int(i) < s.PrimaryCount() }

// stillNeeds returns the number of options that must still be chosen for an item.
func (s *optionState) stillNeeds(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 0
	}
	return s.Bound(i).Min - s.covered[i]
}

// roomLeft returns the number of options without a color that may still be chosen for an item.
func (s *optionState) roomLeft(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 1 - s.covered[i]
	}
	return s.Bound(i).Max - s.covered[i]
}

// needsAll reports whether an item needs all of its open options.
func (s *optionState) needsAll(i matrix.ItemID) bool {
	return s.open[i] > 0 && s.open[i] == s.stillNeeds(i)
}

// forceOption chooses an open option, as the only one left for item i, and rules out the options
// that exclude it.
func (s *optionState) forceOption(o matrix.OptionID, i matrix.ItemID) {
	at := int32(len(s.trail))
	s.wanting[o] = i
	s.decideOption(o, isChosen, at)
	for _, e := range s.Option(o) {
		if s.roomLeft(e.Item) > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if s.status[other] == isOpen && !s.agreesOnColor(other, e) {
				s.decideOption(other, isOut, at)
			}
		}
	}
	if s.nogoods != nil {
		s.forbidLast(o)
	}
}

// chooseOption chooses an open option without a reason; ruleOut rules one out.
func (s *optionState) chooseOption(o matrix.OptionID) { s.forceOption(o, noItem) }
func (s *optionState) ruleOut(o matrix.OptionID)      { s.decideOption(o, isOut, -1) }

// agreesOnColor reports whether an option has the given entry, with a color.
func (s *optionState) agreesOnColor(o matrix.OptionID, has matrix.Entry) bool {
	return has.Color != matrix.NoColor && slices.Contains(s.Option(o), has)
}

// forbidLast rules out the last open option of each nogood with o, if all its others are chosen.
func (s *optionState) forbidLast(o matrix.OptionID) {
	for _, n := range s.nogoods[o] {
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
	s.status[o], s.cause[o] = as, cause
	s.trail = append(s.trail, o)
	s.decided++
	for _, e := range s.Option(o) {
		s.open[e.Item]--
		if as == isChosen {
			s.covered[e.Item]++
		}
		s.touchItem(e.Item)
	}
}

// touchItem records that an item has lost an option.
func (s *optionState) touchItem(i matrix.ItemID) {
	if s.stillNeeds(i) > 0 {
		s.touched = append(s.touched, i)
	}
	if s.uncoverable == noItem && s.open[i] < s.stillNeeds(i) {
		s.uncoverable = i
	}
}

// undoTo undoes all decisions since the trail had a length, at which no item was uncoverable.
func (s *optionState) undoTo(to int) {
	for _, o := range slices.Backward(s.trail[to:]) {
		for _, e := range s.Option(o) {
			s.open[e.Item]++
			if s.status[o] == isChosen {
				s.covered[e.Item]--
			}
		}
		s.status[o] = isOpen
	}
	s.trail, s.touched, s.uncoverable = s.trail[:to], s.touched[:0], noItem
}

// settleForced makes all forced choices, in the order in which they arise. It returns false if some
// item becomes uncoverable.
func (s *optionState) settleForced() bool {
	for k := 0; k < len(s.touched) && s.uncoverable == noItem; k++ {
		if i := s.touched[k]; s.needsAll(i) {
			if s.stopped() {
				break
			}
			s.chooseAll(i)
		}
	}
	s.touched = s.touched[:0]
	return s.uncoverable == noItem
}

// chooseAll chooses the open options of an item, until an item becomes uncoverable.
func (s *optionState) chooseAll(i matrix.ItemID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen && s.uncoverable == noItem {
			s.forceOption(o, i)
		}
	}
}

// fewestItem returns the primary item with the fewest open options for which wanted is true, or
// noItem.
func (s *optionState) fewestItem(wanted func(matrix.ItemID) bool) matrix.ItemID {
	best := noItem
	for i := range matrix.ItemID(s.PrimaryCount()) {
		if wanted(i) && (best == noItem || s.open[i] < s.open[best]) {
			best = i
		}
	}
	return best
}

func (s *optionState) openOptions(i matrix.ItemID) (open []matrix.OptionID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen {
			open = append(open, o)
		}
	}
	return open
}
