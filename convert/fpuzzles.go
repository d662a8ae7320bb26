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

// padForm is the form of links to SudokuPad whose puzzle is in another format.
var padForm = lazyPattern(`^(?:https?://)?(?:www\.)?` +
	`(?:sudokupad\.app|app\.crackingthecryptic\.com|tinyurl\.com|f-puzzles\.com)/`)

// isFPuzzles reports whether a text is a link to f-puzzles or SudokuPad, or the JSON text that such a link holds.
func isFPuzzles(text string) bool {
	isLine := !strings.ContainsAny(text, " \t\r\n")
	return isLine && (fpuzzlesForm().MatchString(text) && len(text) > 40 || padForm().MatchString(text)) ||
		strings.HasPrefix(text, "{") && strings.Contains(text, `"grid"`) && strings.Contains(text, `"size"`)
}

// fpuzzlesPuzzle converts a link in the format of f-puzzles to a puzzle.
func fpuzzlesPuzzle(r *textReader) (string, error) {
	text := []byte(r.inputText)
	if !strings.HasPrefix(r.inputText, "{") {
		prefix := fpuzzlesForm().FindString(r.inputText)
		if prefix == "" {
			r.reportFault(0, len(r.inputText), "nothing is fetched: open it, and copy a link that begins with "+
				"https://www.f-puzzles.com/?load= or https://sudokupad.app/fpuzzles",
				"the link holds the name of a puzzle, and no puzzle")
			return "", r.faultError()
		}
		r.offset = len(prefix)
		var err error
		if text, err = decompressBase64([]byte(unescapeBase64(r.unreadText())), maxJSON); err != nil {
			r.reportFault(r.offset, len(r.unreadText()), "copy the whole link", "%s", err)
			return "", r.faultError()
		}
	}
	f := &fpuzzle{textReader: r, startOffset: r.offset}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		f.reportFault("", "the link holds no puzzle: %s", err)
		return "", r.faultError()
	}
	f.readAllFields(raw)
	return f.puzzleText(), r.faultError()
}

// unescapeBase64 returns the Base64 of a link, in which signs may be written as %2B, and + as a blank or a minus sign.
func unescapeBase64(text string) string {
	return strings.NewReplacer("%2B", "+", "%2b", "+", "%2F", "/", "%2f", "/", "%3D", "=", "%3d", "=", "%20", "+",
		" ", "+", "-", "+", "_", "/").Replace(text)
}

// fpuzzle is a sudoku that is being read from the format of f-puzzles.
type fpuzzle struct {
	*textReader
	startOffset  int // offset of the puzzle's data in the link
	currentField string

	gridSize                      int
	symbolList                    string // symbols of the puzzle, or "" for the usual ones
	puzzleTitle, aboutText        string
	givenNumbers                  [][]int
	regionOfCell                  [][]int // for each row and column, the index of the cell's region, or -1
	hasUsualBoxes                 bool    // whether the regions are the usual boxes
	ruleTexts, trailingStatements []string
	marksBetween                  map[[2]cellPlace]sideMarks
	markRules                     map[string]string // kind of mark, "dot" or "letter", by the text of its rule
	allShownMarks                 map[string]bool
	edgeClues                     map[string][]edgeClue
}

// cellPlace is a cell by its row and its column, counted from 0.
type cellPlace struct{ row, column int }

func (p cellPlace) String() string { return fmt.Sprintf("(%d, %d)", p.row, p.column) }

// sharesSideWith reports whether two cells have a common side.
func (p cellPlace) sharesSideWith(q cellPlace) bool {
	return abs(p.row-q.row)+abs(p.column-q.column) == 1
}

// placesText returns places with blanks between them, as the language lists them.
func placesText(list []cellPlace) string {
	var all []string
	for _, p := range list {
		all = append(all, p.String())
	}
	return strings.Join(all, " ")
}

// sideMarks are the marks between two cells. isTen is true for a sum mark of 10. isOther is true for a mark whose
// number is not the usual one: 1 for a difference, 2 for a ratio.
type sideMarks struct{ isDifference, isRatio, isSum, isTen, isOther bool }

// edgeClue is a clue at the edge of the board for a row or a column, or for a diagonal.
type edgeClue struct{ lineIndex, value int }

// jsonValue is a value in JSON that may be written as a string or as a number.
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

// constraintEntry is an entry of a list of constraints. Colors, sizes and widths are left out.
type constraintEntry struct {
	Cell       string       `json:"cell,omitempty"`
	Cells      []string     `json:"cells,omitempty"`
	CloneCells []string     `json:"cloneCells,omitempty"`
	Lines      [][]string   `json:"lines,omitempty"`
	Value      jsonValue    `json:"value,omitempty"`
	Values     []jsonNumber `json:"values,omitempty"`
	Direction  string       `json:"direction,omitempty"`
}

