package convert

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxSudoku is the largest order of a square that is read.
const maxSudoku = 36

// maxJSON bounds the text that a compressed link holds, in units of 16 bits.
const maxJSON = 1 << 20

// fpuzzlesForm is the form of links with a puzzle in the format of f-puzzles: the page f-puzzles.com, SudokuPad, and
// addresses of theirs without a host.
var fpuzzlesForm = lazyPattern(`^(?:(?:https?://)?(?:www\.)?(?:f-puzzles\.com/\?(?:[\w-]+=[^&]*&)*load=|` +
	`(?:app\.crackingthecryptic\.com|sudokupad\.app|sudokupad\.svencodes\.com)/` +
	`(?:sudoku/?\??|puzzle/?\??)?(?:puzzleid=)?` +
	`(?:fpuzzles|fpuz))|fpuzzles|fpuz|load=)`)

// padForm is the form of links to SudokuPad that hold something else.
var padForm = lazyPattern(`^(?:https?://)?(?:www\.)?` +
	`(?:sudokupad\.app|app\.crackingthecryptic\.com|tinyurl\.com|f-puzzles\.com)/`)

// isFPuzzles reports whether a text is a link to f-puzzles or SudokuPad, or the text of a puzzle that such a link
// holds.
func isFPuzzles(text string) bool {
	isLine := !strings.ContainsAny(text, " \t\r\n")
	return isLine && (fpuzzlesForm().MatchString(text) && len(text) > 40 || padForm().MatchString(text)) ||
		strings.HasPrefix(text, "{") && strings.Contains(text, `"grid"`) && strings.Contains(text, `"size"`)
}

// fpuzzlesPuzzle converts a link in the format of f-puzzles to a puzzle.
func fpuzzlesPuzzle(r *reader) (string, error) {
	text := []byte(r.text)
	if !strings.HasPrefix(r.text, "{") {
		prefix := fpuzzlesForm().FindString(r.text)
		if prefix == "" {
			r.fail(0, len(r.text), "nothing is fetched: open it, and copy a link that begins with "+
				"https://www.f-puzzles.com/?load= or https://sudokupad.app/fpuzzles",
				"the link holds the name of a puzzle, and no puzzle")
			return "", r.err()
		}
		r.at = len(prefix)
		var err error
		if text, err = decompressBase64([]byte(unescapeBase64(r.rest())), maxJSON); err != nil {
			r.fail(r.at, len(r.rest()), "copy the whole link", "%s", err)
			return "", r.err()
		}
	}
	f := &fpuzzle{reader: r, start: r.at}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		f.fail("", "the link holds no puzzle: %s", err)
		return "", r.err()
	}
	f.read(raw)
	return f.text(), r.err()
}

// unescapeBase64 returns Base64 from a link, in which signs may be written as %2B, and + as a blank or a minus sign.
func unescapeBase64(text string) string {
	return strings.NewReplacer("%2B", "+", "%2b", "+", "%2F", "/", "%2f", "/", "%3D", "=", "%3d", "=", "%20", "+",
		" ", "+", "-", "+", "_", "/").Replace(text)
}

// fpuzzle is a sudoku in the format of f-puzzles while it is read.
type fpuzzle struct {
	*reader
	start int // where the puzzle begins in the link
	field string

	size          int
	charset       string // the symbols, if they are not the usual ones
	title, about  string
	given         [][]int
	region        [][]int // -1 for none
	isBoxes       bool    // whether the regions are the usual boxes
	rules, behind []string
	marks         map[[2]place]sideMarks
	markRules     map[string]string // rules for marks: "dot" or "letter"
	negative      map[string]bool
	edges         map[string][]edgeClue
}

// place is a cell by row and column, from 0.
type place struct{ r, c int }

func (p place) String() string { return fmt.Sprintf("(%d, %d)", p.r, p.c) }

// isBeside reports whether two cells have a common side.
func (p place) isBeside(q place) bool { return abs(p.r-q.r)+abs(p.c-q.c) == 1 }

// placesText returns places with blanks between them.
func placesText(list []place) string {
	var all []string
	for _, p := range list {
		all = append(all, p.String())
	}
	return strings.Join(all, " ")
}

// sideMarks are the marks between two cells. isTen is true of a sum of ten; isOther is true of other numbers than those
// of white dots, 1, and black dots, 2.
type sideMarks struct{ isDifference, isRatio, isSum, isTen, isOther bool }

// edgeClue is a clue beside a line.
type edgeClue struct{ line, value int }

// jsonValue is a number that may be written as a text.
type jsonValue string

