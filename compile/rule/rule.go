// Package rule holds the rules on cells, which `latin` and `fill` share. Each file has one rule: its checks,
// its meaning, its drawing, and the parts of its text that can be left out as clues.
//
// Its input is the tree of the rule and a [Checker], which computes numbers and shapes and reports errors. Its
// output is added to a [model.Filling]: units of cells with different symbols, pairs of cells, numbers of cells
// with a symbol, and walks. A walk is a finite automaton that reads the symbols of cells in order. So lowering
// knows no sums and no skyscrapers.
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
	// EvalCount computes a number of things, of which there are so many at most.
	EvalCount(n *ast.Count, most int) (model.CountRange, bool)
	// EvalSides computes two sides. In messages, what is the name of the thing with these sides.
	EvalSides(b *ast.Box, what string) (rows, columns int, ok bool)
	// EvalShift computes coordinates that need not be on a board.
	EvalShift(*ast.Place) (lattice.Cell, bool)
	// FindCell computes a place on a board. It records, for editors and clues, that the text means this cell.
	FindCell(*ast.Place, *model.Board) (lattice.Cell, bool)
	// FindListedCells computes the cells of a list on a board, which differ, in their order and in all rounds.
	FindListedCells(*ast.CellList, *model.Board) ([]lattice.Cell, bool)
	// FindCells computes a shape on a board.
	FindCells(*ast.Shape, *model.Board) ([]lattice.Cell, bool)
	// FindLines finds the lines on which a rule holds on a board, each in reading order.
	FindLines(*ast.Line, *model.Board) []lattice.Shape
	// WarnPassedOver warns of places with a hole that a rule with `everywhere` passes over, if so many cells at most keep
	// the rule.
	WarnPassedOver(l *ast.Line, most int, b *model.Board)
	// FindImages computes, by number, the images of the cells under motions that map the board to itself.
	FindImages(*ast.Term, *model.Board) [][]int32
	// ReadPicture yields the characters of a picture with their cells.
	ReadPicture(*ast.Lines, *lattice.Lattice) iter.Seq2[PictureMark, lattice.Cell]
	// ReadRegions reads a picture that shows the regions of a board.
	ReadRegions(*ast.Lines, *model.Board) ([]Region, bool)
	// RequireSize requires that a picture has these rows and columns.
	RequireSize(p *ast.Lines, rows, columns int) bool
	// RecordCell records which cell a place in the text means.
	RecordCell(source.Range, lattice.Cell)
	// GridOf returns the grid that numbers the cells of a board.
	GridOf(*model.Board) *lattice.Grid
	// ChargeCells counts cells that a rule processes. It reports an error if the file exceeds its bound.
	ChargeCells(at ast.Ranged, cells int) bool
	SpanOf(ast.Ranged) source.Span
	ReportWarning(code source.Code, at source.Span, hint, format string, args ...any)
	// ReportError reports an error and returns false.
	ReportError(code source.Code, at source.Span, hint, format string, args ...any) bool
}

// PictureMark is a character of a picture, with its place in the file.
type PictureMark struct {
	Char rune
	Span source.Span
}

// Region is the cells with one character of a picture, in the order of reading.
type Region struct {
	Name  string      // the character
	At    source.Span // its first place
	Cells lattice.Shape
}

// Statement is a statement whose rules are being checked.
type Statement struct {
	Checker
	Model *model.Filling
	Given map[lattice.Cell]source.Span // the places of the symbols that a picture gives

	at              source.Span     // place of the current rule or mark
	unitKeys        map[string]bool // keys of the sets of cells of the units; nil before the first use
	groups          map[string]int  // by name: the number of rules that have made units of that name
	singles         int             // number of units that are no rows, columns, long diagonals, boxes or regions
	warnedNumbers   bool            // whether a warning of a number read as several symbols was given
	warnedDiagonals bool            // whether a warning of short diagonals was given
	drawnBy         *ast.Line       // the boxes or regions with the borders that are drawn
	// Mates holds, for each symbol of the square that the solution is orthogonal to, the cells with this symbol.
	Mates []model.DistinctUnit
}

// Handler describes a kind of rule.
type Handler struct {
	Word   string // first word of the rule; of several, the first in the table
	Once   bool   // whether a statement may have only one such rule
	InFile bool   // whether the file of a square contains this itself

	functions
}

// functions holds the functions of a rule, and its type in the tree.
type functions struct {
	tree  reflect.Type
	check func(*Statement, ast.CellRule)
	clues func(Clues, ast.CellRule) ([]Part, bool) // nil if the rule can be left out only as a whole
}

// of returns the functions for a type of rules: check checks a rule, and clues, which may be nil, reads its
// clues.
func of[R ast.CellRule](check func(*Statement, R), clues func(Clues, R) ([]Part, bool)) functions {
	f := functions{tree: reflect.TypeFor[R](), check: func(s *Statement, r ast.CellRule) { check(s, r.(R)) }}
	if clues != nil {
		f.clues = func(c Clues, r ast.CellRule) ([]Part, bool) { return clues(c, r.(R)) }
	}
	return f
}

