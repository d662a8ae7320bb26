package symmetry

import "quadrille/runtime/matrix"

// Keeps reports what the check of a permutation says.
func Keeps(p *matrix.Problem, to Permutation) bool { return newClasses(p).keptBy(to) }