// UnmarshalJSON takes a text, a number or null.
func (v *jsonValue) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err == nil {
		*v = jsonValue(strings.TrimSpace(s))
		return nil
	}
	if string(text) != "null" {
		var n json.Number
		if err := json.Unmarshal(text, &n); err != nil {
			return err
		}
		*v = jsonValue(n)
	}
	return nil
}

// jsonNumber is a jsonValue that is written as a number.
type jsonNumber jsonValue

// UnmarshalJSON takes a text, a number or null.
func (v *jsonNumber) UnmarshalJSON(text []byte) error { return (*jsonValue)(v).UnmarshalJSON(text) }

// MarshalJSON writes a number.
func (v jsonNumber) MarshalJSON() ([]byte, error) { return []byte(v), nil }

// constraint is an entry of a list of constraints. Colors, sizes and widths are left out.
type constraint struct {
	Cell       string       `json:"cell,omitempty"`
	Cells      []string     `json:"cells,omitempty"`
	CloneCells []string     `json:"cloneCells,omitempty"`
	Lines      [][]string   `json:"lines,omitempty"`
	Value      jsonValue    `json:"value,omitempty"`
	Values     []jsonNumber `json:"values,omitempty"`
	Direction  string       `json:"direction,omitempty"`
}

// gridCell is a cell of the grid. Colors and what a player has written are left out.
type gridCell struct {
	Value            jsonNumber `json:"value,omitempty"`
	Given            bool       `json:"given,omitempty"`
	Region           *int       `json:"region,omitempty"`
	GivenPencilMarks []int      `json:"givenPencilMarks,omitempty"`
}

// cosmeticFields are the fields that say nothing about solutions.
var cosmeticFields = []string{"title", "author", "ruleset", "solution", "text", "circle", "rectangle", "line", "cage",
	"disabledlogic", "truecandidatesoptions", "highlightConflicts", "successMessage", "id", "metadata", "foglight",
	"triggereffect", "underlays", "overlays", "msgcorrect", "colors", "cosmetic", "size", "grid", "negative",
	"customRuleset", "hasSolution", "allowPencil", "src", "genre"}

// fieldReader reads one entry of a field.
type fieldReader func(*fpuzzle, constraint)

