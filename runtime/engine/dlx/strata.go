package dlx

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// minRounds is the least number of rounds. Rounds are independent estimates, so their spread shows how reliable their
// mean is. maxLots is the largest number of nodes that a round follows in each class of similar nodes. Few large rounds
// are better than many small ones, because the result of a large round is hardly skewed.
const (
	minRounds = 20
	maxLots   = 256
)

// EstimateByStrata estimates the size of the search tree as [LinkSearch.EstimateSize] does, with far less variance. A
// round descends the whole tree level by level. It divides the nodes of a level into strata, which are classes of
// similar nodes, and follows one node of each. All rounds together branch at about the given number of nodes. There are
// at least minRounds rounds; if ctx is done, the estimate is that of the complete rounds. The chooser must be
// deterministic, because nodes are visited several times.
//
// Source: P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree
// searching programs", SIAM Journal on Computing 21 (1992), 295-315.
func (s *LinkSearch) EstimateByStrata(ctx context.Context, r *rand.Rand, nodes int) Estimate {
	s.Reset()
	defer func() { s.prober = nil }()
	first, ok := s.runSweep(ctx, r, 1) // measures the number of nodes of a round; its estimate is not used
	lots := max(1, min(maxLots, nodes/minRounds/max(1, first.sampledNodes)))
	rounds := max(minRounds, nodes/(lots*max(1, first.sampledNodes)))
	var all probeTotals
	looked := 0
	for ; ok && all.probes < rounds; looked = first.sampledNodes + looked {
		if first, ok = s.runSweep(ctx, r, lots); ok {
			all.addProbe(first.probeCounts)
		}
	}
	e := all.makeEstimate()
	e.Probes = looked
	return e
}

// runSweep makes one round, from the root down to the last level. It returns false if ctx ends it.
func (s *LinkSearch) runSweep(ctx context.Context, r *rand.Rand, lots int) (*strataSweep, bool) {
	w := &strataSweep{search: s, random: r, lotCount: int32(lots), level: -1, strata: map[stratum]*representative{}}
	s.prober = w
	for more := true; more; more = w.descendLevel() {
		if _, err := search.ExploreCube(ctx, s, search.WholeTree, 0,
			func(matrix.Solution) bool { return true }); err != nil {
			return w, false
		}
	}
	return w, true
}

// strataSweep is one round of an estimate by strata. The links can reach a node only from the root.
// So each level takes one search, which follows the paths to all representatives of the level and
// branches there.
type strataSweep struct {
	probeCounts
	search          *LinkSearch
	random          *rand.Rand
	lotCount        int32             // number of nodes to follow in each class of nodes that look alike
	level           int               // level of the representatives; -1 before the root
	representatives []*representative // nodes followed at the level, in the order of the search
	nextIndex       int               // index of the representative that the search is at, or to which it goes next
	// number of branches that the next representative's path shares with the current path
	sharedBranches int
	strata         map[stratum]*representative // representative of each class at the next level
	deadEnd        bool                        // the last node has no branches, so no later search returns to it
	sampledNodes   int                         // number of nodes at which the round has branched
}

// stratum is the class of nodes that look alike: the number of branches, the total number of
// options of the active items in steps of a fifth, and a random lot, so that several nodes of each
// class are followed.
type stratum struct{ branches, options, lot int32 }

// representative is a node that stands for all nodes of its stratum, with their total weight.
type representative struct {
	path   []int32 // path to the node: numbers of branches, counted from 0
	weight float64 // total weight of the nodes that this one stands for
}

// nextWeight returns the weight of the nodes one level below the current representative.
func (w *strataSweep) nextWeight() float64 {
	if w.level < 0 {
		return 1
	}
	return w.representatives[w.nextIndex].weight
}

func (w *strataSweep) probeNode(level int) {
	if level == w.level+1 {
		w.nodes += w.nextWeight()
	}
}

func (w *strataSweep) probeUpdates(level int, updates int64) {
	if level == w.level+1 || w.deadEnd && level == w.level+2 {
		w.updates += w.nextWeight() * float64(updates)
	}
}

func (w *strataSweep) probeSolution(level int) {
	if level == w.level+1 {
		w.solutions += w.nextWeight()
	}
}

// chooseBranches implements treeProber: nodes below the representatives are sampled, and none of
// their branches is tried.
func (w *strataSweep) chooseBranches(level int, branchCount int32) (from, to int32) {
	if level <= w.level {
		return 0, branchCount
	}
	if w.deadEnd = branchCount == 0; !w.deadEnd {
		w.sampleNode(branchCount)
	}
	return 0, 0
}

// sampleNode adds a node to its stratum, the class of nodes that look alike. The node becomes the
// representative with the probability of its share of the total weight.
func (w *strataSweep) sampleNode(branches int32) {
	k, weight := stratum{branches, w.search.openOptionsClass(), w.random.Int32N(w.lotCount)}, w.nextWeight()
	r := w.strata[k]
	if r == nil {
		r = &representative{}
		w.strata[k] = r
	}
	if r.weight += weight; w.random.Float64()*r.weight < weight {
		r.path = r.path[:0]
		for _, st := range w.search.path[:w.level+1] {
			r.path = append(r.path, st.branch-1)
		}
	}
}

// openOptionsClass returns the class of the total number of options of the active items, in steps
// of about a fifth.
func (s *LinkSearch) openOptionsClass() int32 {
	total := uint32(0)
	for i := s.headers[root].right; i != root; i = s.headers[i].right {
		total += uint32(s.headers[i].listLen)
	}
	size := bits.Len32(total)
	return int32(size<<2) + int32(total<<2>>max(0, size-1))&3
}

// acceptsBranch implements treeProber: it accepts the branches on the paths to representatives, and
// all branches of the representatives.
func (w *strataSweep) acceptsBranch(level int, st *branchStep) bool {
	if level == w.level {
		return true
	}
	if w.nextIndex == len(w.representatives) || w.sharedBranches < level ||
		w.representatives[w.nextIndex].path[level] != st.branch-1 {
		return false
	}
	w.sharedBranches = level + 1
	return true
}

// closeNode implements treeProber: after a representative it moves to the next one.
func (w *strataSweep) closeNode(level int) {
	if level != w.level {
		return
	}
	if w.nextIndex++; w.nextIndex == len(w.representatives) {
		return
	}
	before, path := w.representatives[w.nextIndex-1].path, w.representatives[w.nextIndex].path
	for w.sharedBranches = 0; before[w.sharedBranches] == path[w.sharedBranches]; {
		w.sharedBranches++
	}
}

// descendLevel makes the sampled nodes the representatives of the next level. It returns false if
// there are none.
func (w *strataSweep) descendLevel() bool {
	w.level++
	w.representatives, w.nextIndex, w.sharedBranches = w.representatives[:0], 0, 0
	for _, r := range w.strata {
		w.representatives = append(w.representatives, r)
	}
	clear(w.strata)
	slices.SortFunc(w.representatives, func(a, b *representative) int { return slices.Compare(a.path, b.path) })
	w.sampledNodes += len(w.representatives)
	return len(w.representatives) > 0
}
