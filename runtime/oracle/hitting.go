package oracle

// Small sets of clues determine a solution.
//
// Clues are statements about one solution, and a counterexample is another solution. Clues are
// sufficient if they rule out every counterexample: if they hit, for each counterexample, the set
// of the clues that are false for it. The input is a number of clues and a function that looks for
// a counterexample; the output is a set of clues that is sufficient and minimal, or one with the
// fewest clues. Nothing here knows what clues and solutions are.
//
// Sources: the fewest are found as an implicit hitting set, E. Moreno-Centeno and R. M. Karp, "The
// implicit hitting set approach to solve combinatorial optimization problems", Operations Research
// 61 (2013). G. McGuire, B. Tugemann and G. Civario used it on sudokus, "There is no 16-clue
// sudoku", Experimental Mathematics 23 (2014), where a set of cells that differ between two grids
// is called unavoidable.

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
)

// Counterexample looks for another solution that the kept clues do not rule out. It returns the
// clues that rule it out, none of which is kept, or nil if there is no such solution. If gone is
// not negative, clue gone is not kept, and it rules out every solution that the kept clues leave.
type Counterexample func(ctx context.Context, kept []bool, gone int) (out []int, err error)

// ErrAmbiguous is the error if all clues together do not rule out every counterexample.
var ErrAmbiguous = errors.New("all clues together leave more than one solution")

// MinimalClues removes clues in the given order, as long as the rest is sufficient. In the result
// each clue is needed, unless done, if it is not nil, has returned true before and ended the
// removal.
//
// One round is enough: a clue that a larger set needs, a smaller set needs as well.
func MinimalClues(ctx context.Context, order []int, done func(kept []bool) bool,
	counterexample Counterexample) ([]bool, error) {
	kept := slices.Repeat([]bool{true}, len(order))
	if out, err := counterexample(ctx, kept, -1); err != nil {
		return nil, err
	} else if out != nil {
		return nil, ErrAmbiguous
	}
	for _, k := range order {
		if done != nil && done(kept) {
			break
		}
		kept[k] = false
		out, err := counterexample(ctx, kept, k)
		if err != nil {
			return nil, err
		}
		kept[k] = out != nil
	}
	return kept, nil
}

// SufficientSet is a sufficient set of clues.
type SufficientSet struct {
	Kept []bool
	// Clues is the number of clues, and Least a lower bound of the number of any sufficient set. If the
	// two are equal, no set is smaller.
	Clues, Least int
}

// SearchLimits bounds the work of [FewestClues]. It bounds counts and not time, so that the result
// is the same on every machine.
type SearchLimits struct {
	Tries           int // number of orders in which clues are removed
	Counterexamples int // number of counterexamples that are collected
	Nodes           int // number of nodes of one search for a hitting set
}

// unguidedOrders is the number of random orders that do not use the best set so far.
const unguidedOrders = 20

// FewestClues looks for a smallest sufficient set of n clues, within its limits. The result is
// minimal in any case. If an error ends the work, the result is the best set so far, if there is
// one.
//
// (1) Minimal sets from random orders bound the number from above. Later orders remove most clues
// of the best set last, so that they lead to sets near it. (2) The smallest set that hits all known
// counterexamples bounds the number from below. (3) If that set is sufficient, it is a smallest
// one. (4) If not, there is a new counterexample. It is replaced by one that fewer clues rule out,
// as long as there is one, and (2) follows again.
func FewestClues(ctx context.Context, n int, e SearchLimits, r *rand.Rand,
	counterexample Counterexample) (SufficientSet, error) {
	best := SufficientSet{Clues: n + 1}
	for k := range max(1, e.Tries) {
		order := r.Perm(n)
		if k >= unguidedOrders {
			best.spareKept(order, r)
		}
		kept, err := MinimalClues(ctx, order, nil, counterexample)
		if err != nil {
			return best, err
		}
		best.offerClues(kept)
	}
	var counterexamples []matrix.BitSet
	for range e.Counterexamples {
		hit, least, ok := hittingSet(counterexamples, n, best.Least, best.Clues, e.Nodes)
		best.Least = max(best.Least, min(least, best.Clues))
		if !ok || best.Least == best.Clues {
			break
		}
		kept := make([]bool, n)
		for k := range hit.EachNumber {
			kept[k] = true
		}
		out, err := counterexample(ctx, kept, -1)
		if err != nil {
			return best, err
		}
		if out == nil {
			best.offerClues(kept)
			break
		}
		set, err := nearestCounterexample(ctx, n, out, counterexample)
		if err != nil {
			return best, err
		}
		at, _ := slices.BinarySearchFunc(counterexamples, set,
			func(a, b matrix.BitSet) int { return a.Len() - b.Len() })
		counterexamples = slices.Insert(counterexamples, at, set)
	}
	return best, nil
}