// fpuzzlesFields are the lists of constraints that the language can say.
var fpuzzlesFields = sync.OnceValue(func() map[string]fieldReader {
	return map[string]fieldReader{
		"killercage": (*fpuzzle).readCage,
		"arrow":      (*fpuzzle).readArrow,
		"thermometer": forLines(func(f *fpuzzle, _ constraint, line []place) {
			f.add("ascending on %s", placesText(line))
		}),
		"slowthermometer": forLines(func(f *fpuzzle, _ constraint, line []place) {
			f.add("matches \"%s*\" on %s", strings.Join(strings.Split(f.symbols(), ""), "*"), placesText(line))
		}),
		"palindrome": forLines(func(f *fpuzzle, _ constraint, line []place) {
			for k := range len(line) / 2 {
				f.addSame(line[k], line[len(line)-1-k])
			}
		}),
		"renban": forLines(func(f *fpuzzle, _ constraint, line []place) {
			f.add("consecutive on %s", placesText(line))
		}),
		"whispers": forLines(func(f *fpuzzle, c constraint, line []place) {
			f.add("differ at least %d on %s", f.number(c.Value, (f.size+1)/2), placesText(line))
		}),
		"regionsumline": forLines((*fpuzzle).readRegionSums),
		"betweenline":   forLines((*fpuzzle).readBetween),
		"entropicline":  forLines(lineClasses(func(n, k int) bool { return (n-1)/3 == k })),
		"modularline":   forLines(lineClasses(func(n, k int) bool { return n%3 == k })),
		"nabner": forLines(func(f *fpuzzle, _ constraint, line []place) {
			var pairs []string
			for k := range line {
				for _, p := range line[:k] {
					pairs = append(pairs, placesText([]place{p, line[k]}))
				}
			}
			f.add("differ at least 2 on %s", strings.Join(pairs, ", "))
		}),
		"doublearrow": forLines(func(f *fpuzzle, _ constraint, line []place) {
			if last := len(line) - 1; last > 1 {
				f.add("same sum on %s %s, %s", line[0], line[last], placesText(line[1:last]))
			}
		}),
		"zipperline":  forLines((*fpuzzle).readZipper),
		"extraregion": func(f *fpuzzle, c constraint) { f.add("distinct on %s", placesText(f.places(c.Cells))) },
		"clone": func(f *fpuzzle, c constraint) {
			cells, clones := f.places(c.Cells), f.places(c.CloneCells)
			if len(cells) != len(clones) {
				f.fail(f.field, "%d cells have %d clones", len(cells), len(clones))
				return
			}
			for k := range cells {
				if cells[k] != clones[k] {
					f.addSame(cells[k], clones[k])
				}
			}
		},
		"odd":  func(f *fpuzzle, c constraint) { f.addOnly(c.Cell, func(n int) bool { return n%2 == 1 }) },
		"even": func(f *fpuzzle, c constraint) { f.addOnly(c.Cell, func(n int) bool { return n%2 == 0 }) },
		"quadruple": func(f *fpuzzle, c constraint) {
			counts := map[int]int{}
			for _, v := range c.Values {
				counts[f.number(jsonValue(v), 0)]++
			}
			for _, v := range slices.Sorted(maps.Keys(counts)) {
				if v > 0 && v <= f.size {
					f.add("at least %d \"%s\" on %s", counts[v], symbolOf(v), placesText(f.places(c.Cells)))
				} else if !f.isFailed() {
					f.fail(f.field, "%d is no number of the puzzle", v)
				}
			}
		},
		"difference": func(f *fpuzzle, c constraint) {
			n := f.number(c.Value, 1)
			f.addMark(c, "dot", fmt.Sprintf("differ %d on", n), func(m *sideMarks) {
				m.isDifference, m.isOther = true, m.isOther || n != 1
			})
		},
		"ratio": func(f *fpuzzle, c constraint) {
			n := f.number(c.Value, 2)
			f.addMark(c, "dot", fmt.Sprintf("quotient %d on", n), func(m *sideMarks) {
				m.isRatio, m.isOther = true, m.isOther || n != 2
			})
		},
		"xv": func(f *fpuzzle, c constraint) {
			sum, known := map[jsonValue]int{"X": 10, "x": 10, "V": 5, "v": 5}[c.Value]
			if c.Value == "" {
				return // a mark that is not written yet
			}
			if !known {
				f.fail(f.field, "%q is neither X nor V", c.Value)
			}
			f.addMark(c, "letter", fmt.Sprintf("sum %d on", sum), func(m *sideMarks) {
				m.isSum, m.isTen = true, sum == 10
			})
		},
		"littlekillersum": (*fpuzzle).readLittleKiller,
		"sandwichsum":     (*fpuzzle).readEdge,
		"xsum":            (*fpuzzle).readEdge,
		"skyscraper":      (*fpuzzle).readEdge,
		"numberedroom":    (*fpuzzle).readEdge,
		"minimum":         nil, // needs all cells of the field
		"maximum":         nil,
		"rowindexer":      (*fpuzzle).readIndexer,
		"columnindexer":   (*fpuzzle).readIndexer,
	}
})

// fpuzzlesFlags are the rules that hold everywhere.
var fpuzzlesFlags = sync.OnceValue(func() map[string]func(*fpuzzle) {
	return map[string]func(*fpuzzle){
		"antiknight": func(f *fpuzzle) { f.add("apart knight") },
		"antiking":   func(f *fpuzzle) { f.add("apart king") },
		"diagonal-": func(f *fpuzzle) {
			f.add("distinct on {(i, i) for i in 0..%d}", f.size-1)
		},
		"diagonal+": func(f *fpuzzle) {
			f.add("distinct on {(i, %d-i) for i in 0..%d}", f.size-1, f.size-1)
		},
		"nonconsecutive": func(f *fpuzzle) { f.negative["difference"] = true },
		"disjointgroups": func(f *fpuzzle) {
			rows, cols := boxSize(f.size)
			if !f.isBoxes {
				f.fail(f.field, "disjoint groups of regions that are no boxes cannot be said")
			}
			f.add("distinct on {(%d*i+r, %d*j+c) for i in 0..%d, j in 0..%d} for r in 0..%d, c in 0..%d",
				rows, cols, f.size/rows-1, f.size/cols-1, rows-1, cols-1)
		},
	}
})

// fail notes a fault in a field.
func (f *fpuzzle) fail(field, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if field != "" {
		what = field + ": " + what
	}
	f.reader.fail(f.start, len(f.reader.text)-f.start, "docs/formats.md says what can be read of such links",
		"%s", what)
}

// add adds a rule.
func (f *fpuzzle) add(format string, args ...any) {
	f.rules = append(f.rules, fmt.Sprintf(format, args...))
}

func (f *fpuzzle) addSame(a, b place) {
	if a != b {
		f.add("same on %s %s", a, b)
	}
}

