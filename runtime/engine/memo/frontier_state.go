package memo

import (
	"fmt"
	"math/bits"
	"slices"
)

// frontierState is a state of a frontier search with all of its bits.
type frontierState struct {
	words      []uint64
	coversLeft []int32 // for each counted item, the number of times that it may still be covered
	// for each set of cells and each connected part of it, the set of the open cells next to the part, one part after
	// the other
	partNeighbours [][]uint64
}

func (s *frontierState) copyFrom(o *frontierState) {
	copy(s.words, o.words)
	copy(s.coversLeft, o.coversLeft)
	for k := range s.partNeighbours {
		s.partNeighbours[k] = append(s.partNeighbours[k][:0], o.partNeighbours[k]...)
	}
}

func isBitSet(words []uint64, bit int32) bool { return words[bit>>6]>>(bit&63)&1 != 0 }

// isPossible reports whether a state allows an option.
func (f *frontierCode) isPossible(n int32, s *frontierState) bool {
	o := &f.options[n]
	f.memoryWords += 8
	for _, b := range o.neededBits {
		if !isBitSet(s.words, b) {
			return false
		}
	}
	for _, m := range o.countedItems {
		if s.coversLeft[m] == 0 {
			return false
		}
	}
	return true
}

// chooseOption changes a state by the choice of an option.
func (f *frontierCode) chooseOption(s *frontierState, n int32) {
	o := &f.options[n]
	for _, c := range o.chosenCells {
		f.chooseCell(s, c)
	}
	for _, b := range o.clearedBits {
		s.words[b>>6] &^= 1 << (b & 63)
	}
	for _, m := range o.countedItems {
		s.coversLeft[m]--
	}
}

// chooseCell joins the connected parts that are next to a cell. The new part is next to the open neighbours of the
// cell.
func (f *frontierCode) chooseCell(s *frontierState, at frontierCell) {
	set := &f.connectedSets[at.set]
	w, parts := set.wordsPerSet, s.partNeighbours[at.set]
	merged := f.cellBuffer[:w]
	clear(merged)
	for _, d := range set.neighbours[at.cell] {
		if isBitSet(s.words, set.decidingPlaces[d]) {
			merged[d>>6] |= 1 << (d & 63)
		}
	}
	kept := parts[:0]
	for k := 0; k < len(parts); k += w {
		if part := parts[k : k+w]; isBitSet(part, at.cell) {
			for j, word := range part {
				merged[j] |= word
			}
		} else {
			kept = append(kept, part...)
		}
	}
	merged[at.cell>>6] &^= 1 << (at.cell & 63)
	s.partNeighbours[at.set] = append(kept, merged...)
}

// canonicalizeState chooses the options that are forced at a state, appends them to choice, and brings the state into a
// canonical form. The items before place from must be covered. It returns the place of the first open item, or false if
// the state has no solution.
func (f *frontierCode) canonicalizeState(s *frontierState, from int, choice *[]int32) (t int, alive bool) {
	for next := f.firstOpenPlace(s, from); ; {
		t = next
		if !f.chooseForcedOptions(s, t, choice) {
			return t, false
		}
		if next = f.firstOpenPlace(s, t); next == t {
			break
		}
	}
	for m := range f.multiples {
		left, slack, most := s.coversLeft[m], int32(f.multiples[m].maxMinusMin), f.coverCapacities[m][t]
		if left-slack > most {
			return t, false
		}
		if left > most && left <= slack {
			s.coversLeft[m] = most // neither bound of the item matters any more
		}
	}
	for k := range f.connectedSets {
		if !f.canonicalizeParts(s, k) {
			return t, false
		}
	}
	f.clearUnneededBits(s, t)
	return t, true
}

// firstOpenPlace returns the place of the first open item of a state from a place on.
func (f *frontierCode) firstOpenPlace(s *frontierState, t int) int {
	for t < len(f.itemOrder) && !isBitSet(s.words, int32(t)) {
		t++
	}
	return t
}

// chooseForcedOptions chooses the option of each touched item of place t that has only one. It returns false if an item
// has none.
func (f *frontierCode) chooseForcedOptions(s *frontierState, t int, choice *[]int32) bool {
	for again := true; again; {
		again = false
		for _, i := range f.places[t].touchedItems {
			if !isBitSet(s.words, i) {
				continue
			}
			n, only := 0, int32(noIndex)
			for _, o := range f.optionsAtPlace[i] {
				if f.isPossible(o, s) {
					if n++; n > 1 {
						break
					}
					only = o
				}
			}
			if n == 0 {
				return false
			}
			if n == 1 {
				f.chooseOption(s, only)
				*choice = append(*choice, only)
				again = true
			}
		}
	}
	return true
}

// clearUnneededBits clears the bits stored at place t that no possible option needs.
func (f *frontierCode) clearUnneededBits(s *frontierState, t int) {
	for _, b := range f.places[t].varyingBits {
		if int(b) >= len(f.itemOrder) && isBitSet(s.words, b) &&
			!slices.ContainsFunc(f.optionsNeedingBit[b], func(n int32) bool { return f.isPossible(n, s) }) {
			s.words[b>>6] &^= 1 << (b & 63)
		}
	}
}

