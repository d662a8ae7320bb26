package rule_test

import "testing"

func TestDouble(t *testing.T) {
	compareFill(t, 1, 3, 6, "double on (0, 0) (0, 2)", func(v filling) bool {
		return v[0][0] == 2*v[0][2] || 2*v[0][0] == v[0][2]
	})
}
