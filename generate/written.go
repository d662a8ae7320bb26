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
	"quadrille/lang/ast"
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
	// need before them.
	write func(b *filledBoard, d puzzleRewrite, values []string) (rules, statements string)
	// draw returns random symbols, or nil if the board has none; a nil function stands for a random solution of the
	// rules.
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
	"sums": {about: "the sums of the cells in a row, and of those in a column, between blocks", keepsAll: true,
		givens: true, values: sumsOfRuns, write: writeSums, draw: drawDistinct},
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
		if b.symbols = style.draw(b, r); b.symbols == nil {
			return nil, errRedraw
		}
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
			return boolOrder(i < len(q.places)) - boolOrder(j < len(q.places))
		})
		return order
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

func writeRuns(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
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

func writeCounts(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
	_, greatest := lattice.Shape(b.Cells).BoundingBox()
	table, loop := clueTable(greatest[0]+1, greatest[1]+1, func(row, column int32) string {
		if n := b.number(lattice.Cell{row, column}); n >= 0 {
			return values[n]
		}
		return ""
	})
	mark := b.fill.Symbols[1]
	return fmt.Sprintf("exactly (clue[r,c]) %q on 3x3 at (r-1, c-1) & %s %s\nnone %q on (r, c) %s\n",
		mark, b.fill.Board.Name, loop, mark, loop), table
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

func writeSides(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
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
			values = append(values, fmt.Sprint(seen))
		}
	}
	return values
}

