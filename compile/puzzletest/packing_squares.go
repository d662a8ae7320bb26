package puzzletest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// squarePacking is a packing of a box of squares with features that only squares have: colors, sides, moves and
// edges with flips.
type squarePacking struct {
	r             *rand.Rand
	rows, columns int
	wrap          string
	marks         map[point]byte // by cell: # or ? or a color
	colored       bool           // whether cells have colors that must match
	tiles         bool           // whether pieces are tiles with a color on each side
	strict        bool           // whether each cell is covered, and each piece used at most once
	pieces        []*squarePiece
	laid          []squareMove
	rules         []string
	checks        []func(chosen []int) bool
	emptyOn       [][]point // the parts of the board with a number of empty cells
	bounds        map[string]bound
	kinds         []string
}

type squarePiece struct {
	name     string
	colors   map[point]byte // by cell: its color, # for none
	sides    string         // colors of a tile's sides, clockwise from the top
	freedom  string
	part     string // the item chosen[k] of its part of the set
	keep     []point
	declared string
}

// squareMove is a piece on cells, or a cell that stays empty.
type squareMove struct {
	piece *squarePiece
	cells []point
	sides string
	empty bool
}

// optionalColors are the characters of optional cells with a color.
const optionalColors = "pq"

// shapesOfSquares are pictures with rows separated by slashes.
var shapesOfSquares = []string{"#", "##", "##", "###", "##/#.", "##/#.", "###/#..", ".##/##."}

func randomPacking(r *rand.Rand) *part {
	s := &squarePacking{r: r, rows: 1 + r.IntN(3), columns: 2 + r.IntN(3), marks: map[point]byte{},
		bounds: map[string]bound{}}
	if s.rows*s.columns > 9 {
		s.columns = 3
	}
	switch r.IntN(5) {
	case 0:
		s.wrap = anyOf(r, " cylinder", " torus", " mobius", " klein", " projective")
	case 1, 2:
		s.colored = true
	case 3:
		s.tiles = true
		s.rows, s.columns, s.wrap = 1+r.IntN(2), 1+r.IntN(3), anyOf(r, "", "", " torus")
	}
	s.strict = s.wrap == "" && r.IntN(3) == 0
	board := s.drawBoard()
	set := s.drawPieces()
	s.drawRules()
	p := &part{kinds: s.kinds, bounds: s.bounds, free: true}
	for _, piece := range s.pieces {
		p.declared += piece.declared
	}
	p.declared += board
	p.text = fmt.Sprintf("pack b with %s {\n%s}\n", set, strings.Join(s.rules, ""))
	s.finish(p)
	return p
}

// drawBoard returns the picture of the box with holes, optional cells and colors.
func (s *squarePacking) drawBoard() string {
	plain := s.wrap != "" || s.tiles || s.r.IntN(3) == 0
	chars := "####?"
	legend := ""
	if s.colored {
		chars, legend = "xxo#?pq", `legend "x" cell "o" cell "p" optional "q" optional `
	}
	if s.strict {
		chars = chars[:4]
	}
	var b strings.Builder
	for i := range s.rows * s.columns {
		at := point{i / s.columns, i % s.columns}
		mark := chars[s.r.IntN(len(chars))]
		if plain && !s.colored {
			mark = '#'
		}
		if !plain && s.r.IntN(8) == 0 && i > 0 {
			b.WriteByte('.')
		} else {
			s.marks[at] = mark
			b.WriteByte(mark)
		}
		if at[1] == s.columns-1 {
			b.WriteByte('\n')
		}
	}
	// With joined edges the box keeps its size, as its corners are marked.
	return fmt.Sprintf("board b on square%s = %s\"\"\"\n%s\"\"\"\n", s.wrap, legend, &b)
}

func (s *squarePacking) optional(at point) bool {
	return strings.ContainsRune("?"+optionalColors, rune(s.marks[at]))
}

// colorAt returns the color of a cell of the board, # for none.
func (s *squarePacking) colorAt(at point) byte {
	if m := s.marks[at]; m != '?' {
		return m
	}
	return '#'
}

