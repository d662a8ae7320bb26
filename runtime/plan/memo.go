package plan

import (
	"cmp"
	"context"
	"iter"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/memo"
	"quadrille/runtime/search"
)

// memoEngine is memo as an engine: it counts, or makes the diagram of all solutions and
// runs through it.
type memoEngine struct {
	problem *matrix.Problem
	options memo.CountOptions
	stats   search.Stats
	err     error
}

func memoOptions(r Request) memo.CountOptions {
	return memo.CountOptions{MaxMemory: r.MaxMemory, Threads: r.Threads, Report: r.Report}
}

// remembers makes the player of a game that shares states. What is due to it goes by how many it meets again,
// as soon as it can tell.
func remembers(g game, h *held) *player {
	return &player{name: Memo, due: atFirst, blind: true, why: "states are shared", game: g, deserves: h.deserves}
}

// memoByTurns bounds the memory that nobody has bounded, and lets memo pause.
func memoByTurns(r Request, h *held) memo.CountOptions {
	o := memoOptions(r)
	o.MaxMemory = cmp.Or(o.MaxMemory, tableMemory)
	o.Turn = func(words int64, share, known float64) {
		h.earn(dueOfKnown(known))
		h.pass(wordSeconds*float64(words), share)
	}
	return o
}

// muchKnown is the part of the nodes from which on sharing states pays, mostly: on 250 problems memo was the fastest,
// with few exceptions, where it came to that after some milliseconds, and seldom where it stayed below a third of it.
// What is due atFirst lets it find out.
const muchKnown, atFirst = 1.0 / 6, 1.0 / 16

// dueOfKnown is what is due to memo, by the part of the nodes whose states it knew.
func dueOfKnown(known float64) float64 {
	sure := min(1, known/muchKnown)
	return max(seldom, sure*sure*sure*sure)
}

// Count implements [search.Counter].
func (e *memoEngine) Count(ctx context.Context) (n *big.Int, err error) {
	n, e.stats, err = byStates(e.problem, e.options)(ctx)
	return n, err
}

// Solutions implements [search.Engine].
func (e *memoEngine) Solutions(ctx context.Context) iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		var d *memo.Diagram
		e.stats = search.Stats{}
		if d, e.err = memo.BuildDiagram(ctx, e.problem, e.options); e.err != nil {
			return
		}
		e.stats.Nodes = int64(d.NodeCount())
		for s := range d.AllSolutions() {
			if e.err = ctx.Err(); e.err != nil {
				return
			}
			e.stats.Solutions++
			if !yield(s) {
				return
			}
		}
	}
}

// Err implements [search.Engine].
func (e *memoEngine) Err() error { return e.err }

// Stats implements [search.Engine]. The nodes are those of the search for a count, and
// of the diagram for solutions. A number of solutions beyond 64 bits is left out.
func (e *memoEngine) Stats() search.Stats { return e.stats }

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
