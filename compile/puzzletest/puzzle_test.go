package puzzletest_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
)

func TestTry(t *testing.T) {
	kinds := strings.Fields(os.Getenv("KINDS"))
	bad, errs, some := 0, map[string]int{}, 0
	seen := map[string]int{}
	n := 300
	fmt.Sscan(os.Getenv("N"), &n)
	for seed := range uint64(n) {
		p := puzzletest.Random(seed, kinds...)
		func() {
			defer func() {
				if e := recover(); e != nil {
					if strings.Contains(fmt.Sprint(e), os.Getenv("SKIP")) && os.Getenv("SKIP") != "" { return }
					bad++
					if os.Getenv("TRACE") != "" { panic(e) }
					if bad < 6 {
						t.Errorf("seed %d panic %v\n%s", seed, e, p.Text)
					}
				}
			}()
			q, err := quadrille.Load("r.puz", []byte(p.Text), quadrille.Options{Files: p.Files})
			if err != nil {
				if len(p.Solutions) > 0 {
					bad++
					if bad < 6 {
						t.Errorf("seed %d: %v; %d solutions\n%s", seed, err, len(p.Solutions), p.Text)
					}
				} else {
					errs[err.Error()]++
				}
				return
			}
			if len(p.Solutions) > 0 {
				some++
				for _, k := range p.Kinds {
					seen[k]++
				}
			}
			got := []string{}
			for s, err := range q.Solutions(t.Context(), quadrille.Search{}) {
				if err != nil {
					t.Fatal(err, p.Text)
				}
				got = append(got, puzzletest.Key(p, placements(s)))
			}
			slices.Sort(got)
			if !slices.Equal(got, p.Solutions) && len(got)+len(p.Solutions) > 0 {
				bad++
				if bad < 6 {
					t.Errorf("seed %d: %d solutions, want %d\n%s\n%v\n%v", seed, len(got), len(p.Solutions), p.Text, got[:min(3, len(got))], p.Solutions[:min(3, len(p.Solutions))])
				}
			}
		}()
	}
	t.Log(bad, some, errs, seen)
}

func placements(s quadrille.Solution) (out []puzzletest.Placed) {
	for _, pl := range s.Placements() {
		out = append(out, puzzletest.Placed{Piece: pl.Piece, Cells: pl.Cells, Letters: pl.Letters, Items: pl.Items})
	}
	return out
}
