package deduce

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// UnfillableRegion is a set of cells that pieces cannot fill: after some steps no option leads out
// of it, and its size is no sum of the numbers of cells that its options cover.
type UnfillableRegion struct {
	Steps []ForcedStep
	Cells []matrix.ItemID
	// Below and Above are the nearest sizes that can be filled; Above is -1 if there is none.
	Below, Above int
}

// maxRegionCells bounds the number of cells of a region.
const maxRegionCells = 1 << 14

// FindRegion looks for a region that cannot be filled, after forced steps if necessary. The items
// for which isCell is true are cells, if they are covered once. The others are pieces, which bound
// the number of times that their options are chosen. If ctx is done, it returns the best result so
// far.
func FindRegion(ctx context.Context, p *matrix.Problem, isCell func(matrix.ItemID) bool) (best UnfillableRegion,
	ok bool) {
	cell := func(i matrix.ItemID) bool { return int(i) < p.PrimaryCount() && p.Bound(i) == matrix.Once && isCell(i) }
	s := newOptionState(p)
	s.stop = ctx.Err
	for _, forced := range []bool{false, true} {
		if forced && !s.settleForced() {
			break
		}
		for _, cells := range s.openRegions(cell) {
			if s.stopped() {
				break
			}
			below, above, fits := s.regionSums(cells, cell)
			if !fits && (!ok || len(cells) < len(best.Cells)) {
				best, ok = UnfillableRegion{s.forcedSteps(0), cells, below, above}, true
			}
		}
		if ok {
			break
		}
	}
	return best, ok
}

// openRegions returns the cells that are not covered yet, in parts connected by options.
func (s *optionState) openRegions(cell func(matrix.ItemID) bool) (parts [][]matrix.ItemID) {
	visited := make([]bool, s.ItemCount())
	for i := range matrix.ItemID(s.PrimaryCount()) {
		if visited[i] || s.stillNeeds(i) <= 0 || !cell(i) {
			continue
		}
		visited[i] = true
		part := []matrix.ItemID{i}
		for k := 0; k < len(part); k++ {
			for _, o := range s.openOptions(part[k]) {
				for _, e := range s.Option(o) {
					if !visited[e.Item] && cell(e.Item) {
						visited[e.Item] = true
						part = append(part, e.Item)
					}
				}
			}
		}
		slices.Sort(part)
		parts = append(parts, part)
	}
	return parts
}

// pieceKind is a set of options that hold the same pieces, and so share a bound.
type pieceKind struct {
	copies int // largest number of chosen options; -1 for no bound
	sizes  map[int]bool
}

// regionSums reports whether the number of cells of a region is a sum of sizes, and if not, returns
// the nearest sums.
func (s *optionState) regionSums(cells []matrix.ItemID, cell func(matrix.ItemID) bool) (below, above int, fits bool) {
	n := len(cells)
	if n > maxRegionCells {
		return 0, 0, true
	}
	kinds, largest := s.pieceKinds(cells, cell)
	reached := make([]bool, n+largest+1)
	reached[0] = true
	for _, k := range kinds {
		k.addSums(reached)
	}
	below, above = n, -1
	for !reached[below] {
		below--
	}
	if a := slices.Index(reached[n:], true); a >= 0 {
		above = n + a
	}
	return below, above, reached[n]
}

// pieceKinds groups the options of a region by their pieces, and returns the largest size. It
// ignores that two kinds may share a piece, which only allows more sums.
func (s *optionState) pieceKinds(cells []matrix.ItemID, cell func(matrix.ItemID) bool) (kinds []*pieceKind,
	largest int) {
	byKey, key := map[string]*pieceKind{}, []byte(nil)
	for _, i := range cells {
		for _, o := range s.openOptions(i) {
			key = key[:0]
			copies, size := -1, 0
			for _, e := range s.Option(o) {
				if cell(e.Item) {
					size++
				} else if e.Color == matrix.NoColor {
					key = binary.AppendUvarint(key, uint64(e.Item))
					if room := int(s.roomLeft(e.Item)); copies < 0 || room < copies {
						copies = room
					}
				}
			}
			k := byKey[string(key)]
			if k == nil {
				k = &pieceKind{copies, map[int]bool{}}
				byKey[string(key)], kinds = k, append(kinds, k)
			}
			k.sizes[size] = true
			largest = max(largest, size)
		}
	}
	slices.SortStableFunc(kinds, func(a, b *pieceKind) int { return cmp.Compare(a.copies, b.copies) })
	return kinds, largest
}

// addSums adds the sums that use options of the kind.
func (k *pieceKind) addSums(reached []bool) {
	copies := k.copies
	if copies < 0 {
		copies = len(reached)
	}
	for range copies {
		grew := false
		for n := len(reached) - 1; n >= 0; n-- {
			if reached[n] {
				continue
			}
			for size := range k.sizes {
				if size > 0 && size <= n && reached[n-size] {
					reached[n], grew = true, true
				}
			}
		}
		if !grew {
			return
		}
	}
}
