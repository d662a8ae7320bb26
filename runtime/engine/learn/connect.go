package learn

import (
	"math"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// The condition that cells are connected (see [search.CellSet]) needs too many clauses to state all of them in advance.
// So it is propagated when all else is propagated. Consider the graph of the cells that can be in the set, and a cell
// that must be. Cells of other components are out of the set. A cell between two that must be in the set is in it if
// each path between them goes through it, which means that it is a cut vertex.
//
// More follows if the set has a known number of cells. The component must have at least that many, and a cell without
// which it would have fewer is in the set. A cell is out of the set if too many cells would be in it with those on the
// shortest path to that cell.
//
// A reason is computed when the analysis of a conflict asks for it: two cells, and cells that separate them. The clause
// says that one of the two is out of the set, or one of the separators is in it. Where the component has too few cells,
// the separators are all cells around it. Where a cell is too far, the clause also has the cells in the set. (M.
// Fischetti, J. J. Salazar and P. Toth use such cuts for the symmetric generalized travelling salesman problem, 1997.
// Solvers for satisfiability modulo theories explain propagations in the same way.)
//
// Clauses speak of cells by one literal each. That is an option, if one option alone decides about the cell, and
// otherwise a variable of its own. So a cut has a literal a cell, however many options cover the cell.

// cellPropagator propagates that the cells of sets are connected.
type cellPropagator struct {
	// inSet holds the literal that is true if a cell is in the set, by set and cell.
	inSet            [][]literal
	constantVariable int32 // variable that is true, the first variable of cells
	// setsOfVariable lists the sets in which a variable decides about a cell, by variable; nil without sets.
	setsOfVariable [][]int32
	checkedCount   int    // number of literals of the trail for which all sets were checked
	setChanged     []bool // whether a literal of the set has become true or false since the last check, by set
	finder         search.SeparationFinder
	separations    []separation // reasons of the literals that were propagated, in the order of the trail
	marks          []cellMark   // scratch memory of separators, by cell
	queue          []int32      // scratch memory of searches: cells that were reached
	nextQueue      []int32      // scratch memory of measureDistances: cells at the next distance
	distances      [2][]int32   // scratch memory of distanceReason: distances from two cells, by cell
}

// separation is the reason for a literal about a cell: without it, two cells that must be in the set could not be
// connected, or the set could not have its number of cells.
type separation struct {
	set         int32
	from, to    int32 // the two cells; to is -1 if too few cells are connected with the first one
	isTooFar    bool  // whether the two cells can be connected, but only by too many cells
	trailLength int32 // number of literals when the reason was found
	// literals holds the false literals that force the literal; nil if they were not computed yet.
	literals []literal
}

// newCellPropagator numbers the variables of cells from a given number on. It returns the number of variables.
func newCellPropagator(sets []*search.CellSet, variables int) (cellPropagator, int) {
	p := cellPropagator{setChanged: make([]bool, len(sets))}
	if len(sets) == 0 {
		return p, variables
	}
	p.constantVariable = int32(variables)
	constant := chosenLiteral(p.constantVariable)
	variables++
	for _, set := range sets {
		list := make([]literal, len(set.NeighboursOfCell))
		for c := range list {
			in, out := set.IncludingOptions[c], set.ExcludingOptions[c]
			switch {
			case set.GivenCells[c], len(in) > 0 && len(out) == 0:
				list[c] = constant
			case len(in) == 0:
				list[c] = constant.negated()
			case len(in) == 1:
				list[c] = chosenLiteral(int32(in[0]))
			case len(out) == 1:
				list[c] = unchosenLiteral(int32(out[0]))
			default:
				list[c] = chosenLiteral(int32(variables))
				variables++
			}
		}
		p.inSet = append(p.inSet, list)
	}
	p.setsOfVariable = make([][]int32, variables)
	for k, list := range p.inSet {
		for _, l := range list {
			of := &p.setsOfVariable[l.option()]
			if !slices.Contains(*of, int32(k)) {
				*of = append(*of, int32(k))
			}
		}
		p.marks = make([]cellMark, max(len(list), len(p.marks)))
	}
	p.distances = [2][]int32{make([]int32, len(p.marks)), make([]int32, len(p.marks))}
	return p, variables
}

// loadCells adds the clauses of the variables of cells. It returns false if there is no solution.
func (s *clauseSolver) loadCells() bool {
	for k, set := range s.settings.ConnectedSets {
		s.setChanged[k] = true
		if k == 0 && !s.addInitialClause([]literal{chosenLiteral(s.constantVariable)}) {
			return false
		}
		for c, in := range s.inSet[k] {
			if v := in.option(); v > s.constantVariable {
				s.loadCell(in, set.IncludingOptions[c])
				s.loadCell(in.negated(), set.ExcludingOptions[c])
			}
		}
		if set.NeedsCell && !s.addInitialClause(slices.Compact(slices.Sorted(slices.Values(s.inSet[k])))) {
			return false
		}
	}
	return true
}

// loadCell adds the clauses that a literal is true if and only if one of the options is chosen.
func (s *clauseSolver) loadCell(l literal, options []matrix.OptionID) {
	some := []literal{l.negated()}
	for _, o := range options {
		s.addInitialClause([]literal{unchosenLiteral(int32(o)), l})
		some = append(some, chosenLiteral(int32(o)))
	}
	s.addInitialClause(some)
}

// propagateCells propagates the conditions on cells whose literals have changed since the last check. It returns
// noConflict with no new literal if nothing follows.
func (s *clauseSolver) propagateCells() conflict {
	if s.setsOfVariable == nil {
		return noConflict
	}
	for _, l := range s.trueLiterals[s.checkedCount:] {
		for _, k := range s.setsOfVariable[l.option()] {
			s.setChanged[k] = true
		}
	}
	s.checkedCount = len(s.trueLiterals)
	for k, set := range s.settings.ConnectedSets {
		if !s.setChanged[k] {
			continue
		}
		s.setChanged[k] = false
		if c := s.propagateSet(int32(k), set); c != noConflict {
			return c
		}
	}
	return noConflict
}

// propagateSet propagates that the cells of a set are connected.
func (s *clauseSolver) propagateSet(k int32, set *search.CellSet) conflict {
	in, f, length := s.inSet[k], &s.finder, len(s.trueLiterals)
	first := int32(-1)
	f.Begin(set)
	for c, l := range in {
		value := s.literalValues[l]
		f.MayBeIn[c], f.MustBeIn[c] = value >= 0, value > 0
		if value > 0 && (first < 0 || s.trailPlaceOf[l.option()].index < s.trailPlaceOf[in[first].option()].index) {
			first = int32(c)
		}
	}
	if first < 0 {
		return noConflict
	}
	f.VisitFrom(first)
	if set.CellCount > 0 {
		if c := s.propagateCellCount(k, set, first, length); c != noConflict {
			return c
		}
	}
	for c, l := range in {
		if f.IsReached(int32(c)) || s.literalValues[l] < 0 {
			continue
		}
		why := s.addSeparation(separation{set: k, from: first, to: int32(c)}, length)
		if s.literalValues[l] > 0 {
			return conflict{l.negated(), why}
		}
		s.assignLiteral(l.negated(), why)
	}
	for _, cut := range f.CutVertices {
		if l := in[cut.Cell]; s.literalValues[l] == 0 {
			s.assignLiteral(l, s.addSeparation(separation{set: k, from: first, to: cut.Witness}, length))
		}
	}
	return noConflict
}

// propagateCellCount propagates that a set has its number of cells. The finder has visited all cells that can be
// reached from the first one.
func (s *clauseSolver) propagateCellCount(k int32, set *search.CellSet, first int32, length int) conflict {
	in, f := s.inSet[k], &s.finder
	if f.CountReached() < set.CellCount {
		return conflict{in[first].negated(), s.addSeparation(separation{set: k, from: first, to: -1}, length)}
	}
	known := s.countCellsInSet(k, length)
	s.measureDistances(0, k, first, length, false)
	for c, l := range in {
		switch value := s.literalValues[l]; {
		case value < 0 || !f.IsReached(int32(c)):
		case s.distances[0][c] > int32(set.CellCount-known):
			why := s.addSeparation(separation{set: k, from: first, to: int32(c), isTooFar: true}, length)
			if value > 0 {
				return conflict{l.negated(), why}
			}
			s.assignLiteral(l.negated(), why)
		case value == 0 && f.CountReachedWithout(int32(c)) < set.CellCount:
			s.assignLiteral(l, s.addSeparation(separation{set: k, from: first, to: -1}, length))
		}
	}
	return noConflict
}

// valueBefore returns the value that a literal had when the trail had the given length.
func (s *clauseSolver) valueBefore(l literal, trailLength int) int8 {
	if s.trailPlaceOf[l.option()].index >= int32(trailLength) {
		return 0
	}
	return s.literalValues[l]
}

// countCellsInSet returns how many cells were known to be in a set when the trail had the given length.
func (s *clauseSolver) countCellsInSet(k int32, trailLength int) (n int) {
	for _, l := range s.inSet[k] {
		if s.valueBefore(l, trailLength) > 0 {
			n++
		}
	}
	return n
}

// unreachedDistance is greater than any number of cells, and the sum of two is no overflow.
const unreachedDistance = math.MaxInt32 / 4

// measureDistances computes s.distances[n]: for each cell the least number of cells on a path from a cell, both ends
// included, that were not known to be in the set when the trail had the given length. Cells that were known to be out
// of the set lie on a path only if passesOut is set.
func (s *clauseSolver) measureDistances(n int, k, from int32, trailLength int, passesOut bool) {
	neighbours, in := s.settings.ConnectedSets[k].NeighboursOfCell, s.inSet[k]
	distances := s.distances[n][:len(in)]
	for c := range distances {
		distances[c] = unreachedDistance
	}
	reach := func(c, distance int32) {
		value := s.valueBefore(in[c], trailLength)
		switch {
		case distances[c] < unreachedDistance || value < 0 && !passesOut:
		case value > 0:
			distances[c], s.queue = distance, append(s.queue, c)
		default:
			distances[c], s.nextQueue = distance+1, append(s.nextQueue, c)
		}
	}
	s.queue, s.nextQueue = s.queue[:0], s.nextQueue[:0]
	for reach(from, 0); len(s.queue)+len(s.nextQueue) > 0; s.queue, s.nextQueue = s.nextQueue, s.queue[:0] {
		for n := 0; n < len(s.queue); n++ {
			for _, d := range neighbours[s.queue[n]] {
				reach(d, distances[s.queue[n]])
			}
		}
	}
}

// addSeparation records a reason that is found when the trail has the given length. It returns the reason.
func (s *clauseSolver) addSeparation(r separation, trailLength int) reason {
	r.trailLength = int32(trailLength)
	s.separations = append(s.separations, r)
	return newReason(byCondition, uint32(len(s.optionLimits[0])+len(s.separations)-1))
}

// separationReason returns the false literals that force literal l, because without it two cells would be separated, or
// too few or too many cells would be in the set.
func (s *clauseSolver) separationReason(l literal, n int) []literal {
	r := &s.separations[n]
	if r.literals != nil {
		return r.literals
	}
	ends := []int32{r.from, r.to}
	switch {
	case r.isTooFar:
		r.literals, ends = s.distanceReason(l, r), nil
	case r.to < 0:
		r.literals, ends = s.separators(l, r, r.from, r.to), ends[:1]
	default:
		r.literals = s.separators(l, r, r.from, r.to)
		if other := s.separators(l, r, r.to, r.from); len(other) < len(r.literals) {
			r.literals = other
		}
	}
	for _, end := range ends {
		if out := s.inSet[r.set][end].negated(); out != l {
			r.literals = append(r.literals, out)
		}
	}
	return r.literals
}

// distanceReason returns the false literals that force literal l, because the set would have too many cells with those
// on a path between two cells. These are the cells known to be in the set, and the cells out of the set from which a
// path through cells in the set or out of it would be short enough.
func (s *clauseSolver) distanceReason(l literal, r *separation) (list []literal) {
	set, length := s.settings.ConnectedSets[r.set], int(r.trailLength)
	s.measureDistances(0, r.set, r.from, length, false)
	s.measureDistances(1, r.set, r.to, length, true)
	most := int32(set.CellCount - s.countCellsInSet(r.set, length))
	for c, in := range s.inSet[r.set] {
		value := s.valueBefore(in, length)
		if value == 0 || s.trailPlaceOf[in.option()].level == 0 {
			continue
		}
		nearest := int32(unreachedDistance)
		for _, d := range set.NeighboursOfCell[c] {
			nearest = min(nearest, s.distances[0][d])
		}
		switch {
		case value > 0 && in.negated() != l:
			list = append(list, in.negated())
		case value < 0 && nearest+s.distances[1][c] <= most:
			list = append(list, in)
		}
	}
	return list
}

// cellMark is the state of a cell in the search for separators.
type cellMark uint8

const (
	unmarkedCell  cellMark = iota
	sideCell               // connected with the first cell
	borderCell             // next to the cells that are connected with the first cell
	otherSideCell          // reached from the second cell
)

// separators returns the literals of cells that separate two cells if l is false. They stand next to the cells that
// are connected with the first cell. Cells from which the second cell cannot be reached are left out, as are cells that
// are out of the set in each solution. If the second cell is -1, they are all cells next to those that are
// connected with the first cell.
func (s *clauseSolver) separators(l literal, r *separation, from, to int32) (cut []literal) {
	neighbours, in := s.settings.ConnectedSets[r.set].NeighboursOfCell, s.inSet[r.set]
	clear(s.marks)
	s.marks[from], s.queue = sideCell, append(s.queue[:0], from)
	for n := 0; n < len(s.queue); n++ {
		for _, d := range neighbours[s.queue[n]] {
			if s.marks[d] != unmarkedCell {
				continue
			}
			if in[d] == l || s.valueBefore(in[d], int(r.trailLength)) < 0 {
				s.marks[d] = borderCell
			} else {
				s.marks[d], s.queue = sideCell, append(s.queue, d)
			}
		}
	}
	if to < 0 {
		for d, mark := range s.marks[:len(in)] {
			if mark == borderCell && in[d] != l && s.trailPlaceOf[in[d].option()].level > 0 {
				cut = append(cut, in[d])
			}
		}
		return cut
	}
	s.marks[to], s.queue = otherSideCell, append(s.queue[:0], to)
	for n := 0; n < len(s.queue); n++ {
		for _, d := range neighbours[s.queue[n]] {
			switch s.marks[d] {
			case unmarkedCell:
				s.queue = append(s.queue, d)
			case borderCell:
				if in[d] != l && s.trailPlaceOf[in[d].option()].level > 0 {
					cut = append(cut, in[d])
				}
			default:
				continue
			}
			s.marks[d] = otherSideCell
		}
	}
	return cut
}
