package rule

import "quadrille/lang/ast"

// checkSymmetric checks `symmetric`: each cell has the same symbol as its images under some motions of the board.
func checkSymmetric(s *Statement, r *ast.Symmetric) {
	cells, relate := s.boardGrid().Cells, s.pairRuleAdder("the symmetry", isEqual)
	for _, image := range s.FindSymmetryImages(r.Motions, s.Filling.Board) {
		for k, to := range image {
			n := int(to)
			if back := int(image[n]) == k; k < n || !back { // the pair of a cell and its image is added only once
				relate(cells[min(k, n)], cells[max(k, n)])
			}
		}
	}
}

func symmetricRuleSentence(_ *Statement, r *ast.Symmetric) string {
	return SymmetricSentence(r.Motions)
}
