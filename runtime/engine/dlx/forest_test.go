package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestForestIsExact: where colors join items to a tree and nothing else ties them, the bound is the best value.
func TestForestIsExact(t *testing.T) {
	exact := 0
	for seed := range uint64(matrixtest.RandomRounds(300, 6000)) {
		r := rand.New(rand.NewPCG(seed, 33))
		p := treeProblem(t, r)
		best := matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		if len(best) == 0 {
			continue
		}
		b := dlx.NewGoalBound(p)
		switch least, ok := b.LowerBound(); {
		case !ok: // the values are too large for a bound
		case least != b.CostOf(best[0]):
			t.Fatalf("seed %d: the bound is %d, and the best solution costs %d", seed, least, b.CostOf(best[0]))
		default:
			exact++
		}
	}
	if exact < matrixtest.RandomRounds(100, 2000) {
		t.Errorf("only %d bounds are exact", exact)
	}
}

// treeProblem returns a random problem with a goal, of items that are covered exactly once, and secondary items between
// them that make a tree. Options may leave the color of an item open if they have another color, but not all options of
// an item: colors would not join it to others.
func treeProblem(t *testing.T, r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	var held [4][]matrix.ItemID // secondary items, by item
	for i := range held {
		items = append(items, b.AddPrimary(fmt.Sprint("p", i), matrix.Once))
	}
	for i := 1; i < len(held); i++ {
		above := r.IntN(i)
		if len(held[above]) == 0 || r.IntN(3) > 0 {
			held[above] = append(held[above], b.AddSecondary(fmt.Sprint("s", i)))
		}
		held[i] = append(held[i], held[above][r.IntN(len(held[above]))])
	}
	for i, list := range held {
		for option := range 3 {
			entries := []matrix.Entry{{Item: items[i]}}
			for k, s := range list {
				if k == 0 || option == 0 || r.IntN(4) > 0 {
					entries = append(entries, matrix.Entry{Item: s, Color: b.AddColor(fmt.Sprint("c", r.IntN(3)))})
				}
			}
			b.AddOption(entries...)
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.WithGoal(matrixtest.RandomGoal(r, p)); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestKnapsacks compares the bound of knapsacks, whose sums of weights are chains of colors, with the table that
// textbooks fill. A search within the best value finds the first solution without going back: it has a node for each
// item, and one for the solution.
func TestKnapsacks(t *testing.T) {
	for seed := range uint64(matrixtest.RandomRounds(10, 200)) {
		r := rand.New(rand.NewPCG(seed, 34))
		n, room := 20+r.IntN(10), 60+r.IntN(60)
		var weights, worths []int
		for range n {
			weights, worths = append(weights, 1+r.IntN(20)), append(worths, 1+r.IntN(30))
		}
		best := make([]int, room+1) // greatest worth, by room
		for k, w := range weights {
			for left := room; left >= w; left-- {
				best[left] = max(best[left], best[left-w]+worths[k])
			}
		}
		p := knapsack(t, weights, worths, room)
		b := dlx.NewGoalBound(p)
		if least, _ := b.LowerBound(); -least != int64(best[room]) {
			t.Fatalf("seed %d: the bound is %d, and the best value %d", seed, -least, best[room])
		}
		b.SetLimit(-int64(best[room]))
		s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.NeededFirst{}, OptionOrder: b.OptionOrder(),
			Filter: b.NewFilter(nil)})
		found := 0
		for range s.Solutions(context.Background()) {
			found++
			break
		}
		if nodes := s.Stats().Nodes; found == 0 || nodes != int64(2*n+1) {
			t.Errorf("seed %d: %d solutions after %d nodes for %d things", seed, found, nodes, n)
		}
	}
}

// knapsack returns the problem of the things of most worth whose weights fit a room.
func knapsack(t *testing.T, weights, worths []int, room int) *matrix.Problem {
	b := matrix.NewBuilder()
	g := &matrix.Goal{Maximize: true}
	color := func(v int) matrix.Color { return b.AddColor(fmt.Sprint(v)) }
	reach := map[int]bool{0: true}
	var state matrix.ItemID
	for k, w := range weights {
		take, step := b.AddPrimary(fmt.Sprint("take", k), matrix.Once), b.AddPrimary(fmt.Sprint("step", k), matrix.Once)
		read, next := b.AddSecondary(fmt.Sprint("read", k)), b.AddSecondary(fmt.Sprint("state", k))
		b.AddOption(matrix.Entry{Item: take}, matrix.Entry{Item: read, Color: color(w)})
		b.AddOption(matrix.Entry{Item: take}, matrix.Entry{Item: read, Color: color(0)})
		g.OptionValues = append(g.OptionValues, int64(worths[k]), 0)
		reached := map[int]bool{}
		for sum := range room + 1 {
			for _, add := range []int{0, w} {
				if !reach[sum] || sum+add > room {
					continue
				}
				entries := []matrix.Entry{{Item: step}, {Item: read, Color: color(add)},
					{Item: next, Color: color(sum + add)}}
				if k > 0 {
					entries = append(entries, matrix.Entry{Item: state, Color: color(sum)})
				}
				b.AddOption(entries...)
				g.OptionValues = append(g.OptionValues, 0)
				reached[sum+add] = true
			}
		}
		state, reach = next, reached
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.WithGoal(g); err != nil {
		t.Fatal(err)
	}
	return p
}
