package memo

import (
	"sync"
	"sync/atomic"
)

// store holds the states whose results are known, with these, for all threads of a
// search. It is divided by hashes, so that threads seldom wait for one another.
type store[K words] struct {
	shards   []shard[K]
	shared   bool         // by several threads
	children atomic.Int64 // the nodes that were visited for the states, each state once
}

// shard is a part of a store.
type shard[K words] struct {
	sync.Mutex
	table[K]
	counts counts // of state n at n; nothing stands at 0
	_      [64]byte
}

// shards is the number of parts that several threads use, a power of 2.
const shards = 64

func newStore[K words](a *account, threads int) (*store[K], error) {
	s, width := &store[K]{shards: make([]shard[K], 1), shared: threads > 1}, uint(10)
	if s.shared {
		s.shards, width = make([]shard[K], shards), 6
	}
	for k := range s.shards {
		sh := &s.shards[k]
		var err error
		if sh.table, err = newTable[K](a, width); err != nil {
			return nil, err
		}
		sh.counts = newCounts(a)
		if err := sh.counts.push(0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// of returns the part where a hash belongs, which the caller has for itself until it
// lets it go. The table of a part takes the high bits of a hash.
func (s *store[K]) of(hash uint32) *shard[K] {
	if !s.shared {
		return &s.shards[0]
	}
	sh := &s.shards[hash%shards]
	sh.Lock()
	return sh
}

func (s *store[K]) release(sh *shard[K]) {
	if s.shared {
		sh.Unlock()
	}
}

// known returns the number of states.
func (s *store[K]) known() (n int64) {
	for k := range s.shards {
		n += int64(len(s.shards[k].keys))
	}
	return n
}
