package quadrille

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"quadrille/compile/lattice"
)

// Dots writes the n-th solution of a dissection as Knuth's program back-dissect prints it: the
// mapping of each piece, its shift and its rotation, and the square beside the shape, with the
// number of its piece on each cell. An error says that the puzzle cuts no square in this way.
//
// Source: back-dissect, section 40.
func (s Solution) Dots(n int) (string, error) {
	d := s.puzzle.program.Puzzle.Dissect
	side := 0
	if d != nil {
		for side*side < len(d.From) {
			side++
		}
	}
	rotations := lattice.Square.Rotations()
	if d == nil || len(d.Motions) != len(rotations) || !d.From.Equal(lattice.Rectangle(side, side)) {
		return "", errors.New("the format dots is for squares that are cut into pieces and rotated, as `dissect square 3 into 2 pieces forming …` does")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "Solution %d, from", n)
	for _, m := range s.puzzle.program.Mappings(s.options, s.staged) {
		// Knuth's program turns the other way round.
		fmt.Fprintf(&out, " %d^%d", m/len(rotations), (len(rotations)-m%len(rotations))%len(rotations))
	}
	square, shape := map[lattice.Cell]string{}, map[lattice.Cell]string{}
	for _, part := range s.decoded() {
		for i, c := range part.Cells {
			square[c], shape[part.Onto[i]] = part.Piece, part.Piece
		}
	}
	out.WriteString(":\n")
	_, greatest := d.To.Corner()
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
