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

// Rows and columns are those of the board as it is drawn, and clues stand beside them.

// boardLines returns the rows of the board from the top, or its columns from the left.
func (s *Statement) boardLines(word string) [][]lattice.Cell {
	grid := s.boardGrid()
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

// linesOf returns the lines on which a rule holds.
func (s *Statement) linesOf(on []*ast.Line) (lines [][]lattice.Cell) {
	for _, l := range on {
		lines = append(lines, s.cellsOfLine(l)...)
	}
	return lines
}

// cellsOfLine returns the lines that one of the places behind `on` means. Listed cells keep their order.
func (s *Statement) cellsOfLine(l *ast.Line) (lines [][]lattice.Cell) {
	if l.Word == "rows" || l.Word == "columns" {
		return s.boardLines(l.Word)
	}
	for _, cells := range s.FindLines(l, s.Model.Board) {
		lines = append(lines, cells)
	}
	if s.lineCells == nil {
		s.lineCells = map[*ast.Line][][]lattice.Cell{}
	}
	s.lineCells[l] = lines
	return lines
}

// eachClue calls a function for the clue of each line, except for dots. If clues count a symbol, `counts` is that
// symbol.
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
			s.Model.RuleSigns = append(s.Model.RuleSigns, model.RuleSign{Kind: "clue", Cells: lines[k], Text: clue,
				CountedSymbol: counts})
		}
	}
}

// overLimit is greater than every number that a clue may have.
const overLimit = math.MaxInt32 / 2

// parseClue reads the number in a clue.
func (s *Statement) parseClue(text string, at ast.Ranged) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, s.require(err == nil && n >= 0 && n < overLimit, codes.BadGiven, at, "clues are numbers",
		"%q is no clue", text)
}

// linePattern matches a clue between commas.
var linePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,](?:[^,]*[^\s,])?)`) })

// readLines adds a clue for each text between commas.
func readLines(c ClueCollector, all []*ast.LineClues) (parts []Part) {
	for _, l := range all {
		parts = append(parts, readLineClues(c, l, linePattern(), func(w quotedWord) int {
			return c.AddClue(LineClue, l.Range(), nil, w.groups[0], "clue %s of %s %d", w.groups[0],
				strings.TrimSuffix(l.Word, "s"), strings.Count(w.before, ","))
		})...)
	}
	return parts
}
