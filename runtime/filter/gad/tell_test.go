package gad_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/filter/gad"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

// follower takes down what a search tells.
type follower struct {
	t     *testing.T
	p     *matrix.Problem
	moves [][]string // by level
	told  map[string]int
	found []string // the moves of the last solution
}

func (f *follower) tell(level int, what search.What, words string) {
	verb, rest, _ := strings.Cut(words, ": ")
	switch what {
	case search.Moves:
		if verb != "forced" {
			f.moves, rest = append(f.moves[:level], []string{}), words
		}
		f.moves[level] = append(f.moves[level], rest)
	case search.Matches:
		if strings.HasSuffix(verb, "is matched") {
			f.matched(rest)
		}
	case search.Branches:
		switch {
		case strings.HasSuffix(words, "a solution"):
			f.found = slices.Concat(f.moves[:level+1]...)
		case strings.HasSuffix(words, "has no matching"):
			verb = "no matching"
		}
	}
	f.told[verb]++
}

// matched says that no two have the same partner, and that an option pairs each with its own.
func (f *follower) matched(words string) {
	taken := map[string]bool{}
	for pair := range strings.FieldsSeq(words) {
		g, b, _ := strings.Cut(pair, "–")
		shared := false
		for o := range matrix.OptionID(f.p.Options()) {
			items := f.p.OptionItems(o)
			shared = shared || slices.Contains(items, g) && slices.Contains(items, b)
		}
		if taken[b] || !shared {
			f.t.Errorf("%s is a pair of a matching", pair)
		}
		taken[b] = true
	}
}

// careless returns a square with entries that do not meet a like one, whether or not it can be completed.
func careless(r *rand.Rand, n, entries int) string {
	rows := slices.Repeat([][]byte{nil}, n)
	for i := range rows {
		rows[i] = slices.Repeat([]byte("."), n)
	}
	for range entries {
		i, j, v := r.IntN(n), r.IntN(n), symbols[r.IntN(n)]
		if !slices.Contains(rows[i], v) && !slices.ContainsFunc(rows, func(row []byte) bool { return row[j] == v }) {
			rows[i][j] = v
		}
	}
	return string(bytes.Join(rows, []byte(" ")))
}

// TestTell: the moves that are told make up each solution, matchings are matchings, and as much is told to be
// forced, pruned and given up as was counted.
func TestTell(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 1))
	solutions, total := 0, gad.Stats{}
	for round := range matrixtest.Rounds(30, 300) {
		square := careless(r, 5, 14)
		if round == 0 {
			square = "..... 345.. 453.. 534.. ....." // three cells for two symbols
		}
		p := latin(t, square, round%2 == 1)
		f := &follower{t: t, p: p, moves: [][]string{{}}, told: map[string]int{}}
		filter := gad.New(p, nil)
		s := dlx.NewSearch(p, dlx.Options{Chooser: choose.MRV{}, Filter: filter, Tell: f.tell})
		for found := range s.Solutions(context.Background()) {
			solutions++
			var want []string
			for _, o := range found {
				want = append(want, strings.Join(p.OptionItems(o), " "))
			}
			slices.Sort(want)
			if slices.Sort(f.found); !slices.Equal(f.found, want) {
				t.Fatalf("moves %v, and the solution is %v", f.found, want)
			}
		}
		stats := filter.Stats()
		total.Forced, total.Pruned, total.Aborts = total.Forced+stats.Forced, total.Pruned+stats.Pruned, total.Aborts+stats.Aborts
		for verb, n := range map[string]int64{"forced": stats.Forced, "pruned": stats.Pruned, "no matching": stats.Aborts} {
			if int64(f.told[verb]) != n {
				t.Errorf("%s: told %d times, counted %d", verb, f.told[verb], n)
			}
		}
	}
	if solutions == 0 || total.Forced == 0 || total.Pruned == 0 || total.Aborts == 0 {
		t.Errorf("%d solutions, %+v: nothing was tried", solutions, total)
	}
}
