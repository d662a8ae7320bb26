package staged_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/staged"
)

type cell struct{ r, c int }

// parse reads a picture: asterisks are cells, spaces end rows.
func parse(picture string) []cell {
	var out []cell
	for r, row := range strings.Fields(picture) {
		for c, x := range row {
			if x == '*' {
				out = append(out, cell{r, c})
			}
		}
	}
	return out
}

func rectangle(rows, columns int) []cell {
	var out []cell
	for r := range rows {
		for c := range columns {
			out = append(out, cell{r, c})
		}
	}
	return out
}

// turned moves a shape by a motion, of which 0 to 3 are rotations and 4 to 7
// rotations of the mirror image, and puts its corner at the origin.
func turned(shape []cell, motion int) []cell {
	out := slices.Clone(shape)
	least := cell{1 << 20, 1 << 20}
	for i, p := range out {
		if motion >= 4 {
			p.c = -p.c
		}
		for range motion % 4 {
			p = cell{p.c, -p.r}
		}
		out[i] = p
		least = cell{min(least.r, p.r), min(least.c, p.c)}
	}
	for i := range out {
		out[i].r -= least.r
		out[i].c -= least.c
	}
	return out
}

func extent(shape []cell) int {
	n := 0
	for _, p := range shape {
		n = max(n, p.r+1, p.c+1)
	}
	return n
}

// dissection makes a problem with every legal shift, row by row. Pieces may have any size.
func dissection(from, to []cell, pieces, motions int) *staged.Problem {
	p := &staged.Problem{Sources: len(from), Targets: len(to), Pieces: pieces, Motions: motions, MaxSize: len(from)}
	var shapes [][]cell
	seen := map[string]bool{}
	for motion := range motions {
		shapes = append(shapes, turned(from, motion))
		key := fmt.Sprint(sorted(shapes[motion]))
		p.First = append(p.First, !seen[key])
		seen[key] = true
	}
	number := make([][]int32, extent(to))
	for r := range number {
		number[r] = slices.Repeat([]int32{-1}, len(number))
	}
	for b, q := range to {
		number[q.r][q.c] = int32(b)
	}
	least, most := -extent(from)+1, extent(to)
	for r := least; r < most; r++ {
		for c := least; c < most; c++ {
			var mappings [][]int32
			for _, shape := range shapes {
				mappings = append(mappings, onto(shape, cell{r, c}, number))
			}
			if slices.Max(slices.Concat(mappings...)) >= 0 {
				p.Shifts++
				p.Onto = append(p.Onto, mappings...)
			}
		}
	}
	return p
}

// onto returns the target of each source, or -1; number has them by row and column.
func onto(shape []cell, shift cell, number [][]int32) []int32 {
	out := make([]int32, len(shape))
	for a, q := range shape {
		r, c := q.r+shift.r, q.c+shift.c
		out[a] = -1
		if min(r, c) >= 0 && max(r, c) < len(number) {
			out[a] = number[r][c]
		}
	}
	return out
}

func sorted(shape []cell) []cell {
	out := slices.Clone(shape)
	slices.SortFunc(out, func(a, b cell) int { return (a.r-b.r)*1000 + a.c - b.c })
	return out
}

// found returns the solutions of the search, in order.
func found(t *testing.T, p *staged.Problem) []string {
	t.Helper()
	var out []string
	s := staged.NewSearch(p)
	for x := range s.Solutions(context.Background()) {
		out = append(out, fmt.Sprint(x.Mappings, x.Piece))
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if n := s.Stats().Solutions; n != int64(len(out)) {
		t.Fatalf("%d solutions, but counted as %d", len(out), n)
	}
	slices.Sort(out)
	return out
}

// count returns the number of solutions that a run finds.
func count(s *staged.Search) int {
	n := 0
	for range s.Solutions(context.Background()) {
		n++
	}
	return n
}
