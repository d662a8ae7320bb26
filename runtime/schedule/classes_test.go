package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/runtime/symmetry"
)

// optionImages returns the image of each option under symmetries. Of equal options, the first is mapped to the first.
func optionImages(p *matrix.Problem, group []symmetry.Permutation) (images [][]int32) {
	name := func(o int, to symmetry.Permutation) string {
		entries := slices.Clone(p.Option(matrix.OptionID(o)))
		for k, e := range entries {
			entries[k].Item = to[e.Item]
		}
		slices.SortFunc(entries, func(a, b matrix.Entry) int { return int(a.Item - b.Item) })
		return fmt.Sprint(entries)
	}
	for _, to := range group {
		image, taken := make([]int32, p.OptionCount()), make([]bool, p.OptionCount())
		for o := range image {
			q := 0
			for taken[q] || name(q, group[0]) != name(o, to) {
				q++
			}
			image[o], taken[q] = int32(q), true
		}
		images = append(images, image)
	}
	return images
}

// classesOf returns the number of classes of solutions, found by listing the images of each solution.
func classesOf(solutions [][]matrix.OptionID, images [][]int32) (n int64) {
	met := map[string]bool{}
	for _, s := range solutions {
		known := false
		for _, image := range images {
			var moved []int32
			for _, o := range s {
				moved = append(moved, image[o])
			}
			slices.Sort(moved)
			known = known || met[fmt.Sprint(moved)]
		}
		if !known {
			n++
		}
		own := slices.Sorted(slices.Values(s))
		met[fmt.Sprint(own)] = true
	}
	return n
}

// TestClasses compares counts of classes with brute force.
func TestClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 6, ColorCount: 2}
	fewer, visits := 0, 0
	for n := range matrixtest.RandomRounds(150, 10000) {
		p := matrixtest.SymmetricProblem(r, shape)
		if n%3 == 0 {
			p = matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 1, MaxOptions: 7,
				HasMultiplicities: true})
		}
		if p.OptionCount() > 14 {
			continue
		}
		images := optionImages(p, symmetry.FindGroup(context.Background(), p, 48))
		solutions := matrixtest.BruteForce(p)
		want := classesOf(solutions, images)
		for _, engine := range []string{"", schedule.Memo, schedule.Halves} {
			how, got, err := schedule.Classes{Problem: p, Group: images}.Count(context.Background(),
				schedule.Request{Engine: engine, Threads: 1 + n%2}, 10)
			if errors.Is(err, schedule.ErrMustVisit) {
				visits++
				continue
			}
			if err != nil || got.Int64() != want || how.Stats().Solutions != want {
				t.Fatalf("problem %d with %q: %v classes of %d solutions, %v; by brute force there are %d", n, engine,
					got, len(solutions), err, want)
			}
		}
		if _, _, err := (schedule.Classes{Problem: p, Group: images}).Count(context.Background(), schedule.Request{},
			0); errors.Is(err, schedule.ErrMustVisit) {
			visits++ // in no time
		}
		if want < int64(len(solutions)) {
			fewer++
		}
	}
	if fewer == 0 || visits == 0 {
		t.Errorf("in %d problems there are fewer classes than solutions, and %d counts need a visit", fewer, visits)
	}
}
