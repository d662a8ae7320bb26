package rule_test

import "testing"

func TestConnectedAndLoop(t *testing.T) {
	neighbours := func(v filling, row, column int) (at [][2]int) {
		for _, to := range [][2]int{{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}} {
			if to[0] >= 0 && to[0] < len(v) && to[1] >= 0 && to[1] < len(v[0]) && v[to[0]][to[1]] == 2 {
				at = append(at, to)
			}
		}
		return at
	}
	connected := func(v filling) bool {
		parts := 0
		seen := map[[2]int]bool{}
		var visit func(at [2]int)
		visit = func(at [2]int) {
			if !seen[at] {
				seen[at] = true
				for _, to := range neighbours(v, at[0], at[1]) {
					visit(to)
				}
			}
		}
		for row := range v {
			for column := range v[row] {
				if at := [2]int{row, column}; v[row][column] == 2 && !seen[at] {
					parts++
					visit(at)
				}
			}
		}
		return parts <= 1
	}
	compareFill(t, 3, 3, 2, "connected \"2\"", connected)
	compareFill(t, 3, 4, 2, "loop \"2\"", func(v filling) bool {
		any := false
		for row := range v {
			for column := range v[row] {
				any = any || v[row][column] == 2
				if v[row][column] == 2 && len(neighbours(v, row, column)) != 2 {
					return false
				}
			}
		}
		return any && connected(v)
	})
}
