package rule_test

import "testing"

func TestCages(t *testing.T) {
	compareFill(t, 2, 3, 3, "sum \"a 5\" product \"b 3\" on regions \"\"\"\naab\n.ab\n\"\"\"", func(v filling) bool {
		return v[0][0]+v[0][1]+v[1][1] == 5 && v[0][2]*v[1][2] == 3
	})
	compareFill(t, 2, 3, 3, "distinct sum \"a 6, b 4\" on regions \"\"\"\naab\n.ab\n\"\"\"", func(v filling) bool {
		return differ(v[0][0], v[0][1], v[1][1]) && v[0][2]+v[1][2] == 4 && v[0][2] != v[1][2]
	})
}