// canonicalizeParts removes the cells that cannot be chosen from the parts of set k, and sorts the parts. It returns
// false if a part cannot grow any more and there is another part.
func (f *frontierCode) canonicalizeParts(s *frontierState, k int) bool {
	set := &f.connectedSets[k]
	w, parts := set.wordsPerSet, s.partNeighbours[k]
	if len(parts) == 0 {
		return true
	}
	open := f.cellBuffer[:w]
	clear(open)
	for j, word := range parts {
		open[j%w] |= word
	}
	for j := range open {
		for m := open[j]; m != 0; m &= m - 1 {
			c := int32(j<<6 + bits.TrailingZeros64(m))
			if !isBitSet(s.words, set.decidingPlaces[c]) ||
				!slices.ContainsFunc(set.optionsChoosing[c], func(n int32) bool { return f.isPossible(n, s) }) {
				open[j] &^= 1 << (c & 63)
			}
		}
	}
	for from := 0; from < len(parts); from += w {
		any := uint64(0)
		for j := range open {
			parts[from+j] &= open[j]
			any |= parts[from+j]
		}
		if any == 0 && len(parts) > w {
			return false
		}
	}
	sortParts(parts, w)
	return true
}

// sortParts sorts connected parts, which have w words each.
func sortParts(parts []uint64, w int) {
	for from := w; from < len(parts); from += w {
		for at := from; at > 0 && slices.Compare(parts[at:at+w], parts[at-w:at]) < 0; at -= w {
			for j := range w {
				parts[at+j], parts[at-w+j] = parts[at-w+j], parts[at+j]
			}
		}
	}
}

// bitPacker collects bits into bytes.
type bitPacker struct {
	packedBytes []byte
	pendingBits uint64
	bitCount    int
}

func (b *bitPacker) putBits(value uint64, width int) {
	b.pendingBits |= value << b.bitCount
	for b.bitCount += width; b.bitCount >= 8; b.bitCount -= 8 {
		b.packedBytes = append(b.packedBytes, byte(b.pendingBits))
		b.pendingBits >>= 8
	}
}

// packState returns the key of a state of place t: its varying bits, its counts and its parts. The key is stored in the
// memory of the argument key.
func (f *frontierCode) packState(s *frontierState, t int, key []byte) ([]byte, error) {
	q, b := &f.places[t], bitPacker{packedBytes: key[:0]}
	for _, bit := range q.varyingBits {
		b.putBits(s.words[bit>>6]>>(bit&63)&1, 1)
	}
	for _, m := range q.itemsWithCounts {
		b.putBits(uint64(s.coversLeft[m]), bits.Len64(f.multiples[m].maxCount))
	}
	for k, set := range f.connectedSets {
		parts := s.partNeighbours[k]
		if len(parts)/set.wordsPerSet > maxConnectedParts {
			return nil, fmt.Errorf("%w: cells are in more than %d parts", ErrUnfit, maxConnectedParts)
		}
		b.putBits(uint64(len(parts)/set.wordsPerSet), 8)
		for ; len(parts) > 0; parts = parts[set.wordsPerSet:] {
			for _, c := range q.borderCells[k] {
				b.putBits(parts[c>>6]>>(c&63)&1, 1)
			}
		}
	}
	b.putBits(0, 7)
	return b.packedBytes, nil
}

// bitUnpacker reads the bits that a bitPacker has written.
type bitUnpacker struct {
	packedBytes []byte
	pendingBits uint64
	bitCount    int
}

func (b *bitUnpacker) readBits(width int) uint64 {
	for ; b.bitCount < width; b.bitCount += 8 {
		b.pendingBits |= uint64(b.packedBytes[0]) << b.bitCount
		b.packedBytes = b.packedBytes[1:]
	}
	value := b.pendingBits & (1<<width - 1)
	b.pendingBits >>= width
	b.bitCount -= width
	return value
}

// unpackState restores the state of place t that belongs to a key.
func (f *frontierCode) unpackState(s *frontierState, t int, key []byte) {
	q, b := &f.places[t], bitUnpacker{packedBytes: key}
	copy(s.words, q.fixedWords)
	for _, bit := range q.varyingBits {
		s.words[bit>>6] |= b.readBits(1) << (bit & 63)
	}
	for m, counted := range f.multiples {
		if s.coversLeft[m] = int32(counted.maxCount); f.coverCapacities[m][t] == 0 && t > 0 {
			s.coversLeft[m] = 0 // the item had been covered often enough
		}
	}
	for _, m := range q.itemsWithCounts {
		s.coversLeft[m] = int32(b.readBits(bits.Len64(f.multiples[m].maxCount)))
	}
	for k, set := range f.connectedSets {
		parts := s.partNeighbours[k][:0]
		for range b.readBits(8) {
			from := len(parts)
			parts = append(parts, f.cellBuffer[:set.wordsPerSet]...)
			clear(parts[from:])
			for _, c := range q.borderCells[k] {
				parts[from+int(c>>6)] |= b.readBits(1) << (c & 63)
			}
		}
		s.partNeighbours[k] = parts
	}
}
