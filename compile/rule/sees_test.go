package rule_test

import (
	"slices"
	"testing"
)

func TestSees(t *testing.T) {
	seen := func(line []int) (n int) {
		for k := range line {
			if k == 0 || line[k] > slices.Max(line[:k]) {
				n++
			}
		}
		return n
	}
	compareFill(t, 2, 3, 3, "sees left \"2, .\" bottom \"., 2, 1\" right \"., 2\"", func(v filling) bool {
		return seen(v[0]) == 2 && seen([]int{v[1][1], v[0][1]}) == 2 && seen([]int{v[1][2], v[0][2]}) == 1 &&
			seen([]int{v[1][2], v[1][1], v[1][0]}) == 2
	})
}
