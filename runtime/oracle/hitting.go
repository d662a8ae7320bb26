package oracle

// This file finds small sets of clues that determine a solution.
//
// Clues are statements about one solution of a puzzle. A counterexample is another solution. A set of clues is
// sufficient if at least one of its clues is false for each counterexample. So it is a hitting set: it contains an
// element of each set of clues that are false for a counterexample. The input is a number of clues and a function
// that looks for counterexamples. The output is a sufficient set of clues that is minimal, or one with the fewest
// clues. The code must not know what clues and solutions are.
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

// Counterexample is a function that looks for another solution for which all kept clues are true. It returns the clues
// that are false for that solution, or nil if there is no such solution. The argument removed is a hint: if it is not
// negative, it is a clue that is not kept, and every counterexample contradicts this clue.
type Counterexample func(ctx context.Context, kept []bool, removed int) (falseClues []int, err error)

// ErrAmbiguous is the error for clues that are not sufficient, even all together.
var ErrAmbiguous = errors.New("all clues together leave more than one solution")

// MinimalClues returns a sufficient set of clues in which each clue is needed. It tries to remove each clue, in the
// given order, and removes it if the remaining clues are sufficient. If done is not nil and returns true, the removal
// ends early.
//
// One round is enough, because a clue that is needed in a set is needed in each smaller set as well.
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
	KeptClues []bool // whether each clue is in the set
	// ClueCount is the number of clues in the set. LowerBound is a lower bound of the number of clues in any
	// sufficient set. If the two are equal, no sufficient set is smaller.
	ClueCount, LowerBound int
}

// SearchLimits bounds the work of [FewestClues]. It bounds counts and not time, so that the result
// is the same on every machine.
type SearchLimits struct {
	MaxOrders          int // number of orders in which clues are removed
	MaxCounterexamples int // number of counterexamples that are collected
	MaxNodes           int // number of nodes of one search for a hitting set
}

// randomOrderCount is the number of orders of the clues, tried first, that are fully random. Later orders depend on the
// best set so far.
const randomOrderCount = 20

