package memo

import (
	"bytes"
	"hash/maphash"
	"math/big"
)

// frontierLayer holds the states whose first open item is at one place of the order, with the number of partial
// solutions (ways) that lead to each state.
type frontierLayer struct {
	slotTable
	keys    []byte
	keyEnds []int64 // index after the last byte of each key
	// for each state by its id, from 1 on, the number of ways that lead to it; the count at id 0 is a buffer
	wayCounts bigCounts
}

// hashSeed is the seed of the hashes of keys. Results do not depend on it.
var hashSeed = maphash.MakeSeed()

func newFrontierLayer(a *memoryAccount, bestOnly bool) (*frontierLayer, error) {
	slots, err := newSlotTable(a, 6)
	if err != nil {
		return nil, err
	}
	layer := &frontierLayer{slotTable: slots, wayCounts: newBigCounts(a, bestOnly)}
	if layer.keyEnds, err = reserveSpace(a, layer.keyEnds, 1); err != nil {
		return nil, err
	}
	layer.keyEnds = append(layer.keyEnds, 0)
	return layer, layer.wayCounts.pushCount(0)
}

// findKey returns the id of the state with the given key. If there is none, it returns 0 and the slot where the key
// belongs.
func (l *frontierLayer) findKey(key []byte, hash uint32) (n uint32, slot int) {
	last := len(l.slots) - 1
	for slot = int(hash >> l.hashShift); ; slot = (slot + 1) & last {
		held := l.slots[slot]
		if held == 0 {
			return 0, slot
		}
		if n = uint32(held); uint32(held>>32) == hash && bytes.Equal(l.keys[l.keyEnds[n-1]:l.keyEnds[n]], key) {
			return n, slot
		}
	}
}

// insertKey adds a state whose key findKey did not find, and returns the id of the state.
func (l *frontierLayer) insertKey(key []byte, hash uint32, slot int) (n uint32, err error) {
	if l.keys, err = reserveSpace(l.account, l.keys, len(key)); err != nil {
		return 0, err
	}
	if l.keyEnds, err = reserveSpace(l.account, l.keyEnds, 1); err != nil {
		return 0, err
	}
	n = uint32(len(l.keyEnds))
	l.keys = append(l.keys, key...)
	l.keyEnds = append(l.keyEnds, int64(len(l.keys)))
	if err = l.insertNumber(hash, slot, n); err != nil {
		return 0, err
	}
	return n, l.wayCounts.pushCount(0)
}

// releaseLayer subtracts the memory of a layer from the bytes in use.
func (l *frontierLayer) releaseLayer() {
	l.account.releaseBytes(sizeOf[uint64](len(l.slots)) + int64(cap(l.keys)) + sizeOf[int64](cap(l.keyEnds)) +
		sizeOf[big.Word](cap(l.wayCounts.words)) + sizeOf[int64](cap(l.wayCounts.costs)))
}
