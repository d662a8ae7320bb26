package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// genre is a kind of puzzles in addresses of pzpr: how their body is written, and the text that says the same.
type genre struct {
	name    string   // name in addresses that are written
	aliases []string // other names in addresses
	title   string
	parts   []codec // parts of the body, in order
	// text is a template of the puzzle. Its data is a sheet.
	text string
	// size returns the size of the board from the grids of a text; nil stands for that of the first grid below.
	size func(*sheet)
	// board is the name of a grid with an entry for each cell.
	board string
	// words are the words for the numbers from 1 on in the table called board. Other words are made by entryWord, and
	// read by entryNumber.
	words       string
	entryWord   func(int) string
	entryNumber func(string) (int, bool)
	// cosmetic are the letters of flags that change a picture alone.
	cosmetic string
	// check returns what a puzzle says that the text cannot say, or "".
	check func(*sheet) string
}

// The numbers of grids for [GenreText] that are none.
const (
	NoEntry = noEntry // nothing stands there
	Unknown = unknown // something without a number, such as a plain wall
)

// GenreText returns the text of a puzzle of a genre, with its title: what its link becomes. Grids hold numbers by row.
func GenreText(name string, rows, cols int, grids map[string][][]int) (string, error) {
	g, s := findGenre(name), &sheet{rows, cols, map[string]grid{}}
	if g == nil {
		return "", fmt.Errorf("there is no genre %q", name)
	}
	for name, numbers := range grids {
		s.grids[name] = numbers
	}
	if g.check != nil {
		if what := g.check(s); what != "" {
			return "", fmt.Errorf("%s has %s", g.title, what)
		}
	}
	text, err := g.source(s)
	return fmt.Sprintf("puzzle %q\n", g.title) + text, err
}

// source returns the text of a puzzle: the template of the genre, with its actions carried out. Package text/template
// would do it as well; but its calls of methods by name keep the linker from leaving out what nobody calls, which makes
// every program a fifth larger.
func (g *genre) source(s *sheet) (string, error) {
	var out strings.Builder
	rest, err := templateData{s, g}.expand(&out, g.text, true)
	if err == nil && rest != "" {
		err = fmt.Errorf("the template of %s has an end too many", g.name)
	}
	return out.String(), err
}

// expand writes a template up to its end, or to an {{end}}, and returns what follows that. If not wanted, it writes
// nothing. The actions are {{.Word}} with texts in quotes behind it, {{add .Rows -1}}, and {{if .Word}} … {{end}}.
func (d templateData) expand(out *strings.Builder, text string, wanted bool) (rest string, err error) {
	for {
		plain, after, some := strings.Cut(text, "{{")
		if wanted {
			out.WriteString(plain)
		}
		if !some {
			return "", nil
		}
		action, after, _ := strings.Cut(after, "}}")
		fields := strings.Fields(action)
		switch fields[0] {
		case "end":
			return after, nil
		case "if":
			value, err := d.evaluate(fields[1:])
			if err != nil {
				return "", err
			}
			if after, err = d.expand(out, after, wanted && value != ""); err != nil {
				return "", err
			}
		default:
			value, err := d.evaluate(fields)
			if err != nil {
				return "", err
			}
			if wanted {
				out.WriteString(value)
			}
		}
		text = after
	}
}

// evaluate returns the value of an action. A condition that does not hold is "".
func (d templateData) evaluate(fields []string) (string, error) {
	word, arguments := fields[0], fields[1:]
	if word == "add" && len(arguments) == 2 {
		size := map[string]int{".Rows": d.rows, ".Cols": d.cols}[arguments[0]]
		more, err := strconv.Atoi(arguments[1])
		return strconv.Itoa(size + more), err
	}
	value, known := templateWords[strings.TrimPrefix(word, ".")]
	if !known {
		return "", fmt.Errorf("the template of %s has the unknown action %s", d.genre.name, word)
	}
	for k := range arguments {
		arguments[k] = strings.Trim(arguments[k], `"`)
	}
	return value(d, append(arguments, "", "")), nil
}

