package dlx

import (
	"context"
	"math/big"
	"slices"

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

// CountWithProof counts the solutions with the chooser [MRV], and writes a proof of the count, which contains a step
// for each node of the search tree. The function report, if not nil, receives the progress as in [SearchOptions].
func CountWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer,
	report func(search.Progress)) (*big.Int, error) {
	out.WriteSymmetries(nil)
	n := int64(0)
	err := walkWithProof(ctx, p, out, nil, report, func(matrix.Solution) { n++ })
	return big.NewInt(n), err
}

// walkWithProof writes the steps of a search by [MRV] with a filter or nil.
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

// CountBestWithProof counts the solutions that cost as much as a given one, which must be one of the best, and writes
// the steps of the search to a proof: its tree without what a bound cuts off. With optimumOnly it also cuts off
// what is not better, except for the given solution. Then the number may be too small, and is 1 at least.
func CountBestWithProof(ctx context.Context, p *matrix.Problem, out *proof.Writer, best matrix.Solution,
	optimumOnly bool, report func(search.Progress)) (*big.Int, error) {
	b := NewGoalBound(p)
	cost, n := b.CostOf(best), int64(0)
	out.WriteWeights(p.Goal().ValueOf(best), b.unitsPerCost, b.itemWeights)
	out.WriteSymmetries(nil)
	f := &provedBound{GoalBound: b, out: out, stamps: make([]int32, p.OptionCount()), low: make([]int32, p.ItemCount()),
		high: make([]int32, p.ItemCount()), plain: make([]int32, p.ItemCount())}
	if b.SetLimit(cost); optimumOnly {
		b.SetLimit(b.StepCost(cost, -1))
		f.witness = slices.Clone(best)
	}
	err := walkWithProof(ctx, p, out, f, report, func(s matrix.Solution) {
		if b.CostOf(s) == cost {
			n++
		}
	})
	return big.NewInt(n), err
}

// provedBound is a filter that cuts off nodes by the bound of a goal, and removes options. It does what docs/proof.md
// says of a step of that kind, and writes one where it does something. So all of it follows from the options that
// are left: [boundFilter], which is faster, notes only some of them.
type provedBound struct {
	*GoalBound
	out         *proof.Writer
	witness     matrix.Solution   // solution whose nodes are not cut off, or nil
	live        []matrix.OptionID // options that are left at the node
	stamps      []int32           // number of the last node at which an option was left
	stamp       int32             // number of the node
	low, high   []int32           // how often an active item is to be covered, and may be; others have 0
	plain       []int32           // number of options left that hold an item without a color
	itemsShares []int64           // shares of the options of one item
}

// Prune implements [Filter].
func (f *provedBound) Prune(n *Node) bool {
	if f.unitsPerCost == 0 {
		return true
	}
	if f.readNode(n); f.isWitnessed(n) {
		return true
	}
	room := (f.costLimit.Load() - f.CostOf(n.ChosenOptions())) * f.unitsPerCost
	for i, w := range f.itemWeights {
		often := min(1, f.plain[i])
		if i < f.problem.PrimaryCount() {
			if often = min(f.high[i], f.plain[i]); w > 0 {
				often = max(0, f.low[i])
			}
		}
		room -= w * int64(often)
	}
	var far []matrix.OptionID
	for _, o := range f.live {
		if f.reducedCosts[o] > room {
			far = append(far, o)
			n.Remove(o)
		}
	}
	possible := f.hasRoom(n, room)
	if !possible || far != nil {
		f.out.WriteBound()
	}
	return possible
}

// isWitnessed reports whether the witness is below the node: its options are chosen, or left, and no others are chosen.
func (f *provedBound) isWitnessed(n *Node) bool {
	if f.witness == nil {
		return false
	}
	chosen := n.ChosenOptions()
	return !slices.ContainsFunc(chosen, func(o matrix.OptionID) bool { return !slices.Contains(f.witness, o) }) &&
		!slices.ContainsFunc(f.witness, func(o matrix.OptionID) bool {
			return f.stamps[o] != f.stamp && !slices.Contains(chosen, o)
		})
}

// readNode finds the options that are left, and how often items are to be covered.
func (f *provedBound) readNode(n *Node) {
	f.stamp++
	f.live = f.live[:0]
	clear(f.low)
	clear(f.high)
	clear(f.plain)
	for i := n.First(); i >= 0; i = n.Next(i) {
		b := f.problem.Bound(i)
		f.low[i], f.high[i] = int32(b.Min), int32(b.Max)
		for o := range n.Options(i) {
			if f.stamps[o] == f.stamp {
				continue
			}
			f.stamps[o], f.live = f.stamp, append(f.live, o)
			for _, e := range f.problem.Option(o) {
				if e.Color == matrix.NoColor {
					f.plain[e.Item]++
				}
			}
		}
	}
	for _, o := range n.ChosenOptions() {
		for _, e := range f.problem.Option(o) {
			f.low[e.Item]--
			f.high[e.Item]--
		}
	}
	for i := range f.high {
		f.low[i], f.high[i] = max(0, f.low[i]), max(0, f.high[i])
	}
}

// hasRoom reports whether the least shares of the options that are left fit the room.
func (f *provedBound) hasRoom(n *Node, room int64) bool {
	for i := n.First(); i >= 0; i = n.Next(i) {
		if f.low[i] == 0 {
			continue
		}
		f.itemsShares = f.itemsShares[:0]
		for o := range n.Options(i) {
			f.itemsShares = append(f.itemsShares, f.costShares[o])
		}
		if len(f.itemsShares) < int(f.low[i]) {
			return false
		}
		slices.Sort(f.itemsShares)
		for _, s := range f.itemsShares[:f.low[i]] {
			room -= s
		}
	}
	return room >= 0
}
