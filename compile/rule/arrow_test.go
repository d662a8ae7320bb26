package rule_test

import "testing"

func TestArrow(t *testing.T) {
	compareFill(t, 2, 2, 5, "arrow on (1, 0) (0, 0) (0, 1)", func(v filling) bool {
		return v[1][0] == v[0][0]+v[0][1]
	})
}
