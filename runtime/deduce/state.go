// Package deduce finds out about an exact cover problem what a person can follow.
//
// Its input is a [matrix.Problem]. Its output are short reasons why there is no solution: forced moves that end
// where nothing is left ([FindProof]), more items than there are partners for ([FindHallViolation]), a region whose
// size is no sum of sizes ([FindRegion]); and how hard it is to solve for people, who take the easiest technique that
// works ([GradeProblem]). It knows nothing of what items mean: in a matrix, what is done for sudokus, packings and
// words is the same.
package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// optionState is what is known: which options are chosen, which are out, and which are still open. Every change
// is on a trail, so that it can be taken back.
type optionState struct {
	*matrix.Problem
	holding [][]matrix.OptionID
	nogoods [][]int // by option: the nogoods that hold it; nil if none are heeded

	status      []optionStatus  // by option
	cause       []int32         // by option that is not open: where on the trail the choice stands that it comes from
	wanting     []matrix.ItemID // by option that is chosen: the item that had no other, or noItem
	open        []int32         // by item: how many options that hold it are open
	covered     []int32         // by item: how many of them are chosen
	trail       []matrix.OptionID
	decided     int             // how many options were decided on
	touched     []matrix.ItemID // items that have lost an option, to be looked at by settle
	uncoverable matrix.ItemID   // the first that has lost one too many, or noItem
	stop        func() error    // nil, or asked before each forced move whether to go on
}

// stopped reports whether the work is to end: nothing is proved any more.
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

// heedNogoods lets choices rule out the last option of each nogood.
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

// stillNeeds returns how many options of an item are still wanted at least.
func (s *optionState) stillNeeds(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 0
	}
	return s.Bound(i).Min - s.covered[i]
}

// roomLeft returns how many options of an item may still be chosen, if they give it no color.
func (s *optionState) roomLeft(i matrix.ItemID) int32 {
	if !s.isPrimary(i) {
		return 1 - s.covered[i]
	}
	return s.Bound(i).Max - s.covered[i]
}

// needsAll reports whether an item wants all options that it has left.
func (s *optionState) needsAll(i matrix.ItemID) bool {
	return s.open[i] > 0 && s.open[i] == s.stillNeeds(i)
}

// forceOption chooses an open option, as the only one for an item, and rules out those that exclude it.
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

// chooseOption chooses an open option without a reason, and rule rules one out.
func (s *optionState) chooseOption(o matrix.OptionID) { s.forceOption(o, noItem) }
func (s *optionState) ruleOut(o matrix.OptionID)      { s.decideOption(o, isOut, -1) }

// agreesOnColor reports whether an option gives an item the color that it has.
func (s *optionState) agreesOnColor(o matrix.OptionID, has matrix.Entry) bool {
	return has.Color != matrix.NoColor && slices.Contains(s.Option(o), has)
}

// forbidLast rules out the last option of each nogood of which all others are chosen.
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

// touchItem notes that an item has to be looked at.
func (s *optionState) touchItem(i matrix.ItemID) {
	if s.stillNeeds(i) > 0 {
		s.touched = append(s.touched, i)
	}
	if s.uncoverable == noItem && s.open[i] < s.stillNeeds(i) {
		s.uncoverable = i
	}
}

// undoTo takes back all that was decided since the trail had this length, and no item was bare.
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

// settleForced chooses what items have no other choice for, those that are known first, first, until nothing of that
// kind is left. It returns false if some item cannot be covered any more, which is then bare.
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

// chooseAll chooses the open options of an item, until one rules out another.
func (s *optionState) chooseAll(i matrix.ItemID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen && s.uncoverable == noItem {
			s.forceOption(o, i)
		}
	}
}

// fewestItem returns the item with the fewest open options of those that are wanted, or noItem.
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
