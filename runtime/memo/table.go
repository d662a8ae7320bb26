package memo

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"sync"
	"sync/atomic"
)

// memoryAccount keeps the books of what is allocated, for all threads.
type memoryAccount struct {
	mu                sync.Mutex
	used, peak, limit int64
}

func newMemoryAccount(limit int64) *memoryAccount {
	if limit <= 0 {
		limit = DefaultMemory
	}
	return &memoryAccount{limit: limit}
}

// reserveBytes books bytes that are about to be allocated.
func (a *memoryAccount) reserveBytes(bytes int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > a.limit-a.used {
		return fmt.Errorf("%w: %d bytes are in use, %d more are wanted, and %d are allowed", ErrMemory, a.used, bytes,
			a.limit)
	}
	a.used += bytes
	a.peak = max(a.peak, a.used)
	return nil
}

// releaseBytes books bytes that nobody refers to any more.
func (a *memoryAccount) releaseBytes(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used -= bytes
}

// markUsage returns a function that releases all that was taken since.
func (a *memoryAccount) markUsage() (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.used
	return func() { a.releaseBytes(a.used - before) }
}

// reserveSpace returns s with room for n more elements. While it is copied, the old
// and the new one both count.
func reserveSpace[T any](a *memoryAccount, s []T, n int) ([]T, error) {
	if len(s)+n <= cap(s) {
		return s, nil
	}
	room := max(len(s)+n, cap(s)*2, 64)
	if err := a.reserveBytes(sizeOf[T](room)); err != nil {
		return s, err
	}
	grown := make([]T, len(s), room)
	copy(grown, s)
	a.releaseBytes(sizeOf[T](cap(s)))
	return grown, nil
}

func sizeOf[T any](n int) int64 {
	return int64(n) * int64(reflect.TypeFor[T]().Size())
}

// resultStore holds the states whose results are known, with these, for all threads of a
// search. It is divided by hashes, so that threads seldom wait for one another.
type resultStore[K stateWords] struct {
	shards []storeShard[K]
	shared bool         // by several threads
	nodes  atomic.Int64 // visited for the states, each state once
	cost   atomic.Int64 // done for them
}

// storeShard is a part of a store.
type storeShard[K stateWords] struct {
	sync.Mutex
	stateTable[K]
	counts counts // of state n at n; nothing stands at 0
	_      [64]byte
}

// shards is the number of parts that several threads use, a power of 2.
const shards = 64

