package memo

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
)

// memoryAccount counts the bytes that all threads of a search have allocated, and bounds them.
type memoryAccount struct {
	mu sync.Mutex
	// usedBytes is the number of bytes in use, peakBytes the largest such number so far, and maxBytes the bound.
	usedBytes, peakBytes, maxBytes int64
}

func newMemoryAccount(limit int64) *memoryAccount {
	if limit <= 0 {
		limit = DefaultMemory
	}
	return &memoryAccount{maxBytes: limit}
}

// reserveBytes counts bytes that are about to be allocated, or returns ErrMemory.
func (a *memoryAccount) reserveBytes(bytes int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > a.maxBytes-a.usedBytes {
		return fmt.Errorf("%w: %d bytes are in use, %d more are wanted, and %d are allowed", ErrMemory, a.usedBytes,
			bytes, a.maxBytes)
	}
	a.usedBytes += bytes
	a.peakBytes = max(a.peakBytes, a.usedBytes)
	return nil
}

// releaseBytes subtracts bytes that are no longer referenced.
func (a *memoryAccount) releaseBytes(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.usedBytes -= bytes
}

// markUsage returns a function that releases all bytes reserved since the call of markUsage.
func (a *memoryAccount) markUsage() (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.usedBytes
	return func() { a.releaseBytes(a.usedBytes - before) }
}

// reserveSpace returns the slice s with capacity for n more elements. While the slice is copied, both the old and the
// new memory count.
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

// resultStore holds the states whose results are known, for all threads of a search. The hash of a state selects one of
// shardCount shards, so that threads rarely wait for one another.
type resultStore[K stateWords] struct {
	shards          []storeShard[K]
	isMultiThreaded bool // several threads use the store
	// number of search nodes visited for all stored states; the nodes of a state count once, even if several threads
	// walk it
	visitedNodes atomic.Int64
	visitedCost  atomic.Int64 // total cost of the search nodes that visitedNodes counts, in words of memory
}

// storeShard is one part of a resultStore, with a lock of its own.
type storeShard[K stateWords] struct {
	sync.Mutex
	stateTable[K]
	solutionCounts bigCounts // for each state by its id, the number of solutions; index 0 is unused
	_              [64]byte
}

// shardCount is the number of shards of a store that several threads use. It is a power of 2.
const shardCount = 64

