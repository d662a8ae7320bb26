package convert

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
)

// pzprLink returns the link that becomes a text, but for titles, comments and expectations: each genre writes the link
// of what it finds in the text, and the link that is read as the same text is the one. It returns false if there is
// none.
func pzprLink(name string, text []byte) (link string, ok bool) {
	core, err := withoutRemarks(name, text)
	if err != nil {
		return "", false
	}
	f := readFields(core)
	for _, g := range genres() {
		s := f.sheetFor(g)
		if s == nil {
			continue
		}
		link := writeAddress(g, s)
		r, err := newReader(name, []byte(link))
		if err != nil {
			continue
		}
		_, again, err := untitledPuzzle(r)
		if err != nil {
			continue
		}
		if again, err = format.CanonicalText(name, []byte(again)); err == nil && again == core {
			return link, true
		}
	}
	return "", false
}

// withoutRemarks returns the canonical text of a puzzle without what changes no solution: version, titles,
// descriptions, comments, expectations and hints to the search.
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

// fields are the parts of a text that say what is special about a puzzle: pictures and tables by the word before them,
// quoted texts by the word before them, numbers of parameters, and sizes of boards.
type fields struct {
	pictures map[string][]string
	texts    map[string]string
	numbers  map[string]int
	size     [2]int
	text     string
}

var (
	pictureForm = lazyPattern(`(?s)([\w]+)(?: =)? """\n(.*?)\n\s*"""`)
	textForm    = lazyPattern(`(top|bottom|left|right|rows|columns|with) "([^"\n]*)"`)
	numberForm  = lazyPattern(`param (\w+) = (\d+)\n`)
	sizeForm    = lazyPattern(`(?:fill|pack|=|on) (\d+)x(\d+)`)
	latinForm   = lazyPattern(`latin (\d+)`)
	abcForm     = lazyPattern(`matches "(_\*[A-Z]\.\*|\.\*[A-Z]_\*)" on (row|column) (\d+)`)
)

func readFields(text string) *fields {
	f := &fields{map[string][]string{}, map[string]string{}, map[string]int{}, [2]int{}, text}
	for _, m := range pictureForm().FindAllStringSubmatch(text, -1) {
		f.pictures[m[1]] = strings.Split(m[2], "\n")
	}
	for _, m := range textForm().FindAllStringSubmatch(text, -1) {
		f.texts[m[1]] = m[2]
	}
	for _, m := range numberForm().FindAllStringSubmatch(text, -1) {
		f.numbers[m[1]] = boundedNumber(m[2])
	}
	if m := sizeForm().FindStringSubmatch(text); m != nil {
		f.size[0], f.size[1] = boundedNumber(m[1]), boundedNumber(m[2])
	}
	if m := latinForm().FindStringSubmatch(text); m != nil {
		f.size[0] = boundedNumber(m[1])
		f.size[1] = f.size[0]
	}
	return f
}

// boundedNumber returns the number that digits say. A number beyond all sizes of boards becomes a smaller one that is
// still beyond them, so that no grid of such a size is made.
func boundedNumber(digits string) int {
	n, _ := strconv.Atoi(digits)
	return min(n, 2*maxSide)
}

// sheetFor returns the sheet of a genre that a text has, or nil.
func (f *fields) sheetFor(g *genre) *sheet {
	s := &sheet{grids: map[string]grid{}}
	rooms := map[string]int{}
	for _, name := range []string{"room", "clue", "pearl", "wall", "island", "area", "tree", "circle", "across", "down",
		"top", "left", "difference"} {
		if rows, ok := f.pictures[name]; ok {
			if s.grids[name] = f.tableOf(g, name, rows, rooms); s.grids[name] == nil {
				return nil
			}
		}
	}
	if !f.readPictures(g, s) || !f.readRoomNumbers(s, rooms) {
		return nil
	}
	for name, v := range f.numbers {
		s.grids[name] = grid{{v}}
	}
	f.readEdges(g, s)
	s.rows, s.cols = f.size[0], f.size[1]
	if board := s.grids[g.board]; len(board) > 0 {
		s.rows, s.cols = len(board), len(board[0])
	}
	if g.size != nil {
		g.size(s)
	}
	if s.rows < 1 || s.cols < 1 || s.rows > maxSide || s.cols > maxSide || s.rows*s.cols > maxCells {
		return nil
	}
	return s
}