// templateWords are the words of actions, with what each writes for its arguments.
var templateWords = map[string]func(d templateData, a []string) string{
	"Rows":            func(d templateData, _ []string) string { return strconv.Itoa(d.rows) },
	"Cols":            func(d templateData, _ []string) string { return strconv.Itoa(d.cols) },
	"Has":             func(d templateData, a []string) string { return conditionText(d.Has(a[0])) },
	"HasNumbers":      func(d templateData, a []string) string { return conditionText(d.HasNumbers(a[0])) },
	"HasEntry":        func(d templateData, a []string) string { return conditionText(d.HasEntry(a[0], a[1])) },
	"HasZeros":        func(d templateData, a []string) string { return conditionText(d.HasZeros(a[0])) },
	"HasBridges":      func(d templateData, _ []string) string { return conditionText(d.HasBridges()) },
	"Count":           func(d templateData, a []string) string { return strconv.Itoa(d.Count(a[0])) },
	"At":              func(d templateData, a []string) string { return strconv.Itoa(d.At(a[0])) },
	"BoxRows":         func(d templateData, _ []string) string { return strconv.Itoa(d.BoxRows()) },
	"BoxCols":         func(d templateData, _ []string) string { return strconv.Itoa(d.BoxCols()) },
	"Table":           func(d templateData, a []string) string { return d.Table(a[0]) },
	"FullTable":       func(d templateData, a []string) string { return d.FullTable(a[0]) },
	"RoomTable":       func(d templateData, a []string) string { return d.RoomTable(a[0]) },
	"Edge":            func(d templateData, a []string) string { return d.Edge(a[0]) },
	"Runs":            func(d templateData, a []string) string { return d.Runs(a[0]) },
	"Marks":           func(d templateData, a []string) string { return d.Marks(a[0], a[1]) },
	"Symbols":         func(d templateData, _ []string) string { return d.Symbols(d.LargestRoom()) },
	"Given":           func(d templateData, _ []string) string { return d.Given() },
	"RoomNames":       func(d templateData, _ []string) string { return d.RoomNames() },
	"Regions":         func(d templateData, _ []string) string { return d.Regions() },
	"Letters":         func(d templateData, _ []string) string { return d.Letters() },
	"LetterRules":     func(d templateData, _ []string) string { return d.LetterRules() },
	"WaterRules":      func(d templateData, _ []string) string { return d.WaterRules() },
	"TapaRules":       func(d templateData, _ []string) string { return d.TapaRules() },
	"RippleRules":     func(d templateData, _ []string) string { return d.RippleRules() },
	"RoomNumberRules": func(d templateData, _ []string) string { return d.RoomNumberRules() },
	"UnknownEnds":     func(d templateData, _ []string) string { return d.UnknownEnds() },
	"ArrowTable":      func(d templateData, _ []string) string { return d.ArrowTable() },
	"BridgeTable":     func(d templateData, _ []string) string { return d.BridgeTable() },
}

// conditionText is a text that is "" if a condition does not hold.
func conditionText(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}

// templateData is a sheet as templates see it.
type templateData struct {
	*sheet
	genre *genre
}

// Has reports whether a grid has entries.
func (d templateData) Has(name string) bool {
	return len(d.entries(name)) > 0
}

// HasNumbers reports whether a grid has entries that are no question marks.
func (d templateData) HasNumbers(name string) bool {
	return slices.ContainsFunc(d.entries(name), func(v int) bool { return v >= 0 })
}

// HasEntry reports whether a grid has an entry that is written as a word. A word that no table has is none.
func (d templateData) HasEntry(name, word string) bool {
	return slices.ContainsFunc(d.entries(name), func(v int) bool { return d.genre.word(name, v) == word })
}

// Count returns the number of entries of a grid.
func (d templateData) Count(name string) int {
	return len(d.entries(name))
}

