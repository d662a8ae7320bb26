package schedule

import "quadrille/runtime/matrix"

// solutionSet is a set of solutions. Two solutions are equal if they have the same options, in any order. The first
// query builds an index by a hash that does not depend on the order: the sum of the hashes of the options.
type solutionSet struct {
	// recordBlocks holds a record for each solution: the place of the previous record with the same hash (or 0), the
	// number of options, and the options. No record spans two blocks.
	recordBlocks [][]int32
	wordCount    int // number of options in all records, plus indexWords for each record
	// for each hash, the place of the last record with that hash; nil before the first query
	lastPlaceByHash   map[uint64]int32
	lastQueryOfOption []int // for each option, the index of the last query that contained it, counted from 1
	queryCount        int   // number of queries so far
}

const (
	// blockWords is the number of words (int32) in a block. A block with a single record may be
	// larger. The place of a record is the position of its first word, counted from 1 as if all
	// blocks had blockWords words.
	blockWords = 1 << 12
	// indexWords is the approximate number of words that the index takes for a solution.
	indexWords = 8
)

func (t *solutionSet) addSolution(s matrix.Solution) {
	n, length := len(t.recordBlocks)-1, 2+len(s)
	if n < 0 || len(t.recordBlocks[n])+length > cap(t.recordBlocks[n]) {
		t.recordBlocks = append(t.recordBlocks, make([]int32, 0, max(blockWords, length)))
		n++
	}
	place := int32(n*blockWords + len(t.recordBlocks[n]) + 1)
	b := append(t.recordBlocks[n], 0, int32(len(s)))
	for _, o := range s {
		b = append(b, int32(o))
	}
	t.recordBlocks[n] = b
	t.wordCount += indexWords + len(s)
	if t.lastPlaceByHash != nil {
		t.indexRecord(place)
	}
}

// recordAt returns the record at the given place.
func (t *solutionSet) recordAt(place int32) []int32 {
	r := t.recordBlocks[(place-1)/blockWords][(place-1)%blockWords:]
	return r[:2+r[1]]
}

// indexRecord adds the record at the given place to the index.
func (t *solutionSet) indexRecord(place int32) {
	r := t.recordAt(place)
	key := sumOptionHashes(r[2:])
	r[0], t.lastPlaceByHash[key] = t.lastPlaceByHash[key], place
}

// hasSolution reports whether the solution has been added before, in any order of its options.
func (t *solutionSet) hasSolution(s matrix.Solution) bool {
	if t.lastPlaceByHash == nil {
		t.lastPlaceByHash = map[uint64]int32{}
		for n, b := range t.recordBlocks {
			for at := int32(0); at < int32(len(b)); at += 2 + b[at+1] {
				t.indexRecord(int32(n)*blockWords + at + 1)
			}
		}
	}
	place := t.lastPlaceByHash[sumOptionHashes(s)]
	if place == 0 {
		return false
	}
	t.queryCount++
	for _, o := range s {
		for int(o) >= len(t.lastQueryOfOption) {
			t.lastQueryOfOption = append(t.lastQueryOfOption, 0)
		}
		t.lastQueryOfOption[o] = t.queryCount
	}
	for place > 0 {
		r := t.recordAt(place)
		if len(r) == 2+len(s) && t.areInQuery(r[2:]) {
			return true
		}
		place = r[0]
	}
	return false
}

// areInQuery reports whether all options are in the solution of the current query.
func (t *solutionSet) areInQuery(options []int32) bool {
	for _, o := range options {
		if int(o) >= len(t.lastQueryOfOption) || t.lastQueryOfOption[o] != t.queryCount {
			return false
		}
	}
	return true
}

// sumOptionHashes returns the sum of the hashes of options, by the last step of SplitMix64 (Steele, Lea,
// Flood 2014).
func sumOptionHashes[ID ~int32](s []ID) (key uint64) {
	for _, o := range s {
		x := (uint64(o) + 1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		key += x ^ x>>31
	}
	return key
}
