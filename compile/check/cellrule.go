package check

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Rules on cells become units, whose symbols differ, pairs, numbers of cells, and walks: finite
// automata that read the cells one after the other. So lowering knows no sums and no skyscrapers.

// eachRound checks something in every round of a loop, whose indices stand for numbers
// meanwhile. It ends after an error, which the next round would only repeat.
func (c *checker) eachRound(f *ast.For, check func()) {
	if f == nil {
		check()
		return
	}
	before := c.broken
	bound := loopIndices{}
	maps.Copy(bound, c.bound)
	loop := c.translateRounds(f.Binders, f.Where, bound)
	if c.broken > before {
		return
	}
	outerBound, outerValues := c.bound, c.values
	defer func() { c.bound, c.values = outerBound, outerValues }()
	err := loop.EachRound(outerValues, func() error {
		if c.loopRounds += stepsPerRule; c.loopRounds > c.limits.Steps {
			return &source.Diagnostic{Code: codes.TooLarge, Span: c.spanOf(f),
				Summary: "the loops of this file have more than " + strconv.Itoa(c.limits.Steps) + " rounds"}
		}
		return nil
	}, func(env []int64) error {
		c.bound, c.values = bound, env
		if check(); !c.canContinue() || c.broken > before {
			return errStopLoop
		}
		return nil
	})
	if d, ok := err.(*source.Diagnostic); ok {
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
}

// stepsPerRule is what a round of a rule costs of the rounds that a file may have.
const stepsPerRule = 100

// errStopLoop ends a loop.
var errStopLoop = errors.New("enough")

// checkCellRule checks a rule of which there may be several.
func (q *fillChecker) checkCellRule(r *ast.CellRule) {
	q.at = q.spanOf(r)
	switch {
	case r.Apart != nil:
		q.model.Apart = q.appendLeaps(r.Apart, q.model.Board, q.model.Apart)
	case r.Less != nil:
		cells := q.relateNeighbours(r.Less, q.requireLess)
		q.addChainSign("<", "thermometer", "", cells)
	case r.Differ != nil:
		by, ok := q.evalCount(r.Differ)
		if ok {
			q.addDifferenceSign(by, q.relateNeighbours(r.Differing,
				q.relationRule(func(a, b int) bool { d := max(a-b, b-a); return by.Min <= d && d <= by.Max })))
		}
	case r.Double != nil:
		q.addChainSign("*", "line", "×2", q.relateNeighbours(r.Double, q.relationRule(markRelations['*'])))
	case r.Arrow != nil:
		q.checkArrow(r.Arrow)
	case r.Between != nil:
		q.checkMarksBetween(r.Between, string(r.Every), r)
	case r.Distinct != nil && r.Distinct.Groups != nil:
		for _, g := range r.Distinct.Groups {
			q.checkDistinct(g)
		}
	case r.Distinct != nil && r.Distinct.Total != nil:
		q.checkTotal(r.Distinct.Total, true)
	case r.Distinct != nil:
		q.checkCages(r.Distinct.Cages, true)
	case r.Total != nil:
		q.checkTotal(r.Total, false)
	case r.Cages != nil:
		q.checkCages(r.Cages, false)
	case r.Sees != nil:
		for _, e := range r.Sees {
			q.addEdgeClues(e)
		}
	case r.Runs != nil:
		for _, l := range r.Runs {
			q.eachClue(l, "", q.addRunLengths)
		}
	case r.Counted != nil:
		q.checkCountRule(r)
	case r.Joined != "":
		q.checkConnected(r)
	case r.Symmetric != nil:
		cells, alike := q.gridOf(q.model.Board).Cells, q.relationRule(func(a, b int) bool { return a == b })
		for _, image := range q.symmetryImages(r.Symmetric, q.model.Board) {
			for k, to := range image {
				n := int(to)
				if back := int(image[n]) == k; k < n || !back { // each pair once
					alike(cells[min(k, n)], cells[max(k, n)])
				}
			}
		}
	}
}

// checkConnected says that the cells with a symbol are connected, or one loop.
func (q *fillChecker) checkConnected(r *ast.CellRule) {
	v := slices.Index(q.model.Symbols, string(r.Joining))
	if !q.require(v >= 0, codes.BadGiven, r, "the symbols are "+strings.Join(q.model.Symbols, ""),
		"%q is no symbol here", r.Joining) {
		return
	}
	loop := r.Joined == "loop"
	if !q.chargeCells(r, cellsPerPair*len(q.gridOf(q.model.Board).Cells)) {
		return
	}
	q.model.Joined = append(q.model.Joined, model.ConnectedRule{Span: q.at, Symbol: v, Loop: loop})
	if !loop {
		return
	}
	grid, l := q.gridOf(q.model.Board), q.model.Board.Lattice
	if l.Ends == nil {
		for _, cell := range grid.Cells {
			around := append([]lattice.Cell{cell}, grid.NeighboursOf(cell)...)
			q.addEndCount(v, around, 1, []int64{-1, 2})
		}
		return
	}
	var joints []lattice.Cell
	for _, cell := range grid.Cells {
		joints = append(joints, l.Ends(cell)...)
	}
	done := map[lattice.Cell]bool{}
	for _, joint := range joints {
		if joint = grid.Reduce(joint); done[joint] {
			continue
		}
		done[joint] = true
		var meet []lattice.Cell
		for _, cell := range lattice.NewShape(l.SticksAt(joint)) {
			if n := grid.Number(cell); n >= 0 {
				meet = append(meet, grid.Cells[n])
			}
		}
		q.addEndCount(v, meet, 0, []int64{0, 2})
	}
}

// addEndCount says how many of some cells have a symbol. Of one cell in front of them, if there is
// one, it is said only if that has the symbol too.
func (q *fillChecker) addEndCount(symbol int, cells []lattice.Cell, before int, numbers []int64) {
	is := q.model.Values[symbol]
	q.addWalk(model.RuleWalk{
		Cells: cells,
		Step: func(state int64, number, value int) (int64, bool) {
			switch {
			case number < before && value != is, state < 0:
				return -1, true
			case number < before || value != is:
				return state, true
			}
			return state + 1, state < 2
		},
		Ends: func(state int64) bool { return slices.Contains(numbers, state) },
	}, q.at)
}

// readDistinctCells reads cells of the board, each of them once.
func (q *fillChecker) readDistinctCells(places []*ast.Place, least int) ([]lattice.Cell, bool) {
	before := q.broken
	var cells []lattice.Cell
	for _, at := range places {
		known := q.appendBoardCells(nil, []*ast.Place{at}, q.model.Board)
		if len(known) > 0 && q.require(!slices.Contains(cells, known[0]), codes.BadPlace, at,
			"a rule goes over a cell once; close a ring by a second rule, about the last cell and the first",
			"this cell is there already") {
			cells = append(cells, known[0])
		}
	}
	return cells, q.broken == before && q.require(len(cells) >= least, codes.BadPlace, places[0],
		"name the cells one after the other: (0, 0) (0, 1)",
		"this rule is about %d cells or more", least)
}

// relateNeighbours relates each cell of a row of cells with the next one, and returns them.
func (q *fillChecker) relateNeighbours(places []*ast.Place, relate func(a, b lattice.Cell)) []lattice.Cell {
	cells, ok := q.readDistinctCells(places, 2)
	if !ok {
		return nil
	}
	for k := range cells[1:] {
		relate(cells[k], cells[k+1])
	}
	return cells
}

// requireLess says that the number on a cell is less than that on another one.
func (q *fillChecker) requireLess(a, b lattice.Cell) {
	q.model.Less = append(q.model.Less, model.LessRule{Span: q.at, Cells: [2]lattice.Cell{a, b}})
}

// relationRule makes a rule of a relation between the numbers on two cells.
func (q *fillChecker) relationRule(holds func(a, b int) bool) func(a, b lattice.Cell) {
	grid := q.gridOf(q.model.Board)
	return func(a, b lattice.Cell) {
		a, b = grid.Cells[grid.Number(a)], grid.Cells[grid.Number(b)]
		w := model.RuleWalk{Cells: []lattice.Cell{a, b}, Ends: func(int64) bool { return true }}
		w.Step = func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return 0, holds(int(state), value)
		}
		if a == b { // a cell beside itself, where edges are joined
			w.Cells = w.Cells[:1]
			w.Step = func(_ int64, _, value int) (int64, bool) { return 0, holds(value, value) }
		}
		q.addWalk(w, q.at)
	}
}

