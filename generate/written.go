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

// A clue style says what people are told of a solution in place of its symbols: the lengths of runs, views along
// lines, numbers on cells. All clues of a style are computed from a solution and written as rules of the text. Then
// those are left out that are not needed.

// filledBoard is a board whose cells are filled with symbols.
type filledBoard struct {
	*lattice.Grid
	fill    *model.Filling
	symbols []int   // index of the symbol on each cell
	paths   [][]int // cells of lines that were drawn on the board, for styles with lines
}

// clueStyle is a kind of clues about a filled board.
type clueStyle struct {
	about string // what is given, in a few words
	// symbols is the number of symbols that the board must have; 0 stands for any number, all different in each line.
	symbols int
	sticks  bool // whether the board is one of sticks
	// values returns the values of all clues, in a fixed order; "" stands for a place where there is none.
	values func(b *filledBoard) []string
	// write returns the text of the rules for some values, "" for those left out, and the statements that the rules
	// need before them.
	write func(b *filledBoard, d puzzleRewrite, values []string) (rules, statements string)
	// draw returns random symbols, or nil if the board has none; a nil function stands for a random solution of the
	// rules.
	draw func(b *filledBoard, r *rand.Rand) []int
	// drawPaths returns random lines through cells that fit the symbols, for a style of lines.
	drawPaths func(b *filledBoard, r *rand.Rand) [][]int
	// keepsAll tells that all clues stay in the text, even those that are not needed.
	keepsAll bool
	// givens tells that symbols are given as well where the clues do not suffice.
	givens bool
}

// clueStyles holds the styles by name.
var clueStyles = map[string]clueStyle{
	"runs": {about: "the lengths of the runs in all rows and columns", symbols: 2, keepsAll: true,
		values: runLengths, write: writeRuns, draw: drawBlobs},
	"counts": {about: "on blank cells, the number of the second symbol around", symbols: 2,
		values: countsAround, write: writeCounts, draw: drawMines},
	"sides": {about: "for squares, the number of their sides that the loop takes", symbols: 2, sticks: true,
		values: countsOfSides, write: writeSides, draw: drawLoop},
	"views": {about: "how many symbols are seen from the ends of lines", givens: true,
		values: viewsAlongLines, write: writeViews},
	"signs": {about: "signs between neighbours, of which one is less", givens: true,
		values: signsBetween, write: writeSigns},
	"sums": {about: "the sums of the cells in a row, and of those in a column, between blocks", keepsAll: true,
		givens: true, values: sumsOfRuns, write: writeSums, draw: drawDistinct},
	pieceStyle: {about: "on cells of a packing, the letters of the pieces that cover them"},
	"thermometers": {about: "lines along which symbols ascend", givens: true,
		values: pathsThat(isAscending), write: writePaths("ascending"), drawPaths: drawPaths(isAscending, 4, 6)},
	"arrows": {about: "lines whose first symbol is the sum of the others", givens: true,
		values: pathsThat(isArrow), write: writePaths("arrow"), drawPaths: drawPaths(isArrow, 3, 4)},
	"dots": {about: "white dots between consecutive neighbours, and black ones where one is twice the other",
		givens: true,
		values: dotsBetween, write: writeDots},
}

// ClueStyles returns the names of the styles for [Recipe.Give].
func ClueStyles() []string { return slices.Sorted(maps.Keys(clueStyles)) }

// checkStyle returns an error if the style of the recipe does not fit the puzzle.
func (m *puzzleMaker) checkStyle(p *model.Puzzle) error {
	s, known := clueStyles[m.recipe.Give]
	if m.recipe.Give == pieceStyle {
		return checkPieceStyle(p)
	}
	switch f := p.Filling; {
	case !known:
		return fmt.Errorf("what can be given is %s, and not %q", strings.Join(ClueStyles(), ", "), m.recipe.Give)
	case f == nil:
		return fmt.Errorf("%s: that is for boards that are filled with symbols", s.about)
	case s.symbols > 0 && len(f.Symbols) != s.symbols:
		return fmt.Errorf("%s: that is for two symbols, and here are %d", s.about, len(f.Symbols))
	case m.recipe.Picture != "" && (s.symbols != 2 || s.sticks):
		return fmt.Errorf("%s: a picture shows no solution of such a puzzle", s.about)
	case s.sticks != (f.Board.Lattice.StickEnds != nil):
		on := map[bool]string{true: "sticks", false: "squares"}[s.sticks]
		return fmt.Errorf("%s: that is for boards on %s", s.about, on)
	case f.Board.Lattice.Name != "square" && f.Board.Lattice.Name != "sticks":
		return fmt.Errorf("%s: that is for boards of squares", s.about)
	}
	least, _ := lattice.Shape(p.Filling.Board.Cells).BoundingBox()
	if least[0] < 0 || least[1] < 0 {
		return errors.New("the board has cells before row 0 or column 0, and tables of clues begin there")
	}
	return nil
}

