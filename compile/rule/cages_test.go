package rule_test

import "testing"

func TestCages(t *testing.T) {
	compareFill(t, 2, 3, 3, "cages \"\"\"\naab\n.ab\n\"\"\" sums \"a 5\" products \"b 3\"", func(v filling) bool {
		return v[0][0]+v[0][1]+v[1][1] == 5 && v[0][2]*v[1][2] == 3
	})
	compareFill(t, 2, 3, 3, "distinct cages \"\"\"\naab\n.ab\n\"\"\" sums \"a 6, b 4\"", func(v filling) bool {
		return differ(v[0][0], v[0][1], v[1][1]) && v[0][2]+v[1][2] == 4 && v[0][2] != v[1][2]
	})
}