// addWalk adds a walk that a rule, or a clue of it, makes. One without cells holds, or never does.
func (q *fillChecker) addWalk(w model.RuleWalk, at source.Span) {
	w.Span = at
	if len(w.Cells) > 0 {
		q.model.Walks = append(q.model.Walks, w)
	} else if !w.Ends(w.Begin) {
		q.failAt(codes.BadGiven, at, "a dot is a clue that is not given",
			"there is no cell that this clue could speak of")
	}
}

// markRelations are relations by the character that stands between two cells.
var markRelations = map[rune]func(a, b int) bool{
	'o': func(a, b int) bool { return a-b == 1 || b-a == 1 },
	'*': func(a, b int) bool { return a == 2*b || b == 2*a },
	'X': func(a, b int) bool { return a+b == 10 },
	'V': func(a, b int) bool { return a+b == 5 },
}

// cellsPerPair is what the pairs of a cell cost of the cells that a file may handle.
const cellsPerPair = 20

// checkMarksBetween reads a picture in which marks stand between neighbours. Where one of those of
// every does not stand, it does not hold.
func (q *fillChecker) checkMarksBetween(p *ast.Lines, every string, at ast.Ranged) {
	if !q.requireSquares(at, "marks stand between squares") {
		return
	}
	for _, mark := range every {
		if !q.require(markRelations[mark] != nil, codes.BadGiven, at, "`every` knows o * X V",
			"%q cannot be said of every pair", mark) {
			return
		}
	}
	grid := q.gridOf(q.model.Board)
	marked := map[[2]lattice.Cell]bool{}
	least, _ := lattice.Shape(grid.Cells).BoundingBox()
	for m, cell := range q.eachCell(p, lattice.Square) {
		if m.char == '.' || m.char == ' ' {
			continue
		}
		down, right := cell[0]%2, cell[1]%2
		a := least.Plus(lattice.Cell{cell[0] / 2, cell[1] / 2})
		b := a.Plus(lattice.Cell{down, right})
		if down+right != 1 || grid.Number(a) < 0 || grid.Number(b) < 0 {
			q.failAt(codes.BadGiven, m.span,
				"cells are dots in every second row and column, and marks stand between two of them",
				"%q does not stand between two cells", m.char)
			return
		}
		beside := [2]lattice.Cell{a, b}
		q.recordCell(m.span.Range, a)
		q.recordCell(m.span.Range, b)
		q.at = m.span
		switch {
		case markRelations[m.char] != nil:
			marked[beside] = strings.ContainsRune(every, m.char)
			q.relationRule(markRelations[m.char])(a, b)
			q.addSign("mark", string(m.char), beside[:])
		case strings.ContainsRune("<^>v", m.char):
			if strings.ContainsRune(">v", m.char) {
				beside = [2]lattice.Cell{b, a}
			}
			q.requireLess(beside[0], beside[1])
			q.addSign("mark", "<", beside[:])
		default:
			q.failAt(codes.BadGiven, m.span,
				"the marks are < > ^ v for less and more, o for consecutive, * for double, X and V for ten and five",
				"%q is no mark", m.char)
			return
		}
	}
	if every == "" || !q.chargeCells(at, cellsPerPair*len(grid.Cells)) {
		return
	}
	q.at = q.spanOf(at)
	none := func(a, b int) bool {
		return !strings.ContainsFunc(every, func(mark rune) bool { return markRelations[mark](a, b) })
	}
	for _, a := range grid.Cells {
		for _, step := range []lattice.Cell{{0, 1}, {1, 0}} {
			if b := a.Plus(step); grid.Number(b) >= 0 && !marked[[2]lattice.Cell{a, b}] {
				q.relationRule(none)(a, b)
			}
		}
	}
}

