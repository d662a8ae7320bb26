package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// linkGenre is a kind of puzzle in addresses of pzpr: the encoding of the body of an address, and the template of the
// puzzle's text.
type linkGenre struct {
	linkName       string   // name in the addresses that this package writes
	otherLinkNames []string // other names in addresses
	genreTitle     string
	bodyCodecs     []bodyCodec // parts of the body, in order
	// template is the template of the puzzle. Its data is a linkContent.
	template string
	// findSize computes the size of the board from the grids of a text; if nil, the board has the size of the grid
	// that boardGridName names.
	findSize func(*linkContent)
	// boardGridName is the name of a grid with an entry for each cell.
	boardGridName string
	// wordsForEntries holds one character for each number, from 1 on: the word for that number in the table that
	// boardGridName names. Other words are made by wordForEntry, and read by entryForWord.
	wordsForEntries string
	wordForEntry    func(int) string
	entryForWord    func(string) (int, bool)
	// cosmeticFlags are the letters of flags in an address that change only how the puzzle looks.
	cosmeticFlags string
	// checkContent describes a part of a link that the language cannot express, or returns "".
	checkContent func(*linkContent) string
}

// Special entries of the grids for [GenreText].
const (
	NoEntry = noEntry // no entry
	Unknown = unknown // an entry without a number, such as a wall without a clue
)

// GenreText returns the text of a puzzle of a genre, with its title. It is the text to which a link to the puzzle is
// converted. The grids hold rows of numbers, by the name of the grid.
func GenreText(name string, rows, cols int, grids map[string][][]int) (string, error) {
	g, s := findGenre(name), &linkContent{rows, cols, map[string]numberGrid{}}
	if g == nil {
		return "", fmt.Errorf("there is no genre %q", name)
	}
	for name, numbers := range grids {
		s.gridsByName[name] = numbers
	}
	if g.checkContent != nil {
		if what := g.checkContent(s); what != "" {
			return "", fmt.Errorf("%s has %s", g.genreTitle, what)
		}
	}
	text, err := g.expandTemplate(s)
	return fmt.Sprintf("puzzle %q\n", g.genreTitle) + text, err
}

// expandTemplate returns the text of a puzzle: the template of the genre, with its actions carried out. It does not use
// package text/template: that calls methods by name, so that the linker cannot remove unused code, and every program
// would become a fifth larger.
func (g *linkGenre) expandTemplate(s *linkContent) (string, error) {
	var out strings.Builder
	rest, err := templateData{s, g}.expandActions(&out, g.template, true)
	if err == nil && rest != "" {
		err = fmt.Errorf("the template of %s has an end too many", g.linkName)
	}
	return out.String(), err
}

