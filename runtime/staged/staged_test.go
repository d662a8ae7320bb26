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

	"quadrille/runtime/staged"
)

var knuth = parse("**** *..* .***")

// TestKnuth finds what the seed's program finds.
func TestKnuth(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for pieces, want := range map[int]int{1: 0, 2: 3, 3: 919, 4: 149798} {
		s := staged.NewSearch(dissection(rectangle(3, 3), knuth, pieces, 4))
		if got := count(s); got != want || s.Stats().Shifts != 29 {
			t.Errorf("%d pieces: %d solutions with %d shifts, want %d with 29", pieces, got, s.Stats().Shifts, want)
		}
	}
}

// TestStages compares the counters with the seed's, counted naively.
func TestStages(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, pieces := range []int{2, 3} {
		p := dissection(rectangle(3, 3), knuth, pieces, 4)
		b := newBrute(p)
		b.run(b.stages)
		s := staged.NewSearch(p)
		want := staged.Stats{
			Shifts: 29, CoveringShifts: coveringShifts(p), CoveringMappings: int64(b.covering),
			SourcesForced: int64(b.past), AllForced: int64(b.forced), Unsettled: int64(b.unsettled),
			Solutions: int64(count(s)),
		}
		if got := s.Stats(); got != want {
			t.Errorf("%d pieces: %+v, want %+v", pieces, got, want)
		}
	}
}

// TestWatch: each matching problem is shown with the moves that it has, and with those that forced moves leave.
func TestWatch(t *testing.T) {
	p := dissection(rectangle(3, 3), knuth, 2, 4)
	b := newBrute(p)
	b.run(b.stages)
	s := staged.NewSearch(p)
	var got []string
	s.Watch(func(stage staged.Stage, mappings []int, moves iter.Seq[staged.Move]) {
		var list []move
		for m := range moves {
			list = append(list, move{m.Source, m.Target, m.Piece})
		}
		slices.SortFunc(list, func(m, n move) int { return slices.Compare(m[:], n[:]) })
		got = append(got, fmt.Sprint([]string{"to match", "left"}[stage], mappings, list))
	})
	count(s)
	if !slices.Equal(got, b.matchings) {
		t.Errorf("%d matching problems, want %d:\n%v\n%v", len(got), len(b.matchings), got, b.matchings)
	}
	if b.unsettled == 0 {
		t.Error("forced moves settle all")
	}
}

// coveringShifts counts the sequences of shifts that cover the targets. A square
// covers the same by each motion, so motion 0 tells.
func coveringShifts(p *staged.Problem) int64 {
	plain := *p
	plain.Motions, plain.Onto = 1, nil
	for shift := range p.Shifts {
		plain.Onto = append(plain.Onto, p.Onto[shift*p.Motions])
	}
	b, n := newBrute(&plain), int64(0)
	var visit func(from int, covered uint)
	visit = func(from int, covered uint) {
		if len(b.mappings) == p.Pieces {
			if covered == 1<<p.Targets-1 {
				n++
			}
			return
		}
		for s := from; s < p.Shifts; s++ {
			with := covered
			for _, to := range plain.Onto[s] {
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
	s := staged.NewSearch(dissection(rectangle(3, 3), knuth, 3, 4))
	for n := range 200 {
		left := n
		for range s.Solutions(context.Background()) {
			if left--; left < 0 {
				break
			}
		}
		if s.Err() != nil {
			t.Fatalf("a break after %d solutions is reported as %v", n, s.Err())
		}
	}
	if got := count(s); got != 919 {
		t.Errorf("%d solutions after breaks, want 919", got)
	}
}

func TestCannotBe(t *testing.T) {
	for name, change := range map[string]func(*staged.Problem){
		"sizes too large":       func(p *staged.Problem) { p.MinSize = 5 },
		"sizes too small":       func(p *staged.Problem) { p.MaxSize = 4 },
		"bounds crossed":        func(p *staged.Problem) { p.MinSize, p.MaxSize = 5, 4 },
		"no shift":              func(p *staged.Problem) { p.Shifts, p.Onto = 0, nil },
		"nothing for the first": func(p *staged.Problem) { clear(p.First) },
	} {
		p := dissection(rectangle(3, 3), knuth, 2, 4)
		change(p)
		if got := count(staged.NewSearch(p)); got != 0 {
			t.Errorf("%s: %d solutions", name, got)
		}
	}
	if got := count(staged.NewSearch(dissection(rectangle(3, 3), parse("****"), 2, 4))); got != 0 {
		t.Errorf("unequal areas: %d solutions", got)
	}
}

// endless has far too many matchings to go through: two pieces that may swap any
// cells of a square with those opposite.
func endless() *staged.Problem { return dissection(rectangle(16, 16), rectangle(16, 16), 2, 4) }

func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	scattered := random(rand.New(rand.NewPCG(7, 8)), rectangle(24, 24), 256)
	for name, p := range map[string]*staged.Problem{
		"among matchings": endless(),
		"among shifts":    dissection(rectangle(16, 16), scattered, 9, 4),
	} {
		s := staged.NewSearch(p)
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		for range s.Solutions(ctx) { // without an end of its own
		}
		cancel()
		if !errors.Is(s.Err(), context.DeadlineExceeded) {
			t.Errorf("%s: ended with %v; %+v", name, s.Err(), s.Stats())
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := staged.NewSearch(endless())
	for range s.Solutions(ctx) {
		t.Error("a solution after the end")
	}
	if !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("cancelled before the start, but the error is %v", s.Err())
	}
}

// TestBound: a search that would not end visits no more nodes than it may, in every stage, and one that ends before
// finds all there is.
func TestBound(t *testing.T) {
	scattered := random(rand.New(rand.NewPCG(7, 8)), rectangle(24, 24), 256)
	for name, p := range map[string]*staged.Problem{"matchings": endless(), "shifts": dissection(rectangle(16, 16), scattered, 9, 4)} {
		s := staged.NewSearch(p)
		s.Bound(5_000)
		if n := count(s); n > 5_000 || !errors.Is(s.Err(), staged.ErrNodes) {
			t.Errorf("%s: %d solutions in 5000 nodes, error %v", name, n, s.Err())
		}
	}
	s := staged.NewSearch(dissection(rectangle(3, 3), knuth, 3, 4))
	s.Bound(1 << 40)
	for range 2 {
		if n := count(s); n != 919 || s.Err() != nil {
			t.Errorf("%d solutions, want 919; error %v", n, s.Err())
		}
	}
}

// TestLarge cuts a square of 32 by 32 into two pieces. They make up a rectangle
// of 16 by 64 in four ways: a half each, of which the first is not turned and
// goes to the left or to the right, and the other may be turned by 180 degrees
// if that keeps their shifts in order.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	s := staged.NewSearch(dissection(rectangle(32, 32), rectangle(16, 64), 2, 4))
	if got := count(s); got != 4 {
		t.Errorf("%d solutions, want 4; %+v", got, s.Stats())
	}
}

// TestNoAllocations holds the search to its own memory.
func TestNoAllocations(t *testing.T) {
	s := staged.NewSearch(dissection(rectangle(3, 3), knuth, 3, 4))
	count(s)
	if n := testing.AllocsPerRun(5, func() { count(s) }); n > 20 {
		t.Errorf("%v allocations a run", n)
	}
}

func BenchmarkKnuth4(b *testing.B) {
	s := staged.NewSearch(dissection(rectangle(3, 3), knuth, 4, 4))
	for b.Loop() {
		count(s)
	}
}
