package generate

// This file has the styles of lines through cells: thermometers and arrows.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// isAscending reports whether numbers ascend.
func isAscending(numbers []int) bool {
	for k := range numbers[1:] {
		if numbers[k] >= numbers[k+1] {
			return false
		}
	}
	return true
}

// isArrow reports whether the first number is the sum of the others.
func isArrow(numbers []int) bool {
	sum := 0
	for _, n := range numbers[1:] {
		sum += n
	}
	return numbers[0] == sum
}

// numbersOn returns the numbers of the symbols on cells.
func (b *filledBoard) numbersOn(cells []int) (numbers []int) {
	for _, n := range cells {
		numbers = append(numbers, b.fill.SymbolValues[b.symbols[n]])
	}
	return numbers
}

// pathsThat returns the values of a style of lines: a line has one as long as its numbers keep the rule.
func pathsThat(holds func(numbers []int) bool) func(b *filledBoard) []string {
	return func(b *filledBoard) (values []string) {
		for _, path := range b.paths {
			if values = append(values, ""); holds(b.numbersOn(path)) {
				values[len(values)-1] = "line"
			}
		}
		return values
	}
}

// writePaths returns the function that writes lines as rules.
func writePaths(rule string) func(*filledBoard, puzzleRewrite, []string) (rules, statements string) {
	return func(b *filledBoard, _ puzzleRewrite, values []string) (rules, statements string) {
		for k, path := range b.paths {
			if values[k] == "" {
				continue
			}
			var cells []string
			for _, n := range path {
				cells = append(cells, b.fill.Board.Lattice.FormatCell(b.Cells[n]))
			}
			rules += fmt.Sprintf("%s on %s\n", rule, strings.Join(cells, " "))
		}
		return rules, ""
	}
}

// drawPaths returns the function that draws lines from least to most cells long, whose numbers keep a rule. They share
// no cell and do not cross, and take half of the board at most.
func drawPaths(holds func(numbers []int) bool, least, most int) func(*filledBoard, *rand.Rand) [][]int {
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

// drawPath extends a line to some length by steps to cells around, and returns it once its numbers keep the rule, or
// nil. A line does not pass cells that are taken, or the middle of a step of another one, which is half the sum of its
// cells.
func (b *filledBoard) drawPath(path []int, holds func([]int) bool, length int, taken map[int]bool,
	crossed map[lattice.Cell]bool, r *rand.Rand) []int {
	last := path[len(path)-1]
	if taken[last] || len(path) == length {
		if taken[last] || !holds(b.numbersOn(path)) {
			return nil
		}
		return slices.Clone(path)
	}
	around := b.cellsAround(b.Cells[last])
	for _, k := range r.Perm(len(around)) {
		next := around[k]
		middle := b.Cells[last].Plus(b.Cells[next])
		if slices.Contains(path, next) || crossed[middle] || b.crossesItself(path, middle) {
			continue
		}
		if whole := b.drawPath(append(slices.Clone(path), next), holds, length, taken, crossed, r); whole != nil {
			return whole
		}
	}
	return nil
}

// crossesItself reports whether a line has a step with this middle, doubled.
func (b *filledBoard) crossesItself(path []int, middle lattice.Cell) bool {
	for k := range path[1:] {
		if b.Cells[path[k]].Plus(b.Cells[path[k+1]]) == middle {
			return true
		}
	}
	return false
}
