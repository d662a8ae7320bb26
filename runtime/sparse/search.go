package sparse

import (
	"slices"

	"quadrille/runtime/search"
)

// walk visits a node and all below it; an item is short at the node if dead. It
// returns false to stop the search.
func (s *Search) walk(level int, dead bool) bool {
	if !s.enter(level) {
		return false
	}
	if s.open == 0 {
		return s.visit(level)
	}
	if dead {
		return true
	}
	item, branches := s.choose()
	if branches == 0 {
		return true
	}
	return s.branch(item, branches, level)
}

// shortAtRoot reports whether an item is short before anything is chosen.
func (s *Search) shortAtRoot() bool {
	return slices.ContainsFunc(s.edges, func(e edge) bool { return e.end < e.low })
}

// visit hands the options chosen to the caller.
func (s *Search) visit(level int) bool {
	if s.above(level) {
		return true
	}
	s.stats.Solutions++
	s.stats.Profile[level].Solutions++
	s.solution = s.solution[:0]
	for _, x := range s.chosen {
		s.solution = append(s.solution, s.id(x))
	}
	return s.yield(s.solution)
}

// branch tries what can be done about item i.
func (s *Search) branch(i, branches int32, level int) bool {
	mark := len(s.choices)
	choices := s.list(i)
	s.path = append(s.path, search.Step{Tried: s.from(level, branches), Of: branches})
	if s.asked != nil && level == len(s.cube.Path) {
		s.answer(choices, branches)
	}
	var ok bool
	switch {
	case len(choices) == 0:
		ok = s.passBy(i, level)
	case s.bound[i] == 1:
		ok = s.lastTime(i, choices, level)
	default:
		ok = s.oneOfSeveral(i, choices, level)
	}
	s.path = s.path[:level]
	s.choices = s.choices[:mark]
	return ok
}

// answer notes what there is to branch on.
func (s *Search) answer(choices []int32, branches int32) {
	for _, x := range s.chosen {
		s.asked.Chosen = append(s.asked.Chosen, s.id(x))
	}
	for k := range int(branches) {
		if k == len(choices) {
			s.asked.Branches = append(s.asked.Branches, none)
			break
		}
		s.asked.Branches = append(s.asked.Branches, s.id(choices[k]))
	}
}

// list returns the options of item i in their order.
func (s *Search) list(i int32) []int32 {
	mark := len(s.choices)
	s.choices = append(s.choices, s.sets[s.base[i]:s.edges[i].end]...)
	out := s.choices[mark:]
	slices.Sort(out)
	return out
}

// from returns the first of the branches at a level that belongs to the cube.
func (s *Search) from(level int, of int32) int32 {
	from := int32(0)
	switch path := s.cube.Path; {
	case level < len(path):
		from = path[level]
	case level == len(path):
		from = s.cube.From
	}
	return min(max(0, from), of)
}

// next goes to the next branch at a level that belongs to the cube, and returns its number,
// or none.
func (s *Search) next(level int) int32 {
	st, to := &s.path[level], s.path[level].Of
	if path := s.cube.Path; level < len(path) {
		to = min(to, path[level]+1)
	}
	if st.Tried >= to {
		return none
	}
	st.Tried++
	return st.Tried - 1
}

// passBy goes on without item i, which no option holds any more: nothing is hidden, nor saved.
func (s *Search) passBy(i int32, level int) bool {
	if s.next(level) == none {
		return true
	}
	s.path[level].Option = none
	bound := s.bound[i]
	s.rebound(i, 0)
	ok := s.walk(level+1, false)
	s.rebound(i, bound)
	return ok
}

// lastTime chooses each option of i, and none of them if i has been covered
// often enough already.
func (s *Search) lastTime(i int32, choices []int32, level int) bool {
	mark, ok := s.save(), true
	for k := s.next(level); ok && k != none; k = s.next(level) {
		ok = s.take(i, none, choices[k:], mark, level, false)
	}
	s.forgo(mark)
	return ok
}

