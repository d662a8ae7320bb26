package rule

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// checkTotal checks `sum`, `product`, `difference` and `quotient`: the numbers on some cells have the given total. With
// `distinct` the symbols of each line must differ too. A rule may also say `distinct` without a total.
func checkTotal(s *Statement, r *ast.TotalRule) {
	if s.addLineTotals(r.Totals, r.On, r.DistinctSymbols, r); len(r.Totals) > 0 {
		return
	}
	for _, l := range r.On {
		s.addDistinctLines(l)
	}
}

// addLineTotals adds the totals of a rule: one total for every line, or a total for each region of a picture.
func (s *Statement) addLineTotals(totals []*ast.Total, on []*ast.Line, distinct bool, at ast.Ranged) {
	var clues []*ast.Total
	for _, t := range totals {
		if t.Value == nil {
			clues = append(clues, t)
			continue
		}
		want, ok := s.EvalCount(t.Value, aboveEveryClue)
		s.warnSingleCells(on)
		for _, cells := range s.linesBehindOn(on) {
			if ok {
				s.warnShortDiagonals(on, cells, t.Operation, want.Min)
				s.addTotalRule(model.RuleAutomaton{Cells: cells, RequiresDistinctSymbols: distinct, Span: s.SpanOf(at)},
					t.Operation, want, at)
			}
		}
	}
	if len(clues) > 0 && s.require(len(on) == 1 && on[0].Regions != nil, codes.BadRegions, clues[0],
		"name the regions: sum \"a 12 b 7\" on regions \"\"\"…\"\"\"; a total of all lines is a number: sum 12 on rows",
		"these totals are called by the characters of regions") {
		s.addCageTotals(clues, on[0].Regions, distinct)
	}
}

// warnSingleCells warns of places with commas between them that are one cell each: a total of one cell is just its
// number.
func (s *Statement) warnSingleCells(on []*ast.Line) {
	if len(on) < 2 || slices.ContainsFunc(on, func(l *ast.Line) bool {
		return l.Shape == nil || len(l.Shape.FirstTerm.Atom.Cells) != 1 || cellListOfLine(l) == nil
	}) {
		return
	}
	var cells []string
	for _, l := range on {
		cells = append(cells, s.SpanOf(l).File.TextOf(l.Range()))
	}
	s.ReportWarning(codes.BadPlace, s.SpanOf(on[1]),
		source.BoundMessage("cells that count together stand without commas: on "+
			strings.Join(cells, " ")), "a comma begins another place, and each of these has one cell")
}

// warnShortDiagonals warns, once, of diagonals that have too few cells for a total.
func (s *Statement) warnShortDiagonals(on []*ast.Line, cells []lattice.Cell, op string, least int) {
	for _, l := range on {
		if l.Word == "diagonals" && op == "sum" && len(cells)*slices.Max(s.Filling.SymbolValues) < least &&
			!s.warnedOfShortDiagonals {
			s.warnedOfShortDiagonals = true
			s.ReportWarning(codes.ItemWithoutOptions, s.SpanOf(l), "the two from corner to corner are `main diagonals`",
				"there is no solution: `diagonals` are the short ones too, and %s cannot have the sum %d",
				source.Plural(len(cells), "cell"), least)
		}
	}
}

// readTotalClues adds a clue for each region of a picture, if all totals belong to regions. Without totals it adds a
// clue for each of several groups of cells.
func readTotalClues(c ClueCollector, r *ast.TotalRule) ([]RemovablePart, bool) {
	isSingle := func(t *ast.Total) bool { return t.Value != nil }
	switch {
	case len(r.Totals) == 0:
		return readDistinctClues(c, r)
	case slices.ContainsFunc(r.Totals, isSingle) || hasEscapes(c, r):
		return nil, false
	}
	return readCageClues(c, r.Totals, r.On[0].Regions), true
}

// signOfOperation maps an operation other than the sum to the sign after its total in pictures.
var signOfOperation = map[string]string{"product": "×", "difference": "−", "quotient": "÷"}

// countRangeText returns a range as pictures write it beside cells. An upper end of aboveEveryClue is left out.
func countRangeText(r model.CountRange) string {
	switch {
	case r.Min == r.Max:
		return strconv.Itoa(r.Min)
	case r.Max >= aboveEveryClue:
		return "≥" + strconv.Itoa(r.Min)
	}
	return strconv.Itoa(r.Min) + "–" + strconv.Itoa(r.Max)
}