// addOnly adds a rule that allows some numbers on a cell.
func (f *fpuzzle) addOnly(cell string, allows func(n int) bool) {
	barred := ""
	for n := 1; n <= f.size; n++ {
		if !allows(n) {
			barred += symbolOf(n)
		}
	}
	if p := f.place(cell); barred != "" {
		f.add("none \"%s\" on %s", barred, p)
	}
}

// addMark adds a rule for the mark between two cells.
func (f *fpuzzle) addMark(c constraint, kind, rule string, mark func(*sideMarks)) {
	cells := f.places(c.Cells)
	if len(cells) != 2 || !cells[0].isBeside(cells[1]) {
		if !f.isFailed() {
			f.fail(f.field, "a mark stands between two neighbours")
		}
		return
	}
	side := sideOfCells(cells[0], cells[1])
	m := f.marks[side]
	mark(&m)
	f.marks[side] = m
	f.add("%s %s", rule, placesText(side[:]))
	f.markRules[f.rules[len(f.rules)-1]] = kind
}

// sideOfCells returns two neighbours in the order of rows.
func sideOfCells(a, b place) [2]place {
	if a.r > b.r || a.r == b.r && a.c > b.c {
		a, b = b, a
	}
	return [2]place{a, b}
}

func abs(n int) int { return max(n, -n) }

// symbols returns the symbols of the puzzle.
func (f *fpuzzle) symbols() string { return numberSymbols[1 : f.size+1] }

// number returns a number, or the one that is meant if there is none.
func (f *fpuzzle) number(v jsonValue, missing int) int {
	if v == "" {
		return missing
	}
	n, err := strconv.Atoi(string(v))
	if err != nil || n < 0 || n > 100_000 {
		f.fail(f.field, "%q is no number that can be read", string(v))
	}
	return n
}

var cellForm = lazyPattern(`^[Rr](-?\d{1,3})[Cc](-?\d{1,3})$`)

// anyPlace reads a cell, which may lie beside the board.
func (f *fpuzzle) anyPlace(cell string) place {
	m := cellForm().FindStringSubmatch(cell)
	if m == nil {
		f.fail(f.field, "%q is no cell; a cell is R1C1", cell)
		return place{}
	}
	r, _ := strconv.Atoi(m[1])
	c, _ := strconv.Atoi(m[2])
	return place{r - 1, c - 1}
}

func (f *fpuzzle) place(cell string) place {
	p := f.anyPlace(cell)
	if !f.isInside(p) && !f.isFailed() {
		f.fail(f.field, "the board has no cell %s", cell)
	}
	return p
}

func (f *fpuzzle) isInside(p place) bool { return p.r >= 0 && p.r < f.size && p.c >= 0 && p.c < f.size }

// places reads cells, each of them once.
func (f *fpuzzle) places(cells []string) (all []place) {
	seen := map[place]bool{}
	for _, cell := range cells {
		p := f.place(cell)
		if seen[p] && !f.isFailed() {
			f.fail(f.field, "the cell %s stands twice in a list", cell)
		}
		seen[p] = true
		all = append(all, p)
	}
	if len(all) == 0 {
		f.fail(f.field, "an entry has no cells")
	}
	return all
}

// forLines returns a reader that goes through the lines of an entry. A line of one cell says nothing.
func forLines(read func(*fpuzzle, constraint, []place)) fieldReader {
	return func(f *fpuzzle, c constraint) {
		for _, cells := range c.Lines {
			if line := f.places(cells); len(line) > 1 && !f.isFailed() {
				read(f, c, line)
			}
		}
	}
}

// lineClasses returns a reader of lines on which each three cells that follow one another have numbers of three
// classes.
func lineClasses(isOf func(n, k int) bool) func(*fpuzzle, constraint, []place) {
	return func(f *fpuzzle, _ constraint, line []place) {
		if f.size%3 != 0 {
			f.fail(f.field, "%d numbers do not fall into three equal classes", f.size)
			return
		}
		var words []string
		for k := range 3 {
			class := "["
			for n := 1; n <= f.size; n++ {
				if isOf(n, k) {
					class += symbolOf(n)
				}
			}
			words = append(words, class+"].?"+class+"]")
		}
		f.add("never \"%s\" on %s", strings.Join(words, "|"), placesText(line))
	}
}

func (f *fpuzzle) readCage(c constraint) {
	cells := placesText(f.places(c.Cells))
	if c.Value == "" {
		f.add("distinct on %s", cells)
	} else {
		f.add("distinct sum %d on %s", f.number(c.Value, 0), cells)
	}
}

