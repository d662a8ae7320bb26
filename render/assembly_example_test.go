package render

import (
	"fmt"

	"quadrille/compile/lattice"
)

// A tower of three cubes, and a ring around its middle. The ring comes from above, or the
// tower from below.
func Example_newAssembly() {
	tower := lattice.Shape{{0, 1, 1}, {1, 1, 1}, {2, 1, 1}}
	ring := lattice.Shape{{1, 0, 0}, {1, 0, 1}, {1, 0, 2}, {1, 1, 0}, {1, 1, 2}, {1, 2, 0}, {1, 2, 1}, {1, 2, 2}}
	plan, err := newAssembly(lattice.Cube, []lattice.Shape{tower, ring})
	fmt.Println(plan.AssemblySteps, plan.StuckGroups, err)
	// Output: [{[0] [1] [-1 0 0] 0}] [] <nil>
}
