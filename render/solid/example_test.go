package solid_test

import (
	"bytes"
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/render/solid"
)

// The piece V3c of the Soma cube, of cubes of 20 mm, with 0.1 mm taken from each face.
func ExampleNewMesh() {
	v := lattice.Shape{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}
	m, err := solid.NewMesh(lattice.Cube, v, solid.BodySize{CellWidth: 20, Clearance: 0.1, PlateHeight: 1})
	fmt.Printf("%d triangles, %.1f mm³, %v\n", len(m.Triangles), m.Volume(), err)
	var file bytes.Buffer
	err = solid.Body{Name: "V3c", Mesh: m}.STL(&file)
	fmt.Println(file.Len(), "bytes", err)
	// Output:
	// 28 triangles, 23444.0 mm³, <nil>
	// 1484 bytes <nil>
}