// gridCell is a cell of the grid. Colors and entries made by a player are left out.
type gridCell struct {
	Value            jsonNumber `json:"value,omitempty"`
	IsGiven          bool       `json:"given,omitempty"`
	Region           *int       `json:"region,omitempty"`
	GivenPencilMarks []int      `json:"givenPencilMarks,omitempty"`
}

// cosmeticFields are the fields that have no influence on solutions.
var cosmeticFields = []string{"title", "author", "ruleset", "solution", "text", "circle", "rectangle", "line", "cage",
	"disabledlogic", "truecandidatesoptions", "highlightConflicts", "successMessage", "id", "metadata", "foglight",
	"triggereffect", "underlays", "overlays", "msgcorrect", "colors", "cosmetic", "size", "grid", "negative",
	"customRuleset", "hasSolution", "allowPencil", "src", "genre"}

// fieldReader reads one entry of the list that a field holds.
type fieldReader func(*fpuzzle, constraintEntry)

// fpuzzlesFields are the fields with constraints that the language can express.
var fpuzzlesFields = sync.OnceValue(func() map[string]fieldReader {
	return map[string]fieldReader{
		"killercage": (*fpuzzle).readCage,
		"arrow":      (*fpuzzle).readArrow,
		"thermometer": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			f.addRule("ascending on %s", placesText(line))
		}),
		"slowthermometer": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			f.addRule("matches \"%s*\" on %s", strings.Join(strings.Split(f.symbolsInOrder(), ""), "*"),
				placesText(line))
		}),
		"palindrome": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			for k := range len(line) / 2 {
				f.addEqualCells(line[k], line[len(line)-1-k])
			}
		}),
		"renban": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			f.addRule("consecutive on %s", placesText(line))
		}),
		"whispers": eachLineReader(func(f *fpuzzle, c constraintEntry, line []cellPlace) {
			f.addRule("differ at least %d on %s", f.parseNumber(c.Value, (f.gridSize+1)/2), placesText(line))
		}),
		"regionsumline": eachLineReader((*fpuzzle).readRegionSums),
		"betweenline":   eachLineReader((*fpuzzle).readBetweenLine),
		"entropicline":  eachLineReader(threeClassesReader(func(n, k int) bool { return (n-1)/3 == k })),
		"modularline":   eachLineReader(threeClassesReader(func(n, k int) bool { return n%3 == k })),
		"nabner": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			var pairs []string
			for k := range line {
				for _, p := range line[:k] {
					pairs = append(pairs, placesText([]cellPlace{p, line[k]}))
				}
			}
			f.addRule("differ at least 2 on %s", strings.Join(pairs, ", "))
		}),
		"doublearrow": eachLineReader(func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
			if last := len(line) - 1; last > 1 {
				f.addRule("same sum on %s %s, %s", line[0], line[last], placesText(line[1:last]))
			}
		}),
		"zipperline": eachLineReader((*fpuzzle).readZipperLine),
		"extraregion": func(f *fpuzzle, c constraintEntry) {
			f.addRule("distinct on %s",
				placesText(f.parsePlaces(c.Cells)))
		},
		"clone": func(f *fpuzzle, c constraintEntry) {
			cells, clones := f.parsePlaces(c.Cells), f.parsePlaces(c.CloneCells)
			if len(cells) != len(clones) {
				f.reportFault(f.currentField, "%d cells have %d clones", len(cells), len(clones))
				return
			}
			for k := range cells {
				if cells[k] != clones[k] {
					f.addEqualCells(cells[k], clones[k])
				}
			}
		},
		"odd": func(f *fpuzzle, c constraintEntry) {
			f.addAllowedNumbers(c.Cell,
				func(n int) bool { return n%2 == 1 })
		},
		"even": func(f *fpuzzle, c constraintEntry) {
			f.addAllowedNumbers(c.Cell,
				func(n int) bool { return n%2 == 0 })
		},
		"quadruple": func(f *fpuzzle, c constraintEntry) {
			counts := map[int]int{}
			for _, v := range c.Values {
				counts[f.parseNumber(jsonValue(v), 0)]++
			}
			for _, v := range slices.Sorted(maps.Keys(counts)) {
				if v > 0 && v <= f.gridSize {
					f.addRule("at least %d \"%s\" on %s", counts[v], symbolOf(v), placesText(f.parsePlaces(c.Cells)))
				} else if !f.hasFault() {
					f.reportFault(f.currentField, "%d is no number of the puzzle", v)
				}
			}
		},
		"difference": func(f *fpuzzle, c constraintEntry) {
			n := f.parseNumber(c.Value, 1)
			f.addMark(c, "dot", fmt.Sprintf("differ %d on", n), func(m *sideMarks) {
				m.isDifference, m.isOther = true, m.isOther || n != 1
			})
		},
		"ratio": func(f *fpuzzle, c constraintEntry) {
			n := f.parseNumber(c.Value, 2)
			f.addMark(c, "dot", fmt.Sprintf("quotient %d on", n), func(m *sideMarks) {
				m.isRatio, m.isOther = true, m.isOther || n != 2
			})
		},
		"xv": func(f *fpuzzle, c constraintEntry) {
			sum, known := map[jsonValue]int{"X": 10, "x": 10, "V": 5, "v": 5}[c.Value]
			if c.Value == "" {
				return // a mark whose value is still empty
			}
			if !known {
				f.reportFault(f.currentField, "%q is neither X nor V", c.Value)
			}
			f.addMark(c, "letter", fmt.Sprintf("sum %d on", sum), func(m *sideMarks) {
				m.isSum, m.isTen = true, sum == 10
			})
		},
		"littlekillersum": (*fpuzzle).readDiagonalSum,
		"sandwichsum":     (*fpuzzle).readEdgeClue,
		"xsum":            (*fpuzzle).readEdgeClue,
		"skyscraper":      (*fpuzzle).readEdgeClue,
		"numberedroom":    (*fpuzzle).readEdgeClue,
		"minimum":         nil, // handled by addExtremeRules, with all cells of the field together
		"maximum":         nil,
		"rowindexer":      (*fpuzzle).readIndexerCells,
		"columnindexer":   (*fpuzzle).readIndexerCells,
	}
})