func writeViews(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
	rows, columns := b.lines()
	for k, n := range []int{len(columns), len(columns), len(rows), len(rows)} {
		clues, some := slices.Clone(values[:n]), false
		for i, v := range clues {
			if some = some || v != ""; v == "" {
				clues[i] = "."
			}
		}
		if values = values[n:]; some {
			rules += fmt.Sprintf(" %s %q", edges[k], strings.Join(clues, ", "))
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

func writeSigns(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
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

func writeDots(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
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

// boardRuns returns the runs of cells side by side in rows, then in columns, as long as they have two cells or more.
func (b *filledBoard) boardRuns() (inRows, inColumns [][]int) {
	split := func(lines [][]int, axis int) (runs [][]int) {
		for _, line := range lines {
			for len(line) > 0 {
				length := 1
				for length < len(line) && b.Cells[line[length]][axis] == b.Cells[line[length-1]][axis]+1 {
					length++
				}
				if length > 1 {
					runs = append(runs, line[:length])
				}
				line = line[length:]
			}
		}
		return runs
	}
	rows, columns := b.lines()
	return split(rows, 1), split(columns, 0)
}

func (b *filledBoard) sumOf(cells []int) (sum int) {
	for _, n := range cells {
		sum += b.fill.Values[b.symbols[n]]
	}
	return sum
}

// sumsOfRuns returns the sums of the runs of cells; none if a symbol stands twice in the run.
func sumsOfRuns(b *filledBoard) (values []string) {
	inRows, inColumns := b.boardRuns()
	for _, run := range slices.Concat(inRows, inColumns) {
		values = append(values, "")
		if hasDistinct(run, b.symbols) {
			values[len(values)-1] = fmt.Sprint(b.sumOf(run))
		}
	}
	return values
}

func writeSums(b *filledBoard, d puzzleRewrite, _ []string) (rules, statements string) {
	inRows, inColumns := b.boardRuns()
	return sumRules(b, d, inRows) + sumRules(b, d, inColumns), ""
}

// drawDistinct draws symbols that differ in each run of cells side by side, or returns nil if it finds none soon. In
// each row run it prefers small or great numbers, as their sums come about in few ways.
func drawDistinct(b *filledBoard, r *rand.Rand) []int {
	symbols, runsOf := slices.Repeat([]int{-1}, len(b.Cells)), make([][][]int, len(b.Cells))
	inRows, inColumns := b.boardRuns()
	for _, run := range slices.Concat(inRows, inColumns) {
		for _, n := range run {
			runsOf[n] = append(runsOf[n], run)
		}
	}
	tries := 100 * len(b.Cells)
	likesGreat := make([]bool, len(b.Cells))
	for _, run := range inRows {
		likes := r.IntN(2) == 0
		for _, n := range run {
			likesGreat[n] = likes
		}
	}
	order := func(n int) []int {
		symbols, rank := r.Perm(len(b.fill.Symbols)), make([]int, len(b.fill.Symbols))
		for v := range rank {
			if rank[v] = v + r.IntN(len(rank)/2+1); likesGreat[n] {
				rank[v] = -v - r.IntN(len(rank)/2+1)
			}
		}
		slices.SortFunc(symbols, func(v, w int) int { return rank[v] - rank[w] })
		return symbols
	}
	var fill func(n int) bool
	fill = func(n int) bool {
		if n == len(symbols) {
			return true
		}
		for _, v := range order(n) {
			if tries--; tries < 0 {
				return false
			}
			stands := func(run []int) bool {
				return slices.ContainsFunc(run, func(m int) bool { return symbols[m] == v })
			}
			if slices.ContainsFunc(runsOf[n], stands) {
				continue
			}
			if symbols[n] = v; fill(n + 1) {
				return true
			}
			symbols[n] = -1
		}
		return false
	}
	if !fill(0) {
		return nil
	}
	return symbols
}

// withBlocks takes random cells out of the board, symmetrically by a half-turn, until all cells are connected and every
// run of cells side by side has from 2 to as many cells as there are symbols.
func (m *puzzleMaker) withBlocks(ctx context.Context, r *rand.Rand) (*ruleSet, error) {
	board := m.baseRules.Puzzle.Filling.Board
	grid := board.NewGrid()
	_, whole := lattice.Shape(grid.Cells).BoundingBox()
	for range maxTries {
		left := symmetricBlocks(grid, r)
		least, greatest := left.BoundingBox()
		isWhole := least == lattice.Cell{} && greatest == whole
		if !isWhole || !board.Lattice.IsConnected(left) || !hasGoodRuns(left, len(m.baseRules.Puzzle.Filling.Symbols)) {
			continue
		}
		d := m.baseRules.newRewrite()
		blocks := lattice.Shape(grid.Cells).Without(left)
		d.cutBlocks(blocks)
		text, err := d.EditedText()
		if err != nil {
			return nil, err
		}
		p, err := m.parsePuzzle(text)
		if err != nil {
			return nil, fmt.Errorf("the board with blocks has no text: %w", err)
		}
		return newRules(ctx, p, false)
	}
	return nil, fmt.Errorf("of %d ways to put blocks on the board none leaves good runs", maxTries)
}

// symmetricBlocks returns the cells of a board that are left when about a quarter of them became blocks, and with them
// all cells that have no neighbour in their row or in their column.
func symmetricBlocks(grid *lattice.Grid, r *rand.Rand) lattice.Shape {
	left := lattice.NewShape(slices.Clone(grid.Cells))
	_, greatest := left.BoundingBox()
	turned := func(c lattice.Cell) lattice.Cell { return lattice.Cell{greatest[0] - c[0], greatest[1] - c[1]} }
	takeOut := func(c lattice.Cell) { left = left.Without(lattice.NewShape([]lattice.Cell{c, turned(c)})) }
	for _, k := range r.Perm(len(grid.Cells))[:len(grid.Cells)/8] {
		takeOut(grid.Cells[k])
	}
	for changed := true; changed; {
		changed = false
		for _, c := range left {
			if left.Has(c) && !(hasNeighbour(left, c, 0) && hasNeighbour(left, c, 1)) {
				takeOut(c)
				changed = true
			}
		}
	}
	return left
}

// hasNeighbour reports whether a shape has a cell beside c along an axis.
func hasNeighbour(s lattice.Shape, c lattice.Cell, axis int) bool {
	var step lattice.Cell
	step[axis] = 1
	return s.Has(c.Plus(step)) || s.Has(c.Minus(step))
}

// hasGoodRuns reports whether no run of cells side by side is longer than the number of symbols, and there are some.
func hasGoodRuns(cells lattice.Shape, symbols int) bool {
	for _, c := range cells {
		for axis := range 2 {
			var step lattice.Cell
			step[axis] = 1
			length := 0
			for at := c; cells.Has(at); at = at.Plus(step) {
				length++
			}
			if length > symbols {
				return false
			}
		}
	}
	return len(cells) > 0
}

// cutBlocks takes cells out of the board of the statement that fills it.
func (d puzzleRewrite) cutBlocks(blocks lattice.Shape) {
	for _, s := range d.File.Statements {
		if s, ok := s.(*ast.Board); ok && len(blocks) > 0 {
			text := " -"
			for _, c := range blocks {
				text += " " + lattice.Square.FormatCell(c)
			}
			d.insertBehind(s, text)
		}
	}
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
