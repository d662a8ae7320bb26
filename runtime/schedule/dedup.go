package schedule

import "quadrille/runtime/matrix"

// dedup remembers solutions, each a set of options in any order. The first query builds an index
// from the sum of option hashes to the solutions, because the order of the options does not matter.
type dedup struct {
	// blocks of records, one record per solution. A record holds the place of the previous record
	// with the same sum (or 0), the number of options, and the options. No record spans two blocks.
	blocks     [][]int32
	wordCount  int              // number of words in all records, with indexWords for each
	lastBySum  map[uint64]int32 // place of the last record by sum of option hashes; nil before the first query
	lastQuery  []int            // number of the last query that contained the option, by option
	queryCount int              // number of queries so far
}

const (
	// blockWords is the number of words (int32) in a block. A block with a single record may be
	// larger. The place of a record is the position of its first word, counted from 1 as if all
	// blocks had blockWords words.
	blockWords = 1 << 12
	// indexWords is the approximate number of words that the index takes for a solution.
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
	t.wordCount += indexWords + len(s)
	if t.lastBySum != nil {
		t.indexRecord(place)
	}
}

// record returns the record at the given place.
func (t *dedup) record(place int32) []int32 {
	r := t.blocks[(place-1)/blockWords][(place-1)%blockWords:]
	return r[:2+r[1]]
}

// indexRecord adds the record at the given place to the index.
func (t *dedup) indexRecord(place int32) {
	r := t.record(place)
	key := hashSum(r[2:])
	r[0], t.lastBySum[key] = t.lastBySum[key], place
}

// has reports whether the solution has been added before, in any order of its options.
func (t *dedup) has(s matrix.Solution) bool {
	if t.lastBySum == nil {
		t.lastBySum = map[uint64]int32{}
		for n, b := range t.blocks {
			for at := int32(0); at < int32(len(b)); at += 2 + b[at+1] {
				t.indexRecord(int32(n)*blockWords + at + 1)
			}
		}
	}
	place := t.lastBySum[hashSum(s)]
	if place == 0 {
		return false
	}
	t.queryCount++
	for _, o := range s {
		for int(o) >= len(t.lastQuery) {
			t.lastQuery = append(t.lastQuery, 0)
		}
		t.lastQuery[o] = t.queryCount
	}
	for place > 0 {
		r := t.record(place)
		if len(r) == 2+len(s) && t.inQuery(r[2:]) {
			return true
		}
		place = r[0]
	}
	return false
}

// inQuery reports whether all options are in the solution of the current query.
func (t *dedup) inQuery(options []int32) bool {
	for _, o := range options {
		if int(o) >= len(t.lastQuery) || t.lastQuery[o] != t.queryCount {
			return false
		}
	}
	return true
}

// hashSum returns the sum of the hashes of options, by the last step of SplitMix64 (Steele, Lea,
// Flood 2014).
func hashSum[ID ~int32](s []ID) (key uint64) {
	for _, o := range s {
		x := (uint64(o) + 1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		key += x ^ x>>31
	}
	return key
}
