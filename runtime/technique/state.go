package technique

import "quadrille/runtime/matrix"

// state is what a solver knows: which options are chosen, which are out, and which are
// still open. Every change is on a trail, so that a trial can be taken back.
type state struct {
	*matrix.Problem
	holding [][]matrix.OptionID
	nogoods [][]int // by option: the nogoods that hold it; nil if there are none at all

	status  []status // by option
	open    []int32  // by item: how many options that hold it are open
	covered []int32  // by item: how many of them are chosen
	trail   []matrix.OptionID
	work    int             // how many options were decided on
	touched []matrix.ItemID // items that have lost an option, to be looked at by settle
}

type status uint8

const (
	isOpen status = iota
	isChosen
	isOut
)

func newState(p *matrix.Problem) *state {
	s := &state{
		Problem: p, holding: p.Holding(), status: make([]status, p.Options()),
		open: make([]int32, p.Items()), covered: make([]int32, p.Items()),
	}
	if len(p.Nogoods()) > 0 {
		s.nogoods = make([][]int, p.Options())
	}
	for n, together := range p.Nogoods() {
		for _, o := range together {
			s.nogoods[o] = append(s.nogoods[o], n)
		}
	}
	for i, held := range s.holding {
		s.open[i] = int32(len(held))
	}
	return s
}

// primary reports whether an item must be covered as often as its bound says.
func (s *state) primary(i matrix.ItemID) bool { return int(i) < s.Primary() }

// needs returns how many options of a primary item are still wanted at least.
func (s *state) needs(i matrix.ItemID) int32 { return s.Bound(i).Min - s.covered[i] }

// choose chooses an open option, and rules out those that exclude it.
func (s *state) choose(o matrix.OptionID) {
	s.decide(o, isChosen)
	for _, e := range s.Option(o) {
		s.covered[e.Item]++
		if s.primary(e.Item) && s.covered[e.Item] < s.Bound(e.Item).Max {
			continue
		}
		for _, other := range s.holding[e.Item] {
			if s.status[other] == isOpen && (e.Color == matrix.NoColor || s.color(other, e.Item) != e.Color) {
				s.rule(other)
			}
		}
	}
	if s.nogoods != nil {
		s.forbidLast(o)
	}
}

// color returns the color that an option gives an item that it holds.
func (s *state) color(o matrix.OptionID, i matrix.ItemID) matrix.Color {
	for _, e := range s.Option(o) {
		if e.Item == i {
			return e.Color
		}
	}
	return matrix.NoColor
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

// rule rules out an open option.
func (s *state) rule(o matrix.OptionID) { s.decide(o, isOut) }

func (s *state) decide(o matrix.OptionID, as status) {
	s.status[o] = as
	s.trail = append(s.trail, o)
	s.work++
	for _, e := range s.Option(o) {
		s.open[e.Item]--
		if s.primary(e.Item) {
			s.touched = append(s.touched, e.Item)
		}
	}
}

// undo takes back all that was decided since the trail had this length.
func (s *state) undo(to int) {
	for k := len(s.trail) - 1; k >= to; k-- {
		o := s.trail[k]
		for _, e := range s.Option(o) {
			s.open[e.Item]++
			if s.status[o] == isChosen {
				s.covered[e.Item]--
			}
		}
		s.status[o] = isOpen
	}
	s.trail, s.touched = s.trail[:to], s.touched[:0]
}

// dead reports whether a primary item cannot be covered as often as it must.
func (s *state) dead(i matrix.ItemID) bool { return s.open[i] < s.needs(i) }

// single reports whether an item wants all options that it has left.
func (s *state) single(i matrix.ItemID) bool { return s.open[i] > 0 && s.open[i] == s.needs(i) }

// settle chooses what items have no other choice for, until nothing of that kind is left.
// It returns false if some item cannot be covered any more.
func (s *state) settle() bool {
	for len(s.touched) > 0 {
		last := len(s.touched) - 1
		i := s.touched[last]
		s.touched = s.touched[:last]
		switch {
		case s.dead(i):
			s.touched = s.touched[:0]
			return false
		case s.single(i):
			s.take(i)
		}
	}
	return true
}

// take chooses the open options of an item, as far as one does not rule out another; what
// is then missing is noticed by dead.
func (s *state) take(i matrix.ItemID) {
	for _, o := range s.holding[i] {
		if s.status[o] == isOpen {
			s.choose(o)
		}
	}
}
