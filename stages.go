package quadrille

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"quadrille/compile"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/search"
)

// isStaged reports whether a dissection is searched in stages. That is the better way, unless the settings contain
// something that only engines for matrices can do.
func (p *Puzzle) isStaged(s Search) bool {
	switch {
	case p.program.StagedDissection() == nil:
		return false
	case s.Engine == EngineStaged:
		return true
	case s.Engine != "" && s.Engine != EngineAuto:
		return false
	}
	isNamed := s.Choose != "" || s.Order != "" || s.OptionOrder != "" || s.FilterBy != ""
	own := s.Chooser != nil || s.NewFilter != nil || s.Tallies != nil
	return !isNamed && !own && s.Restarts == 0
}

// stagedSearch finds dissections by the stages of Knuth's program back-dissect, on several threads. Each thread
// claims shifts of the first piece.
type stagedSearch struct {
	searches  []*staged.DissectionSearch
	program   *compile.Program
	nextShift atomic.Int64 // index of the first shift (of one figure against the other) that no thread has claimed yet
	err       error
}

func newStagedSearch(p *Puzzle, s Search, report func(search.Progress)) *stagedSearch {
	st := &stagedSearch{program: p.program}
	for range max(1, s.Threads) {
		one := staged.NewDissectionSearch(p.program.StagedDissection().Problem)
		one.RestrictShifts(func(shift int) bool { return st.nextShift.CompareAndSwap(int64(shift), int64(shift)+1) })
		st.searches = append(st.searches, one)
	}
	first := st.searches[0]
	if s.Tracer != nil {
		p.traceStages(first, s.Tracer)
	}
	shifts := int32(p.program.StagedDissection().Problem.ShiftCount)
	first.OnProgress(func(share float64, at []int) {
		q := search.Progress{Share: share, Solutions: first.StageStats().Solutions}
		for _, shift := range at {
			q.Path = append(q.Path, search.BranchStep{Branch: int32(shift) + 1, BranchCount: shifts, Option: -1})
		}
		report(q)
	})
	return st
}

// yieldDissections runs the searches and yields the solutions of the puzzle.
func (st *stagedSearch) yieldDissections(ctx context.Context, yield func(staged.Dissection) bool) {
	st.nextShift.Store(0)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan staged.Dissection, 256)
	running := search.Group{HaltOthers: cancel}
	for _, one := range st.searches {
		running.Go(func() { sendSolutions(inner, one.Dissections(inner), found) })
	}
	go func() {
		running.WaitQuietly()
		close(found)
	}()
	wanted := true
	for solution := range found {
		if wanted && st.program.IsDissectionSolution(solution) && !yield(solution) {
			wanted = false
			cancel() // and discard the solutions under way
		}
	}
	running.Wait()
	if st.err = nil; wanted {
		st.err = ctx.Err()
	}
}

// sendSolutions sends copies of solutions to a channel, until ctx is done.
func sendSolutions(ctx context.Context, solutions iter.Seq[staged.Dissection], found chan<- staged.Dissection) {
	for s := range solutions {
		select {
		case found <- staged.Dissection{MappingOf: slices.Clone(s.MappingOf), PieceOf: slices.Clone(s.PieceOf)}:
		case <-ctx.Done():
			return
		}
	}
}

// Err returns the error that ended the last run before its end.
func (st *stagedSearch) Err() error { return st.err }

// stageCounts returns the counts of each stage, added up over all threads.
func (st *stagedSearch) stageCounts() staged.StageCounts {
	total := st.searches[0].StageStats()
	for _, one := range st.searches[1:] {
		part := one.StageStats()
		total.CoveringShifts += part.CoveringShifts
		total.CoveringMappings += part.CoveringMappings
		total.SourcesForced += part.SourcesForced
		total.AllForced += part.AllForced
		total.StillOpen += part.StillOpen
		total.Solutions += part.Solutions
	}
	return total
}

// FewestPieces finds a dissection into the fewest pieces. It tries two pieces, then three, and so on, and ignores the
// number of pieces in the text. It also returns the last number of pieces tried. If there is no dissection at all, the
// error is [ErrNoSolution].
func (p *Puzzle) FewestPieces(ctx context.Context, s Search) (Solution, int, error) {
	d := p.program.Puzzle.Dissection
	if d == nil {
		return Solution{}, 0, errors.New("this puzzle asks for no dissection: there is no `dissect` in it")
	}
	for pieces := 2; pieces <= len(d.SourceShape); pieces++ {
		m, into := *p.program.Puzzle, *d
		into.PieceCount, m.Dissection = pieces, &into
		program, err := compile.LowerPuzzle(&m, p.compilerOptions())
		if err != nil {
			return Solution{}, pieces, err
		}
		solution, err := (&Puzzle{name: p.name, options: p.options, program: program}).First(ctx, s)
		if !errors.Is(err, ErrNoSolution) {
			return solution, pieces, err
		}
	}
	return Solution{}, 0, ErrNoSolution
}

// DotsText returns the n-th solution of a dissection in the output format of Knuth's program back-dissect: first the
// mapping of each piece, which is a shift and a rotation, then the square beside the shape, where each cell shows the
// number of its piece. It returns an error unless the puzzle cuts a square, as that program does.
//
// Source: back-dissect, section 40.
func (s Solution) DotsText(n int) (string, error) {
	program := s.Puzzle().program
	if err := program.CheckDots(); err != nil {
		return "", err
	}
	return program.DotsText(program.PieceMappings(s.options, s.dissection), s.DecodePlacements(), n), nil
}

// traceStages reports to a tracer the legal shifts, and the matching problems. For a matching problem it lists, for
// each cell of the first shape, the possible images by row and column, and the piece of each.
//
// Source: back-dissect, sections 8, 13 and 24.
func (p *Puzzle) traceStages(one *staged.DissectionSearch, tell Tracer) {
	d, stages := p.program.Puzzle.Dissection, p.program.StagedDissection()
	tell(0, search.Shifts, fmt.Sprintf("%d legal shifts", len(stages.LegalShifts())))
	for k, shift := range stages.LegalShifts() {
		tell(0, search.Shifts, fmt.Sprintf("shift %d is (%d, %d)", k, shift[0], shift[1]))
	}
	one.WatchMatchings(func(stage staged.Stage, list []int, moves iter.Seq[staged.Move]) {
		what := "to match" + compile.MappingsText(list, stages.Problem.MotionCount) + ":"
		if stage == staged.MovesReduced {
			what = "which forced moves reduce to:"
		}
		tell(0, search.Matches, what)
		lines, last := "", -1
		for m := range moves {
			if m.Source != last {
				lines += fmt.Sprintf("\n%da%d --", d.SourceShape[m.Source][0], d.SourceShape[m.Source][1])
			}
			last = m.Source
			lines += fmt.Sprintf(" %db%d.%d", d.TargetShape[m.Target][0], d.TargetShape[m.Target][1], m.Piece+1)
		}
		for line := range strings.SplitSeq(lines[1:], "\n") {
			tell(1, search.Matches, line)
		}
	})
}