// expandActions writes a template up to its end, or to an {{end}}, and returns the text behind that end. If the
// argument wanted is false, it only skips. The actions are {{.Word}}, which may be followed by arguments in quotes,
// {{add .Rows -1}}, and {{if .Word}} … {{end}}.
func (d templateData) expandActions(out *strings.Builder, text string, wanted bool) (rest string, err error) {
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
			value, err := d.evaluateAction(fields[1:])
			if err != nil {
				return "", err
			}
			if after, err = d.expandActions(out, after, wanted && value != ""); err != nil {
				return "", err
			}
		default:
			value, err := d.evaluateAction(fields)
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

// evaluateAction returns the value of an action. A false condition is "".
func (d templateData) evaluateAction(fields []string) (string, error) {
	word, arguments := fields[0], fields[1:]
	if word == "add" && len(arguments) == 2 {
		size := map[string]int{".Rows": d.rowCount, ".Cols": d.columnCount}[arguments[0]]
		more, err := strconv.Atoi(arguments[1])
		return strconv.Itoa(size + more), err
	}
	value, known := templateWords[strings.TrimPrefix(word, ".")]
	if !known {
		return "", fmt.Errorf("the template of %s has the unknown action %s", d.genre.linkName, word)
	}
	for k := range arguments {
		arguments[k] = strings.Trim(arguments[k], `"`)
	}
	return value(d, append(arguments, "", "")), nil
}

// templateWords maps each word of an action to the function that expands it. The slice holds the arguments of the
// action.
var templateWords = map[string]func(d templateData, a []string) string{
	"Rows":            func(d templateData, _ []string) string { return strconv.Itoa(d.rowCount) },
	"Cols":            func(d templateData, _ []string) string { return strconv.Itoa(d.columnCount) },
	"Has":             func(d templateData, a []string) string { return conditionText(d.HasEntries(a[0])) },
	"HasNumbers":      func(d templateData, a []string) string { return conditionText(d.HasNumbers(a[0])) },
	"HasEntry":        func(d templateData, a []string) string { return conditionText(d.HasEntry(a[0], a[1])) },
	"HasZeros":        func(d templateData, a []string) string { return conditionText(d.HasZeros(a[0])) },
	"HasBridges":      func(d templateData, _ []string) string { return conditionText(d.HasBridges()) },
	"Count":           func(d templateData, a []string) string { return strconv.Itoa(d.EntryCount(a[0])) },
	"At":              func(d templateData, a []string) string { return strconv.Itoa(d.FirstNumber(a[0])) },
	"BoxRows":         func(d templateData, _ []string) string { return strconv.Itoa(d.BoxRows()) },
	"BoxCols":         func(d templateData, _ []string) string { return strconv.Itoa(d.BoxCols()) },
	"Table":           func(d templateData, a []string) string { return d.TableUnlessEmpty(a[0]) },
	"FullTable":       func(d templateData, a []string) string { return d.FullTable(a[0]) },
	"RoomTable":       func(d templateData, a []string) string { return d.RoomTable(a[0]) },
	"Edge":            func(d templateData, a []string) string { return d.EdgeClues(a[0]) },
	"Runs":            func(d templateData, a []string) string { return d.RunClues(a[0]) },
	"Marks":           func(d templateData, a []string) string { return d.MarksPicture(a[0], a[1]) },
	"Symbols":         func(d templateData, _ []string) string { return d.Symbols(d.LargestRoom()) },
	"Given":           func(d templateData, _ []string) string { return d.GivenRule() },
	"RoomNames":       func(d templateData, _ []string) string { return d.RoomNames() },
	"Regions":         func(d templateData, _ []string) string { return d.RegionPicture() },
	"Letters":         func(d templateData, _ []string) string { return d.Letters() },
	"LetterRules":     func(d templateData, _ []string) string { return d.LetterRules() },
	"WaterRules":      func(d templateData, _ []string) string { return d.WaterRules() },
	"TapaRules":       func(d templateData, _ []string) string { return d.TapaRules() },
	"RippleRules":     func(d templateData, _ []string) string { return d.RippleRules() },
	"RoomNumberRules": func(d templateData, _ []string) string { return d.RoomNumberRules() },
	"UnknownEnds":     func(d templateData, _ []string) string { return d.UnknownIslands() },
	"ArrowTable":      func(d templateData, _ []string) string { return d.ArrowTable() },
	"BridgeTable":     func(d templateData, _ []string) string { return d.BridgeTable() },
}

// conditionText returns "" if a condition does not hold, and another text if it does.
func conditionText(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}

// templateData is the content of a link, with the methods that templates use.
type templateData struct {
	*linkContent
	genre *linkGenre
}

// HasEntries reports whether a grid has entries.
func (d templateData) HasEntries(name string) bool {
	return len(d.gridEntries(name)) > 0
}

// HasNumbers reports whether a grid has entries other than question marks.
func (d templateData) HasNumbers(name string) bool {
	return slices.ContainsFunc(d.gridEntries(name), func(v int) bool { return v >= 0 })
}

// HasEntry reports whether a grid has an entry that is written as the given word. A word that stands for no entry gives
// false.
func (d templateData) HasEntry(name, word string) bool {
	return slices.ContainsFunc(d.gridEntries(name), func(v int) bool { return d.genre.wordOfEntry(name, v) == word })
}

// EntryCount returns the number of entries of a grid.
func (d templateData) EntryCount(name string) int {
	return len(d.gridEntries(name))
}

// FirstNumber returns the first number of a grid.
func (d templateData) FirstNumber(name string) int { return d.gridsByName[name].numberAt(0, 0) }

// TableUnlessEmpty returns the statement that declares a grid, or "" if it has no entries.
func (d templateData) TableUnlessEmpty(name string) string {
	if !d.HasEntries(name) {
		return ""
	}
	return d.FullTable(name)
}

// FullTable returns the statement that declares a grid.
func (d templateData) FullTable(name string) string {
	var rows [][]string
	for _, row := range d.gridsByName[name] {
		var words []string
		for _, v := range row {
			words = append(words, d.genre.wordOfEntry(name, v))
		}
		rows = append(rows, words)
	}
	return tableText(name, rows)
}

// wordOfEntry returns an entry as a word of a table.
func (g *linkGenre) wordOfEntry(name string, v int) string {
	switch {
	case v == unknown:
		return "#"
	case v == noEntry:
		return "."
	case name == "room":
		return roomName(v)
	case g.wordForEntry != nil && name == g.boardGridName:
		return g.wordForEntry(v)
	case g.wordsForEntries != "" && name == g.boardGridName && v > 0 && v <= len(g.wordsForEntries):
		return g.wordsForEntries[v-1 : v]
	}
	return strconv.Itoa(v)
}

// numberOfEntry returns the number that a word of a table stands for. For the name of a room, it is the room's index
// in the order of first cells.
func (g *linkGenre) numberOfEntry(name, word string, rooms map[string]int) (int, bool) {
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
	if g.entryForWord != nil && name == g.boardGridName {
		return g.entryForWord(word)
	}
	if k := strings.Index(g.wordsForEntries, word); k >= 0 && name == g.boardGridName && len(word) == 1 {
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

// roomName returns the name of the room with an index: A to Z, then A1 to Z1, and so on.
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
	for n := range roomCount(d.gridsByName["room"]) {
		names = append(names, roomName(n))
	}
	return strings.Join(names, ", ")
}

// RoomTable returns a table with a row for each room that has a number. A row is the room's name and the number. It is
// "" if no room has one.
func (d templateData) RoomTable(name string) string {
	var rows [][]string
	for n, v := range d.numbersOfRooms(name) {
		if v >= 0 {
			rows = append(rows, []string{roomName(n), strconv.Itoa(v)})
		}
	}
	if rows == nil {
		return ""
	}
	return tableText(name, rows)
}

// numbersOfRooms returns the numbers of a grid that has one row, such as the numbers of rooms by their index.
func (s *linkContent) numbersOfRooms(name string) []int {
	if g := s.gridsByName[name]; len(g) > 0 {
		return g[0]
	}
	return nil
}

// LargestRoom returns the size of the largest room, in cells.
func (d templateData) LargestRoom() int {
	largest := 0
	for _, size := range d.roomSizes() {
		largest = max(largest, size)
	}
	return largest
}

// roomSizes returns, for the index of each room, its number of cells.
func (s *linkContent) roomSizes() map[int]int {
	sizes := map[int]int{}
	for _, v := range s.gridEntries("room") {
		sizes[v]++
	}
	return sizes
}

// regionCharacters are the characters that stand for regions in pictures: letters, those of English first.
var regionCharacters = func() (all []rune) {
	for c := 'A'; c <= 'ɏ'; c++ {
		isLetter := c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 'À'
		if isLetter && c != '×' && c != '÷' {
			all = append(all, c)
		}
	}
	return all
}()

// RegionPicture returns the rows of a picture of regions.
func (d templateData) RegionPicture() string {
	return pictureRows(d.gridsByName["room"], func(
		v int) string {
		return string(regionCharacters[v%len(regionCharacters)])
	})
}

// pictureRows returns the rows of a picture, indented as inside a rule. The function characterOf draws the entry of a
// cell.
func pictureRows(cells numberGrid, characterOf func(v int) string) string {
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

// GivenRule returns the rule that shows the given symbols, or "" if there are none.
func (d templateData) GivenRule() string {
	if !d.HasEntries("given") {
		return ""
	}
	return givenRule(d.gridsByName["given"], symbolOf)
}

// givenRule returns the rule that shows the given symbols, with a dot for each other cell.
func givenRule(cells numberGrid, symbol func(v int) string) string {
	return "  given \"\"\"\n" + pictureRows(cells, func(v int) string {
		if v == noEntry {
			return "."
		}
		return symbol(v)
	}) + "  \"\"\"\n"
}

// numberSymbols are the symbols for the numbers 0 to 61.
const numberSymbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// symbolOf returns the symbol for a number, which is reduced modulo the number of symbols.
func symbolOf(v int) string { return numberSymbols[v%len(numberSymbols) : v%len(numberSymbols)+1] }

// Symbols returns the symbols for 1 to n.
func (d templateData) Symbols(n int) string { return numberSymbols[1 : 1+min(n, len(numberSymbols)-1)] }

// EdgeClues returns the clues at an edge, with commas between them.
func (d templateData) EdgeClues(name string) string {
	var clues []string
	for _, v := range d.numbersOfRooms(name) {
		if clues = append(clues, "."); v >= 0 {
			clues[len(clues)-1] = strconv.Itoa(v)
		}
	}
	return strings.Join(clues, ", ")
}

// RunClues returns the lengths of runs in each line, with commas between lines.
func (d templateData) RunClues(name string) string {
	var lines []string
	for _, row := range d.gridsByName[name] {
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

// MarksPicture returns the rows of a picture with marks between cells. The argument across holds the character for each
// number, from 1 on, of a mark between two columns; the argument down holds those of marks between two rows.
func (d templateData) MarksPicture(across, down string) string {
	return marksPicture(d.rowCount, d.columnCount, func(before, behind cellPlace) byte {
		marks, v := across, d.gridsByName["right"].numberAt(before.row, before.column)
		if before.column == behind.column {
			marks, v = down, d.gridsByName["below"].numberAt(before.row, before.column)
		}
		if v >= 1 && v <= len(marks) {
			return marks[v-1]
		}
		return ' '
	})
}

// marksPicture returns the rows of a picture inside a rule, with a dot for each cell and a mark, or a blank, between
// two neighbours.
func marksPicture(rows, cols int, markOf func(before, behind cellPlace) byte) string {
	var out strings.Builder
	for r := range 2*rows - 1 {
		line := []byte("    ")
		for c := range 2*cols - 1 {
			mark := byte(' ')
			switch {
			case r%2 == 0 && c%2 == 0:
				mark = '.'
			case r%2 != c%2:
				mark = markOf(cellPlace{r / 2, c / 2}, cellPlace{(r + 1) / 2, (c + 1) / 2})
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
		names = append(names, g.linkName)
	}
	slices.Sort(names)
	return names
}

// findGenre returns the genre with a name or an alias, or nil.
func findGenre(name string) *linkGenre {
	for _, g := range genres() {
		if g.linkName == name || slices.Contains(g.otherLinkNames, name) {
			return g
		}
	}
	return nil
}
