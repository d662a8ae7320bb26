package rule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkCount checks rules such as `exactly 2 "1" on rows`: that many cells of each line have one of some symbols.
func checkCount(s *Statement, r *ast.CountRule) {
	numbers, ok := s.requireSymbols(r.Symbols, r)
	lines := s.linesBehindOn(r.On)
	if r.On == nil {
		lines = [][]lattice.Cell{s.boardGrid().Cells}
	}
	for _, l := range r.On {
		s.recordDrawnBorders(l, s.cellsByRuleLine[l])
	}
	for _, cells := range lines {
		times, fine := s.EvalCount(r.Count.Count(), len(cells))
		if !ok || !fine || !s.addSymbolCountRule(cells, numbers, string(r.Symbols), times, r) {
			return
		}
		for _, l := range r.On {
			s.WarnSkippedHoles(l, times.Max, s.Filling.Board)
		}
		// A number of sticks around a cell is how a puzzle about a loop gives its clues, so no warning is given.
		if s.Filling.Board.Lattice.StickEnds != nil && times.Min == times.Max {
			s.addRuleSign("number", strconv.Itoa(times.Min), cells)
		}
		s.addCountSign(r, cells, times)
	}
}

// addCountSign draws the number of cells with a symbol, if there is a place for the number.
func (s *Statement) addCountSign(r *ast.CountRule, cells []lattice.Cell, times model.CountRange) {
	onCell := "corner"
	// a symbol _ means that cells may stay empty, and an empty cell has room for a number
	if slices.Contains(s.Filling.Symbols, "_") {
		onCell = "count"
	}
	if len(r.On) != 1 {
		return
	}
	if sign, ok := SignOfCount(s, r.On[0], lattice.NewShape(cells), times, s.Filling.Board, onCell); ok {
		sign.CountedSymbol = string(r.Symbols)
		s.Filling.RuleSigns = append(s.Filling.RuleSigns, sign)
	}
}

// addSymbolCountRule adds the rule that a number of cells, in the range times, have one of some symbols. The name is
// the name of the clue, for messages.
func (s *Statement) addSymbolCountRule(cells []lattice.Cell, symbols []int, name string, times model.CountRange,
	at ast.Ranged) bool {
	if len(symbols) > 1 {
		name = fmt.Sprintf("any of the symbols %s", strings.Join(strings.Split(name, ""), " and "))
	}
	if !s.require(times.Min <= len(cells), codes.BadGiven, at, "", "%s cannot stand %d times on %s", name, times.Min,
		source.Plural(len(cells), "cell")) {
		return false
	}
	s.Filling.SymbolCountRules = append(s.Filling.SymbolCountRules,
		model.SymbolCountRule{Span: s.SpanOf(at), Cells: cells, Symbols: symbols,
			CellCount: times})
	return true
}

func (s *Statement) lineCountsSentence(symbol string) string {
	_, many := s.cellsWithSymbolsNoun(symbol)
	if slices.ContainsFunc(s.Filling.RuleSigns, func(sign model.RuleSign) bool {
		return sign.CountedSymbol != "" && sign.CountedSymbol != symbol
	}) {
		return "A number with ×" + symbol + " beside a row or a column says how many " + many + " it has."
	}
	return "A number beside a row or above a column says how many " + many + " it has."
}

func countSentence(s *Statement, r *ast.CountRule) string {
	one, many := s.cellsWithSymbolsNoun(string(r.Symbols))
	switch {
	case len(s.signsOfLastRule("number")) > 0:
		return "A number says how many of the sides around it are lines."
	case len(s.Filling.RuleSigns) > s.signsBeforeLastRule:
		return CountSignSentence(s.Filling.RuleSigns[s.signsBeforeLastRule:], many)
	}
	n, _ := s.EvalCount(r.Count.Count(), aboveEveryClue)
	if n.Max == 0 && s.isCountDrawnOnCell(r) {
		return Capitalize(CountPhrase(n, one, many)) + " stands where a number is."
	}
	if r.On == nil {
		return ExistenceSentence("on the whole board", n, one, many)
	}
	return ExistenceSentence(s.wherePhrase(r.On), n, one, many)
}

// isCountDrawnOnCell reports whether a rule is about one cell, on which a number is drawn.
func (s *Statement) isCountDrawnOnCell(r *ast.CountRule) bool {
	if len(r.On) != 1 || len(s.cellsByRuleLine[r.On[0]]) != 1 || len(s.cellsByRuleLine[r.On[0]][0]) != 1 {
		return false
	}
	return slices.ContainsFunc(s.Filling.RuleSigns, func(sign model.RuleSign) bool {
		return sign.SignKind == "count" && sign.Cells[0] == s.cellsByRuleLine[r.On[0]][0][0]
	})
}
