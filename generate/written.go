package generate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// A clue style is the kind of information about a solution that is given in place of its symbols: the lengths of runs,
// views along lines, numbers on cells. All clues of a style are computed from a solution and written as rules of the
// text. Then those that are not needed are left out.

// filledBoard is a board with a symbol on each cell.
type filledBoard struct {
	*lattice.Grid
	boardFilling *model.Filling
	symbolOfCell []int   // for each cell, the index of its symbol
	drawnPaths   [][]int // for each line drawn on the board, the indices of its cells; only in styles with lines
}

// clueStyle is a kind of clues about a filled board.
type clueStyle struct {
	contentInWords string // what is given, in a few words
	// symbolCount is the number of symbols that the board must have; 0 stands for any number, all different in each
	// line.
	symbolCount int
	needsSticks bool // whether the board is one of sticks
	// clueValues returns the values of all clues, in a fixed order; "" stands for a place without a clue.
	clueValues func(b *filledBoard) []string
	// writeRules returns the text of the rules with the given values of clues ("" leaves a clue out), and the text of
	// the statements that stand before the rules, such as tables.
	writeRules func(b *filledBoard, d textRewrite, values []string) (rules, statements string)
	// drawSymbols returns random symbols, or nil if the board has none; a nil function stands for a random solution of
	// the rules.
	drawSymbols func(b *filledBoard, r *rand.Rand) []int
	// drawPaths returns random lines through cells that fit the symbols, for a style of lines.
	drawPaths func(b *filledBoard, r *rand.Rand) [][]int
	// keepsAllClues tells that no clue is left out of the text, even if it is not needed.
	keepsAllClues bool
	// allowsGivens tells that symbols are given as well if the clues do not suffice.
	allowsGivens bool
}

// clueStyles holds the styles by name.
var clueStyles = map[string]clueStyle{
	"runs": {contentInWords: "the lengths of the runs in all rows and columns", symbolCount: 2, keepsAllClues: true,
		clueValues: runLengthClues, writeRules: writeRunLengths, drawSymbols: drawBlobPicture},
	"counts": {contentInWords: "on blank cells, the number of the second symbol around", symbolCount: 2,
		clueValues: neighbourCountClues, writeRules: writeNeighbourCounts, drawSymbols: drawMineField},
	"sides": {contentInWords: "for squares, the number of their sides that the loop takes", symbolCount: 2,
		needsSticks: true,
		clueValues:  sideCountClues, writeRules: writeSideCounts, drawSymbols: drawLoopOutline},
	"views": {contentInWords: "how many symbols are seen from the ends of lines", allowsGivens: true,
		clueValues: viewCountClues, writeRules: writeViewCounts},
	"signs": {contentInWords: "signs between neighbours, of which one is less", allowsGivens: true,
		clueValues: comparisonSigns, writeRules: writeComparisonSigns},
	"sums": {contentInWords: "the sums of the cells in a row, and of those in a column, between blocks",
		keepsAllClues: true,
		allowsGivens:  true, clueValues: runSums, writeRules: writeRunSums, drawSymbols: drawDistinctRuns},
	pieceStyle: {contentInWords: "on cells of a packing, the letters of the pieces that cover them"},
	"thermometers": {contentInWords: "lines along which symbols ascend", allowsGivens: true,
		clueValues: lengthsOfPathsWith(isAscending), writeRules: pathRuleWriter("ascending"),
		drawPaths: pathDrawer(isAscending, 4, 6)},
	"arrows": {contentInWords: "lines whose first symbol is the sum of the others", allowsGivens: true,
		clueValues: lengthsOfPathsWith(isSumArrow), writeRules: pathRuleWriter("arrow"),
		drawPaths: pathDrawer(isSumArrow, 3,
			4)},
	"dots": {contentInWords: "white dots between consecutive neighbours, and black ones where one is twice the other",
		allowsGivens: true,
		clueValues:   kropkiDots, writeRules: writeKropkiDots},
}

// ClueStyles returns the names of the styles for [Recipe.ClueStyle].
func ClueStyles() []string { return slices.Sorted(maps.Keys(clueStyles)) }