// fpuzzlesFlags are the fields for rules that hold on the whole board.
var fpuzzlesFlags = sync.OnceValue(func() map[string]func(*fpuzzle) {
	return map[string]func(*fpuzzle){
		"antiknight": func(f *fpuzzle) { f.addRule("apart knight") },
		"antiking":   func(f *fpuzzle) { f.addRule("apart king") },
		"diagonal-": func(f *fpuzzle) {
			f.addRule("distinct on {(i, i) for i in 0..%d}", f.gridSize-1)
		},
		"diagonal+": func(f *fpuzzle) {
			f.addRule("distinct on {(i, %d-i) for i in 0..%d}", f.gridSize-1, f.gridSize-1)
		},
		"nonconsecutive": func(f *fpuzzle) { f.allShownMarks["difference"] = true },
		"disjointgroups": func(f *fpuzzle) {
			rows, cols := boxSize(f.gridSize)
			if !f.hasUsualBoxes {
				f.reportFault(f.currentField, "disjoint groups of regions that are no boxes cannot be said")
			}
			f.addRule("distinct on {(%d*i+r, %d*j+c) for i in 0..%d, j in 0..%d} for r in 0..%d, c in 0..%d",
				rows, cols, f.gridSize/rows-1, f.gridSize/cols-1, rows-1, cols-1)
		},
	}
})

// reportFault records a fault in the puzzle. The field, if not "", is named in front of the description.
func (f *fpuzzle) reportFault(field, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if field != "" {
		what = field + ": " + what
	}
	f.textReader.reportFault(f.startOffset, len(f.textReader.inputText)-f.startOffset,
		"docs/formats.md says what can be read of such links",
		"%s", what)
}

// addRule adds a rule in the language.
func (f *fpuzzle) addRule(format string, args ...any) {
	f.ruleTexts = append(f.ruleTexts, fmt.Sprintf(format, args...))
}

func (f *fpuzzle) addEqualCells(a, b cellPlace) {
	if a != b {
		f.addRule("same on %s %s", a, b)
	}
}

// addAllowedNumbers adds a rule that allows only some numbers on a cell.
func (f *fpuzzle) addAllowedNumbers(cell string, allows func(n int) bool) {
	barred := ""
	for n := 1; n <= f.gridSize; n++ {
		if !allows(n) {
			barred += symbolOf(n)
		}
	}
	if p := f.parsePlace(cell); barred != "" {
		f.addRule("none \"%s\" on %s", barred, p)
	}
}

// addMark adds a rule for the mark between two cells.
func (f *fpuzzle) addMark(c constraintEntry, kind, rule string, mark func(*sideMarks)) {
	cells := f.parsePlaces(c.Cells)
	if len(cells) != 2 || !cells[0].sharesSideWith(cells[1]) {
		if !f.hasFault() {
			f.reportFault(f.currentField, "a mark stands between two neighbours")
		}
		return
	}
	side := sideBetweenCells(cells[0], cells[1])
	m := f.marksBetween[side]
	mark(&m)
	f.marksBetween[side] = m
	f.addRule("%s %s", rule, placesText(side[:]))
	f.markRules[f.ruleTexts[len(f.ruleTexts)-1]] = kind
}

