package convert

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/format"
)

// Solver returns the one solution of a puzzle: the symbols of the cells, row by row. The error wraps
// [format.ErrUnsupported] if there is not one solution.
type Solver func() (rows [][]string, err error)

// unsupportedIPuz returns the error that ipuz does not have what a text says.
func unsupportedIPuz(text string) error {
	return format.Unsupported("the format ipuz has crosswords of one statement `words`, and sudokus of one statement "+
		"`latin` with boxes, regions and cages, and not %s", firstLine(text))
}

// ipuzFile returns the file in the format ipuz that says a crossword or a sudoku.
func ipuzFile(name string, text []byte, solve Solver) (string, error) {
	file, err := parse.File(name, text)
	if err != nil {
		return "", err
	}
	w := &ipuzWriter{solve: solve}
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			w.title = string(s.Text)
		case *ast.About:
			w.about = aboutLines(s)
		}
	}
	core, err := withoutRemarks(name, text)
	if err != nil {
		return "", err
	}
	if file, err = parse.File(name, []byte(core)); err != nil {
		return "", err
	}
	w.core = core
	var all []ast.Statement
	for _, s := range file.Statements {
		if _, isList := s.(*ast.ListDef); !isList {
			all = append(all, s)
		}
	}
	if len(all) != 1 {
		return "", unsupportedIPuz(fmt.Sprintf("%d statements", len(all)))
	}
	switch s := all[0].(type) {
	case *ast.Words:
		err = w.writeCrossword(s)
	case *ast.Latin:
		err = w.writeSudoku(s)
	default:
		err = unsupportedIPuz(w.textOf(s))
	}
	return w.text(), err
}

// ipuzWriter collects the fields of a file, in their order.
type ipuzWriter struct {
	solve Solver
	core  string // the text without remarks
	title string
	about []string
	lines []string
}

func (w *ipuzWriter) textOf(n ast.Ranged) string { return w.core[n.Range().Start:n.Range().End] }

// add adds a field.
func (w *ipuzWriter) add(name string, value any) { w.addJSON(name, jsonText(value)) }

// addJSON adds a field whose value is written already.
func (w *ipuzWriter) addJSON(name, value string) {
	w.lines = append(w.lines, fmt.Sprintf("%q: %s", name, value))
}

// jsonText returns a value as JSON on one line.
func jsonText(value any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // values are made of texts, numbers and lists
	}
	return strings.TrimSpace(out.String())
}

// text returns the file.
func (w *ipuzWriter) text() string { return "{\n" + strings.Join(w.lines, ",\n") + "\n}\n" }

// begin adds what stands at the beginning of every file. Clues in the description stay out of the introduction.
func (w *ipuzWriter) begin(kinds ...string) {
	for k := range kinds {
		kinds[k] = ipuzKinds + kinds[k] + "#1"
	}
	w.add("version", ipuzKinds+"v2")
	w.add("kind", kinds)
	if w.title != "" {
		w.add("title", htmlText(w.title))
	}
	lines := w.about
	if k := slices.IndexFunc(lines, func(l string) bool { return isDirection(strings.TrimSpace(l)) }); k >= 0 {
		lines = lines[:k]
	}
	if author, is := strings.CutPrefix(strings.Join(lines[:min(1, len(lines))], ""), "By "); is {
		w.add("author", htmlText(strings.TrimSpace(author)))
		lines = lines[1:]
	}
	if intro := strings.TrimSpace(strings.Join(lines, "\n")); intro != "" {
		w.add("intro", strings.ReplaceAll(htmlText(intro), "\n", "<br>"))
	}
}

func isDirection(line string) bool { return line == acrossWord || line == downWord }

// htmlText returns plain text as HTML.
func htmlText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// clueTexts returns the clues in the description, by direction and number.
func (w *ipuzWriter) clueTexts() map[string]map[string]string {
	all := map[string]map[string]string{acrossWord: {}, downWord: {}}
	direction := ""
	for _, line := range w.about {
		line = strings.TrimSpace(line)
		if isDirection(line) {
			direction = line
			continue
		}
		if number, clue, found := strings.Cut(line, "."); found && direction != "" {
			all[direction][number] = strings.TrimSpace(clue)
		}
	}
	return all
}

// writeCrossword writes a crossword. Letters that are given stand in the puzzle, all others in the solution alone.
func (w *ipuzWriter) writeCrossword(s *ast.Words) error {
	for _, r := range s.Rules {
		if r.MainDiagonals {
			return unsupportedIPuz(w.textOf(r))
		}
	}
	isSaid := func(word string) bool {
		return slices.ContainsFunc(s.Rules, func(r *ast.WordRule) bool { return r.Word == word })
	}
	if isSaid("rows") != isSaid("columns") {
		return unsupportedIPuz("words in rows or in columns alone")
	}
	if w.solve == nil {
		return format.Unsupported("a crossword goes out with its solution, and none is known")
	}
	solution, err := w.solve()
	if err != nil {
		return err
	}
	isBlock := make([][]bool, len(solution))
	given := make([][]string, len(solution))
	for r, row := range solution {
		isBlock[r], given[r] = make([]bool, len(row)), make([]string, len(row))
	}
	for _, rule := range s.Rules {
		if rule.GivenLetters == nil {
			continue
		}
		for r, row := range rule.GivenLetters.Rows {
			for c, char := range []rune(row) {
				switch {
				case r >= len(isBlock) || c >= len(isBlock[r]) || char == '.':
				case char == '#':
					isBlock[r][c] = true
				default:
					given[r][c] = string(char)
				}
			}
		}
	}
	slots := crossSlots(isBlock)
	if len(slots) == 0 || len(solution) == 1 || len(solution[0]) == 1 {
		return unsupportedIPuz("a grid without words of two letters in both directions")
	}
	w.begin("crossword")
	w.add("dimensions", struct {
		Width  int `json:"width"`
		Height int `json:"height"`
	}{len(solution[0]), len(solution)})
	puzzle, letters := make([][]any, len(solution)), make([][]any, len(solution))
	for r, row := range solution {
		for c, letter := range row {
			puzzle[r], letters[r] = append(puzzle[r], 0), append(letters[r], letter)
			if letter == "" {
				letters[r][c] = 0
			}
			if isBlock[r][c] {
				puzzle[r][c], letters[r][c] = "#", "#"
			}
		}
	}
	clues := map[string][][]any{acrossWord: {}, downWord: {}}
	texts := w.clueTexts()
	for _, slot := range slots {
		puzzle[slot.cells[0].r][slot.cells[0].c] = slot.number
		direction := acrossWord
		if slot.isDown {
			direction = downWord
		}
		clue := texts[direction][strconv.Itoa(slot.number)]
		clues[direction] = append(clues[direction], []any{slot.number, htmlText(clue)})
	}
	for r, row := range given {
		for c, letter := range row {
			if letter != "" {
				puzzle[r][c] = map[string]any{"cell": puzzle[r][c], "value": letter}
				letters[r][c] = letter
			}
		}
	}
	w.addJSON("puzzle", jsonRows(puzzle))
	w.addJSON("clues", fmt.Sprintf("{\n%q: %s,\n%q: %s\n}",
		acrossWord, jsonRows(clues[acrossWord]), downWord, jsonRows(clues[downWord])))
	w.addJSON("solution", jsonRows(letters))
	return nil
}

// jsonRows returns rows as JSON, a line each.
func jsonRows[T any](rows [][]T) string {
	var texts []string
	for _, row := range rows {
		texts = append(texts, jsonText(row))
	}
	return "[\n  " + strings.Join(texts, ",\n  ") + "\n]"
}
