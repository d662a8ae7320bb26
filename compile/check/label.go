package check

import (
	"maps"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// A label is a text on a cell of a board. In a rule about the board it may stand for the coordinates of the cell.

// noLabelWord is the word that stands in place of a label for a cell without a label.
const noLabelWord = "."

// readLabels reads the labels of a board: one word for each cell, in reading order.
func (c *checker) readLabels(p *ast.Lines, b *model.Board) bool {
	words := strings.Fields(strings.Join(p.Rows, "\n"))
	cells := c.boardGrid(b).Cells
	if !c.require(len(words) == len(cells), codes.BadLabel, p,
		"write one label a cell, in reading order, with blanks between them, and a dot for a cell without one",
		"the board has %s, and there are %d labels", source.Plural(len(cells), "cell"), len(words)) {
		return false
	}
	b.CellLabels = map[lattice.Cell]string{}
	for k, word := range words {
		if word != noLabelWord {
			b.CellLabels[cells[k]] = word
		}
	}
	return true
}

// labelText returns the label that an expression in the place of a cell means. A name means the label with this text.
// But if the name is a parameter or an index, the label is the digits or the word of its value.
func (c *checker) labelText(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.Quoted:
		return string(x.Text), true
	case *ast.Variable:
		if _, bound := c.ruleLoopIndices[x.Name]; !bound && !c.isParam(x.Name) {
			return x.Name, true
		}
	}
	n, ok := c.evalExpr(c.translateValue(x, c.ruleLoopIndices))
	return c.vocabulary.ValueText(n), ok
}

// labeledCell returns the cell that has a label, on the board of the rule being checked.
func (c *checker) labeledCell(at ast.Ranged, x ast.Expr) (cell lattice.Cell, ok bool) {
	label, ok := c.labelText(x)
	if !ok {
		return cell, false
	}
	b := c.ruleBoard
	if c.fillingStatementFailed { // no error if the board is missing because of an earlier error
		c.failureCount++
		return cell, false
	}
	if !c.require(b != nil, codes.BadLabel, at,
		"in a rule a label stands for the cell of the board that the rule is about",
		"%q is no cell: there is no board here", label) ||
		!c.require(b.CellLabels != nil, codes.BadLabel, at,
			"write the coordinates in parentheses, or declare `labels` behind the board",
			"%q is no cell: the cells of `%s` have no labels", label, b.Name) {
		return cell, false
	}
	var cells []lattice.Cell
	for at, other := range b.CellLabels {
		if other == label {
			cells = append(cells, at)
		}
	}
	if len(cells) == 0 {
		known := slices.Compact(slices.Sorted(maps.Values(b.CellLabels)))
		c.reportError(codes.BadLabel, c.spanOf(at), "", "no cell of `%s` has the label %q", b.Name, label).
			SuggestName(label, known)
		return cell, false
	}
	if !c.require(len(cells) == 1, codes.BadLabel, at, "write the coordinates of the one that is meant",
		"%s of `%s` have the label %q", source.Plural(len(cells), "cell"), b.Name, label) {
		return cell, false
	}
	c.recordCell(at.Range(), cells[0])
	return cells[0], true
}
