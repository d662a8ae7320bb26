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

// account keeps the books of what is allocated, for all threads.
type account struct {
	mu                sync.Mutex
	used, peak, limit int64
}

func newAccount(limit int64) *account {
	if limit <= 0 {
		limit = DefaultMemory
	}
	return &account{limit: limit}
}

// take books bytes that are about to be allocated.
func (a *account) take(bytes int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > a.limit-a.used {
		return fmt.Errorf("%w: %d bytes are in use, %d more are wanted, and %d are allowed", ErrMemory, a.used, bytes, a.limit)
	}
	a.used += bytes
	a.peak = max(a.peak, a.used)
	return nil
}

// release books bytes that nobody refers to any more.
func (a *account) release(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used -= bytes
}

// mark returns a function that releases all that was taken since.
func (a *account) mark() (release func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.used
	return func() { a.release(a.used - before) }
}

// reserve returns s with room for n more elements. While it is copied, the old
// and the new one both count.
func reserve[T any](a *account, s []T, n int) ([]T, error) {
	if len(s)+n <= cap(s) {
		return s, nil
	}
	room := max(len(s)+n, cap(s)*2, 64)
	if err := a.take(sizeOf[T](room)); err != nil {
		return s, err
	}
	grown := make([]T, len(s), room)
	copy(grown, s)
	a.release(sizeOf[T](cap(s)))
	return grown, nil
}

func sizeOf[T any](n int) int64 {
	return int64(n) * int64(reflect.TypeFor[T]().Size())
}

