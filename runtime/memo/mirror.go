package memo

import (
	"context"

	"quadrille/runtime/matrix"
	"quadrille/runtime/symmetry"
)

// mostMirrors bounds the symmetries that a state is compared under: the cube has as
// many.
const mostMirrors = 48

// mirror takes a state to its image under a symmetry of the problem, which has as many
// solutions. It knows the images of any four bits of a state that stand together.
type mirror[K words] struct{ images [][16]K }

// mirror implements searcher. The symmetries act on the bits of states: the image of a use
// of a secondary item is the use of its image with the same color. States in which
// numbers stand are not compared.
func (c *code[K]) mirror(ctx context.Context, j *job) error {
	if len(c.several) > 0 {
		return nil
	}
	for _, to := range symmetry.Group(ctx, j.problem, mostMirrors)[1:] {
		if err := j.account.take(sizeOf[[16]K]((c.bits + 3) / 4)); err != nil {
			return err
		}
		c.mirrors = append(c.mirrors, newMirror[K](c.layout, to))
	}
	return nil
}

func newMirror[K words](l *layout, to symmetry.Permutation) mirror[K] {
	m := mirror[K]{make([][16]K, (l.bits+3)/4)}
	for i, bit := range l.bit {
		m.send(bit, l.bit[to[i]])
	}
	for e, bit := range l.use {
		m.send(bit, l.use[matrix.Entry{Item: to[e.Item], Color: e.Color}])
	}
	return m
}

// send says where a bit goes.
func (m mirror[K]) send(from, to int) {
	for four := range 16 {
		if four>>(from&3)&1 != 0 {
			set(&m.images[from>>2][four], to)
		}
	}
}

// of returns the image of a state.
func (m mirror[K]) of(s *K) (image K) {
	for k := 0; k < len(*s); k++ {
		at := m.images[min(k<<4, len(m.images)):]
		for w := (*s)[k]; w != 0; w, at = w>>4, at[1:] {
			four := &at[0][w&15]
			for j := 0; j < len(image); j++ {
				image[j] |= (*four)[j]
			}
		}
	}
	return image
}

// canonical returns the first of the images of a state, which is the state that it is
// known by in the table.
func (w *walker[K]) canonical(s *K) (least K) {
	least = *s
	for k := range w.mirrors {
		if image := w.mirrors[k].of(s); before(&image, &least) {
			least = image
		}
	}
	return least
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

// mostImages bounds how many images of each item's options are looked at to choose an item.
const mostImages = 1 << 18

// rootBit returns the item to branch on at the root: the one whose options fall into the
// fewest orbits, as those of an orbit lead to images of one state. If that is too much
// work, it is the item that any node would branch on.
func (w *walker[K]) rootBit(s *K, live []uint64) int {
	if len(w.mirrors) == 0 || len(w.mirrors)*len(w.option) > mostImages {
		return w.pick(s, live)
	}
	best, least := first(s), len(w.option)+1
	for b := range ones(&w.once) {
		orbits := map[K]bool{}
		for o := range w.option {
			if !has(&w.need[o], b) {
				continue
			}
			child := *s
			w.choose(&child, int32(o))
			orbits[w.canonical(&child)] = true
		}
		if n := len(orbits); n < least {
			best, least = b, n
		}
	}
	return best
}
