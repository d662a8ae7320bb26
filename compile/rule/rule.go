// Package rule holds the rules on cells, which `latin` and `fill` share. Each is a file: what may be wrong with it,
// what it means, what is drawn for it, and which parts of its text can be left out.
//
// A rule becomes units, whose symbols differ, pairs, numbers of cells, and walks: finite automata that read
// cells one after the other. So lowering knows no sums and no skyscrapers. Its input is the tree of the rule and a
// [Checker], which computes numbers and shapes and reports errors; its output stands in a [model.Filling].
package rule

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Checker is what rules ask of the package check. What returns false has reported an error.
type Checker interface {
	EvalAmount(*ast.Amount) (int, bool)
	EvalCount(*ast.Count) (model.CountRange, bool)
	EvalMany(*ast.Many) (model.CountRange, bool)
	// EvalSides computes two sides; what names in a message what has them.
	EvalSides(b *ast.Box, what string) (rows, columns int, ok bool)
	// EvalShift computes a place that need not be on a board.
	EvalShift(*ast.Place) (lattice.Cell, bool)
	// FindCell computes a place on a board, and notes for editors and clues that the text means this cell.
	FindCell(*ast.Place, *model.Board) (lattice.Cell, bool)
	// FindCells computes a shape on a board.
	FindCells(*ast.Shape, *model.Board) ([]lattice.Cell, bool)
	// FindImages computes where motions lead that map a board to itself, each cell by its number.
	FindImages(*ast.Term, *model.Board) [][]int32
	// ReadPicture runs over the characters of a picture, with the points that they stand for.
	ReadPicture(*ast.Lines, *lattice.Lattice) iter.Seq2[PictureMark, lattice.Cell]
	// ReadRegions reads a picture that shows each cell of a board in its region.
	ReadRegions(*ast.Lines, *model.Board) ([]lattice.Shape, bool)
	// RequireSize requires a picture of so many rows and columns.
	RequireSize(p *ast.Lines, rows, columns int) bool
	// RecordCell notes which cell a place in the text means.
	RecordCell(source.Range, lattice.Cell)
	// GridOf numbers the cells of a board.
	GridOf(*model.Board) *lattice.Grid
	// ChargeCells counts cells that a rule handles, of which a file may have so many.
	ChargeCells(at ast.Ranged, cells int) bool
	SpanOf(ast.Ranged) source.Span
	// ReportError reports an error and returns false.
	ReportError(code source.Code, at source.Span, hint, format string, args ...any) bool
}

// PictureMark is a character of a picture, with its place in the file.
type PictureMark struct {
	Char rune
	Span source.Span
}

// Statement is a statement whose rules are checked.
type Statement struct {
	Checker
	Model *model.Filling
	Given map[lattice.Cell]source.Span // the places of the symbols that a picture gives

	at     source.Span     // of the rule or the mark at hand
	known  map[string]bool // the cells of the units, once a rule asks
	groups int             // of cells that are distinct, but for those that are lines, boxes and regions
}

// Handler is what is known of a rule.
type Handler struct {
	Word   string // that the rule begins with; of several, the first
	Once   bool   // a statement may have one such rule
	Latin  bool   // of Latin squares alone
	InFile bool   // the file of a square says this itself
	Stays  bool   // other rules need it, so it is no clue

	functions
}

// functions are those of a rule, and the type that it has in the tree.
type functions struct {
	tree  reflect.Type
	check func(*Statement, ast.CellRule)
	clues func(Clues, ast.CellRule) ([]Part, bool) // nil if only the whole can be left out
}

// of returns the functions of rules of a type: check checks one, and clues reads its clues or is nil.
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
	{Word: "symbols", Once: true, Latin: true, InFile: true, Stays: true, functions: of(checkSymbols, nil)},
	{Word: "boxes", Once: true, Latin: true, functions: of(checkBoxes, nil)},
	{Word: "regions", Once: true, functions: of(checkRegions, nil)},
	{Word: "diagonals", Once: true, Latin: true, functions: of(checkDiagonals, nil)},
	{Word: "orthogonal", Once: true, Latin: true, functions: of(checkMate, nil)},
	{Word: "apart", functions: of(checkApart, nil)},
	{Word: "less", functions: of(checkLess, nil)},
	{Word: "differ", functions: of(checkDiffer, nil)},
	{Word: "double", functions: of(checkDouble, nil)},
	{Word: "same", functions: of(checkSame, nil)},
	{Word: "arrow", functions: of(checkArrow, nil)},
	{Word: "between", functions: of(checkBetween, readBetween)},
	{Word: "distinct", functions: of(checkDistinct, readDistinct)},
	{Word: "sum", functions: of(checkTotal, nil)},
	{Word: "cages", functions: of(checkCages, readCages)},
	{Word: "sees", functions: of(checkSees, readSees)},
	{Word: "runs", functions: of(checkRuns, readRuns)},
	{Word: "keep", functions: of(checkSymmetric, nil)},
	{Word: "connected", functions: of(checkJoined, nil)},
	{Word: "count", functions: of(checkCount, readCount)},
}

var handlers = sync.OnceValue(func() map[reflect.Type]*Handler {
	byType := map[reflect.Type]*Handler{}
	for _, h := range table {
		byType[h.tree] = h
	}
	return byType
})

// HandlerOf returns what is known of a rule.
func HandlerOf(r ast.CellRule) *Handler { return handlers()[reflect.TypeOf(r)] }

// Check checks a rule in one round of its loop, and adds what it means to the model.
func (h *Handler) Check(s *Statement, r ast.CellRule) {
	s.at = s.SpanOf(r)
	h.check(s, r)
}

// ReadClues returns the parts of a rule that can be left out one by one. It returns false if only the whole can.
func (h *Handler) ReadClues(c Clues, r ast.CellRule) ([]Part, bool) {
	if h.clues == nil || ast.LoopOf(r) != nil {
		return nil, h.Stays
	}
	return h.clues(c, r)
}

func (s *Statement) grid() *lattice.Grid { return s.GridOf(s.Model.Board) }

// fail reports an error at a node, and returns false.
func (s *Statement) fail(code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return s.ReportError(code, s.SpanOf(at), hint, format, args...)
}

// require reports an error unless something holds, and returns whether it does.
func (s *Statement) require(holds bool, code source.Code, at ast.Ranged, hint, format string, args ...any) bool {
	return holds || s.fail(code, at, hint, format, args...)
}

// requireSquares requires a board of squares.
func (s *Statement) requireSquares(at ast.Ranged, why string) bool {
	b := s.Model.Board
	return s.require(b.Lattice == lattice.Square, codes.WrongLattice, at, "",
		"%s, and `%s` is on the lattice `%s`", why, b.Name, b.Lattice.Name)
}

// requireSymbol finds the number of a symbol that a rule names.
func (s *Statement) requireSymbol(symbol ast.Text, at ast.Ranged) (int, bool) {
	v := slices.Index(s.Model.Symbols, string(symbol))
	return v, s.require(v >= 0, codes.BadGiven, at, "the symbols are "+strings.Join(s.Model.Symbols, ""),
		"%q is no symbol here", symbol)
}

// requireFewCells requires no more cells than there are symbols, as all of them differ.
func (s *Statement) requireFewCells(cells []lattice.Cell, at ast.Ranged) bool {
	return s.require(len(cells) <= len(s.Model.Symbols), codes.BadRegions, at, "",
		"%d cells cannot have different symbols: there are %d", len(cells), len(s.Model.Symbols))
}

// cellsPerPair is what the pairs of a cell cost of the cells that a file may handle.
const cellsPerPair = 20
