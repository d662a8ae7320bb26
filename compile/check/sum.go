package check

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// Sums along arrows and in cages become automata that add up.

// checkArrow says that the numbers behind the first one add up to it.
func (q *fillChecker) checkArrow(places []*ast.Place) {
	cells, ok := q.readDistinctCells(places, 2)
	if !ok {
		return
	}
	q.addWalk(model.RuleWalk{
		Cells: cells,
		Step: func(state int64, number, value int) (int64, bool) {
			if number == 0 {
				return int64(value), true
			}
			return state - int64(value), state >= int64(value)
		},
		Ends: func(state int64) bool { return state == 0 },
	}, q.at)
	q.addSign("arrow", "", cells)
}

// checkTotal checks what the numbers on some cells come to.
func (q *fillChecker) checkTotal(t *ast.Total, distinct bool) {
	cells, ok := q.cellsOfShape(t.Shape)
	want, fine := q.evalSmall(amountExpr(t.Value))
	if ok && fine {
		q.addTotal(t.Op, want, cells, distinct, t)
	}
}

// checkCages checks the regions of a picture.
func (q *fillChecker) checkCages(k *ast.Cages, distinct bool) {
	b := q.model.Board
	cages := map[string][]lattice.Cell{}
	var order []string
	grid := q.gridOf(b)
	for m, cell := range q.eachCell(k.Picture, b.Lattice) {
		if m.char == '.' || m.char == ' ' {
			continue
		}
		n := grid.Number(cell)
		if n < 0 {
			q.failAt(codes.BadRegions, m.span, "where there is no cage stands a dot", "the cell %s is not on the board",
				b.Lattice.FormatCell(cell))
			return
		}
		name := string(m.char)
		if cages[name] == nil {
			order = append(order, name)
		}
		cages[name] = append(cages[name], grid.Cells[n])
		q.recordCell(m.span.Range, grid.Cells[n])
	}
	done := map[string]bool{}
	for _, kind := range k.Totals {
		fields := strings.Fields(strings.ReplaceAll(string(kind.Totals), ",", " "))
		if !q.require(len(fields)%2 == 0, codes.BadGiven, kind,
			"write each behind the character of its cage: \"a 12 b 7\"", "a cage lacks its total") {
			return
		}
		for ; len(fields) > 0; fields = fields[2:] {
			name := fields[0]
			want, ok := q.parseClue(fields[1], kind)
			switch {
			case !ok:
			case cages[name] == nil:
				q.fail(codes.BadRegions, kind, "a cage is called by the character that its cells have",
					"the picture shows no cage `%s`", name)
			case done[name]:
				q.fail(codes.SaidTwice, kind, "remove one of them", "the cage `%s` has a total already", name)
			default:
				q.addTotal(strings.TrimSuffix(kind.Op, "s"), want, cages[name], distinct, kind)
			}
			done[name] = true
		}
	}
	for _, name := range order {
		q.require(done[name], codes.BadRegions, k, "write it behind the picture: sums \""+name+" 12\"",
			"the cage `%s` has no total", name)
	}
}

// pairState makes one state of two numbers.
func pairState(a, b int64) int64 { return a<<32 | b }

// addTotal adds a rule that numbers come to a total, whatever their order.
func (q *fillChecker) addTotal(op string, want int, cells []lattice.Cell, distinct bool, at ast.Ranged) {
	if !q.require(want >= 0, codes.BadCount, at, "", "%d is less than nothing", want) ||
		!q.require(!distinct || len(cells) <= len(q.model.Symbols), codes.BadRegions, at, "",
			"%d cells cannot have different symbols: there are %d", len(cells), len(q.model.Symbols)) {
		return
	}
	w := model.RuleWalk{Cells: cells, AnyOrder: true, Distinct: distinct}
	total, most := int64(want), int64(slices.Max(q.model.Values))
	switch op {
	case "sum":
		w.Step = func(state int64, _, value int) (int64, bool) {
			return state + int64(value), state+int64(value) <= total
		}
		w.Ends = func(state int64) bool { return state == total }
	case "product":
		w.Begin = 1
		w.Step = func(state int64, _, value int) (int64, bool) {
			product := state * int64(value)
			return product, product == 0 && total == 0 || product > 0 && total%product == 0 &&
				product <= max(total, 1<<31)
		}
		w.Ends = func(state int64) bool { return state == total }
	case "difference": // the greatest less the others
		w.Step = func(state int64, _, value int) (int64, bool) {
			return pairState(max(state>>32, int64(value)), state&(1<<32-1)+int64(value)), true
		}
		w.Ends = func(state int64) bool { return 2*(state>>32)-state&(1<<32-1) == total }
	case "quotient": // the greatest divided by the others
		w.Begin = pairState(0, 1)
		w.Step = func(state int64, _, value int) (int64, bool) {
			product := (state & (1<<32 - 1)) * int64(value)
			return pairState(max(state>>32, int64(value)), product), 0 < product && product <= most*most
		}
		w.Ends = func(state int64) bool {
			greatest, product := state>>32, state&(1<<32-1)
			return greatest > 0 && product%greatest == 0 && greatest == total*(product/greatest)
		}
	}
	q.addWalk(w, q.spanOf(at))
	q.addCageSign(strconv.Itoa(want)+opSigns[op], cells)
}
