package lower

import (
	"slices"

	"quadrille/runtime/matrix"
)

// WithMaxImages returns the options with another bound for the images of all placements under all symmetries.
func (o PuzzleOptions) WithMaxImages(n int) PuzzleOptions {
	o.maxImagesInTests = n
	return o
}

// OrbitSize returns the number of solutions in the class of a solution,
// itself included.
func (s *Symmetry) OrbitSize(solution matrix.Solution) int {
	own := s.ranksOfImage(s.placementImages[0], solution)
	fixing := 0
	for _, image := range s.placementImages {
		if slices.Equal(s.ranksOfImage(image, solution), own) {
			fixing++
		}
	}
	return s.MotionCount() / fixing
}
