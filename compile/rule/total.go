package rule

import (
	"slices"
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// checkTotal adds the total of the numbers on some cells.
func checkTotal(s *Statement, r *ast.TotalRule) { s.addTotalRule(r.Total, false) }

func (s *Statement) addTotalRule(t *ast.Total, distinct bool) {
	cells, ok := s.FindCells(t.Shape, s.Model.Board)
	want, fine := s.EvalAmount(t.Value)
	if ok && fine {
		s.addTotal(t.Op, want, cells, distinct, t)
	}
}

// opSigns are the signs after totals that are no sums.
var opSigns = map[string]string{"product": "×", "difference": "−", "quotient": "÷"}

// addTotal adds a rule that numbers have a total, in any order.
func (s *Statement) addTotal(op string, want int, cells []lattice.Cell, distinct bool, at ast.Ranged) {
	if !s.require(want >= 0, codes.BadCount, at, "", "%d is less than nothing", want) ||
		distinct && !s.requireFewCells(cells, at) {
		return
	}
	w := model.RuleWalk{Cells: cells, AnyOrder: true, Distinct: distinct}
	total, most := int64(want), int64(slices.Max(s.Model.Values))
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
	case "difference": // the greatest minus the others
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
	s.addWalk(w, s.SpanOf(at))
	s.addCageSign(strconv.Itoa(want)+opSigns[op], cells)
}
