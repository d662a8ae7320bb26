package dlx

// relaxation is a problem without some of its conditions, which are the rows. A weight of each row is the price of
// breaking it, so each set of weights gives a lower bound on the costs of solutions (a Lagrangian relaxation).
type relaxation interface {
	weightedRows() []int32            // rows that have weights at the node
	lowerBound(weights []int64) int64 // bound for weights, in units
	// findSlope stores the subgradient of the bound for the weights of the last call of lowerBound.
	findSlope(weights []int64)
	// isNeverPositive reports whether a row can only be covered too often, so that its weight is at most 0.
	isNeverPositive(row int32) bool
}

var _, _ relaxation = (*boundFilter)(nil), (*forestBound)(nil)

// weightSteps improves the weights of a relaxation by steps of a subgradient method, as in weights.go.
type weightSteps struct {
	maxWeight float64   // largest absolute value that a weight may get, in units, so that no sum overflows
	trial     []int64   // for each row, the weight that is tried
	best      []int64   // for each row, the best weight that was tried
	slope     []int64   // for each row, the subgradient of the bound at the weights tried last
	direction []float64 // for each row, the direction of the last step
}

func newWeightSteps(rowCount int, maxWeight float64) weightSteps {
	return weightSteps{maxWeight, make([]int64, rowCount), make([]int64, rowCount), make([]int64, rowCount),
		make([]float64, rowCount)}
}

// begin sets the weights that are tried to the given ones.
func (s *weightSteps) begin(rows []int32, weights []int64) {
	for _, row := range rows {
		s.trial[row], s.best[row], s.direction[row] = weights[row], weights[row], 0
	}
}

// maxSteps bounds the number of steps that improve the weights at a node. A set covering of 100 rows and 400 columns
// takes 6,000 nodes with 20 steps, 8,000 with 10, and 51,000 with 5; more than 20 steps save few nodes.
const maxSteps = 20

// improve looks for better weights than the given ones, whose bound is first. It returns the best bound that it finds,
// and ends early if that bound exceeds the limit. All three are in units, of which unit are a cost of 1.
func (s *weightSteps) improve(r relaxation, weights []int64, first, limit, unit int64) int64 {
	s.begin(r.weightedRows(), weights)
	bound, best := first, first
	for step := range maxSteps {
		// The steps end if the gap to the limit is more than half of the gain so far for each remaining step.
		if best > limit || step > 1 && limit-best > (best-first)/2*int64(maxSteps-step) ||
			!s.step(r, limit+unit-bound) {
			break
		}
		if bound = r.lowerBound(s.trial); bound > best {
			best = bound
			copy(s.best, s.trial)
		}
	}
	return best
}

// step moves the weights that are tried along the direction, so far that a linear bound would grow by gap. It returns
// false if the bound is greatest where it is.
func (s *weightSteps) step(r relaxation, gap int64) bool {
	r.findSlope(s.trial)
	square := 0.0
	for _, row := range r.weightedRows() {
		s.direction[row] = float64(s.slope[row]) + float64(directionKept*s.direction[row])
		square += float64(s.direction[row] * s.direction[row])
	}
	if square == 0 {
		return false
	}
	size := float64(gap) / square
	for _, row := range r.weightedRows() {
		w := float64(s.trial[row]) + float64(size*s.direction[row])
		s.trial[row] = int64(max(-s.maxWeight, min(s.maxWeight, w)))
		if r.isNeverPositive(row) {
			s.trial[row] = min(0, s.trial[row])
		}
	}
	return true
}

// filterPath holds the nodes on the path to the current one, after an entry for the whole problem.
type filterPath []filteredNode

// filteredNode is a node on the path to the current one, with its weights and what was decided when it was filtered.
type filteredNode struct {
	weights         []int64 // weights of the items, in units: ownWeights, or those of the parent
	ownWeights      []int64 // memory for weights that are better than the parent's weights
	limit           int64   // cost limit when the node was filtered
	chosen, removed int     // number of options chosen; number of options that had left the lists
}

// enter returns the entry of a node of the search, which begins with the weights of its parent. It reports whether
// nothing has changed since the parent was filtered, with the same limit.
func (p *filterPath) enter(n *Node, limit int64) (here *filteredNode, isLikeParent bool) {
	level := n.Level() + 1
	if level == len(*p) {
		*p = append(*p, filteredNode{})
	}
	here, parent := &(*p)[level], &(*p)[level-1]
	here.weights, here.limit, here.chosen, here.removed = parent.weights, limit, n.Depth(), n.RemovedCount()
	return here, level > 1 && limit == parent.limit && here.chosen == parent.chosen && here.removed == parent.removed
}

// keepWeights gives a node weights of its own, which are copied.
func (f *filteredNode) keepWeights(weights []int64) {
	f.ownWeights = append(f.ownWeights[:0], weights...)
	f.weights = f.ownWeights
}
