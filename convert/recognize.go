package convert

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
)

// linkOfText returns a link whose conversion is the given text, apart from titles, comments and expectations. For each
// genre it writes a link of what that genre can find in the text. The link is right if reading it gives the same text.
// It returns false if this holds for no genre.
func linkOfText(name string, text []byte) (link string, ok bool) {
	core, err := withoutRemarks(name, text)
	if err != nil {
		return "", false
	}
	f := readTextParts(core)
	for _, g := range genres() {
		s := f.contentForGenre(g)
		if s == nil {
			continue
		}
		link := writeAddress(g, s)
		r, err := newTextReader(name, []byte(link))
		if err != nil {
			continue
		}
		_, again, err := readGenrePuzzle(r)
		if err != nil {
			continue
		}
		if again, err = format.CanonicalText(name, []byte(again)); err == nil && again == core {
			return link, true
		}
	}
	return "", false
}

// withoutRemarks returns the canonical text of a puzzle without the parts that do not change solutions: version,
// titles, descriptions, comments, expectations and hints to the search.
func withoutRemarks(name string, text []byte) (string, error) {
	file, err := parse.File(name, text)
	if err != nil {
		return "", err
	}
	kept := slices.Clone(text)
	blank := func(n ast.Ranged) {
		for k := n.Range().Start; k < n.Range().End; k++ {
			kept[k] = ' '
		}
	}
	for _, s := range file.Statements {
		switch s.(type) {
		case *ast.Version, *ast.Title, *ast.About, *ast.Expect, *ast.Search:
			blank(s)
		}
	}
	for k := range file.Comments {
		blank(file.Comments[k])
	}
	return format.CanonicalText(name, kept)
}

// textParts are the parts of a text that distinguish a puzzle from others of its genre: pictures, tables and quoted
// texts, each by the word before it, values of parameters, and the size of the board.
type textParts struct {
	picturesByWord    map[string][]string
	quotedTextsByWord map[string]string
	parameterValues   map[string]int
	boardSize         [2]int
	canonicalText     string
}

var (
	pictureForm = lazyPattern(`(?s)([\w]+)(?: =)? """\n(.*?)\n\s*"""`)
	textForm    = lazyPattern(`(top|bottom|left|right|rows|columns|with) "([^"\n]*)"`)
	numberForm  = lazyPattern(`param (\w+) = (\d+)\n`)
	sizeForm    = lazyPattern(`(?:fill|pack|=|on) (\d+)x(\d+)`)
	latinForm   = lazyPattern(`latin (\d+)`)
	abcForm     = lazyPattern(`matches "(_\*[A-Z]\.\*|\.\*[A-Z]_\*)" on (row|column) (\d+)`)
)

func readTextParts(text string) *textParts {
	f := &textParts{map[string][]string{}, map[string]string{}, map[string]int{}, [2]int{}, text}
	for _, m := range pictureForm().FindAllStringSubmatch(text, -1) {
		f.picturesByWord[m[1]] = strings.Split(m[2], "\n")
	}
	for _, m := range textForm().FindAllStringSubmatch(text, -1) {
		f.quotedTextsByWord[m[1]] = m[2]
	}
	for _, m := range numberForm().FindAllStringSubmatch(text, -1) {
		f.parameterValues[m[1]] = boundedNumber(m[2])
	}
	if m := sizeForm().FindStringSubmatch(text); m != nil {
		f.boardSize[0], f.boardSize[1] = boundedNumber(m[1]), boundedNumber(m[2])
	}
	if m := latinForm().FindStringSubmatch(text); m != nil {
		f.boardSize[0] = boundedNumber(m[1])
		f.boardSize[1] = f.boardSize[0]
	}
	return f
}

// boundedNumber parses digits. A number beyond all sizes of boards is reduced to one that is still refused as too
// large, so that no grid of the original size is made.
func boundedNumber(digits string) int {
	n, _ := strconv.Atoi(digits)
	return min(n, 2*maxSide)
}

