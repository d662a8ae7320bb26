package staged_test

import (
	"fmt"
	"slices"

	"quadrille/runtime/engine/staged"
)

// bruteSolver finds the solutions by the definition: it tries every sequence of mappings, and for each sequence every
// way to give each source a piece.
type bruteSolver struct {
	*staged.DissectionProblem
	mappings []int
	piece    []int32
	taken    []bool
	size     []int
	out      []string

	// The numbers of sequences at the key points of the seed.
	covering, past, forced, unsettled int
	matchings                         []string // the matching problems with their moves, and those that are left
}

func newBruteSolver(p *staged.DissectionProblem) *bruteSolver {
	return &bruteSolver{DissectionProblem: p, piece: make([]int32, p.SourceCount), taken: make([]bool, p.TargetCount),
		size: make([]int, p.PieceCount)}
}

// eachSequence calls a function for each sequence of mappings.
func (b *bruteSolver) eachSequence(each func()) {
	if len(b.mappings) == b.PieceCount {
		each()
		return
	}
	for m := range b.ShiftCount * b.MotionCount {
		if len(b.mappings) == 0 && !b.FirstPieceMotions[m%b.MotionCount] {
			continue
		}
		if k := len(b.mappings); k > 0 && (m/b.MotionCount < b.mappings[k-1]/b.MotionCount || m == b.mappings[k-1]) {
			continue
		}
		b.mappings = append(b.mappings, m)
		b.eachSequence(each)
		b.mappings = b.mappings[:len(b.mappings)-1]
	}
}

// assignPieces tries all ways to give a piece to source a and to each later source.
func (b *bruteSolver) assignPieces(a int) {
	if a == b.SourceCount {
		if slices.Min(b.size) >= b.MinPieceCells && slices.Max(b.size) <= b.MaxPieceCells {
			b.out = append(b.out, fmt.Sprint(b.mappings, b.piece))
		}
		return
	}
	for k, m := range b.mappings {
		to := b.TargetsByMapping[m][a]
		if to < 0 || b.taken[to] {
			continue
		}
		b.taken[to], b.piece[a] = true, int32(k)
		b.size[k]++
		b.assignPieces(a + 1)
		b.size[k]--
		b.taken[to] = false
	}
}

func bruteForce(p *staged.DissectionProblem) []string {
	b := newBruteSolver(p)
	b.eachSequence(func() { b.assignPieces(0) })
	slices.Sort(b.out)
	return b.out
}

// listedMove is an edge of a matching problem: source, target, piece.
type listedMove [3]int

// countStages counts how far the sequences of mappings come in the stages of Knuth's program. It scans lists of moves
// again and again.
func (b *bruteSolver) countStages() {
	var moves []listedMove
	for k, m := range b.mappings {
		for a, to := range b.TargetsByMapping[m] {
			if to >= 0 {
				moves = append(moves, listedMove{a, int(to), k})
			}
		}
	}
	if !b.coverAll(moves) {
		return
	}
	b.covering++
	b.recordMatching("to match", moves)
	for a := range b.SourceCount {
		moves = forceMoves(moves, 0, a)
	}
	if !b.coverAll(moves) {
		return
	}
	b.past++
	for before := 0; before != len(moves); {
		before = len(moves)
		for a := range b.SourceCount {
			moves = forceMoves(forceMoves(moves, 0, a), 1, a)
		}
	}
	if !b.coverAll(moves) {
		return
	}
	b.forced++
	if len(moves) > b.SourceCount {
		b.unsettled++
		b.recordMatching("left", moves)
	}
}

// recordMatching stores the moves of a matching problem.
func (b *bruteSolver) recordMatching(what string, moves []listedMove) {
	sorted := slices.SortedFunc(slices.Values(moves), func(m, n listedMove) int { return slices.Compare(m[:], n[:]) })
	b.matchings = append(b.matchings, fmt.Sprint(what, b.mappings, sorted))
}

// coverAll reports whether each source and each target has a move.
func (b *bruteSolver) coverAll(moves []listedMove) bool {
	sources, targets := map[int]bool{}, map[int]bool{}
	for _, m := range moves {
		sources[m[0]], targets[m[1]] = true, true
	}
	return len(sources) == b.SourceCount && len(targets) == b.TargetCount
}

// forceMoves makes the move of a source (side 0) or target (side 1) that has only one.
func forceMoves(moves []listedMove, side, number int) []listedMove {
	var only []listedMove
	for _, m := range moves {
		if m[side] == number {
			only = append(only, m)
		}
	}
	if len(only) != 1 {
		return moves
	}
	return slices.DeleteFunc(moves, func(m listedMove) bool {
		return m != only[0] && (m[0] == only[0][0] || m[1] == only[0][1])
	})
}
