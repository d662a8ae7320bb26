// Package deduce finds out about an exact cover problem what a person can follow.
//
// Its input is a [matrix.Problem]. Its output are short reasons why there is no solution: forced moves that end
// where nothing is left ([Follow]), more items than there are partners for ([Crowd]), a region whose size is no
// sum of sizes ([Regions]); and how hard it is to solve for people, who take the easiest technique that works
// ([Solve]). It knows nothing of what items mean: in a matrix, what is done for sudokus, packings and words
// is the same.
package deduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// state is what is known: which options are chosen, which are out, and which are still open. Every change
// is on a trail, so that it can be taken back.
type state struct {
	*matrix.Problem
	holding [][]matrix.OptionID
	nogoods [][]int // by option: the nogoods that hold it; nil if none are heeded

	status  []status        // by option
	cause   []int32         // by option that is not open: where on the trail the choice stands that it comes from
	wanting []matrix.ItemID // by option that is chosen: the item that had no other, or noItem
	open    []int32         // by item: how many options that hold it are open
	covered []int32         // by item: how many of them are chosen
	trail   []matrix.OptionID
	work    int             // how many options were decided on
	touched []matrix.ItemID // items that have lost an option, to be looked at by settle
	bare    matrix.ItemID   // the first that has lost one too many, or noItem
	stop    func() error    // nil, or asked before each forced move whether to go on
}

// stopped reports whether the work is to end: nothing is proved any more.
func (s *state) stopped() bool { return s.stop != nil && s.stop() != nil }

type status uint8

const (
	isOpen status = iota
	isChosen
	isOut
)

const noItem matrix.ItemID = -1

func newState(p *matrix.Problem) *state {
	s := &state{
		Problem: p, holding: p.Holding(), status: make([]status, p.Options()), cause: make([]int32, p.Options()),
		wanting: make([]matrix.ItemID, p.Options()), open: make([]int32, p.Items()), covered: make([]int32, p.Items()), bare: noItem,
	}
	for i, held := range s.holding {
		s.open[i] = int32(len(held))
		s.touch(matrix.ItemID(i))
	}
	return s
}

// heedNogoods lets choices rule out the last option of each nogood.
func (s *state) heedNogoods() {
	if len(s.Nogoods()) == 0 {
		return
	}
	s.nogoods = make([][]int, s.Options())
	for n, together := range s.Nogoods() {
		for _, o := range together {
			s.nogoods[o] = append(s.nogoods[o], n)
		}
	}
}

func (s *state) primary(i matrix.ItemID) bool { return int(i) < s.Primary() }

// needs returns how many options of an item are still wanted at least.
func (s *state) needs(i matrix.ItemID) int32 {
	if !s.primary(i) {
		return 0
	}
	return s.Bound(i).Min - s.covered[i]
}

// room returns how many options of an item may still be chosen, if they give it no color.
func (s *state) room(i matrix.ItemID) int32 {
	if !s.primary(i) {
		return 1 - s.covered[i]
	}
	return s.Bound(i).Max - s.covered[i]
}

// single reports whether an item wants all options that it has left.
func (s *state) single(i matrix.ItemID) bool { return s.open[i] > 0 && s.open[i] == s.needs(i) }

// force chooses an open option, as the only one for an item, and rules out those that exclude it.
func (s *state) force(o matrix.OptionID, i matrix.ItemID) {
	at := int32(len(s.trail))
	s.wanting[o] = i
	s.decide(o, isChosen, at)
	for _, e := range s.Option(o) {
		if s.room(e.Item) > 0 && e.Color == matrix.NoColor {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if s.status[other] == isOpen && !s.agrees(other, e) {
				s.decide(other, isOut, at)
			}
		}
	}
	if s.nogoods != nil {
		s.forbidLast(o)
	}
}

// choose chooses an open option without a reason, and rule rules one out.
func (s *state) choose(o matrix.OptionID) { s.force(o, noItem) }
func (s *state) rule(o matrix.OptionID)   { s.decide(o, isOut, -1) }

// agrees reports whether an option gives an item the color that it has.
func (s *state) agrees(o matrix.OptionID, has matrix.Entry) bool {
	return has.Color != matrix.NoColor && slices.Contains(s.Option(o), has)
}

// forbidLast rules out the last option of each nogood of which all others are chosen.
func (s *state) forbidLast(o matrix.OptionID) {
	for _, n := range s.nogoods[o] {
		last, missing := o, 0
		for _, other := range s.Nogoods()[n] {
			if s.status[other] != isChosen {
				last = other
				missing++
			}
		}
		if missing == 1 && s.status[last] == isOpen {
			s.rule(last)
		}
	}
}

func (s *state) decide(o matrix.OptionID, as status, cause int32) {
	s.status[o], s.cause[o] = as, cause
	s.trail = append(s.trail, o)
	s.work++
	for _, e := range s.Option(o) {
		s.open[e.Item]--
		if as == isChosen {
			s.covered[e.Item]++
		}
		s.touch(e.Item)
	}
}

// touch notes that an item has to be looked at.
func (s *state) touch(i matrix.ItemID) {
	if s.needs(i) > 0 {
		s.touched = append(s.touched, i)
	}
	if s.bare == noItem && s.open[i] < s.needs(i) {
		s.bare = i
	}
}

// undo takes back all that was decided since the trail had this length, and no item was bare.
func (s *state) undo(to int) {
	for _, o := range slices.Backward(s.trail[to:]) {
		for _, e := range s.Option(o) {
			s.open[e.Item]++
			if s.status[o] == isChosen {
				s.covered[e.Item]--
			}
		}
		s.status[o] = isOpen
	}
	s.trail, s.touched, s.bare = s.trail[:to], s.touched[:0], noItem
}

// settle chooses what items have no other choice for, those that are known first, first, until nothing of that
// kind is left. It returns false if some item cannot be covered any more, which is then bare.
func (s *state) settle() bool {
	for k := 0; k < len(s.touched) && s.bare == noItem; k++ {
		if i := s.touched[k]; s.single(i) {
			if s.stopped() {
				break
			}
			s.take(i)
		}
	}
	s.touched = s.touched[:0]
	return s.bare == noItem
}

// take chooses the open options of an item, until one rules out another.
func (s *state) take(i matrix.ItemID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen && s.bare == noItem {
			s.force(o, i)
		}
	}
}

// fewest returns the item with the fewest open options of those that are wanted, or noItem.
func (s *state) fewest(wanted func(matrix.ItemID) bool) matrix.ItemID {
	best := noItem
	for i := range matrix.ItemID(s.Primary()) {
		if wanted(i) && (best == noItem || s.open[i] < s.open[best]) {
			best = i
		}
	}
	return best
}

func (s *state) openOf(i matrix.ItemID) (open []matrix.OptionID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen {
			open = append(open, o)
		}
	}
	return open
}
