package staged_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"quadrille/runtime/engine/staged"
)

var knuthShape = parseCells("**** *..* .***")

// TestKnuth compares the counters and solutions with those of Knuth's program.
func TestKnuth(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for pieces, want := range map[int]int{1: 0, 2: 3, 3: 919, 4: 149798} {
		s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), knuthShape, pieces, 4))
		if got := countSolutions(s); got != want || s.StageStats().Shifts != 29 {
			t.Errorf("%d pieces: %d solutions with %d shifts, want %d with 29", pieces, got, s.StageStats().Shifts,
				want)
		}
	}
}

// TestStages compares the counters with those of Knuth's program, which the test counts naively.
func TestStages(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, pieces := range []int{2, 3} {
		p := dissectionProblem(rectangleCells(3, 3), knuthShape, pieces, 4)
		b := newBruteSolver(p)
		b.eachSequence(b.countStages)
		s := staged.NewDissectionSearch(p)
		want := staged.StageCounts{
			Shifts: 29, CoveringShifts: coveringShifts(p), CoveringMappings: int64(b.covering),
			SourcesForced: int64(b.past), AllForced: int64(b.forced), StillOpen: int64(b.unsettled),
			Solutions: int64(countSolutions(s)),
		}
		if got := s.StageStats(); got != want {
			t.Errorf("%d pieces: %+v, want %+v", pieces, got, want)
		}
	}
}

// TestWatch: each matching problem is reported with all its moves, and then with the moves that remain after the forced
// ones.
func TestWatch(t *testing.T) {
	p := dissectionProblem(rectangleCells(3, 3), knuthShape, 2, 4)
	b := newBruteSolver(p)
	b.eachSequence(b.countStages)
	s := staged.NewDissectionSearch(p)
	var got []string
	s.WatchMatchings(func(stage staged.Stage, mappings []int, moves iter.Seq[staged.Move]) {
		var list []listedMove
		for m := range moves {
			list = append(list, listedMove{m.Source, m.Target, m.Piece})
		}
		slices.SortFunc(list, func(m, n listedMove) int { return slices.Compare(m[:], n[:]) })
		got = append(got, fmt.Sprint([]string{"to match", "left"}[stage], mappings, list))
	})
	countSolutions(s)
	if !slices.Equal(got, b.matchings) {
		t.Errorf("%d matching problems, want %d:\n%v\n%v", len(got), len(b.matchings), got, b.matchings)
	}
	if b.unsettled == 0 {
		t.Error("forced moves settle all")
	}
}

// coveringShifts counts the sequences of shifts that cover the targets. A square covers the same cells by each motion,
// so motion 0 is enough.
func coveringShifts(p *staged.DissectionProblem) int64 {
	plain := *p
	plain.MotionCount, plain.TargetsByMapping = 1, nil
	for shift := range p.ShiftCount {
		plain.TargetsByMapping = append(plain.TargetsByMapping, p.TargetsByMapping[shift*p.MotionCount])
	}
	b, n := newBruteSolver(&plain), int64(0)
	var visit func(from int, covered uint)
	visit = func(from int, covered uint) {
		if len(b.mappings) == p.PieceCount {
			if covered == 1<<p.TargetCount-1 {
				n++
			}
			return
		}
		for s := from; s < p.ShiftCount; s++ {
			with := covered
			for _, to := range plain.TargetsByMapping[s] {
				if to >= 0 {
					with |= 1 << to
				}
			}
			b.mappings = append(b.mappings, s)
			visit(s, with)
			b.mappings = b.mappings[:len(b.mappings)-1]
		}
	}
	visit(0, 0)
	return n
}

func TestRunsAgain(t *testing.T) {
	s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), knuthShape, 3, 4))
	for n := range 200 {
		left := n
		for range s.Dissections(context.Background()) {
			if left--; left < 0 {
				break
			}
		}
		if s.Err() != nil {
			t.Fatalf("a break after %d solutions is reported as %v", n, s.Err())
		}
	}
	if got := countSolutions(s); got != 919 {
		t.Errorf("%d solutions after breaks, want 919", got)
	}
}