// checkStyle returns an error if the style of the recipe does not fit the puzzle.
func (m *puzzleMaker) checkStyle(p *model.Puzzle) error {
	s, known := clueStyles[m.recipe.ClueStyle]
	if m.recipe.ClueStyle == pieceStyle {
		return checkPieceStyle(p)
	}
	switch f := p.Filling; {
	case !known:
		return fmt.Errorf("what can be given is %s, and not %q", strings.Join(ClueStyles(), ", "), m.recipe.ClueStyle)
	case f == nil:
		return fmt.Errorf("%s: that is for boards that are filled with symbols", s.contentInWords)
	case s.symbolCount > 0 && len(f.Symbols) != s.symbolCount:
		return fmt.Errorf("%s: that is for two symbols, and here are %d", s.contentInWords, len(f.Symbols))
	case m.recipe.SolutionPicture != "" && (s.symbolCount != 2 || s.needsSticks):
		return fmt.Errorf("%s: a picture shows no solution of such a puzzle", s.contentInWords)
	case s.needsSticks != (f.Board.Lattice.StickEnds != nil):
		on := map[bool]string{true: "sticks", false: "squares"}[s.needsSticks]
		return fmt.Errorf("%s: that is for boards on %s", s.contentInWords, on)
	case f.Board.Lattice.Name != "square" && f.Board.Lattice.Name != "sticks":
		return fmt.Errorf("%s: that is for boards of squares", s.contentInWords)
	}
	least, _ := lattice.Shape(p.Filling.Board.Cells).BoundingBox()
	if least[0] < 0 || least[1] < 0 {
		return errors.New("the board has cells before row 0 or column 0, and tables of clues begin there")
	}
	return nil
}

// makeStyleClues makes clues of a style for a solution. If several solutions satisfy all these clues, another solution
// must be drawn, unless the style allows given symbols as well.
func (m *puzzleMaker) makeStyleClues(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (
	*candidatePuzzle, error) {
	style, fill := clueStyles[m.recipe.ClueStyle], rules.Puzzle.Filling
	b := &filledBoard{Grid: fill.Board.NewGrid(), boardFilling: fill}
	switch {
	case m.recipe.SolutionPicture != "":
		var err error
		if b.symbolOfCell, err = parsePicture(b, m.recipe.SolutionPicture); err != nil {
			return nil, err
		}
	case style.drawSymbols != nil:
		if b.symbolOfCell = style.drawSymbols(b, r); b.symbolOfCell == nil {
			return nil, errRedraw
		}
	default:
		b.symbolOfCell = symbolIndices(rules.Program, s)
	}
	if style.drawPaths != nil {
		b.drawnPaths = style.drawPaths(b, r)
	}
	q := &styleClues{textClues: textClues{maker: m, rules: rules, solutionSymbols: b.symbolOfCell}, clueStyle: style,
		board:      b,
		clueValues: style.clueValues(b)}
	q.brokenCluesBy, q.textWithKeptClues = q.brokenClues, q.styleCluesText
	for k, v := range q.clueValues {
		if v != "" {
			q.valuedClues = append(q.valuedClues, k)
		}
	}
	if style.allowsGivens {
		for c := range b.Cells {
			if _, given := fill.GivenSymbols[b.Cells[c]]; !given {
				q.givableCells = append(q.givableCells, c)
			}
		}
	}
	all := slices.Repeat([]bool{true}, len(q.valuedClues)+len(q.givableCells))
	if len(q.givableCells) == 0 {
		other, err := q.anotherSolution(ctx, all)
		switch {
		case err != nil:
			return nil, err
		case other != nil && m.recipe.SolutionPicture != "":
			return nil, q.ambiguousPictureError(other)
		case other != nil:
			return nil, errRedraw
		}
	}
	made := &candidatePuzzle{groupSizes: slices.Repeat([]int{1}, len(all)), textWithKeptGroups: q.textWithKeptClues}
	if style.keepsAllClues {
		made.requiredClueCount = len(q.valuedClues)
	}
	made.counterexample = func(ctx context.Context, kept []bool, gone int) ([]int, error) {
		if 0 <= gone && gone < made.requiredClueCount {
			return []int{gone}, nil // in puzzles of this style no clue is left out, by custom
		}
		return q.findCounterexample(ctx, kept, gone)
	}
	made.removalOrder = func(r *rand.Rand) []int { // givens are left out first
		order := r.Perm(len(all))
		slices.SortStableFunc(order, func(i, j int) int {
			return boolToInt(i < len(q.valuedClues)) - boolToInt(j < len(q.valuedClues))
		})
		return order
	}
	return made, nil
}

// boolToInt returns 1 for true and 0 for false.
func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// styleClues are the clues of one style, followed by the symbols that may be given on cells.
type styleClues struct {
	textClues
	clueStyle    clueStyle
	board        *filledBoard
	clueValues   []string // values of all clues that the style has for the board, in its order
	valuedClues  []int    // indices in clueValues of the clues that have a value
	givableCells []int    // cells whose symbols may be given
}

// brokenClues returns the indices of the clues that the given symbols, indices by cell, break.
func (q *styleClues) brokenClues(symbols []int) []int {
	other := *q.board
	other.symbolOfCell = symbols
	values, out := q.clueStyle.clueValues(&other), []int{}
	for k, place := range q.valuedClues {
		if values[place] != q.clueValues[place] {
			out = append(out, k)
		}
	}
	for k, c := range q.givableCells {
		if symbols[c] != q.solutionSymbols[c] {
			out = append(out, len(q.valuedClues)+k)
		}
	}
	return out
}

// styleCluesText returns the text with the clues that are kept.
func (q *styleClues) styleCluesText(kept []bool) (string, error) {
	values := make([]string, len(q.clueValues))
	for k, place := range q.valuedClues {
		if kept[k] {
			values[place] = q.clueValues[place]
		}
	}
	d := q.rules.newRewrite()
	rules, statements := q.clueStyle.writeRules(q.board, d, values)
	given := map[int]bool{}
	for k, c := range q.givableCells {
		if kept[len(q.valuedClues)+k] {
			given[c] = true
		}
	}
	if len(given) > 0 {
		rules += "given " + d.BoardPicture(q.board.boardFilling.Board, func(c lattice.Cell) string {
			if n := q.board.cellNumber(c); given[n] {
				return q.board.boardFilling.Symbols[q.solutionSymbols[n]]
			}
			return ""
		}) + "\n"
	}
	if rules != "" {
		d.addFillRule(rules)
	}
	text, err := d.EditedText()
	return insertStatements(text, statements), err
}

// insertStatements inserts statements before the line of a text that begins the statement fill.
func insertStatements(text, statements string) string {
	if statements == "" {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	k := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "fill ") })
	return strings.Join(slices.Insert(lines, max(0, k), statements), "")
}

