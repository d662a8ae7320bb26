// The clauses of a search are a proof that there is no solution, or no other one than those found (see
// [proof.ClauseWriter]). Each follows by unit propagation from the formula in DIMACS CNF and the clauses before it,
// because each reason of an assignment does. The formula has no clauses for the limits of items, but its ladders and
// counters of auxiliary variables propagate whatever follows from a limit. The variables of colors and of counters are
// variables of the formula. Their clauses follow by unit propagation if all of their literals are false, and not
// otherwise, so they are written as lemmas before the search.

package learn

import (
	"cmp"
	"slices"

	"quadrille/runtime/proof"
)

// lemmaWriter writes clauses of the search as clauses of a proof.
type lemmaWriter struct {
	proof *proof.ClauseWriter // nil without a proof
	// formulaVariables holds the variable in the formula of each variable of the search, or 0 for a color that its item
	// has in each solution.
	formulaVariables []int
	lemma            []int // buffer of writeLemma
}

func newLemmaWriter(to *proof.ClauseWriter, options int, colors *colorVariables) (w lemmaWriter) {
	if to == nil {
		return w
	}
	w.proof = to
	for o := range options {
		w.formulaVariables = append(w.formulaVariables, o+1)
	}
	for k, z := range colors.coloredItems {
		for _, c := range colors.itemColors[k] {
			w.formulaVariables = append(w.formulaVariables, to.ColorVariable(z, c))
		}
	}
	return w
}

// writeLemma writes that a clause is learned or removed. Two variables of the search may be one in the formula. So a
// literal may occur twice, and a clause that is always true is left out.
func (w *lemmaWriter) writeLemma(clause []literal, isRemoved bool) {
	if w.proof == nil {
		return
	}
	w.lemma = w.lemma[:0]
	for _, l := range clause {
		switch v := w.formulaVariables[l.option()]; {
		case v == 0 && l.isPositive():
			return
		case v == 0:
		case l.isPositive():
			w.lemma = append(w.lemma, v)
		default:
			w.lemma = append(w.lemma, -v)
		}
	}
	slices.SortFunc(w.lemma, func(a, b int) int {
		return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(a, b))
	})
	w.lemma = slices.Compact(w.lemma)
	for k, l := range w.lemma[min(1, len(w.lemma)):] {
		if l == -w.lemma[k] {
			return
		}
	}
	w.proof.WriteClause(w.lemma, isRemoved)
}