func TestCannotBe(t *testing.T) {
	for name, change := range map[string]func(*staged.DissectionProblem){
		"sizes too large":       func(p *staged.DissectionProblem) { p.MinPieceCells = 5 },
		"sizes too small":       func(p *staged.DissectionProblem) { p.MaxPieceCells = 4 },
		"bounds crossed":        func(p *staged.DissectionProblem) { p.MinPieceCells, p.MaxPieceCells = 5, 4 },
		"no shift":              func(p *staged.DissectionProblem) { p.ShiftCount, p.TargetsByMapping = 0, nil },
		"nothing for the first": func(p *staged.DissectionProblem) { clear(p.FirstPieceMotions) },
	} {
		p := dissectionProblem(rectangleCells(3, 3), knuthShape, 2, 4)
		change(p)
		if got := countSolutions(staged.NewDissectionSearch(p)); got != 0 {
			t.Errorf("%s: %d solutions", name, got)
		}
	}
	if got := countSolutions(staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), parseCells("****"), 2,
		4))); got != 0 {
		t.Errorf("unequal areas: %d solutions", got)
	}
}

// endlessProblem has far too many matchings to visit: two pieces that may swap any cells of a square with the opposite
// cells.
func endlessProblem() *staged.DissectionProblem {
	return dissectionProblem(rectangleCells(16, 16), rectangleCells(16, 16), 2, 4)
}

func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	scattered := randomCells(rand.New(rand.NewPCG(7, 8)), rectangleCells(24, 24), 256)
	for name, p := range map[string]*staged.DissectionProblem{
		"among matchings": endlessProblem(),
		"among shifts":    dissectionProblem(rectangleCells(16, 16), scattered, 9, 4),
	} {
		s := staged.NewDissectionSearch(p)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		for range s.Dissections(ctx) { // without an end of its own
		}
		cancel()
		if !errors.Is(s.Err(), context.DeadlineExceeded) {
			t.Errorf("%s: ended with %v; %+v", name, s.Err(), s.StageStats())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := staged.NewDissectionSearch(endlessProblem())
	for range s.Dissections(ctx) {
		t.Error("a solution after the end")
	}
	if !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("cancelled before the start, but the error is %v", s.Err())
	}
}

// TestBound: a search that would take too long visits no more nodes than its bound, in every stage. A search that ends
// within its bound finds all solutions.
func TestBound(t *testing.T) {
	scattered := randomCells(rand.New(rand.NewPCG(7, 8)), rectangleCells(24, 24), 256)
	for name, p := range map[string]*staged.DissectionProblem{"matchings": endlessProblem(),
		"shifts": dissectionProblem(rectangleCells(16, 16), scattered, 9, 4)} {
		s := staged.NewDissectionSearch(p)
		s.LimitNodes(5_000)
		if n := countSolutions(s); n > 5_000 || !errors.Is(s.Err(), staged.ErrNodeLimit) {
			t.Errorf("%s: %d solutions in 5000 nodes, error %v", name, n, s.Err())
		}
	}
	s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), knuthShape, 3, 4))
	s.LimitNodes(1 << 40)
	for range 2 {
		if n := countSolutions(s); n != 919 || s.Err() != nil {
			t.Errorf("%d solutions, want 919; error %v", n, s.Err())
		}
	}
}

// TestLarge cuts a square of 32 by 32 into two pieces that form a rectangle of 16 by 64, in four ways. Each piece is a
// half of the square. The first half is not turned, and goes to the left or to the right. The other half may be turned
// by 180 degrees if that keeps the shifts of the two in order.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(32, 32), rectangleCells(16, 64), 2, 4))
	if got := countSolutions(s); got != 4 {
		t.Errorf("%d solutions, want 4; %+v", got, s.StageStats())
	}
}

// TestNoAllocations checks that a search allocates no memory for each node.
func TestNoAllocations(t *testing.T) {
	s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), knuthShape, 3, 4))
	countSolutions(s)
	if n := testing.AllocsPerRun(5, func() { countSolutions(s) }); n > 20 {
		t.Errorf("%v allocations a run", n)
	}
}

func BenchmarkKnuth4(b *testing.B) {
	s := staged.NewDissectionSearch(dissectionProblem(rectangleCells(3, 3), knuthShape, 4, 4))
	for b.Loop() {
		countSolutions(s)
	}
}
