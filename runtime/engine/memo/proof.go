package memo

import (
	"math/bits"
	"slices"

	"quadrille/runtime/matrix"
)

// A proof lists the steps of a search. Each state in the table is a state of the proof with the same index, by which
// later steps refer to it. The branches of a state are visited in ascending order of the ids of their options, so that
// the proof need not contain these ids.

// proveDeadEnd writes the step of a state in which too few options are left for an item.
func (w *walker[K]) proveDeadEnd(i matrix.ItemID) {
	if w.proofWriter != nil && w.err == nil {
		w.proofWriter.WriteBranch(i, false)
	}
}

// proveBranch writes the step of a state that branches on the item of a bit.
func (w *walker[K]) proveBranch(bit int) {
	if w.proofWriter != nil {
		w.proofWriter.WriteBranch(w.itemOrder[bit], true)
	}
}

// proveSplit writes the step of a state that is split into the first of several components and the others. For the
// last component there is nothing to write.
func (w *walker[K]) proveSplit(components []K, kept bool) {
	if w.proofWriter == nil || len(components) < 2 {
		return
	}
	var items []matrix.ItemID
	for bit := range commonBitIndices(&components[0], &w.primaryBits) {
		items = append(items, w.itemOrder[bit])
	}
	slices.Sort(items)
	w.proofWriter.WriteSplit(items, kept)
}

// visitBranchesByNumber visits the branches with indices from to to-1 of a state on the item of a bit, in ascending
// order of the ids of their options in the problem.
func (w *walker[K]) visitBranchesByNumber(s *K, at, bit int, from, to int32) {
	h, mark := &w.optionsByBit[bit], len(w.provedBranches)
	for k, set := range h.words {
		for set &= w.liveStack[at+h.firstWord+k]; set != 0; set &= set - 1 {
			w.provedBranches = append(w.provedBranches, int32((h.firstWord+k)<<6+bits.TrailingZeros64(set)))
		}
	}
	slices.SortFunc(w.provedBranches[mark:], func(a, b int32) int { return int(w.optionIDs[a] - w.optionIDs[b]) })
	for t := from; t < to && w.err == nil; t++ {
		w.visitOption(s, at, bit, w.provedBranches[mark+int(t)])
	}
	w.provedBranches = w.provedBranches[:mark]
}
