package puzzletest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// squarePacking makes a packing of a box of squares with features that only squares have: colors, sides, moves of
// chessmen, and edges that are joined upside down.
type squarePacking struct {
	randomSource       *rand.Rand
	rows, columns      int
	edgeJoinText       string
	boardMarks         map[point]byte // for each cell, # or ? if it is optional, or its color
	hasColors          bool           // whether the colors of pieces and board must match
	hasTiles           bool           // whether pieces are tiles with a color on each side
	coversEachCellOnce bool           // whether each cell is covered, and each piece used at most once
	pieces             []*squarePiece
	squarePlacements   []squarePlacement
	ruleTexts          []string
	ruleChecks         []func(chosen []int) bool
	emptyParts         [][]point // parts of the board under a rule about their empty cells
	itemBounds         map[string]itemBound
	kindsOfRules       []string
}

type squarePiece struct {
	name            string
	cellColors      map[point]byte // for each cell, its color, or # if it has none
	sideColors      string         // colors of a tile's sides, clockwise from the top
	sidesWord       string
	choiceItem      string // name of the item that stands for the choice to which the piece belongs
	allowedCells    []point
	declarationText string
}

// squarePlacement is a piece on cells, or a cell that stays empty.
type squarePlacement struct {
	piece        *squarePiece
	coveredCells []point
	sideColors   string
	isEmptyCell  bool
}

// optionalColorMarks are the characters of optional cells that have a color.
const optionalColorMarks = "pq"

// shapesOfSquares are the shapes of pieces, as pictures with slashes between the rows.
var shapesOfSquares = []string{"#", "##", "##", "###", "##/#.", "##/#.", "###/#..", ".##/##."}

func randomPacking(r *rand.Rand) *puzzlePart {
	s := &squarePacking{randomSource: r, rows: 1 + r.IntN(3), columns: 2 + r.IntN(3), boardMarks: map[point]byte{},
		itemBounds: map[string]itemBound{}}
	if s.rows*s.columns > 9 {
		s.columns = 3
	}
	switch r.IntN(5) {
	case 0:
		s.edgeJoinText = randomValueOf(r, " cylinder", " torus", " mobius", " klein", " projective")
	case 1, 2:
		s.hasColors = true
	case 3:
		s.hasTiles = true
		s.rows, s.columns, s.edgeJoinText = 1+r.IntN(2), 1+r.IntN(3), randomValueOf(r, "", "", " torus")
	}
	s.coversEachCellOnce = s.edgeJoinText == "" && r.IntN(3) == 0
	board := s.drawBoard()
	set := s.makePieces()
	s.makeRules()
	p := &puzzlePart{kindsOfRules: s.kindsOfRules, itemBounds: s.itemBounds, allowsNoPrimary: true}
	for _, piece := range s.pieces {
		p.declarations += piece.declarationText
	}
	p.declarations += board
	p.statementText = fmt.Sprintf("pack b with %s {\n%s}\n", set, strings.Join(s.ruleTexts, ""))
	s.addChoicesAndItems(p)
	return p
}

// drawBoard returns the picture of the box with holes, optional cells and colors.
func (s *squarePacking) drawBoard() string {
	plain := s.edgeJoinText != "" || s.hasTiles || s.randomSource.IntN(3) == 0
	chars := "####?"
	legend := ""
	if s.hasColors {
		chars, legend = "xxo#?pq", `legend "x" cell "o" cell "p" optional "q" optional `
	}
	if s.coversEachCellOnce {
		chars = chars[:4]
	}
	var b strings.Builder
	for i := range s.rows * s.columns {
		at := point{i / s.columns, i % s.columns}
		mark := chars[s.randomSource.IntN(len(chars))]
		if plain && !s.hasColors {
			mark = '#'
		}
		if !plain && s.randomSource.IntN(8) == 0 && i > 0 {
			b.WriteByte('.')
		} else {
			s.boardMarks[at] = mark
			b.WriteByte(mark)
		}
		if at[1] == s.columns-1 {
			b.WriteByte('\n')
		}
	}
	// With joined edges the box keeps its size, as its corners are drawn.
	return fmt.Sprintf("board b on square%s = %s\"\"\"\n%s\"\"\"\n", s.edgeJoinText, legend, &b)
}