// contentForGenre returns the content of a link of the given genre that the text may come from, or nil.
func (f *textParts) contentForGenre(g *linkGenre) *linkContent {
	s := &linkContent{gridsByName: map[string]numberGrid{}}
	rooms := map[string]int{}
	for _, name := range []string{"room", "clue", "pearl", "wall", "island", "area", "tree", "circle", "across", "down",
		"top", "left", "difference"} {
		if rows, ok := f.picturesByWord[name]; ok {
			if s.gridsByName[name] = f.readNumberTable(g, name, rows, rooms); s.gridsByName[name] == nil {
				return nil
			}
		}
	}
	if !f.readCellPictures(g, s) || !f.readRoomNumbers(s, rooms) {
		return nil
	}
	for name, v := range f.parameterValues {
		s.gridsByName[name] = numberGrid{{v}}
	}
	f.readEdgeClues(g, s)
	s.rowCount, s.columnCount = f.boardSize[0], f.boardSize[1]
	if board := s.gridsByName[g.boardGridName]; len(board) > 0 {
		s.rowCount, s.columnCount = len(board), len(board[0])
	}
	if g.findSize != nil {
		g.findSize(s)
	}
	if s.rowCount < 1 || s.columnCount < 1 || s.rowCount > maxSide || s.columnCount > maxSide ||
		s.rowCount*s.columnCount > maxCells {
		return nil
	}
	return s
}

// readNumberTable returns the grid of numbers that a table holds, or nil if some word stands for no number.
func (f *textParts) readNumberTable(g *linkGenre, name string, rows []string, rooms map[string]int) (all numberGrid) {
	for _, row := range rows {
		var line []int
		for _, word := range strings.Fields(row) {
			v, ok := g.numberOfEntry(name, word, rooms)
			if !ok {
				return nil
			}
			line = append(line, v)
		}
		if len(line) == 0 || len(all) > 0 && len(line) != len(all[0]) {
			return nil
		}
		all = append(all, line)
	}
	return all
}

// readCellPictures reads pictures with a character for each cell.
func (f *textParts) readCellPictures(g *linkGenre, s *linkContent) bool {
	regions := map[rune]int{}
	for _, row := range f.picturesByWord["regions"] {
		var line []int
		for _, c := range strings.TrimSpace(row) {
			if _, known := regions[c]; !known {
				regions[c] = len(regions)
			}
			line = append(line, regions[c])
		}
		s.gridsByName["room"] = append(s.gridsByName["room"], line)
	}
	symbols := numberSymbols
	if g.linkName == "easyasabc" {
		symbols = "_" + abcLetters
	}
	for _, row := range f.picturesByWord["given"] {
		var line []int
		for _, c := range strings.TrimSpace(row) {
			v := strings.IndexRune(symbols, c)
			if c == '.' {
				v = noEntry
			} else if v < 0 {
				return false
			}
			line = append(line, v)
		}
		s.gridsByName["given"] = append(s.gridsByName["given"], line)
	}
	if marks, ok := f.picturesByWord["marks"]; ok {
		f.readMarkPicture(marks, s)
	}
	if arrows, ok := f.picturesByWord["arrow"]; ok {
		return f.readArrowTable(arrows, s)
	}
	return true
}

// readMarkPicture reads a picture of marks between cells.
func (f *textParts) readMarkPicture(rows []string, s *linkContent) {
	for r, row := range rows {
		row = strings.TrimPrefix(row, "    ")
		var line []int
		for c := 1 - r%2; c < 2*f.boardSize[1]-1; c += 2 {
			v := noEntry
			if c < len(row) {
				if k := strings.IndexByte("o*><v^", row[c]); k >= 0 {
					v = k%2 + 1
				}
			}
			line = append(line, v)
		}
		name := []string{"right", "below"}[r%2]
		s.gridsByName[name] = append(s.gridsByName[name], line)
	}
}

// readArrowTable reads a table of arrows.
func (f *textParts) readArrowTable(rows []string, s *linkContent) bool {
	s.gridsByName["arrow"] = newNumberGrid(f.parameterValues["bottom"]+1, f.parameterValues["right"]+1)
	for _, row := range rows {
		var n []int
		for _, word := range strings.Fields(row) {
			k, _ := strconv.Atoi(word)
			n = append(n, k)
		}
		if len(n) != 5 || n[0] < 0 || n[1] < 0 || n[0] > f.parameterValues["bottom"] ||
			n[1] > f.parameterValues["right"] {
			return false
		}
		d := slices.Index(arrowSteps, [2]int{n[2], n[3]})
		s.gridsByName["arrow"][n[0]][n[1]] = 8*(n[4]+1) + max(d, 0)
	}
	return true
}

