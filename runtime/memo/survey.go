package memo

import "math/bits"

// planes are the numbers of options of each item, as far as they have been
// counted: an item's number has its 1 in ones, its 2 in twos, and so on. The one
// in most is set for good once a number is too large for the others, which then
// mean nothing.
type planes[K words] struct {
	ones, twos, fours, eights K
	most                      K
}

// survey finds what the options on the stack from lo on need. It goes word by
// word, as all surveys do, so that what is found stays in registers.
func (w *walker[K]) survey(lo int) {
	live, need := w.live[lo:], w.need
	for k := 0; k < len(w.start); k++ {
		seen := uint64(0)
		for _, o := range live {
			seen |= need[o][k]
		}
		w.any[k] = seen
	}
}

// census counts the options on the stack from lo on, as far as the branching
// wants to know.
func (w *walker[K]) census(lo int) {
	live := w.live[lo:]
	for k := 0; k < len(w.start); k++ {
		switch w.branching {
		case Near:
			w.censusNear(live, k)
		case MRV:
			w.censusMRV(live, k)
		}
	}
}

func (w *walker[K]) censusNear(live []int32, k int) {
	var ones, twos, most uint64
	need := w.need
	for _, o := range live {
		m := need[o][k]
		c := ones & m
		ones ^= m
		most |= twos & c
		twos ^= c
	}
	p := &w.planes
	p.ones[k], p.twos[k], p.most[k] = ones, twos, most
}

func (w *walker[K]) censusMRV(live []int32, k int) {
	var ones, twos, fours, eights, most uint64
	need := w.need
	for _, o := range live {
		m := need[o][k]
		c := ones & m
		ones ^= m
		d := twos & c
		twos ^= c
		e := fours & d
		fours ^= d
		most |= eights & e
		eights ^= e
	}
	p := &w.planes
	p.ones[k], p.twos[k], p.fours[k], p.eights[k], p.most[k] = ones, twos, fours, eights, most
}

// pick returns the bit of the item to branch on: one that is being branched on
// already; else one to be covered once, by the branching; else the first one that
// is open.
func (w *walker[K]) pick(s *K) int {
	if len(w.several) > 0 {
		if c := get(s, w.cursor); c != 0 {
			return w.several[w.pairs[c-1].several].bit
		}
	}
	open, any := w.openPart(s)
	if !any {
		return first(s) // primary items have the lowest bits
	}
	p := &w.planes
	switch w.branching {
	case Near:
		if fewer(&open, &p.most) {
			fewer(&open, &p.twos)
			fewer(&open, &p.ones)
		}
	case MRV:
		if fewer(&open, &p.most) {
			fewer(&open, &p.eights)
			fewer(&open, &p.fours)
			fewer(&open, &p.twos)
			fewer(&open, &p.ones)
		}
	}
	return first(&open)
}

// openPart returns the open items of the first part that has any, of those to be
// covered once.
func (w *walker[K]) openPart(s *K) (open K, any bool) {
	for part := range w.parts {
		some := uint64(0)
		for k := 0; k < len(open); k++ {
			open[k] = (*s)[k] & w.parts[part][k]
			some |= open[k]
		}
		if some != 0 {
			return open, true
		}
	}
	return open, false
}

// fewer keeps those of a set that are not in plane, and reports true, unless all
// of them are.
func fewer[K words](set, plane *K) bool {
	some := uint64(0)
	for k := 0; k < len(*set); k++ {
		some |= (*set)[k] &^ (*plane)[k]
	}
	if some == 0 {
		return false
	}
	for k := 0; k < len(*set); k++ {
		(*set)[k] &^= (*plane)[k]
	}
	return true
}

// first returns the lowest bit of a set that is not empty.
func first[K words](set *K) int {
	for k := 0; k < len(*set); k++ {
		if (*set)[k] != 0 {
			return k<<6 + bits.TrailingZeros64((*set)[k])
		}
	}
	return -1
}

// intersect reports whether two sets have a bit in common.
func intersect[K words](a, b *K) bool {
	for k := 0; k < len(*a); k++ {
		if (*a)[k]&(*b)[k] != 0 {
			return true
		}
	}
	return false
}
