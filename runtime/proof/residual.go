package proof

import (
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// Residual is the problem that remains after some options were chosen or ruled out; docs/proof.md defines it.
type Residual struct {
	LiveOptions matrix.BitSet // options that can still be chosen
	// for each primary item, how often it must, and how often it may, still be covered
	MinCovers, MaxCovers []int32
	ChosenOptions        []matrix.OptionID // options that were chosen, in that order
	index                *problemIndex
}

// problemIndex is a problem with tables that each step needs.
type problemIndex struct {
	*matrix.Problem
	optionsOfItem   [][]matrix.OptionID // for each item, the options that hold it
	nogoodsOfOption [][]int             // for each option, the indices of the nogoods that contain it
}

// RootResidual returns the whole problem. Options without a primary item are not live.
func RootResidual(p *matrix.Problem) *Residual {
	index := &problemIndex{p, p.OptionsByItem(), p.NogoodsByOption()}
	r := &Residual{LiveOptions: matrix.NewBitSet(p.OptionCount()), index: index}
	for o := range matrix.OptionID(p.OptionCount()) {
		if p.HoldsPrimary(o) {
			r.LiveOptions.Insert(int(o))
		}
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		r.MinCovers, r.MaxCovers = append(r.MinCovers, p.Bound(i).Min), append(r.MaxCovers, p.Bound(i).Max)
	}
	return r
}

// OptionsOf returns the live options of an item, in ascending order.
func (r *Residual) OptionsOf(i matrix.ItemID) (live []matrix.OptionID) {
	for _, o := range r.index.optionsOfItem[i] {
		if r.LiveOptions.Has(int(o)) {
			live = append(live, o)
		}
	}
	return live
}

// Clone returns a copy of a residual, which can be changed.
func (r *Residual) Clone() *Residual {
	c := *r
	c.LiveOptions, c.MinCovers, c.MaxCovers = slices.Clone(r.LiveOptions), slices.Clone(r.MinCovers),
		slices.Clone(r.MaxCovers)
	c.ChosenOptions = slices.Clip(r.ChosenOptions)
	return &c
}

// ChooseOption returns the residual that remains when an option is chosen.
func (r *Residual) ChooseOption(o matrix.OptionID) *Residual {
	r, p := r.Clone(), r.index
	r.LiveOptions.Remove(int(o))
	r.ChosenOptions = append(r.ChosenOptions, o)
	for _, e := range p.Option(o) {
		if i := int(e.Item); i < p.PrimaryCount() {
			r.MinCovers[i], r.MaxCovers[i] = r.MinCovers[i]-1, r.MaxCovers[i]-1
			if r.MaxCovers[i] > 0 {
				continue
			}
		}
		for _, other := range p.optionsOfItem[e.Item] {
			if e.Color == matrix.NoColor || p.ColorOf(other, e.Item) != e.Color {
				r.LiveOptions.Remove(int(other))
			}
		}
	}
	for _, n := range p.nogoodsOfOption[o] {
		unchosen := func(other matrix.OptionID) bool { return !slices.Contains(r.ChosenOptions, other) }
		together := p.Nogoods()[n]
		if k := slices.IndexFunc(together, unchosen); k >= 0 && !slices.ContainsFunc(together[k+1:], unchosen) {
			r.LiveOptions.Remove(int(together[k]))
		}
	}
	return r
}

// Branches yields, for each branch on item i, its option and the residual below it. The argument live lists the live
// options of i in the order in which they are tried. If the item need not be covered, there is a last branch without an
// option, for which -1 is yielded.
func (r *Residual) Branches(i matrix.ItemID, live []matrix.OptionID) iter.Seq2[matrix.OptionID, *Residual] {
	return func(yield func(matrix.OptionID, *Residual) bool) {
		rest := r.Clone()
		for _, o := range live[:max(0, len(live)-max(0, int(r.MinCovers[i])-1))] {
			if !yield(o, rest.ChooseOption(o)) {
				return
			}
			rest.LiveOptions.Remove(int(o))
		}
		if r.MinCovers[i] <= 0 {
			rest.MinCovers[i], rest.MaxCovers[i] = 0, 0
			yield(-1, rest)
		}
	}
}

// imageUnder returns the image of a residual.
func (r *Residual) imageUnder(s Symmetry) *Residual {
	image := r.Clone()
	clear(image.LiveOptions)
	for o := range r.LiveOptions.EachNumber {
		image.LiveOptions.Insert(int(s.Options[o]))
	}
	for i, low := range r.MinCovers {
		image.MinCovers[s.Items[i]], image.MaxCovers[s.Items[i]] = low, r.MaxCovers[i]
	}
	return image
}

// SplitItems returns two residuals: one with the items in the list, and one with the others.
func (r *Residual) SplitItems(items []matrix.ItemID) (parts [2]*Residual) {
	for side := range parts {
		part := r.Clone()
		for i := range matrix.ItemID(len(r.MinCovers)) {
			if slices.Contains(items, i) != (side == 0) {
				part.MinCovers[i], part.MaxCovers[i] = 0, 0
				for _, o := range r.index.optionsOfItem[i] {
					part.LiveOptions.Remove(int(o))
				}
			}
		}
		parts[side] = part
	}
	return parts
}

// IsCovered reports whether no option is left, and no item needs another option.
func (r *Residual) IsCovered() bool {
	return r.LiveOptions.Len() == 0 && !slices.ContainsFunc(r.MinCovers, func(low int32) bool { return low > 0 })
}