// tableOf returns the grid that a table holds, or nil.
func (f *fields) tableOf(g *genre, name string, rows []string, rooms map[string]int) (all grid) {
	for _, row := range rows {
		var line []int
		for _, word := range strings.Fields(row) {
			v, ok := g.number(name, word, rooms)
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

// readPictures reads pictures with a character for each cell.
func (f *fields) readPictures(g *genre, s *sheet) bool {
	regions := map[rune]int{}
	for _, row := range f.pictures["regions"] {
		var line []int
		for _, c := range strings.TrimSpace(row) {
			if _, known := regions[c]; !known {
				regions[c] = len(regions)
			}
			line = append(line, regions[c])
		}
		s.grids["room"] = append(s.grids["room"], line)
	}
	symbols := numberSymbols
	if g.name == "easyasabc" {
		symbols = "_" + abcLetters
	}
	for _, row := range f.pictures["given"] {
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
		s.grids["given"] = append(s.grids["given"], line)
	}
	if marks, ok := f.pictures["marks"]; ok {
		f.readMarks(marks, s)
	}
	if arrows, ok := f.pictures["arrow"]; ok {
		return f.readArrows(arrows, s)
	}
	return true
}

// readMarks reads a picture of marks between cells.
func (f *fields) readMarks(rows []string, s *sheet) {
	for r, row := range rows {
		row = strings.TrimPrefix(row, "    ")
		var line []int
		for c := 1 - r%2; c < 2*f.size[1]-1; c += 2 {
			v := noEntry
			if c < len(row) {
				if k := strings.IndexByte("o*><v^", row[c]); k >= 0 {
					v = k%2 + 1
				}
			}
			line = append(line, v)
		}
		name := []string{"right", "below"}[r%2]
		s.grids[name] = append(s.grids[name], line)
	}
}

// readArrows reads a table of arrows.
func (f *fields) readArrows(rows []string, s *sheet) bool {
	s.grids["arrow"] = newGrid(f.numbers["bottom"]+1, f.numbers["right"]+1)
	for _, row := range rows {
		var n []int
		for _, word := range strings.Fields(row) {
			k, _ := strconv.Atoi(word)
			n = append(n, k)
		}
		if len(n) != 5 || n[0] < 0 || n[1] < 0 || n[0] > f.numbers["bottom"] || n[1] > f.numbers["right"] {
			return false
		}
		d := slices.Index(arrowSteps, [2]int{n[2], n[3]})
		s.grids["arrow"][n[0]][n[1]] = 8*(n[4]+1) + max(d, 0)
	}
	return true
}

// readRoomNumbers reads a table with the numbers of rooms.
func (f *fields) readRoomNumbers(s *sheet, rooms map[string]int) bool {
	rows, ok := f.pictures["number"]
	if !ok {
		return true
	}
	numbers := newGrid(1, len(rooms))
	for _, row := range rows {
		room, number, _ := strings.Cut(strings.TrimSpace(row), " ")
		k, known := rooms[room]
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if !known || err != nil {
			return false
		}
		numbers[0][k] = n
	}
	s.grids["number"] = numbers
	return true
}

// readEdges reads texts with clues of lines.
func (f *fields) readEdges(g *genre, s *sheet) {
	for _, name := range []string{"top", "bottom", "left", "right"} {
		if text, ok := f.texts[name]; ok {
			var line []int
			for clue := range strings.SplitSeq(text, ",") {
				n, err := strconv.Atoi(strings.TrimSpace(clue))
				if err != nil {
					n = -1
				}
				line = append(line, n)
			}
			s.grids[name] = grid{line}
		}
	}
	for _, name := range []string{"rows", "columns"} {
		if text, ok := f.texts[name]; ok {
			for clue := range strings.SplitSeq(text, ",") {
				line := []int{}
				for _, word := range strings.Fields(clue) {
					if n, err := strconv.Atoi(word); err == nil && n > 0 {
						line = append(line, n)
					}
				}
				s.grids[name] = append(s.grids[name], line)
			}
		}
	}
	if g.name == "easyasabc" {
		s.grids["letters"] = grid{{len(f.texts["with"]) - 1}}
		lines := newGrid(4, max(f.size[0], f.size[1]))
		for _, m := range abcForm().FindAllStringSubmatch(f.text, -1) {
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
			s.grids[name] = lines[k : k+1]
		}
	}
}

// Sizes of boards that no grid of cells has.

func sizeOfEdge(s *sheet) { s.slots(topClues, bottomClues, leftClues, rightClues) }

// sizeOfText keeps the size that the text says.
func sizeOfText(*sheet) {}

func sizeOfRuns(s *sheet) {
	if len(s.grids["rows"]) != s.rows || len(s.grids["columns"]) != s.cols {
		s.rows = 0
	}
}

func sizeOfKakuro(s *sheet) {
	if s.rows, s.cols = s.rows-1, s.cols-1; len(s.grids["across"]) == 0 || len(s.grids["down"]) == 0 {
		s.rows = 0
	}
}

func sizeOfRooms(s *sheet) {
	if room := s.grids["room"]; len(room) != s.rows {
		s.rows = 0
	}
}

func sizeOfCorners(s *sheet) {
	if clue := s.grids["clue"]; len(clue) != s.rows+1 {
		s.rows = 0
	}
}

func sizeOfArrows(s *sheet) {
	s.rows, s.cols = s.grids["bottom"].at(0, 0)+1, s.grids["right"].at(0, 0)+1
}

func sizeOfBox(s *sheet) {
	if len(s.grids["top"]) > 0 && len(s.grids["left"]) > 0 {
		s.rows, s.cols = len(s.grids["left"][0]), len(s.grids["top"][0])
	}
}
