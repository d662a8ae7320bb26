package halves

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
	"quadrille/runtime/symmetry"
)

// randomSplit puts each item on a random side, or makes it a hub where that is possible.
func randomSplit(r *rand.Rand, p *matrix.Problem) *itemSplit {
	s := &itemSplit{}
	g := newItemGraph(p)
	for _, n := range r.Perm(p.ItemCount()) {
		i := matrix.ItemID(n)
		switch k := r.IntN(5); {
		case g.isHub[i] || k == 0 && !g.isColored(i):
			s.hubs = append(s.hubs, i)
		case k < 3:
			s.left = append(s.left, i)
		default:
			s.right = append(s.right, i)
		}
	}
	return s
}

// splitEngines are the engine with the division that it finds, and with random divisions.
func splitEngines() (all []enginetest.Engine) {
	for k, o := range []CountOptions{{}, {}, {Threads: 2}, {modulusInTests: 17}} {
		all = append(all, enginetest.Engine{
			Name: fmt.Sprintf("split at random %v, %d threads, modulus %d", k > 0, o.Threads, o.modulusInTests),
			NewEngine: func(_ testing.TB, p *matrix.Problem, s enginetest.Setup) search.Engine {
				o := o
				if k > 0 {
					o.splitInTests = randomSplit(rand.New(rand.NewPCG(s.Seed, 1)), p)
				}
				return enginetest.CountOnly(func(ctx context.Context) (*big.Int, error) {
					n, _, err := CountSolutions(ctx, p, o)
					return n, err
				})
			},
		})
	}
	return all
}

// fitsEngine reports whether the engine accepts a problem: it refuses problems with nogoods.
func fitsEngine(p *matrix.Problem) bool { return len(p.Nogoods()) == 0 }

// TestAgree compares the counts of problems, with random divisions, with brute force.
func TestAgree(t *testing.T) {
	enginetest.CheckAgreement(t, matrixtest.RandomRounds(150, 2000), fitsEngine, splitEngines()...)
}

// TestKnown compares with published numbers. Some of these need more than a word, and so several primes.
func TestKnown(t *testing.T) {
	names := []string{"dominoes 6x6", "dominoes 8x8", "dominoes 12x12", "pentominoes 3x20", "Y 5x10", "langford 6",
		"langford 7"}
	if matrixtest.SlowTestsWanted() {
		names = append(names, "dominoes 16x16")
	}
	enginetest.CheckKnownProblems(t, enginetest.NameIn(names...), splitEngines()[0])
}

// TestExchange counts problems whose sides are exchanged only by symmetries that are not their own inverses: half a
// turn around a Moebius band. Equal pieces, each with an item, make more symmetries than the engine uses; then only
// exchanges that are their own inverses may be used.
func TestExchange(t *testing.T) {
	for length := 4; length <= 10; length += 2 {
		for pieces := 1; pieces <= 5; pieces++ {
			p, bars := bandProblem(length, pieces)
			group := symmetry.FindGroup(context.Background(), p, 1<<10)
			got, _, err := CountSolutions(context.Background(), p, CountOptions{SymmetryGroup: group})
			if want := countApart(bars, nil, pieces); err != nil || got.Int64() != want {
				t.Errorf("%d bars in %d by %d, %d symmetries: %v, %v; by brute force %d", pieces, bandWidth, length,
					len(group), got, err, want)
			}
		}
	}
}

const bandWidth = 3

// bandProblem is the problem of placing the given number of bars of three cells, each with an item, on a Moebius band.
// A cell may stay empty. It also returns the cells of each place of a bar.
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

// countApart counts the ways to put more pieces on places that share no cell with one another or with the places that
// are taken.
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

// TestStepMemory: the left side has items that crossing options cover in groups of up to two, or of up to three. Both
// leave the same sets open, but groups of three make more steps between sets, and so take more bytes. The test counts
// the steps with sets of bits, and the solutions by a recurrence: the first item is alone (which an option of the side
// can cover as well), in a pair, or in a group of three.
func TestStepMemory(t *testing.T) {
	const items = 9
	bytes, stepCounts := map[int]int64{}, map[int]int64{}
	for most := 2; most <= 3; most++ {
		b := matrix.NewBuilder()
		var split itemSplit
		for k := range items {
			split.left = append(split.left, b.AddPrimary(fmt.Sprint("a", k), matrix.Once))
		}
		z := b.AddSecondary("z")
		split.right = []matrix.ItemID{z}
		crossing := matrix.Entry{Item: z, Color: b.AddColor("red")}
		var groups []uint
		for set := uint(1); set < 1<<items; set++ {
			if bits.OnesCount(set) > most {
				continue
			}
			groups = append(groups, set)
			option := []matrix.Entry{crossing}
			for k := range items {
				if set>>k&1 != 0 {
					option = append(option, matrix.Entry{Item: split.left[k]})
				}
			}
			b.AddOption(option...)
		}
		for _, i := range split.left {
			b.AddOption(matrix.Entry{Item: i})
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		steps, seen := map[[2]uint]bool{}, map[[2]uint]bool{}
		var follow func(open, from uint)
		follow = func(open, from uint) {
			if seen[[2]uint{open, from}] {
				return
			}
			seen[[2]uint{open, from}] = true
			for _, g := range groups {
				if first := uint(bits.TrailingZeros(g)); first >= from && g&^open == 0 {
					steps[[2]uint{open, g}] = true
					follow(open&^g, first+1)
				}
			}
		}
		follow(1<<items-1, 0)
		want := []int64{1, 2, 5}
		for n := int64(3); n <= items; n++ {
			want = append(want, 2*want[n-1]+(n-1)*want[n-2]+int64(most-2)*(n-1)*(n-2)/2*want[n-3])
		}
		n, stats, err := CountSolutions(t.Context(), p, CountOptions{splitInTests: &split})
		if err != nil || n.Int64() != want[items] || stats.LeftoverSets != 1<<items {
			t.Errorf("%v solutions of %d, %d sets; %v", n, want[items], stats.LeftoverSets, err)
		}
		// on the right side, whose item is secondary, each option makes a step
		bytes[most], stepCounts[most] = stats.Bytes, int64(len(steps)+len(groups))
	}
	size := int64(unsafe.Sizeof(leftoverStep{}))
	if more := stepCounts[3] - stepCounts[2]; bytes[3]-bytes[2] != more*size {
		t.Errorf("%d bytes more for %d more steps of %d bytes each", bytes[3]-bytes[2], more, size)
	}
}
