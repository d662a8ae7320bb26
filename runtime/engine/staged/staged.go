// Package staged cuts one set of cells, the sources, into pieces that can be put together to another set of cells, the
// targets. It uses the staged search of Knuth's program back-dissect.
//
// Its input is a [DissectionProblem], which gives the image of each cell under each mapping; its output is the
// solutions one by one, and counts of the effort. It must not know of coordinates or exact covers. The same
// dissections can be found as solutions of an exact cover problem with colors; tests compare the two.
//
// Knuth's program works on a square and its four rotations, and enumerates every sequence of shifts. Here any shape may
// be cut, with any motions, the sizes of pieces may be bounded, and each stage gives up partial choices that cannot be
// completed.
//
// How the search goes.
//
//  1. Choose the shifts of the pieces, none less than the one before. A shift
//     covers what any of its motions covers. Go on only while the remaining
//     shifts can cover the missing targets.
//  2. For each such sequence choose the motions. Go on only while all targets
//     and all sources can still be covered.
//  3. Now each piece has its mapping, and a solution is a perfect matching of
//     sources and targets by the moves of the pieces. A cell with one move left
//     makes it, which removes moves of other cells, until nothing changes: most
//     matching problems end here.
//  4. In the rest, branch on a cell with the fewest moves, and make the forced
//     moves that follow. A perfect matching is maintained, so that no branch
//     without a matching is explored; only bounds on sizes can make a branch
//     fail later.
//
// Source: D. E. Knuth, the program back-dissect, sections 5 to 23 (stages 1 and 2 in sections 6 to
// 10, stage 3 in 12 to 21, stage 4 in 23 to 39).
package staged

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"sync/atomic"
)

// MaxPieces is the largest number of pieces of a problem.
const MaxPieces = 64

// DissectionProblem is a dissection: each source cell goes to a target cell by the mapping of its
// piece. A mapping takes no two sources to the same target.
//
// A solution gives each piece a mapping and each source a piece. The shifts of the pieces do not
// decrease, and the mappings of piece k and piece k+1 differ. The sources go to targets that are
// all different. Each shift is legal: some motion takes a source to a target after it.
type DissectionProblem struct {
	SourceCount, TargetCount int // number of source cells; number of target cells, which must be the same
	PieceCount               int // number of pieces, from 1 to MaxPieces
	// number of shifts and number of motions; the index of a mapping is shift*MotionCount + motion
	ShiftCount, MotionCount int
	FirstPieceMotions       []bool    // for each motion, whether the first piece may make it
	TargetsByMapping        [][]int32 // for each mapping, the target of each source, or -1
	// bounds of the number of cells of a piece; a piece may be empty if MinPieceCells is 0
	MinPieceCells, MaxPieceCells int
}

// Dissection is one solution. Two solutions differ in the mapping of a piece or in the piece of a
// source.
type Dissection struct {
	MappingOf []int   // for each piece, its mapping
	PieceOf   []int32 // for each source, its piece
}

// DissectionSearch is a search for dissections. It is not safe for concurrent use.
type DissectionSearch struct {
	problem *DissectionProblem
	// function that reports whether to try a shift of the first piece; see RestrictShifts
	claimShift     func(shift int) bool
	reportProgress func(share float64, shifts []int) // function that receives the progress; see OnProgress
	// onMatching receives each matching problem; see WatchMatchings.
	onMatching  func(stage Stage, mappings []int, moves iter.Seq[Move])
	coverTables *coverTables // cells that mappings and shifts can cover

	// for each piece, its shift in stage 1, and its mapping in stage 2
	chosenShifts, chosenMappings []int
	shiftReach                   []reachSet // for each piece, the targets that earlier pieces can cover by their shifts
	mappingReach                 []reachSet // for each piece, the cells that earlier pieces can cover by their mappings
	// for each piece, the cells that this piece and later ones can cover by their shifts
	remainingReach []reachSet

	moveGraph      *moveGraph  // graph of the moves for the chosen mappings
	solutionBuffer Dissection  // buffer for the solution that is yielded
	stats          StageCounts // effort of the run
	yield          func(Dissection) bool
	// flag that ends the run; each run has a new one, so that a late cancellation does not stop the next run
	isCancelled *atomic.Bool
	nodesLeft   int64 // number of nodes that may still be visited, if nodeLimit is set
	nodeLimit   int64 // largest number of nodes of a run; 0 means no bound
	err         error
}

// ErrNodeLimit is the error of a search that has visited as many nodes as LimitNodes allows.
var ErrNodeLimit = errors.New("the search has visited as many nodes as it may")

// NewDissectionSearch prepares a search of p, which must be valid and must not change.
func NewDissectionSearch(p *DissectionProblem) *DissectionSearch {
	if p.PieceCount > MaxPieces {
		panic("staged: too many pieces")
	}
	return &DissectionSearch{
		problem:        p,
		coverTables:    newCoverTables(p),
		chosenShifts:   make([]int, p.PieceCount),
		chosenMappings: make([]int, p.PieceCount),
		shiftReach:     newReachSets(p, p.PieceCount+1),
		mappingReach:   newReachSets(p, p.PieceCount+1),
		remainingReach: newReachSets(p, p.PieceCount+1),
		moveGraph:      newMoveGraph(p),
		solutionBuffer: Dissection{MappingOf: make([]int, p.PieceCount), PieceOf: make([]int32, p.SourceCount)},
		stats:          StageCounts{Shifts: p.ShiftCount},
	}
}

