package deduce

import (
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// weightSystem is the system of equations for weights: a variable for each class of items, a row
// for each option, whose weight must be 0, and a target, whose weight must not be 0.
type weightSystem struct {
	problem  *matrix.Problem
	variable []int   // by item, or -1
	target   []int64 // by variable: the total number of times that its items are covered
	rows     [][]rowTerm
}

// rowTerm is a variable in a row, with the number of its items in the option.
type rowTerm struct{ variable, times int32 }

// newWeightSystem sets up the system. Equal rows are stored once.
func newWeightSystem(p *matrix.Problem, opts *ProofOptions) *weightSystem {
	classOf := opts.Alike
	s := &weightSystem{problem: p, variable: make([]int, p.ItemCount())}
	number := map[int]int{}
	for i := range s.variable {
		class := i
		if classOf != nil {
			class = classOf[i]
		}
		if s.variable[i] = -1; class < 0 || !isExact(p, matrix.ItemID(i)) {
			continue
		}
		v, known := number[class]
		if !known {
			v = len(s.target)
			number[class] = v
			s.target = append(s.target, 0)
		}
		s.variable[i] = v
		s.target[v] += int64(p.Bound(matrix.ItemID(i)).Min)
	}
	s.collectRows(opts)
	return s
}

// collectRows makes the rows. If items are alike, there are far fewer rows than options.
func (s *weightSystem) collectRows(opts *ProofOptions) {
	deduplicate, seen, key := opts.Alike != nil, map[string]bool{}, []byte(nil)
	var row []rowTerm
	for o := range matrix.OptionID(s.problem.OptionCount()) {
		if o%rowsPerStop == 0 && opts.stopped() {
			return // later steps stop as well
		}
		row = s.appendTerms(o, row[:0])
		if deduplicate {
			key = key[:0]
			for _, t := range row {
				key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(t.variable)), uint64(t.times))
			}
			if seen[string(key)] {
				continue
			}
			seen[string(key)] = true
		}
		s.rows = append(s.rows, slices.Clone(row))
	}
}

// rowsPerStop is the number of rows between two calls of Stop.
const rowsPerStop = 1 << 12

// appendTerms appends the terms of an option.
func (s *weightSystem) appendTerms(o matrix.OptionID, row []rowTerm) []rowTerm {
	for _, e := range s.problem.Option(o) {
		if v := s.variable[e.Item]; v >= 0 {
			row = append(row, rowTerm{int32(v), 1})
		}
	}
	slices.SortFunc(row, func(a, b rowTerm) int { return int(a.variable - b.variable) })
	n := 0
	for _, t := range row {
		if n > 0 && row[n-1].variable == t.variable {
			row[n-1].times++
			continue
		}
		row[n] = t
		n++
	}
	return row[:n]
}

// maxVariables bounds the memory of a space, which has a number for each pair of variables.
const maxVariables = 4096

// findWeights returns weights of the variables in a ring, if there are any and the work allows. It
// keeps all weights that satisfy the rows seen so far, and looks for a row that one of them
// violates.
func (s *weightSystem) findWeights(r primeRing, opts *ProofOptions) ([]uint64, bool) {
	n, work := int64(len(s.target)), opts.Work
	if n > maxVariables || work > 0 && n*n > work {
		return nil, false
	}
	w := newWeightSpace(r, s.target)
	for k, calm := 0, 0; w.settleCandidate(); k = (k + 1) % len(s.rows) {
		if calm == len(s.rows) {
			return w.candidateWeights(), true
		}
		if work > 0 && w.work > work {
			break
		}
		if k%rowsPerStop == 0 && opts.stopped() {
			break
		}
		if row := s.rows[k]; w.valueOn(row, 0) != 0 {
			if opts.stopped() {
				break
			}
			w.restrictTo(row)
			calm = 0
		} else {
			w.work += int64(len(row))
			calm++
		}
	}
	return nil, false
}

// weightSpace is a set of weights in a ring: all linear combinations of its generators. Generator 0
// is the candidate. Once the space is settled, it alone gives the target a nonzero weight.
//
// A row restricts the space to the weights that give it 0. The pivot is a generator whose value on
// the row has the least valuation. Multiples of it are subtracted from the other generators until
// their values are 0. The pivot itself is multiplied until its value is 0, or removed. So no weight
// is lost, and if no candidate is left, there is none.
type weightSpace struct {
	primeRing
	weights [][]uint32 // by variable and generator
	support []int32    // by generator: the number of variables with a nonzero weight
	target  []uint64   // by generator
	work    int64      // number of steps so far
	settled bool
}