// sideBetweenCells returns two neighbours in reading order, as the key of the side between them.
func sideBetweenCells(a, b cellPlace) [2]cellPlace {
	if a.row > b.row || a.row == b.row && a.column > b.column {
		a, b = b, a
	}
	return [2]cellPlace{a, b}
}

func abs(n int) int { return max(n, -n) }

// symbolsInOrder returns the symbols of the puzzle.
func (f *fpuzzle) symbolsInOrder() string { return numberSymbols[1 : f.gridSize+1] }

// parseNumber parses a number. If the value is empty, it returns the argument missing.
func (f *fpuzzle) parseNumber(v jsonValue, missing int) int {
	if v == "" {
		return missing
	}
	n, err := strconv.Atoi(string(v))
	if err != nil || n < 0 || n > 100_000 {
		f.reportFault(f.currentField, "%q is no number that can be read", string(v))
	}
	return n
}

var cellForm = lazyPattern(`^[Rr](-?\d{1,3})[Cc](-?\d{1,3})$`)

// parsePlaceOrOutside parses the name of a cell, which may lie outside the board.
func (f *fpuzzle) parsePlaceOrOutside(cell string) cellPlace {
	m := cellForm().FindStringSubmatch(cell)
	if m == nil {
		f.reportFault(f.currentField, "%q is no cell; a cell is R1C1", cell)
		return cellPlace{}
	}
	r, _ := strconv.Atoi(m[1])
	c, _ := strconv.Atoi(m[2])
	return cellPlace{r - 1, c - 1}
}

func (f *fpuzzle) parsePlace(cell string) cellPlace {
	p := f.parsePlaceOrOutside(cell)
	if !f.isInside(p) && !f.hasFault() {
		f.reportFault(f.currentField, "the board has no cell %s", cell)
	}
	return p
}

func (f *fpuzzle) isInside(p cellPlace) bool {
	return p.row >= 0 && p.row < f.gridSize && p.column >= 0 && p.column < f.gridSize
}

// parsePlaces parses names of cells, and drops repeated ones.
func (f *fpuzzle) parsePlaces(cells []string) (all []cellPlace) {
	seen := map[cellPlace]bool{}
	for _, cell := range cells {
		p := f.parsePlace(cell)
		if seen[p] && !f.hasFault() {
			f.reportFault(f.currentField, "the cell %s stands twice in a list", cell)
		}
		seen[p] = true
		all = append(all, p)
	}
	if len(all) == 0 {
		f.reportFault(f.currentField, "an entry has no cells")
	}
	return all
}

// eachLineReader returns a reader that calls read for each line of an entry. Lines of one cell have no meaning and are
// ignored.
func eachLineReader(read func(*fpuzzle, constraintEntry, []cellPlace)) fieldReader {
	return func(f *fpuzzle, c constraintEntry) {
		for _, cells := range c.Lines {
			if line := f.parsePlaces(cells); len(line) > 1 && !f.hasFault() {
				read(f, c, line)
			}
		}
	}
}

// threeClassesReader returns a reader of lines on which every three successive cells have numbers of three different
// classes. The function isOf reports whether number n is in class k.
func threeClassesReader(isOf func(n, k int) bool) func(*fpuzzle, constraintEntry, []cellPlace) {
	return func(f *fpuzzle, _ constraintEntry, line []cellPlace) {
		if f.gridSize%3 != 0 {
			f.reportFault(f.currentField, "%d numbers do not fall into three equal classes", f.gridSize)
			return
		}
		var words []string
		for k := range 3 {
			class := "["
			for n := 1; n <= f.gridSize; n++ {
				if isOf(n, k) {
					class += symbolOf(n)
				}
			}
			words = append(words, class+"].?"+class+"]")
		}
		f.addRule("never \"%s\" on %s", strings.Join(words, "|"), placesText(line))
	}
}

func (f *fpuzzle) readCage(c constraintEntry) {
	cells := placesText(f.parsePlaces(c.Cells))
	if c.Value == "" {
		f.addRule("distinct on %s", cells)
	} else {
		f.addRule("distinct sum %d on %s", f.parseNumber(c.Value, 0), cells)
	}
}

func (f *fpuzzle) readArrow(c constraintEntry) {
	circle := f.parsePlaces(c.Cells)
	if len(circle) > 1 && !f.hasFault() {
		f.reportFault(f.currentField, "an arrow whose circle has %d cells, read as one number, cannot be said",
			len(circle))
	}
	for _, line := range c.Lines {
		if len(line) > 1 && !f.hasFault() {
			f.addRule("arrow on %s %s", circle[0], placesText(f.parsePlaces(line[1:])))
		}
	}
}