// RestrictShifts restricts the shifts of the first piece to those for which claim returns true, so that several
// searches can share the work. Each run calls claim once for each shift, in order.
func (s *DissectionSearch) RestrictShifts(claim func(shift int) bool) { s.claimShift = claim }

// OnProgress sets a function that is called from time to time on the goroutine of the search. Its arguments are the
// fraction of the work that is done, from 0 to 1, and the shifts of the first pieces, counted from 0. The slice of
// shifts is valid only during the call.
func (s *DissectionSearch) OnProgress(f func(share float64, shifts []int)) { s.reportProgress = f }

// Stage is a stage in the solution of a matching problem.
type Stage int

// The stages of the solution of a matching problem.
const (
	MovesLoaded  Stage = iota // all moves are loaded
	MovesReduced              // all forced moves are made
)

// Move takes a source to a target, by the mapping of a piece.
type Move struct{ Source, Target, Piece int }

// WatchMatchings sets a function that is called for each matching problem with the possible moves. It is called again
// after all forced moves if cells are still unmatched. The arguments of the function are valid only during the call.
func (s *DissectionSearch) WatchMatchings(f func(stage Stage, mappings []int, moves iter.Seq[Move])) {
	s.onMatching = f
}

// LimitNodes ends each run after the given number of nodes, with [ErrNodeLimit]; 0 means no bound.
func (s *DissectionSearch) LimitNodes(nodes int64) { s.nodeLimit = nodes }

// hasEnded reports at a node whether the search must end.
func (s *DissectionSearch) hasEnded() bool {
	if s.nodesLeft--; s.nodesLeft < 0 && s.nodeLimit > 0 {
		s.err = ErrNodeLimit
	}
	return s.err != nil || s.isCancelled.Load()
}

// reportShift reports the fraction of the work that is done, after the first two pieces have shifts.
func (s *DissectionSearch) reportShift(k, shift, from int) {
	if s.reportProgress == nil || k > 1 {
		return
	}
	s.chosenShifts[k] = shift
	all := float64(s.problem.ShiftCount)
	share := float64(shift) / all
	if k == 1 {
		share = (float64(s.chosenShifts[0]) + float64(shift-from)/(all-float64(from))) / all
	}
	s.reportProgress(share, s.chosenShifts[:k+1])
}

// Dissections runs the search from the start. A solution is valid until the next step of the loop, which overwrites it.
// The search stops early if the loop breaks or ctx is done; in each case Dissections may be called again.
func (s *DissectionSearch) Dissections(ctx context.Context) iter.Seq[Dissection] {
	return func(yield func(Dissection) bool) {
		s.stats = StageCounts{Shifts: s.problem.ShiftCount}
		s.yield, s.err, s.nodesLeft = yield, nil, s.nodeLimit
		cancelled := new(atomic.Bool)
		s.isCancelled = cancelled
		stop := context.AfterFunc(ctx, func() { cancelled.Store(true) })
		defer stop()
		cancelled.Store(ctx.Err() != nil) // AfterFunc may call the function late

		if s.isPossible() && !s.chooseShift(0, 0) && s.err == nil && cancelled.Load() {
			s.err = ctx.Err()
		}
	}
}

// Err returns the error that ended the last run early. It is nil if the run was complete or its
// loop broke off.
func (s *DissectionSearch) Err() error { return s.err }

// isPossible reports whether the problem passes the tests that need no search.
func (s *DissectionSearch) isPossible() bool {
	p := s.problem
	return p.SourceCount == p.TargetCount && p.PieceCount > 0 && p.ShiftCount > 0 &&
		p.MinPieceCells <= p.MaxPieceCells && p.MinPieceCells*p.PieceCount <= p.SourceCount
}

func (s *DissectionSearch) visitSolution() bool {
	s.stats.Solutions++
	copy(s.solutionBuffer.MappingOf, s.chosenMappings)
	for a := range s.solutionBuffer.PieceOf {
		// the vertex has one edge left
		s.solutionBuffer.PieceOf[a] = int32(bits.TrailingZeros64(s.moveGraph.edgesAtVertex[a]))
	}
	return s.yield(s.solutionBuffer)
}

// StageCounts is the effort of a search by stages. For a rotated square and pieces of any size, the
// numbers are those of the last line of Knuth's program: the legal shifts, then its counters from
// counta to counte.
type StageCounts struct {
	// Shifts is the number of legal shifts.
	Shifts int `json:"shifts"`
	// CoveringShifts is the number of sequences of shifts that can cover the targets, each by any of
	// its motions (counta).
	CoveringShifts int64 `json:"coveringShifts"`
	// CoveringMappings is the number of sequences of mappings that cover all targets and all sources
	// (countb): the matching problems.
	CoveringMappings int64 `json:"coveringMappings"`
	// SourcesForced is the number of matching problems without a contradiction after one pass over the
	// sources, in order, in which each source makes its move if it has only one (countc).
	SourcesForced int64 `json:"sourcesForced"`
	// AllForced is the number of matching problems without a contradiction after all forced moves (countd).
	AllForced int64 `json:"allForced"`
	// StillOpen is the number of matching problems with unmatched cells after all forced moves (counte).
	StillOpen int64 `json:"unsettled"`
	// Solutions is the number of solutions found.
	Solutions int64 `json:"solutions"`
}

// StageStats returns the effort of the run so far.
func (s *DissectionSearch) StageStats() StageCounts { return s.stats }
