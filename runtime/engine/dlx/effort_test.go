package dlx_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille"
	"quadrille/generate"
	"quadrille/runtime/matrix/matrixtest"
)

// TestLatinEffort: the counts of lists and swaps in the effort are those that a simple count finds in random partial
// squares (partial-latin-gad-swap, sections 17, 18 and 78).
func TestLatinEffort(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	for range matrixtest.RandomRounds(20, 200) {
		n := 3 + r.IntN(4)
		text, err := generate.MakePartialLatin(n, n+r.IntN(n*n-n+1), false, r)
		if err != nil {
			t.Fatal(err)
		}
		counts := latinEffort(t, text)
		swaps, shortest, longest := plainLists(strings.Fields(text))
		if counts["swaps and other nogoods"] != swaps || counts["options in the shortest list"] != shortest ||
			counts["options in the longest list"] != longest {
			t.Fatalf("%s\nhas %d swaps, lists of %d to %d options; got %v", text, swaps, shortest, longest, counts)
		}
	}
}

// TestEffortOfMatchings has two squares. In the first, the holes of a row are forced, and nothing remains to be done.
// In the second every list has two options, but three cells of a row need the same two symbols, which the search for a
// matching finds before any branch.
func TestEffortOfMatchings(t *testing.T) {
	counts := latinEffort(t, "12345\n23451\n.....\n45123\n51234\n")
	if counts["options forced"] != 5 || counts["options pruned"] != 0 || counts["of them without a matching"] != 0 {
		t.Errorf("a row of holes: %v", counts)
	}
	counts = latinEffort(t, ".....\n345..\n453..\n534..\n.....\n")
	if counts["options in the shortest list"] != 2 || counts["of them without a matching"] != 1 ||
		counts["nodes"] != 1 || counts["solutions"] != 0 {
		t.Errorf("three cells for two symbols: %v", counts)
	}
}

// latinEffort searches a square with the filter gad and with nogoods against swaps, for at most a thousand solutions,
// because an empty square of order 6 has a million times as many.
func latinEffort(t *testing.T, text string) map[string]int64 {
	t.Helper()
	p, err := quadrille.Load("square.txt", []byte(text), quadrille.Options{UpTo: quadrille.Swaps})
	if err != nil {
		t.Fatal(err)
	}
	var e quadrille.Effort
	search := quadrille.Search{FilterBy: "gad", Effort: &e, Limit: 1000}
	for _, err := range p.Solutions(t.Context(), search) {
		if err != nil {
			t.Fatal(err)
		}
	}
	counts := map[string]int64{"nodes": e.Nodes, "solutions": e.Solutions}
	for _, c := range e.Filter {
		counts[c.Name] = c.Count
	}
	return counts
}

// plainLists counts the lists from the text of the square alone.
func plainLists(rows []string) (swaps, shortest, longest int64) {
	n := len(rows)
	column := func(j int) (s string) {
		for _, row := range rows {
			s += row[j : j+1]
		}
		return s
	}
	free := func(i, j, k int) bool {
		symbol := fmt.Sprint(k + 1)
		return rows[i][j] == '.' && !strings.Contains(rows[i], symbol) && !strings.Contains(column(j), symbol)
	}
	lists := map[string]int64{}
	for i := range n {
		for j := range n {
			if rows[i][j] == '.' {
				lists[fmt.Sprint("p", i, j)] += 0
			}
			if !strings.Contains(rows[i], fmt.Sprint(j+1)) {
				lists[fmt.Sprint("r", i, j)] += 0
			}
			if !strings.Contains(column(i), fmt.Sprint(j+1)) {
				lists[fmt.Sprint("c", i, j)] += 0
			}
			for k := range n {
				if !free(i, j, k) {
					continue
				}
				lists[fmt.Sprint("p", i, j)]++
				lists[fmt.Sprint("r", i, k)]++
				lists[fmt.Sprint("c", j, k)]++
				for ii := i + 1; ii < n; ii++ {
					for jj := j + 1; jj < n; jj++ {
						for kk := k + 1; kk < n; kk++ {
							if free(i, jj, kk) && free(ii, j, kk) && free(ii, jj, k) {
								swaps++
							}
						}
					}
				}
			}
		}
	}
	shortest = 1 << 40
	for _, l := range lists {
		shortest, longest = min(shortest, l), max(longest, l)
	}
	return swaps, shortest, longest
}
