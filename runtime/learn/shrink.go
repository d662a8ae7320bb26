package learn

import "slices"

// shrinking is the scratch memory of [solver.shrink].
type shrinking struct {
	indices []int32 // where the literals of the clause stand in the trail
	blocks  []int64 // by option: the last block in which it was met
	block   int64
}

// shrink replaces the literals that a clause has of a level by one from which they
// all follow, if there is one. When an option is chosen, all that it excludes is
// false at the same level, and clauses are full of that. (M. Fleury and A.
// Biere, "Efficient all-UIP learned clause minimization", 2021.)
func (s *solver) shrink() {
	s.indices = s.indices[:0]
	for _, l := range s.clause[1:] {
		s.indices = append(s.indices, s.at[l.option()].index)
	}
	slices.Sort(s.indices) // and so by level as well
	s.clause = s.clause[:1]
	for end := len(s.indices); end > 0; {
		begin := s.cutBelow(end)
		s.shrinkBlock(s.indices[begin:end])
		end = begin
	}
}

// cutBelow returns where the block of literals begins that have the level of the one
// before end.
func (s *solver) cutBelow(end int) int {
	level := s.at[s.literals[s.indices[end-1]].option()].level
	first := s.cuts[level-1]
	begin := end - 1
	for begin > 0 && s.indices[begin-1] >= first {
		begin--
	}
	return begin
}

// shrinkBlock adds to the clause the literals of one level, or the one that stands for
// them.
func (s *solver) shrinkBlock(block []int32) {
	if len(block) > 1 {
		if index := s.stand(block); index >= 0 {
			s.clause = append(s.clause, s.literals[index].not())
			return
		}
	}
	for _, index := range block {
		s.clause = append(s.clause, s.literals[index].not())
	}
}

// stand walks back along the reasons of a block, within its level, until a single
// literal is left, and returns where that is, or -1 if the reasons need literals of
// lower levels that the clause has not.
func (s *solver) stand(block []int32) int32 {
	s.block++
	for _, index := range block {
		s.blocks[s.literals[index].option()] = s.block
	}
	open := len(block)
	for index := block[open-1]; ; index-- {
		l := s.literals[index]
		if s.blocks[l.option()] != s.block {
			continue
		}
		if open == 1 {
			return index
		}
		more := s.enter(l)
		if more < 0 {
			return -1
		}
		open += more - 1
	}
}

// enter adds what makes l true to the block, and returns how many literals are
// new in it, or -1 if one is of a lower level and does not follow from the clause.
func (s *solver) enter(l literal) int {
	at := s.at[l.option()]
	more := 0
	for _, r := range s.because(l, at.why) {
		o := r.option()
		switch level := s.at[o].level; {
		case level == 0 || s.blocks[o] == s.block:
		case level == at.level:
			s.blocks[o] = s.block
			more++
		case s.seen[o] != inside && s.seen[o] != implied:
			return -1
		}
	}
	return more
}
