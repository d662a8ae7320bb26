package dlx

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Rounds are independent, so their spread shows how reliable their mean is. Few large rounds serve
// better than many small ones, because the result of a large round is hardly skewed.
const (
	minRounds = 20
	maxLots   = 256
)

// EstimateByStrata returns the same estimate as [LinkSearch.EstimateSize] with far less variance.
// It descends all parts of the tree at once, level by level, and follows one node in the place of
// all nodes that look alike. It branches at about nodes nodes, in at least minRounds rounds. It
// stops early if ctx is done; the estimate is then that of the complete rounds. The chooser must be
// deterministic, because nodes are visited again.
//
// Source: P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree
// searching programs", SIAM Journal on Computing 21 (1992), 295-315.
func (s *LinkSearch) EstimateByStrata(ctx context.Context, r *rand.Rand, nodes int) Estimate {
	s.Reset()
	defer func() { s.probe = nil }()
	first, ok := s.runSweep(ctx, r, 1) // measures the size of a round; its counts are not used
	lots := max(1, min(maxLots, nodes/minRounds/max(1, first.sampledNodes)))
	rounds := max(minRounds, nodes/(lots*max(1, first.sampledNodes)))
	var all probeTotals
	looked := 0
	for ; ok && all.probes < rounds; looked = first.sampledNodes + looked {
		if first, ok = s.runSweep(ctx, r, lots); ok {
			all.addProbe(first.probeCounts)
		}
	}
	e := all.toEstimate()
	e.Probes = looked
	return e
}

// runSweep makes one sweep down to the last level. It returns false if ctx ends it.
func (s *LinkSearch) runSweep(ctx context.Context, r *rand.Rand, lots int) (*strataSweep, bool) {
	w := &strataSweep{search: s, random: r, lots: int32(lots), level: -1, strata: map[stratum]*representative{}}
	s.probe = w
	for more := true; more; more = w.descendLevel() {
		if _, err := search.ExploreCube(ctx, s, search.WholeTree, 0,
			func(matrix.Solution) bool { return true }); err != nil {
			return w, false
		}
	}
	return w, true
}

// strataSweep is one round. The links can reach a node only from the root, so each level takes one
// search, which follows the paths to all representatives of the level and branches there.
type strataSweep struct {
	probeCounts
	search          *LinkSearch
	random          *rand.Rand
	lots            int32
	level           int               // level of the representatives; -1 before the root
	representatives []*representative // in the order of the search
	next            int               // index of the current representative, or of the next one on the way
	sharedBranches  int               // number of branches that its path shares with the current path
	strata          map[stratum]*representative
	dead            bool // whether the last node has no branches; no later search returns to it
	sampledNodes    int
}

// stratum is the class of nodes that look alike: the number of branches, the total number of
// options of the active items in steps of a fifth, and a random lot, so that several nodes of each
// class are followed.
type stratum struct{ branches, options, lot int32 }

// representative is a node that stands for all nodes of its stratum, with their total weight.
type representative struct {
	path   []int32 // branches, counted from 0
	weight float64
}

// nextWeight returns the weight of the nodes one level below the current representative.
func (w *strataSweep) nextWeight() float64 {
	if w.level < 0 {
		return 1
	}
	return w.representatives[w.next].weight
}

func (w *strataSweep) probeNode(level int) {
	if level == w.level+1 {
		w.nodes += w.nextWeight()
	}
}

func (w *strataSweep) probeUpdates(level int, updates int64) {
	if level == w.level+1 || w.dead && level == w.level+2 {
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
func (w *strataSweep) chooseBranches(level int, of int32) (from, to int32) {
	if level <= w.level {
		return 0, of
	}
	if w.dead = of == 0; !w.dead {
		w.sampleNode(of)
	}
	return 0, 0
}

// sampleNode adds a node to its stratum. It becomes the representative with the probability of its
// share of the stratum's weight.
func (w *strataSweep) sampleNode(branches int32) {
	k, weight := stratum{branches, w.search.openOptionsClass(), w.random.Int32N(w.lots)}, w.nextWeight()
	r := w.strata[k]
	if r == nil {
		r = &representative{}
		w.strata[k] = r
	}
	if r.weight += weight; w.random.Float64()*r.weight < weight {
		r.path = r.path[:0]
		for _, st := range w.search.path[:w.level+1] {
			r.path = append(r.path, st.tried-1)
		}
	}
}

// openOptionsClass returns the class of the total number of options of the active items, in steps
// of about a fifth.
func (s *LinkSearch) openOptionsClass() int32 {
	total := uint32(0)
	for i := s.headers[root].right; i != root; i = s.headers[i].right {
		total += uint32(s.headers[i].len)
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
	if w.next == len(w.representatives) || w.sharedBranches < level ||
		w.representatives[w.next].path[level] != st.tried-1 {
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
	if w.next++; w.next == len(w.representatives) {
		return
	}
	before, path := w.representatives[w.next-1].path, w.representatives[w.next].path
	for w.sharedBranches = 0; before[w.sharedBranches] == path[w.sharedBranches]; {
		w.sharedBranches++
	}
}

// descendLevel makes the sampled nodes the representatives of the next level. It returns false if
// there are none.
func (w *strataSweep) descendLevel() bool {
	w.level++
	w.representatives, w.next, w.sharedBranches = w.representatives[:0], 0, 0
	for _, r := range w.strata {
		w.representatives = append(w.representatives, r)
	}
	clear(w.strata)
	slices.SortFunc(w.representatives, func(a, b *representative) int { return slices.Compare(a.path, b.path) })
	w.sampledNodes += len(w.representatives)
	return len(w.representatives) > 0
}
