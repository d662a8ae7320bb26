package plan

import (
	"context"
	"sync/atomic"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// fallback is the engine that counts where memo does not. It can be asked to begin, and
// to go on from there.
type fallback struct {
	problem   *matrix.Problem
	request   Request
	name, why string
	build     maker
	engines   []search.Cutter
	left      []search.Cube // nil before the beginning
	stats     search.Stats
}

// prepare makes the first engine, of links if the problem does not fit the one wanted.
func (f *fallback) prepare() error {
	f.request.Engine = f.name
	build, _, err := cutters(f.problem, f.request)
	if err != nil {
		return err
	}
	f.build = build
	first, err := build(nil)
	if err != nil && f.name != Links {
		f.name, f.why = Links, "any problem fits them"
		return f.prepare()
	}
	f.engines = []search.Cutter{first}
	return err
}

// begin visits some nodes, and returns the share of the tree that is left.
func (f *fallback) begin(ctx context.Context, nodes int64) (left float64, err error) {
	if err := f.prepare(); err != nil {
		return 0, err
	}
	var stop atomic.Bool
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	f.left = f.engines[0].Explore(&stop, search.Whole, nodes, func(matrix.Solution) bool { return true })
	for _, cube := range f.left {
		left += cube.Part
	}
	f.stats = f.engines[0].Stats()
	return left, ctx.Err()
}

// finish visits what is left, on all threads.
func (f *fallback) finish(ctx context.Context) error {
	if f.engines == nil {
		if err := f.prepare(); err != nil {
			return err
		}
		f.left = []search.Cube{search.Whole}
	}
	for len(f.engines) < f.request.Threads {
		another, err := f.build(nil)
		if err != nil {
			return err
		}
		f.engines = append(f.engines, another)
	}
	rest := search.New(f.engines, search.Options{Report: f.request.Report, Cubes: f.left})
	_, err := rest.Count(ctx)
	f.stats.Add(rest.Stats())
	return err
}
