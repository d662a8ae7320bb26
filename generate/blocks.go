package generate

// This file makes kakuros: boards with blocks, and the sums of the cells between them.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
)

// boardRuns returns the runs of cells side by side in rows, then in columns, as long as they have two cells or more.
func (b *filledBoard) boardRuns() (inRows, inColumns [][]int) {
	split := func(lines [][]int, axis int) (runs [][]int) {
		for _, line := range lines {
			for len(line) > 0 {
				length := 1
				for length < len(line) && b.Cells[line[length]][axis] == b.Cells[line[length-1]][axis]+1 {
					length++
				}
				if length > 1 {
					runs = append(runs, line[:length])
				}
				line = line[length:]
			}
		}
		return runs
	}
	rows, columns := b.rowsAndColumns()
	return split(rows, 1), split(columns, 0)
}

func (b *filledBoard) sumOf(cells []int) (sum int) {
	for _, n := range cells {
		sum += b.boardFilling.SymbolValues[b.symbolOfCell[n]]
	}
	return sum
}

// runSums returns, for each run of cells, the sum of its symbols, or "" if a symbol occurs twice in the run.
func runSums(b *filledBoard) (values []string) {
	inRows, inColumns := b.boardRuns()
	for _, run := range slices.Concat(inRows, inColumns) {
		values = append(values, "")
		if areSymbolsDistinct(run, b.symbolOfCell) {
			values[len(values)-1] = fmt.Sprint(b.sumOf(run))
		}
	}
	return values
}

func writeRunSums(b *filledBoard, d textRewrite, _ []string) (rules, statements string) {
	inRows, inColumns := b.boardRuns()
	return sumRules(b, d, inRows) + sumRules(b, d, inColumns), ""
}

// drawDistinctRuns draws symbols that differ within each run of neighbouring cells, or returns nil if all its attempts
// fail. In each horizontal run it prefers small or great numbers, whose sums have few partitions.
func drawDistinctRuns(b *filledBoard, r *rand.Rand) []int {
	symbols, runsOf := slices.Repeat([]int{-1}, len(b.Cells)), make([][][]int, len(b.Cells))
	inRows, inColumns := b.boardRuns()
	for _, run := range slices.Concat(inRows, inColumns) {
		for _, n := range run {
			runsOf[n] = append(runsOf[n], run)
		}
	}
	tries := 100 * len(b.Cells)
	likesGreat := make([]bool, len(b.Cells))
	for _, run := range inRows {
		likes := r.IntN(2) == 0
		for _, n := range run {
			likesGreat[n] = likes
		}
	}
	order := func(n int) []int {
		symbols, rank := r.Perm(len(b.boardFilling.Symbols)), make([]int, len(b.boardFilling.Symbols))
		for v := range rank {
			if rank[v] = v + r.IntN(len(rank)/2+1); likesGreat[n] {
				rank[v] = -v - r.IntN(len(rank)/2+1)
			}
		}
		slices.SortFunc(symbols, func(v, w int) int { return rank[v] - rank[w] })
		return symbols
	}
	var fill func(n int) bool
	fill = func(n int) bool {
		if n == len(symbols) {
			return true
		}
		for _, v := range order(n) {
			if tries--; tries < 0 {
				return false
			}
			stands := func(run []int) bool {
				return slices.ContainsFunc(run, func(m int) bool { return symbols[m] == v })
			}
			if slices.ContainsFunc(runsOf[n], stands) {
				continue
			}
			if symbols[n] = v; fill(n + 1) {
				return true
			}
			symbols[n] = -1
		}
		return false
	}
	if !fill(0) {
		return nil
	}
	return symbols
}

// rulesWithRandomBlocks removes random cells from the board, symmetrically under a half-turn, until all cells are
// connected and the length of every run is at least 2 and at most the number of symbols.
func (m *puzzleMaker) rulesWithRandomBlocks(ctx context.Context, r *rand.Rand) (*ruleSet, error) {
	board := m.baseRules.Puzzle.Filling.Board
	grid := board.NewGrid()
	_, whole := lattice.Shape(grid.Cells).BoundingBox()
	for range maxTries {
		left := symmetricBlocks(grid, r)
		least, greatest := left.BoundingBox()
		isWhole := least == lattice.Cell{} && greatest == whole
		if !isWhole || !board.Lattice.IsConnected(left) || !hasGoodRuns(left, len(m.baseRules.Puzzle.Filling.Symbols)) {
			continue
		}
		d := m.baseRules.newRewrite()
		blocks := lattice.Shape(grid.Cells).Subtract(left)
		d.removeBlockCells(blocks)
		text, err := d.EditedText()
		if err != nil {
			return nil, err
		}
		p, err := m.parsePuzzle(text)
		if err != nil {
			return nil, fmt.Errorf("the board with blocks has no text: %w", err)
		}
		return newRuleSet(ctx, p, false)
	}
	return nil, fmt.Errorf("of %d ways to put blocks on the board none leaves good runs", maxTries)
}

// symmetricBlocks makes about a quarter of the cells of a board blocks, and also every cell without a neighbour in its
// row or in its column. It returns the cells that remain.
func symmetricBlocks(grid *lattice.Grid, r *rand.Rand) lattice.Shape {
	left := lattice.NewShape(slices.Clone(grid.Cells))
	_, greatest := left.BoundingBox()
	turned := func(c lattice.Cell) lattice.Cell { return lattice.Cell{greatest[0] - c[0], greatest[1] - c[1]} }
	takeOut := func(c lattice.Cell) { left = left.Subtract(lattice.NewShape([]lattice.Cell{c, turned(c)})) }
	for _, k := range r.Perm(len(grid.Cells))[:len(grid.Cells)/8] {
		takeOut(grid.Cells[k])
	}
	for changed := true; changed; {
		changed = false
		for _, c := range left {
			if left.HasCell(c) && !(hasNeighbour(left, c, 0) && hasNeighbour(left, c, 1)) {
				takeOut(c)
				changed = true
			}
		}
	}
	return left
}

// hasNeighbour reports whether a shape has a cell beside c along an axis.
func hasNeighbour(s lattice.Shape, c lattice.Cell, axis int) bool {
	var step lattice.Cell
	step[axis] = 1
	return s.HasCell(c.Plus(step)) || s.HasCell(c.Minus(step))
}

// hasGoodRuns reports whether there are runs of neighbouring cells, none of which is longer than the number of symbols.
func hasGoodRuns(cells lattice.Shape, symbols int) bool {
	for _, c := range cells {
		for axis := range 2 {
			var step lattice.Cell
			step[axis] = 1
			length := 0
			for at := c; cells.HasCell(at); at = at.Plus(step) {
				length++
			}
			if length > symbols {
				return false
			}
		}
	}
	return len(cells) > 0
}

// removeBlockCells removes blocks, given as cells, from the board of the statement that fills it.
func (d textRewrite) removeBlockCells(blocks lattice.Shape) {
	for _, s := range d.SyntaxTree.Statements {
		if s, ok := s.(*ast.Board); ok && len(blocks) > 0 {
			text := " -"
			for _, c := range blocks {
				text += " " + lattice.Square.FormatCell(c)
			}
			d.insertBehind(s, text)
		}
	}
}