// makeWritten makes clues of a style for a solution. If all of them together leave several solutions, another
// solution must be drawn, but where symbols may be given as well.
func (m *puzzleMaker) makeWritten(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (
	*candidatePuzzle, error) {
	style, fill := clueStyles[m.recipe.Give], rules.Puzzle.Filling
	b := &filledBoard{Grid: fill.Board.NewGrid(), fill: fill}
	switch {
	case m.recipe.Picture != "":
		var err error
		if b.symbols, err = parsePicture(b, m.recipe.Picture); err != nil {
			return nil, err
		}
	case style.draw != nil:
		if b.symbols = style.draw(b, r); b.symbols == nil {
			return nil, errRedraw
		}
	default:
		b.symbols = symbolIndices(rules.Program, s)
	}
	if style.drawPaths != nil {
		b.paths = style.drawPaths(b, r)
	}
	q := &writtenClues{textClues: textClues{maker: m, rules: rules, symbolOf: b.symbols}, style: style, board: b,
		values: style.values(b)}
	q.brokenBy, q.text = q.brokenClues, q.cluesText
	for k, v := range q.values {
		if v != "" {
			q.places = append(q.places, k)
		}
	}
	if style.givens {
		for c := range b.Cells {
			if _, given := fill.GivenSymbols[b.Cells[c]]; !given {
				q.cells = append(q.cells, c)
			}
		}
	}
	all := slices.Repeat([]bool{true}, len(q.places)+len(q.cells))
	if len(q.cells) == 0 {
		other, err := q.anotherSolution(ctx, all)
		switch {
		case err != nil:
			return nil, err
		case other != nil && m.recipe.Picture != "":
			return nil, q.ambiguousPicture(other)
		case other != nil:
			return nil, errRedraw
		}
	}
	made := &candidatePuzzle{groupSizes: slices.Repeat([]int{1}, len(all)), textWith: q.text}
	if style.keepsAll {
		made.required = len(q.places)
	}
	made.counterexample = func(ctx context.Context, kept []bool, gone int) ([]int, error) {
		if 0 <= gone && gone < made.required {
			return []int{gone}, nil // by custom none is left out
		}
		return q.findCounterexample(ctx, kept, gone)
	}
	made.order = func(r *rand.Rand) []int { // givens go first
		order := r.Perm(len(all))
		slices.SortStableFunc(order, func(i, j int) int {
			return boolToInt(i < len(q.places)) - boolToInt(j < len(q.places))
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

// writtenClues are clues of one style, and then symbols on cells.
type writtenClues struct {
	textClues
	style  clueStyle
	board  *filledBoard
	values []string // values of all clues of the style
	places []int    // indices of the clues that have a value
	cells  []int    // cells whose symbols may be given
}

// brokenClues returns the indices of the clues that other symbols break.
func (q *writtenClues) brokenClues(symbols []int) []int {
	other := *q.board
	other.symbols = symbols
	values, out := q.style.values(&other), []int{}
	for k, place := range q.places {
		if values[place] != q.values[place] {
			out = append(out, k)
		}
	}
	for k, c := range q.cells {
		if symbols[c] != q.symbolOf[c] {
			out = append(out, len(q.places)+k)
		}
	}
	return out
}

// cluesText returns the text with the clues that are kept.
func (q *writtenClues) cluesText(kept []bool) (string, error) {
	values := make([]string, len(q.values))
	for k, place := range q.places {
		if kept[k] {
			values[place] = q.values[place]
		}
	}
	d := q.rules.newRewrite()
	rules, statements := q.style.write(q.board, d, values)
	given := map[int]bool{}
	for k, c := range q.cells {
		if kept[len(q.places)+k] {
			given[c] = true
		}
	}
	if len(given) > 0 {
		rules += "given " + d.BoardPicture(q.board.fill.Board, func(c lattice.Cell) string {
			if n := q.board.number(c); given[n] {
				return q.board.fill.Symbols[q.symbolOf[n]]
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

// ambiguousPicture returns the error that a picture is not the only one with its clues.
func (q *writtenClues) ambiguousPicture(other []int) error {
	var rows strings.Builder
	for k, c := range q.board.Cells {
		if k > 0 && c[0] != q.board.Cells[k-1][0] {
			rows.WriteByte('\n')
		}
		if other[k] != q.symbolOf[k] {
			rows.WriteByte('?')
			continue
		}
		rows.WriteString(q.board.fill.Symbols[q.symbolOf[k]])
	}
	return fmt.Errorf("the picture is not the only one with these clues; another one differs on the cells marked ?, "+
		"so change some of them:\n%s", rows.String())
}

// maxPicture is the largest number of rows and columns of a picture.
const maxPicture = 100

// PictureRules returns the rules of a nonogram on a board that has the size of a picture: see [Recipe.Picture].
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

// parsePicture returns the symbols of a board that a picture shows, or an error if the picture is larger.
func parsePicture(b *filledBoard, picture string) ([]int, error) {
	symbols := make([]int, len(b.Cells))
	for row, line := range pictureRows(picture) {
		for column, mark := range line {
			n := b.number(lattice.Cell{int32(row), int32(column)})
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
