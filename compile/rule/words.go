package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// Sentences that say rules in the words of puzzle magazines, for people who solve on paper. Each rule has its sentence
// in its own file. This file has the parts that sentences share: how many things there are, where they stand, and what
// the symbols are called. On paper people count rows and columns from 1: r2c3 is the cell in the second row and the
// third column.

// QuoteRule returns a sentence that quotes the text of a rule, for rules that have no sentence of their own.
func QuoteRule(text string) string {
	return QuotedRulePrefix + strings.Join(strings.Fields(text), " ")
}

// QuotedRulePrefix begins the sentence that quotes a rule for which there are no words.
const QuotedRulePrefix = "This rule of the text holds: "

// MoreRulesSentence is the sentence about rules that no other sentence says.
const MoreRulesSentence = "Further rules are told by the text of the puzzle alone."

// CountPhrase returns a phrase for a range of numbers of things: "exactly 2 stars", "no star".
func CountPhrase(n model.CountRange, one, many string) string {
	noun := func(k int) string {
		if k == 1 {
			return one
		}
		return many
	}
	switch {
	case n.Min == n.Max && n.Min == 0:
		return "no " + one
	case n.Min == n.Max:
		return fmt.Sprintf("exactly %d %s", n.Min, noun(n.Min))
	case n.Max == model.Unlimited || n.Max >= aboveEveryClue:
		return fmt.Sprintf("at least %d %s", n.Min, noun(n.Min))
	case n.Min == 0:
		return fmt.Sprintf("at most %d %s", n.Max, noun(n.Max))
	}
	return fmt.Sprintf("%d to %d %s", n.Min, n.Max, noun(n.Max))
}

// ExistenceSentence returns a sentence about the number of things somewhere: "In each row there is exactly 1 star."
func ExistenceSentence(where string, n model.CountRange, one, many string) string {
	verb, last := "are", n.Max
	if n.Max == model.Unlimited || n.Max >= aboveEveryClue {
		last = n.Min
	}
	if last <= 1 {
		verb = "is"
	}
	return Capitalize(where) + " there " + verb + " " + CountPhrase(n, one, many) + "."
}

// Capitalize returns a text that begins with a capital letter.
func Capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// NameCell names a cell on paper. It uses the label of the cell if no other cell has this label.
func NameCell(c lattice.Cell, b *model.Board) string {
	if label := b.CellLabels[c]; label != "" {
		count := 0
		for _, other := range b.CellLabels {
			if other == label {
				count++
			}
		}
		if count == 1 {
			return label
		}
	}
	least, _ := b.AllCells().BoundingBox()
	c = c.Minus(least)
	if len(b.Lattice.AxisNames) != 2 {
		return fmt.Sprintf("layer %d r%dc%d", c[0]+1, c[1]+1, c[2]+1)
	}
	return fmt.Sprintf("r%dc%d", c[0]+1, c[1]+1)
}

// maxNamedCells is the largest number of cells that a sentence names.
const maxNamedCells = 8

// NameCells names cells on paper.
func NameCells(cells []lattice.Cell, b *model.Board) string {
	if len(cells) == len(b.AllCells()) {
		return "the whole board"
	}
	if least, greatest := lattice.Shape(cells).BoundingBox(); len(cells) > maxNamedCells &&
		len(b.Lattice.AxisNames) == 2 &&
		int(greatest[0]-least[0]+1)*int(greatest[1]-least[1]+1) == len(cells) {
		return "the rectangle from " + NameCell(least, b) + " to " + NameCell(greatest, b)
	}
	var names []string
	for _, c := range cells[:min(len(cells), maxNamedCells)] {
		names = append(names, NameCell(c, b))
	}
	if len(cells) > maxNamedCells {
		names = append(names[:maxNamedCells-1], fmt.Sprintf("%d cells more", len(cells)-maxNamedCells+1))
	}
	return source.JoinWords(names)
}