func (f *fpuzzle) readArrow(c constraint) {
	circle := f.places(c.Cells)
	if len(circle) > 1 && !f.isFailed() {
		f.fail(f.field, "an arrow whose circle has %d cells, read as one number, cannot be said", len(circle))
	}
	for _, line := range c.Lines {
		if len(line) > 1 && !f.isFailed() {
			f.add("arrow on %s %s", circle[0], placesText(f.places(line[1:])))
		}
	}
}

// readRegionSums cuts a line where regions meet.
func (f *fpuzzle) readRegionSums(_ constraint, line []place) {
	var parts []string
	begin := 0
	for k := 1; k <= len(line); k++ {
		if k == len(line) || f.regionAt(line[k]) != f.regionAt(line[begin]) {
			parts = append(parts, placesText(line[begin:k]))
			begin = k
		}
	}
	if len(parts) > 1 {
		f.add("same sum on %s", strings.Join(parts, ", "))
	}
}

func (f *fpuzzle) regionAt(p place) int { return f.region[p.r][p.c] }

// readBetween says what stands between the numbers at the ends of a line.
func (f *fpuzzle) readBetween(_ constraint, line []place) {
	k := len(line) - 2
	if k < 1 {
		return
	}
	var words []string
	for a := 1; a <= f.size; a++ {
		for b := a + 2; b <= f.size; b++ {
			inner := fmt.Sprintf("[%s]{%d}", numberSymbols[a+1:b], k)
			words = append(words, symbolOf(a)+inner+symbolOf(b), symbolOf(b)+inner+symbolOf(a))
		}
	}
	f.add("matches \"%s\" on %s", strings.Join(words, "|"), placesText(line))
}

// readZipper says that cells as far from the middle of a line have the same sum, which is the number in the middle.
func (f *fpuzzle) readZipper(_ constraint, line []place) {
	var sums []string
	for k := range len(line) / 2 {
		sums = append(sums, placesText([]place{line[k], line[len(line)-1-k]}))
	}
	if len(line)%2 == 1 {
		sums = append(sums, line[len(line)/2].String())
	}
	if len(sums) > 1 {
		f.add("same sum on %s", strings.Join(sums, ", "))
	}
}

func (f *fpuzzle) readLittleKiller(c constraint) {
	if c.Value == "" {
		return // a clue that is not written yet
	}
	step, known := map[string]place{"DR": {1, 1}, "DL": {1, -1}, "UR": {-1, 1}, "UL": {-1, -1}}[c.Direction]
	if !known {
		f.fail(f.field, "%q is no direction", c.Direction)
		return
	}
	p := f.anyPlace(c.Cell)
	var cells []place
	for range f.size {
		if p = (place{p.r + step.r, p.c + step.c}); f.isInside(p) {
			cells = append(cells, p)
		}
	}
	if len(cells) == 0 && !f.isFailed() {
		f.fail(f.field, "the clue at %s points to no cell", c.Cell)
		return
	}
	f.add("sum %d on %s", f.number(c.Value, 0), placesText(cells))
}

// readEdge notes a clue beside a line.
func (f *fpuzzle) readEdge(c constraint) {
	if c.Value == "" {
		return // a clue that is not written yet
	}
	p, n := f.anyPlace(c.Cell), f.number(c.Value, 0)
	edge, line := "", 0
	switch inRows, inColumns := p.r >= 0 && p.r < f.size, p.c >= 0 && p.c < f.size; {
	case inRows && p.c < 0:
		edge, line = "left", p.r
	case inRows && p.c >= f.size:
		edge, line = "right", p.r
	case inColumns && p.r < 0:
		edge, line = "top", p.c
	case inColumns && p.r >= f.size:
		edge, line = "bottom", p.c
	default:
		f.fail(f.field, "no line begins at %s", c.Cell)
		return
	}
	word := map[string]string{"sandwichsum": "sandwich", "xsum": "firstsum", "skyscraper": "sees",
		"numberedroom": "numbered"}
	rule := word[f.field] + " " + edge
	if f.field == "sandwichsum" {
		rule = "sandwich columns"
		if edge == "left" || edge == "right" {
			rule = "sandwich rows"
		}
	}
	if f.field == "skyscraper" && (n < 1 || n > f.size) {
		f.fail(f.field, "from no edge %d numbers are seen", n)
	}
	f.edges[rule] = append(f.edges[rule], edgeClue{line, n})
}

