package craft

import (
	"context"
	"errors"
	"math/rand/v2"

	"quadrille/compile"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/plan"
)

// lottery draws solutions of a puzzle at random.
type lottery struct {
	program *compile.Program
	many    bool          // solutions will be drawn
	diagram *memo.Diagram // nil if it would be too large
	links   *dlx.Search
}

// A diagram is made if there are at most so many items, and it takes no more than so much memory:
// then drawing is fair, and does not take long to begin. Otherwise so many walks are made.
const (
	diagramItems  = 200
	diagramMemory = 4 << 20
	walks         = 24
)

// newLottery prepares a lottery. A diagram and a search pay only for many draws.
func newLottery(ctx context.Context, p *compile.Program, many bool) (*lottery, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	l := &lottery{program: p, many: many}
	if many && p.Exact() && m.Items() <= diagramItems {
		l.diagram, err = memo.Build(ctx, m, memo.Options{MaxMemory: diagramMemory})
		if err == nil || ctx.Err() != nil {
			return l, err
		}
		l.diagram = nil
	}
	l.links = dlx.NewSearch(m, dlx.Options{Chooser: choose.MRV{}})
	return l, nil
}

// errNone says that there is no solution to draw.
var errNone = errors.New("the puzzle has no solution")

// draw draws a solution: fairly by the diagram, nearly so by walks, or, where they lead nowhere,
// by a search in a random order.
func (l *lottery) draw(ctx context.Context, r *rand.Rand) (matrix.Solution, error) {
	if l.diagram != nil {
		if l.diagram.Count().Sign() == 0 {
			return nil, errNone
		}
		return l.diagram.Sample(r), nil
	}
	if s := l.links.Draw(ctx, r, walks, l.program.Keeps); s != nil || ctx.Err() != nil {
		return s, ctx.Err()
	}
	if !l.many {
		return nil, errNone // other rules can be drawn, and a search may get lost in these
	}
	found, err := solutions(ctx, l.program, plan.Request{Goal: plan.One, OptionOrder: "random", Seed: r.Uint64()}, 1)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errNone
	}
	return found[0], nil
}
