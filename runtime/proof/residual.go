package proof

import (
	"iter"
	"slices"

	"quadrille/runtime/matrix"
)

// Residual is what is left of a problem once some options are chosen; docs/proof.md defines it.
type Residual struct {
	Live      matrix.BitSet     // options that can still be chosen
	Low, High []int32           // number of times that an item must and may still be covered, by primary item
	Chosen    []matrix.OptionID // options that were chosen, in that order
	index     *problemIndex
}

// problemIndex is a problem with what is looked up in it at each step.
type problemIndex struct {
	*matrix.Problem
	optionsOf   [][]matrix.OptionID // options that hold an item, by item
	nogoodsWith [][]int             // nogoods that contain an option, by option
}

// RootResidual returns the whole problem. Options without a primary item are not live.
func RootResidual(p *matrix.Problem) *Residual {
	index := &problemIndex{p, p.OptionsByItem(), p.NogoodsByOption()}
	r := &Residual{Live: matrix.NewBitSet(p.OptionCount()), index: index}
	for o := range matrix.OptionID(p.OptionCount()) {
		if p.HoldsPrimary(o) {
			r.Live.Insert(int(o))
		}
	}
	for i := range matrix.ItemID(p.PrimaryCount()) {
		r.Low, r.High = append(r.Low, p.Bound(i).Min), append(r.High, p.Bound(i).Max)
	}
	return r
}

// OptionsOf returns the live options of an item, in ascending order.
func (r *Residual) OptionsOf(i matrix.ItemID) (live []matrix.OptionID) {
	for _, o := range r.index.optionsOf[i] {
		if r.Live.Has(int(o)) {
			live = append(live, o)
		}
	}
	return live
}

// Clone returns a residual that can be changed.
func (r *Residual) Clone() *Residual {
	c := *r
	c.Live, c.Low, c.High = slices.Clone(r.Live), slices.Clone(r.Low), slices.Clone(r.High)
	c.Chosen = slices.Clip(r.Chosen)
	return &c
}

// Choose returns the residual once an option is chosen.
func (r *Residual) Choose(o matrix.OptionID) *Residual {
	r, p := r.Clone(), r.index
	r.Live.Remove(int(o))
	r.Chosen = append(r.Chosen, o)
	for _, e := range p.Option(o) {
		if i := int(e.Item); i < p.PrimaryCount() {
			r.Low[i], r.High[i] = r.Low[i]-1, r.High[i]-1
			if r.High[i] > 0 {
				continue
			}
		}
		for _, other := range p.optionsOf[e.Item] {
			if e.Color == matrix.NoColor || p.ColorOf(other, e.Item) != e.Color {
				r.Live.Remove(int(other))
			}
		}
	}
	for _, n := range p.nogoodsWith[o] {
		unchosen := func(other matrix.OptionID) bool { return !slices.Contains(r.Chosen, other) }
		together := p.Nogoods()[n]
		if k := slices.IndexFunc(together, unchosen); k >= 0 && !slices.ContainsFunc(together[k+1:], unchosen) {
			r.Live.Remove(int(together[k]))
		}
	}
	return r
}

// Branched yields the residuals of the branches on an item, whose live options are given in the order in which they are
// tried. The last branch of an item that need not be covered has no option, and yields -1.
func (r *Residual) Branched(i matrix.ItemID, live []matrix.OptionID) iter.Seq2[matrix.OptionID, *Residual] {
	return func(yield func(matrix.OptionID, *Residual) bool) {
		rest := r.Clone()
		for _, o := range live[:max(0, len(live)-max(0, int(r.Low[i])-1))] {
			if !yield(o, rest.Choose(o)) {
				return
			}
			rest.Live.Remove(int(o))
		}
		if r.Low[i] <= 0 {
			rest.Low[i], rest.High[i] = 0, 0
			yield(-1, rest)
		}
	}
}

// image returns the image of a residual.
func (r *Residual) image(s Symmetry) *Residual {
	image := r.Clone()
	clear(image.Live)
	for o := range r.Live.EachNumber {
		image.Live.Insert(int(s.Options[o]))
	}
	for i, low := range r.Low {
		image.Low[s.Items[i]], image.High[s.Items[i]] = low, r.High[i]
	}
	return image
}

// Split returns the part of the items in a list, and that of the others.
func (r *Residual) Split(items []matrix.ItemID) (parts [2]*Residual) {
	for side := range parts {
		part := r.Clone()
		for i := range matrix.ItemID(len(r.Low)) {
			if slices.Contains(items, i) != (side == 0) {
				part.Low[i], part.High[i] = 0, 0
				for _, o := range r.index.optionsOf[i] {
					part.Live.Remove(int(o))
				}
			}
		}
		parts[side] = part
	}
	return parts
}

// Covered reports whether no option is left, and no item needs one.
func (r *Residual) Covered() bool {
	return r.Live.Len() == 0 && !slices.ContainsFunc(r.Low, func(low int32) bool { return low > 0 })
}