// edgeRules returns the rules for the clues beside lines. Clues of one line stand in several rules.
func (f *fpuzzle) edgeRules() (rules []string) {
	for _, rule := range slices.Sorted(maps.Keys(f.edges)) {
		for list := f.edges[rule]; len(list) > 0; {
			texts, left := slices.Repeat([]string{"."}, f.size), []edgeClue{}
			for _, clue := range list {
				if texts[clue.line] == "." {
					texts[clue.line] = strconv.Itoa(clue.value)
				} else {
					left = append(left, clue)
				}
			}
			rules = append(rules, fmt.Sprintf("%s \"%s\"", rule, strings.Join(texts, ", ")))
			list = left
		}
	}
	return rules
}

// readIndexer says of each cell of a column c that its number v is the column in which c stands in its row; of a row
// indexer the same with rows and columns exchanged.
func (f *fpuzzle) readIndexer(c constraint) {
	for _, p := range f.places(c.Cells) {
		var all []string
		for v := 1; v <= f.size; v++ {
			target, number := place{p.r, v - 1}, p.c+1
			if f.field == "rowindexer" {
				target, number = place{v - 1, p.c}, p.r+1
			}
			alternative := fmt.Sprintf("value[%d,%d]:\"%s\"", p.r, p.c, symbolOf(v))
			if target != p {
				alternative += fmt.Sprintf(" value[%d,%d]:\"%s\"", target.r, target.c, symbolOf(number))
			}
			all = append(all, alternative)
		}
		f.behind = append(f.behind, "choose {"+strings.Join(all, ", ")+"}")
	}
}

// addExtremes says that cells are less, or greater, than their neighbours, but for those that are marked alike.
func (f *fpuzzle) addExtremes(list []constraint, isMaximum bool) {
	marked := map[place]bool{}
	for _, c := range list {
		marked[f.place(c.Cell)] = true
	}
	for _, c := range list {
		p := f.place(c.Cell)
		for _, step := range []place{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			q := place{p.r + step.r, p.c + step.c}
			switch {
			case !f.isInside(q) || marked[q]:
			case isMaximum:
				f.add("ascending on %s %s", q, p)
			default:
				f.add("ascending on %s %s", p, q)
			}
		}
	}
}

// boxSize returns the size of the boxes of a sudoku: as nearly square as possible, wider than high.
func boxSize(n int) (rows, cols int) {
	for rows = int(math.Sqrt(float64(n))); n%rows != 0; rows-- {
	}
	return rows, n / rows
}

// read reads all fields.
func (f *fpuzzle) read(raw map[string]json.RawMessage) {
	f.marks, f.markRules = map[[2]place]sideMarks{}, map[string]string{}
	f.negative, f.edges = map[string]bool{}, map[string][]edgeClue{}
	f.readGrid(raw)
	f.readNegative(raw["negative"])
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if f.isFailed() {
			return
		}
		f.field = name
		text := raw[name]
		if slices.Contains(cosmeticFields, name) || isEmptyJSON(text) {
			continue
		}
		if flag, known := fpuzzlesFlags()[name]; known {
			var on bool
			if err := json.Unmarshal(text, &on); err != nil {
				f.fail(name, "true or false is wanted")
			} else if on {
				flag(f)
			}
			continue
		}
		read, known := fpuzzlesFields()[name]
		if !known {
			f.fail("", "the link has a field %q, which may be a rule, and cannot be said", name)
			return
		}
		var list []constraint
		if err := json.Unmarshal(text, &list); err != nil {
			f.fail(name, "a list of cells or lines is wanted: %s", err)
			return
		}
		if read == nil {
			f.addExtremes(list, name == "maximum")
			continue
		}
		for _, c := range list {
			if !f.isFailed() {
				read(f, c)
			}
		}
	}
	f.addNegative()
	f.rules = append(f.rules, f.edgeRules()...)
}

// isEmptyJSON reports whether a value says nothing: null, false, an empty list or text.
func isEmptyJSON(text json.RawMessage) bool {
	return slices.Contains([]string{"null", "false", "[]", "{}", `""`}, string(text))
}

