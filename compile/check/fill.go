package check

import (
	"errors"
	"slices"
	"strings"
	"unicode"

	"quadrille/compile/latin"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/compile/rule"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// fillChecker checks a `latin` or `fill` statement. Givens that contradict one another are reported as errors, and not
// left as a puzzle without solutions: they are usually misprints, and the error shows their place. The givens are
// compared after all rules are read, since any rule may add units (sets of cells whose symbols differ).
type fillChecker struct {
	*checker
	filling *model.Filling // meaning of the `latin` or `fill` statement so far
	// ruleState holds the state that the rules share.
	ruleState     rule.Statement
	givenFile     *source.File // file that holds the givens, or nil
	givenFileHint string       // hint of errors in that file
}

// newFillChecker returns the checker of one statement.
func (c *checker) newFillChecker(s ast.Ranged) *fillChecker {
	m := &model.Filling{Span: c.spanOf(s)}
	return &fillChecker{checker: c, filling: m, ruleState: rule.Statement{Checker: ruleChecker{c}, Filling: m,
		SpanOfGiven: map[lattice.Cell]source.Span{}}}
}

// checkLatin checks a `latin` statement.
func (c *checker) checkLatin(s *ast.Latin) bool {
	q := c.newFillChecker(s)
	before := c.failureCount
	if s.SquareFile == nil && !q.setLatinOrder(s.Size) || s.SquareFile != nil && !q.readSquareFile(s.SquareFile) {
		return false
	}
	n := q.filling.LatinOrder
	q.filling.Board = &model.Board{Name: "latin", Span: q.filling.Span, Lattice: lattice.Square,
		Cells: lattice.Rectangle(n, n)}
	if s.Symbols != nil && !q.setSymbols(s.Symbols, n) || s.Symbols == nil && !q.setUsualSymbols(n, s) {
		return false
	}
	q.checkCellRules(s, s.Rules)
	return q.finishFilledBoard(before)
}

// finishFilledBoard compares the givens. It stores the filled board unless there are more failures than before.
func (q *fillChecker) finishFilledBoard(before int) bool {
	if lines := q.ruleState.RowAndColumnUnits(); q.filling.LatinOrder > 0 {
		q.filling.DistinctUnits = slices.Concat(lines, q.filling.DistinctUnits)
	} else if q.isLatinSquare(lines) {
		q.filling.LatinOrder = len(q.filling.Symbols)
		q.filling.DistinctUnits = slices.Concat(lines, slices.DeleteFunc(q.filling.DistinctUnits, isUnitOf(lines)))
	}
	q.filling.DistinctUnits = append(q.filling.DistinctUnits, q.ruleState.UnitsOfOrthogonalSquare...)
	q.ruleState.AddSameSums()
	if q.checkGivensConsistent(); q.failureCount > before {
		return false
	}
	q.puzzle.Filling = q.filling
	return true
}

// isLatinSquare reports whether the board is a Latin square: it has as many rows and columns as symbols, and the
// symbols of each line must differ.
func (q *fillChecker) isLatinSquare(lines []model.DistinctUnit) bool {
	b, n := q.filling.Board, len(q.filling.Symbols)
	isUnit := isUnitOf(q.filling.DistinctUnits)
	return b.Lattice == lattice.Square && !b.IsWrapped() && b.AllCells().Equal(lattice.Rectangle(n, n)) &&
		!slices.ContainsFunc(lines, func(u model.DistinctUnit) bool { return !isUnit(u) })
}

// isUnitOf returns a function that reports whether a unit has the same cells as one of the given units.
func isUnitOf(units []model.DistinctUnit) func(model.DistinctUnit) bool {
	return func(u model.DistinctUnit) bool {
		return slices.ContainsFunc(units, func(v model.DistinctUnit) bool { return v.Cells.Equal(u.Cells) })
	}
}

// checkFill checks a `fill` statement.
func (c *checker) checkFill(s *ast.Fill) bool {
	q := c.newFillChecker(s)
	before := c.failureCount
	b := c.boardOfShape(s.Board)
	if b == nil {
		return false
	}
	q.filling.Board = b
	if !q.setSymbols(s.Symbols, 0) || !q.boxFitsCellLimit(s, len(q.filling.Symbols), len(c.boardGrid(b).Cells)) {
		return false
	}
	q.checkCellRules(s, s.Rules)
	return q.finishFilledBoard(before)
}

// checkCellRules checks the rules of a statement in order, each in all rounds of its loop.
func (q *fillChecker) checkCellRules(s ast.Ranged, rules []ast.CellRule) {
	defer q.setRuleBoard(q.filling.Board)()
	if len(q.filling.Symbols) > 0 {
		q.addSentence(s, q.ruleState.FillSentence()+"\n"+rule.JoinedEdgesSentence(q.filling.Board))
	}
	for _, r := range rules {
		q.eachRuleRound(ast.LoopOf(r), func() {
			before := q.failureCount
			if q.checkCellRule(r); q.failureCount == before {
				q.addRuleSentence(r, ast.LinesOf(r), q.filling.Board, func(general bool) string {
					return rule.HandlerOf(r).RuleSentence(&q.ruleState, r, general)
				})
			}
		})
	}
}

// setLatinOrder computes the number of rows of a Latin square. It returns false after an error.
func (q *fillChecker) setLatinOrder(size *ast.Amount) bool {
	n, ok := q.evalSize(size.Expr())
	q.filling.LatinOrder = n
	return ok && q.require(n > 0, codes.BadCount, size, "", "there is no square of %d by %d", n, n) &&
		q.boxFitsCellLimit(size, n, n, n)
}

// readSquareFile reads a partial Latin square from a file: its size and its givens. It returns false after an error.
func (q *fillChecker) readSquareFile(s *ast.Path) bool {
	name, text, ok := q.readPath(s, s.Text, codes.BadPath, pathHint)
	if !ok {
		return false
	}
	q.givenFile = source.NewFile(name, text)
	q.givenFileHint = "this square is wanted at " + q.spanOf(s).FileLine()
	read, err := latin.ReadSquare(name, string(text))
	var faults source.DiagnosticList
	if err != nil && !errors.As(err, &faults) {
		q.fail(codes.BadSquare, s, "", "%v", err)
	}
	for _, f := range faults {
		q.failAt(f.Code, f.Span, f.Hint+"; "+q.givenFileHint, "%s", f.Summary)
	}
	if err != nil {
		return false
	}
	q.filling.LatinOrder, q.filling.GivenSymbols = read.Order(), map[lattice.Cell]int{}
	for i, row := range read.Cells {
		for j, v := range row {
			if cell := (lattice.Cell{int32(i), int32(j)}); v > 0 {
				q.filling.GivenSymbols[cell] = v - 1 // symbols are counted from 0 in the model and from 1 in a file
				q.ruleState.SpanOfGiven[cell] = q.givenFile.CharacterSpan(i+1, j+1)
			}
		}
	}
	return q.boxFitsCellLimit(s, q.filling.LatinOrder, q.filling.LatinOrder, q.filling.LatinOrder)
}

// setUsualSymbols sets the first n of the usual symbols 1, 2, …, 9, a, b, …. It returns false after an error.
func (q *fillChecker) setUsualSymbols(n int, at *ast.Latin) bool {
	usual := []rune(rule.UsualSymbols)
	place := ast.Ranged(at)
	if at.Size != nil {
		place = at.Size
	}
	if !q.require(n <= len(usual), codes.BadSymbols, place, "name them: latin n with \"…\"",
		"a square of %d by %d needs %d symbols, and there are %d", n, n, n, len(usual)) {
		return false
	}
	q.setSymbolsAndValues(usual[:n])
	return true
}

// setSymbols reads the symbols that a statement lists, but for a Latin square with n rows only the first n. It is
// called before any rule is checked. It returns false after an error.
func (q *fillChecker) setSymbols(s *ast.Symbols, n int) bool {
	before := q.failureCount
	text, values := []rune(string(s.Text)), []int(nil)
	if s.Low != nil || s.Numbers != nil {
		text, values = q.numberedSymbols(s)
	}
	if q.failureCount > before || !q.require(len(text) > 0, codes.BadSymbols, s,
		"write them: with \"01\", or with 1..9",
		"there are no symbols") || !q.require(len(text) >= n, codes.BadSymbols, s, "",
		"a square of %d by %d needs %d symbols, and there are %d", n, n, n, len(text)) {
		return false
	}
	taken := map[rune]bool{}
	for _, char := range text {
		switch {
		case taken[char]:
			q.fail(codes.BadSymbols, s, "each symbol stands once", "the symbol %q is there twice", char)
		case char == '.' || !isNameRune(char):
			q.fail(codes.BadSymbols, s,
				"a dot is an empty cell, and a blank and , : | [ ] cannot be told in pictures and names; any other "+
					"character may be a symbol",
				"%q cannot be a symbol", char)
		}
		taken[char] = true
	}
	if n > 0 {
		text = text[:n]
	}
	if q.setSymbolsAndValues(text); values != nil {
		q.filling.SymbolValues = values[:len(text)]
	}
	return q.failureCount == before
}

// numberedSymbols returns symbols for a range of numbers, and the numbers. The symbol of a number of two digits is a
// letter: a for 10, b for 11, and so on.
func (q *fillChecker) numberedSymbols(s *ast.Symbols) (text []rune, values []int) {
	if s.Low != nil {
		low, ok := q.evalSize(s.Low.Expr())
		high, fine := q.evalSize(s.High.Expr())
		for v := low; ok && fine && v <= high && len(values) <= len(rule.UsualSymbols); v++ {
			values = append(values, v)
		}
	} else {
		values, _ = q.evalSizes(s.Numbers)
	}
	usual := "0" + rule.UsualSymbols
	for _, v := range values {
		if !q.require(v >= 0 && v < len(usual), codes.BadSymbols, s,
			"one character stands for each: 0 to 9, then a to z and A to Z for 10 to 61",
			"there is no symbol for %d", v) {
			break
		}
		text = append(text, rune(usual[v]))
	}
	return text, values
}

// setSymbolsAndValues sets the symbols and their values in sums. If all symbols are digits, the value of a symbol is
// the digit; otherwise it is the position in the list, counted from 1.
func (q *fillChecker) setSymbolsAndValues(text []rune) {
	digits := true
	for _, char := range text {
		q.filling.Symbols = append(q.filling.Symbols, string(char))
		digits = digits && '0' <= char && char <= '9'
	}
	for v, char := range text {
		value := v + 1
		if digits {
			value = int(char - '0')
		}
		q.filling.SymbolValues = append(q.filling.SymbolValues, value)
	}
}

// isNameRune reports whether a character may be a symbol or part of a word. Characters that would make pictures or
// names of items unreadable may not.
func isNameRune(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !strings.ContainsRune(",:|[]", r)
}

// checkCellRule checks a rule. If the rule may stand only once and has stood before, it is reported after its own
// check.
func (q *fillChecker) checkCellRule(r ast.CellRule) {
	h, kept, before := rule.HandlerOf(r), *q.filling, q.failureCount
	switch {
	case q.givenFile != nil && h.IsReplacedBySquareFile:
		q.fail(codes.SaidTwice, r, "remove one of them: `latin` with a size takes givens and symbols of your own",
			"the file %s says what is given, in symbols of its own", q.givenFile.Name)
		return
	}
	if h.Check(&q.ruleState, r); !h.MayStandOnlyOnce {
		return
	}
	about := onceOnlyKey(h.FirstWord)
	if q.singleUseKeysSeen[about] {
		*q.filling = kept
	}
	if q.failureCount == before {
		q.requireFirstOfKind(about, r)
	}
	q.singleUseKeysSeen[about] = true
}

// checkGivensConsistent reports a symbol that is given twice in a unit. It also reports a pair of symbols that is given
// twice in a square and the square orthogonal to it.
func (q *fillChecker) checkGivensConsistent() {
	if q.filling.GivenSymbols == nil {
		return
	}
	blamed := map[lattice.Cell]bool{}
	blame := func(cell lattice.Cell, format string, args ...any) {
		if !blamed[cell] {
			blamed[cell] = true
			q.failAt(codes.BadGiven, q.ruleState.SpanOfGiven[cell], q.givenFileHint, format, args...)
		}
	}
	distinct := func(cells lattice.Shape, where string) {
		seen := map[int]bool{}
		for _, cell := range cells {
			v, given := q.filling.GivenSymbols[cell]
			if given && seen[v] {
				blame(cell, "%s stands twice %s", q.filling.Symbols[v], where)
			}
			seen[v] = seen[v] || given
		}
	}
	for _, u := range q.filling.DistinctUnits {
		where := "in this " + strings.TrimRight(u.ItemFamily, "23456789")
		switch u.ItemFamily {
		case "mate":
			where = "where the mate has " + u.UnitIndex
		case "distinct":
			where = "on cells that differ"
		}
		distinct(u.Cells, where)
	}
	for _, s := range q.filling.Separations {
		for _, pair := range s.CellPairs {
			if s.MemberNumbers == nil {
				distinct(pair[:], "on cells that are apart")
				continue
			}
			a, first := q.filling.GivenSymbols[pair[0]]
			b, second := q.filling.GivenSymbols[pair[1]]
			if first && second && slices.Contains(s.MemberNumbers, a) && slices.Contains(s.MemberNumbers, b) {
				blame(pair[1], "%s and %s are to be apart, and this is too near to %s", q.filling.Symbols[a],
					q.filling.Symbols[b],
					q.filling.Board.Lattice.FormatCell(pair[0]))
			}
		}
	}
	for _, w := range q.filling.RuleAutomata {
		if q.breaksRuleAutomaton(w) {
			q.failAt(codes.BadGiven, w.Span, "", "the symbols that are given on %s break this rule",
				q.cellNamesForMessage(w.Cells))
		}
	}
	for _, j := range q.filling.ConnectedRules {
		if a, b, cut := q.findUnconnectablePair(j.Symbols); cut {
			q.failAt(codes.BadGiven, j.Span, "", "what is given cuts off the %s on %s from that on %s",
				q.symbolNamesForMessage(j.Symbols), q.filling.Board.Lattice.FormatCell(a),
				q.filling.Board.Lattice.FormatCell(b))
		}
	}
	for _, k := range q.filling.SymbolCountRules {
		if n := q.countGivenSymbols(k); n > k.CellCount.Max {
			q.failAt(codes.BadGiven, k.Span, "", "%s is given too often on %s",
				q.symbolNamesForMessage(k.Symbols), q.cellNamesForMessage(k.Cells))
		}
	}
	for _, less := range q.filling.LessRules {
		pair := less.Cells
		a, first := q.filling.GivenSymbols[pair[0]]
		b, second := q.filling.GivenSymbols[pair[1]]
		if first && second && a >= b {
			blame(pair[1], "%s is to be more than the %s at %s", q.filling.Symbols[b], q.filling.Symbols[a],
				lattice.Square.FormatCell(pair[0]))
		}
	}
}

// maxListedCells bounds the number of cells that a message names.
const maxListedCells = 4

// cellNamesForMessage returns the names of cells for a message, at most maxListedCells of them.
func (q *fillChecker) cellNamesForMessage(cells []lattice.Cell) string {
	var at []string
	for _, cell := range cells[:min(maxListedCells, len(cells))] {
		at = append(at, q.filling.Board.Lattice.FormatCell(cell))
	}
	if len(cells) > maxListedCells {
		at = append(at, "so on")
	}
	return source.JoinWords(at)
}

// breaksRuleAutomaton reports whether all cells of an automaton are given and break its rule.
func (q *fillChecker) breaksRuleAutomaton(w model.RuleAutomaton) bool {
	state, seen := w.StartState, map[int]bool{}
	for number, cell := range w.Cells {
		v, given := q.filling.GivenSymbols[cell]
		if !given {
			return false
		}
		next, ok := w.NextState(state, number, q.filling.SymbolValues[v])
		if !ok || w.RequiresDistinctSymbols && seen[v] {
			return true
		}
		state, seen[v] = next, true
	}
	return !w.IsAccepting(state)
}

// findUnconnectablePair returns two cells that cannot be connected, each with one of the symbols given: no path runs
// between the cells through cells that are open or have one of these symbols.
func (q *fillChecker) findUnconnectablePair(symbols []int) (a, b lattice.Cell, found bool) {
	grid := q.boardGrid(q.filling.Board)
	has := slices.DeleteFunc(slices.Clone(grid.Cells), func(c lattice.Cell) bool {
		v, given := q.filling.GivenSymbols[c]
		return !given || !slices.Contains(symbols, v)
	})
	if len(has) == 0 {
		return a, b, false
	}
	reached, way := map[lattice.Cell]bool{has[0]: true}, has[:1:1]
	for k := 0; k < len(way); k++ {
		for _, c := range grid.NeighboursOf(way[k]) {
			if v, given := q.filling.GivenSymbols[c]; !reached[c] && (!given || slices.Contains(symbols, v)) {
				reached[c] = true
				way = append(way, c)
			}
		}
	}
	k := slices.IndexFunc(has, func(c lattice.Cell) bool { return !reached[c] })
	return has[0], has[max(k, 0)], k >= 0
}

// symbolNamesForMessage returns the names of symbols for a message.
func (q *fillChecker) symbolNamesForMessage(numbers []int) string {
	var names []string
	for _, v := range numbers {
		names = append(names, q.filling.Symbols[v])
	}
	return strings.Join(names, " or ")
}

// countGivenSymbols returns on how many cells of a rule one of its symbols is given.
func (q *fillChecker) countGivenSymbols(k model.SymbolCountRule) (n int) {
	for _, cell := range k.Cells {
		if v, given := q.filling.GivenSymbols[cell]; given && slices.Contains(k.Symbols, v) {
			n++
		}
	}
	return n
}
