package dense_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dense"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// board is a random problem to fill cells with polyominoes. The pieces may be
// there once, or as often as wanted, or both; some may be left out, and some cells
// may stay empty.
func board(r *rand.Rand) *matrix.Problem {
	n, m := 3+r.IntN(2), 4+r.IntN(3)
	hole := func(c cell) bool { return (c.x*7+c.y*5+n)%11 == m%3 }
	b := newBuilder()
	inside := func(c cell) bool { return c.x >= 0 && c.x < n && c.y < m && !hole(c) }
	for at := range n * m {
		if c := (cell{at / m, at % m}); inside(c) && r.IntN(20) > 0 {
			b.items[c.name()] = b.Primary(c.name(), matrix.Once)
		}
	}
	kinds := 3 + r.IntN(5)
	for k := range kinds {
		piece := fmt.Sprint("piece", k)
		if s := r.IntN(4); s == 0 {
			b.items[piece] = b.Primary(piece, matrix.Bound{Min: 0, Max: 1})
		} else if s > 1 {
			b.items[piece] = b.Primary(piece, matrix.Once)
		} else if r.IntN(2) == 0 {
			piece = ""
		}
		placeAll(b, piece, animal(r, 2+r.IntN(4)), n, m, inside)
	}
	return b.built()
}

// animal grows a shape.
func animal(r *rand.Rand, size int) []cell {
	shape := []cell{{0, 0}}
	for len(shape) < size {
		c := shape[r.IntN(len(shape))]
		next := []cell{{c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}, {c.x, c.y - 1}}[r.IntN(4)]
		if !slices.Contains(shape, next) {
			shape = append(shape, next)
		}
	}
	return shape
}

func placeAll(b *builder, piece string, shape []cell, n, m int, inside func(cell) bool) {
	for _, turned := range orientations(shape) {
		for at := range n * m {
			var option []string
			for _, c := range turned {
				if c = (cell{c.x + at/m, c.y + at%m}); inside(c) {
					option = append(option, c.name())
				}
			}
			if len(option) < len(shape) {
				continue
			}
			if piece != "" {
				option = append(option, piece)
			}
			b.option(option...)
		}
	}
}

// TestRegions: the filter refuses nodes of random boards, and never a solution.
// The links say what the solutions are.
func TestRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	refused, solvable := 0, 0
	for range rounds(t) / 2 {
		p := board(r)
		links := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}})
		want := int64(len(inOrder(links)))
		if want > 0 {
			solvable++
		}
		for _, sw := range []int{0, 6, dense.Auto} {
			plain := newSearch(t, p, dense.Options{Switch: sw})
			filtered := newSearch(t, p, dense.Options{Switch: sw, Regions: true})
			if a, b := count(plain), count(filtered); a != want || b != want {
				t.Fatalf("switch %d: %d solutions, with the filter %d, links %d", sw, a, b, want)
			}
			if filtered.Stats().Nodes < plain.Stats().Nodes {
				refused++
			}
		}
	}
	if refused < rounds(t)/20 || solvable < rounds(t)/20 {
		t.Errorf("%d trees became smaller, %d boards have solutions: the test proves little", refused, solvable)
	}
}

// On the boards of pentominoes the filter has work to do, whatever their order.
func TestRegionsOfPentominoes(t *testing.T) {
	p := pack(5, 12, nil, pentominoes, "X")
	for _, shuffled := range []bool{false, true} {
		var o dense.Options
		if shuffled {
			disorder(rand.New(rand.NewPCG(1, 1)), p, &o)
		}
		plain := newSearch(t, p, o)
		o.Regions = true
		filtered := newSearch(t, p, o)
		if a, b := count(plain), count(filtered); a != b {
			t.Errorf("%d solutions, with the filter %d", a, b)
		}
		if a, b := plain.Stats().Nodes, filtered.Stats().Nodes; 5*b > 4*a {
			t.Errorf("the filter leaves %d nodes of %d", b, a)
		}
	}
}
