package rule

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/source"
)

// PackRuleRound is a rule of `pack` in the last round of its loop that was checked, for the sentence about the rule.
type PackRuleRound struct {
	Checker
	Packing            *model.Packing
	RuleText           string           // text of the rule as the puzzle has it
	RuleSigns          []model.RuleSign // drawings of the rule in that round
	DescribesAllRounds bool             // whether the sentence is about all rounds of the loop
}

// PackRuleSentence returns the sentence of a rule of `pack`, or several lines of sentences. It panics for a rule
// without one.
func PackRuleSentence(p *PackRuleRound, r ast.Rule) string {
	switch r := r.(type) {
	case *ast.Fix:
		return fixSentence(p, r)
	case *ast.Keep:
		return keepSentence(p, r)
	case *ast.Symmetric:
		return SymmetricSentence(r.Motions)
	case *ast.Leave:
		return leaveSentence(p, r)
	case *ast.Apart:
		return piecesApartSentence(p, r)
	case *ast.PlainRule:
		return plainRuleSentence(r)
	case *ast.Border:
		return "Sides at the border of the board have the color " + string(r.Color) + "."
	}
	panic(fmt.Sprintf("no sentence about %T", r))
}

// fixSentence returns a sentence about pieces whose place is not drawn, since several orientations fit there.
func fixSentence(p *PackRuleRound, r *ast.Fix) string {
	if r.Orientation != nil || slices.ContainsFunc(p.Packing.Pieces, func(k *model.PackedPiece) bool {
		return k.Name == r.Piece.Text && len(k.Orientations) == 1
	}) {
		return "The pieces that are drawn on the board stay where they are."
	}
	at, ok := p.EvalPlace(r.CornerPlace, p.Packing.Board)
	if !ok {
		return QuoteRule(p.RuleText)
	}
	return r.Piece.Text + " begins in " + NameCell(at, p.Packing.Board) +
		": there are its first row and its first column."
}

func keepSentence(p *PackRuleRound, r *ast.Keep) string {
	if r.AllowedCells == nil {
		return QuoteRule(p.RuleText) + "\nOrientations count from 0: as drawn, then turned with the clock, then " +
			"turned over."
	}
	cells, _ := p.FindCells(r.AllowedCells, p.Packing.Board)
	return r.Piece.Text + " lies on these cells: " + NameCells(cells, p.Packing.Board) + "."
}

func leaveSentence(p *PackRuleRound, r *ast.Leave) string {
	if words := CountSignSentence(p.RuleSigns, "covered cells"); words != "" {
		return words
	}
	n, _ := p.EvalCount(r.EmptyCount, aboveEveryClue)
	isAny := n.Min == 0 && n.Max >= aboveEveryClue
	if isAny && len(r.On) == 0 {
		return "Any cells may stay empty."
	}
	where := WherePhrase(r.On, p.DescribesAllRounds, p.Packing.Board, lineFinder(p, p.Packing.Board))
	if isAny {
		return Capitalize(where) + " cells may stay empty."
	}
	return ExistenceSentence(where, n, "empty cell", "empty cells")
}

// lineFinder returns a function that finds the cells of a line of a rule on a board.
func lineFinder(c Checker, b *model.Board) func(*ast.Line) [][]lattice.Cell {
	return func(l *ast.Line) (cells [][]lattice.Cell) {
		for _, line := range c.FindLines(l, b) {
			cells = append(cells, line)
		}
		return cells
	}
}

func piecesApartSentence(p *PackRuleRound, r *ast.Apart) string {
	what := "two pieces"
	if len(r.Pieces) > 0 {
		var names []string
		for _, name := range r.Pieces {
			names = append(names, name.Text)
		}
		what = "two of the pieces " + source.JoinWords(names)
	}
	return "No " + what + " have cells " + LeapPhrase(r.ChessmanMove, p.Packing.Board, p) + "."
}

func plainRuleSentence(r *ast.PlainRule) string {
	switch {
	case r.Empty:
		return "The empty cells are connected: steps over sides lead from each to each."
	case r.MatchesColors:
		return "A colored cell of a piece lies on a cell of its color, or on one without a color."
	case r.AllowsCrossing:
		return "Pieces may cross at a joint."
	case r.Word == "tatami":
		return "No four pieces meet at a corner."
	}
	return "No straight line between rows or columns cuts the board in two: a piece lies across each."
}

// ChessmenRuleSentence returns the sentence of a rule of `place`. It describes the last round of the loop that was
// checked or, if general is set, all rounds.
func ChessmenRuleSentence(c Checker, r *ast.ManRule, b *model.Board, signs []model.RuleSign, one, many string,
	general bool) string {
	switch {
	case r.Symmetric != nil:
		return SymmetricSentence(r.Symmetric.Motions)
	case r.Apart != nil:
		return "No two " + many + " stand on cells " + LeapPhrase(r.Apart.ChessmanMove, b, c) + "."
	}
	if words := CountSignSentence(signs, many); words != "" {
		return words
	}
	n, _ := c.EvalCount(r.Count.Count(), aboveEveryClue)
	return ExistenceSentence(WherePhrase(r.On, general, b, lineFinder(c, b)), n, one, many)
}

// DissectRuleSentence returns the sentence of a rule of `dissect`.
func DissectRuleSentence(c Checker, r *ast.CutRule) string {
	switch {
	case r.AllowedMotion == "shift":
		return "Pieces are shifted, and not turned."
	case r.AllowedMotion == "rotate":
		return "Pieces may be turned, and not turned over."
	case r.AllowedMotion == "flip":
		return "Pieces may be turned, and turned over."
	case r.Connected:
		return "Each piece is in one part."
	}
	n, _ := c.EvalCount(r.PieceSizes, aboveEveryClue)
	return "Each piece has " + CountPhrase(n, "cell", "cells") + "."
}

// WordRuleSentence returns the sentence of a rule of `words`, or "" for lines, which the sentence of the statement
// names.
func WordRuleSentence(r *ast.WordRule) string {
	switch {
	case r.GivenLetters != nil:
		return "Letters that are printed in bold are given."
	case r.Word == "distinct":
		return "No word is used twice."
	}
	return ""
}
