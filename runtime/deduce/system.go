package deduce

import (
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// weightSystem is a system of linear equations for the weights of items. It has a variable for each
// class of items. It has a row for each option: the sum of its weights must be 0. The target is the
// sum of all weights, which must not be 0.
type weightSystem struct {
	problem    *matrix.Problem
	variableOf []int       // variable of an item, or -1, by item
	targetRow  []int64     // number of times that the items of a variable are covered, by variable
	rows       [][]rowTerm // equations, one for each option or several equal ones
}

// rowTerm is a variable in a row: times is the number of its items in the option.
type rowTerm struct{ variable, times int32 }

// newWeightSystem sets up the system. Equal rows are stored once.
func newWeightSystem(p *matrix.Problem, opts *ProofOptions) *weightSystem {
	classOf := opts.Alike
	s := &weightSystem{problem: p, variableOf: make([]int, p.ItemCount())}
	number := map[int]int{}
	for i := range s.variableOf {
		class := i
		if classOf != nil {
			class = classOf[i]
		}
		if s.variableOf[i] = -1; class < 0 || !isExact(p, matrix.ItemID(i)) {
			continue
		}
		v, known := number[class]
		if !known {
			v = len(s.targetRow)
			number[class] = v
			s.targetRow = append(s.targetRow, 0)
		}
		s.variableOf[i] = v
		s.targetRow[v] += int64(p.Bound(matrix.ItemID(i)).Min)
	}
	s.collectRows(opts)
	return s
}

// collectRows makes the rows. If items share variables, there are far fewer rows than options.
func (s *weightSystem) collectRows(opts *ProofOptions) {
	deduplicate, seen, key := opts.Alike != nil, map[string]bool{}, []byte(nil)
	var row []rowTerm
	for o := range matrix.OptionID(s.problem.OptionCount()) {
		if o%rowsPerStop == 0 && opts.stopped() {
			return // the caller ends the search as well
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
		if v := s.variableOf[e.Item]; v >= 0 {
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

// maxVariables is the largest number of variables. It bounds the memory of a weightSpace, which has
// a number for each pair of variables.
const maxVariables = 4096

// findWeights returns weights of the variables in a ring, if there are any and the work bound
// allows. It keeps the space of all weights that satisfy the rows seen so far. It then looks for a
// row that the candidate weights violate.
func (s *weightSystem) findWeights(r primeRing, opts *ProofOptions) ([]uint64, bool) {
	n, work := int64(len(s.targetRow)), opts.Work
	if n > maxVariables || work > 0 && n*n > work {
		return nil, false
	}
	w := newWeightSpace(r, s.targetRow)
	for k, calm := 0, 0; w.settleCandidate(); k = (k + 1) % len(s.rows) {
		if calm == len(s.rows) {
			return w.candidateWeights(), true
		}
		if work > 0 && w.stepCount > work {
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
			w.stepCount += int64(len(row))
			calm++
		}
	}
	return nil, false
}

// weightSpace is a set of weights in a ring: all linear combinations of its generators, which are
// weights themselves. Generator 0 is the candidate. Once the space is settled, only the candidate
// gives the target a nonzero weight.
//
// A row restricts the space to the weights under which the row is 0. The pivot is a generator whose
// value on the row has the least valuation. Multiples of it are subtracted from the other
// generators until their values are 0. The pivot itself is multiplied until its value is 0, or
// removed. So no weight is lost, and if no candidate is left, there is none.
type weightSpace struct {
	primeRing
	weights      [][]uint32 // weight of a variable in a generator, by variable and generator
	supportSize  []int32    // number of variables with a nonzero weight, by generator
	targetValues []uint64   // value of the target, by generator
	stepCount    int64      // number of steps so far
	settled      bool       // only the candidate gives the target a nonzero weight
}

func newWeightSpace(r primeRing, target []int64) *weightSpace {
	n := len(target)
	s := &weightSpace{primeRing: r, weights: make([][]uint32, n), supportSize: make([]int32, n),
		targetValues: make([]uint64, n)}
	for v := range n {
		s.weights[v] = make([]uint32, n)
		s.weights[v][v], s.supportSize[v], s.targetValues[v] = 1, 1, r.residueOf(target[v])
	}
	return s
}

// candidateWeights returns the weights of generator 0, by variable.
func (s *weightSpace) candidateWeights() []uint64 {
	out := make([]uint64, len(s.weights))
	for v, row := range s.weights {
		out[v] = uint64(row[0])
	}
	return out
}

// valueOn returns the value of a row under the weights of generator g.
func (s *weightSpace) valueOn(row []rowTerm, g int) uint64 {
	sum := uint64(0)
	for _, t := range row {
		sum += uint64(s.weights[t.variable][g]) * uint64(t.times)
	}
	return sum % s.modulus
}

// restrictTo keeps the weights under which the row is 0.
func (s *weightSpace) restrictTo(row []rowTerm) {
	values := make([]uint64, len(s.targetValues))
	for g := range values {
		values[g] = s.valueOn(row, g)
	}
	s.stepCount += int64(len(row) * len(values))
	pivot, least := s.choosePivot(values, 1)
	if v := s.valuation(values[0]); v < least { // the candidate stays as it is if possible
		pivot, least = 0, v
	}
	s.clearValues(pivot, values)
	s.scaleGenerator(pivot, s.annihilator(least))
	s.settled = s.settled && pivot != 0
}

// choosePivot returns the generator, from index from on, whose value is not 0 and has the least
// valuation. Of equals it takes one with few nonzero weights.
func (s *weightSpace) choosePivot(values []uint64, from int) (pivot int, least uint64) {
	pivot, least = -1, s.power
	for g := from; g < len(values); g++ {
		if v := s.valuation(values[g]); v < least || v == least && pivot >= 0 && s.supportSize[g] < s.supportSize[pivot] {
			pivot, least = g, v
		}
	}
	return pivot, least
}

// settleCandidate makes generator 0 the only one that gives the target a nonzero weight. It returns
// false if none does.
func (s *weightSpace) settleCandidate() bool {
	if s.settled {
		return true
	}
	best, _ := s.choosePivot(s.targetValues, 0)
	if best < 0 {
		return false
	}
	s.clearValues(best, slices.Clone(s.targetValues))
	for _, row := range s.weights {
		row[0], row[best] = row[best], row[0]
	}
	s.supportSize[0], s.supportSize[best] = s.supportSize[best], s.supportSize[0]
	s.targetValues[0], s.targetValues[best] = s.targetValues[best], s.targetValues[0]
	s.settled = true
	return true
}

// clearValues subtracts multiples of the pivot from the other generators, so that their values
// become 0.
func (s *weightSpace) clearValues(pivot int, values []uint64) {
	var others []int
	quotients := values // reuses the memory of values, except at the pivot
	for g, a := range values {
		if g != pivot && a != 0 {
			others, quotients[g] = append(others, g), s.divide(a, values[pivot])
			s.targetValues[g] = s.subtract(s.targetValues[g], s.multiply(quotients[g], s.targetValues[pivot]))
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
		s.stepCount += int64(len(others))
		for _, g := range others {
			before := row[g]
			after := uint32(s.subtract(uint64(before), s.multiply(quotients[g], x)))
			row[g] = after
			s.supportSize[g] += isPresent(after) - isPresent(before)
		}
	}
}

func isPresent(weight uint32) int32 {
	if weight == 0 {
		return 0
	}
	return 1
}

// scaleGenerator multiplies generator g by a number. If all its weights become 0, it is removed.
func (s *weightSpace) scaleGenerator(g int, by uint64) {
	s.targetValues[g], s.supportSize[g] = s.multiply(s.targetValues[g], by), 0
	for _, row := range s.weights {
		row[g] = uint32(s.multiply(uint64(row[g]), by))
		s.supportSize[g] += isPresent(row[g])
	}
	if s.supportSize[g] > 0 {
		return
	}
	last := len(s.targetValues) - 1
	for v, row := range s.weights {
		row[g] = row[last]
		s.weights[v] = row[:last]
	}
	s.targetValues[g], s.supportSize[g] = s.targetValues[last], s.supportSize[last]
	s.targetValues, s.supportSize = s.targetValues[:last], s.supportSize[:last]
}
