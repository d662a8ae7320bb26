package choose

import (
	"math"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Random chooses any active item. What it chooses at a node depends on the seed
// and the choices on the way there alone, so that several threads agree.
type Random struct {
	Seed uint64
}

// Choose implements [dlx.Chooser].
func (c Random) Choose(v dlx.View) matrix.ItemID {
	state := v.Hash() ^ c.Seed
	best, count := matrix.ItemID(-1), uint64(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if v.Branches(i) == 0 {
			return i
		}
		count++
		if state = mix(state); state%count == 0 {
			best = i // the k-th item replaces the choice with chance 1/k
		}
	}
	return best
}

func newRandom(a *arguments, _ *matrix.Problem) (dlx.Chooser, error) { return Random{a.seed}, nil }

// randomTies is MRV that chooses among equals at random.
type randomTies struct {
	seed uint64
}

// Choose implements [dlx.Chooser].
func (c *randomTies) Choose(v dlx.View) matrix.ItemID {
	state := v.Hash() ^ c.seed
	best, fewest, equals := matrix.ItemID(-1), int32(math.MaxInt32), uint64(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := v.Branches(i)
		switch {
		case n == 0:
			return i
		case n < fewest:
			best, fewest, equals = i, n, 1
		case n == fewest:
			equals++
			if state = mix(state); state%equals == 0 {
				best = i
			}
		}
	}
	return best
}

// mix is a step of the generator SplitMix64 (Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
