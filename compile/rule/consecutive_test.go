package rule_test

import (
	"slices"
	"testing"
)

// followOneAnother reports whether numbers are consecutive in some order.
func followOneAnother(numbers ...int) bool {
	numbers = slices.Clone(numbers)
	slices.Sort(numbers)
	for k := range numbers[1:] {
		if numbers[k+1] != numbers[k]+1 {
			return false
		}
	}
	return true
}

func TestConsecutive(t *testing.T) {
	compareFill(t, 2, 3, 4, "consecutive on rows, (0, 0) (1, 2)", func(v filling) bool {
		return followOneAnother(v[0]...) && followOneAnother(v[1]...) && followOneAnother(v[0][0], v[1][2])
	})
	compareLatin(t, 4, "consecutive on (0, 0) (1, 1) (2, 2), 1x2 at (3, 0)", func(v filling) bool {
		return followOneAnother(v[0][0], v[1][1], v[2][2]) && followOneAnother(v[3][:2]...)
	})
}
