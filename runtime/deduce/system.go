package deduce

import (
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// weightSystem is a system of linear equations for the weights of items. It has a variable for each class of items. It
// has a row for each option: the sum of the weights of the option's items must be 0. The target is the sum of the
// weights of all items, each counted as often as it is covered. The target must not be 0.
type weightSystem struct {
	problem            *matrix.Problem
	variableOf         []int       // for each item, its variable, or -1
	targetCoefficients []int64     // for each variable, the number of times that its items are covered
	rows               [][]rowTerm // equations; equal ones are stored once if items share variables
}

// rowTerm is a variable in a row, with the number of items in the option that have this variable.
type rowTerm struct{ variable, itemCount int32 }

// newWeightSystem makes the system of equations of a problem.
func newWeightSystem(p *matrix.Problem, opts *ProofOptions) *weightSystem {
	classOf := opts.WeightClasses
	s := &weightSystem{problem: p, variableOf: make([]int, p.ItemCount())}
	number := map[int]int{}
	for i := range s.variableOf {
		class := i
		if classOf != nil {
			class = classOf[i]
		}
		if s.variableOf[i] = -1; class < 0 || !isCoveredExactly(p, matrix.ItemID(i)) {
			continue
		}
		v, known := number[class]
		if !known {
			v = len(s.targetCoefficients)
			number[class] = v
			s.targetCoefficients = append(s.targetCoefficients, 0)
		}
		s.variableOf[i] = v
		s.targetCoefficients[v] += int64(p.Bound(matrix.ItemID(i)).Min)
	}
	s.collectRows(opts)
	return s
}

// collectRows makes the rows. If items share variables, equal rows are stored once, so there are far fewer rows than
// options.
func (s *weightSystem) collectRows(opts *ProofOptions) {
	deduplicate, seen, key := opts.WeightClasses != nil, map[string]bool{}, []byte(nil)
	var row []rowTerm
	for o := range matrix.OptionID(s.problem.OptionCount()) {
		if o%rowsPerStopCall == 0 && opts.mustStop() {
			return // the caller calls mustStop as well, and ends the search
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

// rowsPerStopCall is the number of rows between two calls of [ProofOptions.ShouldStop].
const rowsPerStopCall = 1 << 12

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

// maxWeightVariables is the largest number of variables. It bounds the memory of a weightSpace, which has
// a number for each pair of variables.
const maxWeightVariables = 4096

// findWeights returns weights of the variables in a ring that satisfy the system. It returns false if there are none,
// or if the search exceeds the bound of work. It keeps the space of all weights that satisfy the rows used so far, and
// one candidate in this space. While the candidate violates some row, the space is restricted by that row.
func (s *weightSystem) findWeights(r primeRing, opts *ProofOptions) ([]uint64, bool) {
	n, work := int64(len(s.targetCoefficients)), opts.MaxWork
	if n > maxWeightVariables || work > 0 && n*n > work {
		return nil, false
	}
	w := newWeightSpace(r, s.targetCoefficients)
	for k, calm := 0, 0; w.isolateCandidate(); k = (k + 1) % len(s.rows) {
		if calm == len(s.rows) {
			return w.candidateWeights(), true
		}
		if work > 0 && w.stepCount > work {
			break
		}
		if k%rowsPerStopCall == 0 && opts.mustStop() {
			break
		}
		if row := s.rows[k]; w.rowValue(row, 0) != 0 {
			if opts.mustStop() {
				break
			}
			w.restrictToRow(row)
			calm = 0
		} else {
			w.stepCount += int64(len(row))
			calm++
		}
	}
	return nil, false
}

// weightSpace is a set of assignments of weights to the variables, in a ring. It consists of all linear combinations of
// certain assignments, its generators. Generator 0 is the candidate. If isCandidateOnly is set, all other generators
// give the target weight 0.
//
// A row restricts the space to the assignments under which the value of the row is 0. One generator is the pivot: a
// generator for which the value of the row has the least valuation. (1) Multiples of the pivot are subtracted from the
// other generators, so that the value of the row becomes 0 for them. (2) The pivot itself is multiplied by a number so
// that its value becomes 0, or is removed. The result contains all assignments that satisfy the row. So if no generator
// gives the target a nonzero weight, no assignment does.
type weightSpace struct {
	primeRing
	weightsOfGenerator [][]uint32 // for each variable, its weight in each generator
	nonzeroCounts      []int32    // for each generator, the number of variables with a nonzero weight
	targetOfGenerator  []uint64   // for each generator, the value of the target
	stepCount          int64      // number of steps so far
	// whether the candidate, which is generator 0, alone gives the target a nonzero weight
	isCandidateOnly bool
}

func newWeightSpace(r primeRing, target []int64) *weightSpace {
	n := len(target)
	s := &weightSpace{primeRing: r, weightsOfGenerator: make([][]uint32, n), nonzeroCounts: make([]int32, n),
		targetOfGenerator: make([]uint64, n)}
	for v := range n {
		s.weightsOfGenerator[v] = make([]uint32, n)
		s.weightsOfGenerator[v][v], s.nonzeroCounts[v], s.targetOfGenerator[v] = 1, 1, r.residueOf(target[v])
	}
	return s
}

// candidateWeights returns the weights of generator 0, by variable.
func (s *weightSpace) candidateWeights() []uint64 {
	out := make([]uint64, len(s.weightsOfGenerator))
	for v, row := range s.weightsOfGenerator {
		out[v] = uint64(row[0])
	}
	return out
}

// rowValue returns the value of a row under the weights of generator g.
func (s *weightSpace) rowValue(row []rowTerm, g int) uint64 {
	sum := uint64(0)
	for _, t := range row {
		sum += uint64(s.weightsOfGenerator[t.variable][g]) * uint64(t.itemCount)
	}
	return sum % s.modulus
}

// restrictToRow restricts the space to the weights under which the value of the row is 0.
func (s *weightSpace) restrictToRow(row []rowTerm) {
	values := make([]uint64, len(s.targetOfGenerator))
	for g := range values {
		values[g] = s.rowValue(row, g)
	}
	s.stepCount += int64(len(row) * len(values))
	pivot, least := s.choosePivot(values, 1)
	if v := s.valuation(values[0]); v < least { // the candidate becomes the pivot only if no other generator can
		pivot, least = 0, v
	}
	s.eliminateValues(pivot, values)
	s.scaleGenerator(pivot, s.leastAnnihilator(least))
	s.isCandidateOnly = s.isCandidateOnly && pivot != 0
}

// choosePivot returns the index of the generator whose value is not 0 and has the least valuation, among the generators
// with index from or higher, and that valuation. The index is -1 if all values are 0. Among several such generators it
// prefers one with few nonzero weights.
func (s *weightSpace) choosePivot(values []uint64, from int) (pivot int, least uint64) {
	pivot, least = -1, s.exponent
	for g := from; g < len(values); g++ {
		if v := s.valuation(values[g]); v < least || v == least && pivot >= 0 &&
			s.nonzeroCounts[g] < s.nonzeroCounts[pivot] {
			pivot, least = g, v
		}
	}
	return pivot, least
}

// isolateCandidate changes the generators so that generator 0 is the only one that gives the target a nonzero weight.
// It returns false if none does.
func (s *weightSpace) isolateCandidate() bool {
	if s.isCandidateOnly {
		return true
	}
	best, _ := s.choosePivot(s.targetOfGenerator, 0)
	if best < 0 {
		return false
	}
	s.eliminateValues(best, slices.Clone(s.targetOfGenerator))
	for _, row := range s.weightsOfGenerator {
		row[0], row[best] = row[best], row[0]
	}
	s.nonzeroCounts[0], s.nonzeroCounts[best] = s.nonzeroCounts[best], s.nonzeroCounts[0]
	s.targetOfGenerator[0], s.targetOfGenerator[best] = s.targetOfGenerator[best], s.targetOfGenerator[0]
	s.isCandidateOnly = true
	return true
}

// eliminateValues subtracts multiples of the pivot from the other generators, so that their values
// become 0.
func (s *weightSpace) eliminateValues(pivot int, values []uint64) {
	var others []int
	quotients := values // quotients use the memory of values, except at the pivot
	for g, a := range values {
		if g != pivot && a != 0 {
			others, quotients[g] = append(others, g), s.divide(a, values[pivot])
			s.targetOfGenerator[g] = s.subtract(s.targetOfGenerator[g],
				s.multiply(quotients[g], s.targetOfGenerator[pivot]))
		}
	}
	if len(others) == 0 {
		return
	}
	for _, row := range s.weightsOfGenerator {
		x := uint64(row[pivot])
		if x == 0 {
			continue
		}
		s.stepCount += int64(len(others))
		for _, g := range others {
			before := row[g]
			after := uint32(s.subtract(uint64(before), s.multiply(quotients[g], x)))
			row[g] = after
			s.nonzeroCounts[g] += oneIfNonzero(after) - oneIfNonzero(before)
		}
	}
}

func oneIfNonzero(weight uint32) int32 {
	if weight == 0 {
		return 0
	}
	return 1
}

// scaleGenerator multiplies generator g by a number. If all its weights become 0, it is removed.
func (s *weightSpace) scaleGenerator(g int, factor uint64) {
	s.targetOfGenerator[g], s.nonzeroCounts[g] = s.multiply(s.targetOfGenerator[g], factor), 0
	for _, row := range s.weightsOfGenerator {
		row[g] = uint32(s.multiply(uint64(row[g]), factor))
		s.nonzeroCounts[g] += oneIfNonzero(row[g])
	}
	if s.nonzeroCounts[g] > 0 {
		return
	}
	last := len(s.targetOfGenerator) - 1
	for v, row := range s.weightsOfGenerator {
		row[g] = row[last]
		s.weightsOfGenerator[v] = row[:last]
	}
	s.targetOfGenerator[g], s.nonzeroCounts[g] = s.targetOfGenerator[last], s.nonzeroCounts[last]
	s.targetOfGenerator, s.nonzeroCounts = s.targetOfGenerator[:last], s.nonzeroCounts[:last]
}
