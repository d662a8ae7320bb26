package schedule

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"
	"time"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ResolveEngine names the engine that is to walk the cubes of a long search, and says why. What
// cannot be cut, or is not the same tree for every worker, is an error.
func ResolveEngine(p *matrix.Problem, r Request) (Request, string, error) {
	if err := r.check(); err != nil {
		return r, "", err
	}
	switch {
	case r.OwnChooser != nil || r.NewFilter != nil || r.follows():
		return r, "", errors.New("a chooser or filter of the caller's own is unknown to other workers")
	case r.Restarts > 0:
		return r, "", errors.New("restarts walk parts of the tree again, and a job walks each once")
	case r.Engine == Learn, r.Engine == Halves, r.Engine == Planar:
		return r, "", fmt.Errorf("%s walks no tree that can be cut", r.Engine)
	}
	why, asked := "it was asked for", r.Engine != "" && r.Engine != Auto
	if !asked {
		r.Engine, why = visitor(p)
		if needs := r.needsLinks(); needs != "" {
			r.Engine, why = Links, needs+" is for links"
		} else if r.Goal == Count && divisible(p) && sharesStates(p) {
			r.Engine, why = Memo, "states are likely to be shared"
		}
	}
	switch {
	case r.Engine == Memo && r.Goal != Count:
		return r, "", errors.New("memo counts in cubes, where the solutions of the matrix are those of the puzzle, " +
			"and keeps no solutions; name another engine")
	case r.Engine == Memo && !divisible(p):
		return r, "", errors.New("memo counts in cubes only where every item is covered once and no options are " +
			"forbidden together; name another engine")
	}
	_, err := NewWalker(p, r)
	if err != nil && !asked {
		r.Engine, why = Links, "any problem fits them"
		_, err = NewWalker(p, r)
	}
	return r, why, err
}

// divisible reports whether what is below a node is a problem of its own, see
// [matrix.Problem.Subproblem].
func divisible(p *matrix.Problem) bool { return eachOnce(p) && len(p.Nogoods()) == 0 }

// eachOnce reports whether every primary item is covered once.
func eachOnce(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if p.Bound(i) != matrix.Once {
			return false
		}
	}
	return true
}

// Walker walks cubes of one tree, on one goroutine.
type Walker struct {
	problem *matrix.Problem
	request Request
	cutter  search.Cutter // of memo, links
	never   atomic.Bool
}

// NewWalker makes a walker for a request that [ResolveEngine] has settled.
func NewWalker(p *matrix.Problem, r Request) (*Walker, error) {
	cutting := r
	if r.Engine == Memo {
		cutting.Engine = Links
	}
	if needs := r.needsLinks(); needs != "" && cutting.Engine != Links {
		return nil, fmt.Errorf("the engine %s has no use for %s: leave one of them out", r.Engine, needs)
	}
	build, learner, err := cutters(p, cutting)
	if err != nil {
		return nil, err
	}
	if learner != nil {
		return nil, errors.New("a chooser that learns makes another tree each time: choose another one")
	}
	cutter, err := build(nil)
	return &Walker{problem: p, request: r, cutter: cutter}, err
}

// WalkLimits says how much of a cube to walk, and what of it to keep.
type WalkLimits struct {
	// Time and Nodes bound the walk; 0 is no bound. Where it is cut changes neither the
	// sum of the counts nor that of the efforts.
	Time  time.Duration
	Nodes int64
	// Keeps, if not nil, tells the solutions that count.
	Keeps func(matrix.Solution) bool
	// Solutions are kept, and not only counted.
	Solutions bool
}

// WalkResult is what was found in a cube.
type WalkResult struct {
	Count     *big.Int
	Solutions []matrix.Solution
	Stats     search.Stats
	Left      []search.Cube
	Engine    string
}

const (
	// firstChunk is how many nodes are walked before the clock is looked at, and
	// chunkTime how long it should take from then on.
	firstChunk = 64
	chunkTime  = 20 * time.Millisecond
	// mostHeld bounds the options of the solutions in one part, so that it fits into a message.
	mostHeld = 1 << 16
	// splitNodes are walked to divide a cube that memo has no memory for.
	splitNodes = 32
)

