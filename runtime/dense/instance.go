package dense

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
)

// instance is a problem as the search wants it. Its primary items are known by
// their rank, their place in the order that the chooser sees, and are all
// covered exactly once: one that need not be covered has an option of its own
// that leaves it, behind all others.
type instance struct {
	problem *matrix.Problem
	ranked  []matrix.ItemID // by rank
	rank    []int32         // by item; -1 for secondary ones
	// The options that hold a primary item, in the order in which they are tried.
	options []candidate
	wants   [][]want // by secondary item, once the options are in the order of the table
}

// leaves is the number of an option that leaves an item.
const leaves matrix.OptionID = -1

// candidate is an option and the ranks of its primary items.
type candidate struct {
	id    matrix.OptionID // or leaves
	items []int32
}

// newInstance ranks the items and lists the options. It returns an error if the
// problem does not fit.
func newInstance(p *matrix.Problem, o Options) (*instance, error) {
	in := &instance{problem: p, ranked: o.Order, rank: make([]int32, p.Items())}
	if in.ranked == nil {
		in.ranked = identity[matrix.ItemID](p.Primary())
	}
	for i := range in.rank {
		in.rank[i] = -1
	}
	for r, i := range in.ranked {
		in.rank[i] = int32(r)
		if b := p.Bound(i); b.Min > 1 || b.Max != 1 {
			return nil, fmt.Errorf("%w: item %s is covered %d to %d times", ErrUnfit, p.Name(i), b.Min, b.Max)
		}
	}
	in.listOptions(o.OptionOrder)
	if n := len(in.options); n > MaxOptions {
		return nil, fmt.Errorf("%w: %d options are more than %d", ErrUnfit, n, MaxOptions)
	}
	return in, nil
}

func identity[ID ~int32](n int) []ID {
	ids := make([]ID, n)
	for k := range ids {
		ids[k] = ID(k)
	}
	return ids
}

// listOptions lists the options that can be branched on. One without a primary
// item is never chosen.
func (in *instance) listOptions(order []matrix.OptionID) {
	p := in.problem
	if order == nil {
		order = identity[matrix.OptionID](p.Options())
	}
	ranks := make([]int32, 0, p.Entries()+len(in.ranked))
	add := func(id matrix.OptionID, from int) {
		if len(ranks) > from {
			in.options = append(in.options, candidate{id, ranks[from:len(ranks):len(ranks)]})
		}
	}
	in.options = make([]candidate, 0, len(order)+len(in.ranked))
	for _, id := range order {
		from := len(ranks)
		for _, e := range p.Option(id) {
			if r := in.rank[e.Item]; r >= 0 {
				ranks = append(ranks, r)
			}
		}
		add(id, from)
	}
	for r, i := range in.ranked {
		if p.Bound(i).Min == 0 {
			ranks = append(ranks, int32(r))
			add(leaves, len(ranks)-1)
		}
	}
}

// optional reports whether the item of a rank may be left.
func (in *instance) optional(rank int32) bool { return in.problem.Bound(in.ranked[rank]).Min == 0 }

// entries returns what an option says of secondary items.
func (in *instance) entries(c candidate) []matrix.Entry {
	if c.id == leaves {
		return nil
	}
	secondary := func(e matrix.Entry) bool { return in.rank[e.Item] < 0 }
	all := in.problem.Option(c.id)
	if len(all) == len(c.items) {
		return nil
	}
	out := make([]matrix.Entry, 0, len(all)-len(c.items))
	for _, e := range all {
		if secondary(e) {
			out = append(out, e)
		}
	}
	return slices.Clip(out)
}