// store holds the states whose results are known, with these, for all threads of a
// search. It is divided by hashes, so that threads seldom wait for one another.
type store[K words] struct {
	shards []shard[K]
	shared bool         // by several threads
	nodes  atomic.Int64 // visited for the states, each state once
	work   atomic.Int64 // done for them
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

// lock returns the part where a hash belongs, which the caller has for itself until it
// unlocks it. The table of a part takes the high bits of a hash.
func (s *store[K]) lock(hash uint32) *shard[K] {
	if !s.shared {
		return &s.shards[0]
	}
	sh := &s.shards[hash%shards]
	sh.Lock()
	return sh
}

func (s *store[K]) unlock(sh *shard[K]) {
	if s.shared {
		sh.Unlock()
	}
}

func (s *store[K]) states() (n int64) {
	for k := range s.shards {
		n += int64(len(s.shards[k].keys))
	}
	return n
}

// table numbers states from 1 in the order of their arrival. It is a hash table
// with open addressing: a slot holds the number of a state in its low half and 32
// bits of its hash in its high half, which also say where the slot is, so that
// the states themselves are read only to compare them, all words, with the one
// that is wanted.
type table[K words] struct {
	account *account
	keys    []K // of state n at n-1
	slots   []uint64
	shift   uint // a hash of 32 bits shifted by so much is a slot
}

// newTable makes a table with 2 to the given number of slots at first.
func newTable[K words](a *account, width uint) (table[K], error) {
	t := table[K]{account: a, shift: 32 - width}
	if err := a.take(sizeOf[uint64](1 << width)); err != nil {
		return t, err
	}
	t.slots = make([]uint64, 1<<width)
	return t, nil
}

// hashOf mixes the words of a state into 32 bits.
func hashOf[K words](s *K) uint32 {
	h := uint64(0x9e3779b97f4a7c15)
	for k := 0; k < len(*s); k++ {
		high, low := bits.Mul64(h^(*s)[k], 0xd6e8feb86659fd93)
		h = high ^ low ^ h>>7
	}
	return uint32((h * 0x9e3779b97f4a7c15) >> 32)
}

// find returns the number of a state, or 0 and where it belongs.
func (t *table[K]) find(s *K, hash uint32) (n uint32, slot int) {
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

// insert adds a state that find did not find, and returns its number.
func (t *table[K]) insert(s *K, hash uint32, slot int) (uint32, error) {
	keys, err := reserve(t.account, t.keys, 1)
	if err != nil {
		return 0, err
	}
	t.keys = append(keys, *s)
	n := uint32(len(t.keys))
	t.slots[slot] = uint64(hash)<<32 | uint64(n)
	if len(t.keys) > len(t.slots)/8*5 {
		return n, t.grow()
	}
	return n, nil
}

// grow doubles the slots. The hashes need not be computed again.
func (t *table[K]) grow() error {
	if t.shift == 0 {
		return ErrMemory // two thousand million states
	}
	old := t.slots
	if err := t.account.take(sizeOf[uint64](2 * len(old))); err != nil {
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
	t.account.release(sizeOf[uint64](len(old)))
	return nil
}

// counts holds large numbers side by side, all of the same number of words, the
// lowest first. They become wider when a result does not fit.
type counts struct {
	account *account
	width   int // words of a number
	words   []big.Word
	product big.Int // room for multiply
}

func newCounts(a *account) counts { return counts{account: a, width: 1} }

// push appends the number n, which fits a word.
func (c *counts) push(n big.Word) error {
	words, err := reserve(c.account, c.words, c.width)
	if err != nil {
		return err
	}
	c.words = words[:len(words)+c.width]
	c.set(uint32(len(c.words)/c.width-1), n)
	return nil
}

// at returns the words of a number.
func (c *counts) at(n uint32) []big.Word {
	return c.words[int(n)*c.width : (int(n)+1)*c.width]
}

// view sets a big number to share the words of number n, and returns it.
func (c *counts) view(x *big.Int, n uint32) *big.Int { return x.SetBits(c.at(n)) }

func (c *counts) big(n uint32) *big.Int {
	var x big.Int
	return new(big.Int).Set(c.view(&x, n))
}

// small returns a number, or the largest int64 if it is larger than that.
func (c *counts) small(n uint32) int64 {
	var x big.Int
	if c.view(&x, n).IsInt64() {
		return x.Int64()
	}
	return math.MaxInt64
}

// set sets a number to one that fits a word.
func (c *counts) set(n uint32, to big.Word) {
	words := c.at(n)
	words[0] = to
	if c.width > 1 {
		clear(words[1:])
	}
}

// put sets a number to some words, which may be those of another width.
func (c *counts) put(n uint32, words []big.Word) error {
	if c.width == 1 && len(words) == 1 {
		c.words[n] = words[0]
		return nil
	}
	for len(words) > c.width {
		if last := len(words) - 1; words[last] == 0 {
			words = words[:last]
		} else if err := c.widen(); err != nil {
			return err
		}
	}
	to := c.at(n)
	clear(to[copy(to, words):])
	return nil
}

// add adds the number at from to the one at to, which is another.
func (c *counts) add(to, from uint32) error {
	a, b, carry := c.at(to), c.at(from), uint(0)
	for k := range a {
		var sum uint
		sum, carry = bits.Add(uint(a[k]), uint(b[k]), carry)
		a[k] = big.Word(sum)
	}
	if carry == 0 {
		return nil
	}
	err := c.widen()
	if err == nil {
		c.at(to)[c.width-1] = 1
	}
	return err
}

func (c *counts) multiply(to, by uint32) error {
	var a, b big.Int
	return c.put(to, c.product.Mul(c.view(&a, to), c.view(&b, by)).Bits())
}

// widen makes every number a word longer.
func (c *counts) widen() error {
	old, width := c.words, c.width
	words, err := reserve(c.account, []big.Word(nil), cap(old)/width*(width+1))
	if err != nil {
		return err
	}
	c.words, c.width = words[:len(old)/width*(width+1)], width+1
	for n := range len(old) / width {
		copy(c.at(uint32(n)), old[n*width:(n+1)*width])
	}
	c.account.release(sizeOf[big.Word](cap(old)))
	return nil
}