// Walk walks a cube, or as much of it as it may. If ctx is done, it returns at once with
// what there is; with nothing, if memo is at it.
// What begins with the whole tree is asked first whether a sum proves that there is nothing to find.
func (w *Walker) Walk(ctx context.Context, c search.Cube, s WalkLimits) (WalkResult, error) {
	if len(c.Path) == 0 && c.From == 0 && proves(w.problem) {
		return WalkResult{Count: new(big.Int), Engine: Weights}, nil
	}
	if w.request.Engine == Memo {
		part, err := w.remember(ctx, c, s)
		if err == nil || !errors.Is(err, memo.ErrNodes) && !errors.Is(err, memo.ErrMemory) {
			return part, err
		}
		s.Nodes, s.Time = splitNodes, 0
	}
	if err := ctx.Err(); err != nil {
		return WalkResult{}, err
	}
	w.cutter.Reset()
	part, count, held := WalkResult{Left: []search.Cube{c}, Engine: w.request.Engine}, int64(0), 0
	visit := func(found matrix.Solution) bool {
		if s.Keeps != nil && !s.Keeps(found) {
			return true
		}
		count++
		if s.Solutions {
			part.Solutions = append(part.Solutions, slices.Clone(found))
			held += len(found)
		}
		return true
	}
	chunk, nodes, begun := int64(firstChunk), int64(0), time.Now()
	for spent := time.Duration(0); len(part.Left) > 0; {
		if s.Nodes > 0 {
			chunk = min(chunk, s.Nodes-nodes)
		}
		left := w.cutter.Explore(&w.never, part.Left[0], chunk, visit)
		part.Left = append(left, part.Left[1:]...)
		nodes = w.cutter.Stats().Nodes
		took := time.Since(begun) - spent
		spent += took
		if ctx.Err() != nil || s.Nodes > 0 && nodes >= s.Nodes || held >= mostHeld {
			break
		}
		if s.Time > 0 && spent >= s.Time && (spent >= 2*s.Time || !small(c, part.Left)) {
			break
		}
		switch {
		case took > 2*chunkTime || held > 0 && chunk*int64(held)/max(1, count) > mostHeld/8:
			chunk = max(1, chunk/2)
		case took < chunkTime/2:
			chunk *= 2
		}
	}
	part.Stats, part.Count = w.cutter.Stats(), big.NewInt(count)
	return part, nil
}

// small reports whether the first cube that is left is little beside what was walked of a
// cube: then it is walked as well, for every cube that is left makes a record.
func small(c search.Cube, left []search.Cube) bool {
	if len(left) == 0 {
		return false
	}
	walked := c.Part
	for _, l := range left {
		walked -= l.Part
	}
	return left[0].Part < walked/16
}

// remember counts the solutions of a cube with memo. No time bounds it, for whoever cuts a
// cube walks again what its parts have in common; and its memory is full after a minute.
func (w *Walker) remember(ctx context.Context, c search.Cube, s WalkLimits) (WalkResult, error) {
	below, _, leaf := w.below(c.Path, c.From, -1)
	if leaf {
		return WalkResult{}, memo.ErrNodes // there is nothing to remember
	}
	o := memo.CountOptions{MaxMemory: w.request.MaxMemory, MaxNodes: s.Nodes}
	n, stats, err := countByMemo(below, o)(ctx)
	return WalkResult{Count: n, Stats: stats, Engine: Memo}, err
}

// Split returns the branches of a cube that is a node's later branches, each as a cube, and
// walks nothing.
func (w *Walker) Split(c search.Cube) (branches []search.Cube) {
	of := int32(len(w.cutter.Fork(c.Path).Branches))
	for b := c.From; b < of; b++ {
		branches = append(branches, search.Cube{Path: append(slices.Clip(c.Path), b),
			Part: c.Part / float64(of-c.From)})
	}
	return branches
}

// below returns the problem below a node, on its branches from one to before another, or
// to the last if that is negative; and the options by the numbers of the whole problem.
// A leaf has no branches.
func (w *Walker) below(path []int32, from, to int32) (p *matrix.Problem, ids []matrix.OptionID, leaf bool) {
	f := w.cutter.Fork(path)
	if to < 0 {
		to = int32(len(f.Branches))
	}
	from, to = min(from, int32(len(f.Branches))), min(to, int32(len(f.Branches)))
	p, ids = w.problem.Subproblem(f.Chosen, slices.Concat(f.Branches[:from], f.Branches[to:]))
	return p, ids, len(f.Branches) == 0
}

// ErrHole says that the cubes that a walk left are not all that it did not walk.
var ErrHole = errors.New("it left out a part of its cube")

