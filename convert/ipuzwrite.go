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

// SolveFunc returns the unique solution of a puzzle: the symbols of the cells, row by row. The error wraps
// [format.ErrUnsupported] if the solution is not unique.
type SolveFunc func() (rows [][]string, err error)

// unsupportedIPuz returns the error that ipuz cannot express a part of the text.
func unsupportedIPuz(text string) error {
	return format.Unsupported("the format ipuz has crosswords of one statement `words`, and sudokus of one statement "+
		"`latin` with boxes, regions and cages, and not %s", firstLine(text))
}

// ipuzFile returns a crossword or a sudoku as a file in the format ipuz.
func ipuzFile(name string, text []byte, solve SolveFunc) (string, error) {
	file, err := parse.File(name, text)
	if err != nil {
		return "", err
	}
	w := &ipuzWriter{solvePuzzle: solve}
	for _, s := range file.Statements {
		switch s := s.(type) {
		case *ast.Title:
			w.puzzleTitle = string(s.Text)
		case *ast.About:
			w.descriptionLines = aboutLines(s)
		}
	}
	core, err := withoutRemarks(name, text)
	if err != nil {
		return "", err
	}
	if file, err = parse.File(name, []byte(core)); err != nil {
		return "", err
	}
	w.textWithoutRemarks = core
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
	return w.fileText(), err
}

// ipuzWriter collects the fields of an ipuz file, in their order.
type ipuzWriter struct {
	solvePuzzle        SolveFunc
	textWithoutRemarks string // canonical text without titles, descriptions and comments
	puzzleTitle        string
	descriptionLines   []string
	fieldLines         []string
}

func (w *ipuzWriter) textOf(n ast.Ranged) string {
	return w.textWithoutRemarks[n.Range().Start:n.Range().End]
}

// addField adds a field.
func (w *ipuzWriter) addField(name string, value any) { w.addRawField(name, marshalOnOneLine(value)) }

// addRawField adds a field whose value is JSON text.
func (w *ipuzWriter) addRawField(name, value string) {
	w.fieldLines = append(w.fieldLines, fmt.Sprintf("%q: %s", name, value))
}

// marshalOnOneLine returns a value as JSON on one line.
func marshalOnOneLine(value any) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // values consist of strings, numbers and lists, so there is no error
	}
	return strings.TrimSpace(out.String())
}

// fileText returns the file.
func (w *ipuzWriter) fileText() string { return "{\n" + strings.Join(w.fieldLines, ",\n") + "\n}\n" }

// addLeadingFields adds the fields at the beginning of every file. The introduction is the description without the
// lines that are clues.
func (w *ipuzWriter) addLeadingFields(kinds ...string) {
	for k := range kinds {
		kinds[k] = ipuzKinds + kinds[k] + "#1"
	}
	w.addField("version", ipuzKinds+"v2")
	w.addField("kind", kinds)
	if w.puzzleTitle != "" {
		w.addField("title", escapeAsHTML(w.puzzleTitle))
	}
	lines := w.descriptionLines
	if k := slices.IndexFunc(lines, func(l string) bool { return isDirectionLine(strings.TrimSpace(l)) }); k >= 0 {
		lines = lines[:k]
	}
	if author, is := strings.CutPrefix(strings.Join(lines[:min(1, len(lines))], ""), "By "); is {
		w.addField("author", escapeAsHTML(strings.TrimSpace(author)))
		lines = lines[1:]
	}
	if intro := strings.TrimSpace(strings.Join(lines, "\n")); intro != "" {
		w.addField("intro", strings.ReplaceAll(escapeAsHTML(intro), "\n", "<br>"))
	}
}

func isDirectionLine(line string) bool { return line == acrossWord || line == downWord }

// escapeAsHTML returns plain text as HTML.
func escapeAsHTML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

// clueTexts returns the texts of the clues in the description, by direction and clue number.
func (w *ipuzWriter) clueTexts() map[string]map[string]string {
	all := map[string]map[string]string{acrossWord: {}, downWord: {}}
	direction := ""
	for _, line := range w.descriptionLines {
		line = strings.TrimSpace(line)
		if isDirectionLine(line) {
			direction = line
			continue
		}
		if number, clue, found := strings.Cut(line, "."); found && direction != "" {
			all[direction][number] = strings.TrimSpace(clue)
		}
	}
	return all
}

// writeCrossword writes a crossword. The field puzzle has the given letters, and the field solution all letters.
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
	if w.solvePuzzle == nil {
		return format.Unsupported("a crossword goes out with its solution, and none is known")
	}
	solution, err := w.solvePuzzle()
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
	slots := wordSlotsOf(isBlock)
	if len(slots) == 0 || len(solution) == 1 || len(solution[0]) == 1 {
		return unsupportedIPuz("a grid without words of two letters in both directions")
	}
	w.addLeadingFields("crossword")
	w.addField("dimensions", struct {
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
		puzzle[slot.slotCells[0].row][slot.slotCells[0].column] = slot.clueNumber
		direction := acrossWord
		if slot.isDown {
			direction = downWord
		}
		clue := texts[direction][strconv.Itoa(slot.clueNumber)]
		clues[direction] = append(clues[direction], []any{slot.clueNumber, escapeAsHTML(clue)})
	}
	for r, row := range given {
		for c, letter := range row {
			if letter != "" {
				puzzle[r][c] = map[string]any{"cell": puzzle[r][c], "value": letter}
				letters[r][c] = letter
			}
		}
	}
	w.addRawField("puzzle", jsonRows(puzzle))
	w.addRawField("clues", fmt.Sprintf("{\n%q: %s,\n%q: %s\n}",
		acrossWord, jsonRows(clues[acrossWord]), downWord, jsonRows(clues[downWord])))
	w.addRawField("solution", jsonRows(letters))
	return nil
}

// jsonRows returns rows as JSON, one line each.
func jsonRows[T any](rows [][]T) string {
	var texts []string
	for _, row := range rows {
		texts = append(texts, marshalOnOneLine(row))
	}
	return "[\n  " + strings.Join(texts, ",\n  ") + "\n]"
}