// offerClues replaces the set by another sufficient one that is not larger.
func (f *SufficientSet) offerClues(kept []bool) {
	n := 0
	for _, k := range kept {
		if k {
			n++
		}
	}
	if n <= f.Clues {
		f.Kept, f.Clues = kept, n
	}
}

// spareKept moves three quarters of the kept clues to the end of an order, at random.
func (f *SufficientSet) spareKept(order []int, r *rand.Rand) {
	end := make([]int, len(order))
	for _, k := range order {
		if f.Kept[k] && r.IntN(4) > 0 {
			end[k] = 1
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return end[i] - end[j] })
}

// nearestCounterexample starts from a counterexample that the clues out rule out. It looks for
// another one that is ruled out only by clues among those, and by as few as possible, and returns
// these clues.
func nearestCounterexample(ctx context.Context, n int, out []int,
	counterexample Counterexample) (matrix.BitSet, error) {
	kept := allBut(n, out)
	for _, k := range out {
		if kept[k] {
			continue
		}
		kept[k] = true
		nearer, err := counterexample(ctx, kept, -1)
		switch {
		case err != nil:
			return nil, err
		case nearer == nil:
			kept[k] = false
		default:
			kept = allBut(n, nearer)
		}
	}
	set := matrix.NewBitSet(n)
	for k := range kept {
		if !kept[k] {
			set.Insert(k)
		}
	}
	return set, nil
}

func allBut(n int, out []int) []bool {
	kept := slices.Repeat([]bool{true}, n)
	for _, k := range out {
		kept[k] = false
	}
	return kept
}

// hittingSet returns a smallest set that has an element of each of the sets, if it has fewer
// elements than bound, and its size. Least is a lower bound of the size. If no set is found, ok is
// false, and atLeast is a lower bound, which is bound itself if the nodes were enough.
func hittingSet(sets []matrix.BitSet, n, least, bound, nodes int) (hit matrix.BitSet, atLeast int, ok bool) {
	s := &hitSearch{sets: sets, n: n, in: matrix.NewBitSet(n), excluded: matrix.NewBitSet(n), nodes: nodes}
	for least = max(least, s.countDisjoint()); least < bound; least++ {
		if s.most = least; s.completeChoice(0) {
			return s.in, least, true
		}
		if s.nodes < 0 {
			break
		}
	}
	return nil, least, false
}

// hitSearch is a search for a smallest hitting set.
type hitSearch struct {
	sets         []matrix.BitSet
	n            int
	in, excluded matrix.BitSet // chosen elements, and elements that may not be chosen
	most         int           // largest number of chosen elements
	nodes        int           // number of nodes that may still be visited
}

// completeChoice completes a choice of size elements to a hitting set, and reports whether it
// could.
func (s *hitSearch) completeChoice(size int) bool {
	if s.nodes--; s.nodes < 0 || size+s.countDisjoint() > s.most {
		return false
	}
	set := s.smallestOpenSet()
	if set == nil {
		return true
	}
	tried := s.orderByUse(set)
	for _, k := range tried {
		s.in.Insert(k)
		if s.completeChoice(size + 1) {
			return true
		}
		s.in.Remove(k)
		s.excluded.Insert(k)
	}
	for _, k := range tried {
		s.excluded.Remove(k)
	}
	return false
}

func (s *hitSearch) openSets(yield func(matrix.BitSet) bool) {
	for _, set := range s.sets {
		if !haveCommon(set, s.in) && !yield(set) {
			return
		}
	}
}

func haveCommon(a, b matrix.BitSet) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}

// freeElements returns the elements of a set that may be chosen.
func (s *hitSearch) freeElements(set matrix.BitSet) matrix.BitSet {
	free := slices.Clone(set)
	for w := range free {
		free[w] &^= s.excluded[w]
	}
	return free
}

// smallestOpenSet returns an open set with the fewest elements that may be chosen, or nil. A set is
// open if no element of it is chosen.
func (s *hitSearch) smallestOpenSet() (best matrix.BitSet) {
	fewest := s.n + 1
	for set := range s.openSets {
		if n := s.freeElements(set).Len(); n < fewest {
			best, fewest = set, n
		}
	}
	return best
}

// countDisjoint counts open sets, selected greedily, that share no element that may be chosen. Each
// needs an element of its own, so their number is a lower bound.
func (s *hitSearch) countDisjoint() (n int) {
	used := matrix.NewBitSet(s.n)
	for set := range s.openSets {
		free := s.freeElements(set)
		if !haveCommon(free, used) {
			n++
			for w := range used {
				used[w] |= free[w]
			}
		}
	}
	return n
}

// orderByUse lists the elements of a set that may be chosen, those in the most open sets first.
func (s *hitSearch) orderByUse(set matrix.BitSet) []int {
	use := make([]int, s.n)
	for other := range s.openSets {
		for k := range other.EachNumber {
			use[k]++
		}
	}
	order := slices.Collect(s.freeElements(set).EachNumber)
	slices.SortStableFunc(order, func(i, j int) int { return use[j] - use[i] })
	return order
}