// ambiguousPictureError returns the error that another picture, given by its symbols, has the same clues.
func (q *styleClues) ambiguousPictureError(other []int) error {
	var rows strings.Builder
	for k, c := range q.board.Cells {
		if k > 0 && c[0] != q.board.Cells[k-1][0] {
			rows.WriteByte('\n')
		}
		if other[k] != q.solutionSymbols[k] {
			rows.WriteByte('?')
			continue
		}
		rows.WriteString(q.board.boardFilling.Symbols[q.solutionSymbols[k]])
	}
	return fmt.Errorf("the picture is not the only one with these clues; another one differs on the cells marked ?, "+
		"so change some of them:\n%s", rows.String())
}

// maxPicture is the largest number of rows and columns of a picture.
const maxPicture = 100

// PictureRules returns the rules of a nonogram on a board that has the size of a picture: see [Recipe.SolutionPicture].
func PictureRules(picture string) (string, error) {
	rows, width := pictureRows(picture), 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if width == 0 || len(rows) > maxPicture || width > maxPicture {
		return "", fmt.Errorf("a picture has from 1 to %d rows and columns, and this one has %d and %d", maxPicture,
			len(rows), width)
	}
	return fmt.Sprintf("board b on square = %dx%d\nfill b with \"_#\"\n", len(rows), width), nil
}

func pictureRows(picture string) (rows [][]rune) {
	for line := range strings.Lines(strings.TrimRight(picture, " \r\n")) {
		rows = append(rows, []rune(strings.TrimRight(line, " \r\n")))
	}
	return rows
}

// parsePicture returns the symbols of a board that a picture shows, or an error if the picture is larger than the
// board.
func parsePicture(b *filledBoard, picture string) ([]int, error) {
	symbols := make([]int, len(b.Cells))
	for row, line := range pictureRows(picture) {
		for column, mark := range line {
			n := b.cellNumber(lattice.Cell{int32(row), int32(column)})
			switch {
			case strings.ContainsRune(" .0-_", mark):
			case n < 0:
				return nil, fmt.Errorf("the board has no cell (%d, %d), where the picture has %q", row, column, mark)
			default:
				symbols[n] = 1
			}
		}
	}
	return symbols, nil
}
