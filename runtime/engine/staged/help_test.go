package staged_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/staged"
)

type boardCell struct{ r, c int }

// parseCells returns the cells of a picture, in which an asterisk is a cell and a space ends a row.
func parseCells(picture string) []boardCell {
	var out []boardCell
	for r, row := range strings.Fields(picture) {
		for c, x := range row {
			if x == '*' {
				out = append(out, boardCell{r, c})
			}
		}
	}
	return out
}

func rectangleCells(rows, columns int) []boardCell {
	var out []boardCell
	for r := range rows {
		for c := range columns {
			out = append(out, boardCell{r, c})
		}
	}
	return out
}

// turnCells turns a shape by a motion, and moves its corner to the origin. Motions 0 to 3 are rotations, and 4 to 7 are
// rotations of the mirror image.
func turnCells(shape []boardCell, motion int) []boardCell {
	out := slices.Clone(shape)
	least := boardCell{1 << 20, 1 << 20}
	for i, p := range out {
		if motion >= 4 {
			p.c = -p.c
		}
		for range motion % 4 {
			p = boardCell{p.c, -p.r}
		}
		out[i] = p
		least = boardCell{min(least.r, p.r), min(least.c, p.c)}
	}
	for i := range out {
		out[i].r -= least.r
		out[i].c -= least.c
	}
	return out
}

func shapeExtent(shape []boardCell) int {
	n := 0
	for _, p := range shape {
		n = max(n, p.r+1, p.c+1)
	}
	return n
}

// dissectionProblem makes a dissection problem with every legal shift, row by row. Pieces may have any size.
func dissectionProblem(from, to []boardCell, pieces, motions int) *staged.DissectionProblem {
	p := &staged.DissectionProblem{SourceCount: len(from), TargetCount: len(to), PieceCount: pieces,
		MotionCount:   motions,
		MaxPieceCells: len(from)}
	var shapes [][]boardCell
	seen := map[string]bool{}
	for motion := range motions {
		shapes = append(shapes, turnCells(from, motion))
		key := fmt.Sprint(sortCells(shapes[motion]))
		p.FirstPieceMotions = append(p.FirstPieceMotions, !seen[key])
		seen[key] = true
	}
	number := make([][]int32, shapeExtent(to))
	for r := range number {
		number[r] = slices.Repeat([]int32{-1}, len(number))
	}
	for b, q := range to {
		number[q.r][q.c] = int32(b)
	}
	least, most := -shapeExtent(from)+1, shapeExtent(to)
	for r := least; r < most; r++ {
		for c := least; c < most; c++ {
			var mappings [][]int32
			for _, shape := range shapes {
				mappings = append(mappings, targetsOf(shape, boardCell{r, c}, number))
			}
			if slices.Max(slices.Concat(mappings...)) >= 0 {
				p.ShiftCount++
				p.TargetsByMapping = append(p.TargetsByMapping, mappings...)
			}
		}
	}
	return p
}

// targetsOf returns the target of each source, or -1. The argument number holds the index of each target by row and
// column.
func targetsOf(shape []boardCell, shift boardCell, number [][]int32) []int32 {
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

func sortCells(shape []boardCell) []boardCell {
	out := slices.Clone(shape)
	slices.SortFunc(out, func(a, b boardCell) int { return (a.r-b.r)*1000 + a.c - b.c })
	return out
}

// listSolutions returns the solutions of the search, in order.
func listSolutions(t *testing.T, p *staged.DissectionProblem) []string {
	t.Helper()
	var out []string
	s := staged.NewDissectionSearch(p)
	for x := range s.Dissections(context.Background()) {
		out = append(out, fmt.Sprint(x.MappingOf, x.PieceOf))
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if n := s.StageStats().Solutions; n != int64(len(out)) {
		t.Fatalf("%d solutions, but counted as %d", len(out), n)
	}
	slices.Sort(out)
	return out
}

// countSolutions returns the number of solutions that a run finds.
func countSolutions(s *staged.DissectionSearch) int {
	n := 0
	for range s.Dissections(context.Background()) {
		n++
	}
	return n
}