// table lists the rules.
var table = []*Handler{
	{Word: "given", Once: true, InFile: true, functions: of(checkGiven, readGiven)},
	{Word: "orthogonal", Once: true, functions: of(checkMate, nil)},
	{Word: "apart", functions: of(checkApart, nil)},
	{Word: "ascending", functions: of(checkAscending, nil)},
	{Word: "differ", functions: of(checkDiffer, nil)},
	{Word: "double", functions: of(checkDouble, nil)},
	{Word: "same", functions: of(checkSame, nil)},
	{Word: "consecutive", functions: of(checkConsecutive, nil)},
	{Word: "matches", functions: of(checkMatches, nil)},
	{Word: "rows", functions: of(checkLinesDiffer, nil)},
	{Word: "sandwich", functions: of(checkView, readView)},
	{Word: "arrow", functions: of(checkArrow, nil)},
	{Word: "marks", functions: of(checkMarks, readMarks)},
	{Word: "distinct", functions: of(checkDistinct, readDistinct)},
	{Word: "sum", functions: of(checkTotal, readTotal)},
	{Word: "sees", functions: of(checkSees, readSees)},
	{Word: "runs", functions: of(checkRuns, readRuns)},
	{Word: "symmetric", functions: of(checkSymmetric, nil)},
	{Word: "connected", functions: of(checkJoined, nil)},
	{Word: "count", functions: of(checkLineCounts, readLineCounts)},
	{Word: "exactly", functions: of(checkCount, nil)},
}

var handlers = sync.OnceValue(func() map[reflect.Type]*Handler {
	byType := map[reflect.Type]*Handler{}
	for _, h := range table {
		byType[h.tree] = h
	}
	return byType
})

// HandlerOf returns the handler of a rule.
func HandlerOf(r ast.CellRule) *Handler { return handlers()[reflect.TypeOf(r)] }

// Check checks a rule in one round of its loop, and adds its meaning to the model.
func (h *Handler) Check(s *Statement, r ast.CellRule) {
	s.at = s.SpanOf(r)
	h.check(s, r)
}

// ReadClues returns the parts of a rule that can be left out one by one. It returns false if the rule can be
// left out only as a whole.
func (h *Handler) ReadClues(c Clues, r ast.CellRule) ([]Part, bool) {
	if h.clues == nil || ast.LoopOf(r) != nil {
		return nil, false
	}
	return h.clues(c, r)
}

func (s *Statement) grid() *lattice.Grid { return s.GridOf(s.Model.Board) }

// fail reports an error at a node, and returns false.
func (s *Statement) fail(code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return s.ReportError(code, s.SpanOf(at), hint, format, args...)
}

// require reports an error unless holds is true. It returns holds.
func (s *Statement) require(holds bool, code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return holds || s.fail(code, at, hint, format, args...)
}

// requireSquares requires a board of squares.
func (s *Statement) requireSquares(at ast.Ranged, why string) bool {
	b := s.Model.Board
	return s.require(b.Lattice == lattice.Square, codes.WrongLattice, at, "",
		"%s, and `%s` is on the lattice `%s`", why, b.Name, b.Lattice.Name)
}

// requireSymbol returns the number of a symbol that a rule names.
func (s *Statement) requireSymbol(symbol ast.Text, at ast.Ranged) (int, bool) {
	v := slices.Index(s.Model.Symbols, string(symbol))
	return v, s.require(v >= 0, codes.BadGiven, at, s.symbolsHint(symbol),
		"%q is no symbol here", symbol)
}

// requireSymbols finds the numbers of the symbols that a rule names, one or more.
func (s *Statement) requireSymbols(symbols ast.Text, at ast.Ranged) (numbers []int, ok bool) {
	if slices.Contains(s.Model.Symbols, string(symbols)) {
		v, _ := s.requireSymbol(symbols, at)
		return []int{v}, true
	}
	s.warnNumber(symbols, at)
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

// symbolsHint lists the symbols, for a text that is none of them. Numbers of two digits have letters.
func (s *Statement) symbolsHint(wrong ast.Text) string {
	hint := "the symbols are " + strings.Join(s.Model.Symbols, "")
	if most := slices.Max(s.Model.Values); most > 9 {
		hint += fmt.Sprintf("; the number %d is written %s", most, s.Model.Symbols[slices.Index(s.Model.Values, most)])
	}
	if strings.ContainsAny(string(wrong), ", ") {
		hint += "; several of them stand together, without commas and blanks"
	}
	return hint
}

// warnNumber warns once of digits that are read as several symbols, if they are the number of one.
func (s *Statement) warnNumber(symbols ast.Text, at ast.Ranged) {
	number, err := strconv.Atoi(string(symbols))
	v := slices.Index(s.Model.Values, number)
	if err != nil || v < 0 || number < 10 || s.warnedNumbers {
		return
	}
	s.warnedNumbers = true
	s.ReportWarning(codes.BadGiven, s.SpanOf(at), fmt.Sprintf("the number %d is written %q", number, s.Model.Symbols[v]),
		"the digits of %q are symbols of their own: any of them counts", symbols)
}

// requireFewCells requires at most as many cells as symbols, as all their symbols differ.
func (s *Statement) requireFewCells(cells []lattice.Cell, at ast.Ranged) bool {
	return s.require(len(cells) <= len(s.Model.Symbols), codes.BadRegions, at, "",
		"%d cells cannot have different symbols: there are %d", len(cells), len(s.Model.Symbols))
}

// cellsPerPair is the cost of a cell's pairs, in cells that a file may process.
const cellsPerPair = 20