func (s *squarePacking) isOptional(at point) bool {
	return strings.ContainsRune("?"+optionalColorMarks, rune(s.boardMarks[at]))
}

// colorAt returns the color of a cell of the board, or # if it has none.
func (s *squarePacking) colorAt(at point) byte {
	if m := s.boardMarks[at]; m != '?' {
		return m
	}
	return '#'
}

// cellOnBoard returns the cell of the board to which joined edges lead from a cell of the plane. It returns false if
// there is no such cell.
func (s *squarePacking) cellOnBoard(at point) (point, bool) {
	for k := 0; at[1] < 0 || at[1] >= s.columns || at[0] < 0 || at[0] >= s.rows; k++ {
		joinsRows := slices.Contains([]string{" torus", " klein", " projective"}, s.edgeJoinText)
		switch across := at[1] < 0 || at[1] >= s.columns; {
		case s.edgeJoinText == "" || k > 40 || !across && !joinsRows:
			return at, false
		case across:
			at[1] += map[bool]int{true: s.columns, false: -s.columns}[at[1] < 0]
			if s.edgeJoinText == " mobius" || s.edgeJoinText == " klein" || s.edgeJoinText == " projective" {
				at[0] = s.rows - 1 - at[0]
			}
		default:
			at[0] += map[bool]int{true: s.rows, false: -s.rows}[at[0] < 0]
			if s.edgeJoinText == " projective" {
				at[1] = s.columns - 1 - at[1]
			}
		}
	}
	return at, s.boardMarks[at] != 0
}

// makePieces makes the pieces or tiles, and the set of them.
func (s *squarePacking) makePieces() string {
	if s.hasTiles {
		return s.makeTiles()
	}
	var parts []string
	n := 1 + s.randomSource.IntN(3)
	if s.coversEachCellOnce {
		n += 2
	}
	for i := range n {
		p := &squarePiece{name: string(rune('A' + i)), cellColors: map[point]byte{}}
		p.sidesWord = randomValueOf(s.randomSource, "", "free", "one-sided", "fixed")
		if strings.Contains(" mobius klein projective", s.edgeJoinText) && s.edgeJoinText != "" {
			p.sidesWord = ""
		}
		var picture strings.Builder
		for row, line := range strings.Split(randomValueOf(s.randomSource, shapesOfSquares...), "/") {
			for column, char := range []byte(line) {
				if char == '#' {
					if s.hasColors {
						char = "xop##"[s.randomSource.IntN(5)]
					}
					p.cellColors[point{row, column}] = char
				}
				picture.WriteByte(char)
			}
			picture.WriteByte('\n')
		}
		legend := ""
		if s.hasColors {
			legend = `legend "x" cell "o" cell "p" cell `
		}
		p.declarationText = fmt.Sprintf("piece %s %s = %s\"\"\"\n%s\"\"\"\n", p.name, p.sidesWord, legend, &picture)
		s.pieces = append(s.pieces, p)
	}
	from := n >= 2 && s.randomSource.IntN(3) == 0
	for i, p := range s.pieces {
		switch {
		case from && i == 0:
			low := s.randomSource.IntN(2)
			high := low + 1
			s.itemBounds["chosen"] = itemBound{leastTimes: low, mostTimes: high}
			s.kindsOfRules = append(s.kindsOfRules, "from")
			parts = append(parts, fmt.Sprintf("%d..%d from {A, B}", low, high))
			p.choiceItem = "chosen"
			s.itemBounds[p.name] = atMostOnce
		case from && i == 1:
			p.choiceItem = "chosen"
			s.itemBounds[p.name] = atMostOnce
		case !s.coversEachCellOnce && s.randomSource.IntN(2) == 0:
			parts = append(parts, "any of "+p.name)
		case s.coversEachCellOnce && s.randomSource.IntN(2) == 0:
			parts = append(parts, "0..1 of "+p.name)
			s.itemBounds[p.name] = itemBound{mostTimes: 1}
		case s.coversEachCellOnce || s.randomSource.IntN(2) == 0:
			parts = append(parts, p.name)
			s.itemBounds[p.name] = exactlyOnce
		default:
			low := s.randomSource.IntN(3)
			high := max(1, low+s.randomSource.IntN(2))
			parts = append(parts, fmt.Sprintf("%d..%d of %s", low, high, p.name))
			s.itemBounds[p.name] = itemBound{leastTimes: low, mostTimes: high}
		}
	}
	return strings.Join(parts, " + ")
}

