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
	compareFill(t, 2, 3, 3, "1..2 \"3\" on 2x2", func(v filling) bool {
		n := count(3, v[0][0], v[0][1], v[1][0], v[1][1])
		return 1 <= n && n <= 2
	})
	compareFill(t, 2, 3, 3, "at least 1 \"13\" on rows, columns\nnone \"2\" on (1, 1) (1, 2)\nat most 4 \"3\"",
		func(v filling) bool {
			some := func(line []int) bool { return count(1, line...)+count(3, line...) > 0 }
			for r := range v {
				if !some(v[r]) {
					return false
				}
			}
			for c := range v[0] {
				if !some(columnOf(v, c)) {
					return false
				}
			}
			return v[1][1] != 2 && v[1][2] != 2 && count(3, v[0]...)+count(3, v[1]...) <= 4
		})
}