// WherePhrase says where a rule holds, with a preposition: "in each row and in each column". If general is set, a shape
// stands for all the places to which a loop moves it ([LoopRoundCount]). The function cells returns the cells of each
// line that a place means.
func WherePhrase(on []*ast.Line, general bool, b *model.Board, cells func(*ast.Line) [][]lattice.Cell) string {
	var words []string
	for _, l := range on {
		words = append(words, linePhrase(l, general, b, cells))
	}
	if len(words) == 0 {
		return "on the whole board"
	}
	return source.JoinWords(words)
}

// LoopRoundCount returns the number of rounds in which a loop moves the shapes of a rule to all their places, or 0 if
// that number is not known.
func LoopRoundCount(on []*ast.Line, b *model.Board) (rounds int) {
	for k, l := range on {
		n := 0
		if l.Shape != nil && !l.Everywhere {
			n = countShapePlaces(l.Shape, b)
		}
		if n == 0 || k > 0 && n != rounds {
			return 0
		}
		rounds = n
	}
	return rounds
}

// countShapePlaces returns the number of places on a board to which a loop moves a shape, or 0 if it is not known.
func countShapePlaces(s *ast.Shape, b *model.Board) int {
	if seenCellsPhrase(s) != "" {
		return len(b.AllCells())
	}
	if rectanglePhrase(s) == "" || len(s.FirstTerm.Motions) != 1 || s.FirstTerm.Motions[0].ShiftTo == nil {
		return 0
	}
	least, greatest := b.AllCells().BoundingBox()
	places := 1
	for axis, side := range s.FirstTerm.Atom.Size {
		length, err := strconv.Atoi(side)
		if err != nil {
			return 0
		}
		places *= max(0, int(greatest[axis]-least[axis])+2-length)
	}
	return places
}

// phraseOfLines maps a word for lines to a phrase with a preposition.
var phraseOfLines = map[string]string{"rows": "in each row", "columns": "in each column",
	"diagonals": "in each diagonal",
	"segments":  "in each stretch of a row or a column between edges and holes", "all": "on the whole board"}

func linePhrase(l *ast.Line, general bool, b *model.Board, cells func(*ast.Line) [][]lattice.Cell) string {
	switch {
	case l.Word != "":
		return phraseOfLines[l.Word]
	case l.MainDiagonals:
		return "in both main diagonals"
	case l.Boxes != nil:
		return "in each box"
	case l.Regions != nil:
		return "in each region"
	}
	if size := rectanglePhrase(l.Shape); size != "" && (l.Everywhere || general) {
		return size
	}
	if seen := seenCellsPhrase(l.Shape); seen != "" && general {
		return seen
	}
	found := cells(l)
	switch {
	case len(found) == 0:
		return "on no cell"
	case l.Everywhere:
		return "on any cells that lie to one another as " + NameCells(found[0], b)
	}
	if v := l.Shape.FirstTerm.Atom.BoardView; v != nil && v.LineWord != "" && len(l.Shape.OtherTerms) == 0 &&
		len(found[0]) > 0 {
		least, _ := b.AllCells().BoundingBox()
		axis := len(b.Lattice.AxisNames) - 2
		if v.LineWord == "column" {
			axis++
		}
		return fmt.Sprintf("in %s %d", v.LineWord, found[0][0].Minus(least)[axis]+1)
	}
	return "on " + NameCells(found[0], b)
}

// seenCellsPhrase describes a shape of the cells around a place that a loop moves, or seen from it; "" for any other
// shape.
func seenCellsPhrase(s *ast.Shape) string {
	first := s.FirstTerm.Atom
	isWith := len(s.OtherTerms) == 1 && s.Operators[0] == "+" && len(first.Cells) == 1
	if isWith {
		first = s.OtherTerms[0].Atom
	}
	switch {
	case first.BoardView == nil || len(s.OtherTerms) > 0 && !isWith:
		return ""
	case first.BoardView.RaysFromPlace != nil && isWith:
		return "on each cell and those that are seen from it along its row and its column"
	case first.BoardView.RaysFromPlace != nil:
		return "on the cells that are seen from each cell"
	case first.BoardView.AroundPlace != nil && isWith:
		return "on each cell and those around it"
	case first.BoardView.AroundPlace != nil:
		return "on the cells around each cell"
	}
	return ""
}

