package schedule

import "quadrille/runtime/matrix"

// dedup remembers solutions, each a set of options. They get an index when somebody asks for one: by the sum of a
// hash of each option, as their order says nothing.
type dedup struct {
	// blocks hold records, each in one block: where the last one before of the same sum is, or 0; how many options
	// there are; and these.
	blocks [][]int32
	words  int              // of all, with what an index takes for each
	last   map[uint64]int32 // where the last one of a sum is; nil while nobody has asked
	marks  []int            // by option: the number of the question that it was in
	asked  int
}

const (
	// blockWords are in a block, or more in one that has a single record. The place of a record is that of its first
	// word, counted from 1 as if no block had more.
	blockWords = 1 << 12
	// indexWords are what a solution takes besides its options, about.
	indexWords = 8
)

func (t *dedup) add(s matrix.Solution) {
	n, length := len(t.blocks)-1, 2+len(s)
	if n < 0 || len(t.blocks[n])+length > cap(t.blocks[n]) {
		t.blocks = append(t.blocks, make([]int32, 0, max(blockWords, length)))
		n++
	}
	place := int32(n*blockWords + len(t.blocks[n]) + 1)
	b := append(t.blocks[n], 0, int32(len(s)))
	for _, o := range s {
		b = append(b, int32(o))
	}
	t.blocks[n] = b
	t.words += indexWords + len(s)
	if t.last != nil {
		t.enter(place)
	}
}

// record returns the record at a place.
func (t *dedup) record(place int32) []int32 {
	r := t.blocks[(place-1)/blockWords][(place-1)%blockWords:]
	return r[:2+r[1]]
}

// enter puts the record at a place into the index.
func (t *dedup) enter(place int32) {
	r := t.record(place)
	key := sum(r[2:])
	r[0], t.last[key] = t.last[key], place
}

// has reports whether a solution has been added, in any order.
func (t *dedup) has(s matrix.Solution) bool {
	if t.last == nil {
		t.last = map[uint64]int32{}
		for n, b := range t.blocks {
			for at := int32(0); at < int32(len(b)); at += 2 + b[at+1] {
				t.enter(int32(n)*blockWords + at + 1)
			}
		}
	}
	place := t.last[sum(s)]
	if place == 0 {
		return false
	}
	t.asked++
	for _, o := range s {
		for int(o) >= len(t.marks) {
			t.marks = append(t.marks, 0)
		}
		t.marks[o] = t.asked
	}
	for place > 0 {
		r := t.record(place)
		if len(r) == 2+len(s) && t.marked(r[2:]) {
			return true
		}
		place = r[0]
	}
	return false
}

// marked reports whether all options were in the last question.
func (t *dedup) marked(options []int32) bool {
	for _, o := range options {
		if int(o) >= len(t.marks) || t.marks[o] != t.asked {
			return false
		}
	}
	return true
}

// sum adds up hashes of options, by the last step of SplitMix64 (Steele, Lea, Flood 2014).
func sum[ID ~int32](s []ID) (key uint64) {
	for _, o := range s {
		x := (uint64(o) + 1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		key += x ^ x>>31
	}
	return key
}
