package learn

import "quadrille/runtime/matrix"

// A reason has 30 bits for a literal or the place of a clause, in words. The
// clauses of a problem take few more words than it has entries.
const (
	maxOptions = 1<<28 - 1
	maxEntries = 1<<28 - 1
	maxMemory  = 4 << 30
)

// fits reports whether there is room for p.
func fits(p *matrix.Problem) bool {
	entries := p.Entries()
	for _, together := range p.Nogoods() {
		entries += len(together) + headerWords
	}
	return p.Options() <= maxOptions && entries <= maxEntries
}

// model is the problem as propagation wants it. No run changes it.
type model struct {
	problem *matrix.Problem
	options int
	members []member // the options of each item, side by side
	from    []int32  // item i has members[from[i]:from[i+1]]
	// holds lists, for each option, the items that it shares with nobody, or with
	// options of its color alone.
	holds     []hold
	holdsFrom []int32
	// tallied lists, for each option, the items that are counted.
	tallied     []int32
	talliedFrom []int32
	bounds      []bound // of the items that are counted
}

// member is an option in the list of an item.
type member struct {
	option int32
	color  matrix.Color
}

// hold is an item in an option: the item's list and the color that it gets.
type hold struct {
	from, to int32
	color    matrix.Color
}

// bound is an item that is counted: at least min and at most max of its options,
// members[from:to], are true.
type bound struct {
	from, to int32
	min, max int32
}

func newModel(p *matrix.Problem) *model {
	m := &model{problem: p, options: p.Options()}
	m.list()
	counted := m.count()
	for o := range matrix.OptionID(p.Options()) {
		m.holdsFrom = append(m.holdsFrom, int32(len(m.holds)))
		m.talliedFrom = append(m.talliedFrom, int32(len(m.tallied)))
		for _, e := range p.Option(o) {
			if counted[e.Item] >= 0 {
				m.tallied = append(m.tallied, counted[e.Item])
			}
			if m.exclusive(e.Item) {
				m.holds = append(m.holds, hold{m.from[e.Item], m.from[e.Item+1], e.Color})
			}
		}
	}
	m.holdsFrom = append(m.holdsFrom, int32(len(m.holds)))
	m.talliedFrom = append(m.talliedFrom, int32(len(m.tallied)))
	return m
}

// list collects the options of each item.
func (m *model) list() {
	p := m.problem
	m.from = make([]int32, p.Items()+1)
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			m.from[e.Item+1]++
		}
	}
	for i := range p.Items() {
		m.from[i+1] += m.from[i]
	}
	m.members = make([]member, p.Entries())
	next := append([]int32(nil), m.from...)
	for o := range matrix.OptionID(p.Options()) {
		for _, e := range p.Option(o) {
			m.members[next[e.Item]] = member{int32(o), e.Color}
			next[e.Item]++
		}
	}
}

// count finds the items that must be counted, as neither a clause nor the
// exclusion of all others says what they want. It returns their numbers by item,
// or -1.
func (m *model) count() []int32 {
	number := make([]int32, m.problem.Items())
	for i := range number {
		number[i] = -1
	}
	for i := range matrix.ItemID(m.problem.Primary()) {
		b := m.problem.Bound(i)
		size := m.from[i+1] - m.from[i]
		if b.Min > 1 || b.Max > 1 && b.Max < size {
			number[i] = int32(len(m.bounds))
			m.bounds = append(m.bounds, bound{m.from[i], m.from[i+1], b.Min, b.Max})
		}
	}
	return number
}

// exclusive reports whether an option of item i rules out others.
func (m *model) exclusive(i matrix.ItemID) bool {
	return int(i) >= m.problem.Primary() || m.problem.Bound(i).Max == 1
}

// useful reports whether an option may be part of a solution: one without a
// primary item never is.
func (m *model) useful(o matrix.OptionID) bool {
	for _, e := range m.problem.Option(o) {
		if int(e.Item) < m.problem.Primary() {
			return true
		}
	}
	return false
}
