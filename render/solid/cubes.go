package solid

import (
	"slices"

	"quadrille/compile/lattice"
)

// cubesMesh returns the body of a polycube.
//
// Space is cut by planes at the clearance on both sides of each plane of the lattice. Along an axis, cores and gaps
// alternate: index 2k+1 is the core of cell k, and 2k+2 is the gap between cell k and the next cell. A box of this
// finer lattice is inside if all cells next to it are in the body: one cell for a core, two for a gap at a face, four
// at an edge, eight at a corner. So if a box is inside, the adjacent boxes towards the cores are inside as well: around
// any edge and any corner of the boxes the inside ones are connected by faces, and so are the outside ones. Such a
// surface never touches itself.
//
// Planes without faces are then left out, so that a bar has six faces.
func cubesMesh(cells lattice.Shape, size BodySize) Mesh {
	inside, plane := boxesInsideCells(cells, size)
	cuts := findFacePlanes(inside)
	boxes := map[lattice.Cell]bool{} // boxes of the finer lattice, by the indices of the planes at which they begin
	for box := range inside {
		if at, ok := cuts.placeOfBox(box); ok {
			boxes[at] = true
		}
	}
	b := meshBuilder[lattice.Cell]{pointPosition: func(at lattice.Cell) Point {
		l, r, c := cuts[0][at[0]], cuts[1][at[1]], cuts[2][at[2]]
		return Point{plane(c), -plane(r), -plane(l)}
	}}
	for _, box := range sortedBoxes(boxes) {
		for axis := range 3 {
			low, high := box, box
			low[axis]--
			high[axis]++
			if !boxes[low] {
				b.addFace(squareCorners(box, axis, false)...)
			}
			if !boxes[high] {
				b.addFace(squareCorners(high, axis, true)...)
			}
		}
	}
	return b.Mesh
}

// boxesInsideCells returns the boxes inside a body, and a function that returns the position of a plane, given by its
// index.
func boxesInsideCells(cells lattice.Shape, size BodySize) (inside map[lattice.Cell]bool, plane func(int32) float64) {
	inside = map[lattice.Cell]bool{}
	if size.Clearance == 0 {
		for _, c := range cells {
			inside[c] = true
		}
		return inside, func(k int32) float64 { return float64(k) * size.CellWidth }
	}
	for _, c := range cells {
		for _, gap := range octant {
			near := octant.FilterCells(func(d lattice.Cell) bool { return isWithinGap(d, gap) })
			if len(near.Shift(c).FilterCells(cells.HasCell)) == len(near) {
				inside[lattice.Cell{2*c[0] + 1, 2*c[1] + 1, 2*c[2] + 1}.Plus(gap)] = true
			}
		}
	}
	return inside, func(k int32) float64 { return depthOfPlane(k, size) }
}

// depthOfPlane returns the position of a plane at the clearance from a plane of the lattice: index 2k is before plane k
// of the lattice, and index 2k+1 is behind it.
func depthOfPlane(k int32, size BodySize) float64 {
	if k&1 == 0 {
		return float64(k/2)*size.CellWidth - size.Clearance
	}
	return float64((k-1)/2)*size.CellWidth + size.Clearance
}

// octant holds the eight cells around a corner, as shifts from the first of them.
var octant = lattice.Shape{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}

func isWithinGap(d, gap lattice.Cell) bool { return d[0] <= gap[0] && d[1] <= gap[1] && d[2] <= gap[2] }

// facePlanes holds, for each axis, the planes that contain faces, ascending.
type facePlanes [3][]int32

// findFacePlanes returns the planes that contain faces of boxes.
func findFacePlanes(inside map[lattice.Cell]bool) (found facePlanes) {
	for box := range inside {
		for axis := range 3 {
			low, high := box, box
			low[axis]--
			high[axis]++
			if !inside[low] {
				found[axis] = append(found[axis], box[axis])
			}
			if !inside[high] {
				found[axis] = append(found[axis], high[axis])
			}
		}
	}
	for axis := range found {
		slices.Sort(found[axis])
		found[axis] = slices.Compact(found[axis])
	}
	return found
}

// placeOfBox returns, for each axis, the index of the plane at which a box begins. It returns false if one of these
// planes contains no face, so that the box continues the box before it.
func (c facePlanes) placeOfBox(box lattice.Cell) (at lattice.Cell, ok bool) {
	for axis := range 3 {
		i, found := slices.BinarySearch(c[axis], box[axis])
		if !found {
			return at, false
		}
		at[axis] = int32(i)
	}
	return at, true
}

// squareCorners returns the corners of a square perpendicular to an axis, given its first corner. They are
// counterclockwise as seen from below along the axis or, if the argument above is true, from above. The axis of rows
// points towards the viewer, and that of layers down.
func squareCorners(at lattice.Cell, axis int, above bool) []lattice.Cell {
	var u, v lattice.Cell
	u[(axis+1)%3], v[(axis+2)%3] = 1, 1
	if above {
		u, v = v, u
	}
	return []lattice.Cell{at, at.Plus(u), at.Plus(u).Plus(v), at.Plus(v)}
}

func sortedBoxes(boxes map[lattice.Cell]bool) lattice.Shape {
	var list []lattice.Cell
	for box := range boxes {
		list = append(list, box)
	}
	return lattice.NewShape(list)
}