func newWeightSpace(r primeRing, target []int64) *weightSpace {
	n := len(target)
	s := &weightSpace{primeRing: r, weights: make([][]uint32, n), support: make([]int32, n), target: make([]uint64, n)}
	for v := range n {
		s.weights[v] = make([]uint32, n)
		s.weights[v][v], s.support[v], s.target[v] = 1, 1, r.residueOf(target[v])
	}
	return s
}

// candidateWeights returns the weights of generator 0.
func (s *weightSpace) candidateWeights() []uint64 {
	out := make([]uint64, len(s.weights))
	for v, row := range s.weights {
		out[v] = uint64(row[0])
	}
	return out
}

// valueOn returns the weight of a row under generator g.
func (s *weightSpace) valueOn(row []rowTerm, g int) uint64 {
	sum := uint64(0)
	for _, t := range row {
		sum += uint64(s.weights[t.variable][g]) * uint64(t.times)
	}
	return sum % s.modulus
}

// restrictTo keeps the weights under which a row has weight 0.
func (s *weightSpace) restrictTo(row []rowTerm) {
	values := make([]uint64, len(s.target))
	for g := range values {
		values[g] = s.valueOn(row, g)
	}
	s.work += int64(len(row) * len(values))
	pivot, least := s.choosePivot(values, 1)
	if v := s.valuation(values[0]); v < least { // the candidate stays as it is if possible
		pivot, least = 0, v
	}
	s.clearValues(pivot, values)
	s.scaleGenerator(pivot, s.annihilator(least))
	s.settled = s.settled && pivot != 0
}

// choosePivot returns a generator, from number from on, whose value is not 0 and has the least
// valuation; among equals one with few weights.
func (s *weightSpace) choosePivot(values []uint64, from int) (pivot int, least uint64) {
	pivot, least = -1, s.power
	for g := from; g < len(values); g++ {
		if v := s.valuation(values[g]); v < least || v == least && pivot >= 0 && s.support[g] < s.support[pivot] {
			pivot, least = g, v
		}
	}
	return pivot, least
}

// settleCandidate makes some generator the candidate. It returns false if none gives the target a
// nonzero weight.
func (s *weightSpace) settleCandidate() bool {
	if s.settled {
		return true
	}
	best, _ := s.choosePivot(s.target, 0)
	if best < 0 {
		return false
	}
	s.clearValues(best, slices.Clone(s.target))
	for _, row := range s.weights {
		row[0], row[best] = row[best], row[0]
	}
	s.support[0], s.support[best] = s.support[best], s.support[0]
	s.target[0], s.target[best] = s.target[best], s.target[0]
	s.settled = true
	return true
}

// clearValues subtracts multiples of the pivot from the other generators, so that their values
// become 0.
func (s *weightSpace) clearValues(pivot int, values []uint64) {
	var others []int
	quotients := values // overwritten, except at the pivot
	for g, a := range values {
		if g != pivot && a != 0 {
			others, quotients[g] = append(others, g), s.divide(a, values[pivot])
			s.target[g] = s.subtract(s.target[g], s.multiply(quotients[g], s.target[pivot]))
		}
	}
	if len(others) == 0 {
		return
	}
	for _, row := range s.weights {
		x := uint64(row[pivot])
		if x == 0 {
			continue
		}
		s.work += int64(len(others))
		for _, g := range others {
			before := row[g]
			after := uint32(s.subtract(uint64(before), s.multiply(quotients[g], x)))
			row[g] = after
			s.support[g] += isPresent(after) - isPresent(before)
		}
	}
}

func isPresent(weight uint32) int32 {
	if weight == 0 {
		return 0
	}
	return 1
}

// scaleGenerator multiplies a generator. If nothing is left of it, it is removed.
func (s *weightSpace) scaleGenerator(g int, by uint64) {
	s.target[g], s.support[g] = s.multiply(s.target[g], by), 0
	for _, row := range s.weights {
		row[g] = uint32(s.multiply(uint64(row[g]), by))
		s.support[g] += isPresent(row[g])
	}
	if s.support[g] > 0 {
		return
	}
	last := len(s.target) - 1
	for v, row := range s.weights {
		row[g] = row[last]
		s.weights[v] = row[:last]
	}
	s.target[g], s.support[g] = s.target[last], s.support[last]
	s.target, s.support = s.target[:last], s.support[:last]
}