// oneOfSeveral chooses each option of i as the first of those still to be
// chosen: the ones before it are out, the ones behind it stay. If i has been
// covered often enough, i may also be left at that.
func (s *Search) oneOfSeveral(i int32, choices []int32, level int) bool {
	mark := s.save()
	s.rebound(i, s.bound[i]-1)
	alive, ok := true, true
	for _, x := range choices[:min(int(s.path[level].Tried), len(choices))] {
		alive = s.hide(x) && alive
	}
	s.removed = s.charged // those belong to branches of another cube
	for k := s.next(level); ok && k != none; k = s.next(level) {
		dead := !alive
		if int(k) < len(choices) {
			alive = s.hide(choices[k]) && alive // behind it: what it covers itself is not short
		}
		below := s.save()
		ok = s.take(i, i, choices[k:], below, level, dead)
		s.forgo(below)
	}
	s.restore(mark)
	s.forgo(mark)
	s.rebound(i, s.bound[i]+1)
	return ok
}

// take takes the first of the choices for item i, or leaves i if there is none. An item is short already
// if dead.
func (s *Search) take(i, but int32, choices []int32, mark, level int, dead bool) bool {
	if len(choices) == 0 {
		return s.leaveAt(i, mark, level, dead)
	}
	return s.try(choices[0], but, mark, level, dead)
}

// leaveAt goes on without covering i again.
func (s *Search) leaveAt(i int32, mark, level int, dead bool) bool {
	s.path[level].Option = none
	bound, before := s.bound[i], s.removed
	s.rebound(i, 0)
	alive := !dead && s.cover(i)
	if !alive {
		s.removed = before
	}
	ok := s.walk(level+1, !alive)
	s.restore(mark)
	s.rebound(i, bound)
	return ok
}

// try chooses the option of node x and goes one level deeper. The item that the
// node branches on is left out if it is covered again later, and is none
// otherwise.
func (s *Search) try(x, but int32, mark, level int, dead bool) bool {
	s.count(x, but, 1)
	s.chosen = append(s.chosen, x)
	o, ok := s.id(x), false
	s.path[level].Option = o
	if dead || but != none && s.shortOf(s.span(x)) != none || s.killed(o) {
		ok = s.walk(level+1, true)
	} else {
		ok = s.commit(x, but, mark, level)
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
	s.count(x, but, -1)
	return ok
}

// commit hides the options that cannot go with the one of node x, and goes one
// level deeper.
func (s *Search) commit(x, but int32, mark, level int) bool {
	painted, before := len(s.painted), s.removed
	alive := s.commitItems(x, but)
	if !alive {
		s.killers[s.id(x)].add(s.short)
		s.removed = before // how far it came depends on the order of the sets
	}
	ok := s.walk(level+1, !alive)
	s.restore(mark)
	s.unpurify(painted)
	return ok
}

// count counts the option of node x as chosen once more, by 1, or once less, by -1. Its items are
// counted before any is covered: an option that leaves does not make them short.
func (s *Search) count(x, but, by int32) {
	if s.nogoods.holding != nil {
		s.nogoods.note(s.id(x), by)
	}
	span := s.span(x)
	for q := span.first; q < span.behind; q++ {
		if i := s.nodes[q].item; i != but && s.colorOf(q) == 0 {
			s.rebound(i, s.bound[i]-by)
		}
	}
}

// commitItems hides the options that cannot go with the one of node x. It returns
// false, and leaves some of them, if an item is short.
func (s *Search) commitItems(x, but int32) bool {
	span := s.span(x)
	for q := span.first; q < span.behind; q++ {
		if s.nodes[q].item != but && !s.commitItem(q) {
			return false
		}
	}
	return s.nogoods.holding == nil || s.complete(s.id(x))
}

// commitItem hides the options that cannot go with node q.
func (s *Search) commitItem(q int32) bool {
	i := s.nodes[q].item
	switch color := s.colorOf(q); {
	case color == 0:
		return s.bound[i] > 0 || s.cover(i)
	case s.paint[i] == 0:
		return s.purify(i, color)
	}
	return true // it has this color
}

// colorOf returns the color of a node, 0 for none.
func (s *Search) colorOf(x int32) int32 {
	if s.colors == nil {
		return 0
	}
	return s.colors[x]
}