func newResultStore[K stateWords](a *memoryAccount, threads int) (*resultStore[K], error) {
	s, width := &resultStore[K]{shards: make([]storeShard[K], 1), shared: threads > 1}, uint(10)
	if s.shared {
		s.shards, width = make([]storeShard[K], shards), 6
	}
	for k := range s.shards {
		sh := &s.shards[k]
		var err error
		if sh.stateTable, err = newStateTable[K](a, width); err != nil {
			return nil, err
		}
		sh.counts = newCounts(a)
		if err := sh.counts.pushCount(0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// lockShard returns the part where a hash belongs, which the caller has for itself until it
// unlocks it. The table of a part takes the high bits of a hash.
func (s *resultStore[K]) lockShard(hash uint32) *storeShard[K] {
	if !s.shared {
		return &s.shards[0]
	}
	sh := &s.shards[hash%shards]
	sh.Lock()
	return sh
}

func (s *resultStore[K]) unlockShard(sh *storeShard[K]) {
	if s.shared {
		sh.Unlock()
	}
}

func (s *resultStore[K]) stateCount() (n int64) {
	for k := range s.shards {
		n += int64(len(s.shards[k].keys))
	}
	return n
}

// stateTable numbers states from 1 in the order of their arrival. It is a hash table
// with open addressing: a slot holds the number of a state in its low half and 32
// bits of its hash in its high half, which also say where the slot is, so that
// the states themselves are read only to compare them, all words, with the one
// that is wanted.
type stateTable[K stateWords] struct {
	account *memoryAccount
	keys    []K // of state n at n-1
	slots   []uint64
	shift   uint // a hash of 32 bits shifted by so much is a slot
}

// newStateTable makes a table with 2 to the given number of slots at first.
func newStateTable[K stateWords](a *memoryAccount, width uint) (stateTable[K], error) {
	t := stateTable[K]{account: a, shift: 32 - width}
	if err := a.reserveBytes(sizeOf[uint64](1 << width)); err != nil {
		return t, err
	}
	t.slots = make([]uint64, 1<<width)
	return t, nil
}

// hashOf mixes the words of a state into 32 bits.
func hashOf[K stateWords](s *K) uint32 {
	h := uint64(0x9e3779b97f4a7c15)
	for k := 0; k < len(*s); k++ {
		high, low := bits.Mul64(h^(*s)[k], 0xd6e8feb86659fd93)
		h = high ^ low ^ h>>7
	}
	return uint32((h * 0x9e3779b97f4a7c15) >> 32)
}

// findState returns the number of a state, or 0 and where it belongs.
func (t *stateTable[K]) findState(s *K, hash uint32) (n uint32, slot int) {
	last := len(t.slots) - 1
	for slot = int(hash >> t.shift); ; slot = (slot + 1) & last {
		held := t.slots[slot]
		if held == 0 {
			return 0, slot
		}
		if uint32(held>>32) == hash && t.keys[uint32(held)-1] == *s {
			return uint32(held), slot
		}
	}
}

// insertState adds a state that find did not find, and returns its number.
func (t *stateTable[K]) insertState(s *K, hash uint32, slot int) (uint32, error) {
	keys, err := reserveSpace(t.account, t.keys, 1)
	if err != nil {
		return 0, err
	}
	t.keys = append(keys, *s)
	n := uint32(len(t.keys))
	t.slots[slot] = uint64(hash)<<32 | uint64(n)
	if len(t.keys) > len(t.slots)/8*5 {
		return n, t.growSlots()
	}
	return n, nil
}

// growSlots doubles the slots. The hashes need not be computed again.
func (t *stateTable[K]) growSlots() error {
	if t.shift == 0 {
		return ErrMemory // two thousand million states
	}
	old := t.slots
	if err := t.account.reserveBytes(sizeOf[uint64](2 * len(old))); err != nil {
		return err
	}
	t.slots = make([]uint64, 2*len(old))
	clear(t.slots) // pages that are read before they are written are mapped twice
	t.shift--
	last := len(t.slots) - 1
	for _, held := range old {
		if held == 0 {
			continue
		}
		slot := int(held >> 32 >> t.shift)
		for t.slots[slot] != 0 {
			slot = (slot + 1) & last
		}
		t.slots[slot] = held
	}
	t.account.releaseBytes(sizeOf[uint64](len(old)))
	return nil
}

// counts holds large numbers side by side, all of the same number of words, the
// lowest first. They become wider when a result does not fit.
type counts struct {
	account *memoryAccount
	width   int // words of a number
	words   []big.Word
	product big.Int // room for multiply
}

func newCounts(a *memoryAccount) counts { return counts{account: a, width: 1} }

// pushCount appends the number n, which fits a word.
func (c *counts) pushCount(n big.Word) error {
	words, err := reserveSpace(c.account, c.words, c.width)
	if err != nil {
		return err
	}
	c.words = words[:len(words)+c.width]
	c.setWord(uint32(len(c.words)/c.width-1), n)
	return nil
}

// wordsOf returns the words of a number.
func (c *counts) wordsOf(n uint32) []big.Word {
	return c.words[int(n)*c.width : (int(n)+1)*c.width]
}

// viewBig sets a big number to share the words of number n, and returns it.
func (c *counts) viewBig(x *big.Int, n uint32) *big.Int { return x.SetBits(c.wordsOf(n)) }

func (c *counts) toBig(n uint32) *big.Int {
	var x big.Int
	return new(big.Int).Set(c.viewBig(&x, n))
}

// toInt64 returns a number, or the largest int64 if it is larger than that.
func (c *counts) toInt64(n uint32) int64 {
	var x big.Int
	if c.viewBig(&x, n).IsInt64() {
		return x.Int64()
	}
	return math.MaxInt64
}

// setWord sets a number to one that fits a word.
func (c *counts) setWord(n uint32, to big.Word) {
	words := c.wordsOf(n)
	words[0] = to
	if c.width > 1 {
		clear(words[1:])
	}
}

// putWords sets a number to some words, which may be those of another width.
func (c *counts) putWords(n uint32, words []big.Word) error {
	if c.width == 1 && len(words) == 1 {
		c.words[n] = words[0]
		return nil
	}
	for len(words) > c.width {
		if last := len(words) - 1; words[last] == 0 {
			words = words[:last]
		} else if err := c.widenCounts(); err != nil {
			return err
		}
	}
	to := c.wordsOf(n)
	clear(to[copy(to, words):])
	return nil
}

// addCount adds the number at from to the one at to, which is another.
func (c *counts) addCount(to, from uint32) error {
	a, b, carry := c.wordsOf(to), c.wordsOf(from), uint(0)
	for k := range a {
		var sum uint
		sum, carry = bits.Add(uint(a[k]), uint(b[k]), carry)
		a[k] = big.Word(sum)
	}
	if carry == 0 {
		return nil
	}
	err := c.widenCounts()
	if err == nil {
		c.wordsOf(to)[c.width-1] = 1
	}
	return err
}

func (c *counts) multiplyCount(to, by uint32) error {
	var a, b big.Int
	return c.putWords(to, c.product.Mul(c.viewBig(&a, to), c.viewBig(&b, by)).Bits())
}

// widenCounts makes every number a word longer.
func (c *counts) widenCounts() error {
	old, width := c.words, c.width
	words, err := reserveSpace(c.account, []big.Word(nil), cap(old)/width*(width+1))
	if err != nil {
		return err
	}
	c.words, c.width = words[:len(old)/width*(width+1)], width+1
	for n := range len(old) / width {
		copy(c.wordsOf(uint32(n)), old[n*width:(n+1)*width])
	}
	c.account.releaseBytes(sizeOf[big.Word](cap(old)))
	return nil
}
