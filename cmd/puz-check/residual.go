package main

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math/big"
	"math/bits"
	"slices"
)

// optionSet is a set of options, as bits.
type optionSet = *big.Int

func intersectSets(a, b optionSet) optionSet { return new(big.Int).And(a, b) }

// setSize returns the number of options in a set.
func setSize(s optionSet) (n int) {
	for _, w := range s.Bits() {
		n += bits.OnesCount(uint(w))
	}
	return n
}

// haveCommonOption reports whether two sets have an option in common.
func haveCommonOption(a, b optionSet) bool {
	x, y := a.Bits(), b.Bits()
	for k := range min(len(x), len(y)) {
		if x[k]&y[k] != 0 {
			return true
		}
	}
	return false
}

// optionsInSet yields the options of a set, in ascending order.
func optionsInSet(s optionSet) iter.Seq[int] {
	return func(yield func(int) bool) {
		for left := new(big.Int).Set(s); left.Sign() != 0; {
			o := int(left.TrailingZeroBits())
			if left.SetBit(left, o, 0); !yield(o) {
				return
			}
		}
	}
}

// residual is the problem that remains at a step of a proof. The checker computes it; no proof states it.
type residual struct {
	liveOptions optionSet     // options that can still be chosen
	bounds      []coverBounds // remaining covers of each item
	chosenCost  int64         // cost of the options chosen so far
}

// rootResidual returns the whole problem. Options without a primary item are left out, as they are never chosen.
func (p *problem) rootResidual() residual {
	r := residual{new(big.Int), p.bounds, p.baseCost}
	for _, options := range p.holding[:p.primaryCount] {
		r.liveOptions.Or(r.liveOptions, options)
	}
	return r
}

// chooseOption returns the residual after a choice of option o in the residual r.
func (p *problem) chooseOption(r residual, o int) residual {
	r.liveOptions, r.bounds = new(big.Int).SetBit(r.liveOptions, o, 0), slices.Clone(r.bounds)
	r.chosenCost += p.optionCosts[o]
	for _, e := range p.options[o] {
		gone, b := p.holding[e.item], &r.bounds[e.item]
		if e.color != "" {
			gone = new(big.Int).AndNot(gone, p.holdingAlike[e])
		} else if *b = (coverBounds{b.low - 1, b.high - 1}); b.high > 0 {
			continue
		}
		r.liveOptions.AndNot(r.liveOptions, gone)
	}
	return r
}

// needsOptions reports whether some item must still be covered.
func (r residual) needsOptions() bool {
	return slices.ContainsFunc(r.bounds, func(b coverBounds) bool { return b.low > 0 })
}

// hashResidual returns the SHA-256 of a residual. An item that needs no option and has none left counts as covered.
func (p *problem) hashResidual(r residual) [32]byte {
	text := make([]byte, 0, 2*len(r.bounds)+len(p.options)/8+1)
	for i, b := range r.bounds {
		if b.low = max(0, b.low); b.low == 0 && b.high > 0 && !haveCommonOption(r.liveOptions, p.holding[i]) {
			b.high = 0
		}
		text = binary.AppendUvarint(binary.AppendUvarint(text, uint64(b.low)), uint64(b.high))
	}
	return sha256.Sum256(append(text, r.liveOptions.Bytes()...))
}
