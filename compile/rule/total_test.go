package rule_test

import "testing"

func TestTotal(t *testing.T) {
	compareFill(t, 2, 2, 4, "sum 6 on 1x2 at (1, 0)", func(v filling) bool { return v[1][0]+v[1][1] == 6 })
	compareFill(t, 2, 2, 4, "distinct sum 6 on 1x2 at (1, 0)", func(v filling) bool {
		return v[1][0]+v[1][1] == 6 && v[1][0] != v[1][1]
	})
	compareFill(t, 2, 2, 4, "product 8 on b", func(v filling) bool {
		return v[0][0]*v[0][1]*v[1][0]*v[1][1] == 8
	})
	compareFill(t, 1, 3, 5, "difference 1 on b", func(v filling) bool { // the greatest less the others
		a, b, c := v[0][0], v[0][1], v[0][2]
		return 2*max(a, b, c)-a-b-c == 1
	})
	compareFill(t, 1, 3, 5, "quotient 2 on b", func(v filling) bool { // the greatest divided by the others
		a, b, c := v[0][0], v[0][1], v[0][2]
		return max(a, b, c)*max(a, b, c) == 2*a*b*c
	})
}
