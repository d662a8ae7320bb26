package rule_test

import "testing"

func TestCount(t *testing.T) {
	count := func(number int, of ...int) (n int) {
		for _, v := range of {
			if v == number {
				n++
			}
		}
		return n
	}
	compareFill(t, 2, 3, 3, "count \"2\" rows \"2, .\" columns \"., 0, 1\"", func(v filling) bool {
		return count(2, v[0]...) == 2 && count(2, columnOf(v, 1)...) == 0 && count(2, columnOf(v, 2)...) == 1
	})
	compareFill(t, 2, 3, 3, "count \"3\" 1..2 on 2x2", func(v filling) bool {
		n := count(3, v[0][0], v[0][1], v[1][0], v[1][1])
		return 1 <= n && n <= 2
	})
}
