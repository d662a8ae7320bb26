package puzzletest_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/compile/puzzletest"
	"quadrille/explain"
)

// TestCandidates: what stands on each cell in how many solutions, and which clue leaves the fewest, is what counting in
// the solutions that trying finds tells; and each table has a drawing.
func TestCandidates(t *testing.T) {
	seen := map[string]int{}
	overPuzzles(t, 200, 10_000, func(_ *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
		found, err := explain.CountCandidates(t.Context(), q, quadrille.Search{})
		if err != nil {
			seen[err.Error()]++
			return nil
		}
		counts, places := countFacts(p.Solutions)
		program := q.Program()
		all, given, first := map[string]map[string]int{}, map[string]bool{}, program.Picture(program.Decode(nil))
		for k, pic := range append([]draw.Picture{first}, first.OtherBoards...) {
			kind := program.Puzzle.FillingStatementKinds()[k]
			if kind == "dissect" {
				continue
			}
			for _, cell := range pic.BoardCells {
				key := cellKey(cell[:len(pic.Lattice.AxisNames)])
				if given[key] = given[key] || pic.GivenCells[cell]; all[key] == nil {
					all[key] = map[string]int{}
				}
				for name, n := range found.CountsByCell[explain.BoardCell{StatementKind: kind, Cell: cell}] {
					all[key][name] += n
				}
			}
		}
		for key := range all {
			if !given[key] && !maps.Equal(all[key], counts[key]) && len(all[key])+len(counts[key]) > 0 {
				return fmt.Errorf("on %s stands %v, by trying %v", key, all[key], counts[key])
			}
		}
		if found.SolutionCount != len(p.Solutions) || !found.IsKnown {
			return fmt.Errorf("%d solutions, by trying %d", found.SolutionCount, len(p.Solutions))
		}
		clues, left := found.DecidingClues()
		fewest := 0
		for _, n := range places {
			if n < len(p.Solutions) && (fewest == 0 || n < fewest) {
				fewest = n
			}
		}
		if left != fewest || (len(clues) == 0) != (fewest == 0) {
			return fmt.Errorf("%v leave %d solutions, by trying %d", clues, left, fewest)
		}
		seen[fmt.Sprintf("decided: %v", fewest == 1)]++
		if !strings.HasPrefix(found.Text(quadrille.TextStyle{}), fmt.Sprint(found.SolutionCount)) {
			return errors.New("the text does not begin with the number of solutions")
		}
		return found.SVG(io.Discard)
	}, "pack", "place", "fill", "latin", "words", "dissect", "core")
	t.Log(seen)
}

// countFacts counts, for each cell, in how many solutions each name stands there, and how many solutions have each
// choice that a person can state.
func countFacts(solutions []string) (byCell map[string]map[string]int, places map[string]int) {
	byCell, places = map[string]map[string]int{}, map[string]int{}
	for _, solution := range solutions {
		facts := map[string]bool{} // a letter that two words share is one
		for _, key := range strings.Split(solution, ";") {
			words := strings.Fields(key)
			if len(words) == 0 || words[0] == "option" || words[0] == "piece" && words[1] < "A" {
				continue // the pieces of a dissection have numbers
			}
			if words[0] != "word" {
				facts[key] = true
				continue
			}
			for k, letter := range strings.Split(words[1], "") {
				facts["letter "+letter+" "+words[2+k]] = true // symbols may stand on the same cells
			}
		}
		for _, key := range slices.Sorted(maps.Keys(facts)) {
			places[key]++
			words := strings.Fields(key)
			for _, cell := range words[2:] {
				if byCell[cell] == nil {
					byCell[cell] = map[string]int{}
				}
				byCell[cell][words[1]]++
			}
		}
	}
	return byCell, places
}