// readRegionSums splits a line at borders of regions, and adds the rule that all parts have the same sum.
func (f *fpuzzle) readRegionSums(_ constraintEntry, line []cellPlace) {
	var parts []string
	begin := 0
	for k := 1; k <= len(line); k++ {
		if k == len(line) || f.regionAt(line[k]) != f.regionAt(line[begin]) {
			parts = append(parts, placesText(line[begin:k]))
			begin = k
		}
	}
	if len(parts) > 1 {
		f.addRule("same sum on %s", strings.Join(parts, ", "))
	}
}

func (f *fpuzzle) regionAt(p cellPlace) int { return f.regionOfCell[p.row][p.column] }

// readBetweenLine adds a rule that the numbers of a line lie between the numbers at its ends.
func (f *fpuzzle) readBetweenLine(_ constraintEntry, line []cellPlace) {
	k := len(line) - 2
	if k < 1 {
		return
	}
	var words []string
	for a := 1; a <= f.gridSize; a++ {
		for b := a + 2; b <= f.gridSize; b++ {
			inner := fmt.Sprintf("[%s]{%d}", numberSymbols[a+1:b], k)
			words = append(words, symbolOf(a)+inner+symbolOf(b), symbolOf(b)+inner+symbolOf(a))
		}
	}
	f.addRule("matches \"%s\" on %s", strings.Join(words, "|"), placesText(line))
}

// readZipperLine adds a rule that each two cells equally far from the middle of a line have the same sum, which is the
// number in the middle.
func (f *fpuzzle) readZipperLine(_ constraintEntry, line []cellPlace) {
	var sums []string
	for k := range len(line) / 2 {
		sums = append(sums, placesText([]cellPlace{line[k], line[len(line)-1-k]}))
	}
	if len(line)%2 == 1 {
		sums = append(sums, line[len(line)/2].String())
	}
	if len(sums) > 1 {
		f.addRule("same sum on %s", strings.Join(sums, ", "))
	}
}

func (f *fpuzzle) readDiagonalSum(c constraintEntry) {
	if c.Value == "" {
		return // a clue whose value is still empty
	}
	step, known := map[string]cellPlace{"DR": {1, 1}, "DL": {1, -1}, "UR": {-1, 1}, "UL": {-1, -1}}[c.Direction]
	if !known {
		f.reportFault(f.currentField, "%q is no direction", c.Direction)
		return
	}
	p := f.parsePlaceOrOutside(c.Cell)
	var cells []cellPlace
	for range f.gridSize {
		if p = (cellPlace{p.row + step.row, p.column + step.column}); f.isInside(p) {
			cells = append(cells, p)
		}
	}
	if len(cells) == 0 && !f.hasFault() {
		f.reportFault(f.currentField, "the clue at %s points to no cell", c.Cell)
		return
	}
	f.addRule("sum %d on %s", f.parseNumber(c.Value, 0), placesText(cells))
}

// readEdgeClue records a clue at the edge of the board, for the rules of edgeRules.
func (f *fpuzzle) readEdgeClue(c constraintEntry) {
	if c.Value == "" {
		return // a clue whose value is still empty
	}
	p, n := f.parsePlaceOrOutside(c.Cell), f.parseNumber(c.Value, 0)
	edge, line := "", 0
	switch inRows, inColumns := p.row >= 0 && p.row < f.gridSize, p.column >= 0 && p.column < f.gridSize; {
	case inRows && p.column < 0:
		edge, line = "left", p.row
	case inRows && p.column >= f.gridSize:
		edge, line = "right", p.row
	case inColumns && p.row < 0:
		edge, line = "top", p.column
	case inColumns && p.row >= f.gridSize:
		edge, line = "bottom", p.column
	default:
		f.reportFault(f.currentField, "no line begins at %s", c.Cell)
		return
	}
	word := map[string]string{"sandwichsum": "sandwich", "xsum": "firstsum", "skyscraper": "sees",
		"numberedroom": "numbered"}
	rule := word[f.currentField] + " " + edge
	if f.currentField == "sandwichsum" {
		rule = "sandwich columns"
		if edge == "left" || edge == "right" {
			rule = "sandwich rows"
		}
	}
	if f.currentField == "skyscraper" && (n < 1 || n > f.gridSize) {
		f.reportFault(f.currentField, "from no edge %d numbers are seen", n)
	}
	f.edgeClues[rule] = append(f.edgeClues[rule], edgeClue{line, n})
}

