package rule

import "quadrille/lang/ast"

// checkSymmetric adds the rule that each cell has the same symbol as its images under motions of the board.
func checkSymmetric(s *Statement, r *ast.SymmetricRule) {
	cells, relate := s.grid().Cells, s.relationRule(isSame)
	for _, image := range s.FindImages(r.Motions, s.Model.Board) {
		for k, to := range image {
			n := int(to)
			if back := int(image[n]) == k; k < n || !back { // each pair once
				relate(cells[min(k, n)], cells[max(k, n)])
			}
		}
	}
}
