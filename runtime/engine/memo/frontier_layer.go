package memo

import (
	"bytes"
	"hash/maphash"
	"math/big"
)

// frontierLayer holds the states whose first open item is at one place, with the number of ways that lead to each
// state.
type frontierLayer struct {
	slotTable
	keys   []byte
	ends   []int64   // index behind each key
	counts bigCounts // by number of the state, from 1 on; number 0 is scratch
}

// hashSeed is the seed of the hashes of keys. Results do not depend on it.
var hashSeed = maphash.MakeSeed()

func newFrontierLayer(a *memoryAccount, bestOnly bool) (*frontierLayer, error) {
	slots, err := newSlotTable(a, 6)
	if err != nil {
		return nil, err
	}
	layer := &frontierLayer{slotTable: slots, counts: newCounts(a, bestOnly)}
	if layer.ends, err = reserveSpace(a, layer.ends, 1); err != nil {
		return nil, err
	}
	layer.ends = append(layer.ends, 0)
	return layer, layer.counts.pushCount(0)
}

// findKey returns the number of the state with a key, or 0 and the slot for it.
func (l *frontierLayer) findKey(key []byte, hash uint32) (n uint32, slot int) {
	last := len(l.slots) - 1
	for slot = int(hash >> l.shift); ; slot = (slot + 1) & last {
		held := l.slots[slot]
		if held == 0 {
			return 0, slot
		}
		if n = uint32(held); uint32(held>>32) == hash && bytes.Equal(l.keys[l.ends[n-1]:l.ends[n]], key) {
			return n, slot
		}
	}
}

// insertKey adds the state with a key that findKey did not find, and returns its number.
func (l *frontierLayer) insertKey(key []byte, hash uint32, slot int) (n uint32, err error) {
	if l.keys, err = reserveSpace(l.account, l.keys, len(key)); err != nil {
		return 0, err
	}
	if l.ends, err = reserveSpace(l.account, l.ends, 1); err != nil {
		return 0, err
	}
	n = uint32(len(l.ends))
	l.keys = append(l.keys, key...)
	l.ends = append(l.ends, int64(len(l.keys)))
	if err = l.insertNumber(hash, slot, n); err != nil {
		return 0, err
	}
	return n, l.counts.pushCount(0)
}

// releaseLayer counts the memory of a layer as free.
func (l *frontierLayer) releaseLayer() {
	l.account.releaseBytes(sizeOf[uint64](len(l.slots)) + int64(cap(l.keys)) + sizeOf[int64](cap(l.ends)) +
		sizeOf[big.Word](cap(l.counts.words)) + sizeOf[int64](cap(l.counts.costs)))
}
