package staged

import "math/bits"

// set is a set of small numbers, 64 to a word. Sets that meet in an operation
// have the same number of words.
type set []uint64

func words(n int) int { return (n + 63) / 64 }

// newSets makes empty sets for the numbers below n, side by side in memory.
func newSets(count, n int) []set {
	w := words(n)
	all, out := make(set, count*w), make([]set, count)
	for i := range out {
		out[i] = all[i*w : (i+1)*w : (i+1)*w]
	}
	return out
}

// newFull makes the set of all numbers below n.
func newFull(n int) set {
	s := newSets(1, n)[0]
	for i := range n {
		s.add(i)
	}
	return s
}

func (s set) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s set) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// unite makes s the union of a and b, and returns its size.
func (s set) unite(a, b set) int {
	n := 0
	for i := range s {
		w := a[i] | b[i]
		s[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// covered reports whether everything in s is in a or in b.
func (s set) covered(a, b set) bool {
	for i, w := range s {
		if w&^(a[i]|b[i]) != 0 {
			return false
		}
	}
	return true
}
