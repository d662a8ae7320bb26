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

// rowTerm is a variable in a row, with the number of items of that variable in the option.
type rowTerm struct{ variable, itemCount int32 }

// newWeightSystem makes the system of equations of a problem. Equal rows are stored once.
func newWeightSystem(p *matrix.Problem, opts *ProofOptions) *weightSystem {
	classOf := opts.WeightClasses
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
	deduplicate, seen, key := opts.WeightClasses != nil, map[string]bool{}, []byte(nil)
	var row []rowTerm
	for o := range matrix.OptionID(s.problem.OptionCount()) {
		if o%rowsPerStop == 0 && opts.mustStop() {
			return // the caller calls Stop as well, and ends the search
		}
		row = s.appendTerms(o, row[:0])
		if deduplicate {
			key = key[:0]
			for _, t := range row {
				key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(t.variable)), uint64(t.itemCount))
			}
			if seen[string(key)] {
				continue
			}
			seen[string(key)] = true
		}
		s.rows = append(s.rows, slices.Clone(row))
	}
}

// rowsPerStop is the number of rows between two calls of [ProofOptions.Stop].
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
			row[n-1].itemCount++
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

// findWeights returns weights of the variables in a ring that satisfy the system, or false if there are none or it
// exceeds the bound of work. It keeps the space of all weights that satisfy the rows used so far, and one candidate
// among them. As long as the candidate violates some row, it restricts the space by that row.
func (s *weightSystem) findWeights(r primeRing, opts *ProofOptions) ([]uint64, bool) {
	n, work := int64(len(s.targetRow)), opts.MaxWork
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
		if k%rowsPerStop == 0 && opts.mustStop() {
			break
		}
		if row := s.rows[k]; w.valueOn(row, 0) != 0 {
			if opts.mustStop() {
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

// weightSpace is a set of assignments of weights to the variables, in a ring: all linear combinations of its
// generators, which are such assignments. Generator 0 is the candidate. If onlyCandidate is set, the other generators
// give the target weight 0.
//
// A row restricts the space to the assignments under which the value of the row is 0. The pivot is a generator for
// which the value of the row has the least valuation. Multiples of the pivot are subtracted from the other generators
// so that the value of the row becomes 0 for them. The pivot itself is multiplied by a number so that its value
// becomes 0, or is removed. The result contains all assignments that satisfy the row, so if no generator gives the
// target a nonzero weight, no assignment does.
type weightSpace struct {
	primeRing
	weights       [][]uint32 // weight of a variable in a generator, by variable and generator
	supportSize   []int32    // number of variables with a nonzero weight, by generator
	targetValues  []uint64   // value of the target, by generator
	stepCount     int64      // number of steps so far
	onlyCandidate bool       // whether only generator 0, the candidate, gives the target a nonzero weight
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
		sum += uint64(s.weights[t.variable][g]) * uint64(t.itemCount)
	}
	return sum % s.modulus
}

// restrictTo restricts the space to the weights under which the value of the row is 0.
func (s *weightSpace) restrictTo(row []rowTerm) {
	values := make([]uint64, len(s.targetValues))
	for g := range values {
		values[g] = s.valueOn(row, g)
	}
	s.stepCount += int64(len(row) * len(values))
	pivot, least := s.choosePivot(values, 1)
	if v := s.valuation(values[0]); v < least { // the candidate becomes the pivot only if no other generator can
		pivot, least = 0, v
	}
	s.clearValues(pivot, values)
	s.scaleGenerator(pivot, s.annihilator(least))
	s.onlyCandidate = s.onlyCandidate && pivot != 0
}

// choosePivot returns the generator, from index from on, whose value is not 0 and has the least valuation, and that
// valuation. Among equals it takes a generator with few nonzero weights.
func (s *weightSpace) choosePivot(values []uint64, from int) (pivot int, least uint64) {
	pivot, least = -1, s.power
	for g := from; g < len(values); g++ {
		if v := s.valuation(values[g]); v < least || v == least && pivot >= 0 &&
			s.supportSize[g] < s.supportSize[pivot] {
			pivot, least = g, v
		}
	}
	return pivot, least
}

// settleCandidate changes the generators so that generator 0 is the only one that gives the target a nonzero weight.
// It returns false if none does.
func (s *weightSpace) settleCandidate() bool {
	if s.onlyCandidate {
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
	s.onlyCandidate = true
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
			s.supportSize[g] += nonzeroCount(after) - nonzeroCount(before)
		}
	}
}

func nonzeroCount(weight uint32) int32 {
	if weight == 0 {
		return 0
	}
	return 1
}

// scaleGenerator multiplies generator g by a number. If all its weights become 0, it is removed.
func (s *weightSpace) scaleGenerator(g int, factor uint64) {
	s.targetValues[g], s.supportSize[g] = s.multiply(s.targetValues[g], factor), 0
	for _, row := range s.weights {
		row[g] = uint32(s.multiply(uint64(row[g]), factor))
		s.supportSize[g] += nonzeroCount(row[g])
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