// At returns the number of a grid at its first place.
func (d templateData) At(name string) int { return d.grids[name].at(0, 0) }

// Table returns the statement that declares a grid, or "" if it has no entries.
func (d templateData) Table(name string) string {
	if !d.Has(name) {
		return ""
	}
	return d.FullTable(name)
}

// FullTable returns the statement that declares a grid.
func (d templateData) FullTable(name string) string {
	var rows [][]string
	for _, row := range d.grids[name] {
		var words []string
		for _, v := range row {
			words = append(words, d.genre.word(name, v))
		}
		rows = append(rows, words)
	}
	return tableText(name, rows)
}

// word returns an entry of a table.
func (g *genre) word(name string, v int) string {
	switch {
	case v == unknown:
		return "#"
	case v == noEntry:
		return "."
	case name == "room":
		return roomName(v)
	case g.entryWord != nil && name == g.board:
		return g.entryWord(v)
	case g.words != "" && name == g.board && v > 0 && v <= len(g.words):
		return g.words[v-1 : v]
	}
	return strconv.Itoa(v)
}

// number returns the number of an entry of a table. Rooms are numbered by their first cells.
func (g *genre) number(name, word string, rooms map[string]int) (int, bool) {
	switch word {
	case "#":
		return unknown, true
	case ".":
		return noEntry, true
	}
	if name == "room" {
		if _, known := rooms[word]; !known {
			rooms[word] = len(rooms)
		}
		return rooms[word], true
	}
	if g.entryNumber != nil && name == g.board {
		return g.entryNumber(word)
	}
	if k := strings.Index(g.words, word); k >= 0 && name == g.board && len(word) == 1 {
		return k + 1, true
	}
	n, err := strconv.Atoi(word)
	return n, err == nil && n >= 0
}

