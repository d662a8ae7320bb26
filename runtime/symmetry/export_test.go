package symmetry

import "quadrille/runtime/matrix"

// IsSymmetry reports whether a permutation is a symmetry, as the search checks it.
func IsSymmetry(p *matrix.Problem, to Permutation) bool { return newOptionClasses(p).isSymmetry(to) }
