package rule_test

import "testing"

func TestLess(t *testing.T) {
	compareFill(t, 2, 3, 3, "less (0, 0) (1, 2) (0, 1)", func(v filling) bool {
		return v[0][0] < v[1][2] && v[1][2] < v[0][1]
	})
}