// readGrid reads the size, the numbers that are given, and the regions.
func (f *fpuzzle) readGrid(raw map[string]json.RawMessage) {
	f.title = textOf(raw["title"])
	f.about = aboutBy(textOf(raw["author"]), textOf(raw["ruleset"]))
	var grid [][]gridCell
	if err := json.Unmarshal(raw["grid"], &grid); err != nil {
		f.fail("grid", "rows of cells are wanted: %s", err)
		return
	}
	size := len(grid)
	if text, has := raw["size"]; has {
		if err := json.Unmarshal(text, &size); err != nil {
			f.fail("size", "a number is wanted")
			return
		}
	}
	if size < 1 || size > maxSudoku || len(grid) != size {
		f.fail("size", "a board of %d rows for the size %d; sizes from 1 to %d can be read", len(grid), size, maxSudoku)
		return
	}
	f.size, f.isBoxes = size, true
	rows, cols := boxSize(size)
	for r, row := range grid {
		if len(row) != size {
			f.fail("grid", "row %d has %d cells in place of %d", r+1, len(row), size)
			return
		}
		f.given, f.region = append(f.given, make([]int, size)), append(f.region, make([]int, size))
		for c, cell := range row {
			box := r/rows*(size/cols) + c/cols
			f.region[r][c] = box
			if cell.Region != nil {
				f.region[r][c] = *cell.Region
				f.isBoxes = f.isBoxes && *cell.Region == box
			}
			f.field = "grid"
			if cell.Given {
				f.given[r][c] = f.number(jsonValue(cell.Value), 0)
			}
			if f.given[r][c] > size {
				f.fail("grid", "the number %d on a board with the numbers from 1 to %d", f.given[r][c], size)
			}
			if marks := cell.GivenPencilMarks; len(marks) > 0 {
				f.addOnly(fmt.Sprintf("R%dC%d", r+1, c+1), func(n int) bool { return slices.Contains(marks, n) })
			}
		}
	}
}

// aboutBy returns a description that names the author, if there is one.
func aboutBy(author, about string) string {
	if author == "" {
		return about
	}
	return strings.TrimSpace("By " + author + ". " + about)
}

// textOf returns a text, or "" for any other value.
func textOf(raw json.RawMessage) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// readNegative reads for which marks it means something that they do not stand.
func (f *fpuzzle) readNegative(raw json.RawMessage) {
	if len(raw) == 0 || isEmptyJSON(raw) {
		return
	}
	var names []string
	if err := json.Unmarshal(raw, &names); err != nil {
		f.fail("negative", "a list of names is wanted")
	}
	for _, name := range names {
		if name != "xv" && name != "ratio" && name != "difference" {
			f.fail("negative", "that marks of %s do not stand cannot be said", name)
		}
		f.negative[name] = true
	}
}

// addNegative says what holds between neighbours without a mark.
func (f *fpuzzle) addNegative() {
	bars := func(holds func(a, b int) bool) string {
		var words []string
		for a := 1; a <= f.size; a++ {
			for b := 1; b <= f.size; b++ {
				if holds(a, b) {
					words = append(words, symbolOf(a)+symbolOf(b))
				}
			}
		}
		return "never \"" + strings.Join(words, "|") + "\" on "
	}
	add := func(name, rule string, isMarked func(sideMarks) bool) {
		if f.negative[name] && !f.isFailed() && !strings.HasPrefix(rule, "never \"\"") {
			f.addPairs(rule, isMarked)
		}
	}
	if f.addMarkPictures() {
		return
	}
	add("difference", "differ at least 2 on ", func(m sideMarks) bool {
		return m.isDifference || m.isRatio && f.negative["ratio"]
	})
	add("ratio", bars(func(a, b int) bool { return a == 2*b || b == 2*a }), func(m sideMarks) bool {
		return m.isRatio || m.isDifference
	})
	add("xv", bars(func(a, b int) bool { return a+b == 5 || a+b == 10 }), func(m sideMarks) bool { return m.isSum })
}

// addMarkPictures says with pictures of marks what holds between neighbours, and removes the rules for these marks. It
// returns false if pictures do not say it: for marks with other numbers, for two marks of one kind on a side, and where
// black dots alone are all shown, since white dots make an exception there.
func (f *fpuzzle) addMarkPictures() bool {
	every, white := "", false
	for _, m := range f.marks {
		if m.isOther || m.isDifference && m.isRatio {
			return false
		}
		white = white || m.isDifference
	}
	if f.negative["difference"] {
		every += "o"
	}
	if f.negative["ratio"] {
		every += "*"
	}
	if every == "*" && white {
		return false
	}
	kept := f.rules[:0]
	for _, rule := range f.rules {
		isDot := every != "" && f.markRules[rule] == "dot"
		isLetter := f.negative["xv"] && f.markRules[rule] == "letter"
		if !isDot && !isLetter {
			kept = append(kept, rule)
		}
	}
	f.rules = kept
	if every != "" {
		f.addPicture(every, func(m sideMarks) byte {
			switch {
			case m.isDifference:
				return 'o'
			case m.isRatio:
				return '*'
			}
			return ' '
		})
	}
	if f.negative["xv"] {
		f.addPicture("XV", func(m sideMarks) byte {
			switch {
			case m.isTen:
				return 'X'
			case m.isSum:
				return 'V'
			}
			return ' '
		})
	}
	return true
}

