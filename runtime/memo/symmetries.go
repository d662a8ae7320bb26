package memo

import (
	"context"

	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

const (
	// maxSymmetries is as many as a cube has.
	maxSymmetries = 48
	// maxImages bounds how many images of options are made to find their orbits.
	maxImages = 1 << 18
)

// permutation takes a state to its image under a symmetry of the problem, which has as
// many solutions. It knows the images of any four bits of a state that stand together.
type permutation[K words] struct{ images [][16]K }

// findSymmetries finds the symmetries under which states are compared from now on where
// solutions are only counted. They act on the bits of states: the image of a use of a
// secondary item is the use of its image with the same color. States in which numbers
// stand are not compared.
func (c *code[K]) findSymmetries(ctx context.Context) error {
	if len(c.multiples) > 0 {
		return nil
	}
	books := symmetry.Memory(c.problem, maxSymmetries)
	if err := c.account.take(books); err != nil {
		return err
	}
	defer c.account.release(books)
	group := symmetry.Group(ctx, c.problem, maxSymmetries)
	for _, to := range group[1:] {
		if err := c.account.take(sizeOf[[16]K]((c.bits + 3) / 4)); err != nil {
			return err
		}
		c.symmetries = append(c.symmetries, newPermutation[K](c.layout, to))
	}
	if len(group) == 1 || len(c.symmetries)*len(c.option) > maxImages {
		return nil
	}
	if err := c.account.take(sizeOf[int](c.problem.Options())); err != nil {
		return err
	}
	c.orbits = symmetry.Orbits(c.problem, group)
	return nil
}

func newPermutation[K words](l *layout, to symmetry.Permutation) permutation[K] {
	p := permutation[K]{make([][16]K, (l.bits+3)/4)}
	for i, bit := range l.bit {
		p.send(bit, l.bit[to[i]])
	}
	for e, bit := range l.use {
		p.send(bit, l.use[matrix.Entry{Item: to[e.Item], Color: e.Color}])
	}
	return p
}

// send says where a bit goes.
func (p permutation[K]) send(from, to int) {
	for four := range 16 {
		if four>>(from&3)&1 != 0 {
			set(&p.images[from>>2][four], to)
		}
	}
}

// of returns the image of a state.
func (p permutation[K]) of(s *K) (image K) {
	for k := 0; k < len(*s); k++ {
		at := p.images[min(k<<4, len(p.images)):]
		for w := (*s)[k]; w != 0; w, at = w>>4, at[1:] {
			add(&image, &at[0][w&15])
		}
	}
	return image
}

// before orders states: a bit that one has and the other has not, the lowest of these,
// puts it behind. So the first of several images is the one whose first items are covered,
// and images of a state are searched in one direction.
func before[K words](a, b *K) bool {
	for k := 0; k < len(*a); k++ {
		if d := (*a)[k] ^ (*b)[k]; d != 0 {
			return (*b)[k]&(d&-d) != 0
		}
	}
	return false
}

// rootBit returns the item to branch on at the root: the one whose options fall into the
// fewest orbits, as those of an orbit lead to images of one state. If these are not known,
// it is the item that any node would branch on.
func (w *walker[K]) rootBit(s *K, live []uint64) int {
	if w.sketch != nil || w.orbits == nil {
		return w.pick(s, live)
	}
	best, least, orbits := first(s), len(w.option)+1, map[int]bool{}
	for b := range ones(&w.once) {
		clear(orbits)
		for o, id := range w.option {
			if has(&w.need[o], b) {
				orbits[w.orbits[id]] = true
			}
		}
		if len(orbits) < least {
			best, least = b, len(orbits)
		}
	}
	return best
}