// requireSquares requires a board of squares.
func (q *fillChecker) requireSquares(at ast.Ranged, why string) bool {
	return q.require(q.model.Board.Lattice == lattice.Square, codes.WrongLattice, at, "",
		"%s, and `%s` is on the lattice `%s`", why, q.model.Board.Name, q.model.Board.Lattice.Name)
}

// checkDistinct adds cells whose symbols differ.
func (q *fillChecker) checkDistinct(g *ast.CellGroup) {
	var groups [][]lattice.Cell
	if g.Word != "" {
		groups = q.boardLines(g.Word)
	} else if cells, ok := q.cellsOfShape(g.Shape); ok {
		groups = [][]lattice.Cell{cells}
		if !q.isStraight(cells) {
			q.addCageSign("", cells)
		}
	}
	for _, cells := range groups {
		if !q.require(len(cells) <= len(q.model.Symbols), codes.BadRegions, g, "",
			"%d cells cannot have different symbols: there are %d", len(cells), len(q.model.Symbols)) {
			return
		}
		shape := lattice.NewShape(cells)
		key := fmt.Sprint(shape)
		if q.known == nil {
			q.known = map[string]bool{}
			for _, u := range slices.Concat(q.rowColumnUnits(), q.model.Units) {
				q.known[fmt.Sprint(u.Cells)] = true
			}
		}
		if q.known[key] {
			continue
		}
		q.known[key] = true
		q.groups++
		q.model.Units = append(q.model.Units, model.DistinctUnit{Name: "distinct", Index: q.groups - 1, Cells: shape})
	}
}

