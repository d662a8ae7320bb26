package rule

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Rows and columns are those of the board as it is drawn; clues stand beside them.

// boardLines returns the rows of the board from the top, or its columns from the left.
func (s *Statement) boardLines(word string) [][]lattice.Cell {
	grid := s.boardGrid()
	least, greatest := lattice.Shape(grid.Cells).BoundingBox()
	axis := len(s.Filling.Board.Lattice.AxisNames) - 2
	if word == "columns" {
		axis++
	}
	lines := make([][]lattice.Cell, greatest[axis]-least[axis]+1)
	for _, cell := range grid.Cells {
		k := cell[axis] - least[axis]
		lines[k] = append(lines[k], cell)
	}
	return lines
}

// linesBehindOn returns the lines on which a rule holds, as the places after the word `on` name them.
func (s *Statement) linesBehindOn(on []*ast.Line) (lines [][]lattice.Cell) {
	for _, l := range on {
		lines = append(lines, s.linesOfPlace(l)...)
	}
	return lines
}

// linesOfPlace returns the lines that one place after the word `on` means. Listed cells keep their order.
func (s *Statement) linesOfPlace(l *ast.Line) (lines [][]lattice.Cell) {
	if l.Word == "rows" || l.Word == "columns" {
		return s.boardLines(l.Word)
	}
	lines = lineFinder(s, s.Filling.Board)(l)
	if s.cellsByRuleLine == nil {
		s.cellsByRuleLine = map[*ast.Line][][]lattice.Cell{}
	}
	s.cellsByRuleLine[l] = lines
	return lines
}

// linesOfCluePlace maps a word for where clues stand to the lines that the clues belong to.
var linesOfCluePlace = map[string]string{"rows": "rows", "columns": "columns", "top": "columns", "bottom": "columns",
	"left": "rows", "right": "rows"}

// edgeClueAdder adds to the model what a clue beside a line says about the symbols on its cells.
type edgeClueAdder func(s *Statement, cells []lattice.Cell, clue string, at *ast.Clues)

// clueAdderOfWord maps the first word of a rule to the function that adds the meaning of a clue beside a line.
var clueAdderOfWord = map[string]edgeClueAdder{"sees": (*Statement).addVisibleCountClue,
	"runs":     (*Statement).addRunLengthsClue,
	"sandwich": numberClueAdder("sandwich", (*Statement).sandwichAutomaton),
	"firstsum": numberClueAdder("firstsum", firstSumAutomaton),
	"numbered": numberClueAdder("numbered", numberedRoomAutomaton),
}

// numberClueAdder returns a function that adds the meaning of a clue that is a number. The meaning is the automaton
// that makeAutomaton makes of this number and the cells of the line.
func numberClueAdder(word string, makeAutomaton func(*Statement, []lattice.Cell,
	int64) model.RuleAutomaton) edgeClueAdder {
	return func(s *Statement, cells []lattice.Cell, clue string, at *ast.Clues) {
		if n, ok := s.parseClue(clue, at); ok {
			w := makeAutomaton(s, cells, int64(n))
			w.Name = fmt.Sprintf("the %s %d", word, n)
			s.addAutomaton(w, s.SpanOf(at))
		}
	}
}

// countClueAdder returns a function that adds the meaning of a clue that counts a symbol.
func countClueAdder(symbol int, name string) edgeClueAdder {
	return func(s *Statement, cells []lattice.Cell, clue string, at *ast.Clues) {
		if n, ok := s.parseClue(clue, at); ok {
			s.addSymbolCountRule(cells, []int{symbol}, name, model.CountRange{Min: n, Max: n}, at)
		}
	}
}