// makeTiles makes different tiles, and the set of them.
func (s *squarePacking) makeTiles() string {
	freedom := randomValueOf(s.randomSource, "", "free", "fixed")
	var words []string
	most := 1 + s.randomSource.IntN(3)
	if s.coversEachCellOnce {
		most = s.rows * s.columns
	}
	for range most {
		var word []byte
		for range 4 {
			word = append(word, "rg"[s.randomSource.IntN(2)])
		}
		p := &squarePiece{name: fmt.Sprintf("t%d", len(words)), cellColors: map[point]byte{{}: '#'},
			sideColors: string(word),
			sidesWord:  freedom}
		if slices.ContainsFunc(s.pieces, func(q *squarePiece) bool {
			return slices.Contains(q.sideOrientations(), string(word))
		}) {
			continue // a tile that is a rotated copy of an earlier tile is left out
		}
		s.pieces = append(s.pieces, p)
		words = append(words, string(word))
	}
	s.pieces[0].declarationText = fmt.Sprintf("tiles t %s = \"%s\"\n", freedom, strings.Join(words, " "))
	s.kindsOfRules = append(s.kindsOfRules, "tiles")
	if s.coversEachCellOnce {
		for _, p := range s.pieces {
			s.itemBounds[p.name] = exactlyOnce
		}
		return "t"
	}
	return "any of t"
}

