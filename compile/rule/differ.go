package rule

import (
	"strconv"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
)

// checkDiffer checks `differ`: each number on a line and the next number differ by a given amount.
func checkDiffer(s *Statement, r *ast.DifferRule) {
	by, ok := s.EvalCount(r.Difference, aboveEveryClue)
	if !ok {
		return
	}
	relate := s.pairRuleAdder("the difference "+countRangeText(by), func(a, b int) bool {
		d := max(a-b, b-a)
		return by.Min <= d && d <= by.Max
	})
	mark := ""
	if by == (model.CountRange{Min: 1, Max: 1}) {
		mark = "o"
	}
	s.eachRuleLine(r.On, func(cells []lattice.Cell, isDrawn bool) {
		s.eachConsecutivePair(cells, relate)
		if isDrawn {
			s.addChainSign(mark, "line", "±"+countRangeText(by), cells)
		}
	})
}

func differSentence(s *Statement, r *ast.DifferRule) string {
	by, _ := s.EvalCount(r.Difference, aboveEveryClue)
	difference := map[bool]string{true: "at least " + strconv.Itoa(by.Min),
		false: countRangeText(by)}[by.Max >= aboveEveryClue]
	return s.chainSentence(r.On, "Along a line with ± each two numbers that follow one another differ by so much.",
		"A white disc stands between two numbers that differ by 1.",
		"each two numbers that follow one another differ by "+difference+".")
}