// edgeRules returns the rules for the clues at edges. Several clues of one line become several rules.
func (f *fpuzzle) edgeRules() (rules []string) {
	for _, rule := range slices.Sorted(maps.Keys(f.edgeClues)) {
		for list := f.edgeClues[rule]; len(list) > 0; {
			texts, left := slices.Repeat([]string{"."}, f.gridSize), []edgeClue{}
			for _, clue := range list {
				if texts[clue.lineIndex] == "." {
					texts[clue.lineIndex] = strconv.Itoa(clue.value)
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

// readIndexerCells adds, for each cell of a column c, the rule that the number v on the cell is the column in which
// symbol c stands in the cell's row. For a row indexer, rows and columns are exchanged.
func (f *fpuzzle) readIndexerCells(c constraintEntry) {
	for _, p := range f.parsePlaces(c.Cells) {
		var all []string
		for v := 1; v <= f.gridSize; v++ {
			target, number := cellPlace{p.row, v - 1}, p.column+1
			if f.currentField == "rowindexer" {
				target, number = cellPlace{v - 1, p.column}, p.row+1
			}
			alternative := fmt.Sprintf("value[%d,%d]:\"%s\"", p.row, p.column, symbolOf(v))
			if target != p {
				alternative += fmt.Sprintf(" value[%d,%d]:\"%s\"", target.row, target.column, symbolOf(number))
			}
			all = append(all, alternative)
		}
		f.trailingStatements = append(f.trailingStatements, "choose {"+strings.Join(all, ", ")+"}")
	}
}

// addExtremeRules adds rules that the number on each marked cell is less, or greater, than those on its neighbours
// without such a mark.
func (f *fpuzzle) addExtremeRules(list []constraintEntry, isMaximum bool) {
	marked := map[cellPlace]bool{}
	for _, c := range list {
		marked[f.parsePlace(c.Cell)] = true
	}
	for _, c := range list {
		p := f.parsePlace(c.Cell)
		for _, step := range []cellPlace{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			q := cellPlace{p.row + step.row, p.column + step.column}
			switch {
			case !f.isInside(q) || marked[q]:
			case isMaximum:
				f.addRule("ascending on %s %s", q, p)
			default:
				f.addRule("ascending on %s %s", p, q)
			}
		}
	}
}

// boxSize returns the size of the boxes of a sudoku: as nearly square as possible, and at least as wide as high.
func boxSize(n int) (rows, cols int) {
	for rows = int(math.Sqrt(float64(n))); n%rows != 0; rows-- {
	}
	return rows, n / rows
}

// boxOfCell returns the index, in reading order, of the box that contains a cell. The boxes have the given numbers of
// rows and columns. As a box has as many cells as the board has rows, the number of boxes side by side is the number of
// rows of a box.
func boxOfCell(r, c, rows, cols int) int { return r/rows*rows + c/cols }

// readAllFields reads the fields of a puzzle of f-puzzles, given as JSON values by field name.
func (f *fpuzzle) readAllFields(raw map[string]json.RawMessage) {
	f.marksBetween, f.markRules = map[[2]cellPlace]sideMarks{}, map[string]string{}
	f.allShownMarks, f.edgeClues = map[string]bool{}, map[string][]edgeClue{}
	f.readGrid(raw)
	f.readAllShownMarks(raw["negative"])
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if f.hasFault() {
			return
		}
		f.currentField = name
		text := raw[name]
		if slices.Contains(cosmeticFields, name) || isEmptyJSON(text) {
			continue
		}
		if flag, known := fpuzzlesFlags()[name]; known {
			var on bool
			if err := json.Unmarshal(text, &on); err != nil {
				f.reportFault(name, "true or false is wanted")
			} else if on {
				flag(f)
			}
			continue
		}
		read, known := fpuzzlesFields()[name]
		if !known {
			f.reportFault("", "the link has a field %q, which may be a rule, and cannot be said", name)
			return
		}
		var list []constraintEntry
		if err := json.Unmarshal(text, &list); err != nil {
			f.reportFault(name, "a list of cells or lines is wanted: %s", err)
			return
		}
		if read == nil {
			f.addExtremeRules(list, name == "maximum")
			continue
		}
		for _, c := range list {
			if !f.hasFault() {
				read(f, c)
			}
		}
	}
	f.addRulesForMissingMarks()
	f.ruleTexts = append(f.ruleTexts, f.edgeRules()...)
}

// isEmptyJSON reports whether a value is empty: null, false, an empty list or an empty string.
func isEmptyJSON(text json.RawMessage) bool {
	return slices.Contains([]string{"null", "false", "[]", "{}", `""`}, string(text))
}

// readGrid reads the size, the given numbers, and the regions.
func (f *fpuzzle) readGrid(raw map[string]json.RawMessage) {
	f.puzzleTitle = jsonText(raw["title"])
	f.aboutText = aboutWithAuthor(jsonText(raw["author"]), jsonText(raw["ruleset"]))
	var grid [][]gridCell
	if err := json.Unmarshal(raw["grid"], &grid); err != nil {
		f.reportFault("grid", "rows of cells are wanted: %s", err)
		return
	}
	size := len(grid)
	if text, has := raw["size"]; has {
		if err := json.Unmarshal(text, &size); err != nil {
			f.reportFault("size", "a number is wanted")
			return
		}
	}
	if size < 1 || size > maxSudoku || len(grid) != size {
		f.reportFault("size", "a board of %d rows for the size %d; sizes from 1 to %d can be read", len(grid), size,
			maxSudoku)
		return
	}
	f.gridSize, f.hasUsualBoxes = size, true
	rows, cols := boxSize(size)
	for r, row := range grid {
		if len(row) != size {
			f.reportFault("grid", "row %d has %d cells in place of %d", r+1, len(row), size)
			return
		}
		f.givenNumbers, f.regionOfCell = append(f.givenNumbers, make([]int, size)),
			append(f.regionOfCell, make([]int, size))
		for c, cell := range row {
			box := boxOfCell(r, c, rows, cols)
			f.regionOfCell[r][c] = box
			if cell.Region != nil {
				f.regionOfCell[r][c] = *cell.Region
				f.hasUsualBoxes = f.hasUsualBoxes && *cell.Region == box
			}
			f.currentField = "grid"
			if cell.IsGiven {
				f.givenNumbers[r][c] = f.parseNumber(jsonValue(cell.Value), 0)
			}
			if f.givenNumbers[r][c] > size {
				f.reportFault("grid", "the number %d on a board with the numbers from 1 to %d", f.givenNumbers[r][c],
					size)
			}
			if marks := cell.GivenPencilMarks; len(marks) > 0 {
				f.addAllowedNumbers(fmt.Sprintf("R%dC%d", r+1, c+1),
					func(n int) bool { return slices.Contains(marks, n) })
			}
		}
	}
}

// aboutWithAuthor returns a description that names the author, if there is one.
func aboutWithAuthor(author, about string) string {
	if author == "" {
		return about
	}
	return strings.TrimSpace("By " + author + ". " + about)
}

// jsonText returns the string that a JSON value holds, or "" for any other value.
func jsonText(raw json.RawMessage) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// readAllShownMarks reads for which kinds of marks the puzzle shows all, so that for these kinds a missing mark is
// information.
func (f *fpuzzle) readAllShownMarks(raw json.RawMessage) {
	if len(raw) == 0 || isEmptyJSON(raw) {
		return
	}
	var names []string
	if err := json.Unmarshal(raw, &names); err != nil {
		f.reportFault("negative", "a list of names is wanted")
	}
	for _, name := range names {
		if name != "xv" && name != "ratio" && name != "difference" {
			f.reportFault("negative", "that marks of %s do not stand cannot be said", name)
		}
		f.allShownMarks[name] = true
	}
}

// addRulesForMissingMarks adds the rules for neighbours without a mark, where all marks of a kind are shown.
func (f *fpuzzle) addRulesForMissingMarks() {
	bars := func(holds func(a, b int) bool) string {
		var words []string
		for a := 1; a <= f.gridSize; a++ {
			for b := 1; b <= f.gridSize; b++ {
				if holds(a, b) {
					words = append(words, symbolOf(a)+symbolOf(b))
				}
			}
		}
		return "never \"" + strings.Join(words, "|") + "\" on "
	}
	add := func(name, rule string, isMarked func(sideMarks) bool) {
		if f.allShownMarks[name] && !f.hasFault() && !strings.HasPrefix(rule, "never \"\"") {
			f.addUnmarkedPairRules(rule, isMarked)
		}
	}
	if f.addMarkPictures() {
		return
	}
	add("difference", "differ at least 2 on ", func(m sideMarks) bool {
		return m.isDifference || m.isRatio && f.allShownMarks["ratio"]
	})
	add("ratio", bars(func(a, b int) bool { return a == 2*b || b == 2*a }), func(m sideMarks) bool {
		return m.isRatio || m.isDifference
	})
	add("xv", bars(func(a, b int) bool { return a+b == 5 || a+b == 10 }), func(m sideMarks) bool { return m.isSum })
}

// addMarkPictures replaces the single rules for marks by pictures of marks, which also express the rules for neighbours
// without a mark. It returns false if pictures cannot express these rules: for marks with other numbers, for two marks
// of one kind on a side, and if all black dots but not all white dots are shown.
func (f *fpuzzle) addMarkPictures() bool {
	every, white := "", false
	for _, m := range f.marksBetween {
		if m.isOther || m.isDifference && m.isRatio {
			return false
		}
		white = white || m.isDifference
	}
	if f.allShownMarks["difference"] {
		every += "o"
	}
	if f.allShownMarks["ratio"] {
		every += "*"
	}
	if every == "*" && white {
		return false
	}
	kept := f.ruleTexts[:0]
	for _, rule := range f.ruleTexts {
		isDot := every != "" && f.markRules[rule] == "dot"
		isLetter := f.allShownMarks["xv"] && f.markRules[rule] == "letter"
		if !isDot && !isLetter {
			kept = append(kept, rule)
		}
	}
	f.ruleTexts = kept
	if every != "" {
		f.addMarkPicture(every, func(m sideMarks) byte {
			switch {
			case m.isDifference:
				return 'o'
			case m.isRatio:
				return '*'
			}
			return ' '
		})
	}
	if f.allShownMarks["xv"] {
		f.addMarkPicture("XV", func(m sideMarks) byte {
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

// addMarkPicture adds a picture of marks. A picture of white dots without any dot means that no neighbours are
// consecutive.
func (f *fpuzzle) addMarkPicture(every string, markOf func(sideMarks) byte) {
	picture := marksPicture(f.gridSize, f.gridSize, func(before, behind cellPlace) byte {
		return markOf(f.marksBetween[[2]cellPlace{before, behind}])
	})
	if hasMarks := strings.Trim(picture, " .\n") != ""; !hasMarks && every == "o" {
		f.addRule("differ at least 2 on 1x2 everywhere, 2x1 everywhere")
		return
	}
	f.addRule("marks \"\"\"\n%s  \"\"\" every \"%s\"", picture, every)
}

// addUnmarkedPairRules adds a rule for each two neighbours without a mark.
func (f *fpuzzle) addUnmarkedPairRules(rule string, isMarked func(sideMarks) bool) {
	var pairs []string
	total := 0
	for r := range f.gridSize {
		for c := range f.gridSize {
			for _, q := range []cellPlace{{r, c + 1}, {r + 1, c}} {
				if f.isInside(q) {
					total++
					if side := [2]cellPlace{{r, c}, q}; !isMarked(f.marksBetween[side]) {
						pairs = append(pairs, placesText(side[:]))
					}
				}
			}
		}
	}
	switch len(pairs) {
	case 0:
	case total:
		f.addRule("%s1x2 everywhere, 2x1 everywhere", rule)
	default:
		f.addRule("%s%s", rule, strings.Join(pairs, ", "))
	}
}

// puzzleText returns the puzzle in the language.
func (f *fpuzzle) puzzleText() string {
	if f.hasFault() {
		return ""
	}
	var out strings.Builder
	if f.puzzleTitle != "" {
		fmt.Fprintf(&out, "puzzle %s\n", quotedText(f.puzzleTitle))
	}
	if f.aboutText != "" {
		fmt.Fprintf(&out, "about %s\n", quotedText(f.aboutText))
	}
	fmt.Fprintf(&out, "latin %d", f.gridSize)
	symbols := numberSymbols
	if f.symbolList != "" {
		symbols = "0" + f.symbolList
		fmt.Fprintf(&out, " with %s", quotedText(f.symbolList))
	}
	fmt.Fprintf(&out, " {\n%s", f.regionRules())
	for _, rule := range f.ruleTexts {
		out.WriteString("  " + rule + "\n")
	}
	if slices.ContainsFunc(f.givenNumbers, func(row []int) bool { return slices.Max(row) > 0 }) {
		out.WriteString(givenRule(f.givenNumbers, func(v int) string {
			if v == 0 {
				return "."
			}
			return string([]rune(symbols)[v])
		}))
	}
	out.WriteString("}\n")
	for _, statement := range f.trailingStatements {
		out.WriteString(statement + "\n")
	}
	return out.String()
}

// regionRules returns the rules for regions: boxes, a picture if the regions divide the board into as many parts as
// there are numbers, each of so many cells, or else a rule for each region.
func (f *fpuzzle) regionRules() string {
	if rows, cols := boxSize(f.gridSize); f.hasUsualBoxes {
		if rows == 1 {
			return "" // boxes of one row are the rows themselves
		}
		return fmt.Sprintf("  distinct on boxes %dx%d\n", rows, cols)
	}
	cells := map[int][]cellPlace{}
	var order []int
	for r, row := range f.regionOfCell {
		for c, v := range row {
			if v < 0 {
				continue
			}
			if cells[v] == nil {
				order = append(order, v)
			}
			cells[v] = append(cells[v], cellPlace{r, c})
		}
	}
	isWhole := len(order) == f.gridSize && len(order) <= len(regionCharacters)
	for _, v := range order {
		isWhole = isWhole && len(cells[v]) == f.gridSize
	}
	if !isWhole {
		var out strings.Builder
		for _, v := range order {
			fmt.Fprintf(&out, "  distinct on %s\n", placesText(cells[v]))
		}
		return out.String()
	}
	rows := pictureRows(f.regionOfCell, func(v int) string { return string(regionCharacters[slices.Index(order, v)]) })
	return "  distinct on regions \"\"\"\n" + rows + "  \"\"\"\n"
}

// maxAbout is the length of the longest title or description that is kept, in characters.
const maxAbout = 2000

// quotedText returns a text as a string literal of the language.
func quotedText(text string) string {
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