// sideOrientations returns the colors of a tile's sides in each of its orientations: rotated and, if the tile is free,
// turned over.
func (p *squarePiece) sideOrientations() []string {
	out := []string{p.sideColors}
	if p.sidesWord != "fixed" {
		for k := range p.sideColors {
			out = append(out, p.sideColors[k:]+p.sideColors[:k])
		}
	}
	if p.sidesWord == "free" {
		for _, w := range slices.Clone(out) {
			turned := []byte(w)
			slices.Reverse(turned)
			out = append(out, string(turned))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// coloredOrientations returns the orientations of a piece, as maps from cells to colors. The first cell of each
// orientation is at the origin.
func (p *squarePiece) coloredOrientations() []map[point]byte {
	var out []map[point]byte
	seen := map[string]bool{}
	for turn := range 8 {
		if p.sidesWord == "fixed" && turn > 0 || p.sidesWord == "one-sided" && turn >= 4 {
			break
		}
		turned := map[point]byte{}
		first := point{99, 99}
		for c, color := range p.cellColors {
			if turn >= 4 {
				c[1] = -c[1]
			}
			for range turn % 4 {
				c = point{c[1], -c[0]}
			}
			turned[c] = color
			if slices.Compare(c[:], first[:]) < 0 {
				first = c
			}
		}
		home := map[point]byte{}
		for c, color := range turned {
			home[c.minusPoint(first)] = color
		}
		if key := fmt.Sprint(home); !seen[key] {
			seen[key] = true
			out = append(out, home)
		}
	}
	return out
}

// makeRules adds random rules to the packing.
func (s *squarePacking) makeRules() {
	r := s.randomSource
	if !s.coversEachCellOnce && r.IntN(3) > 0 {
		low := r.IntN(2)
		high := low + 1 + r.IntN(3)
		s.itemBounds["empty"] = itemBound{leastTimes: low, mostTimes: high}
		s.ruleTexts = append(s.ruleTexts, fmt.Sprintf("  leave %d..%d empty\n", low, high))
	}
	if r.IntN(4) == 0 && s.edgeJoinText == "" && !s.coversEachCellOnce {
		s.addColumnEmptyRule()
	}
	if r.IntN(4) == 0 {
		text, moves := "king", append(movesInAllDirections(0, 1), movesInAllDirections(1, 1)...)
		switch r.IntN(4) {
		case 0:
			text, moves = "(0, 1)", movesInAllDirections(0, 1)
		case 1:
			text, moves = "", movesInAllDirections(0, 1)
		}
		var of []*squarePiece
		if r.IntN(2) == 0 {
			of = someRandomValues(r, 1+r.IntN(len(s.pieces)), s.pieces)
			var names []string
			for _, p := range of {
				names = append(names, p.name)
			}
			text += " {" + strings.Join(names, ", ") + "}"
		}
		s.kindsOfRules = append(s.kindsOfRules, "pieces apart")
		s.ruleTexts = append(s.ruleTexts, "  apart "+text+"\n")
		s.ruleChecks = append(s.ruleChecks, func(chosen []int) bool { return s.arePiecesApart(chosen, moves, of) })
	}
	if r.IntN(4) == 0 && s.edgeJoinText == "" {
		s.kindsOfRules = append(s.kindsOfRules, "seams")
		if r.IntN(2) == 0 {
			s.ruleTexts = append(s.ruleTexts, "  faultless\n")
			s.ruleChecks = append(s.ruleChecks, s.isFaultless)
		} else {
			s.ruleTexts = append(s.ruleTexts, "  tatami\n")
			s.ruleChecks = append(s.ruleChecks, s.isTatami)
		}
	}
	if s.hasColors && r.IntN(4) > 0 {
		s.kindsOfRules = append(s.kindsOfRules, "match colors")
		for at := range s.boardMarks {
			if strings.ContainsRune(optionalColorMarks, rune(s.boardMarks[at])) {
				s.kindsOfRules = append(s.kindsOfRules, "optional colors")
			}
		}
		s.ruleTexts = append(s.ruleTexts, "  match colors\n")
	} else {
		s.hasColors = false
	}
	if p := s.pieces[0]; r.IntN(6) == 0 && !s.hasTiles && s.edgeJoinText == "" {
		for _, at := range sortedCells(s.boardMarks) {
			if at[1] < s.columns-1 {
				p.allowedCells = append(p.allowedCells, at)
			}
		}
		if len(p.allowedCells) > 0 {
			s.ruleTexts = append(s.ruleTexts, fmt.Sprintf("  keep A in %s\n",
				allGeometries[0].allPlacesText(p.allowedCells)))
		}
	}
	s.findSquarePlacements()
	if s.hasTiles {
		s.addSideRule()
	} else if r.IntN(8) == 0 && s.edgeJoinText == "" &&
		!strings.Contains(strings.Join(s.kindsOfRules, " "), "match colors") &&
		s.isColorless() {
		s.addSymmetricRule()
	}
}

// isColorless reports whether no piece has a color.
func (s *squarePacking) isColorless() bool {
	return !slices.ContainsFunc(s.pieces, func(p *squarePiece) bool {
		for _, c := range p.cellColors {
			if c != '#' {
				return true
			}
		}
		return false
	})
}

// addColumnEmptyRule makes a rule about the number of empty cells in two columns.
func (s *squarePacking) addColumnEmptyRule() {
	s.kindsOfRules = append(s.kindsOfRules, "empty part")
	for k := range 1 + s.randomSource.IntN(2) {
		var cells []point
		for row := range s.rows {
			if at := (point{row, k}); s.boardMarks[at] != 0 && !s.isOptional(at) {
				cells = append(cells, at)
			}
		}
		if len(cells) == 0 {
			continue
		}
		low := s.randomSource.IntN(2)
		item := fmt.Sprintf("empty[%d]", len(s.emptyParts))
		s.itemBounds[item] = itemBound{leastTimes: low, mostTimes: low + 1}
		s.emptyParts = append(s.emptyParts, cells)
		where := allGeometries[0].allPlacesText(cells)
		if isOptional := func(at point) bool { return at[1] == k && s.isOptional(at) }; s.randomSource.IntN(2) == 0 &&
			!slices.ContainsFunc(sortedCells(s.boardMarks), isOptional) {
			where = fmt.Sprintf("column %d", k)
		}
		if len(cells) == s.rows && s.randomSource.IntN(2) == 0 {
			where = fmt.Sprintf("%dx1 at (0, %d)", s.rows, k)
		}
		s.ruleTexts = append(s.ruleTexts, fmt.Sprintf("  leave %d..%d empty on %s\n", low, low+1, where))
	}
	if s.randomSource.IntN(2) == 0 {
		s.addAroundEmptyRule()
	}
}

// addAroundEmptyRule makes a rule with a loop about the number of empty cells around each cell of a column.
func (s *squarePacking) addAroundEmptyRule() {
	column, high := s.randomSource.IntN(s.columns), 1+s.randomSource.IntN(2)
	var rounds [][]point
	for row := range s.rows {
		if s.boardMarks[point{row, column}] == 0 {
			continue
		}
		var cells []point
		for _, by := range []point{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			if at := (point{row, column}).plusPoint(by); s.boardMarks[at] != 0 {
				cells = append(cells, at)
			}
		}
		if len(cells) == 0 || slices.ContainsFunc(cells, s.isOptional) {
			return // a shape without cells, or one whose cells may all stay empty in any case
		}
		rounds = append(rounds, cells)
	}
	for _, cells := range rounds {
		s.itemBounds[fmt.Sprintf("empty[%d]", len(s.emptyParts))] = itemBound{mostTimes: high}
		s.emptyParts = append(s.emptyParts, cells)
	}
	s.kindsOfRules = append(s.kindsOfRules, "empty around")
	s.ruleTexts = append(s.ruleTexts, fmt.Sprintf("  leave at most %d empty on around (r, c) for r, c in b where c "+
		"= %d\n",
		high, column))
}

// findSquarePlacements finds all placements: each piece in each orientation at each cell, and each cell that may stay
// empty.
func (s *squarePacking) findSquarePlacements() {
	_, all := s.itemBounds["empty"]
	for i := range s.rows * s.columns {
		at := point{i / s.columns, i % s.columns}
		if s.boardMarks[at] == 0 {
			continue
		}
		for _, p := range s.pieces {
			if s.hasTiles {
				for _, sides := range p.sideOrientations() {
					s.squarePlacements = append(s.squarePlacements,
						squarePlacement{piece: p, coveredCells: []point{at}, sideColors: sides})
				}
				continue
			}
			s.findSquarePlacementsAt(p, at)
		}
		on := slices.ContainsFunc(s.emptyParts, func(cells []point) bool { return slices.Contains(cells, at) })
		if (all || on) && !s.isOptional(at) {
			s.squarePlacements = append(s.squarePlacements,
				squarePlacement{coveredCells: []point{at}, isEmptyCell: true})
		}
	}
}

// findSquarePlacementsAt finds the placements of a piece whose first cell is at a place of the board.
func (s *squarePacking) findSquarePlacementsAt(p *squarePiece, at point) {
	for _, o := range p.coloredOrientations() {
		for _, by := range sortedCells(o) {
			cells, ok := s.cellsUnderOrientation(o, at.minusPoint(by))
			if !ok || cells[0] != at || p.allowedCells != nil && slices.ContainsFunc(cells,
				func(c point) bool { return !slices.Contains(p.allowedCells, c) }) {
				continue
			}
			// without joined edges only the first cell gives new placements
			if s.edgeJoinText == "" && by != (point{}) {
				continue
			}
			if s.edgeJoinText == "" || !slices.ContainsFunc(s.squarePlacements, func(n squarePlacement) bool {
				return n.piece == p &&
					slices.Equal(n.coveredCells, cells)
			}) {
				s.squarePlacements = append(s.squarePlacements, squarePlacement{piece: p, coveredCells: cells})
			}
		}
	}
}

// sortedCells returns cells in reading order.
func sortedCells(cells map[point]byte) []point {
	return slices.SortedFunc(maps.Keys(cells), func(a, b point) int { return slices.Compare(a[:], b[:]) })
}

// cellsUnderOrientation returns the sorted cells of the board that an orientation covers. It returns false if the
// orientation does not fit there.
func (s *squarePacking) cellsUnderOrientation(o map[point]byte, first point) (cells []point, ok bool) {
	for c, color := range o {
		at, on := s.cellOnBoard(first.plusPoint(c))
		under := s.colorAt(at)
		if !on || slices.Contains(cells, at) || s.hasColors && color != '#' && under != '#' && color != under {
			return nil, false
		}
		cells = append(cells, at)
	}
	slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	return cells, true
}

// placementOfCell returns, for each covered cell, the index of its placement plus 1.
func (s *squarePacking) placementOfCell(chosen []int) map[point]int {
	of := map[point]int{}
	for _, k := range chosen {
		for _, c := range s.squarePlacements[k].coveredCells {
			if !s.squarePlacements[k].isEmptyCell {
				of[c] = k + 1
			}
		}
	}
	return of
}

// isFaultless reports whether a piece lies across each line between rows and columns that has cells on both sides.
func (s *squarePacking) isFaultless(chosen []int) bool {
	of := s.placementOfCell(chosen)
	for axis := range 2 {
		back := point{}
		back[axis] = -1
		for line := 1; line < max(s.rows, s.columns); line++ {
			neighbours, across := 0, 0
			for at := range s.boardMarks {
				before := at.plusPoint(back)
				if at[axis] != line || s.boardMarks[at] == 0 || s.boardMarks[before] == 0 {
					continue
				}
				neighbours++
				if of[at] != 0 && of[at] == of[before] {
					across++
				}
			}
			if neighbours > 0 && across == 0 {
				return false
			}
		}
	}
	return true
}

// isTatami reports whether there is no corner where four different pieces meet.
func (s *squarePacking) isTatami(chosen []int) bool {
	of := s.placementOfCell(chosen)
	for row := range s.rows {
		for column := range s.columns {
			pieces := map[int]bool{}
			for _, d := range []point{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				pieces[of[point{row, column}.plusPoint(d)]] = true
			}
			if len(pieces) == 4 && !pieces[0] {
				return false
			}
		}
	}
	return true
}

// arePiecesApart reports whether no move leads from one of the given pieces to another one. If the argument some is
// nil, all pieces are meant.
func (s *squarePacking) arePiecesApart(chosen []int, moves []point, some []*squarePiece) bool {
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(k int) bool {
		return some != nil && !slices.Contains(some, s.squarePlacements[k].piece)
	})
	of := s.placementOfCell(chosen)
	for at, k := range of {
		for _, m := range moves {
			if to, on := s.cellOnBoard(at.plusPoint(m)); on && of[to] != 0 && of[to] != k {
				return false
			}
		}
	}
	return true
}

// addSideRule adds a rule that the two colors on a shared side are equal, and perhaps that sides at the border have a
// certain color.
func (s *squarePacking) addSideRule() {
	border := byte(0)
	if s.randomSource.IntN(2) == 0 {
		border = 'r'
		s.kindsOfRules = append(s.kindsOfRules, "border")
		s.ruleTexts = append(s.ruleTexts, "  border \"r\"\n")
	}
	beyond := []point{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} // steps over the four sides of a square, clockwise from the top
	s.ruleChecks = append(s.ruleChecks, func(chosen []int) bool {
		at := map[point]string{}
		for _, k := range chosen {
			if !s.squarePlacements[k].isEmptyCell {
				at[s.squarePlacements[k].coveredCells[0]] = s.squarePlacements[k].sideColors
			}
		}
		for c, sides := range at {
			for k, by := range beyond {
				to, on := s.cellOnBoard(c.plusPoint(by))
				if !on && border != 0 && sides[k] != border || on && at[to] != "" && at[to][(k+2)%4] != sides[k] {
					return false
				}
			}
		}
		return true
	})
}

// addSymmetricRule adds a rule that a motion of the board maps each solution to itself.
func (s *squarePacking) addSymmetricRule() {
	least, greatest := point{9, 9}, point{}
	for at := range s.boardMarks {
		for k := range 2 {
			least[k], greatest[k] = min(least[k], at[k]), max(greatest[k], at[k])
		}
	}
	word, motions := (&latticeBoard{}).motionsOfBox(s.randomSource)
	image := func(at point) point {
		return motions[0](at.minusPoint(least), greatest.minusPoint(least)).plusPoint(least)
	}
	for at := range s.boardMarks {
		if to := image(at); s.boardMarks[to] == 0 || s.isOptional(at) != s.isOptional(to) {
			return
		}
	}
	s.kindsOfRules = append(s.kindsOfRules, "pieces symmetric")
	s.ruleTexts = append(s.ruleTexts, "  symmetric "+word+"\n")
	s.ruleChecks = append(s.ruleChecks, func(chosen []int) bool {
		return !slices.ContainsFunc(chosen, func(k int) bool {
			var cells []point
			for _, c := range s.squarePlacements[k].coveredCells {
				cells = append(cells, image(c))
			}
			slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
			return !slices.ContainsFunc(chosen, func(j int) bool {
				return s.squarePlacements[j].piece == s.squarePlacements[k].piece &&
					slices.Equal(s.squarePlacements[j].coveredCells, cells)
			})
		})
	})
}

// addChoicesAndItems makes the choices, and the items that the core may name.
func (s *squarePacking) addChoicesAndItems(p *puzzlePart) {
	for _, piece := range s.pieces {
		b, has := s.itemBounds[piece.name]
		alone := slices.ContainsFunc(s.squarePlacements, func(m squarePlacement) bool {
			return m.piece == piece && !slices.ContainsFunc(m.coveredCells,
				func(c point) bool { return !s.isOptional(c) })
		})
		switch {
		case !has && alone:
			s.itemBounds[piece.name] = itemBound{mostTimes: 99}
		case b == (itemBound{mostTimes: 1}) && !alone && piece.choiceItem == "":
			s.itemBounds[piece.name] = atMostOnce
		}
		if _, has := s.itemBounds[piece.name]; has {
			p.nameableItems = append(p.nameableItems, nameableItem{piece.name, nil})
		}
	}
	for _, m := range s.squarePlacements {
		var holds []heldItem
		var names []string
		for _, c := range m.coveredCells {
			names = append(names, fmt.Sprintf("%d,%d", c[0], c[1]))
			holds = append(holds, heldItem{"b[" + names[len(names)-1] + "]", "", 1})
		}
		key := ""
		if m.isEmptyCell {
			holds = append(holds, heldItem{"empty", "", 1})
			for k, cells := range s.emptyParts {
				if slices.Contains(cells, m.coveredCells[0]) {
					holds = append(holds, heldItem{fmt.Sprintf("empty[%d]", k), "", 1})
				}
			}
		} else {
			key = keyOfThingOnCells("piece "+m.piece.name, names)
			holds = append(holds, heldItem{m.piece.name, "", 1}, heldItem{m.piece.choiceItem, "", 1})
		}
		p.choices = append(p.choices, puzzleChoice{key, holds})
	}
	for at := range s.boardMarks {
		item := fmt.Sprintf("b[%d,%d]", at[0], at[1])
		s.itemBounds[item] = exactlyOnce
		if s.isOptional(at) {
			s.itemBounds[item] = atMostOnce
		}
	}
	for _, item := range sortedKeys(s.itemBounds) {
		if strings.HasPrefix(item, "b[") {
			p.nameableItems = append(p.nameableItems, nameableItem{item, nil})
		}
	}
	p.kindsOfRules = append(s.kindsOfRules, strings.TrimSpace("squares"+s.edgeJoinText))
	p.allowsChoices = func(chosen []int) bool {
		return !slices.ContainsFunc(s.ruleChecks, func(holds func([]int) bool) bool { return !holds(chosen) })
	}
}
