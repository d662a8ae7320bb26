package dlx

import (
	"context"
	"math/big"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// provedMRV chooses as [MRV] does, and writes each choice to a proof.
type provedMRV struct{ out *proof.Writer }

// Choose implements [Chooser].
func (c provedMRV) Choose(v View) matrix.ItemID {
	i := MRV{}.Choose(v)
	c.out.WriteBranch(i, false)
	return i
}

// CountWithProof counts the solutions by [MRV], and writes the steps of the search to a proof: all of
// its tree, as links know no equal states. Progress is reported as in [SearchOptions].
func CountWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer,
	report func(search.Progress)) (*big.Int, error) {
	const reportEvery = 1 << 18 // updates and nodes
	s := NewSearch(p, SearchOptions{Chooser: provedMRV{out}, Report: report, ReportEvery: reportEvery})
	out.WriteHead(nil)
	n := int64(0)
	for range s.Solutions(ctx) {
		out.WriteSolution()
		n++
	}
	return big.NewInt(n), s.Err()
}