// same returns the cell of the board that is equal to a cell of the plane; false if there is none.
func (s *squarePacking) same(at point) (point, bool) {
	for k := 0; at[1] < 0 || at[1] >= s.columns || at[0] < 0 || at[0] >= s.rows; k++ {
		joinsRows := slices.Contains([]string{" torus", " klein", " projective"}, s.wrap)
		switch across := at[1] < 0 || at[1] >= s.columns; {
		case s.wrap == "" || k > 40 || !across && !joinsRows:
			return at, false
		case across:
			at[1] += map[bool]int{true: s.columns, false: -s.columns}[at[1] < 0]
			if s.wrap == " mobius" || s.wrap == " klein" || s.wrap == " projective" {
				at[0] = s.rows - 1 - at[0]
			}
		default:
			at[0] += map[bool]int{true: s.rows, false: -s.rows}[at[0] < 0]
			if s.wrap == " projective" {
				at[1] = s.columns - 1 - at[1]
			}
		}
	}
	return at, s.marks[at] != 0
}

// drawPieces makes pieces or tiles, and the set.
func (s *squarePacking) drawPieces() string {
	if s.tiles {
		return s.drawTiles()
	}
	var parts []string
	n := 1 + s.r.IntN(3)
	if s.strict {
		n += 2
	}
	for i := range n {
		p := &squarePiece{name: string(rune('A' + i)), colors: map[point]byte{}}
		p.freedom = anyOf(s.r, "", "free", "one-sided", "fixed")
		if strings.Contains(" mobius klein projective", s.wrap) && s.wrap != "" {
			p.freedom = ""
		}
		var picture strings.Builder
		for row, line := range strings.Split(anyOf(s.r, shapesOfSquares...), "/") {
			for column, char := range []byte(line) {
				if char == '#' {
					if s.colored {
						char = "xop##"[s.r.IntN(5)]
					}
					p.colors[point{row, column}] = char
				}
				picture.WriteByte(char)
			}
			picture.WriteByte('\n')
		}
		legend := ""
		if s.colored {
			legend = `legend "x" cell "o" cell "p" cell `
		}
		p.declared = fmt.Sprintf("piece %s %s = %s\"\"\"\n%s\"\"\"\n", p.name, p.freedom, legend, &picture)
		s.pieces = append(s.pieces, p)
	}
	from := n >= 2 && s.r.IntN(3) == 0
	for i, p := range s.pieces {
		switch {
		case from && i == 0:
			low := s.r.IntN(2)
			high := low + 1
			s.bounds["chosen"] = bound{low: low, high: high}
			s.kinds = append(s.kinds, "from")
			parts = append(parts, fmt.Sprintf("%d..%d from {A, B}", low, high))
			p.part = "chosen"
			s.bounds[p.name] = atMostOnce
		case from && i == 1:
			p.part = "chosen"
			s.bounds[p.name] = atMostOnce
		case !s.strict && s.r.IntN(2) == 0:
			parts = append(parts, "any of "+p.name)
		case s.strict && s.r.IntN(2) == 0:
			parts = append(parts, "0..1 of "+p.name)
			s.bounds[p.name] = bound{high: 1}
		case s.strict || s.r.IntN(2) == 0:
			parts = append(parts, p.name)
			s.bounds[p.name] = exactlyOnce
		default:
			low := s.r.IntN(3)
			high := max(1, low+s.r.IntN(2))
			parts = append(parts, fmt.Sprintf("%d..%d of %s", low, high, p.name))
			s.bounds[p.name] = bound{low: low, high: high}
		}
	}
	return strings.Join(parts, " + ")
}