// addTotalRule adds the rule that the numbers on the cells of an automaton have a total within a range.
func (s *Statement) addTotalRule(w model.RuleAutomaton, op string, want model.CountRange, at ast.Ranged) {
	if w.RequiresDistinctSymbols && !s.requireFewCells(w.Cells, at) {
		return
	}
	s.addAutomaton(s.totalAutomaton(w, op, want), w.Span)
	s.addCageSign(countRangeText(want)+signOfOperation[op], w.Cells)
}

// totalAutomaton returns an automaton for the rule that the numbers on its cells have a total within a range. The order
// of the cells does not matter.
func (s *Statement) totalAutomaton(w model.RuleAutomaton, op string, want model.CountRange) model.RuleAutomaton {
	w.IgnoresCellOrder, w.Name = true, cmp.Or(w.Name, "the "+op+" "+countRangeText(want))
	least, total, most := int64(want.Min), int64(want.Max), int64(slices.Max(s.Filling.SymbolValues))
	isWanted := func(n int64) bool { return least <= n && n <= total }
	isExact, isOpen := want.Min == want.Max, want.Max >= aboveEveryClue
	switch op {
	case "sum":
		w.NextState = func(state int64, _, value int) (int64, bool) {
			sum := state + int64(value)
			if isOpen {
				return min(sum, least), true
			}
			return sum, sum <= total
		}
		w.IsAccepting = isWanted
	case "product":
		w.StartState = 1
		w.NextState = func(state int64, _, value int) (int64, bool) {
			product := state * int64(value)
			switch {
			case product == 0:
				return 0, least == 0
			case isOpen:
				return min(product, max(least, 1)), true
			case product > total: // the product is too large already, and only a zero could make it smaller
				return total + 1, least == 0
			}
			return product, !isExact || total%product == 0
		}
		w.IsAccepting = isWanted
	case "difference": // a difference is the greatest number minus all others
		w.NextState = func(state int64, _, value int) (int64, bool) {
			return packPairState(max(state>>32, int64(value)), state&(1<<32-1)+int64(value)), true
		}
		w.IsAccepting = func(state int64) bool { return isWanted(2*(state>>32) - state&(1<<32-1)) }
	case "quotient": // a quotient is the greatest number divided by all others
		w.StartState = packPairState(0, 1)
		w.NextState = func(state int64, _, value int) (int64, bool) {
			product := (state & (1<<32 - 1)) * int64(value)
			return packPairState(max(state>>32, int64(value)), product), 0 < product && product <= most*most
		}
		w.IsAccepting = func(state int64) bool {
			greatest, product := state>>32, state&(1<<32-1)
			if greatest == 0 || product%greatest != 0 {
				return false
			}
			others := product / greatest
			return greatest%others == 0 && isWanted(greatest/others)
		}
	}
	return w
}

// totalWordsByOperation holds, for each operation, the words for a number with its sign, and for the total it gives.
var totalWordsByOperation = map[string][2]string{"sum": {"A number", "the sum of the numbers"},
	"product":    {"A number with ×", "the product of the numbers"},
	"difference": {"A number with −", "the greatest number minus the others"},
	"quotient":   {"A number with ÷", "the greatest number divided by the others"}}

// totalSentence returns a sentence that says what the totals of a rule are and where they are drawn.
func totalSentence(s *Statement, r *ast.TotalRule) string {
	if len(r.Totals) == 0 {
		return distinctSentence(s, r)
	}
	var sentences []string
	for _, place := range []struct{ kind, words string }{{"cage", " in the corner of a cage is "},
		{"clue", " in front of a row or a column is "}, {"line", " at a line is "}} {
		if len(s.signsOfLastRule(place.kind)) == 0 {
			continue
		}
		for _, t := range r.Totals {
			words := totalWordsByOperation[t.Operation]
			sentence := words[0] + place.words + words[1] + " there"
			if r.DistinctSymbols {
				sentence += ", and none is repeated"
			}
			sentences = append(sentences, sentence+".")
		}
	}
	return strings.Join(sentences, " ")
}