// FewestClues looks for a smallest sufficient set of n clues, within its limits. In any case each clue of the result
// is needed. If an error ends the work, the result is the best set so far, if there is one.
//
// (1) Minimal sets from random orders give an upper bound. Later orders remove most clues of the best set last, so
// that they lead to similar sets. (2) The size of a smallest hitting set of all known counterexamples is a lower
// bound. (3) If that hitting set is sufficient, it is the result. (4) Otherwise there is a new counterexample. It is
// replaced by one that contradicts fewer clues, as often as possible. Then step (2) is repeated.
func FewestClues(ctx context.Context, n int, e SearchLimits, r *rand.Rand,
	counterexample Counterexample) (SufficientSet, error) {
	best := SufficientSet{ClueCount: n + 1}
	for k := range max(1, e.MaxOrders) {
		order := r.Perm(n)
		if k >= randomOrderCount {
			best.moveKeptToEnd(order, r)
		}
		kept, err := MinimalClues(ctx, order, nil, counterexample)
		if err != nil {
			return best, err
		}
		best.replaceIfSmaller(kept)
	}
	var counterexamples []matrix.BitSet
	for range e.MaxCounterexamples {
		hit, least, ok := smallestHittingSet(counterexamples, n, best.LowerBound, best.ClueCount, e.MaxNodes)
		best.LowerBound = max(best.LowerBound, min(least, best.ClueCount))
		if !ok || best.LowerBound == best.ClueCount {
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
			best.replaceIfSmaller(kept)
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

// replaceIfSmaller replaces the set by another sufficient set, whose clues are marked in kept, unless that is larger.
func (f *SufficientSet) replaceIfSmaller(kept []bool) {
	n := 0
	for _, k := range kept {
		if k {
			n++
		}
	}
	if n <= f.ClueCount {
		f.KeptClues, f.ClueCount = kept, n
	}
}

// moveKeptToEnd moves three quarters of the kept clues, chosen at random, to the end of an order.
func (f *SufficientSet) moveKeptToEnd(order []int, r *rand.Rand) {
	end := make([]int, len(order))
	for _, k := range order {
		if f.KeptClues[k] && r.IntN(4) > 0 {
			end[k] = 1
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return end[i] - end[j] })
}

// nearestCounterexample searches for a counterexample that contradicts few clues. The argument falseClues holds the
// clues that a known counterexample contradicts. The result holds the clues that the new one contradicts, which are
// some of falseClues.
func nearestCounterexample(ctx context.Context, n int, falseClues []int,
	counterexample Counterexample) (matrix.BitSet, error) {
	kept := allKeptExcept(n, falseClues)
	for _, k := range falseClues {
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
			kept = allKeptExcept(n, nearer)
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

func allKeptExcept(n int, removed []int) []bool {
	kept := slices.Repeat([]bool{true}, n)
	for _, k := range removed {
		kept[k] = false
	}
	return kept
}

// smallestHittingSet returns a smallest set of elements below n that contains an element of each of the given sets, if
// its size is below bound. It also returns a lower bound of the size of such sets. The argument least is a lower bound
// that is known already. If no set is found, ok is false; then the returned lower bound is at least the argument bound,
// unless the search exceeded the given number of nodes.
func smallestHittingSet(sets []matrix.BitSet, n, least, bound, nodes int) (hit matrix.BitSet, atLeast int, ok bool) {
	s := &hittingSetSearch{setsToHit: sets, elementCount: n, chosenElements: matrix.NewBitSet(n),
		excludedElements: matrix.NewBitSet(n),
		nodesLeft:        nodes}
	for least = max(least, s.countDisjointSets()); least < bound; least++ {
		if s.maxChosen = least; s.completeHittingSet(0) {
			return s.chosenElements, least, true
		}
		if s.nodesLeft < 0 {
			break
		}
	}
	return nil, least, false
}

// hittingSetSearch is a search for a smallest hitting set.
type hittingSetSearch struct {
	setsToHit                        []matrix.BitSet
	elementCount                     int           // number of possible elements
	chosenElements, excludedElements matrix.BitSet // chosen elements; elements that may not be chosen
	maxChosen                        int           // largest number of elements to choose
	nodesLeft                        int           // number of nodes that may still be visited
}

// completeHittingSet adds elements to the chosen ones, of which there are size, until the chosen elements hit all sets.
// It reports whether that succeeded.
func (s *hittingSetSearch) completeHittingSet(size int) bool {
	if s.nodesLeft--; s.nodesLeft < 0 || size+s.countDisjointSets() > s.maxChosen {
		return false
	}
	set := s.smallestOpenSet()
	if set == nil {
		return true
	}
	tried := s.elementsByUse(set)
	for _, k := range tried {
		s.chosenElements.Insert(k)
		if s.completeHittingSet(size + 1) {
			return true
		}
		s.chosenElements.Remove(k)
		s.excludedElements.Insert(k)
	}
	for _, k := range tried {
		s.excludedElements.Remove(k)
	}
	return false
}

func (s *hittingSetSearch) eachOpenSet(yield func(matrix.BitSet) bool) {
	for _, set := range s.setsToHit {
		if !haveCommonElement(set, s.chosenElements) && !yield(set) {
			return
		}
	}
}

func haveCommonElement(a, b matrix.BitSet) bool {
	for w := range a {
		if a[w]&b[w] != 0 {
			return true
		}
	}
	return false
}

// choosableElements returns the elements of a set that may be chosen.
func (s *hittingSetSearch) choosableElements(set matrix.BitSet) matrix.BitSet {
	free := slices.Clone(set)
	for w := range free {
		free[w] &^= s.excludedElements[w]
	}
	return free
}

// smallestOpenSet returns the open set with the fewest elements that may be chosen, or nil. A set
// is open if none of its elements is chosen.
func (s *hittingSetSearch) smallestOpenSet() (best matrix.BitSet) {
	fewest := s.elementCount + 1
	for set := range s.eachOpenSet {
		if n := s.choosableElements(set).Len(); n < fewest {
			best, fewest = set, n
		}
	}
	return best
}

// countDisjointSets returns the number of open sets, selected greedily, that share no element that may
// be chosen. Each needs an element of its own, so the number is a lower bound.
func (s *hittingSetSearch) countDisjointSets() (n int) {
	used := matrix.NewBitSet(s.elementCount)
	for set := range s.eachOpenSet {
		free := s.choosableElements(set)
		if !haveCommonElement(free, used) {
			n++
			for w := range used {
				used[w] |= free[w]
			}
		}
	}
	return n
}

// elementsByUse returns the elements of a set that may be chosen, sorted by the number of open sets
// that contain them, the largest number first.
func (s *hittingSetSearch) elementsByUse(set matrix.BitSet) []int {
	use := make([]int, s.elementCount)
	for other := range s.eachOpenSet {
		for k := range other.EachNumber {
			use[k]++
		}
	}
	order := slices.Collect(s.choosableElements(set).EachNumber)
	slices.SortStableFunc(order, func(i, j int) int { return use[j] - use[i] })
	return order
}
