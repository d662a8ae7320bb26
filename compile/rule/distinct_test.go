package rule_test

import "testing"

func TestDistinct(t *testing.T) {
	compareFill(t, 2, 3, 3, "distinct on rows, (0, 0) (1, 2)", func(v filling) bool {
		return differ(v[0]...) && differ(v[1]...) && v[0][0] != v[1][2]
	})
	compareFill(t, 3, 2, 3, "distinct on columns", func(v filling) bool {
		return differ(columnOf(v, 0)...) && differ(columnOf(v, 1)...)
	})
}