// cellsOfShape draws cells of the board.
func (q *fillChecker) cellsOfShape(s *ast.Shape) ([]lattice.Cell, bool) {
	r, ok := q.computeShape(s, q.model.Board.Lattice)
	if !ok || !q.requireOnBoard(s, r.allCells(), q.model.Board) {
		return nil, false
	}
	return q.gridOf(q.model.Board).CanonicalCells(r.allCells()), true
}

// boardLines returns the rows or the columns of the board, from the left and from the top.
func (q *fillChecker) boardLines(word string) [][]lattice.Cell {
	grid := q.gridOf(q.model.Board)
	least, greatest := lattice.Shape(grid.Cells).BoundingBox()
	axis := len(q.model.Board.Lattice.Axes) - 2
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

// checkCountRule says how often a symbol stands on some cells.
func (q *fillChecker) checkCountRule(r *ast.CellRule) {
	v := slices.Index(q.model.Symbols, string(r.Counting))
	if !q.require(v >= 0, codes.BadGiven, r, "the symbols are "+strings.Join(q.model.Symbols, ""),
		"%q is no symbol here", r.Counting) {
		return
	}
	add := func(cells []lattice.Cell, times model.CountRange, at ast.Ranged) {
		if !q.require(times.Min <= len(cells), codes.BadGiven, at, "", "%s cannot stand %d times on %s", r.Counting,
			times.Min, source.Plural(len(cells), "cell")) {
			return
		}
		q.model.Counts = append(q.model.Counts, model.SymbolCount{Span: q.spanOf(at), Cells: cells, Symbol: v,
			Times: times})
	}
	for _, l := range r.Counted.Lines {
		q.eachClue(l, string(r.Counting), func(cells []lattice.Cell, clue string, at ast.Ranged) {
			if n, ok := q.parseClue(clue, at); ok {
				add(cells, model.CountRange{Min: n, Max: n}, at)
			}
		})
	}
	if r.Counted.Shape == nil {
		return
	}
	cells, ok := q.cellsOfShape(r.Counted.Shape)
	if times, fine := q.computeMenRange(r.Counted.Many); ok && fine {
		add(cells, times, r)
		if q.model.Board.Lattice.Ends != nil && times.Min == times.Max { // it is seen what the sticks go around
			q.addSign("number", strconv.Itoa(times.Min), cells)
		}
	}
}
