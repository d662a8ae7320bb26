package halves

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/symmetry"
)

var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 8, Options: 14},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"one color":  {Primary: 4, Secondary: 4, Options: 12, Colors: 1},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true},
}

// randomSplit puts each item on a side or makes a hub of it, where that is possible.
func randomSplit(r *rand.Rand, p *matrix.Problem) *itemSplit {
	s := &itemSplit{}
	g := newItemGraph(p)
	for _, n := range r.Perm(p.ItemCount()) {
		i := matrix.ItemID(n)
		switch k := r.IntN(5); {
		case g.hub[i] || k == 0 && !g.isColored(i):
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
	for name, shape := range problemShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			solvable := 0
			rounds := matrixtest.RandomRounds(150, 2000)
			for n := range rounds {
				p := matrixtest.RandomProblem(r, shape)
				if n%3 == 0 && !shape.Bounds {
					small := shape
					small.Options = 5
					p = matrixtest.SymmetricProblem(r, small)
					if p.OptionCount() > 14 {
						continue
					}
				}
				want := len(matrixtest.BruteForce(p))
				if want > 0 {
					solvable++
				}
				for k, o := range []CountOptions{{}, {split: randomSplit(r, p)}, {split: randomSplit(r, p), Threads: 2},
					{split: randomSplit(r, p), modulus: 17}} {
					got, _, err := CountSolutions(context.Background(), p, o)
					if errors.Is(err, ErrUnfit) {
						t.Fatalf("problem %d does not fit: %v", n, err)
					}
					if err != nil || got.Int64() != int64(want) {
						t.Fatalf("problem %d, way %d: %v solutions, %v; by brute force there are %d\n%+v", n, k, got,
							err, want, o.split)
					}
				}
			}
			if solvable < rounds/10 {
				t.Errorf("only %d of %d problems have solutions", solvable, rounds)
			}
		})
	}
}

// TestExchange counts problems whose sides are exchanged by symmetries that are not undone when they are done
// twice: half a way around a band of Moebius. Equal pieces, each with an item, make more symmetries than are made
// use of, and then only those that are undone may be.
func TestExchange(t *testing.T) {
	for length := 4; length <= 10; length += 2 {
		for pieces := 1; pieces <= 5; pieces++ {
			p, bars := bandProblem(length, pieces)
			group := symmetry.FindGroup(context.Background(), p, 1<<10)
			got, _, err := CountSolutions(context.Background(), p, CountOptions{Group: group})
			if want := countApart(bars, nil, pieces); err != nil || got.Int64() != want {
				t.Errorf("%d bars in %d by %d, %d symmetries: %v, %v; by brute force %d", pieces, bandWidth, length,
					len(group), got, err, want)
			}
		}
	}
}

const bandWidth = 3

// bandProblem is the problem of so many bars of three cells, each with an item, on a band of Moebius; a cell may stay
// empty. It returns the cells of the places of a bar as well.
func bandProblem(length, pieces int) (p *matrix.Problem, bars [][3]matrix.ItemID) {
	b := matrix.NewBuilder()
	var cells, names []matrix.ItemID
	for k := range bandWidth * length {
		cells = append(cells, b.AddPrimary(fmt.Sprint("cell ", k), matrix.Once))
		b.AddOption(matrix.Entry{Item: cells[k]})
	}
	for k := range pieces {
		names = append(names, b.AddPrimary(fmt.Sprint("bar ", k), matrix.Once))
	}
	cell := func(r, c int) matrix.ItemID {
		if c >= length {
			r, c = bandWidth-1-r, c-length
		}
		return cells[r*length+c]
	}
	for c := range length {
		bars = append(bars, [3]matrix.ItemID{cell(0, c), cell(1, c), cell(2, c)})
		for r := range bandWidth {
			bars = append(bars, [3]matrix.ItemID{cell(r, c), cell(r, c+1), cell(r, c+2)})
		}
	}
	for _, name := range names {
		for _, bar := range bars {
			b.AddOption(matrix.Entry{Item: name}, matrix.Entry{Item: bar[0]}, matrix.Entry{Item: bar[1]},
				matrix.Entry{Item: bar[2]})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p, bars
}

// countApart counts the ways to put more pieces on places that share no cell, nor one with those that are taken.
func countApart(places [][3]matrix.ItemID, taken []matrix.ItemID, more int) (n int64) {
	if more == 0 {
		return 1
	}
	for k, place := range places {
		if !slices.ContainsFunc(place[:], func(i matrix.ItemID) bool { return slices.Contains(taken, i) }) {
			n += int64(more) * countApart(places[k+1:], append(slices.Clip(taken), place[:]...), more-1)
		}
	}
	return n
}