// addPicture adds a picture of marks. One without marks, for white dots, says that no neighbours are consecutive.
func (f *fpuzzle) addPicture(every string, markOf func(sideMarks) byte) {
	picture := marksPicture(f.size, f.size, func(before, behind place) byte {
		return markOf(f.marks[[2]place{before, behind}])
	})
	if hasMarks := strings.Trim(picture, " .\n") != ""; !hasMarks && every == "o" {
		f.add("differ at least 2 on 1x2 everywhere, 2x1 everywhere")
		return
	}
	f.add("marks \"\"\"\n%s  \"\"\" every \"%s\"", picture, every)
}

// addPairs adds a rule for each two neighbours without a mark.
func (f *fpuzzle) addPairs(rule string, isMarked func(sideMarks) bool) {
	var pairs []string
	total := 0
	for r := range f.size {
		for c := range f.size {
			for _, q := range []place{{r, c + 1}, {r + 1, c}} {
				if f.isInside(q) {
					total++
					if side := [2]place{{r, c}, q}; !isMarked(f.marks[side]) {
						pairs = append(pairs, placesText(side[:]))
					}
				}
			}
		}
	}
	switch len(pairs) {
	case 0:
	case total:
		f.add("%s1x2 everywhere, 2x1 everywhere", rule)
	default:
		f.add("%s%s", rule, strings.Join(pairs, ", "))
	}
}

// text returns the puzzle.
func (f *fpuzzle) text() string {
	if f.isFailed() {
		return ""
	}
	var out strings.Builder
	if f.title != "" {
		fmt.Fprintf(&out, "puzzle %s\n", quoted(f.title))
	}
	if f.about != "" {
		fmt.Fprintf(&out, "about %s\n", quoted(f.about))
	}
	fmt.Fprintf(&out, "latin %d", f.size)
	symbols := numberSymbols
	if f.charset != "" {
		symbols = "0" + f.charset
		fmt.Fprintf(&out, " with %s", quoted(f.charset))
	}
	fmt.Fprintf(&out, " {\n%s", f.regionRules())
	for _, rule := range f.rules {
		out.WriteString("  " + rule + "\n")
	}
	if slices.ContainsFunc(f.given, func(row []int) bool { return slices.Max(row) > 0 }) {
		out.WriteString(givenRule(f.given, func(v int) string {
			if v == 0 {
				return "."
			}
			return string([]rune(symbols)[v])
		}))
	}
	out.WriteString("}\n")
	for _, statement := range f.behind {
		out.WriteString(statement + "\n")
	}
	return out.String()
}

// regionRules returns the rules for regions: boxes, a picture, or a rule for each region that has fewer cells than
// there are numbers.
func (f *fpuzzle) regionRules() string {
	if rows, cols := boxSize(f.size); f.isBoxes {
		if rows == 1 {
			return "" // the boxes are the rows
		}
		return fmt.Sprintf("  distinct on boxes %dx%d\n", rows, cols)
	}
	cells := map[int][]place{}
	var order []int
	for r, row := range f.region {
		for c, v := range row {
			if v < 0 {
				continue
			}
			if cells[v] == nil {
				order = append(order, v)
			}
			cells[v] = append(cells[v], place{r, c})
		}
	}
	isWhole := len(order) == f.size && len(order) <= len(regionCharacters)
	for _, v := range order {
		isWhole = isWhole && len(cells[v]) == f.size
	}
	if !isWhole {
		var out strings.Builder
		for _, v := range order {
			fmt.Fprintf(&out, "  distinct on %s\n", placesText(cells[v]))
		}
		return out.String()
	}
	rows := pictureRows(f.region, func(v int) string { return string(regionCharacters[slices.Index(order, v)]) })
	return "  distinct on regions \"\"\"\n" + rows + "  \"\"\"\n"
}

// maxAbout is the length of the longest title or description that is kept, in characters.
const maxAbout = 2000

// quoted returns a text in quotes of the language.
func quoted(text string) string {
	runes := []rune(strings.ToValidUTF8(text, ""))
	if len(runes) > maxAbout {
		runes = append(runes[:maxAbout], '…')
	}
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range runes {
		switch {
		case c == '"' || c == '\\':
			out.WriteString("\\" + string(c))
		case c == '\n':
			out.WriteString("\\n")
		case c == '\t':
			out.WriteString("\\t")
		case c >= ' ' && c != 0x7f:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}
