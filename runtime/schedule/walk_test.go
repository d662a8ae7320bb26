package schedule_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"quadrille/runtime/engine/dense"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// cutter returns the named engine if its tree can be cut, or nil if the problem does not fit.
func cutter(t *testing.T, p *matrix.Problem, name string) search.Cutter {
	t.Helper()
	made, err := schedule.NewPlan(p, schedule.Request{Engine: name})
	switch {
	case errors.Is(err, dense.ErrUnfit):
		return nil
	case err != nil:
		t.Fatal(err)
	}
	return made.Engine.(search.Cutter)
}

// found returns the solutions that an engine finds in a cube.
func found(c search.Cutter, cube search.Cube, budget int64) (solutions []string, left []search.Cube) {
	left = c.Explore(new(atomic.Bool), cube, budget, func(s matrix.Solution) bool {
		solutions = append(solutions, name(s))
		return true
	})
	slices.Sort(solutions)
	return solutions, left
}

// name returns a text that is the same for the same options in any order.
func name(s matrix.Solution) string {
	sorted := slices.Clone(s)
	slices.Sort(sorted)
	text := ""
	for _, o := range sorted {
		text += string(rune('0' + o))
	}
	return text
}

// TestForks: the fork of a node holds the chosen options and the branches. The problem that remains there has the
// solutions of the cube, as brute force shows.
func TestForks(t *testing.T) {
	for _, engine := range []string{schedule.Links, schedule.Dense, schedule.Sparse} {
		for kind, shape := range shapes {
			r := rand.New(rand.NewPCG(31, 32))
			cubes, some := 0, 0
			for range matrixtest.RandomRounds(50, 1000) {
				p := matrixtest.RandomProblem(r, shape)
				c := cutter(t, p, engine)
				if c == nil {
					continue
				}
				for cubesLeft := []search.Cube{search.WholeTree}; len(cubesLeft) > 0; cubesLeft = cubesLeft[1:] {
					cube := cubesLeft[0]
					want, _ := found(c, cube, 0)
					f := c.Fork(cube.Path)
					for _, s := range want {
						for _, o := range f.ChosenOptions {
							if len(f.BranchOptions) > 0 && !slices.Contains([]rune(s), rune('0'+o)) {
								t.Fatalf("%s, %s: the solution %s of %v has not option %d of %+v", engine, kind, s,
									cube, o, f)
							}
						}
					}
					if kind != "bounds" && len(f.BranchOptions) > 0 {
						below, ids := p.Subproblem(f.ChosenOptions, f.BranchOptions[:cube.FirstBranch])
						var got []string
						for _, s := range matrixtest.BruteForce(below) {
							for k, o := range s {
								s[k] = ids[o]
							}
							got = append(got, name(s))
						}
						slices.Sort(got)
						if !slices.Equal(got, want) {
							t.Fatalf("%s, %s: below %v are %v, and %v by brute force", engine, kind, cube, want, got)
						}
						cubes++
						some += min(1, len(got))
					}
					_, left := found(c, cube, 1+r.Int64N(4))
					cubesLeft = append(cubesLeft, left...)
				}
			}
			if kind != "bounds" && some == 0 {
				t.Errorf("%s, %s: only %d of %d cubes have solutions", engine, kind, some, cubes)
			}
		}
	}
}

// TestRecounts: a second engine counts as many solutions in the searched part of a cube. A walk that leaves out a cube
// is detected, and one that has a cube twice.
func TestRecounts(t *testing.T) {
	for _, engine := range []string{schedule.Links, schedule.Dense, schedule.Sparse} {
		for kind, shape := range shapes {
			r := rand.New(rand.NewPCG(33, 34))
			holes := 0
			for range matrixtest.RandomRounds(50, 1000) {
				p := matrixtest.RandomProblem(r, shape)
				w, err := schedule.NewWalker(p, schedule.Request{Engine: engine})
				if errors.Is(err, dense.ErrUnfit) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				for todo := []search.Cube{search.WholeTree}; len(todo) > 0; todo = todo[1:] {
					part, err := w.Walk(context.Background(), todo[0], schedule.WalkLimits{Nodes: 1 + r.Int64N(5)})
					if err != nil {
						t.Fatal(err)
					}
					n, by, err := w.Recount(context.Background(), todo[0], part.Stats.Nodes, part.UnsearchedCubes,
						schedule.WalkLimits{})
					if err != nil || n.Cmp(part.Count) != 0 {
						t.Fatalf("%s, %s: %v in %+v, and %v by %s, error %v", engine, kind, part.Count, todo[0], n, by,
							err)
					}
					if by != engine && len(part.UnsearchedCubes) > 1 {
						missing := slices.Delete(slices.Clone(part.UnsearchedCubes), 1, 2)
						if _, _, err := w.Recount(context.Background(), todo[0], part.Stats.Nodes, missing,
							schedule.WalkLimits{}); err != schedule.ErrCubeHole {
							t.Fatalf("%s, %s: a hole is not seen, error %v", engine, kind, err)
						}
						holes++
					}
					if by != engine && len(part.UnsearchedCubes) > 0 {
						twice := append(slices.Clone(part.UnsearchedCubes), part.UnsearchedCubes[0])
						if _, _, err := w.Recount(context.Background(), todo[0], part.Stats.Nodes, twice,
							schedule.WalkLimits{}); err != schedule.ErrCubeHole {
							t.Fatalf("%s, %s: a cube too many is not seen, error %v", engine, kind, err)
						}
					}
					todo = append(todo, part.UnsearchedCubes...)
				}
			}
			if holes == 0 && kind == "plain" {
				t.Errorf("%s: no cube was left out", engine)
			}
		}
	}
}

// TestManyOptions: a problem that is too large for a proof by weights is searched: each option of its item is a
// solution, so that the first nodes find some.
func TestManyOptions(t *testing.T) {
	const options = 1<<17 + 1
	b := matrix.NewBuilder()
	item := b.AddPrimary("a", matrix.Once)
	for range options {
		b.AddOption(matrix.Entry{Item: item})
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	w, err := schedule.NewWalker(p, schedule.Request{Engine: schedule.Links})
	if err != nil {
		t.Fatal(err)
	}
	part, err := w.Walk(t.Context(), search.WholeTree, schedule.WalkLimits{Nodes: 10})
	if err != nil || part.Count.Sign() == 0 {
		t.Errorf("%v solutions in %d nodes, %v", part.Count, part.Stats.Nodes, err)
	}
}
