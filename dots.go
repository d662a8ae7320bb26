package quadrille

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/runtime/search"
	"quadrille/runtime/staged"
)

// Dots writes the n-th solution of a dissection as Knuth's program back-dissect prints it: the
// mapping of each piece, its shift and its rotation, and the square beside the shape, with the
// number of its piece on each cell. An error says that the puzzle cuts no square in this way.
//
// Source: back-dissect, section 40.
func (s Solution) Dots(n int) (string, error) {
	d := s.Puzzle().program.Puzzle.Dissection
	side := 0
	if d != nil {
		for side*side < len(d.From) {
			side++
		}
	}
	rotations := lattice.Square.Rotations()
	if d == nil || len(d.Motions) != len(rotations) || !d.From.Equal(lattice.Rectangle(side, side)) {
		return "", errors.New("the format dots is for squares that are cut into pieces and rotated, as `dissect " +
			"square 3 into 2 pieces forming …` does")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "Solution %d, from", n)
	out.WriteString(mappingsText(s.Puzzle().program.PieceMappings(s.options, s.staged), len(rotations)))
	square, shape := map[lattice.Cell]string{}, map[lattice.Cell]string{}
	for _, part := range s.DecodePlacements() {
		for i, c := range part.Cells {
			square[c], shape[part.Onto[i]] = part.Piece, part.Piece
		}
	}
	out.WriteString(":\n")
	_, greatest := d.To.BoundingBox()
	for r := range max(int32(side), greatest[0]+1) {
		for c := range int32(side) {
			out.WriteString(cmp.Or(square[lattice.Cell{r, c}], " "))
		}
		if r <= greatest[0] {
			out.WriteString("  ")
			for c := range greatest[1] + 1 {
				out.WriteString(cmp.Or(shape[lattice.Cell{r, c}], "."))
			}
		}
		out.WriteString("\n")
	}
	return out.String(), nil
}

// mappingsText writes the mapping of each piece as Knuth's program does, which turns the other way round.
func mappingsText(list []int, motions int) (text string) {
	for _, m := range list {
		text += fmt.Sprintf(" %d^%d", m/motions, (motions-m%motions)%motions)
	}
	return text
}

// traceStages tells of the legal shifts, and has the matching problems told: what a cell of the first shape, by row and
// column, can become in the other one, and in which piece.
//
// Source: back-dissect, sections 8, 13 and 24.
func (p *Puzzle) traceStages(one *staged.DissectionSearch, tell Tracer) {
	d, stages := p.program.Puzzle.Dissection, p.program.Stages()
	tell(0, search.Shifts, fmt.Sprintf("%d legal shifts", len(stages.Shifts())))
	for k, shift := range stages.Shifts() {
		tell(0, search.Shifts, fmt.Sprintf("shift %d is (%d, %d)", k, shift[0], shift[1]))
	}
	one.WatchMatchings(func(stage staged.Stage, list []int, moves iter.Seq[staged.Move]) {
		what := "to match" + mappingsText(list, stages.Problem.Motions) + ":"
		if stage == staged.MovesReduced {
			what = "which forced moves reduce to:"
		}
		tell(0, search.Matches, what)
		lines, last := "", -1
		for m := range moves {
			if m.Source != last {
				lines += fmt.Sprintf("\n%da%d --", d.From[m.Source][0], d.From[m.Source][1])
			}
			last = m.Source
			lines += fmt.Sprintf(" %db%d.%d", d.To[m.Target][0], d.To[m.Target][1], m.Piece+1)
		}
		for line := range strings.SplitSeq(lines[1:], "\n") {
			tell(1, search.Matches, line)
		}
	})
}