// readRoomNumbers reads the table with the number of each room.
func (f *textParts) readRoomNumbers(s *linkContent, rooms map[string]int) bool {
	rows, ok := f.picturesByWord["number"]
	if !ok {
		return true
	}
	numbers := newNumberGrid(1, len(rooms))
	for _, row := range rows {
		room, number, _ := strings.Cut(strings.TrimSpace(row), " ")
		k, known := rooms[room]
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !known || err != nil {
			return false
		}
		numbers[0][k] = n
	}
	s.gridsByName["number"] = numbers
	return true
}

// readEdgeClues reads quoted texts with clues of lines.
func (f *textParts) readEdgeClues(g *linkGenre, s *linkContent) {
	for _, name := range []string{"top", "bottom", "left", "right"} {
		if text, ok := f.quotedTextsByWord[name]; ok {
			var line []int
			for clue := range strings.SplitSeq(text, ",") {
				n, err := strconv.Atoi(strings.TrimSpace(clue))
				if err != nil {
					n = -1
				}
				line = append(line, n)
			}
			s.gridsByName[name] = numberGrid{line}
		}
	}
	for _, name := range []string{"rows", "columns"} {
		if text, ok := f.quotedTextsByWord[name]; ok {
			for clue := range strings.SplitSeq(text, ",") {
				line := []int{}
				for _, word := range strings.Fields(clue) {
					if n, err := strconv.Atoi(word); err == nil && n > 0 {
						line = append(line, n)
					}
				}
				s.gridsByName[name] = append(s.gridsByName[name], line)
			}
		}
	}
	if g.linkName == "easyasabc" {
		s.gridsByName["letters"] = numberGrid{{len(f.quotedTextsByWord["with"]) - 1}}
		lines := newNumberGrid(4, max(f.boardSize[0], f.boardSize[1]))
		for _, m := range abcForm().FindAllStringSubmatch(f.canonicalText, -1) {
			edge, letter := 0, m[1][2]
			if m[1][0] == '.' {
				edge = 1
			}
			if m[2] == "row" {
				edge += 2
			}
			if k, _ := strconv.Atoi(m[3]); k < len(lines[edge]) {
				lines[edge][k] = strings.IndexByte(abcLetters, letter) + 1
			}
		}
		for k, name := range []string{"top", "bottom", "left", "right"} {
			s.gridsByName[name] = lines[k : k+1]
		}
	}
}

// These functions find the size of the board for genres in which no grid has an entry for each cell.

func sizeFromEdgeClues(s *linkContent) {
	s.numberPointers(topClues, bottomClues, leftClues, rightClues)
}

// sizeFromText keeps the size that the text states.
func sizeFromText(*linkContent) {}

func sizeFromRuns(s *linkContent) {
	if len(s.gridsByName["rows"]) != s.rowCount || len(s.gridsByName["columns"]) != s.columnCount {
		s.rowCount = 0
	}
}

func sizeFromKakuro(s *linkContent) {
	if s.rowCount, s.columnCount = s.rowCount-1, s.columnCount-1; len(s.gridsByName["across"]) == 0 ||
		len(s.gridsByName["down"]) == 0 {
		s.rowCount = 0
	}
}

func sizeFromRooms(s *linkContent) {
	if room := s.gridsByName["room"]; len(room) != s.rowCount {
		s.rowCount = 0
	}
}

func sizeFromCorners(s *linkContent) {
	if clue := s.gridsByName["clue"]; len(clue) != s.rowCount+1 {
		s.rowCount = 0
	}
}

func sizeFromArrows(s *linkContent) {
	s.rowCount, s.columnCount = s.gridsByName["bottom"].numberAt(0, 0)+1, s.gridsByName["right"].numberAt(0, 0)+1
}

func sizeFromBox(s *linkContent) {
	if len(s.gridsByName["top"]) > 0 && len(s.gridsByName["left"]) > 0 {
		s.rowCount, s.columnCount = len(s.gridsByName["left"][0]), len(s.gridsByName["top"][0])
	}
}
