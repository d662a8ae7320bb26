package generate

// This file has the styles of lines through cells: thermometers and arrows.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// isAscending reports whether each number is greater than the one before.
func isAscending(numbers []int) bool {
	for k := range numbers[1:] {
		if numbers[k] >= numbers[k+1] {
			return false
		}
	}
	return true
}

// isSumArrow reports whether the first number is the sum of the others.
func isSumArrow(numbers []int) bool {
	sum := 0
	for _, n := range numbers[1:] {
		sum += n
	}
	return numbers[0] == sum
}

// numbersOnCells returns the numbers that the symbols on the given cells stand for.
func (b *filledBoard) numbersOnCells(cells []int) (numbers []int) {
	for _, n := range cells {
		numbers = append(numbers, b.boardFilling.SymbolValues[b.symbolOfCell[n]])
	}
	return numbers
}

// lengthsOfPathsWith returns the function that computes the values of a style of paths: for each path "line" if the
// numbers on it satisfy the function holds, and "" otherwise.
func lengthsOfPathsWith(holds func(numbers []int) bool) func(b *filledBoard) []string {
	return func(b *filledBoard) (values []string) {
		for _, path := range b.drawnPaths {
			if values = append(values, ""); holds(b.numbersOnCells(path)) {
				values[len(values)-1] = "line"
			}
		}
		return values
	}
}

// pathRuleWriter returns the function that writes paths as rules.
func pathRuleWriter(rule string) func(*filledBoard, textRewrite, []string) (rules, statements string) {
	return func(b *filledBoard, _ textRewrite, values []string) (rules, statements string) {
		for k, path := range b.drawnPaths {
			if values[k] == "" {
				continue
			}
			var cells []string
			for _, n := range path {
				cells = append(cells, b.boardFilling.Board.Lattice.FormatCell(b.Cells[n]))
			}
			rules += fmt.Sprintf("%s on %s\n", rule, strings.Join(cells, " "))
		}
		return rules, ""
	}
}

// pathDrawer returns the function that draws paths. A path has at least least and at most most cells, whose numbers
// satisfy the function holds. The paths share no cell, do not cross, and cover at most half of the board.
func pathDrawer(holds func(numbers []int) bool, least, most int) func(*filledBoard, *rand.Rand) [][]int {
	return func(b *filledBoard, r *rand.Rand) (paths [][]int) {
		taken, crossed, left := map[int]bool{}, map[lattice.Cell]bool{}, len(b.Cells)/2
		for _, first := range r.Perm(len(b.Cells)) {
			path := b.drawPath([]int{first}, holds, least+r.IntN(most-least+1), taken, crossed, r)
			if len(path) < least || len(path) > left {
				continue
			}
			paths, left = append(paths, path), left-len(path)
			for k, n := range path {
				taken[n] = true
				if k > 0 {
					crossed[b.Cells[n].Plus(b.Cells[path[k-1]])] = true
				}
			}
		}
		slices.SortFunc(paths, func(a, b []int) int { return a[0] - b[0] })
		return paths
	}
}

// drawPath extends a path to the given number of cells, by steps to surrounding cells. It returns a path whose numbers
// satisfy the function holds, or nil if there is none. The path avoids cells that are taken. It also avoids crossing
// the step of another path: steps cross if they have the same middle, which is half the sum of their two cells.
func (b *filledBoard) drawPath(path []int, holds func([]int) bool, length int, taken map[int]bool,
	crossed map[lattice.Cell]bool, r *rand.Rand) []int {
	last := path[len(path)-1]
	if taken[last] || len(path) == length {
		if taken[last] || !holds(b.numbersOnCells(path)) {
			return nil
		}
		return slices.Clone(path)
	}
	around := b.cellsAround(b.Cells[last])
	for _, k := range r.Perm(len(around)) {
		next := around[k]
		middle := b.Cells[last].Plus(b.Cells[next])
		if slices.Contains(path, next) || crossed[middle] || b.hasStepWithMiddle(path, middle) {
			continue
		}
		if whole := b.drawPath(append(slices.Clone(path), next), holds, length, taken, crossed, r); whole != nil {
			return whole
		}
	}
	return nil
}

// hasStepWithMiddle reports whether some step of the path has the given middle, which is the sum of the two cells of a
// step.
func (b *filledBoard) hasStepWithMiddle(path []int, middle lattice.Cell) bool {
	for k := range path[1:] {
		if b.Cells[path[k]].Plus(b.Cells[path[k+1]]) == middle {
			return true
		}
	}
	return false
}
