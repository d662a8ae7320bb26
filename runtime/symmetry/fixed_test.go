package symmetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/symmetry"
)

// optionImages returns the image of each option under a permutation of items. Of equal options, the first is mapped to
// the first.
func optionImages(p *matrix.Problem, to symmetry.Permutation) []int32 {
	image, taken := make([]int32, p.OptionCount()), make([]bool, p.OptionCount())
	for o := range image {
		moved := imageText(p, matrix.OptionID(o), to)
		for q := range image {
			if !taken[q] && imageText(p, matrix.OptionID(q), nil) == moved {
				image[o], taken[q] = int32(q), true
				break
			}
		}
	}
	return image
}

// isFixed reports whether a permutation maps a solution to itself.
func isFixed(s matrix.Solution, image []int32) bool {
	return !slices.ContainsFunc(s, func(o matrix.OptionID) bool {
		return !slices.Contains(s,
			matrix.OptionID(image[o]))
	})
}

// TestFixed compares with the solutions that a symmetry maps to themselves, found by brute force.
func TestFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	fixed, moved := 0, 0
	for n := range matrixtest.RandomRounds(150, 12000) {
		shape := matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 2, MaxOptions: 6, ColorCount: 2,
			HasMultiplicities: true}
		p := matrixtest.RandomProblem(r, shape)
		if n%2 == 0 {
			p = matrixtest.SymmetricProblem(r, shape)
		}
		if p.OptionCount() > 14 {
			continue
		}
		solutions := matrixtest.BruteForce(p)
		symmetries, _ := allSymmetries(p)
		for range min(4, len(symmetries)) {
			image := optionImages(p, symmetries[r.IntN(len(symmetries))])
			want := 0
			for _, s := range solutions {
				if isFixed(s, image) {
					want++
				}
			}
			q, ok := symmetry.FixedProblem(p, image)
			if !ok {
				continue // TestMixed says when
			}
			if got := len(matrixtest.BruteForce(q)); got != want {
				t.Fatalf("problem %d: %d solutions, of %d that there are %d are fixed by %v", n, got, len(solutions),
					want, image)
			}
			whole, possible, ok := symmetry.FixedProblemOnItems(p, image)
			switch {
			case !ok || whole.ItemCount() != p.ItemCount() || !possible && want > 0:
				t.Fatalf("problem %d: %d of %d items, possible %v, %v", n, whole.ItemCount(), p.ItemCount(), possible,
					ok)
			case possible && len(matrixtest.BruteForce(whole)) != want:
				t.Fatalf("problem %d: on all items not %d solutions are fixed by %v", n, want, image)
			}
			fixed += want
			if want < len(solutions) {
				moved++
			}
		}
	}
	if fixed == 0 || moved == 0 {
		t.Errorf("%d solutions are fixed, and %d permutations move one", fixed, moved)
	}
}

// TestMixed: three of the four cells of a row are to be covered. The reflection of the row maps no cell to itself, so
// an orbit covers two cells. The reflection of a row of three cells maps one cell to itself: some orbits cover one cell
// and others two, which no problem can express.
func TestMixed(t *testing.T) {
	for cells, ok := range map[int]bool{3: false, 4: true} {
		b := matrix.NewBuilder()
		i := b.AddPrimary("covered", matrix.Bound{Min: 3, Max: 3})
		var image []int32
		for k := range cells {
			b.AddOption(matrix.Entry{Item: i}, matrix.Entry{Item: b.AddSecondary("cell")})
			image = append(image, int32(cells-1-k))
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		q, fits := symmetry.FixedProblem(p, image)
		if fits != ok || fits && len(matrixtest.BruteForce(q)) > 0 {
			t.Errorf("%d cells: %v, %v", cells, q, fits)
		}
	}
}

// TestFixedWithNogoods: a problem with nogoods is refused, because orbits do not tell which options are forbidden
// together.
func TestFixedWithNogoods(t *testing.T) {
	for nogoods := range 2 {
		b := matrix.NewBuilder()
		for k := range 2 {
			b.AddOption(matrix.Entry{Item: b.AddPrimary(fmt.Sprint(k), matrix.Once)})
		}
		if nogoods > 0 {
			b.AddNogood(0, 1)
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		image := []int32{1, 0}
		_, ok := symmetry.FixedProblem(p, image)
		_, possible, onItems := symmetry.FixedProblemOnItems(p, image)
		if want := nogoods == 0; ok != want || onItems != want || !possible {
			t.Errorf("%d nogoods: %v, %v, possible %v", nogoods, ok, onItems, possible)
		}
	}
}
