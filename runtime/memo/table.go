package memo

import "math/bits"

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
