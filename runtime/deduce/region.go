package deduce

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"quadrille/runtime/matrix"
)

// UnfillableRegion is a set of cells that pieces cannot fill. After some steps no option covers
// cells both inside and outside, and the number of cells is no sum of the numbers of cells that
// options cover.
type UnfillableRegion struct {
	Steps []ForcedStep    // forced steps that isolate the region
	Cells []matrix.ItemID // cells of the region
	// Below and Above are the nearest numbers of cells that can be filled; Above is -1 if there is
	// none.
	Below, Above int
}

// maxRegionCells is the largest number of cells of a region.
const maxRegionCells = 1 << 14

// FindRegion looks for a region that cannot be filled, after forced steps if necessary. Cells are
// the items for which isCell is true, if they are covered once. All other items are pieces: they
// bound how often their options are chosen. If ctx is done, it returns the best result so far.
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

// openRegions returns the cells that are not covered yet, divided into regions that options
// connect.
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

// pieceKind is a set of options that hold the same pieces, so that a common bound applies.
type pieceKind struct {
	maxCopies int          // largest number of options that may be chosen; -1 means no bound
	sizes     map[int]bool // numbers of cells in these options
}

// regionSums reports whether the number of cells of a region is a sum of option sizes. If not, it
// returns the nearest sums below and above.
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

// pieceKinds groups the options of a region by their pieces, and returns the largest option size.
// It ignores that two kinds may share a piece, which only allows more sums.
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
	slices.SortStableFunc(kinds, func(a, b *pieceKind) int { return cmp.Compare(a.maxCopies, b.maxCopies) })
	return kinds, largest
}

// addSums marks the sums in reached that use options of this kind, in addition to the sums marked
// before.
func (k *pieceKind) addSums(reached []bool) {
	copies := k.maxCopies
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
