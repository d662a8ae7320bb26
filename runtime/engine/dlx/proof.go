package dlx

import (
	"context"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
	"quadrille/runtime/search"
)

// provedMRV chooses items as [MRV] does, and writes each choice to a proof (see package proof).
type provedMRV struct{ proofWriter *proof.Writer }

// Choose implements [Chooser].
func (c provedMRV) Choose(v View) matrix.ItemID {
	i := MRV{}.Choose(v)
	c.proofWriter.WriteBranch(i, false)
	return i
}

// CountWithProof counts the solutions with the chooser [MRV], and writes a proof of the count, which contains a step
// for each node of the search tree. The function report, if not nil, receives the progress as in [SearchOptions].
func CountWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer,
	report func(search.Progress)) (*big.Int, error) {
	out.WriteSymmetries(nil)
	n := int64(0)
	err := walkWithProof(ctx, p, out, nil, report, func(matrix.Solution) { n++ })
	return big.NewInt(n), err
}

// walkWithProof runs a search by [MRV] and writes its steps to a proof. The filter may be nil.
func walkWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer, f Filter, report func(search.Progress),
	visit func(matrix.Solution)) error {
	const reportEvery = 1 << 18 // updates and nodes
	s := NewSearch(p, SearchOptions{Chooser: provedMRV{out}, Filter: f, Report: report, ReportEvery: reportEvery})
	for found := range s.Solutions(ctx) {
		out.WriteSolution()
		visit(found)
	}
	return s.Err()
}

// CountBestWithProof counts the solutions that cost as much as the given one, which must be a best solution, and writes
// the steps of the search to a proof: its tree, cut off where a bound excludes better solutions. With optimumOnly it
// also cuts off nodes that cannot improve on the given solution. Then the count may be too small, but it is at least 1.
func CountBestWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer, best matrix.Solution,
	optimumOnly bool, report func(search.Progress)) (*big.Int, error) {
	b := newWeightBound(p)
	cost, n := b.CostOf(best), int64(0)
	weights := append(slices.Clone(b.itemWeights), make([]int64, len(p.Nogoods()))...) // in a proof, nogoods are items
	out.WriteWeights(p.Goal().ValueOf(best), b.unitsPerCost, weights)
	out.WriteSymmetries(nil)
	f := &provedBound{GoalBound: b, proofWriter: out, lastLiveStamp: make([]int32, p.OptionCount()),
		leastCovers: make([]int32, p.ItemCount()),
		mostCovers:  make([]int32, p.ItemCount()), uncoloredOptions: make([]int32, p.ItemCount())}
	if b.SetLimit(cost); optimumOnly {
		b.SetLimit(b.CostAfterSteps(cost, -1))
		f.witness = slices.Clone(best)
	}
	err := walkWithProof(ctx, p, out, f, report, func(s matrix.Solution) {
		if b.CostOf(s) == cost {
			n++
		}
	})
	return big.NewInt(n), err
}

// provedBound is a filter that cuts off nodes by the bound of a goal, and removes options. It computes the step of a
// proof that docs/proof.md describes, and writes the step if it removes something. So each step depends only on the
// options that can still be chosen at the node. The filter [boundFilter] is faster, because it computes only part of
// the step.
type provedBound struct {
	*GoalBound
	proofWriter   *proof.Writer
	witness       matrix.Solution   // solution that must not be cut off, or nil
	liveOptions   []matrix.OptionID // options that can still be chosen at the current node
	lastLiveStamp []int32           // for each option, the stamp of the last node at which it could be chosen
	nodeStamp     int32             // stamp of the current node: the number of nodes filtered so far
	// least and greatest number of times that each active item is still to be covered; 0 for other items
	leastCovers, mostCovers []int32
	uncoloredOptions        []int32 // for each item, the number of options in liveOptions that hold it without a color
	itemShares              []int64 // buffer for the shares of the reduced costs of one item's options; see GoalBound
}

// Prune implements [Filter].
func (f *provedBound) Prune(n *Node) bool {
	if f.unitsPerCost == 0 {
		return true
	}
	if f.readNodeState(n); f.isWitnessBelow(n) {
		return true
	}
	room := (f.costLimit.Load() - f.CostOf(n.ChosenOptions())) * f.unitsPerCost
	for i, w := range f.itemWeights {
		often := min(1, f.uncoloredOptions[i])
		if i < f.problem.PrimaryCount() {
			if often = min(f.mostCovers[i], f.uncoloredOptions[i]); w > 0 {
				often = max(0, f.leastCovers[i])
			}
		}
		room -= w * int64(often)
	}
	var far []matrix.OptionID
	for _, o := range f.liveOptions {
		if f.reducedCosts[o] > room {
			far = append(far, o)
			n.Remove(o)
		}
	}
	possible := f.fitsRemainingCost(n, room)
	if !possible || far != nil {
		f.proofWriter.WriteBound()
	}
	return possible
}

// isWitnessBelow reports whether the witness is a solution below the node: each of its options is chosen or can still
// be chosen, and no other option is chosen.
func (f *provedBound) isWitnessBelow(n *Node) bool {
	if f.witness == nil {
		return false
	}
	chosen := n.ChosenOptions()
	return !slices.ContainsFunc(chosen, func(o matrix.OptionID) bool { return !slices.Contains(f.witness, o) }) &&
		!slices.ContainsFunc(f.witness, func(o matrix.OptionID) bool {
			return f.lastLiveStamp[o] != f.nodeStamp && !slices.Contains(chosen, o)
		})
}

// readNodeState finds the options that can still be chosen at a node, and how often each item is still to be covered.
func (f *provedBound) readNodeState(n *Node) {
	f.nodeStamp++
	f.liveOptions = f.liveOptions[:0]
	clear(f.leastCovers)
	clear(f.mostCovers)
	clear(f.uncoloredOptions)
	for i := n.First(); i >= 0; i = n.Next(i) {
		b := f.problem.Bound(i)
		f.leastCovers[i], f.mostCovers[i] = int32(b.Min), int32(b.Max)
		for o := range n.Options(i) {
			if f.lastLiveStamp[o] == f.nodeStamp {
				continue
			}
			f.lastLiveStamp[o], f.liveOptions = f.nodeStamp, append(f.liveOptions, o)
			for _, e := range f.problem.Option(o) {
				if e.Color == matrix.NoColor {
					f.uncoloredOptions[e.Item]++
				}
			}
		}
	}
	for _, o := range n.ChosenOptions() {
		for _, e := range f.problem.Option(o) {
			f.leastCovers[e.Item]--
			f.mostCovers[e.Item]--
		}
	}
	for i := range f.mostCovers {
		f.leastCovers[i], f.mostCovers[i] = max(0, f.leastCovers[i]), max(0, f.mostCovers[i])
	}
}

// fitsRemainingCost reports whether the reduced costs of further options may add up to at most room. An item that must
// be covered k more times takes at least the k least shares of the reduced costs of its options.
func (f *provedBound) fitsRemainingCost(n *Node, room int64) bool {
	for i := n.First(); i >= 0; i = n.Next(i) {
		if f.leastCovers[i] == 0 {
			continue
		}
		f.itemShares = f.itemShares[:0]
		for o := range n.Options(i) {
			f.itemShares = append(f.itemShares, f.costShares[o])
		}
		if len(f.itemShares) < int(f.leastCovers[i]) {
			return false
		}
		slices.Sort(f.itemShares)
		for _, s := range f.itemShares[:f.leastCovers[i]] {
			room -= s
		}
	}
	return room >= 0
}
