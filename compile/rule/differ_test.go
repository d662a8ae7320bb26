package rule_test

import "testing"

func TestDiffer(t *testing.T) {
	compareFill(t, 2, 2, 4, "differ 1..2 on (0, 0) (0, 1) (1, 1)", func(v filling) bool {
		a, b := difference(v[0][0], v[0][1]), difference(v[0][1], v[1][1])
		return 1 <= a && a <= 2 && 1 <= b && b <= 2
	})
}
