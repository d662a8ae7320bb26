package rule_test

import "testing"

func TestKeepSymmetric(t *testing.T) {
	compareFill(t, 2, 3, 3, "symmetric half-turn", func(v filling) bool {
		return v[0][0] == v[1][2] && v[0][1] == v[1][1] && v[0][2] == v[1][0]
	})
	compareFill(t, 3, 3, 2, "symmetric rotation", func(v filling) bool {
		return v[0][0] == v[0][2] && v[0][2] == v[2][2] && v[2][2] == v[2][0] &&
			v[0][1] == v[1][2] && v[1][2] == v[2][1] && v[2][1] == v[1][0]
	})
}
