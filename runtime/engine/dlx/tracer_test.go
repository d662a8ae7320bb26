package dlx_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// traceFollower records the events that a search reports, and checks them.
type traceFollower struct {
	t           *testing.T
	p           *matrix.Problem
	moves       [][]string // by level
	eventCounts map[string]int
	found       []string   // the moves of the last solution
	solutions   [][]string // all solutions, each with its moves
}

func (f *traceFollower) recordEvent(level int, what search.EventKind, words string) {
	verb, rest, _ := strings.Cut(words, ": ")
	switch what {
	case search.Moves:
		if verb != "forced" {
			f.moves, rest = append(f.moves[:level], []string{}), words
		}
		f.moves[level] = append(f.moves[level], rest)
	case search.Matches:
		if strings.HasSuffix(verb, "is matched") {
			f.checkMatched(rest)
		}
	case search.Branches:
		switch {
		case strings.HasSuffix(words, "a solution"):
			f.found = slices.Concat(f.moves[:level+1]...)
		case strings.HasSuffix(words, "has no matching"):
			verb = "no matching"
		case strings.HasSuffix(words, "has no option left"):
			verb = "emptied"
			f.checkDeadEnd(slices.Concat(f.moves[:level+1]...))
		}
	}
	f.eventCounts[verb]++
}

// checkMatched checks that no two items have the same partner, and that an option pairs each item with its partner.
func (f *traceFollower) checkMatched(words string) {
	taken := map[string]bool{}
	for pair := range strings.FieldsSeq(words) {
		g, b, _ := strings.Cut(pair, "–")
		shared := false
		for o := range matrix.OptionID(f.p.OptionCount()) {
			items := f.p.OptionItems(o)
			shared = shared || slices.Contains(items, g) && slices.Contains(items, b)
		}
		if taken[b] || !shared {
			f.t.Errorf("%s is a pair of a matching", pair)
		}
		taken[b] = true
	}
}

// checkDeadEnd checks that no solution contains all of these moves.
func (f *traceFollower) checkDeadEnd(moves []string) {
	for _, s := range f.solutions {
		if !slices.ContainsFunc(moves, func(move string) bool { return !slices.Contains(s, move) }) {
			f.t.Errorf("an item is said to have no option left, and %v has the moves %v", s, moves)
		}
	}
}

// sortedMoves returns the items of each option of a solution.
func sortedMoves(p *matrix.Problem, s matrix.Solution) (moves []string) {
	for _, o := range s {
		moves = append(moves, strings.Join(p.OptionItems(o), " "))
	}
	slices.Sort(moves)
	return moves
}

// uncheckedSquare returns a square in which equal entries do not meet in a line, whether or not it can be completed.
func uncheckedSquare(r *rand.Rand, n, entries int) string {
	rows := slices.Repeat([][]byte{nil}, n)
	for i := range rows {
		rows[i] = slices.Repeat([]byte("."), n)
	}
	for range entries {
		i, j, v := r.IntN(n), r.IntN(n), squareSymbols[r.IntN(n)]
		if !slices.Contains(rows[i], v) && !slices.ContainsFunc(rows, func(row []byte) bool { return row[j] == v }) {
			rows[i][j] = v
		}
	}
	return string(bytes.Join(rows, []byte(" ")))
}

// TestTracedMoves: the reported moves make up each solution, and reported matchings are matchings. As many forced
// options, pruned options and dead ends are reported as the search counts.
func TestTracedMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 1))
	solutions, emptied, total := 0, 0, dlx.FilterStats{}
	for round := range matrixtest.RandomRounds(30, 300) {
		square := uncheckedSquare(r, 5, 14)
		if round == 0 {
			square = "..... 345.. 453.. 534.. ....." // three cells for two symbols
		}
		p := latinProblem(t, square, round%2 == 1)
		f := &traceFollower{t: t, p: p, moves: [][]string{{}}, eventCounts: map[string]int{}}
		for s := range dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
			f.solutions = append(f.solutions, sortedMoves(p, s))
		}
		filter := dlx.NewMatchingFilter(p, nil)
		s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Filter: filter, Tracer: f.recordEvent})
		for found := range s.Solutions(context.Background()) {
			solutions++
			want := sortedMoves(p, found)
			if slices.Sort(f.found); !slices.Equal(f.found, want) {
				t.Fatalf("moves %v, and the solution is %v", f.found, want)
			}
		}
		stats := filter.EffortStats()
		total.ForcedOptions += stats.ForcedOptions
		total.PrunedOptions += stats.PrunedOptions
		total.FailedMatchingSearches += stats.FailedMatchingSearches
		for verb, n := range map[string]int64{"forced": stats.ForcedOptions, "pruned": stats.PrunedOptions,
			"no matching": stats.FailedMatchingSearches} {
			if int64(f.eventCounts[verb]) != n {
				t.Errorf("%s: told %d times, counted %d", verb, f.eventCounts[verb], n)
			}
		}
		emptied += f.eventCounts["emptied"]
	}
	if solutions == 0 || emptied == 0 || total.ForcedOptions == 0 || total.PrunedOptions == 0 || total.FailedMatchingSearches == 0 {
		t.Errorf("%d solutions, %+v: nothing was tried", solutions, total)
	}
}

// TestTracedDomains: the root of matrix (3) of the paper has the listed items, with the listed numbers of options.
func TestTracedDomains(t *testing.T) {
	b := matrix.NewBuilder()
	items := map[rune]matrix.ItemID{}
	for _, name := range "ABCDEFG" {
		items[name] = b.AddPrimary(string(name), matrix.Once)
	}
	for option := range strings.FieldsSeq("CEF ADG BCF AD BG DEG") {
		var entries []matrix.Entry
		for _, name := range option {
			entries = append(entries, matrix.Entry{Item: items[name]})
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	var domains []string
	tracer := func(_ int, what search.EventKind, words string) {
		if what == search.Domains {
			domains = append(domains, words)
		}
	}
	s := dlx.NewSearch(p, dlx.SearchOptions{Chooser: dlx.MRV{}, Tracer: tracer})
	for range s.Solutions(context.Background()) {
	}
	if want := "domains: A(2) B(2) C(2) D(3) E(2) F(2) G(3)"; len(domains) < 2 || domains[0] != want {
		t.Errorf("the first of %q is not %q", domains, want)
	}
}
