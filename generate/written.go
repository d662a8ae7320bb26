package generate

import (
	"cmp"
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
	symbols []int // index of the symbol on each cell
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
	// need before them. The name of the board is given.
	write func(b *filledBoard, board string, values []string) (rules, statements string)
	// draw returns random symbols; nil stands for a random solution of the rules.
	draw func(b *filledBoard, r *rand.Rand) []int
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
	"dots": {about: "white dots between consecutive neighbours, and black ones where one is twice the other", givens: true,
		values: dotsBetween, write: writeDots},
}

// ClueStyles returns the names of the styles for [Recipe.Give].
func ClueStyles() []string { return slices.Sorted(maps.Keys(clueStyles)) }

// checkStyle returns an error if the style of the recipe does not fit the puzzle.
func (m *puzzleMaker) checkStyle(p *model.Puzzle) error {
	s, known := clueStyles[m.recipe.Give]
	switch f := p.Filling; {
	case !known:
		return fmt.Errorf("what can be given is %s, and not %q", strings.Join(ClueStyles(), ", "), m.recipe.Give)
	case f == nil:
		return fmt.Errorf("%s: that is for boards that are filled with symbols", s.about)
	case s.symbols > 0 && len(f.Symbols) != s.symbols:
		return fmt.Errorf("%s: that is for two symbols, and here are %d", s.about, len(f.Symbols))
	case m.recipe.Picture != "" && (s.symbols != 2 || s.sticks):
		return fmt.Errorf("%s: a picture shows no solution of such a puzzle", s.about)
	case s.sticks != (f.Board.Lattice.Ends != nil):
		return fmt.Errorf("%s: that is for boards on %s", s.about, map[bool]string{true: "sticks", false: "squares"}[s.sticks])
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
func (m *puzzleMaker) makeWritten(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (*candidatePuzzle,
	error) {
	style, fill := clueStyles[m.recipe.Give], rules.Puzzle.Filling
	b := &filledBoard{Grid: fill.Board.NewGrid(), fill: fill}
	switch {
	case m.recipe.Picture != "":
		var err error
		if b.symbols, err = parsePicture(b, m.recipe.Picture); err != nil {
			return nil, err
		}
	case style.draw != nil:
		b.symbols = style.draw(b, r)
	default:
		b.symbols = symbolIndices(rules.Program, s)
	}
	q := &writtenClues{textClues: textClues{maker: m, rules: rules, symbolOf: b.symbols}, style: style, board: b}
	q.brokenBy, q.text = q.brokenClues, q.cluesText
	for k, v := range style.values(b) {
		if v != "" {
			q.places = append(q.places, k)
		}
	}
	q.values = style.values(b)
	if style.givens {
		for c := range b.Cells {
			if _, given := fill.Given[b.Cells[c]]; !given {
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
	made := &candidatePuzzle{slices.Repeat([]int{1}, len(all)), q.findCounterexample, q.text, nil}
	if style.keepsAll {
		made.counterexample = func(_ context.Context, kept []bool, gone int) ([]int, error) {
			if slices.Contains(kept, false) {
				return []int{gone}, nil // it is needed by custom
			}
			return nil, nil
		}
	} else {
		made.order = func(r *rand.Rand) []int { // givens go first
			order := r.Perm(len(all))
			slices.SortStableFunc(order, func(i, j int) int {
				return boolOrder(i < len(q.places)) - boolOrder(j < len(q.places))
			})
			return order
		}
	}
	return made, nil
}

func boolOrder(last bool) int {
	if last {
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
	rules, statements := q.style.write(q.board, q.board.fill.Board.Name, values)
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

// number returns the number of a cell, or a negative number if the board does not have it.
func (b *filledBoard) number(c lattice.Cell) int { return int(b.Number(c)) }

// lines returns the rows of the board, then the columns; cells in reading order.
func (b *filledBoard) lines() (rows, columns [][]int) {
	byAxis := [2]map[int32][]int{{}, {}}
	for n, c := range b.Cells {
		for axis := range byAxis {
			byAxis[axis][c[axis]] = append(byAxis[axis][c[axis]], n)
		}
	}
	inOrder := func(lines map[int32][]int) (out [][]int) {
		for _, k := range slices.Sorted(maps.Keys(lines)) {
			out = append(out, lines[k])
		}
		return out
	}
	return inOrder(byAxis[0]), inOrder(byAxis[1])
}

// runLengths returns the runs of the second symbol in each row, then in each column.
func runLengths(b *filledBoard) (values []string) {
	rows, columns := b.lines()
	for _, line := range slices.Concat(rows, columns) {
		var runs []string
		length := 0
		for k, n := range line {
			if b.symbols[n] == 1 {
				length++
			}
			if length > 0 && (b.symbols[n] == 0 || k == len(line)-1) {
				runs = append(runs, fmt.Sprint(length))
				length = 0
			}
		}
		values = append(values, strings.Join(runs, " "))
		if len(runs) == 0 {
			values[len(values)-1] = "0"
		}
	}
	return values
}

func writeRuns(b *filledBoard, _ string, values []string) (rules, statements string) {
	rows, _ := b.lines()
	return fmt.Sprintf("runs rows %q\nruns columns %q\n", strings.Join(values[:len(rows)], ", "),
		strings.Join(values[len(rows):], ", ")), ""
}

// drawBlobs draws a picture of blobs: noise in which each cell then follows the majority around it.
func drawBlobs(b *filledBoard, r *rand.Rand) []int {
	noise := make([]int, len(b.Cells))
	for n := range noise {
		noise[n] = boolOrder(r.IntN(20) < 11)
	}
	smooth := make([]int, len(noise))
	for n, c := range b.Cells {
		dark, cells := 0, 0
		for _, m := range b.cellsAround(c) {
			dark, cells = dark+noise[m], cells+1
		}
		smooth[n] = boolOrder(2*(dark+noise[n])+r.IntN(3)-1 > cells+1)
	}
	return smooth
}

// cellsAround returns the cells that touch a cell of a board of squares, by a side or a corner.
func (b *filledBoard) cellsAround(c lattice.Cell) (around []int) {
	for row := c[0] - 1; row <= c[0]+1; row++ {
		for column := c[1] - 1; column <= c[1]+1; column++ {
			if n := b.number(lattice.Cell{row, column}); n >= 0 && b.Cells[n] != c {
				around = append(around, n)
			}
		}
	}
	return around
}

// countsAround returns, for each cell with the first symbol, how often the second one stands around it.
func countsAround(b *filledBoard) []string {
	values := make([]string, len(b.Cells))
	for n, c := range b.Cells {
		if b.symbols[n] != 0 {
			continue
		}
		count := 0
		for _, m := range b.cellsAround(c) {
			count += b.symbols[m]
		}
		values[n] = fmt.Sprint(count)
	}
	return values
}

// clueTable returns a table statement with values for the cells of a rectangle from row 0 and column 0, -1 where there
// is none, and the loop over it that the rules of clues use.
func clueTable(height, width int32, at func(row, column int32) string) (statement, loop string) {
	var values []string
	for row := range height {
		for column := range width {
			values = append(values, cmp.Or(at(row, column), "-1"))
		}
	}
	widest := len(slices.MaxFunc(values, func(v, w string) int { return len(v) - len(w) }))
	var t strings.Builder
	t.WriteString("table clue = \"\"\"\n")
	for k, value := range values {
		fmt.Fprintf(&t, " %s%*s", map[bool]string{true: " "}[int32(k)%width == 0], widest, value)
		if int32(k+1)%width == 0 {
			t.WriteString("\n")
		}
	}
	t.WriteString("\"\"\"\n")
	return t.String(), fmt.Sprintf("for r in 0..%d, c in 0..%d where clue[r,c] >= 0", height-1, width-1)
}

func writeCounts(b *filledBoard, board string, values []string) (rules, statements string) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	table, loop := clueTable(greatest[0]+1, greatest[1]+1, func(row, column int32) string {
		if n := b.number(lattice.Cell{row, column}); n >= 0 {
			return values[n]
		}
		return ""
	})
	mark := b.fill.Symbols[1]
	return fmt.Sprintf("exactly (clue[r,c]) %q on 3x3 at (r-1, c-1) & %s %s\nnone %q on (r, c) %s\n",
		mark, board, loop, mark, loop), table
}

// drawMines draws cells at random, about a sixth of the board.
func drawMines(b *filledBoard, r *rand.Rand) []int {
	symbols := make([]int, len(b.Cells))
	for n := range symbols {
		symbols[n] = boolOrder(r.IntN(6) == 0)
	}
	return symbols
}

// sidesOfSquare returns the cells of a board of sticks that are the sides of the square at a row and column, or nil if
// some side is missing.
func (b *filledBoard) sidesOfSquare(row, column int32) (sides []int) {
	top, left := 2*row, 2*column
	for _, c := range []lattice.Cell{{top, left + 1}, {top + 1, left}, {top + 1, left + 2}, {top + 2, left + 1}} {
		n := b.number(c)
		if n < 0 {
			return nil
		}
		sides = append(sides, n)
	}
	return sides
}

// squareCount returns the numbers of rows and columns of squares between the sticks of a board.
func (b *filledBoard) squareCount() (height, width int32) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	return (greatest[0] + 1) / 2, (greatest[1] + 1) / 2
}

// countsOfSides returns, for each square between sticks, the number of its sides with the second symbol.
func countsOfSides(b *filledBoard) (values []string) {
	height, width := b.squareCount()
	for row := range height {
		for column := range width {
			sides, count := b.sidesOfSquare(row, column), 0
			for _, n := range sides {
				count += b.symbols[n]
			}
			if values = append(values, ""); sides != nil {
				values[len(values)-1] = fmt.Sprint(count)
			}
		}
	}
	return values
}

func writeSides(b *filledBoard, _ string, values []string) (rules, statements string) {
	height, width := b.squareCount()
	table, loop := clueTable(height, width, func(row, column int32) string { return values[row*width+column] })
	return fmt.Sprintf("exactly (clue[r,c]) %q on 1x1 at (2*r, 2*c) %s\n", b.fill.Symbols[1], loop), table
}

// drawLoop draws a loop: the outline of squares that grow at random from one square. A square joins if its neighbours
// inside, of the eight around it, are one arc with a side of it: so the outline stays one loop that does not touch
// itself.
func drawLoop(b *filledBoard, r *rand.Rand) []int {
	height, width := b.squareCount()
	inside := map[[2]int32]bool{{r.Int32N(height), r.Int32N(width)}: true}
	around := [8][2]int32{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
	joins := func(s [2]int32) bool {
		changes, touches := 0, false
		for k, d := range around {
			next := around[(k+1)%8]
			is := inside[[2]int32{s[0] + d[0], s[1] + d[1]}]
			if is != inside[[2]int32{s[0] + next[0], s[1] + next[1]}] {
				changes++
			}
			touches = touches || is && (d[0] == 0 || d[1] == 0)
		}
		return touches && changes == 2
	}
	for range 20 * height * width {
		s := [2]int32{r.Int32N(height), r.Int32N(width)}
		if !inside[s] && b.sidesOfSquare(s[0], s[1]) != nil && joins(s) && int32(len(inside)) < height*width*3/5 {
			inside[s] = true
		}
	}
	symbols := make([]int, len(b.Cells))
	for s := range inside {
		for _, n := range b.sidesOfSquare(s[0], s[1]) {
			symbols[n] ^= 1 // a side between two squares inside is none of the outline
		}
	}
	return symbols
}

// edges are the edges from which lines are looked along, as rules name them.
var edges = []string{"top", "bottom", "left", "right"}

// viewsAlongLines returns how many symbols are seen from each edge in each line, as a greater one hides those behind it.
func viewsAlongLines(b *filledBoard) (values []string) {
	rows, columns := b.lines()
	for k, lines := range [][][]int{columns, columns, rows, rows} {
		for _, line := range lines {
			line = slices.Clone(line)
			if k%2 == 1 {
				slices.Reverse(line)
			}
			seen, highest := 0, 0
			for place, n := range line {
				if v := b.fill.Values[b.symbols[n]]; place == 0 || v > highest {
					seen, highest = seen+1, v
				}
			}
			if values = append(values, ""); seen < 10 {
				values[len(values)-1] = fmt.Sprint(seen)
			}
		}
	}
	return values
}

func writeViews(b *filledBoard, _ string, values []string) (rules, statements string) {
	rows, columns := b.lines()
	for k, n := range []int{len(columns), len(columns), len(rows), len(rows)} {
		text, some := "", false
		for _, v := range values[:n] {
			some = some || v != ""
			if v == "" {
				v = "."
			}
			text += v
		}
		if values = values[n:]; some {
			rules += fmt.Sprintf(" %s %q", edges[k], text)
		}
	}
	if rules != "" {
		rules = "sees" + rules + "\n"
	}
	return rules, ""
}

// neighbourPairs returns the pairs of cells that share a side, each with the lesser cell first.
func (b *filledBoard) neighbourPairs() (pairs [][2]int) {
	for n, c := range b.Cells {
		for _, next := range []lattice.Cell{{c[0], c[1] + 1}, {c[0] + 1, c[1]}} {
			if m := b.number(next); m >= 0 {
				pairs = append(pairs, [2]int{n, m})
			}
		}
	}
	return pairs
}

// signsBetween returns < or > for each pair of neighbours.
func signsBetween(b *filledBoard) (values []string) {
	for _, pair := range b.neighbourPairs() {
		sign := "<"
		if b.fill.Values[b.symbols[pair[0]]] > b.fill.Values[b.symbols[pair[1]]] {
			sign = ">"
		}
		values = append(values, sign)
	}
	return values
}

func writeSigns(b *filledBoard, _ string, values []string) (rules, statements string) {
	for k, pair := range b.neighbourPairs() {
		if values[k] == "" {
			continue
		}
		if values[k] == ">" {
			pair[0], pair[1] = pair[1], pair[0]
		}
		rules += fmt.Sprintf("ascending on %s %s\n", b.fill.Board.Lattice.FormatCell(b.Cells[pair[0]]),
			b.fill.Board.Lattice.FormatCell(b.Cells[pair[1]]))
	}
	return rules, ""
}

// dotsBetween returns * for each pair of neighbours of which one is twice the other, and o for each other pair that
// differs by one.
func dotsBetween(b *filledBoard) (values []string) {
	for _, pair := range b.neighbourPairs() {
		x, y := b.fill.Values[b.symbols[pair[0]]], b.fill.Values[b.symbols[pair[1]]]
		switch {
		case x == 2*y || y == 2*x:
			values = append(values, "*")
		case x-y == 1 || y-x == 1:
			values = append(values, "o")
		default:
			values = append(values, "")
		}
	}
	return values
}

func writeDots(b *filledBoard, _ string, values []string) (rules, statements string) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	picture := make([][]byte, 2*greatest[0]+1)
	for k := range picture {
		picture[k] = []byte(strings.Repeat(" ", int(2*greatest[1]+1)))
	}
	for _, c := range b.Cells {
		picture[2*c[0]][2*c[1]] = '.'
	}
	some := false
	for k, pair := range b.neighbourPairs() {
		if values[k] != "" {
			first, second := b.Cells[pair[0]], b.Cells[pair[1]]
			picture[first[0]+second[0]][first[1]+second[1]], some = values[k][0], true
		}
	}
	if !some {
		return "", ""
	}
	var text strings.Builder
	for _, row := range picture {
		text.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return "marks \"\"\"\n" + text.String() + "\"\"\"\n", ""
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
		return "", fmt.Errorf("a picture has from 1 to %d rows and columns, and this one has %d and %d", maxPicture, len(rows),
			width)
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
