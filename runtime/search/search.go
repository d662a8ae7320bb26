// Package search is the interface of all engines: how a search is run, how its effort is counted,
// how its tree is cut, and how several threads share it.
//
// Its input is an engine; its output is the solutions and the effort of a run on several threads. A
// search walks a tree. The tree can be cut into cubes, so that several threads or machines each
// walk a part of it, and no part is walked twice. The package holds no search of its own, and must
// not know how an engine works.
package search

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// ErrMemory is the error of an engine that needs more memory than it may use. The errors of engines
// wrap it.
var ErrMemory = errors.New("it needs more memory than it is allowed")

// ErrUnfit is the error of an engine that cannot search a problem. The errors of engines wrap it,
// and add the name of the engine.
var ErrUnfit = errors.New("the problem does not fit")

// Engine finds the solutions of one problem.
type Engine interface {
	// Solutions runs the search from the start. A solution is borrowed: the next step overwrites it.
	// The search stops early if the loop breaks or ctx is done; Solutions may be called again.
	Solutions(context.Context) iter.Seq[matrix.Solution]
	// Err returns the error that ended the last run early. It is nil if the run was complete or its
	// loop broke off.
	Err() error
	// Stats returns the effort of the run so far.
	Stats() Stats
}

// Counter is an engine that can count solutions without yielding them. If ctx is done, Count
// returns the error of ctx, and the number of solutions counted so far.
type Counter interface {
	Engine
	Count(context.Context) (*big.Int, error)
}

// Cutter is an engine whose search tree can be cut into cubes. The branches at a node must depend
// only on the path to the node, so that all cutters of the same problem have the same tree.
type Cutter interface {
	Engine
	// Explore visits a cube and yields its solutions, until the cube is done, yield returns false, stop is set, or as
	// many nodes as budget says have been visited. A budget of 0 means no bound. It returns the part of the cube that
	// it has not visited, as cubes in the order of the search. It adds its effort to Stats; the path to the cube's node
	// is not counted.
	Explore(stop *atomic.Bool, c Cube, budget int64, yield func(matrix.Solution) bool) []Cube
	// Reset sets the effort in Stats to zero, before the first cube of a new run.
	Reset()
	// Fork returns the branches of the node at the end of path. It counts nothing.
	Fork(path []int32) NodeFork
}

// SolveAll explores the whole tree of an engine, until yield returns false or ctx is done. It
// returns the error of ctx if that ended the search.
func SolveAll(ctx context.Context, c Cutter, yield func(matrix.Solution) bool) error {
	c.Reset()
	_, err := ExploreCube(ctx, c, WholeTree, 0, yield)
	return err
}

// ExploreCube explores a cube as [Cutter] does. If ctx is done, it stops and returns the error of
// ctx.
func ExploreCube(ctx context.Context, c Cutter, cube Cube, budget int64, yield func(matrix.Solution) bool) ([]Cube,
	error) {
	stop := new(atomic.Bool) // a new flag for each run, so that a late cancellation does not stop the next run
	halt := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer halt()
	if ctx.Err() != nil {
		stop.Store(true)
	}
	left := c.Explore(stop, cube, budget, yield)
	if stop.Load() {
		return left, ctx.Err()
	}
	return left, nil
}

// Stats is the effort of a search.
type Stats struct {
	// Nodes is the number of search nodes, the root and each solution included.
	Nodes int64 `json:"nodes"`
	// Updates is the number of removals from a doubly linked list: in a cover, one for the item and one
	// for each node that leaves another item's list. Other engines count the nearest equivalent, or
	// nothing.
	Updates int64 `json:"updates"`
	// Mems is the estimated number of 64-bit words that the links read and write, forward and when undoing. The reads
	// of choosers are not included.
	Mems int64 `json:"mems"`
	// Solutions is the number of solutions found.
	Solutions int64 `json:"solutions"`
	// Profile is the effort by level of the tree.
	Profile []ProfileLevel `json:"profile"`
	// Filter lists the counters of the filter, in the order in which they are printed.
	Filter []FilterCount `json:"filter,omitempty"`
}

// UnsupportedOptions is the name of the counter of options that an engine removed in the search, because a color that
// they give to an item lost its support.
const UnsupportedOptions = "options removed for colors"

// FilterCount is a named counter of a filter.
type FilterCount struct {
	Name  string `json:"what"`
	Count int64  `json:"n"`
}

// ProfileLevel is the effort at one level of the tree. Updates is the number of updates on the way from the level above
// to this level, as the paper counts them.
type ProfileLevel struct {
	Nodes     int64 `json:"nodes"`
	Updates   int64 `json:"updates"`
	Solutions int64 `json:"solutions"`
}

// AddStats adds the effort of another part of the same tree to s.
func (s *Stats) AddStats(part Stats) {
	s.Nodes += part.Nodes
	s.Updates += part.Updates
	s.Mems += part.Mems
	s.Solutions += part.Solutions
	for k, c := range part.Filter {
		if k == len(s.Filter) {
			s.Filter = append(s.Filter, FilterCount{Name: c.Name})
		}
		s.Filter[k].Count += c.Count
	}
	for k, l := range part.Profile {
		if k == len(s.Profile) {
			s.Profile = append(s.Profile, ProfileLevel{})
		}
		s.Profile[k].Nodes += l.Nodes
		s.Profile[k].Updates += l.Updates
		s.Profile[k].Solutions += l.Solutions
	}
}

// Progress is a report on a running search.
type Progress struct {
	Share     float64 // estimated share of the tree that is done, from 0 to 1
	Solutions int64   // number of solutions found
	Nodes     int64   // number of nodes visited
	Updates   int64   // number of updates made
	// Path is the path to the current node, level by level; nil if the engine has no path.
	Path []BranchStep
}

// BranchStep is a branch on the path to a node.
type BranchStep struct {
	Branch, BranchCount int32 // index of the branch, counted from 1; number of branches of its node
	// Option is the option that the branch chooses, or negative if it chooses none.
	Option matrix.OptionID
}
