package plan

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// turns lets one engine look for a solution in a number of nodes, and another one
// search if it finds none: many problems are easy, and learning wins on the others.
type turns struct {
	quick engine.Cutter
	slow  engine.Engine
	took  engine.Engine // the one whose turn it was last
	err   error
}

// quickNodes are visited before the other engine's turn.
const quickNodes = 2000

// inTurn plans a quick search, and learning if it fails.
func inTurn(p *matrix.Problem, r Request, name string) (*Plan, error) {
	r.Engine = Learn
	slow, err := named(p, r)
	if err != nil {
		return take(p, r, name, "learning cannot take it")
	}
	r.Engine = name
	build, _, err := cutters(p, r)
	if err != nil {
		return nil, err
	}
	quick, err := build(nil)
	if err != nil {
		return nil, err
	}
	return &Plan{
		Engine: &turns{quick: quick, slow: slow.Engine},
		Name:   Learn,
		Why:    whyInTurn(name),
	}, nil
}

func whyInTurn(name string) string {
	return fmt.Sprintf("one solution of a problem of matchings; %s tries %d nodes first", name, quickNodes)
}

// Solutions implements [engine.Engine].
func (t *turns) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		stop := new(atomic.Bool)
		halt := context.AfterFunc(ctx, func() { stop.Store(true) })
		defer halt()
		t.quick.Reset()
		t.took = t.quick
		found, ended := false, false
		left := t.quick.Explore(stop, engine.Whole, quickNodes, func(s matrix.Solution) bool {
			found = true
			ended = !yield(s)
			return !ended
		})
		switch {
		case stop.Load():
			t.err = ctx.Err()
		case ended || len(left) == 0:
			t.err = nil
		case found:
			t.rest(ctx, stop, left, yield)
		default:
			t.took = t.slow
			t.slow.Solutions(ctx)(yield)
			t.err = t.slow.Err()
		}
	}
}

// rest goes on with the quick search, which has found something.
func (t *turns) rest(ctx context.Context, stop *atomic.Bool, left []engine.Cube, yield func(matrix.Solution) bool) {
	wanted := true
	for _, c := range left {
		if !wanted || stop.Load() {
			break
		}
		t.quick.Explore(stop, c, 0, func(s matrix.Solution) bool {
			wanted = yield(s)
			return wanted
		})
	}
	t.err = nil
	if wanted && stop.Load() {
		t.err = ctx.Err()
	}
}

// Err implements [engine.Engine].
func (t *turns) Err() error { return t.err }

// Stats implements [engine.Engine]: the effort of both.
func (t *turns) Stats() engine.Stats {
	total := t.quick.Stats()
	if t.took == t.slow {
		total.Add(t.slow.Stats())
	}
	return total
}
