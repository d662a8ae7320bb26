package oracle

// Small sets of clues determine a solution.
//
// Clues are statements about one solution. A counterexample is another solution. Clues are
// sufficient if each counterexample contradicts at least one of them. In other words, they hit, for
// each counterexample, the set of the clues that are false for it. The input is a number of clues
// and a function that looks for a counterexample. The output is a sufficient set of clues that is
// minimal, or one with the fewest clues. This code does not know what clues and solutions are.
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

// Counterexample looks for another solution that satisfies all kept clues. It returns the clues
// that are false for it, or nil if there is no such solution. If gone is not negative, clue gone is
// not kept, and it is false for every other solution that the kept clues allow.
type Counterexample func(ctx context.Context, kept []bool, gone int) (out []int, err error)

// ErrAmbiguous is the error if another solution satisfies all clues.
var ErrAmbiguous = errors.New("all clues together leave more than one solution")

// MinimalClues removes clues in the given order, as long as the rest is sufficient. In the result
// each clue is needed. If done is not nil and returns true, the removal ends early.
//
// One round is enough: a clue that is needed in a set is needed in each smaller set as well.
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
	Kept []bool // the clue is in the set, by clue
	// Clues is the number of clues in the set. Least is a lower bound of the number of clues in any
	// sufficient set. If the two are equal, no set is smaller.
	Clues, Least int
}

// SearchLimits bounds the work of [FewestClues]. It bounds counts and not time, so that the result
// is the same on every machine.
type SearchLimits struct {
	Tries           int // number of orders in which clues are removed
	Counterexamples int // number of counterexamples that are collected
	Nodes           int // number of nodes of one search for a hitting set
}

// unguidedOrders is the number of random orders before the orders that use the best set so far.
const unguidedOrders = 20

// FewestClues looks for a smallest sufficient set of n clues, within its limits. The result is
// minimal in any case. If an error ends the work, the result is the best set so far, if there is
// one.
//
// (1) Minimal sets from random orders are upper bounds. Later orders remove most clues of the best
// set last, so that they lead to sets near it. (2) The smallest set that hits all known
// counterexamples is a lower bound. (3) If that set is sufficient, it is a smallest one. (4) If
// not, there is a new counterexample. It is replaced by one that contradicts fewer clues, as long
// as there is one. Then (2) follows again.
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

// offerClues replaces the set by kept, a sufficient set, unless kept is larger.
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

// nearestCounterexample starts from a counterexample that contradicts the clues out. It looks for
// another one that contradicts only clues among these, and as few as possible. It returns the clues
// that this one contradicts.
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

// hittingSet returns a smallest set that has an element of each of the sets, and a lower bound of
// its size. The size must be below bound, and least is a known lower bound. If no set is found, ok
// is false; then the lower bound is bound itself if the node limit was large enough.
func hittingSet(sets []matrix.BitSet, n, least, bound, nodes int) (hit matrix.BitSet, atLeast int, ok bool) {
	s := &hitSearch{sets: sets, elementCount: n, chosen: matrix.NewBitSet(n), excluded: matrix.NewBitSet(n),
		nodesLeft: nodes}
	for least = max(least, s.countDisjoint()); least < bound; least++ {
		if s.maxChosen = least; s.completeChoice(0) {
			return s.chosen, least, true
		}
		if s.nodesLeft < 0 {
			break
		}
	}
	return nil, least, false
}

// hitSearch is a search for a smallest hitting set.
type hitSearch struct {
	sets             []matrix.BitSet
	elementCount     int           // number of possible elements
	chosen, excluded matrix.BitSet // chosen elements; elements that may not be chosen
	maxChosen        int           // largest number of elements to choose
	nodesLeft        int           // number of nodes that may still be visited
}

// completeChoice adds elements to a choice of size elements until it hits all sets. It reports
// whether that succeeded.
func (s *hitSearch) completeChoice(size int) bool {
	if s.nodesLeft--; s.nodesLeft < 0 || size+s.countDisjoint() > s.maxChosen {
		return false
	}
	set := s.smallestOpenSet()
	if set == nil {
		return true
	}
	tried := s.orderByUse(set)
	for _, k := range tried {
		s.chosen.Insert(k)
		if s.completeChoice(size + 1) {
			return true
		}
		s.chosen.Remove(k)
		s.excluded.Insert(k)
	}
	for _, k := range tried {
		s.excluded.Remove(k)
	}
	return false
}

func (s *hitSearch) openSets(yield func(matrix.BitSet) bool) {
	for _, set := range s.sets {
		if !haveCommon(set, s.chosen) && !yield(set) {
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

// smallestOpenSet returns the open set with the fewest elements that may be chosen, or nil. A set
// is open if none of its elements is chosen.
func (s *hitSearch) smallestOpenSet() (best matrix.BitSet) {
	fewest := s.elementCount + 1
	for set := range s.openSets {
		if n := s.freeElements(set).Len(); n < fewest {
			best, fewest = set, n
		}
	}
	return best
}

// countDisjoint returns the number of open sets, selected greedily, that share no element that may
// be chosen. Each needs an element of its own, so the number is a lower bound.
func (s *hitSearch) countDisjoint() (n int) {
	used := matrix.NewBitSet(s.elementCount)
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

// orderByUse returns the elements of a set that may be chosen, sorted by the number of open sets
// that contain them, the largest number first.
func (s *hitSearch) orderByUse(set matrix.BitSet) []int {
	use := make([]int, s.elementCount)
	for other := range s.openSets {
		for k := range other.EachNumber {
			use[k]++
		}
	}
	order := slices.Collect(s.freeElements(set).EachNumber)
	slices.SortStableFunc(order, func(i, j int) int { return use[j] - use[i] })
	return order
}
