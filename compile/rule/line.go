package rule

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Rows and columns of a board as it is drawn, and the clues beside them.

// boardLines returns the rows or the columns of the board, from the left and from the top.
func (s *Statement) boardLines(word string) [][]lattice.Cell {
	grid := s.grid()
	least, greatest := lattice.Shape(grid.Cells).BoundingBox()
	axis := len(s.Model.Board.Lattice.Axes) - 2
	if word == "columns" {
		axis++
	}
	lines := make([][]lattice.Cell, greatest[axis]-least[axis]+1)
	for _, cell := range grid.Cells {
		k := cell[axis] - least[axis]
		lines[k] = append(lines[k], cell)
	}
	return lines
}

// linesOf returns the lines on which a rule holds: rows and columns of the board as it is drawn, and others.
func (s *Statement) linesOf(on []*ast.Line) (lines [][]lattice.Cell) {
	for _, l := range on {
		lines = append(lines, s.cellsOfLine(l)...)
	}
	return lines
}

// cellsOfLine returns the lines of one part of what stands behind `on`. Listed cells keep their order.
func (s *Statement) cellsOfLine(l *ast.Line) (lines [][]lattice.Cell) {
	if l.Word == "rows" || l.Word == "columns" {
		return s.boardLines(l.Word)
	}
	for _, cells := range s.FindLines(l, s.Model.Board) {
		lines = append(lines, cells)
	}
	return lines
}

// eachClue calls a function for each clue of the lines that is not a dot. The clues may count a symbol.
func (s *Statement) eachClue(l *ast.LineClues, counts string,
	rule func(cells []lattice.Cell, clue string, at ast.Ranged)) {
	lines, clues := s.boardLines(l.Word), strings.Split(string(l.Clues), ",")
	if !s.require(len(clues) == len(lines), codes.BadGiven, l,
		"commas stand between the lines, and a dot is a clue that is not given",
		"there are %s for %d %s", source.Plural(len(clues), "clue"), len(lines), l.Word) {
		return
	}
	for k, clue := range clues {
		if clue = strings.TrimSpace(clue); clue != "." {
			rule(lines[k], clue, l)
			s.Model.Signs = append(s.Model.Signs, model.RuleSign{Kind: "clue", Cells: lines[k], Text: clue,
				Counts: counts})
		}
	}
}

// overLimit exceeds every number that a clue may have.
const overLimit = math.MaxInt32 / 2

// parseClue reads a clue.
func (s *Statement) parseClue(text string, at ast.Ranged) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, s.require(err == nil && n >= 0 && n < overLimit, codes.BadGiven, at, "clues are numbers",
		"%q is no clue", text)
}

// linePattern matches a clue between commas.
var linePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,](?:[^,]*[^\s,])?)`) })

// readLines adds a clue for each text between commas.
func readLines(c Clues, all []*ast.LineClues) (parts []Part) {
	for _, l := range all {
		parts = append(parts, readLineClues(c, l, linePattern(), func(w quotedWord) int {
			return c.AddClue(LineClue, l.Range(), nil, w.groups[0], "clue %s of %s %d", w.groups[0],
				strings.TrimSuffix(l.Word, "s"), strings.Count(w.before, ","))
		})...)
	}
	return parts
}
