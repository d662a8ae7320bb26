package memo

import (
	"context"

	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

const (
	// maxSymmetries bounds the number of symmetries that are used; a cube has 48.
	maxSymmetries = 48
	// maxOptionImages is the largest number of images of options under all symmetries for which orbits are
	// computed.
	maxOptionImages = 1 << 18
)

// bitPermutation maps a state to its image under a symmetry of the problem, which has as many solutions. Bit b of the
// image is bit sourceBits[b] of the state.
type bitPermutation[K stateWords] struct{ sourceBits []int32 }

// findSymmetries computes the symmetries under which states are compared, if solutions are only counted. They permute
// the bits of states: the image of a use of a secondary item is the use of the item's image with the same color. If the
// problem has multiples, states are not compared, because they hold numbers of covers.
func (c *bitCode[K]) findSymmetries(ctx context.Context, o CountOptions) error {
	if len(c.multiples) > 0 || o.NoSymmetries {
		return nil
	}
	books := symmetry.MemoryBound(c.problem, maxSymmetries)
	if err := c.account.reserveBytes(books); err != nil {
		return err
	}
	defer c.account.releaseBytes(books)
	group := symmetry.FindGroup(ctx, c.problem, maxSymmetries)
	if c.optionCosts != nil {
		group = symmetry.SymmetriesKeepingValues(c.problem, group, c.optionCosts)
	}
	for _, to := range group[1:] {
		if err := c.account.reserveBytes(sizeOf[int32](c.bitCount)); err != nil {
			return err
		}
		from := make([]int32, c.bitCount)
		for i, bit := range c.bitOfItem {
			from[c.bitOfItem[to[i]]] = int32(bit)
		}
		for e, bit := range c.bitOfUse {
			from[c.bitOfUse[matrix.Entry{Item: to[e.Item], Color: e.Color}]] = int32(bit)
		}
		c.symmetries = append(c.symmetries, bitPermutation[K]{from})
		c.itemImages = append(c.itemImages, to)
	}
	if len(group) == 1 || len(c.symmetries)*len(c.optionIDs) > maxOptionImages {
		return nil
	}
	if err := c.account.reserveBytes(sizeOf[int](c.problem.OptionCount())); err != nil {
		return err
	}
	c.orbitOfOption = symmetry.OptionOrbits(c.problem, group)
	return nil
}

// imageOf returns the image of a state.
func (p bitPermutation[K]) imageOf(s *K) (image K) {
	for b, from := range p.sourceBits {
		if hasBit(s, int(from)) {
			setBit(&image, b)
		}
	}
	return image
}

// isImageBefore reports whether the image of state s precedes the state other, and how many bits it compared. The
// lowest bit in which the two differ decides: the state in which that bit is set comes later. So the first of several
// images is the one whose first items are covered, and images of a state are searched in one direction.
func (p bitPermutation[K]) isImageBefore(s, other *K) (before bool, looked int64) {
	for b, from := range p.sourceBits {
		if had := hasBit(other, b); hasBit(s, int(from)) != had {
			return had, int64(b + 1)
		}
	}
	return false, int64(len(p.sourceBits))
}

// chooseRootBit returns the bit of the item on which the root branches. It is the item whose options fall
// into the fewest orbits, since options of one orbit lead to images of one state. If the orbits are
// not known, it is the item that any node would branch on.
func (w *walker[K]) chooseRootBit(s *K, live []uint64) int {
	if w.diagram != nil || w.orbitOfOption == nil {
		return w.chooseBranchingBit(s, s, live)
	}
	best, least, orbits := lowestBit(s), len(w.optionIDs)+1, map[int]bool{}
	for b := range bitIndices(&w.onceBits) {
		clear(orbits)
		for o, id := range w.optionIDs {
			if hasBit(&w.requiredBits[o], b) {
				orbits[w.orbitOfOption[id]] = true
			}
		}
		if len(orbits) < least {
			best, least = b, len(orbits)
		}
	}
	return best
}
