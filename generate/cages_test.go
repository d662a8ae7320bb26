package generate

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"quadrille/explain/clues"
	"quadrille/lang/parse"
	"quadrille/runtime/matrix/matrixtest"
)

// cage is a set of cells of a square of order 4, with the sum of their symbols.
type cage struct {
	cells []int
	sum   int
}

// broken reports whether a symbol stands twice in a cage of a grid, or the sum is wrong.
func (c cage) broken(grid []byte) bool {
	sum, seen := 0, []byte(nil)
	for _, cell := range c.cells {
		sum += int(grid[cell] - '0')
		if bytes.IndexByte(seen, grid[cell]) >= 0 {
			return true
		}
		seen = append(seen, grid[cell])
	}
	return sum != c.sum
}

// having returns the grids that satisfy all of the given cages.
func having(cages []cage, grids [][]byte) [][]byte {
	return slices.DeleteFunc(slices.Clone(grids), func(g []byte) bool {
		return slices.ContainsFunc(cages, func(c cage) bool { return c.broken(g) })
	})
}

// TestKiller: of all grids of order 4 one has the cages of a killer that is minimal. More have them
// without any of them.
func TestKiller(t *testing.T) {
	rules := "latin 4 {\n  distinct on boxes 2x2\n}\n"
	all := grids(t, rules)
	m, r := maker(t, rules, Recipe{CageSums: true}), seed(6)
	for range matrixtest.RandomRounds(8, 1000) {
		puzzle := made(t, m, r)
		cages := cagesOf(t, puzzle.Text)
		solution := having(cages, all)
		if len(solution) != 1 || len(cages) != puzzle.ClueCount {
			t.Fatalf("%d grids have the %d cages of\n%s", len(solution), len(cages), puzzle.Text)
		}
		for i, one := range cages {
			others := slices.Delete(slices.Clone(cages), i, i+1)
			if len(having(others, all)) == 1 {
				t.Fatalf("without %v still one grid has the cages of\n%s", one, puzzle.Text)
			}
		}
	}
}

// cagesOf reads the cages of a killer.
func cagesOf(t *testing.T, text string) (all []cage) {
	f, err := parse.File("killer.puz", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := compiled([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range clues.ListClues(f, p.Puzzle).Clues {
		var own cage
		var name string
		if _, err := fmt.Sscanf(c.Name, "the cage %s with sum %d", &name, &own.sum); err != nil {
			continue
		}
		for _, cell := range c.Cells {
			own.cells = append(own.cells, int(4*cell[0]+cell[1]))
		}
		all = append(all, own)
	}
	return all
}
