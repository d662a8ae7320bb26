package reduce

import (
	"slices"

	"quadrille/runtime/matrix"
)

// result builds the smaller problem. Items keep their order, options too.
func (r *reduction) result(done []Pass) *Result {
	b := matrix.NewBuilder()
	out := &Result{Passes: done}
	items := r.buildItems(b)
	options := r.buildOptions(b, items, out)
	r.buildNogoods(b, options)
	r.buildMatchings(b, items)
	p, err := b.Build()
	if err != nil {
		panic(err) // the original was valid
	}
	out.Problem = p
	return out
}

// buildItems declares the items that are left, and returns their new ids.
func (r *reduction) buildItems(b *matrix.Builder) []matrix.ItemID {
	ids := make([]matrix.ItemID, r.problem.Items())
	for i := range matrix.ItemID(r.problem.Items()) {
		switch {
		case r.dropped[i]:
		case r.primary(i):
			ids[i] = b.Primary(r.problem.Name(i), r.problem.Bound(i))
		default:
			ids[i] = b.Secondary(r.problem.Name(i))
		}
	}
	return ids
}

// buildOptions adds the options that are left, notes what they stand for, and
// returns their new ids.
func (r *reduction) buildOptions(b *matrix.Builder, items []matrix.ItemID, out *Result) []matrix.OptionID {
	ids := make([]matrix.OptionID, r.problem.Options())
	var entries []matrix.Entry
	for o := range matrix.OptionID(r.problem.Options()) {
		if r.gone[o] {
			continue
		}
		entries = entries[:0]
		for _, e := range r.problem.Option(o) {
			if r.dropped[e.Item] {
				continue
			}
			e.Item = items[e.Item]
			if e.Color != matrix.NoColor {
				e.Color = b.Color(r.problem.ColorName(e.Color))
			}
			entries = append(entries, e)
		}
		ids[o] = b.Option(entries...)
		out.stands = append(out.stands, r.twin[o])
	}
	return ids
}

// buildNogoods keeps the nogoods whose options are all left. The others are
// never whole: an option of a nogood is removed only if no solution holds it.
func (r *reduction) buildNogoods(b *matrix.Builder, options []matrix.OptionID) {
	var ids []matrix.OptionID
	for _, together := range r.problem.Nogoods() {
		if !r.allLeft(together) {
			continue
		}
		ids = ids[:0]
		for _, o := range together {
			ids = append(ids, options[o])
		}
		b.Forbid(ids...)
	}
}

// allLeft reports whether none of the options is gone.
func (r *reduction) allLeft(options []matrix.OptionID) bool {
	return !slices.ContainsFunc(options, func(o matrix.OptionID) bool { return r.gone[o] })
}

// buildMatchings keeps what can be kept of the matchings.
func (r *reduction) buildMatchings(b *matrix.Builder, items []matrix.ItemID) {
	for _, m := range r.problem.Matchings() {
		left, right, ok := r.families(m)
		if !ok {
			continue
		}
		for _, family := range [][]matrix.ItemID{left, right} {
			for k, i := range family {
				family[k] = items[i]
			}
		}
		b.Matching(m.Name, left, right)
	}
}

// families returns the items of a matching that are left. For a dropped item
// stands the one that the same options hold, which is covered once too, so that
// each option still holds one item of each family. If one item stands on both
// sides, the two that it stands for are paired with each other by every option
// that they have, and both leave the matching.
//
// A family that has an item twice now has one without options, for two items of
// one family share none. Such a matching is dropped, and one whose left is empty;
// that is harmless, because matchings do not say what a solution is.
func (r *reduction) families(m matrix.Matching) (left, right []matrix.ItemID, ok bool) {
	left, right = r.standing(m.Left), r.standing(m.Right)
	onLeft, onRight := set(left), set(right)
	if len(onLeft) < len(left) || len(onRight) < len(right) {
		return nil, nil, false
	}
	left = slices.DeleteFunc(left, func(i matrix.ItemID) bool { return onRight[i] })
	right = slices.DeleteFunc(right, func(i matrix.ItemID) bool { return onLeft[i] })
	return left, right, len(left) > 0
}

func set(items []matrix.ItemID) map[matrix.ItemID]bool {
	out := make(map[matrix.ItemID]bool, len(items))
	for _, i := range items {
		out[i] = true
	}
	return out
}

// standing returns, for each item, the one that is left of those that the same
// options hold.
func (r *reduction) standing(items []matrix.ItemID) []matrix.ItemID {
	out := slices.Clone(items)
	for k := range out {
		for r.dropped[out[k]] {
			out[k] = r.same[out[k]]
		}
	}
	return out
}