// Recount counts what was walked of a cube, when others were left, by another engine: as so
// many problems as there are nodes on the way to where the walk ended. Where what is below
// a node is no problem of its own, the same engine walks the cube again, for so many
// nodes. It returns the name of the engine.
func (w *Walker) Recount(ctx context.Context, c search.Cube, nodes int64, left []search.Cube, s WalkLimits) (*big.Int,
	string, error) {
	if nodes == 0 && len(left) > 0 { // it was split
		if !slices.EqualFunc(left, w.Split(c), func(a, b search.Cube) bool {
			return a.From == b.From &&
				slices.Equal(a.Path, b.Path)
		}) {
			return nil, "", ErrHole
		}
		return new(big.Int), w.request.Engine, nil
	}
	if !divisible(w.problem) {
		again, err := w.Walk(ctx, c, WalkLimits{Nodes: nodes, Keeps: s.Keeps})
		if err == nil && ctx.Err() != nil {
			err = ctx.Err()
		}
		return again.Count, w.request.Engine, err
	}
	second := w.second()
	sum := new(big.Int)
	add := func(path []int32, from, to int32) error {
		p, ids, leaf := w.below(path, from, to)
		if leaf && from == 0 && to < 0 { // a solution, or a dead end
			one, err := w.Walk(ctx, search.Cube{Path: path}, WalkLimits{Keeps: s.Keeps})
			if err == nil {
				sum.Add(sum, one.Count)
			}
			return err
		}
		n, err := countBy(ctx, p, ids, second, s.Keeps)
		if err == nil {
			sum.Add(sum, n)
		}
		return err
	}
	if len(left) == 0 {
		return sum, second.Engine, add(c.Path, c.From, -1)
	}
	way, from, rest := left[0], c.From, left[1:]
	for level := len(c.Path); level < len(way.Path); level++ {
		if err := add(way.Path[:level], from, way.Path[level]); err != nil {
			return nil, "", err
		}
		from = 0
	}
	if way.From > 0 {
		if err := add(way.Path, from, way.From); err != nil {
			return nil, "", err
		}
	}
	for level := len(way.Path) - 1; level >= len(c.Path); level-- {
		next := search.Cube{Path: way.Path[:level], From: way.Path[level] + 1}
		switch {
		case int(next.From) >= len(w.cutter.Fork(next.Path).Branches):
		case len(rest) == 0 || rest[0].From != next.From || !slices.Equal(rest[0].Path, next.Path):
			return nil, "", ErrHole
		default:
			rest = rest[1:]
		}
	}
	if len(rest) > 0 {
		return nil, "", ErrHole
	}
	return sum, second.Engine, nil
}

// second returns the engine that counts again. For memo it is memo once more, which goes
// through the items from the other end: what it counts is often too much for all others.
func (w *Walker) second() Request {
	if w.request.Engine == Memo {
		return w.request
	}
	for _, name := range []string{Dense, Sparse, Links} {
		if name == w.request.Engine {
			continue
		}
		if _, err := NewPlan(w.problem, Request{Engine: name}); err == nil {
			return Request{Engine: name}
		}
	}
	return Request{Engine: Links}
}

// countBy counts the solutions of a part of a problem.
func countBy(ctx context.Context, p *matrix.Problem, ids []matrix.OptionID, r Request,
	keeps func(matrix.Solution) bool) (*big.Int, error) {
	if r.Engine == Memo {
		n, _, err := countByMemo(p, memo.CountOptions{MaxMemory: r.MaxMemory, Backward: true})(ctx)
		return n, err
	}
	plan, err := NewPlan(p, r)
	if err != nil {
		return nil, err
	}
	n := int64(0)
	whole := matrix.Solution(nil)
	for s := range plan.Solutions(ctx) {
		if whole = whole[:0]; keeps != nil {
			for _, o := range s {
				whole = append(whole, ids[o])
			}
			if !keeps(whole) {
				continue
			}
		}
		n++
	}
	return big.NewInt(n), plan.Err()
}

// sharesStates reports whether each item shares options with few others, as the cells of
// a board do if no piece has an item. There states are shared more often than not.
func sharesStates(p *matrix.Problem) bool {
	met := make([]matrix.ItemID, p.ItemCount()) // the last item, counted from 1, that shares an option with each
	for i, options := range p.OptionsByItem() {
		others := 0
		for _, o := range options {
			for _, e := range p.Option(o) {
				if met[e.Item] != matrix.ItemID(i)+1 {
					met[e.Item] = matrix.ItemID(i) + 1
					others++
				}
			}
		}
		if others > p.ItemCount()/2 {
			return false
		}
	}
	return true
}
