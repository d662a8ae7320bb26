// Package dense
package dense

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"

	"quadrille/runtime/engine"
	"quadrille/runtime/matrix"
)

// MaxOptions is the largest number of options that hold a primary item.
const MaxOptions = 1 << 15

// ErrUnfit is wrapped by the errors of [NewSearch].
var ErrUnfit = errors.New("the problem is not for the dense engine")

// Auto lets the engine find where the second phase begins.
const Auto = -1

// Options says how to search. They never change the set of solutions.
type Options struct {
	Order       []matrix.ItemID
	OptionOrder []matrix.OptionID
	First       bool
	Switch      int
	Regions     bool
	Report      func(engine.Progress)
	ReportEvery int64
}

// Search is one search. It is not safe for concurrent use.
type Search struct {
	*table
	*codes    // nil if neither the second phase nor the regions want them
	options   Options
	threshold int      // open items where the second phase begins
	frames    []frame  // by level
	chosen    []int32  // by level: the option that is being tried
	filler    *filler  // nil if there is no second phase
	regions   *regions // nil if there is no filter
	nogoods   *nogoods // nil if there are none
	solution  matrix.Solution
	walked
	err error
}

// NewSearch prepares a search of p, which must be valid.
func NewSearch(p *matrix.Problem, o Options) (*Search, error) {
	in, err := newInstance(p, o)
	if err != nil {
		return nil, err
	}
	shape := newShape(in)
	t := newTable(in, shape.sequence)
	s := &Search{table: t, options: o, chosen: make([]int32, len(in.ranked)), nogoods: newNogoods(in, t), solution: matrix.Solution{}}
	s.prepare(in, shape)
	s.frames = make([]frame, len(in.ranked)+1)
	s.root()
	s.Reset()
	return s, nil
}

// prepare sets up the second phase and the filter, where the options want them
// and the problem allows them.
func (s *Search) prepare(in *instance, shape *shape) {
	if s.options.Switch == 0 && !s.options.Regions {
		return
	}
	if s.codes = newCodes(in, s.table, shape.sequence); s.codes == nil {
		return
	}
	if s.options.Regions {
		s.regions = newRegions(in, s.codes, shape)
	}
	if s.options.Switch == 0 {
		return
	}
	s.filler = newFiller(in, s.codes)
	if s.threshold = s.options.Switch; s.threshold < 0 {
		s.threshold = shape.threshold()
	}
}

// Solutions implements [engine.Engine].
func (s *Search) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		s.Reset()
		stop := new(atomic.Bool) // one for each run, as a late cancellation of one must not stop the next
		halt := context.AfterFunc(ctx, func() { stop.Store(true) })
		if ctx.Err() != nil {
			stop.Store(true)
		}
		s.Explore(stop, engine.Whole, 0, yield)
		halt()
		if stop.Load() {
			s.err = ctx.Err()
		}
	}
}

// Err implements [engine.Engine].
func (s *Search) Err() error { return s.err }
