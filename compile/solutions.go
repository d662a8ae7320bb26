package compile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
	"quadrille/runtime/format"
)

// LatinText returns the solution of a Latin square as n lines of n characters, which can be read again. Symbols that
// the puzzle declares are replaced by the values from 1 on.
func (p *Program) LatinText(solution []Placement) (string, error) {
	if err := p.requireOneStatement("latin holds a square"); err != nil {
		return "", err
	}
	square := p.CompletedSquare(solution)
	if n := square.Order(); n == 0 || n > latin.MaxOrder {
		return "", format.Unsupported("the format latin is for Latin squares up to order %d, and this puzzle asks for "+
			"none", latin.MaxOrder)
	}
	return square.String(), nil
}

// requireOneStatement returns an error if solutions hold more than a format does.
func (p *Program) requireOneStatement(holds string) error {
	kinds := p.Puzzle.FillingStatementKinds()
	if len(kinds) < 2 {
		return nil
	}
	return format.Unsupported("the format %s, and solutions of this puzzle have more: %s; json holds all", holds,
		source.JoinWords(kinds))
}

// CellSymbols returns the symbols on all cells of a solution, row by row, as one text. It returns false if that text
// does not determine the solution.
func (p *Program) CellSymbols(solution []Placement) (string, bool) {
	if len(p.Puzzle.FillingStatementKinds()) > 1 {
		return "", false // the symbols on one board do not determine a solution of several statements
	}
	on := map[lattice.Cell]string{}
	for _, pl := range solution {
		if len(pl.Cells) == 0 || len(pl.Letters) != len(pl.Cells) {
			return "", false
		}
		for k, c := range pl.Cells {
			if on[c] = pl.Letters[k]; utf8.RuneCountInString(on[c]) != 1 {
				return "", false
			}
		}
	}
	var line strings.Builder
	for _, c := range slices.SortedFunc(maps.Keys(on), lattice.CompareCells) {
		line.WriteString(on[c])
	}
	return line.String(), line.Len() > 0
}

// SymbolRows returns the letters or symbols of a solution on its board of squares, row by row, "" where there is none.
func (p *Program) SymbolRows(solution []Placement) [][]string {
	height, width := 0, 0
	switch q := p.Puzzle; {
	case q.WordPuzzle != nil:
		height, width = q.WordPuzzle.Rows, q.WordPuzzle.Columns
	case q.Filling != nil:
		height, width = q.Filling.LatinOrder, q.Filling.LatinOrder
	}
	rows := make([][]string, height)
	for r := range rows {
		rows[r] = make([]string, width)
	}
	for _, pl := range solution {
		for k, letter := range pl.Letters {
			rows[pl.Cells[k][0]][pl.Cells[k][1]] = letter
		}
	}
	return rows
}

// DotsText returns the n-th solution of a dissection in the output format of Knuth's program back-dissect. It has the
// mapping of each piece, which is its shift and its rotation, and the square beside the shape, with the number of its
// piece on each cell.
//
// Source: back-dissect, section 40.
func (p *Program) DotsText(mappings []int, solution []Placement, n int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "Solution %d, from%s:\n", n, MappingsText(mappings, len(lattice.Square.Rotations())))
	square, shape := map[lattice.Cell]string{}, map[lattice.Cell]string{}
	for _, part := range solution {
		for i, c := range part.Cells {
			square[c], shape[part.TargetCells[i]] = part.PieceName, part.PieceName
		}
	}
	d := p.Puzzle.Dissection
	side := squareSide(len(d.SourceShape))
	_, greatest := d.TargetShape.BoundingBox()
	for r := range max(side, greatest[0]+1) {
		for c := range side {
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
	return out.String()
}

// CheckDots returns an error if the puzzle is no dissection of a square that Knuth's program back-dissect can print.
func (p *Program) CheckDots() error {
	if d := p.Puzzle.Dissection; d != nil && len(d.AllowedMotions) == len(lattice.Square.Rotations()) {
		side := squareSide(len(d.SourceShape))
		if d.SourceShape.Equal(lattice.Rectangle(int(side), int(side))) {
			return p.requireOneStatement("dots holds a dissection")
		}
	}
	return format.Unsupported("the format dots is for squares that are cut into pieces and rotated, as `dissect " +
		"square 3 into 2 pieces forming …` does")
}

// squareSide returns the side of the smallest square with at least the given number of cells.
func squareSide(cells int) (side int32) {
	for int(side*side) < cells {
		side++
	}
	return side
}

// MappingsText returns the mapping of each piece as Knuth's program back-dissect prints it. The rotations of that
// program have the opposite direction.
func MappingsText(list []int, motions int) (text string) {
	for _, m := range list {
		text += fmt.Sprintf(" %d^%d", m/motions, (motions-m%motions)%motions)
	}
	return text
}
