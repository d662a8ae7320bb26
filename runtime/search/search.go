// Package search is the seam that every engine fits: what a search is asked, how it
// counts its effort, how its tree is cut, and how several threads share it.
//
// A search walks a tree. The tree can be cut into cubes, so that several
// threads, or several machines, each walk a part of it, and nothing is walked
// twice. The package holds no search of its own.
package search

import (
	"context"
	"errors"
	"iter"
	"math/big"
	"sync/atomic"

	"quadrille/runtime/matrix"
)

// ErrMemory is wrapped by the error of an engine that needs more memory than it may use.
var ErrMemory = errors.New("it needs more memory than it is allowed")

// Engine finds the solutions of one problem.
type Engine interface {
	// Solutions runs the search from the start. A solution is borrowed: it is
	// overwritten by the next step. The search stops early if the loop breaks
	// or ctx is done; Solutions may be called again.
	Solutions(context.Context) iter.Seq[matrix.Solution]
	// Err returns why the last run ended before its time, or nil if it was
	// complete or its loop broke off.
	Err() error
	// Stats returns the effort of the run so far.
	Stats() Stats
}

// Counter is an engine that can tell how many solutions there are without handing
// them over. If ctx stops it, it returns the error of ctx, and the number of those that
// it has met.
type Counter interface {
	Engine
	Count(context.Context) (*big.Int, error)
}

// Cutter is an engine whose tree can be cut. What it does at a node must depend
// on the way to the node alone, so that every cutter of the same problem sees
// the same tree.
type Cutter interface {
	Engine
	// Explore visits a cube and yields what it finds, until the cube is done,
	// yield returns false, stop is set, or budget nodes have been visited. A
	// budget of 0 is none. It returns the cubes that are left for want of
	// budget, in the order in which the search would come to them. Its effort
	// is added to Stats; the way back to the cube's node is not counted.
	Explore(stop *atomic.Bool, c Cube, budget int64, yield func(matrix.Solution) bool) []Cube
	// Reset sets the effort to zero, before the first cube of a new run.
	Reset()
	// Fork returns what there is to branch on at a node. Nothing is counted.
	Fork(path []int32) NodeFork
}

// SolveAll explores the whole tree of an engine, until yield returns false or ctx is done.
// It returns the error of ctx if that ended the search.
func SolveAll(ctx context.Context, c Cutter, yield func(matrix.Solution) bool) error {
	c.Reset()
	_, err := ExploreCube(ctx, c, WholeTree, 0, yield)
	return err
}

// ExploreCube explores a cube with an engine as [Cutter] says, until ctx is done: then it
// returns the error of ctx.
func ExploreCube(ctx context.Context, c Cutter, cube Cube, budget int64, yield func(matrix.Solution) bool) ([]Cube,
	error) {
	stop := new(atomic.Bool) // one for each run, as a late cancellation of one must not stop the next
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

// Stats counts the effort of a search.
type Stats struct {
	// Nodes counts the calls of the search procedure, the root and each
	// solution included.
	Nodes int64 `json:"nodes"`
	// Updates counts, for links, removals from a doubly linked list: in a cover,
	// one for the item and one for each node taken out of another item's list.
	// Other engines count what is nearest to it, or nothing.
	Updates int64 `json:"updates"`
	// Mems estimates accesses to words of memory in the links, undoing included;
	// what a chooser looks at is not in it.
	Mems int64 `json:"mems"`
	// Solutions counts the solutions found.
	Solutions int64 `json:"solutions"`
	// Profile has an entry for each level that was reached.
	Profile []ProfileLevel `json:"profile"`
	// Filter is what a filter has counted, in the order in which it is told.
	Filter []FilterCount `json:"filter,omitempty"`
}

// FilterCount is a number of things that a filter has done.
type FilterCount struct {
	What string `json:"what"`
	N    int64  `json:"n"`
}

// ProfileLevel is one line of a profile. Updates are those on the way from the level
// above to this one, as the paper counts them.
type ProfileLevel struct {
	Nodes     int64 `json:"nodes"`
	Updates   int64 `json:"updates"`
	Solutions int64 `json:"solutions"`
}

// AddStats adds the effort of another part of the same tree.
func (s *Stats) AddStats(part Stats) {
	s.Nodes += part.Nodes
	s.Updates += part.Updates
	s.Mems += part.Mems
	s.Solutions += part.Solutions
	for k, c := range part.Filter {
		if k == len(s.Filter) {
			s.Filter = append(s.Filter, FilterCount{What: c.What})
		}
		s.Filter[k].N += c.N
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

// Progress says how far a search has come.
type Progress struct {
	Share     float64 // estimated share of the tree that is done, 0 to 1
	Solutions int64
	Nodes     int64
	Updates   int64
	// Path is where the search is, level by level, if the engine can tell.
	Path []BranchStep
}

// BranchStep is a branch that is being explored: the Tried-th of Of, counted from 1.
type BranchStep struct {
	Tried, Of int32
	// Option is the option chosen, or negative if the branch chooses none.
	Option matrix.OptionID
}
