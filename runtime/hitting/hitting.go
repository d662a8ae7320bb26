// Package hitting finds few clues that are enough.
//
// Clues say something about one solution, and a rival is another solution. Clues are enough if
// they rule out every rival: if they hit, for each rival, the set of the clues that are not true
// of it. The input is a number of clues and a function that looks for a rival, the output clues
// that are enough and of which none can go, or the fewest that are. The package knows nothing of
// what clues and solutions are.
//
// Sources: the fewest are found as an implicit hitting set, E. Moreno-Centeno and R. M. Karp,
// "The implicit hitting set approach to solve combinatorial optimization problems", Operations
// Research 61 (2013). G. McGuire, B. Tugemann and G. Civario used it on sudokus, "There is no
// 16-clue sudoku", Experimental Mathematics 23 (2014), where a set of cells that differ between
// two grids is called unavoidable.
package hitting

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
)

// Counterexample looks for a rival that the kept clues do not rule out, and returns the clues that do,
// which are not kept; none if there is no such rival. If gone is not negative, clue gone is not
// kept, and all rivals that the kept clues do not rule out are known to be ruled out by it.
type Counterexample func(ctx context.Context, kept []bool, gone int) (out []int, err error)

// ErrAmbiguous says that not even all clues together rule out every rival.
var ErrAmbiguous = errors.New("all clues together leave more than one solution")

// MinimalClues leaves out clues in the given order, as long as those kept are enough. Then each of them is
// needed, unless done, if it is not nil, said before that there is no more to leave out.
//
// One round is enough: a clue that is needed beside others is needed beside fewer.
func MinimalClues(ctx context.Context, order []int, done func(kept []bool) bool, rival Counterexample) ([]bool, error) {
	kept := slices.Repeat([]bool{true}, len(order))
	if out, err := rival(ctx, kept, -1); err != nil {
		return nil, err
	} else if out != nil {
		return nil, ErrAmbiguous
	}
	for _, k := range order {
		if done != nil && done(kept) {
			break
		}
		kept[k] = false
		out, err := rival(ctx, kept, k)
		if err != nil {
			return nil, err
		}
		kept[k] = out != nil
	}
	return kept, nil
}

// SufficientSet is clues that are enough.
type SufficientSet struct {
	Kept []bool
	// Clues is how many they are, and Least how many are needed at least: if the two are
	// equal, there are no fewer.
	Clues, Least int
}

// SearchLimits bounds the work of [FewestClues]. It is counted, and not timed, so that the result is the
// same on every machine.
type SearchLimits struct {
	Tries           int // orders in which clues are left out
	Counterexamples int // that are collected
	Nodes           int // of one search for a hitting set
}

// unguidedOrders is how many orders do not care for the best clues so far.
const unguidedOrders = 20

// FewestClues looks for the fewest of n clues that are enough, as far as the effort goes. Those that it
// returns are minimal in any case. If an error ends it, they are the best so far, if there are some.
//
// (1) Minimal sets in random orders bound the number from above, then those in orders that leave out most of the
// best set last: so it goes from a set to others near it. (2) The smallest set that hits
// all rivals known bounds it from below. (3) If that set is enough, it is one of the fewest. (4) If
// not, there is another rival; it is replaced by rivals that are ruled out by fewer clues, until
// there is none. Then (2) again.
func FewestClues(ctx context.Context, n int, e SearchLimits, r *rand.Rand, rival Counterexample) (SufficientSet,
	error) {
	best := SufficientSet{Clues: n + 1}
	for k := range max(1, e.Tries) {
		order := r.Perm(n)
		if k >= unguidedOrders {
			best.spareKept(order, r)
		}
		kept, err := MinimalClues(ctx, order, nil, rival)
		if err != nil {
			return best, err
		}
		best.offerClues(kept)
	}
	var rivals []matrix.BitSet
	for range e.Counterexamples {
		hit, least, ok := hittingSet(rivals, n, best.Least, best.Clues, e.Nodes)
		best.Least = max(best.Least, min(least, best.Clues))
		if !ok || best.Least == best.Clues {
			break
		}
		kept := make([]bool, n)
		for k := range hit.EachNumber {
			kept[k] = true
		}
		out, err := rival(ctx, kept, -1)
		if err != nil {
			return best, err
		}
		if out == nil {
			best.offerClues(kept)
			break
		}
		set, err := nearestCounterexample(ctx, n, out, rival)
		if err != nil {
			return best, err
		}
		at, _ := slices.BinarySearchFunc(rivals, set, func(a, b matrix.BitSet) int { return a.Len() - b.Len() })
		rivals = slices.Insert(rivals, at, set)
	}
	return best, nil
}

// offerClues takes clues that are enough if they are not more.
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

// spareKept moves clues to the end of an order, three of four that are kept.
func (f *SufficientSet) spareKept(order []int, r *rand.Rand) {
	end := make([]int, len(order))
	for _, k := range order {
		if f.Kept[k] && r.IntN(4) > 0 {
			end[k] = 1
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return end[i] - end[j] })
}

// nearestCounterexample finds a rival that is ruled out by some of the clues that rule out another one, and such
// that no rival is ruled out by fewer of those. It returns these clues.
func nearestCounterexample(ctx context.Context, n int, out []int, rival Counterexample) (matrix.BitSet, error) {
	kept := allBut(n, out)
	for _, k := range out {
		if kept[k] {
			continue
		}
		kept[k] = true
		nearer, err := rival(ctx, kept, -1)
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

// hittingSet finds a smallest set that has an element of each set, of which every one has at least so many
// elements, if it is smaller than a bound. Every such set has at least as many elements as least. Ok tells whether one
// was found; if not, and the nodes have lasted, least is the bound.
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
	in, excluded matrix.BitSet // elements that are chosen, and that may not be
	most         int           // so many may be chosen
	nodes        int           // that are left
}

// completeChoice completes a choice of so many elements, if it can be.
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

// freeElements returns the elements of a set that may still be chosen.
func (s *hitSearch) freeElements(set matrix.BitSet) matrix.BitSet {
	free := slices.Clone(set)
	for w := range free {
		free[w] &^= s.excluded[w]
	}
	return free
}

// smallestOpenSet returns an open set with the fewest elements that may be chosen, or nil.
func (s *hitSearch) smallestOpenSet() (best matrix.BitSet) {
	fewest := s.n + 1
	for set := range s.openSets {
		if n := s.freeElements(set).Len(); n < fewest {
			best, fewest = set, n
		}
	}
	return best
}

// countDisjoint chooses open sets, as they come, that have no element in common that may be chosen.
// Each of them wants one of its own.
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

// orderByUse lists the elements of a set that may be chosen, those first that hit most open sets.
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