// checkEdgeClues checks rules with a clue beside each line, such as `sees` and `count`.
func checkEdgeClues(s *Statement, r *ast.ClueRule) {
	add := clueAdderOfWord[r.Word]
	if r.Word == "" {
		v, ok := s.requireSymbol(r.Symbol, r)
		if !ok {
			return
		}
		add = countClueAdder(v, string(r.Symbol))
	}
	if first := s.Filling.Symbols[0]; r.Word == "runs" && first == "#" && len(s.Filling.Symbols) == 2 {
		s.ReportWarning(codes.BadSymbols, s.SpanOf(r), fmt.Sprintf("write the empty one first: with %q",
			s.Filling.Symbols[1]+first), "runs are cells that do not have the first symbol, and that is # here")
	}
	for _, c := range r.Clues {
		lines, clues := s.boardLines(linesOfCluePlace[c.LineEdge]), strings.Split(string(c.Text), ",")
		hint := "commas stand between the lines, and a dot is a clue that is not given"
		if chars := strings.Split(string(c.Text), ""); len(clues) == 1 && len(chars) == len(lines) {
			hint = "commas stand between the lines: \"" + strings.Join(chars, ", ") + "\""
		}
		if !s.require(len(clues) == len(lines), codes.BadGiven, c, hint, "%d %s have %s", len(lines),
			linesOfCluePlace[c.LineEdge], source.Plural(len(clues), "clue")) {
			return
		}
		for k, clue := range clues {
			cells := slices.Clone(lines[k])
			if c.LineEdge == "bottom" || c.LineEdge == "right" {
				slices.Reverse(cells)
			}
			if clue = strings.TrimSpace(clue); clue != "." {
				add(s, cells, clue, c)
				s.Filling.RuleSigns = append(s.Filling.RuleSigns,
					model.RuleSign{SignKind: "clue", Cells: cells, Text: clue,
						CountedSymbol: string(r.Symbol)})
			}
		}
	}
}

// edgeCluesSentence returns a sentence that says what the clues beside lines are.
func edgeCluesSentence(s *Statement, r *ast.ClueRule) string {
	switch r.Word {
	case "":
		return s.lineCountsSentence(string(r.Symbol))
	case "sees":
		return seesSentence
	case "runs":
		return s.runsSentence()
	}
	return s.clueWordSentence(r.Word)
}

// readEdgeClues adds a clue for each text between commas.
func readEdgeClues(c ClueCollector, r *ast.ClueRule) (parts []RemovablePart, apart bool) {
	if hasEscapes(c, r) {
		return nil, false
	}
	for _, at := range r.Clues {
		line, kind, place := strings.TrimSuffix(linesOfCluePlace[at.LineEdge], "s"), LineClue, "of"
		if linesOfCluePlace[at.LineEdge] != at.LineEdge {
			kind, place = EdgeClue, "at the "+at.LineEdge+" of"
		}
		parts = append(parts, readLineClues(c, at, edgeCluePattern(), func(w quotedWord) int {
			return c.AddClue(kind, at.Range(), nil, w.groupTexts[0], "clue %s %s %s %d", w.groupTexts[0], place, line,
				strings.Count(w.textBefore, ","))
		})...)
	}
	return parts, true
}

// aboveEveryClue is greater than every number that a clue may have.
const aboveEveryClue = math.MaxInt32 / 2

// parseClue reads the number in a clue.
func (s *Statement) parseClue(text string, at ast.Ranged) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, s.require(err == nil && n >= 0 && n < aboveEveryClue, codes.BadGiven, at, "clues are numbers",
		"%q is no clue", text)
}

// edgeCluePattern matches a clue between commas.
var edgeCluePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s,](?:[^,]*[^\s,])?)`) })

// lineRuleOfWord holds the check and the sentence of each rule about the symbols on lines, by its first word.
var lineRuleOfWord = map[string]struct {
	check func(*Statement, *ast.LineRule)
	words func(*Statement, *ast.LineRule) string
}{
	"ascending": {checkAscending, ascendingSentence}, "arrow": {checkArrow, arrowSentence},
	"consecutive": {checkConsecutive, consecutiveSentence}, "same": {checkSame, sameSentence},
}

func checkLineRule(s *Statement, r *ast.LineRule) { lineRuleOfWord[r.Word].check(s, r) }

func lineRuleSentence(s *Statement, r *ast.LineRule) string {
	return lineRuleOfWord[r.Word].words(s, r)
}