// rectanglePhrase describes a rectangle of a given size, or the cells of one that are on a board. It returns "" for any
// other shape.
func rectanglePhrase(s *ast.Shape) string {
	size := s.FirstTerm.Atom.Size
	isCut := len(s.OtherTerms) == 1 && s.Operators[0] == "&" && s.OtherTerms[0].Atom.Name != nil
	if len(size) != 2 || len(s.OtherTerms) > 0 && !isCut {
		return ""
	}
	switch size[0] + "x" + size[1] {
	case "1x2":
		return "on each two neighbours in a row"
	case "2x1":
		return "on each two neighbours in a column"
	case "1x" + size[1]:
		return "on each " + size[1] + " cells side by side in a row"
	case size[0] + "x1":
		return "on each " + size[0] + " cells one below the other"
	}
	what := "rectangle"
	if size[0] == size[1] {
		what = "square"
	}
	return fmt.Sprintf("in each %s of %s by %s cells", what, size[0], size[1])
}

// phraseOfMotion maps the word for a motion to a phrase that says when a solution looks the same.
var phraseOfMotion = map[string]string{"half-turn": "after a half-turn", "rotation": "after each rotation of the board",
	"left-right": "with left and right exchanged, as in a mirror",
	"top-bottom": "with top and bottom exchanged, as in a mirror",
	"diagonal":   "with rows and columns exchanged, as in a mirror along the diagonal"}

// SymmetricSentence returns the sentence of `symmetric`.
func SymmetricSentence(t *ast.Term) string {
	if phraseOfMotion[t.Text] == "" {
		return ""
	}
	return "The solution looks the same " + phraseOfMotion[t.Text] + "."
}

// LeapPhrase says which cells are apart: "that share a side".
func LeapPhrase(l *ast.Leap, b *model.Board, c Checker) string {
	switch {
	case l == nil && b.Lattice.StickEnds != nil:
		return "that meet at a joint"
	case l == nil && len(b.Lattice.AxisNames) == 3:
		return "that touch"
	case l == nil:
		return "that share a side"
	case l.ChessmanName == "king":
		return "that touch, if only at a corner"
	case l.ChessmanName != "":
		return "that are a knight's move apart"
	}
	by, _ := c.EvalShift(l.AxisLengths)
	if by[0]+by[1] == 1 {
		return "that share a side"
	}
	return fmt.Sprintf("that are a move of %d and %d apart", by[0], by[1])
}

// JoinedEdgesSentence returns a sentence about a board whose edges are joined, or "" for any other board.
func JoinedEdgesSentence(b *model.Board) string {
	if !b.IsWrapped() {
		return ""
	}
	return "Edges of the board that have the same arrows are joined."
}

// RuleSentence returns the sentence of a rule on cells. It describes the last round of the loop that was checked or, if
// general is set, all rounds.
func (h *Handler) RuleSentence(s *Statement, r ast.CellRule, general bool) string {
	s.describesAllRounds = general
	return h.ruleSentence(s, r)
}

// signsOfLastRule returns the drawings, of the given kind, of the rule that was checked last.
func (s *Statement) signsOfLastRule(kind string) (signs []model.RuleSign) {
	for _, sign := range s.Filling.RuleSigns[min(s.signsBeforeLastRule, len(s.Filling.RuleSigns)):] {
		if sign.SignKind == kind {
			signs = append(signs, sign)
		}
	}
	return signs
}

// wherePhrase says where the rule that was checked last holds.
func (s *Statement) wherePhrase(on []*ast.Line) string {
	return WherePhrase(on, s.describesAllRounds, s.Filling.Board,
		func(l *ast.Line) [][]lattice.Cell { return s.cellsByRuleLine[l] })
}

