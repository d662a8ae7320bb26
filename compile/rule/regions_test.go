package rule_test

import "testing"

func TestRegions(t *testing.T) {
	compareFill(t, 2, 3, 3, "distinct on regions \"\"\"\naab\nabb\n\"\"\"", func(v filling) bool {
		return differ(v[0][0], v[0][1], v[1][0]) && differ(v[0][2], v[1][1], v[1][2])
	})
}

func TestBoxesAndDiagonals(t *testing.T) {
	compareLatin(t, 4, "distinct on boxes 2x2", func(v filling) bool {
		for _, at := range [][2]int{{0, 0}, {0, 2}, {2, 0}, {2, 2}} {
			top, left := v[at[0]], v[at[0]+1]
			if k := at[1]; !differ(top[k], top[k+1], left[k], left[k+1]) {
				return false
			}
		}
		return true
	})
	compareLatin(t, 4, "distinct on main diagonals", func(v filling) bool {
		return differ(v[0][0], v[1][1], v[2][2], v[3][3]) && differ(v[0][3], v[1][2], v[2][1], v[3][0])
	})
}
