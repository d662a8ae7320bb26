package memo

import (
	"fmt"
	"math/bits"
	"slices"
)

// frontierState is a state with all of its bits.
type frontierState struct {
	words      []uint64
	coversLeft []int32    // how often each counted item may still be covered
	parts      [][]uint64 // by set: the open cells that each part may grow into, side by side
}

func (s *frontierState) copyFrom(o *frontierState) {
	copy(s.words, o.words)
	copy(s.coversLeft, o.coversLeft)
	for k := range s.parts {
		s.parts[k] = append(s.parts[k][:0], o.parts[k]...)
	}
}

func isSet(words []uint64, bit int32) bool { return words[bit>>6]>>(bit&63)&1 != 0 }

// isPossible reports whether a state allows an option.
func (f *frontierCode) isPossible(n int32, s *frontierState) bool {
	o := &f.options[n]
	f.work += 8
	for _, b := range o.neededBits {
		if !isSet(s.words, b) {
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
	for _, b := range o.closedBits {
		s.words[b>>6] &^= 1 << (b & 63)
	}
	for _, m := range o.countedItems {
		s.coversLeft[m]--
	}
}

// chooseCell joins the parts that can grow into a cell. The new part can grow into its neighbours, as
// far as their items are open.
func (f *frontierCode) chooseCell(s *frontierState, at frontierCell) {
	set := &f.sets[at.set]
	w, parts := set.words, s.parts[at.set]
	merged := f.cells[:w]
	clear(merged)
	for _, d := range set.neighbours[at.cell] {
		if isSet(s.words, set.itemPlace[d]) {
			merged[d>>6] |= 1 << (d & 63)
		}
	}
	kept := parts[:0]
	for k := 0; k < len(parts); k += w {
		if part := parts[k : k+w]; isSet(part, at.cell) {
			for j, word := range part {
				merged[j] |= word
			}
		} else {
			kept = append(kept, part...)
		}
	}
	merged[at.cell>>6] &^= 1 << (at.cell & 63)
	s.parts[at.set] = append(kept, merged...)
}

// settleState chooses the options that are forced at a state and appends them to choice. It also brings the state
// into a canonical form. The items before place from must be covered. It returns the place of the first open item, or
// false if the state has no solution.
func (f *frontierCode) settleState(s *frontierState, from int, choice *[]int32) (t int, alive bool) {
	for next := f.firstOpen(s, from); ; {
		t = next
		if !f.chooseForced(s, t, choice) {
			return t, false
		}
		if next = f.firstOpen(s, t); next == t {
			break
		}
	}
	for m := range f.multiples {
		left, slack, most := s.coversLeft[m], int32(f.multiples[m].maxMinusMin), f.capacity[m][t]
		if left-slack > most {
			return t, false
		}
		if left > most && left <= slack {
			s.coversLeft[m] = most // neither bound matters any more
		}
	}
	for k := range f.sets {
		if !f.settleParts(s, k) {
			return t, false
		}
	}
	f.clearUnneeded(s, t)
	return t, true
}

// firstOpen returns the place of the first open item of a state from a place on.
func (f *frontierCode) firstOpen(s *frontierState, t int) int {
	for t < len(f.order) && !isSet(s.words, int32(t)) {
		t++
	}
	return t
}

// chooseForced chooses the only options of touched items of place t. It returns false if an item has none.
func (f *frontierCode) chooseForced(s *frontierState, t int, choice *[]int32) bool {
	for again := true; again; {
		again = false
		for _, i := range f.places[t].touchedItems {
			if !isSet(s.words, i) {
				continue
			}
			n, only := 0, int32(none)
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

// clearUnneeded clears the bits of place t that no possible option needs.
func (f *frontierCode) clearUnneeded(s *frontierState, t int) {
	for _, b := range f.places[t].varyingBits {
		if int(b) >= len(f.order) && isSet(s.words, b) &&
			!slices.ContainsFunc(f.optionsNeeding[b], func(n int32) bool { return f.isPossible(n, s) }) {
			s.words[b>>6] &^= 1 << (b & 63)
		}
	}
}

// settleParts removes from the parts of a set the cells that cannot be chosen, and sorts the parts. It
// returns false if a part is closed off and not alone.
func (f *frontierCode) settleParts(s *frontierState, k int) bool {
	set := &f.sets[k]
	w, parts := set.words, s.parts[k]
	if len(parts) == 0 {
		return true
	}
	open := f.cells[:w]
	clear(open)
	for j, word := range parts {
		open[j%w] |= word
	}
	for j := range open {
		for m := open[j]; m != 0; m &= m - 1 {
			c := int32(j<<6 + bits.TrailingZeros64(m))
			if !isSet(s.words, set.itemPlace[c]) ||
				!slices.ContainsFunc(set.optionsEntering[c], func(n int32) bool { return f.isPossible(n, s) }) {
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

// sortParts sorts parts of w words each.
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
	out      []byte
	word     uint64
	bitCount int
}

func (b *bitPacker) putBits(value uint64, width int) {
	b.word |= value << b.bitCount
	for b.bitCount += width; b.bitCount >= 8; b.bitCount -= 8 {
		b.out = append(b.out, byte(b.word))
		b.word >>= 8
	}
}

// packState returns the key of a state of place t, in the memory of another key.
func (f *frontierCode) packState(s *frontierState, t int, key []byte) ([]byte, error) {
	q, b := &f.places[t], bitPacker{out: key[:0]}
	for _, bit := range q.varyingBits {
		b.putBits(s.words[bit>>6]>>(bit&63)&1, 1)
	}
	for _, m := range q.countedItems {
		b.putBits(uint64(s.coversLeft[m]), bits.Len64(f.multiples[m].maxCount))
	}
	for k, set := range f.sets {
		parts := s.parts[k]
		if len(parts)/set.words > maxParts {
			return nil, fmt.Errorf("%w: cells are in more than %d parts", ErrUnfit, maxParts)
		}
		b.putBits(uint64(len(parts)/set.words), 8)
		for ; len(parts) > 0; parts = parts[set.words:] {
			for _, c := range q.borderCells[k] {
				b.putBits(parts[c>>6]>>(c&63)&1, 1)
			}
		}
	}
	b.putBits(0, 7)
	return b.out, nil
}

// bitUnpacker reads the bits that a bitPacker has collected.
type bitUnpacker struct {
	in       []byte
	word     uint64
	bitCount int
}

func (b *bitUnpacker) readBits(width int) uint64 {
	for ; b.bitCount < width; b.bitCount += 8 {
		b.word |= uint64(b.in[0]) << b.bitCount
		b.in = b.in[1:]
	}
	value := b.word & (1<<width - 1)
	b.word >>= width
	b.bitCount -= width
	return value
}

// unpackState makes the state of place t with a key.
func (f *frontierCode) unpackState(s *frontierState, t int, key []byte) {
	q, b := &f.places[t], bitUnpacker{in: key}
	copy(s.words, q.startWords)
	for _, bit := range q.varyingBits {
		s.words[bit>>6] |= b.readBits(1) << (bit & 63)
	}
	for m, counted := range f.multiples {
		if s.coversLeft[m] = int32(counted.maxCount); f.capacity[m][t] == 0 && t > 0 {
			s.coversLeft[m] = 0 // it was covered often enough
		}
	}
	for _, m := range q.countedItems {
		s.coversLeft[m] = int32(b.readBits(bits.Len64(f.multiples[m].maxCount)))
	}
	for k, set := range f.sets {
		parts := s.parts[k][:0]
		for range b.readBits(8) {
			from := len(parts)
			parts = append(parts, f.cells[:set.words]...)
			clear(parts[from:])
			for _, c := range q.borderCells[k] {
				parts[from+int(c>>6)] |= b.readBits(1) << (c & 63)
			}
		}
		s.parts[k] = parts
	}
}
