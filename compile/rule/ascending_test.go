package rule_test

import "testing"

func TestLess(t *testing.T) {
	compareFill(t, 2, 3, 3, "ascending on (0, 0) (1, 2) (0, 1)", func(v filling) bool {
		return v[0][0] < v[1][2] && v[1][2] < v[0][1]
	})
}

func TestChainsOnLines(t *testing.T) {
	compareFill(t, 2, 3, 3, "ascending on rows", func(v filling) bool {
		return v[0][0] < v[0][1] && v[0][1] < v[0][2] && v[1][0] < v[1][1] && v[1][1] < v[1][2]
	})
	compareFill(t, 2, 2, 4, "differ at least 2 on 1x2 everywhere, (0, 0) (1, 1)", func(v filling) bool {
		return difference(v[0][0], v[0][1]) >= 2 && difference(v[1][0], v[1][1]) >= 2 &&
			difference(v[0][0], v[1][1]) >= 2
	})
	compareFill(t, 2, 2, 4, "arrow on columns", func(v filling) bool {
		return v[0][0] == v[1][0] && v[0][1] == v[1][1]
	})
}
