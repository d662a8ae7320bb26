// Package rule holds the rules on cells, which `latin` and `fill` share. Each file has one rule: its checks, its
// meaning, its drawing, and the parts of its text that can be left out as clues. Rules of one form, such as the rules
// about lines, share a production of the grammar, and a handler.
//
// Its input is the tree of the rule and a [Checker], which computes numbers and shapes and reports errors. Its output
// is added to a [model.Filling]: units of cells with different symbols, pairs of cells, counts of cells with a symbol,
// and finite automata. An automaton reads the symbols of cells in order. So lowering knows no sums and no skyscrapers.
package rule

import (
	"fmt"
	"iter"
	"reflect"
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

// Checker is the part of package check that rules need. A method that returns false has reported an error.
type Checker interface {
	// EvalCount computes a phrase such as `at least 3`. If the phrase has no upper bound, the argument most is the
	// bound.
	EvalCount(n *ast.Count, most int) (model.CountRange, bool)
	// EvalBoxSides computes a size of two sides. The argument what names the thing of this size, in messages.
	EvalBoxSides(b *ast.Box, what string) (rows, columns int, ok bool)
	// EvalShift computes coordinates, which need not be on a board.
	EvalShift(*ast.Place) (lattice.Cell, bool)
	// EvalPlace computes the coordinates of a place, which may lie beside the board.
	EvalPlace(*ast.Place, *model.Board) (lattice.Cell, bool)
	// FindCell returns the cell at a place on a board. It records, for editors and clues, that the place means this
	// cell.
	FindCell(*ast.Place, *model.Board) (lattice.Cell, bool)
	// FindListedCells returns the cells of a list on a board, in the order of the list and in all rounds of its loop. A
	// repeated cell is an error.
	FindListedCells(*ast.CellList, *model.Board) ([]lattice.Cell, bool)
	// FindCells returns the cells of a shape on a board.
	FindCells(*ast.Shape, *model.Board) ([]lattice.Cell, bool)
	// FindLines returns the lines on a board that a place after the word `on` means, the cells of each in reading
	// order.
	FindLines(*ast.Line, *model.Board) []lattice.Shape
	// WarnSkippedHoles warns of places that a rule with `everywhere` skips, as a cell there is a hole of the board. It
	// gives no warning for places with at most `most` cells on the board, which keep the rule in any case.
	WarnSkippedHoles(l *ast.Line, most int, b *model.Board)
	// FindSymmetryImages returns, for each motion that a rule names, the index of the image of each cell.
	FindSymmetryImages(*ast.Term, *model.Board) [][]int32
	// ReadPicture returns the characters of a picture with their cells.
	ReadPicture(*ast.Lines, *lattice.Lattice) iter.Seq2[PictureMark, lattice.Cell]
	// ReadRegions reads a picture that shows the regions of a board.
	ReadRegions(*ast.Lines, *model.Board) ([]Region, bool)
	// RequireSize reports an error if a picture does not have the given numbers of rows and columns.
	RequireSize(p *ast.Lines, rows, columns int) bool
	// RecordCell records that a place in the text means the given cell.
	RecordCell(source.Range, lattice.Cell)
	// GridOfBoard returns the grid that gives each cell of a board its index.
	GridOfBoard(*model.Board) *lattice.Grid
	// ChargeCells counts cells that a rule processes, and reports an error if the file exceeds its bound.
	ChargeCells(at ast.Ranged, cells int) bool
	SpanOf(ast.Ranged) source.Span
	ReportWarning(code source.Code, at source.Span, hint, format string, args ...any)
	// ReportError reports an error and returns false.
	ReportError(code source.Code, at source.Span, hint, format string, args ...any) bool
}

// PictureMark is a character of a picture, with its place in the file.
type PictureMark struct {
	Character rune
	Span      source.Span
}

// Region is the set of cells that have one character in a picture.
type Region struct {
	Name          string      // character that stands on the cells of the region
	FirstCellSpan source.Span // place of the first cell of the region in the picture
	Cells         lattice.Shape
}

// Statement is a `latin` or `fill` statement while its rules are checked.
type Statement struct {
	Checker
	Filling     *model.Filling
	SpanOfGiven map[lattice.Cell]source.Span // for each given cell, the place where its symbol is given

	currentRuleSpan source.Span     // place of the current rule or mark
	unitKeys        map[string]bool // key of each unit, made of its cells; nil until the first use
	unitGroupCounts map[string]int  // for each name of units, how many rules made units with the name
	// number of units that are neither rows, columns, main diagonals, boxes nor regions
	irregularUnitCount     int
	warnedOfNumber         bool // whether a warning was given that a number is read as several symbols
	warnedOfShortDiagonals bool // whether a warning was given about short diagonals
	signsBeforeLastRule    int  // number of drawings before those of the rule checked last
	describesAllRounds     bool // whether a sentence is about all rounds of a loop
	// part of a rule whose boxes or regions have their borders drawn in pictures; nil if there is none
	placeWithDrawnBorders *ast.Line
	// cellsByRuleLine holds, for each place in the rule checked last, the lines that it means.
	cellsByRuleLine map[*ast.Line][][]lattice.Cell
	equalSumRules   []equalSumLines // what `same sum` says, by rule
	// UnitsOfOrthogonalSquare holds, for each symbol of the square behind `orthogonal to`, the cells with this symbol.
	UnitsOfOrthogonalSquare []model.DistinctUnit
}

// Handler describes one kind of rule.
type Handler struct {
	FirstWord              string // first word of the rule; of several such words, the first in the grammar
	MayStandOnlyOnce       bool   // whether a statement may have only one such rule
	IsReplacedBySquareFile bool   // whether the file of a square may replace the rule

	ruleFunctions
}

// ruleFunctions holds the functions for one kind of rule.
type ruleFunctions struct {
	// nodeType is the type of the rule in the tree.
	nodeType  reflect.Type
	checkRule func(*Statement, ast.CellRule)
	// function that collects the clues of a rule; nil if the rule can only be left out as a whole
	readClues func(ClueCollector, ast.CellRule) ([]RemovablePart, bool)
	// ruleSentence returns a sentence that says the rule.
	ruleSentence func(*Statement, ast.CellRule) string
}

// newRuleFunctions returns the functions for the rules of type R. The function check checks a rule and adds its meaning
// to the model, words returns a sentence for people on paper, and clues, which may be nil, collects the clues of the
// rule.
func newRuleFunctions[R ast.CellRule](check func(*Statement, R), words func(*Statement, R) string,
	clues func(ClueCollector, R) ([]RemovablePart, bool)) ruleFunctions {
	f := ruleFunctions{nodeType: reflect.TypeFor[R](),
		checkRule:    func(s *Statement, r ast.CellRule) { check(s, r.(R)) },
		ruleSentence: func(s *Statement, r ast.CellRule) string { return words(s, r.(R)) }}
	if clues != nil {
		f.readClues = func(c ClueCollector, r ast.CellRule) ([]RemovablePart, bool) { return clues(c, r.(R)) }
	}
	return f
}

// ruleHandlers lists the kinds of rules.
var ruleHandlers = []*Handler{
	{FirstWord: "given", MayStandOnlyOnce: true, IsReplacedBySquareFile: true,
		ruleFunctions: newRuleFunctions(checkGiven, givenSentence, readGivenClues)},
	{FirstWord: "orthogonal", MayStandOnlyOnce: true, ruleFunctions: newRuleFunctions(checkOrthogonalTo,
		orthogonalSentence, nil)},
	{FirstWord: "apart", ruleFunctions: newRuleFunctions(checkApart, apartSentence, nil)},
	{FirstWord: "ascending", ruleFunctions: newRuleFunctions(checkLineRule, lineRuleSentence, nil)},
	{FirstWord: "differ", ruleFunctions: newRuleFunctions(checkDiffer, differSentence, nil)},
	{FirstWord: "matches", ruleFunctions: newRuleFunctions(checkMatches, matchesSentence, nil)},
	{FirstWord: "rows", ruleFunctions: newRuleFunctions(checkLinesDiffer, linesDifferSentence, nil)},
	{FirstWord: "sees", ruleFunctions: newRuleFunctions(checkEdgeClues, edgeCluesSentence, readEdgeClues)},
	{FirstWord: "marks", ruleFunctions: newRuleFunctions(checkMarks, marksSentence, readMarkClues)},
	{FirstWord: "distinct", ruleFunctions: newRuleFunctions(checkTotal, totalSentence, readTotalClues)},
	{FirstWord: "symmetric", ruleFunctions: newRuleFunctions(checkSymmetric, symmetricRuleSentence, nil)},
	{FirstWord: "connected", ruleFunctions: newRuleFunctions(checkConnected, joinedSentence, nil)},
	{FirstWord: "exactly", ruleFunctions: newRuleFunctions(checkCount, countSentence, nil)},
}

// handlerByType maps the type of a rule in the tree to its handler.
var handlerByType = sync.OnceValue(func() map[reflect.Type]*Handler {
	byType := map[reflect.Type]*Handler{}
	for _, h := range ruleHandlers {
		byType[h.nodeType] = h
	}
	return byType
})

// HandlerOf returns the handler of a rule.
func HandlerOf(r ast.CellRule) *Handler { return handlerByType()[reflect.TypeOf(r)] }

// Check checks a rule in one round of its loop, and adds its meaning to the model.
func (h *Handler) Check(s *Statement, r ast.CellRule) {
	s.currentRuleSpan, s.signsBeforeLastRule, s.cellsByRuleLine = s.SpanOf(r), len(s.Filling.RuleSigns), nil
	h.checkRule(s, r)
}

// ReadClues returns the parts of a rule that can be left out one by one. It returns false if the rule can only be left
// out as a whole.
func (h *Handler) ReadClues(c ClueCollector, r ast.CellRule) ([]RemovablePart, bool) {
	if h.readClues == nil || ast.LoopOf(r) != nil {
		return nil, false
	}
	return h.readClues(c, r)
}

// boardGrid returns the grid that gives each cell of the board its index.
func (s *Statement) boardGrid() *lattice.Grid { return s.GridOfBoard(s.Filling.Board) }

// fail reports an error at a node and returns false.
func (s *Statement) fail(code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return s.ReportError(code, s.SpanOf(at), hint, format, args...)
}

// require reports an error at a node unless the argument holds is true. It returns that argument.
func (s *Statement) require(holds bool, code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return holds || s.fail(code, at, hint, format, args...)
}

// requireSquares reports an error if the board is not a board of squares. The message says why squares are needed.
func (s *Statement) requireSquares(at ast.Ranged, why string) bool {
	b := s.Filling.Board
	return s.require(b.Lattice == lattice.Square, codes.WrongLattice, at, "",
		"%s, and `%s` is on the lattice `%s`", why, b.Name, b.Lattice.Name)
}

// requireSymbol returns the index of the symbol that a rule names, or reports an error.
func (s *Statement) requireSymbol(symbol ast.Text, at ast.Ranged) (int, bool) {
	v := slices.Index(s.Filling.Symbols, string(symbol))
	return v, s.require(v >= 0, codes.BadGiven, at, s.symbolsHint(symbol),
		"%q is no symbol here", symbol)
}

// requireSymbols returns the indices of the symbols that a rule names, at least one, or reports an error.
func (s *Statement) requireSymbols(symbols ast.Text, at ast.Ranged) (numbers []int, ok bool) {
	if slices.Contains(s.Filling.Symbols, string(symbols)) {
		v, _ := s.requireSymbol(symbols, at)
		return []int{v}, true
	}
	s.warnOfSplitNumber(symbols, at)
	for _, char := range symbols {
		v, found := s.requireSymbol(ast.Text(char), at)
		if !found {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	return numbers, s.require(len(numbers) > 0, codes.BadGiven, at, s.symbolsHint(""),
		"a symbol is missing here")
}

// symbolsHint returns a hint that lists the symbols, for a text that is no symbol. The hint says which letters stand
// for numbers of two digits.
func (s *Statement) symbolsHint(wrong ast.Text) string {
	hint := "the symbols are " + strings.Join(s.Filling.Symbols, "")
	if most := slices.Max(s.Filling.SymbolValues); most > 9 {
		hint += fmt.Sprintf("; the number %d is written %s", most,
			s.Filling.Symbols[slices.Index(s.Filling.SymbolValues, most)])
	}
	if strings.ContainsAny(string(wrong), ", ") {
		hint += "; several of them stand together, without commas and blanks"
	}
	return hint
}

// warnOfSplitNumber warns of digits that are read as several symbols, if together they are the number of one symbol. It
// warns only once.
func (s *Statement) warnOfSplitNumber(symbols ast.Text, at ast.Ranged) {
	number, err := strconv.Atoi(string(symbols))
	v := slices.Index(s.Filling.SymbolValues, number)
	if err != nil || v < 0 || number < 10 || s.warnedOfNumber {
		return
	}
	s.warnedOfNumber = true
	s.ReportWarning(codes.BadGiven, s.SpanOf(at), fmt.Sprintf("the number %d is written %q", number,
		s.Filling.Symbols[v]),
		"the digits of %q are symbols of their own: any of them counts", symbols)
}

// requireFewCells reports an error if there are more cells than symbols, for a rule by which all symbols must differ.
func (s *Statement) requireFewCells(cells []lattice.Cell, at ast.Ranged) bool {
	return s.require(len(cells) <= len(s.Filling.Symbols), codes.BadRegions, at, "",
		"%d cells cannot have different symbols: there are %d", len(cells), len(s.Filling.Symbols))
}

// chargedCellsPerPair is the cost of a pair of cells, in cells as ChargeCells counts them.
const chargedCellsPerPair = 20