// FillSentence returns a sentence that says what is written on the cells.
func (s *Statement) FillSentence() string {
	one, many := s.symbolNoun()
	symbols := s.Filling.Symbols
	list := s.symbolRange()
	switch {
	case s.Filling.Board.Lattice.StickEnds != nil && len(symbols) == 2:
		return "Draw some of the dashed lines."
	case s.areSymbolsPainted():
		return "Blacken some of the cells."
	case len(symbols) == 2 && symbols[0] == "_":
		return "Write " + symbols[1] + " on some of the cells; the others stay empty."
	case s.Filling.LatinOrder > 0:
		return fmt.Sprintf("Write the %s %s into the cells, each of them once in each row and in each column.", many,
			list)
	case len(symbols) == 1:
		return fmt.Sprintf("Write the %s %s into each cell.", one, list)
	}
	return fmt.Sprintf("Write one of the %s %s into each cell.", many, list)
}

// areSymbolsPainted reports whether the symbols are drawn as white and black cells: they are # and _.
func (s *Statement) areSymbolsPainted() bool {
	return len(s.Filling.Symbols) == 2 && slices.Contains(s.Filling.Symbols, "#") &&
		slices.Contains(s.Filling.Symbols, "_")
}

// symbolNoun returns what the symbols are called, in the singular and the plural: number, letter or symbol.
func (s *Statement) symbolNoun() (one, many string) {
	digits, letters := true, true
	for k, symbol := range s.Filling.Symbols {
		first, _ := utf8.DecodeRuneInString(symbol)
		digits = digits && (strconv.Itoa(s.Filling.SymbolValues[k]) == symbol || s.Filling.SymbolValues[k] > 9)
		letters = letters && unicode.IsLetter(first)
	}
	switch {
	case digits && !letters:
		return "number", "numbers"
	case letters:
		return "letter", "letters"
	}
	return "symbol", "symbols"
}

// symbolRange lists the symbols as a range, such as "1 to 9", or one by one.
func (s *Statement) symbolRange() string {
	symbols, values := s.Filling.Symbols, s.Filling.SymbolValues
	last := len(symbols) - 1
	isRun := len(symbols) > 3 && strconv.Itoa(values[0]) == symbols[0]
	for k := range last {
		isRun = isRun && values[k+1] == values[k]+1
	}
	if !isRun {
		return source.JoinWords(symbols)
	}
	if symbols[last] != strconv.Itoa(values[last]) {
		return fmt.Sprintf("%s to %d (a is 10, b is 11, and so on)", symbols[0], values[last])
	}
	return symbols[0] + " to " + symbols[last]
}

// cellsWithSymbolsNoun returns what cells with one of the given symbols are called, in the singular and the plural.
func (s *Statement) cellsWithSymbolsNoun(symbols string) (one, many string) {
	switch {
	case s.Filling.Board.Lattice.StickEnds != nil && len(s.Filling.Symbols) == 2 && symbols == s.Filling.Symbols[1]:
		return "line", "lines"
	case s.Filling.Board.Lattice.StickEnds != nil && len(s.Filling.Symbols) == 2 && symbols == s.Filling.Symbols[0]:
		return "side without a line", "sides without a line"
	case s.areSymbolsPainted() && symbols == "#":
		return "black cell", "black cells"
	case symbols == "_":
		return "white cell", "white cells"
	}
	list := symbols
	if !slices.Contains(s.Filling.Symbols, symbols) {
		var each []string
		for _, r := range symbols {
			each = append(each, string(r))
		}
		list = strings.Replace(source.JoinWords(each), " and ", " or ", 1)
	}
	return "cell with " + list, "cells with " + list
}

// chainSentence returns the sentence of a rule about cells one after the other. It is about a figure or marks if the
// rule is drawn as such, and otherwise about the lines of the rule.
func (s *Statement) chainSentence(on []*ast.Line, figure, mark, plain string) string {
	switch {
	case len(s.signsOfLastRule("mark")) > 0:
		return mark
	case len(s.Filling.RuleSigns) > s.signsBeforeLastRule:
		return figure
	}
	return Capitalize(s.wherePhrase(on)) + " " + plain
}
