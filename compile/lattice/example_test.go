package lattice_test

import (
	"fmt"

	"quadrille/compile/lattice"
)

// The L tetromino, its class and its orientations.
func ExampleLattice_SymmetryClassOf() {
	l := lattice.NewShape([]lattice.Cell{{0, 0}, {1, 0}, {2, 0}, {2, 1}})
	class := lattice.Square.SymmetryClassOf(l)
	fmt.Println(class.Name, class.RotationCount, class.MirrorFactor, len(lattice.Square.Orientations(l)))
	// Output: none 4 2 8
}