func newResultStore[K stateWords](a *memoryAccount, threads int, bestOnly bool) (*resultStore[K], error) {
	s, width := &resultStore[K]{shards: make([]storeShard[K], 1), isMultiThreaded: threads > 1}, uint(10)
	if s.isMultiThreaded {
		s.shards, width = make([]storeShard[K], shardCount), 6
	}
	for k := range s.shards {
		sh := &s.shards[k]
		var err error
		if sh.stateTable, err = newStateTable[K](a, width); err != nil {
			return nil, err
		}
		sh.solutionCounts = newBigCounts(a, bestOnly)
		if err := sh.solutionCounts.pushCount(0); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// lockShard locks and returns the shard to which a hash belongs. The low bits of the hash select the shard; the table
// of the shard uses the high bits.
func (s *resultStore[K]) lockShard(hash uint32) *storeShard[K] {
	if !s.isMultiThreaded {
		return &s.shards[0]
	}
	sh := &s.shards[hash%shardCount]
	sh.Lock()
	return sh
}

func (s *resultStore[K]) unlockShard(sh *storeShard[K]) {
	if s.isMultiThreaded {
		sh.Unlock()
	}
}

func (s *resultStore[K]) stateCount() (n int64) {
	for k := range s.shards {
		n += int64(len(s.shards[k].states))
	}
	return n
}

// slotTable finds the ids of states, counted from 1, by hash. It is a hash table with open addressing. A slot holds the
// id of a state in its low half, and 32 bits of the state's hash in its high half. The hash determines the slot, too.
// So the states themselves are read only when a hash matches, and then they are compared as a whole.
type slotTable struct {
	account   *memoryAccount
	slots     []uint64 // for each slot, the id and the hash of its state, or 0 if the slot is free
	hashShift uint     // number of bits by which a hash of 32 bits is shifted to get a slot
}

// newSlotTable makes a table with 2 to the power of width slots.
func newSlotTable(a *memoryAccount, width uint) (slotTable, error) {
	t := slotTable{account: a, hashShift: 32 - width}
	if err := a.reserveBytes(sizeOf[uint64](1 << width)); err != nil {
		return t, err
	}
	t.slots = make([]uint64, 1<<width)
	return t, nil
}

// insertNumber puts the id n of a new state into a free slot.
func (t *slotTable) insertNumber(hash uint32, slot int, n uint32) error {
	t.slots[slot] = uint64(hash)<<32 | uint64(n)
	if int(n) > len(t.slots)/8*5 {
		return t.growSlots()
	}
	return nil
}

// stateTable gives ids to states, counted from 1, in the order in which they are inserted.
type stateTable[K stateWords] struct {
	slotTable
	states []K // all states; the state with id n is at index n-1
}

// newStateTable makes a table with 2 to the power of width slots.
func newStateTable[K stateWords](a *memoryAccount, width uint) (stateTable[K], error) {
	slots, err := newSlotTable(a, width)
	return stateTable[K]{slotTable: slots}, err
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

// findState returns the id of a state, or 0 and the slot for the state.
func (t *stateTable[K]) findState(s *K, hash uint32) (n uint32, slot int) {
	last := len(t.slots) - 1
	for slot = int(hash >> t.hashShift); ; slot = (slot + 1) & last {
		held := t.slots[slot]
		if held == 0 {
			return 0, slot
		}
		if uint32(held>>32) == hash && t.states[uint32(held)-1] == *s {
			return uint32(held), slot
		}
	}
}

// insertState adds a state that findState did not find, and returns its id.
func (t *stateTable[K]) insertState(s *K, hash uint32, slot int) (uint32, error) {
	keys, err := reserveSpace(t.account, t.states, 1)
	if err != nil {
		return 0, err
	}
	t.states = append(keys, *s)
	n := uint32(len(t.states))
	return n, t.insertNumber(hash, slot, n)
}

// growSlots doubles the number of slots. The hashes need not be computed again.
func (t *slotTable) growSlots() error {
	if t.hashShift == 0 {
		return ErrMemory // a table has at most two thousand million states
	}
	old := t.slots
	if err := t.account.reserveBytes(sizeOf[uint64](2 * len(old))); err != nil {
		return err
	}
	t.slots = make([]uint64, 2*len(old))
	clear(t.slots) // writes each page before it is read; otherwise the system maps the page twice
	t.hashShift--
	last := len(t.slots) - 1
	for _, held := range old {
		if held == 0 {
			continue
		}
		slot := int(held >> 32 >> t.hashShift)
		for t.slots[slot] != 0 {
			slot = (slot + 1) & last
		}
		t.slots[slot] = held
	}
	t.account.releaseBytes(sizeOf[uint64](len(old)))
	return nil
}

// bigCounts is a list of numbers of any size, which are numbers of solutions. All have the same number of words, the
// lowest word first. If a result does not fit, all of them become wider.
//
// If only the best solutions count, each number has a cost, which is the cost of the solutions that it counts. The sum
// of two numbers then counts only the cheaper solutions. The cost of a product is the sum of the costs. These pairs of
// a cost and a number form a semiring.
type bigCounts struct {
	account       *memoryAccount
	wordsPerCount int // number of words of each number
	words         []big.Word
	bestOnly      bool
	costs         []int64 // for each number, the cost of the solutions that it counts, if bestOnly is set
	productBuffer big.Int // buffer for multiplyCount
}

func newBigCounts(a *memoryAccount, bestOnly bool) bigCounts {
	return bigCounts{account: a, wordsPerCount: 1, bestOnly: bestOnly}
}

// pushCount appends the number n, of cost 0.
func (c *bigCounts) pushCount(n big.Word) error {
	if c.bestOnly {
		costs, err := reserveSpace(c.account, c.costs, 1)
		if err != nil {
			return err
		}
		c.costs = append(costs, 0)
	}
	words, err := reserveSpace(c.account, c.words, c.wordsPerCount)
	if err != nil {
		return err
	}
	c.words = words[:len(words)+c.wordsPerCount]
	c.setWord(uint32(len(c.words)/c.wordsPerCount-1), n)
	return nil
}

// countWords returns the words of the number at index n.
func (c *bigCounts) countWords(n uint32) []big.Word {
	return c.words[int(n)*c.wordsPerCount : (int(n)+1)*c.wordsPerCount]
}

// viewAsBigInt makes x share the memory of the number at index n, and returns x.
func (c *bigCounts) viewAsBigInt(x *big.Int, n uint32) *big.Int { return x.SetBits(c.countWords(n)) }

func (c *bigCounts) copyAsBigInt(n uint32) *big.Int {
	var x big.Int
	return new(big.Int).Set(c.viewAsBigInt(&x, n))
}

// clampedInt64 returns the number at index n, or the largest int64 if that number does not fit.
func (c *bigCounts) clampedInt64(n uint32) int64 {
	var x big.Int
	if c.viewAsBigInt(&x, n).IsInt64() {
		return x.Int64()
	}
	return math.MaxInt64
}

// setWord sets the number at index n to a value of one word, with cost 0.
func (c *bigCounts) setWord(n uint32, to big.Word) {
	if c.bestOnly {
		c.costs[n] = 0
	}
	words := c.countWords(n)
	words[0] = to
	if c.wordsPerCount > 1 {
		clear(words[1:])
	}
}

// putWords sets the number at index n to the given words. There may be more or fewer of them than the width of the
// numbers.
func (c *bigCounts) putWords(n uint32, words []big.Word) error {
	if c.wordsPerCount == 1 && len(words) == 1 {
		c.words[n] = words[0]
		return nil
	}
	for len(words) > c.wordsPerCount {
		if last := len(words) - 1; words[last] == 0 {
			words = words[:last]
		} else if err := c.widenCounts(); err != nil {
			return err
		}
	}
	to := c.countWords(n)
	clear(to[copy(to, words):])
	return nil
}

// copyCount sets the number at index n to the number at index k of another list, with its cost.
func (c *bigCounts) copyCount(n uint32, from *bigCounts, k uint32) error {
	if c.bestOnly {
		c.costs[n] = from.costs[k]
	}
	return c.putWords(n, from.countWords(k))
}

// addBranch adds the number at index from, with its cost raised by the cost of a branch, to the number at index to.
func (c *bigCounts) addBranch(to, from uint32, cost int64) error {
	if !c.bestOnly {
		return c.addCount(to, from)
	}
	if c.isZero(from) {
		return nil
	}
	if cost += c.costs[from]; cost < c.costs[to] || c.isZero(to) {
		copy(c.countWords(to), c.countWords(from))
		c.costs[to] = cost
		return nil
	}
	if cost > c.costs[to] {
		return nil
	}
	return c.addCount(to, from)
}

func (c *bigCounts) isZero(n uint32) bool {
	return !slices.ContainsFunc(c.countWords(n), func(w big.Word) bool { return w != 0 })
}

// addCount adds the number at index from to the number at index to; the two indices must differ.
func (c *bigCounts) addCount(to, from uint32) error {
	a, b, carry := c.countWords(to), c.countWords(from), uint(0)
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
		c.countWords(to)[c.wordsPerCount-1] = 1
	}
	return err
}

func (c *bigCounts) multiplyCount(to, by uint32) error {
	if c.bestOnly {
		c.costs[to] += c.costs[by]
	}
	var a, b big.Int
	return c.putWords(to, c.productBuffer.Mul(c.viewAsBigInt(&a, to), c.viewAsBigInt(&b, by)).Bits())
}

// widenCounts makes every number a word longer.
func (c *bigCounts) widenCounts() error {
	old, width := c.words, c.wordsPerCount
	words, err := reserveSpace(c.account, []big.Word(nil), cap(old)/width*(width+1))
	if err != nil {
		return err
	}
	c.words, c.wordsPerCount = words[:len(old)/width*(width+1)], width+1
	for n := range len(old) / width {
		copy(c.countWords(uint32(n)), old[n*width:(n+1)*width])
	}
	c.account.releaseBytes(sizeOf[big.Word](cap(old)))
	return nil
}
