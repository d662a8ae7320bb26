package halves

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

var shapes = map[string]matrixtest.Shape{
	"plain":      {Primary: 8, Options: 14},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"one color":  {Primary: 4, Secondary: 4, Options: 12, Colors: 1},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true},
}

// randomSplit puts each item on a side or makes a hub of it, where that is possible.
func randomSplit(r *rand.Rand, p *matrix.Problem) *split {
	s := &split{}
	g := newGraph(p)
	for _, n := range r.Perm(p.Items()) {
		i := matrix.ItemID(n)
		switch k := r.IntN(5); {
		case g.hub[i] || k == 0 && !g.colored(i):
			s.hubs = append(s.hubs, i)
		case k < 3:
			s.left = append(s.left, i)
		default:
			s.right = append(s.right, i)
		}
	}
	return s
}

// TestRandom counts random problems, cut anywhere, and compares with brute force.
func TestRandom(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			rounds := matrixtest.Rounds(150, 2000)
			for n := range rounds {
				p := matrixtest.Random(r, shape)
				if n%3 == 0 && !shape.Bounds {
					small := shape
					small.Options = 5
					p = matrixtest.Symmetric(r, small)
					if p.Options() > 14 {
						continue
					}
				}
				want := len(matrixtest.BruteForce(p))
				if want > 0 {
					solvable++
				}
				for k, o := range []Options{{}, {split: randomSplit(r, p)}, {split: randomSplit(r, p), Threads: 2}, {split: randomSplit(r, p), modulus: 17}} {
					got, _, err := Count(context.Background(), p, o)
					if errors.Is(err, ErrUnfit) {
						t.Fatalf("problem %d does not fit: %v", n, err)
					}
					if err != nil || got.Int64() != int64(want) {
						t.Fatalf("problem %d, way %d: %v solutions, %v; by brute force there are %d\n%+v", n, k, got, err, want, o.split)
					}
				}
			}
			if solvable < rounds/10 {
				t.Errorf("only %d of %d problems have solutions", solvable, rounds)
			}
		})
	}
}

var _ = slices.Sort[[]int]
