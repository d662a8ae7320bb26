package rule_test

import "testing"

func TestApart(t *testing.T) {
	compareFill(t, 3, 3, 3, "apart knight", func(v filling) bool {
		for a := range 9 {
			for b := range 9 {
				if difference(a/3, b/3)*difference(a%3, b%3) == 2 && v[a/3][a%3] == v[b/3][b%3] {
					return false
				}
			}
		}
		return true
	})
	compareFill(t, 2, 3, 3, "apart (0, 2)", func(v filling) bool {
		return v[0][0] != v[0][2] && v[1][0] != v[1][2]
	})
}
