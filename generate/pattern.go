package generate

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/model"
	"quadrille/explain/clues"
)

// groupCluesByPattern groups clues whose cells are images of one another under the motions of a pattern. The result
// holds indices of clues. A pattern is a word of the rule `symmetric`; for "" each clue is a group of its own.
func groupCluesByPattern(p *compile.Program, list *clues.ClueList, some []int, pattern string) ([][]int, error) {
	if pattern == "" {
		return slices.Collect(slices.Chunk(some, 1)), nil
	}
	board := boardWithContents(p.Puzzle)
	if board == nil || slices.ContainsFunc(some, func(k int) bool {
		return list.Clues[k].Kind != clues.Given &&
			list.Clues[k].Kind != clues.Letter
	}) {
		return nil, fmt.Errorf("the pattern %s is for symbols and letters that are given, and here men or pieces are",
			pattern)
	}
	var groups [][]int
	grid := board.NewGrid()
	var images [][]int32
	for _, m := range check.MotionsOfSymmetryWord(board.Lattice, pattern) {
		images = append(images, grid.ImagesUnderMotion(m))
	}
	switch {
	case !slices.Contains(check.SymmetryWords(), pattern):
		return nil, fmt.Errorf("patterns are %s, and no %q", strings.Join(check.SymmetryWords(), ", "), pattern)
	case len(images) == 0 || slices.ContainsFunc(images, func(image []int32) bool {
		return slices.Contains(image,
			-1)
	}) || grid.IsWrapped():
		return nil, fmt.Errorf("the board does not have the symmetry of the pattern %s", pattern)
	}
	orbits := map[int32]int{} // index of the group, by a cell of its clues
	for _, c := range some {
		n := grid.CellNumber(list.Clues[c].Cells[0])
		k, known := orbits[n]
		if !known {
			k = len(groups)
			groups = append(groups, nil)
			assignOrbitToGroup(images, n, k, orbits)
		}
		groups[k] = append(groups[k], c)
	}
	return groups, nil
}

// assignOrbitToGroup puts all cells that motions connect with a cell, in either direction, into the same group.
func assignOrbitToGroup(images [][]int32, from int32, group int, orbits map[int32]int) {
	orbits[from] = group
	for _, image := range images {
		for _, to := range []int32{image[from], int32(slices.Index(image, from))} {
			if _, known := orbits[to]; !known {
				assignOrbitToGroup(images, to, group, orbits)
			}
		}
	}
}

// boardWithContents returns the board that holds the symbols or letters of a puzzle, or nil if there is none.
func boardWithContents(m *model.Puzzle) *model.Board {
	switch {
	case m.Filling != nil:
		return m.Filling.Board
	case m.WordPuzzle != nil:
		return m.WordPuzzle.WordBoard()
	}
	return nil
}
