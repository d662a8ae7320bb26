package plan

import "quadrille/runtime/matrix"

// told remembers solutions, each a set of options, one behind the other. They get an index when somebody asks for
// one: by the sum of a hash of each option, as their order says nothing.
type told struct {
	options []matrix.OptionID
	ends    []int            // of the solutions
	last    map[uint64]int32 // by sum, the last of them, from 1; nil while nobody has asked
	before  []int32          // of the same sum, from 1, or 0
	marks   []int            // by option: the number of the question that it was in
	asked   int
}

// indexWords are what a solution takes besides its options, index and all.
const indexWords = 8

// words returns how many words of four bytes it takes, about.
func (t *told) words() int { return len(t.options) + indexWords*len(t.ends) }

func (t *told) add(s matrix.Solution) {
	t.options = append(t.options, s...)
	t.ends = append(t.ends, len(t.options))
	if t.last != nil {
		t.enter(len(t.ends) - 1)
	}
}

// enter puts the k-th solution into the index.
func (t *told) enter(k int) {
	key := sum(t.at(k))
	t.before = append(t.before, t.last[key])
	t.last[key] = int32(k + 1)
}

func (t *told) at(k int) []matrix.OptionID {
	if k == 0 {
		return t.options[:t.ends[0]]
	}
	return t.options[t.ends[k-1]:t.ends[k]]
}

// has reports whether a solution, of a problem with so many options, has been told in any order.
func (t *told) has(s matrix.Solution, options int) bool {
	if t.last == nil {
		t.last, t.before, t.marks = make(map[uint64]int32, len(t.ends)), make([]int32, 0, len(t.ends)), make([]int, options)
		for k := range t.ends {
			t.enter(k)
		}
	}
	k := t.last[sum(s)]
	if k == 0 {
		return false
	}
	t.asked++
	for _, o := range s {
		t.marks[o] = t.asked
	}
	for ; k > 0; k = t.before[k-1] {
		if t.same(t.at(int(k-1)), len(s)) {
			return true
		}
	}
	return false
}

// same reports whether options are those that are marked, of which there are so many.
func (t *told) same(options []matrix.OptionID, marked int) bool {
	for _, o := range options {
		if t.marks[o] != t.asked {
			return false
		}
	}
	return len(options) == marked
}

// sum adds up hashes of options, by the last step of SplitMix64 (Steele, Lea, Flood 2014).
func sum(s []matrix.OptionID) (key uint64) {
	for _, o := range s {
		x := (uint64(o) + 1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		key += x ^ x>>31
	}
	return key
}