// tableText returns the statement that declares a table.
func tableText(name string, rows [][]string) string {
	widths := map[int]int{}
	for _, row := range rows {
		for c, word := range row {
			widths[c] = max(widths[c], len(word))
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "table %s = \"\"\"\n", name)
	for _, row := range rows {
		line := " "
		for c, word := range row {
			line += fmt.Sprintf(" %*s", widths[c], word)
		}
		out.WriteString(line + "\n")
	}
	out.WriteString("\"\"\"\n")
	return out.String()
}

// roomName returns the name of a room by its number: A to Z, and then A1 to Z1, and so on.
func roomName(n int) string {
	letter := string(rune('A' + n%26))
	if n < 26 {
		return letter
	}
	return letter + strconv.Itoa(n/26)
}

// RoomNames returns the names of all rooms, with commas between them.
func (d templateData) RoomNames() string {
	var names []string
	for n := range roomCount(d.grids["room"]) {
		names = append(names, roomName(n))
	}
	return strings.Join(names, ", ")
}

// RoomTable returns a table with a row for each room that has a number: its name and the number. It is "" if no room
// has one.
func (d templateData) RoomTable(name string) string {
	var rows [][]string
	for n, v := range d.roomNumbers(name) {
		if v >= 0 {
			rows = append(rows, []string{roomName(n), strconv.Itoa(v)})
		}
	}
	if rows == nil {
		return ""
	}
	return tableText(name, rows)
}

// roomNumbers returns the numbers of a grid with one row.
func (s *sheet) roomNumbers(name string) []int {
	if g := s.grids[name]; len(g) > 0 {
		return g[0]
	}
	return nil
}

// LargestRoom returns the number of cells of the largest room.
func (d templateData) LargestRoom() int {
	largest := 0
	for _, size := range d.roomSizes() {
		largest = max(largest, size)
	}
	return largest
}

// roomSizes returns the number of cells of each room.
func (s *sheet) roomSizes() map[int]int {
	sizes := map[int]int{}
	for _, v := range s.entries("room") {
		sizes[v]++
	}
	return sizes
}

// regionCharacters are the characters of regions in pictures: letters, those of English first.
var regionCharacters = func() (all []rune) {
	for c := 'A'; c <= 'ɏ'; c++ {
		isLetter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 'À'
		if isLetter && c != '×' && c != '÷' {
			all = append(all, c)
		}
	}
	return all
}()

// Regions returns the rows of a picture of regions.
func (d templateData) Regions() string {
	return pictureRows(d.grids["room"], func(v int) string { return string(regionCharacters[v%len(regionCharacters)]) })
}

// pictureRows returns the rows of a picture inside a rule.
func pictureRows(cells grid, characterOf func(v int) string) string {
	var out strings.Builder
	for _, row := range cells {
		out.WriteString("    ")
		for _, v := range row {
			out.WriteString(characterOf(v))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// Given returns the rule that shows known symbols, or "" if there are none.
func (d templateData) Given() string {
	if !d.Has("given") {
		return ""
	}
	return givenRule(d.grids["given"], symbolOf)
}

// givenRule returns the rule that shows known symbols. A dot stands on the other cells.
func givenRule(cells grid, symbol func(v int) string) string {
	return "  given \"\"\"\n" + pictureRows(cells, func(v int) string {
		if v == noEntry {
			return "."
		}
		return symbol(v)
	}) + "  \"\"\"\n"
}

// numberSymbols are the symbols for the numbers 0 to 61.
const numberSymbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// symbolOf returns the symbol for a number.
func symbolOf(v int) string { return numberSymbols[v%len(numberSymbols) : v%len(numberSymbols)+1] }

// Symbols returns the symbols for 1 to n.
func (d templateData) Symbols(n int) string { return numberSymbols[1 : 1+min(n, len(numberSymbols)-1)] }

// Edge returns the clues at an edge, with commas between them.
func (d templateData) Edge(name string) string {
	var clues []string
	for _, v := range d.roomNumbers(name) {
		if clues = append(clues, "."); v >= 0 {
			clues[len(clues)-1] = strconv.Itoa(v)
		}
	}
	return strings.Join(clues, ", ")
}

// Runs returns the clues of lines, with commas between them.
func (d templateData) Runs(name string) string {
	var lines []string
	for _, row := range d.grids[name] {
		var words []string
		for _, v := range row {
			words = append(words, strconv.Itoa(v))
		}
		if words == nil {
			words = []string{"0"}
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, ", ")
}

// Marks returns the rows of a picture with marks between cells: a character for each number from 1 on, the first ones
// for the marks between columns, and then those between rows.
func (d templateData) Marks(across, down string) string {
	return marksPicture(d.rows, d.cols, func(before, behind place) byte {
		marks, v := across, d.grids["right"].at(before.r, before.c)
		if before.c == behind.c {
			marks, v = down, d.grids["below"].at(before.r, before.c)
		}
		if v >= 1 && v <= len(marks) {
			return marks[v-1]
		}
		return ' '
	})
}

// marksPicture returns the rows of a picture inside a rule, with a dot for each cell and a mark, or a blank, between
// two neighbours.
func marksPicture(rows, cols int, markOf func(before, behind place) byte) string {
	var out strings.Builder
	for r := range 2*rows - 1 {
		line := []byte("    ")
		for c := range 2*cols - 1 {
			mark := byte(' ')
			switch {
			case r%2 == 0 && c%2 == 0:
				mark = '.'
			case r%2 != c%2:
				mark = markOf(place{r / 2, c / 2}, place{(r + 1) / 2, (c + 1) / 2})
			}
			line = append(line, mark)
		}
		out.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return out.String()
}

// genreNames returns the names of all genres in the table, in alphabetical order.
func genreNames() (names []string) {
	for _, g := range genres() {
		names = append(names, g.name)
	}
	slices.Sort(names)
	return names
}

// findGenre returns the genre with a name or an alias, or nil.
func findGenre(name string) *genre {
	for _, g := range genres() {
		if g.name == name || slices.Contains(g.aliases, name) {
			return g
		}
	}
	return nil
}
