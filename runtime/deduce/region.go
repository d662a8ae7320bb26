package deduce

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// UnfillableRegion is a proof that there is no solution: a set of cells that pieces cannot fill. After some forced
// steps no option covers cells both inside and outside of the region. Yet the number of cells of the region is no sum
// of the numbers of cells that options cover.
type UnfillableRegion struct {
	Steps []ForcedStep    // forced steps that isolate the region
	Cells []matrix.ItemID // cells of the region
	// NearestFillableBelow and NearestFillableAbove are the nearest counts of cells, below and above that of the
	// region, that pieces can fill. NearestFillableAbove is -1 if there is none.
	NearestFillableBelow, NearestFillableAbove int
}

// maxRegionCells is the largest number of cells of a region.
const maxRegionCells = 1 << 14

// FindRegion searches for a region that cannot be filled, after forced steps if necessary. The cells are the items that
// are covered once and for which isCell returns true. All other items are pieces: each bounds how many of its options
// are chosen. If ctx is done, FindRegion returns the best result so far.
func FindRegion(ctx context.Context, p *matrix.Problem, isCell func(matrix.ItemID) bool) (best UnfillableRegion,
	ok bool) {
	cell := func(i matrix.ItemID) bool { return int(i) < p.PrimaryCount() && p.Bound(i) == matrix.Once && isCell(i) }
	s := newOptionState(p)
	s.stopError = ctx.Err
	for _, forced := range []bool{false, true} {
		if forced && !s.makeForcedChoices() {
			break
		}
		for _, cells := range s.openRegions(cell) {
			if s.mustStop() {
				break
			}
			below, above, fits := s.nearestFillableSizes(cells, cell)
			if !fits && (!ok || len(cells) < len(best.Cells)) {
				best, ok = UnfillableRegion{s.forcedStepsSince(0), cells, below, above}, true
			}
		}
		if ok {
			break
		}
	}
	return best, ok
}

// openRegions returns the cells that are not covered yet, divided into regions. Two cells of one open option are in
// the same region.
func (s *optionState) openRegions(isCell func(matrix.ItemID) bool) (parts [][]matrix.ItemID) {
	visited := make([]bool, s.ItemCount())
	for i := range matrix.ItemID(s.PrimaryCount()) {
		if visited[i] || s.coversNeeded(i) <= 0 || !isCell(i) {
			continue
		}
		visited[i] = true
		part := []matrix.ItemID{i}
		for k := 0; k < len(part); k++ {
			for _, o := range s.openOptions(part[k]) {
				for _, e := range s.Option(o) {
					if !visited[e.Item] && isCell(e.Item) {
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

// pieceKind is the class of the options that hold the same pieces, together with the sizes of these options.
type pieceKind struct {
	maxChosen  int          // largest number of options of the class that may be chosen; -1 means no bound
	cellCounts map[int]bool // set of the sizes of these options, in cells
}

// nearestFillableSizes reports whether the number of cells of a region is a sum of option sizes. If not, it
// returns the nearest sums below and above.
func (s *optionState) nearestFillableSizes(cells []matrix.ItemID, isCell func(matrix.ItemID) bool) (below, above int,
	fits bool) {
	n := len(cells)
	if n > maxRegionCells {
		return 0, 0, true
	}
	kinds, largest := s.pieceKinds(cells, isCell)
	reached := make([]bool, n+largest+1)
	reached[0] = true
	for _, k := range kinds {
		k.markCellSums(reached)
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

// pieceKinds groups the options of a region by their pieces. It also returns the largest number of cells of an option.
// It ignores that two kinds may share a piece: that can only make more sums possible, so a proof stays right.
func (s *optionState) pieceKinds(cells []matrix.ItemID, isCell func(matrix.ItemID) bool) (kinds []*pieceKind,
	largest int) {
	byKey, key := map[string]*pieceKind{}, []byte(nil)
	for _, i := range cells {
		for _, o := range s.openOptions(i) {
			key = key[:0]
			copies, size := -1, 0
			for _, e := range s.Option(o) {
				if isCell(e.Item) {
					size++
				} else if e.Color == matrix.NoColor {
					key = binary.AppendUvarint(key, uint64(e.Item))
					if room := int(s.coversAllowed(e.Item)); copies < 0 || room < copies {
						copies = room
					}
				}
			}
			k := byKey[string(key)]
			if k == nil {
				k = &pieceKind{copies, map[int]bool{}}
				byKey[string(key)], kinds = k, append(kinds, k)
			}
			k.cellCounts[size] = true
			largest = max(largest, size)
		}
	}
	slices.SortStableFunc(kinds, func(a, b *pieceKind) int { return cmp.Compare(a.maxChosen, b.maxChosen) })
	return kinds, largest
}

// markCellSums marks the counts of cells that options of this kind can cover in addition. The argument reached has an
// element for each count of cells. Each sum of a marked count and the sizes of up to maxChosen options is marked.
func (k *pieceKind) markCellSums(reached []bool) {
	copies := k.maxChosen
	if copies < 0 {
		copies = len(reached)
	}
	for range copies {
		grew := false
		for n := len(reached) - 1; n >= 0; n-- {
			if reached[n] {
				continue
			}
			for size := range k.cellCounts {
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
