package rule_test

import "testing"

func TestGiven(t *testing.T) {
	compareFill(t, 2, 2, 3, "given \"\"\"\n3.\n.1\n\"\"\"", func(v filling) bool {
		return v[0][0] == 3 && v[1][1] == 1
	})
}

func TestOrthogonal(t *testing.T) {
	mate := filling{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}}
	for _, shown := range []string{"123\n231\n312", "ABC\nBCA\nCAB", "3xA\nxA3\nA3x"} {
		compareLatin(t, 3, "orthogonal to \"\"\"\n"+shown+"\n\"\"\"", func(v filling) bool {
			var pairs []int
			for k := range 9 {
				pairs = append(pairs, 10*v[k/3][k%3]+mate[k/3][k%3])
			}
			return differ(pairs...)
		})
	}
}
