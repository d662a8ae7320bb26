package rule

import (
	"slices"
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// The number of things on some cells is drawn where puzzle books have it: in front of a whole row or column of squares,
// or on the cell that the counted cells surround.

// maxSignCells bounds the number of cells to which a drawn number refers, and the sides of the box around them.
const maxSignCells = 100

// SignOfCount returns the drawing of the number of things on the cells of a line, or false if there is none. The
// argument onCell is the kind of sign for a number that stands on a cell.
func SignOfCount(c Checker, l *ast.Line, cells lattice.Shape, n model.CountRange, b *model.Board, onCell string) (
	model.RuleSign, bool) {
	if l.Shape == nil || l.Everywhere || b.Lattice != lattice.Square || b.IsWrapped() || n.Min != n.Max ||
		len(cells) > maxSignCells {
		return model.RuleSign{}, false
	}
	grid, text := c.GridOfBoard(b), strconv.Itoa(n.Min)
	least, greatest := grid.BoundingCorners()
	if max(greatest[0]-least[0], greatest[1]-least[1]) > maxSignCells {
		return model.RuleSign{}, false
	}
	if line := cellsIfWholeLine(grid, cells, least, greatest); line != nil {
		return model.RuleSign{SignKind: "clue", Cells: line, Text: text}, true
	}
	at, found := lattice.Cell{}, false
	if v := l.Shape.FirstTerm.Atom.BoardView; v != nil && v.AroundPlace != nil && len(l.Shape.OtherTerms) == 0 {
		at, found = c.EvalShift(v.AroundPlace)
	} else if len(cells) > 1 {
		at, found = surroundedCell(grid, cells)
		found = found && at[0] >= least[0] && at[0] <= greatest[0] && at[1] >= least[1] && at[1] <= greatest[1]
	}
	if found && grid.CellNumber(at) < 0 {
		onCell = "count"
	}
	return model.RuleSign{SignKind: onCell, Cells: []lattice.Cell{at}, Text: text}, found
}

// cellsIfWholeLine returns the cells if they are a whole row or column of the board with two cells at least, and
// otherwise nil.
func cellsIfWholeLine(grid *lattice.Grid, cells lattice.Shape, least, greatest lattice.Cell) []lattice.Cell {
	for axis := range 2 {
		if len(cells) < 2 || slices.ContainsFunc(cells,
			func(c lattice.Cell) bool { return c[axis] != cells[0][axis] }) {
			continue
		}
		at, count := cells[0], 0
		for at[1-axis] = least[1-axis]; at[1-axis] <= greatest[1-axis]; at[1-axis]++ {
			if grid.CellNumber(at) >= 0 {
				count++
			}
		}
		if count == len(cells) {
			return slices.Clone(cells)
		}
	}
	return nil
}

// surroundedCell returns the cell that the given cells surround: they are its neighbours, with or without the cells at
// its corners. The cell itself may be one of the given cells.
func surroundedCell(grid *lattice.Grid, cells lattice.Shape) (lattice.Cell, bool) {
	least, greatest := cells.BoundingBox()
	for _, steps := range [][]lattice.Cell{ChessmanMoveShifts("king"), lattice.Square.Neighbours(lattice.Cell{})} {
		for r := least[0] - 1; r <= greatest[0]+1 && greatest[0]-least[0] < 3; r++ {
			for k := least[1] - 1; k <= greatest[1]+1 && greatest[1]-least[1] < 3; k++ {
				at := lattice.Cell{r, k}
				var around []lattice.Cell
				for _, step := range steps {
					if cell := at.Plus(step); grid.CellNumber(cell) >= 0 {
						around = append(around, cell)
					}
				}
				others := slices.DeleteFunc(slices.Clone(cells), func(c lattice.Cell) bool { return c == at })
				if len(around) > 1 && lattice.NewShape(around).Equal(others) {
					return at, true
				}
			}
		}
	}
	return lattice.Cell{}, false
}

// CountSignSentence returns a sentence that says what the drawn numbers of a rule mean, or "" if none is drawn.
func CountSignSentence(signs []model.RuleSign, many string) string {
	if len(signs) == 0 {
		return ""
	}
	if signs[0].SignKind == "clue" {
		return "A number beside a row or above a column says how many " + many + " it has."
	}
	return "A number on a cell says how many " + many + " there are around it."
}
