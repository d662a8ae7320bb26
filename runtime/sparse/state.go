package sparse

import "quadrille/runtime/matrix"

// state is what the search knows of items besides their sets.
type state struct {
	primary int32
	bound   []int32  // how many more times an item may be covered
	slack   []int32  // its maximum less its minimum
	active  []uint64 // bit i is set if the primary item i is active
	open    int      // how many are
	simple  bool     // whether every primary item is covered once
	colors  []int32  // by node, 0 for none; nil if the problem has none
	paint   []int32  // by item: the color that it has just now, 0 for none
	painted []int32  // the items that have one, in the order in which they got it
}

func newState(p *matrix.Problem, rank []int32) state {
	t := state{
		primary: int32(p.Primary()),
		bound:   make([]int32, p.Items()),
		slack:   make([]int32, p.Items()),
		active:  make([]uint64, (p.Primary()+63)/64),
		simple:  true,
	}
	for i := range matrix.ItemID(p.Items()) {
		b := matrix.Once
		if int(i) < p.Primary() {
			b = p.Bound(i)
			t.activate(rank[i])
		}
		t.bound[rank[i]], t.slack[rank[i]] = b.Max, b.Max-b.Min
		t.simple = t.simple && b == matrix.Once
	}
	return t
}

// colorNodes notes the colors of the nodes, if there are any.
func (s *Search) colorNodes(p *matrix.Problem, rank []int32) {
	color, any := make([]int32, p.Items()), false
	colors := make([]int32, len(s.nodes))
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			color[rank[e.Item]] = int32(e.Color)
			any = any || e.Color != matrix.NoColor
		}
		for k := range p.Option(o) {
			x := s.first[o] + int32(k)
			colors[x] = color[s.nodes[x].item]
		}
	}
	if any {
		s.colors, s.paint = colors, make([]int32, p.Items())
	}
}

// activate makes a primary item active.
func (t *state) activate(i int32) {
	t.active[i>>6] |= 1 << (i & 63)
	t.open++
}

// deactivate reverses activate.
func (t *state) deactivate(i int32) {
	t.active[i>>6] &^= 1 << (i & 63)
	t.open--
}

// need returns how many more times item i must be covered.
func (t *state) need(i int32) int32 { return max(0, t.bound[i]-t.slack[i]) }

// aim sets the size below which item i is short: fewer options than it needs,
// while it is active. Rules but MRV do not want to know: they would come to the
// item later, or want to see which it is.
func (s *Search) aim(i int32) {
	s.edges[i].low = 0
	if i < s.primary && s.bound[i] > 0 && s.options.Choose == MRV {
		s.edges[i].low = s.base[i] + s.need(i)
	}
}

// count counts down item i, as an option that holds it is chosen.
func (s *Search) count(i int32) {
	if s.bound[i]--; s.bound[i] > 0 {
		s.aim(i)
		return
	}
	s.edges[i].low = 0
	if i < s.primary {
		s.deactivate(i)
	}
}

// uncount reverses count.
func (s *Search) uncount(i int32) {
	if s.bound[i] == 0 && i < s.primary {
		s.activate(i)
	}
	s.bound[i]++
	s.aim(i)
}

// purify gives item i a color: options with another color are hidden. It returns
// false, and leaves some of them, if an item is short.
func (s *Search) purify(i, color int32) bool {
	s.paint[i] = color
	s.painted = append(s.painted, i)
	for k := s.edges[i].end - 1; k >= s.base[i]; k-- { // what a removal moves to k has been looked at
		if x := s.sets[k]; s.colors[x] != color && !s.hide(x) {
			return false
		}
	}
	return true
}

// unpurify takes the colors that items got since mark.
func (s *Search) unpurify(mark int) {
	for _, i := range s.painted[mark:] {
		s.paint[i] = 0
	}
	s.painted = s.painted[:mark]
}
