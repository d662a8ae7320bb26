package rule_test

import "testing"

func TestBetween(t *testing.T) {
	compareFill(t, 2, 2, 4, "marks \"\"\"\n.<.\n* v\n.V.\n\"\"\"", func(v filling) bool {
		return v[0][0] < v[0][1] && (v[0][0] == 2*v[1][0] || 2*v[0][0] == v[1][0]) && v[1][0]+v[1][1] == 5 &&
			v[1][1] < v[0][1]
	})
	compareFill(t, 2, 2, 4, "marks \"\"\"\n.o.\n\n. .\n\"\"\" every \"o\"", func(v filling) bool {
		return difference(v[0][0], v[0][1]) == 1 && difference(v[0][0], v[1][0]) != 1 &&
			difference(v[0][1], v[1][1]) != 1 && difference(v[1][0], v[1][1]) != 1
	})
}
