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

// A label is a text on a cell of a board. In a rule about the board it stands for the coordinates of the cell.

// noLabel is the word of a cell without a label.
const noLabel = "."

// readLabels reads the labels of a board: one word a cell, in reading order.
func (c *checker) readLabels(p *ast.Lines, b *model.Board) bool {
	words := strings.Fields(strings.Join(p.Rows, "\n"))
	cells := c.gridOf(b).Cells
	if !c.require(len(words) == len(cells), codes.BadLabel, p,
		"write one label a cell, in reading order, with blanks between them, and a dot for a cell without one",
		"the board has %s, and there are %d labels", source.Plural(len(cells), "cell"), len(words)) {
		return false
	}
	b.Labels = map[lattice.Cell]string{}
	for k, word := range words {
		if word != noLabel {
			b.Labels[cells[k]] = word
		}
	}
	return true
}

// labelText returns the label that a cell in braces or a place of one coordinate means. A name is a label, unless it is
// a parameter or an index: then it is their number, or word. The label of a number is its digits.
func (c *checker) labelText(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.Quoted:
		return string(x.Text), true
	case *ast.Variable:
		if _, bound := c.bound[x.Name]; !bound && !c.isParam(x.Name) {
			return x.Name, true
		}
	}
	n, ok := c.evalExpr(c.translateValue(x, c.bound))
	return c.words.Text(n), ok
}

// labeledCell finds the cell with a label on the board of the rule that is checked.
func (c *checker) labeledCell(at ast.Ranged, x ast.Expr) (cell lattice.Cell, ok bool) {
	label, ok := c.labelText(x)
	if !ok {
		return cell, false
	}
	b := c.viewed
	if c.questionBroken { // the board is not known
		c.broken++
		return cell, false
	}
	if !c.require(b != nil, codes.BadLabel, at,
		"in a rule a label stands for the cell of the board that the rule is about",
		"%q is no cell: there is no board here", label) ||
		!c.require(b.Labels != nil, codes.BadLabel, at,
			"write the coordinates in parentheses, or declare `labels` behind the board",
			"%q is no cell: the cells of `%s` have no labels", label, b.Name) {
		return cell, false
	}
	var cells []lattice.Cell
	for at, other := range b.Labels {
		if other == label {
			cells = append(cells, at)
		}
	}
	if len(cells) == 0 {
		known := slices.Compact(slices.Sorted(maps.Values(b.Labels)))
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
