package quadrille

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync/atomic"

	"quadrille/compile"
	"quadrille/runtime/plan"
	"quadrille/runtime/search"
	"quadrille/runtime/staged"
)

// stagedEngine is the one engine that the planner does not know, as it searches no matrix.
const stagedEngine = "staged"

// isStaged reports whether a dissection is searched in stages: they are the better way,
// unless something is said that only engines for matrices understand.
func (p *Puzzle) isStaged(s Search) bool {
	switch {
	case p.program.Stages() == nil:
		return false
	case s.Engine == stagedEngine:
		return true
	case s.Engine != "" && s.Engine != plan.Auto:
		return false
	}
	said := s.Choose + s.Order + s.OptionOrder + s.FilterBy
	own := s.Chooser != nil || s.NewFilter != nil || s.Tallies != nil
	return said == "" && !own && s.Restarts == 0
}

// stagedSearch finds dissections in the stages of Knuth's program back-dissect, on several
// threads: each claims shifts of the first piece.
type stagedSearch struct {
	searches []*staged.DissectionSearch
	program  *compile.Program
	next     atomic.Int64 // the first shift that nobody has claimed
	err      error
}

func newStagedSearch(p *Puzzle, s Search, report func(search.Progress)) *stagedSearch {
	st := &stagedSearch{program: p.program}
	for range max(1, s.Threads) {
		one := staged.NewDissectionSearch(p.program.Stages().Problem)
		one.RestrictShifts(func(shift int) bool { return st.next.CompareAndSwap(int64(shift), int64(shift)+1) })
		st.searches = append(st.searches, one)
	}
	first := st.searches[0]
	if s.Tracer != nil {
		p.traceStages(first, s.Tracer)
	}
	shifts := int32(p.program.Stages().Problem.Shifts)
	first.OnProgress(func(share float64, at []int) {
		q := search.Progress{Share: share, Solutions: first.StageStats().Solutions}
		for _, shift := range at {
			q.Path = append(q.Path, search.BranchStep{Tried: int32(shift) + 1, Of: shifts, Option: -1})
		}
		report(q)
	})
	return st
}

// yieldDissections runs the searches and hands over the solutions of the puzzle.
func (st *stagedSearch) yieldDissections(ctx context.Context, yield func(staged.Dissection) bool) {
	st.next.Store(0)
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan staged.Dissection, 256)
	running := search.Group{Halt: cancel}
	for _, one := range st.searches {
		running.Go(func() { sendSolutions(inner, one.Dissections(inner), found) })
	}
	go func() {
		running.Ended()
		close(found)
	}()
	wanted := true
	for solution := range found {
		if wanted && st.program.IsDissection(solution) && !yield(solution) {
			wanted = false
			cancel() // and drain what is on its way
		}
	}
	running.Wait()
	if st.err = nil; wanted {
		st.err = ctx.Err()
	}
}

// sendSolutions hands copies of solutions to another goroutine, until ctx is done.
func sendSolutions(ctx context.Context, solutions iter.Seq[staged.Dissection], found chan<- staged.Dissection) {
	for s := range solutions {
		select {
		case found <- staged.Dissection{Mappings: slices.Clone(s.Mappings), Piece: slices.Clone(s.Piece)}:
		case <-ctx.Done():
			return
		}
	}
}

// Err returns why the last run ended before its time.
func (st *stagedSearch) Err() error { return st.err }

// stageCounts adds up what the threads have counted.
func (st *stagedSearch) stageCounts() staged.StageCounts {
	total := st.searches[0].StageStats()
	for _, one := range st.searches[1:] {
		part := one.StageStats()
		total.CoveringShifts += part.CoveringShifts
		total.CoveringMappings += part.CoveringMappings
		total.SourcesForced += part.SourcesForced
		total.AllForced += part.AllForced
		total.Unsettled += part.Unsettled
		total.Solutions += part.Solutions
	}
	return total
}

// FewestPieces looks for a dissection into as few pieces as possible: into two, then into
// three, and so on, whatever the file says. It returns the number that it came to, and
// [ErrNoSolution] if there is no dissection at all.
func (p *Puzzle) FewestPieces(ctx context.Context, s Search) (Solution, int, error) {
	d := p.program.Puzzle.Dissection
	if d == nil {
		return Solution{}, 0, errors.New("this puzzle asks for no dissection: there is no `dissect` in it")
	}
	for pieces := 2; pieces <= len(d.From); pieces++ {
		m, into := *p.program.Puzzle, *d
		into.Pieces, m.Dissection = pieces, &into
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