// drawTiles makes different tiles, and the set.
func (s *squarePacking) drawTiles() string {
	freedom := anyOf(s.r, "", "free", "fixed")
	var words []string
	most := 1 + s.r.IntN(3)
	if s.strict {
		most = s.rows * s.columns
	}
	for range most {
		var word []byte
		for range 4 {
			word = append(word, "rg"[s.r.IntN(2)])
		}
		p := &squarePiece{name: fmt.Sprintf("t%d", len(words)), colors: map[point]byte{{}: '#'}, sides: string(word),
			freedom: freedom}
		if slices.ContainsFunc(s.pieces, func(q *squarePiece) bool {
			return slices.Contains(q.facings(),
				string(word))
		}) {
			continue // the same tile, turned
		}
		s.pieces = append(s.pieces, p)
		words = append(words, string(word))
	}
	s.pieces[0].declared = fmt.Sprintf("tiles t %s = \"%s\"\n", freedom, strings.Join(words, " "))
	s.kinds = append(s.kinds, "tiles")
	if s.strict {
		for _, p := range s.pieces {
			s.bounds[p.name] = exactlyOnce
		}
		return "t"
	}
	return "any of t"
}

// facings returns the sides of a tile in all its orientations: rotated, and, if free, turned over.
func (p *squarePiece) facings() []string {
	out := []string{p.sides}
	if p.freedom != "fixed" {
		for k := range p.sides {
			out = append(out, p.sides[k:]+p.sides[:k])
		}
	}
	if p.freedom == "free" {
		for _, w := range slices.Clone(out) {
			turned := []byte(w)
			slices.Reverse(turned)
			out = append(out, string(turned))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// orientations returns the orientations of a piece, with colors, each with its first cell at the origin.
func (p *squarePiece) orientations() []map[point]byte {
	var out []map[point]byte
	seen := map[string]bool{}
	for turn := range 8 {
		if p.freedom == "fixed" && turn > 0 || p.freedom == "one-sided" && turn >= 4 {
			break
		}
		turned := map[point]byte{}
		first := point{99, 99}
		for c, color := range p.colors {
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
			home[c.minus(first)] = color
		}
		if key := fmt.Sprint(home); !seen[key] {
			seen[key] = true
			out = append(out, home)
		}
	}
	return out
}

// drawRules makes rules.
func (s *squarePacking) drawRules() {
	r := s.r
	if !s.strict && r.IntN(3) > 0 {
		low := r.IntN(2)
		high := low + 1 + r.IntN(3)
		s.bounds["empty"] = bound{low: low, high: high}
		s.rules = append(s.rules, fmt.Sprintf("  leave %d..%d empty\n", low, high))
	}
	if r.IntN(4) == 0 && s.wrap == "" && !s.strict {
		s.leaveOnPart()
	}
	if r.IntN(4) == 0 {
		text, moves := "king", append(leap(0, 1), leap(1, 1)...)
		switch r.IntN(4) {
		case 0:
			text, moves = "(0, 1)", leap(0, 1)
		case 1:
			text, moves = "", leap(0, 1)
		}
		var of []*squarePiece
		if r.IntN(2) == 0 {
			of = someOf(r, 1+r.IntN(len(s.pieces)), s.pieces)
			var names []string
			for _, p := range of {
				names = append(names, p.name)
			}
			text += " {" + strings.Join(names, ", ") + "}"
		}
		s.kinds = append(s.kinds, "pieces apart")
		s.rules = append(s.rules, "  apart "+text+"\n")
		s.checks = append(s.checks, func(chosen []int) bool { return s.areApart(chosen, moves, of) })
	}
	if r.IntN(4) == 0 && s.wrap == "" {
		s.kinds = append(s.kinds, "seams")
		if r.IntN(2) == 0 {
			s.rules = append(s.rules, "  faultless\n")
			s.checks = append(s.checks, s.isFaultless)
		} else {
			s.rules = append(s.rules, "  tatami\n")
			s.checks = append(s.checks, s.isTatami)
		}
	}
	if s.colored && r.IntN(4) > 0 {
		s.kinds = append(s.kinds, "match colors")
		for at := range s.marks {
			if strings.ContainsRune(optionalColors, rune(s.marks[at])) {
				s.kinds = append(s.kinds, "optional colors")
			}
		}
		s.rules = append(s.rules, "  match colors\n")
	} else {
		s.colored = false
	}
	if p := s.pieces[0]; r.IntN(6) == 0 && !s.tiles && s.wrap == "" {
		for _, at := range sortedCells(s.marks) {
			if at[1] < s.columns-1 {
				p.keep = append(p.keep, at)
			}
		}
		if len(p.keep) > 0 {
			s.rules = append(s.rules, fmt.Sprintf("  keep A in %s\n", geometries[0].allWritten(p.keep)))
		}
	}
	s.layAll()
	if s.tiles {
		s.agreeingSides()
	} else if r.IntN(8) == 0 && s.wrap == "" && !strings.Contains(strings.Join(s.kinds, " "), "match colors") &&
		s.isPlain() {
		s.keepSymmetric()
	}
}

// isPlain reports whether no piece has a color.
func (s *squarePacking) isPlain() bool {
	return !slices.ContainsFunc(s.pieces, func(p *squarePiece) bool {
		for _, c := range p.colors {
			if c != '#' {
				return true
			}
		}
		return false
	})
}

// leaveOnPart makes rules for the number of empty cells in two columns.
func (s *squarePacking) leaveOnPart() {
	s.kinds = append(s.kinds, "empty part")
	for k := range 1 + s.r.IntN(2) {
		var cells []point
		for row := range s.rows {
			if at := (point{row, k}); s.marks[at] != 0 && !s.optional(at) {
				cells = append(cells, at)
			}
		}
		if len(cells) == 0 {
			continue
		}
		low := s.r.IntN(2)
		item := fmt.Sprintf("empty[%d]", len(s.emptyOn))
		s.bounds[item] = bound{low: low, high: low + 1}
		s.emptyOn = append(s.emptyOn, cells)
		where := geometries[0].allWritten(cells)
		if isOptional := func(at point) bool { return at[1] == k && s.optional(at) }; s.r.IntN(2) == 0 &&
			!slices.ContainsFunc(sortedCells(s.marks), isOptional) {
			where = fmt.Sprintf("column %d", k)
		}
		if len(cells) == s.rows && s.r.IntN(2) == 0 {
			where = fmt.Sprintf("%dx1 at (0, %d)", s.rows, k)
		}
		s.rules = append(s.rules, fmt.Sprintf("  leave %d..%d empty on %s\n", low, low+1, where))
	}
	if s.r.IntN(2) == 0 {
		s.leaveAround()
	}
}

// leaveAround makes a rule for the number of empty cells around each cell of a column, with a loop.
func (s *squarePacking) leaveAround() {
	column, high := s.r.IntN(s.columns), 1+s.r.IntN(2)
	var rounds [][]point
	for row := range s.rows {
		if s.marks[point{row, column}] == 0 {
			continue
		}
		var cells []point
		for _, by := range []point{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
			if at := (point{row, column}).plus(by); s.marks[at] != 0 {
				cells = append(cells, at)
			}
		}
		if len(cells) == 0 || slices.ContainsFunc(cells, s.optional) {
			return // a shape without cells, or with some that may always stay empty
		}
		rounds = append(rounds, cells)
	}
	for _, cells := range rounds {
		s.bounds[fmt.Sprintf("empty[%d]", len(s.emptyOn))] = bound{high: high}
		s.emptyOn = append(s.emptyOn, cells)
	}
	s.kinds = append(s.kinds, "empty around")
	s.rules = append(s.rules, fmt.Sprintf("  leave at most %d empty on around (r, c) for r, c in b where c = %d\n", high, column))
}

// layAll finds the moves: each piece in each orientation at each cell, and each cell that may stay empty.
func (s *squarePacking) layAll() {
	_, all := s.bounds["empty"]
	for i := range s.rows * s.columns {
		at := point{i / s.columns, i % s.columns}
		if s.marks[at] == 0 {
			continue
		}
		for _, p := range s.pieces {
			if s.tiles {
				for _, sides := range p.facings() {
					s.laid = append(s.laid, squareMove{piece: p, cells: []point{at}, sides: sides})
				}
				continue
			}
			s.layFrom(p, at)
		}
		on := slices.ContainsFunc(s.emptyOn, func(cells []point) bool { return slices.Contains(cells, at) })
		if (all || on) && !s.optional(at) {
			s.laid = append(s.laid, squareMove{cells: []point{at}, empty: true})
		}
	}
}

// layFrom finds the moves of a piece whose first cell on the board is at a place.
func (s *squarePacking) layFrom(p *squarePiece, at point) {
	for _, o := range p.orientations() {
		for _, by := range sortedCells(o) {
			cells, ok := s.lay(o, at.minus(by))
			if !ok || cells[0] != at || p.keep != nil && slices.ContainsFunc(cells,
				func(c point) bool { return !slices.Contains(p.keep, c) }) {
				continue
			}
			if s.wrap == "" && by != (point{}) { // only the first cell gives new moves
				continue
			}
			if s.wrap == "" || !slices.ContainsFunc(s.laid, func(n squareMove) bool {
				return n.piece == p &&
					slices.Equal(n.cells, cells)
			}) {
				s.laid = append(s.laid, squareMove{piece: p, cells: cells})
			}
		}
	}
}

// sortedCells returns cells in reading order.
func sortedCells(cells map[point]byte) []point {
	return slices.SortedFunc(maps.Keys(cells), func(a, b point) int { return slices.Compare(a[:], b[:]) })
}

// lay returns the cells of the board that an orientation covers, sorted; false if it does not fit.
func (s *squarePacking) lay(o map[point]byte, first point) (cells []point, ok bool) {
	for c, color := range o {
		at, on := s.same(first.plus(c))
		under := s.colorAt(at)
		if !on || slices.Contains(cells, at) || s.colored && color != '#' && under != '#' && color != under {
			return nil, false
		}
		cells = append(cells, at)
	}
	slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	return cells, true
}

// covering returns the piece on each cell, by the number of its move; 0 where there is none.
func (s *squarePacking) covering(chosen []int) map[point]int {
	of := map[point]int{}
	for _, k := range chosen {
		for _, c := range s.laid[k].cells {
			if !s.laid[k].empty {
				of[c] = k + 1
			}
		}
	}
	return of
}

// isFaultless reports whether a piece lies across each line between rows and columns that has cells on both sides.
func (s *squarePacking) isFaultless(chosen []int) bool {
	of := s.covering(chosen)
	for axis := range 2 {
		back := point{}
		back[axis] = -1
		for line := 1; line < max(s.rows, s.columns); line++ {
			neighbours, across := 0, 0
			for at := range s.marks {
				before := at.plus(back)
				if at[axis] != line || s.marks[at] == 0 || s.marks[before] == 0 {
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

// isTatami reports whether four different pieces meet nowhere.
func (s *squarePacking) isTatami(chosen []int) bool {
	of := s.covering(chosen)
	for row := range s.rows {
		for column := range s.columns {
			pieces := map[int]bool{}
			for _, d := range []point{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
				pieces[of[point{row, column}.plus(d)]] = true
			}
			if len(pieces) == 4 && !pieces[0] {
				return false
			}
		}
	}
	return true
}

// areApart reports whether no move leads from a piece to another, of all or of some.
func (s *squarePacking) areApart(chosen []int, moves []point, some []*squarePiece) bool {
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(k int) bool {
		return some != nil && !slices.Contains(some, s.laid[k].piece)
	})
	of := s.covering(chosen)
	for at, k := range of {
		for _, m := range moves {
			if to, on := s.same(at.plus(m)); on && of[to] != 0 && of[to] != k {
				return false
			}
		}
	}
	return true
}

// agreeingSides requires that the two colors on a shared side are equal, and perhaps a color at the border.
func (s *squarePacking) agreeingSides() {
	border := byte(0)
	if s.r.IntN(2) == 0 {
		border = 'r'
		s.kinds = append(s.kinds, "border")
		s.rules = append(s.rules, "  border \"r\"\n")
	}
	beyond := []point{{-1, 0}, {0, 1}, {1, 0}, {0, -1}} // clockwise from the top
	s.checks = append(s.checks, func(chosen []int) bool {
		at := map[point]string{}
		for _, k := range chosen {
			if !s.laid[k].empty {
				at[s.laid[k].cells[0]] = s.laid[k].sides
			}
		}
		for c, sides := range at {
			for k, by := range beyond {
				to, on := s.same(c.plus(by))
				if !on && border != 0 && sides[k] != border || on && at[to] != "" && at[to][(k+2)%4] != sides[k] {
					return false
				}
			}
		}
		return true
	})
}

// keepSymmetric requires that a motion of the board keeps each solution.
func (s *squarePacking) keepSymmetric() {
	least, greatest := point{9, 9}, point{}
	for at := range s.marks {
		for k := range 2 {
			least[k], greatest[k] = min(least[k], at[k]), max(greatest[k], at[k])
		}
	}
	word, motions := (&field{}).boxMotions(s.r)
	image := func(at point) point { return motions[0](at.minus(least), greatest.minus(least)).plus(least) }
	for at := range s.marks {
		if to := image(at); s.marks[to] == 0 || s.optional(at) != s.optional(to) {
			return
		}
	}
	s.kinds = append(s.kinds, "pieces symmetric")
	s.rules = append(s.rules, "  symmetric "+word+"\n")
	s.checks = append(s.checks, func(chosen []int) bool {
		return !slices.ContainsFunc(chosen, func(k int) bool {
			var cells []point
			for _, c := range s.laid[k].cells {
				cells = append(cells, image(c))
			}
			slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
			return !slices.ContainsFunc(chosen, func(j int) bool {
				return s.laid[j].piece == s.laid[k].piece &&
					slices.Equal(s.laid[j].cells, cells)
			})
		})
	})
}

// finish makes the choices, and the items that the core may name.
func (s *squarePacking) finish(p *part) {
	for _, piece := range s.pieces {
		b, has := s.bounds[piece.name]
		alone := slices.ContainsFunc(s.laid, func(m squareMove) bool {
			return m.piece == piece && !slices.ContainsFunc(m.cells, func(c point) bool { return !s.optional(c) })
		})
		switch {
		case !has && alone:
			s.bounds[piece.name] = bound{high: 99}
		case b == (bound{high: 1}) && !alone && piece.part == "":
			s.bounds[piece.name] = atMostOnce
		}
		if _, has := s.bounds[piece.name]; has {
			p.links = append(p.links, link{piece.name, nil})
		}
	}
	for _, m := range s.laid {
		var holds []held
		var names []string
		for _, c := range m.cells {
			names = append(names, fmt.Sprintf("%d,%d", c[0], c[1]))
			holds = append(holds, held{"b[" + names[len(names)-1] + "]", "", 1})
		}
		key := ""
		if m.empty {
			holds = append(holds, held{"empty", "", 1})
			for k, cells := range s.emptyOn {
				if slices.Contains(cells, m.cells[0]) {
					holds = append(holds, held{fmt.Sprintf("empty[%d]", k), "", 1})
				}
			}
		} else {
			key = onCells("piece "+m.piece.name, names)
			holds = append(holds, held{m.piece.name, "", 1}, held{m.piece.part, "", 1})
		}
		p.choices = append(p.choices, choice{key, holds})
	}
	for at := range s.marks {
		item := fmt.Sprintf("b[%d,%d]", at[0], at[1])
		s.bounds[item] = exactlyOnce
		if s.optional(at) {
			s.bounds[item] = atMostOnce
		}
	}
	for _, item := range sortedKeys(s.bounds) {
		if strings.HasPrefix(item, "b[") {
			p.links = append(p.links, link{item, nil})
		}
	}
	p.kinds = append(s.kinds, strings.TrimSpace("squares"+s.wrap))
	p.allows = func(chosen []int) bool {
		return !slices.ContainsFunc(s.checks, func(holds func([]int) bool) bool { return !holds(chosen) })
	}
}
