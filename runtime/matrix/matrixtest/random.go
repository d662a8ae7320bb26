// Package matrixtest makes random problems and solves them by brute force, for the tests of
// engines.
//
// Its input is a source of random numbers and a shape; its output is problems and their solutions.
// It must not share code with any engine.
package matrixtest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
)

// SlowTests is the name of the environment variable that turns slow tests on; .ci/run sets it. With the value "all"
// the tests run every random case.
const SlowTests = "QUADRILLE_SLOW"

// SlowTestsWanted reports whether slow tests are turned on.
func SlowTestsWanted() bool { return os.Getenv(SlowTests) != "" }

// RandomRounds returns the number of random cases of a test: usual with no further setting, a fifth of usual with the
// flag -short, five times usual but at most all if slow tests are turned on, and all if SlowTests has the value "all".
func RandomRounds(usual, all int) int {
	switch {
	case os.Getenv(SlowTests) == "all":
		return all
	case SlowTestsWanted():
		return min(5*usual, all)
	case testing.Short():
		return max(1, usual/5)
	}
	return usual
}

// ProblemShape bounds the counts of items, options and nogoods in random problems.
type ProblemShape struct {
	MaxPrimary, MaxSecondary, MaxOptions int  // largest numbers of primary items, secondary items and options
	ColorCount                           int  // number of colors; 0 means none
	HasMultiplicities                    bool // primary items may have a multiplicity other than one
	MaxNogoods                           int  // largest number of nogoods
}

// RandomProblem returns a problem of the given shape.
func RandomProblem(r *rand.Rand, s ProblemShape) *matrix.Problem {
	b := matrix.NewBuilder()
	var items []matrix.ItemID
	primary := r.IntN(s.MaxPrimary + 1)
	for i := range primary {
		bound := matrix.Once
		if s.HasMultiplicities && r.IntN(2) == 0 {
			bound.Min = r.Int32N(3)
			bound.Max = max(1, bound.Min+r.Int32N(3))
		}
		items = append(items, b.AddPrimary(fmt.Sprint("p", i), bound))
	}
	for i := range r.IntN(s.MaxSecondary + 1) {
		items = append(items, b.AddSecondary(fmt.Sprint("s", i)))
	}
	for range r.IntN(s.MaxOptions + 1) {
		b.AddOption(randomOption(r, b, s, items, primary)...)
	}
	randomNogoods(r, b, s)
	return mustBuild(b)
}

func randomOption(r *rand.Rand, b *matrix.Builder, s ProblemShape, items []matrix.ItemID, primary int) []matrix.Entry {
	var option []matrix.Entry
	for i, item := range items {
		if r.IntN(3) > 0 {
			continue
		}
		e := matrix.Entry{Item: item}
		if i >= primary && s.ColorCount > 0 && r.IntN(4) > 0 {
			e.Color = b.AddColor(fmt.Sprint("c", r.IntN(s.ColorCount)))
		}
		option = append(option, e)
	}
	return option
}

// randomNogoods forbids pairs and triples of options.
func randomNogoods(r *rand.Rand, b *matrix.Builder, s ProblemShape) {
	if s.MaxNogoods == 0 || b.OptionCount() < 3 {
		return
	}
	for range r.IntN(s.MaxNogoods + 1) {
		var together []matrix.OptionID
		for _, o := range r.Perm(b.OptionCount())[:2+r.IntN(2)] {
			together = append(together, matrix.OptionID(o))
		}
		b.AddNogood(together...)
	}
}

// SupportedProblem builds a random problem in which each primary item has one or two secondary items that most of its
// options color. Some options also color other secondary items, hold two primary items, or hold an item without a
// color.
func SupportedProblem(r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	var primary, secondary []matrix.ItemID
	for range 3 + r.IntN(3) {
		bound := matrix.Once
		if r.IntN(6) == 0 {
			bound = matrix.Bound{Min: int32(r.IntN(2)), Max: 2}
		}
		primary = append(primary, b.AddPrimary(string(rune('a'+len(primary))), bound))
	}
	for k := range 2 + r.IntN(2) {
		secondary = append(secondary, b.AddSecondary(string(rune('x'+k))))
	}
	colors := []matrix.Color{b.AddColor("red"), b.AddColor("green"), b.AddColor("blue")}
	for k, i := range primary {
		own := r.Perm(len(secondary))[:1+r.IntN(2)]
		for range 2 + r.IntN(2) {
			option := []matrix.Entry{{Item: i}}
			for z, item := range secondary {
				switch {
				case slices.Contains(own, z) || r.IntN(4) == 0:
					option = append(option, matrix.Entry{Item: item, Color: colors[r.IntN(len(colors))]})
				case r.IntN(12) == 0:
					option = append(option, matrix.Entry{Item: item})
				}
			}
			if other := r.IntN(len(primary)); other != k && r.IntN(4) == 0 {
				option = append(option, matrix.Entry{Item: primary[other]})
			}
			b.AddOption(option...)
		}
	}
	return mustBuild(b)
}

func mustBuild(b *matrix.Builder) *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder rejects nothing that this code declares
	}
	return p
}

// BruteForce returns every solution, each with its options sorted, in order. It tries all subsets
// of the options that hold a primary item, so problems must be small.
func BruteForce(p *matrix.Problem) [][]matrix.OptionID {
	var useful []matrix.OptionID
	for o := range matrix.OptionID(p.OptionCount()) {
		if slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() }) {
			useful = append(useful, o)
		}
	}
	var found [][]matrix.OptionID
	for subset := range 1 << len(useful) {
		solution := matrix.Solution{}
		for i, o := range useful {
			if subset>>i&1 == 1 {
				solution = append(solution, o)
			}
		}
		if p.Verify(solution) == nil {
			found = append(found, solution)
		}
	}
	slices.SortFunc(found, slices.Compare)
	return found
}
