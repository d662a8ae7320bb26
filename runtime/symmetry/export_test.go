package symmetry

import "quadrille/runtime/matrix"

// IsSymmetry reports what the check of a permutation says.
func IsSymmetry(p *matrix.Problem, to Permutation) bool { return newOptionClasses(p).isSymmetry(to) }
