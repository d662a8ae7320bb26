package learn_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// firstSolution returns the first solution of s.
func firstSolution(s *learn.ClauseSearch) []matrix.OptionID {
	for solution := range s.Solutions(context.Background()) {
		return slices.Clone(solution)
	}
	return nil
}

// TestCancelWithinAProof: the search looks at its context without finding solutions.
func TestCancelWithinAProof(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := mustSearch(t, pigeonProblem(t, 13, 12), learn.LearnOptions{ // takes minutes to its end
		ReportEvery: 10000,
		Report:      func(search.Progress) { cancel() },
	})
	for range s.Solutions(ctx) {
		t.Error("a solution")
	}
	if s.Err() != context.Canceled {
		t.Errorf("cancelled with %v", s.Err())
	}
}

// TestSameSeedSameSearch: runs of equal seeds do the same, and other seeds
// do not.
func TestSameSeedSameSearch(t *testing.T) {
	p := matrixtest.QueensProblem(40)
	run := func(seed uint64) ([]matrix.OptionID, string) {
		s := mustSearch(t, p, learn.LearnOptions{Seed: seed})
		return firstSolution(s), fmt.Sprintf("%+v %d", s.Stats(), s.ConflictCount())
	}
	one, effort := run(1)
	again, sameEffort := run(1)
	if one == nil || !slices.Equal(one, again) || effort != sameEffort {
		t.Errorf("two runs: %s and %s", effort, sameEffort)
	}
	if _, other := run(2); other == effort {
		t.Errorf("another seed: %s as well", other)
	}
}

// TestMemory: clauses for solutions add up, and there is a bound.
func TestMemory(t *testing.T) {
	s := mustSearch(t, matrixtest.DominoBoard(6, 6), learn.LearnOptions{MaxMemory: 100 << 10})
	n := 0
	for range s.Solutions(context.Background()) {
		n++
	}
	if !errors.Is(s.Err(), learn.ErrMemory) || n == 0 || n == 6728 {
		t.Errorf("%d solutions, error %v", n, s.Err())
	}
}

// TestForgets: that a chessboard without two white corners has no tiling takes more clauses than its memory has room
// for, so the search must forget some.
func TestForgets(t *testing.T) {
	const memory = 16 << 10
	p := matrixtest.DominoProblem(8, [2]int{0, 0}, [2]int{7, 7})
	s := mustSearch(t, p, learn.LearnOptions{MaxMemory: memory})
	for solution := range s.Solutions(context.Background()) {
		t.Errorf("solution %v", solution)
	}
	learned := s.MeanClauseLength() * float64(s.ConflictCount())
	if s.Err() != nil || 8*learned < 2*memory { // a literal takes 8 bytes
		t.Errorf("%v literals were learned; error %v", learned, s.Err())
	}
}

// TestMaxEntries: options and entries count, and of nogoods their options and a header of two words each.
func TestMaxEntries(t *testing.T) {
	b := matrix.NewBuilder()
	for k := range 3 {
		i := b.AddPrimary(fmt.Sprint(k), matrix.Once)
		b.AddOption(matrix.Entry{Item: i})
		b.AddOption(matrix.Entry{Item: i})
	}
	b.AddNogood(0, 2, 4)
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	const entries = 6 + 6 + 3 + 2
	for most, fits := range map[int]bool{entries - 1: false, entries: true} {
		if _, err := learn.NewClauseSearch(p, learn.LearnOptions{}.WithMaxEntries(most)); (err == nil) != fits ||
			err != nil && !errors.Is(err, learn.ErrUnfit) {
			t.Errorf("%d entries where %d are possible: %v", entries, most, err)
		}
	}
}

// TestReport: reports come, and never go back.
func TestReport(t *testing.T) {
	var reports []search.Progress
	s := mustSearch(t, matrixtest.DominoBoard(6, 6), learn.LearnOptions{
		ReportEvery: 1000,
		Report:      func(p search.Progress) { reports = append(reports, p) },
	})
	for range s.Solutions(context.Background()) {
	}
	stats := s.Stats()
	if len(reports) < 10 || int64(len(reports)) > (stats.Nodes+stats.Updates)/1000 {
		t.Errorf("%d reports of %d nodes and %d updates", len(reports), stats.Nodes, stats.Updates)
	}
	for k, r := range reports {
		if r.Share < 0 || r.Share > 1 {
			t.Errorf("a share of %v", r.Share)
		}
		if k > 0 && (r.Share < reports[k-1].Share || r.Solutions < reports[k-1].Solutions ||
			r.Nodes < reports[k-1].Nodes) {
			t.Errorf("%+v after %+v", r, reports[k-1])
		}
	}
}

// TestStats: no effort before the first run; a problem without choices has one node.
func TestStats(t *testing.T) {
	s := mustSearch(t, latinProblem(t, "12 .."), learn.LearnOptions{})
	if got := s.Stats(); got.Nodes != 0 || s.ConflictCount() != 0 {
		t.Errorf("%+v before the first run", got)
	}
	allSolutions(t, latinProblem(t, "12 .."), s)
	if got := s.Stats(); got.Nodes != 1 || got.Updates != 2 || got.Solutions != 1 || len(got.Profile) != 1 {
		t.Errorf("%+v", got)
	}
}
