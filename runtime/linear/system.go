package linear

import (
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// system is what is asked of weights: a variable for each class of items, a row for each
// option, which is to weigh 0, and a target, which is not.
type system struct {
	problem  *matrix.Problem
	variable []int   // by item, or -1
	target   []int64 // by variable: how often its items are covered together
	rows     [][]term
}

// term is a variable in a row, and how many of its items the option holds.
type term struct{ variable, times int32 }

// newSystem sets up the system. Rows that are equal are one.
func newSystem(p *matrix.Problem, opts *Options) *system {
	alike := opts.Alike
	s := &system{problem: p, variable: make([]int, p.Items())}
	number := map[int]int{}
	for i := range s.variable {
		class := i
		if alike != nil {
			class = alike[i]
		}
		if s.variable[i] = -1; class < 0 || !exact(p, matrix.ItemID(i)) {
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
	s.collect(opts)
	return s
}

// collect makes the rows. Where items are alike there are far fewer than options.
func (s *system) collect(opts *Options) {
	few, seen, key := opts.Alike != nil, map[string]bool{}, []byte(nil)
	var row []term
	for o := range matrix.OptionID(s.problem.Options()) {
		if o%rowsPerStop == 0 && opts.stopped() {
			return // and so is all that follows
		}
		row = s.row(o, row[:0])
		if few {
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

// rowsPerStop is how many rows are made or looked at before it is asked whether to go on.
const rowsPerStop = 1 << 12

// row appends the terms of an option.
func (s *system) row(o matrix.OptionID, row []term) []term {
	for _, e := range s.problem.Option(o) {
		if v := s.variable[e.Item]; v >= 0 {
			row = append(row, term{int32(v), 1})
		}
	}
	slices.SortFunc(row, func(a, b term) int { return int(a.variable - b.variable) })
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

// mostVariables bounds the memory of a space, which has a number for each pair of them.
const mostVariables = 4096

// weigh returns weights of the variables in a ring, if there are any and the work allows:
// it keeps all weights that suit the rows seen so far, and looks for a row that one of
// them does not suit.
func (s *system) weigh(r ring, opts *Options) ([]uint64, bool) {
	n, work := int64(len(s.target)), opts.Work
	if n > mostVariables || work > 0 && n*n > work {
		return nil, false
	}
	w := newSpace(r, s.target)
	for k, calm := 0, 0; w.settle(); k = (k + 1) % len(s.rows) {
		if calm == len(s.rows) {
			return w.candidate(), true
		}
		if work > 0 && w.work > work {
			break
		}
		if k%rowsPerStop == 0 && opts.stopped() {
			break
		}
		if row := s.rows[k]; w.value(row, 0) != 0 {
			if opts.stopped() {
				break
			}
			w.restrict(row)
			calm = 0
		} else {
			w.work += int64(len(row))
			calm++
		}
	}
	return nil, false
}

// space is a set of weights in a ring, all sums of multiples of its generators. Generator 0
// is the candidate: it alone gives the target a weight, once the space is settled.
//
// A row restricts the space to the weights that give it 0. One generator, whose value on
// the row the prime divides least often, is subtracted from the others until they have the
// value 0 there; of itself only a multiple stays, or nothing. So no weight is lost, and
// if no candidate is left, there is none.
type space struct {
	ring
	weights [][]uint32 // by variable and generator
	support []int32    // by generator: how many variables it gives a weight
	target  []uint64   // by generator
	work    int64      // steps done
	settled bool
}

func newSpace(r ring, target []int64) *space {
	n := len(target)
	s := &space{ring: r, weights: make([][]uint32, n), support: make([]int32, n), target: make([]uint64, n)}
	for v := range n {
		s.weights[v] = make([]uint32, n)
		s.weights[v][v], s.support[v], s.target[v] = 1, 1, r.of(target[v])
	}
	return s
}

// candidate returns the weights of generator 0.
func (s *space) candidate() []uint64 {
	out := make([]uint64, len(s.weights))
	for v, row := range s.weights {
		out[v] = uint64(row[0])
	}
	return out
}

// value returns what a generator gives a row.
func (s *space) value(row []term, g int) uint64 {
	sum := uint64(0)
	for _, t := range row {
		sum += uint64(s.weights[t.variable][g]) * uint64(t.times)
	}
	return sum % s.modulus
}

// restrict keeps the weights that give a row 0.
func (s *space) restrict(row []term) {
	values := make([]uint64, len(s.target))
	for g := range values {
		values[g] = s.value(row, g)
	}
	s.work += int64(len(row) * len(values))
	pivot, least := s.pivot(values, 1)
	if v := s.valuation(values[0]); v < least { // the candidate stays as it is, if it can
		pivot, least = 0, v
	}
	s.clear(pivot, values)
	s.scale(pivot, s.killer(least))
	s.settled = s.settled && pivot != 0
}

// pivot returns a generator, from one on, whose value the prime divides least often, if it
// is not 0; of several one with few weights.
func (s *space) pivot(values []uint64, from int) (pivot int, least uint64) {
	pivot, least = -1, s.power
	for g := from; g < len(values); g++ {
		if v := s.valuation(values[g]); v < least || v == least && pivot >= 0 && s.support[g] < s.support[pivot] {
			pivot, least = g, v
		}
	}
	return pivot, least
}

// settle makes one generator the candidate. It returns false if none gives the target a
// weight.
func (s *space) settle() bool {
	if s.settled {
		return true
	}
	best, _ := s.pivot(s.target, 0)
	if best < 0 {
		return false
	}
	s.clear(best, slices.Clone(s.target))
	for _, row := range s.weights {
		row[0], row[best] = row[best], row[0]
	}
	s.support[0], s.support[best] = s.support[best], s.support[0]
	s.target[0], s.target[best] = s.target[best], s.target[0]
	s.settled = true
	return true
}

// clear subtracts multiples of a generator from the others, so that the values become 0.
func (s *space) clear(pivot int, values []uint64) {
	var others []int
	quotients := values // from here on, but for the pivot
	for g, a := range values {
		if g != pivot && a != 0 {
			others, quotients[g] = append(others, g), s.over(a, values[pivot])
			s.target[g] = s.minus(s.target[g], s.times(quotients[g], s.target[pivot]))
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
			after := uint32(s.minus(uint64(before), s.times(quotients[g], x)))
			row[g] = after
			s.support[g] += present(after) - present(before)
		}
	}
}

func present(weight uint32) int32 {
	if weight == 0 {
		return 0
	}
	return 1
}

// scale multiplies a generator. If nothing is left of it, it goes.
func (s *space) scale(g int, by uint64) {
	s.target[g], s.support[g] = s.times(s.target[g], by), 0
	for _, row := range s.weights {
		row[g] = uint32(s.times(uint64(row[g]), by))
		s.support[g] += present(row[g])
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
