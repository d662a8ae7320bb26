package dlx

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// minSamplingRounds is the least number of sampling rounds. Rounds are independent estimates, so their variance shows
// how reliable the mean is. maxNodesPerStratum is the largest number of nodes that a round follows in each class of
// similar nodes. A few large rounds are better than many small ones, because the result of a large round is hardly
// skewed.
const (
	minSamplingRounds  = 20
	maxNodesPerStratum = 256
)

// EstimateByStrata estimates the size of the search tree as [LinkSearch.EstimateSize] does, with far less variance. A
// round goes through the whole tree level by level. It divides the nodes of a level into strata, which are classes of
// similar nodes, and follows at most a fixed number of nodes of each. All rounds together branch at about the given
// number of nodes. There are at least minSamplingRounds rounds; if ctx is done, the estimate is that of the complete
// rounds. The chooser must be deterministic, because nodes are visited several times.
//
// Source: P. C. Chen, "Heuristic sampling: a method for predicting the performance of tree
// searching programs", SIAM Journal on Computing 21 (1992), 295-315.
func (s *LinkSearch) EstimateByStrata(ctx context.Context, r *rand.Rand, nodes int) Estimate {
	s.Reset()
	defer func() { s.prober = nil }()
	// only counts the nodes of a round, to choose the settings of the rounds; its estimate is not used
	first, ok := s.runSamplingRound(ctx, r, 1)
	lots := max(1, min(maxNodesPerStratum, nodes/minSamplingRounds/max(1, first.sampledNodes)))
	rounds := max(minSamplingRounds, nodes/(lots*max(1, first.sampledNodes)))
	var all probeTotals
	looked := 0
	for ; ok && all.probeCount < rounds; looked = first.sampledNodes + looked {
		if first, ok = s.runSamplingRound(ctx, r, lots); ok {
			all.addProbe(first.weightedCounts)
		}
	}
	e := all.makeEstimate()
	e.Probes = looked
	return e
}

// runSamplingRound makes one round, from the root down to the last level, which follows at most lots nodes of each
// class of similar nodes. It returns false if ctx ends the round.
func (s *LinkSearch) runSamplingRound(ctx context.Context, r *rand.Rand, lots int) (*samplingRound, bool) {
	w := &samplingRound{search: s, randomSource: r, nodesPerStratum: int32(lots), level: -1,
		representativeOf: map[stratum]*representative{}}
	s.prober = w
	for more := true; more; more = w.descendLevel() {
		if _, err := search.ExploreCube(ctx, s, search.WholeTree, 0,
			func(matrix.Solution) bool { return true }); err != nil {
			return w, false
		}
	}
	return w, true
}

// samplingRound is one round of an estimate by strata. The links can reach a node only from the root. So each level
// takes one search, which follows the paths to all representatives of the level and branches there.
type samplingRound struct {
	weightedCounts
	search          *LinkSearch
	randomSource    *rand.Rand
	nodesPerStratum int32             // number of nodes to follow in each class of similar nodes
	level           int               // level of the representatives in the search tree; -1 before the root
	representatives []*representative // nodes followed at the level, in the order in which the search reaches them
	nextIndex       int               // index of the representative that the search has reached, or will reach next
	// sharedBranches is the number of branches that the next representative's path shares with the current path.
	sharedBranches   int
	representativeOf map[stratum]*representative // representative of each class of similar nodes at the next level
	// whether the last node has no branches, so that no later search returns to it
	isDeadEnd    bool
	sampledNodes int // number of nodes at which this round has branched
}

// stratum is a class of similar nodes. They agree in the number of branches, in the total number of options of the
// active items (rounded to steps of a fifth), and in a random number, which divides large classes so that several nodes
// of each are followed.
type stratum struct{ branches, optionsClass, randomLot int32 }

// representative is a search node that stands for all nodes of its stratum, with their total weight.
type representative struct {
	path        []int32 // index of the branch at each level of the path to the node, counted from 0
	totalWeight float64 // total weight of the nodes that this one stands for
}

// weightBelow returns the weight of each child of the current representative.
func (w *samplingRound) weightBelow() float64 {
	if w.level < 0 {
		return 1
	}
	return w.representatives[w.nextIndex].totalWeight
}

func (w *samplingRound) probeNode(level int) {
	if level == w.level+1 {
		w.nodes += w.weightBelow()
	}
}

func (w *samplingRound) probeUpdates(level int, updates int64) {
	if level == w.level+1 || w.isDeadEnd && level == w.level+2 {
		w.updates += w.weightBelow() * float64(updates)
	}
}

func (w *samplingRound) probeSolution(level int) {
	if level == w.level+1 {
		w.solutions += w.weightBelow()
	}
}

// branchesToTry implements treeProber: nodes below the representatives are added to their strata, and none of their
// branches is tried.
func (w *samplingRound) branchesToTry(level int, branchCount int32) (from, to int32) {
	if level <= w.level {
		return 0, branchCount
	}
	if w.isDeadEnd = branchCount == 0; !w.isDeadEnd {
		w.sampleNode(branchCount)
	}
	return 0, 0
}

// sampleNode adds the current node, with the given number of branches, to its stratum. The node becomes the
// representative of the stratum with a probability equal to its share of the stratum's total weight.
func (w *samplingRound) sampleNode(branches int32) {
	k, weight := stratum{branches, w.search.openOptionsClass(), w.randomSource.Int32N(w.nodesPerStratum)},
		w.weightBelow()
	r := w.representativeOf[k]
	if r == nil {
		r = &representative{}
		w.representativeOf[k] = r
	}
	if r.totalWeight += weight; w.randomSource.Float64()*r.totalWeight < weight {
		r.path = r.path[:0]
		for _, st := range w.search.branchPath[:w.level+1] {
			r.path = append(r.path, st.branchNumber-1)
		}
	}
}

// openOptionsClass returns the total number of options of the active items, rounded to steps of about a fifth.
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
func (w *samplingRound) acceptsBranch(level int, st *branchStep) bool {
	if level == w.level {
		return true
	}
	if w.nextIndex == len(w.representatives) || w.sharedBranches < level ||
		w.representatives[w.nextIndex].path[level] != st.branchNumber-1 {
		return false
	}
	w.sharedBranches++ // from level to level+1
	return true
}

// closeNode implements treeProber: after a representative it moves to the next one.
func (w *samplingRound) closeNode(level int) {
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

// descendLevel makes the sampled nodes the representatives of the next level. It returns false if no node was sampled.
func (w *samplingRound) descendLevel() bool {
	w.level++
	w.representatives, w.nextIndex, w.sharedBranches = w.representatives[:0], 0, 0
	for _, r := range w.representativeOf {
		w.representatives = append(w.representatives, r)
	}
	clear(w.representativeOf)
	slices.SortFunc(w.representatives, func(a, b *representative) int { return slices.Compare(a.path, b.path) })
	w.sampledNodes += len(w.representatives)
	return len(w.representatives) > 0
}
