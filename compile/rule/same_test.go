package rule_test

import (
	"testing"

	"quadrille/compile/compiletest"
)

func TestSame(t *testing.T) {
	compareFill(t, 2, 3, 3, "same on (0, 0) (1, 2) (0, 1)", func(v filling) bool {
		return v[0][0] == v[1][2] && v[0][0] == v[0][1]
	})
	compareFill(t, 2, 4, 2, "same on 1x2 at (0, 1), (1, 0) (0, 3)", func(v filling) bool {
		return v[0][1] == v[0][3] && v[0][2] == v[1][0]
	})
	compareFill(t, 3, 2, 2, "same on 1x2 at (i, 0), 1x2 at (i + 1, 0), 1x2 for i in 1..1", func(v filling) bool {
		return v[0][0] == v[1][0] && v[1][0] == v[2][0] && v[0][1] == v[1][1] && v[1][1] == v[2][1]
	})
	compareLatin(t, 4, "same on 1x2, 1x2 at (2, 2)", func(v filling) bool {
		return v[0][0] == v[2][2] && v[0][1] == v[2][3]
	})
}

func TestSameIsWrong(t *testing.T) {
	for rule, want := range map[string]string{
		"same on 1x1":                "one cell is equal to itself",
		"same on (0, 0) (1, 5)":      "not on the board",
		"same on 1x2, 1x3":           "this one has 3 cells, and the one before it 2",
		"same on 1x2, 2x2 at (1, 1)": "not on the board",
	} {
		compiletest.CompileWrong(t, "board b on square = 2x3\nfill b with \"12\" {\n"+rule+"\n}", want)
	}
}

func TestSameSum(t *testing.T) {
	compareFill(t, 2, 3, 3, "same sum on 1x2, (0, 2) (1, 2), 2x1", func(v filling) bool {
		return v[0][0]+v[0][1] == v[0][2]+v[1][2] && v[0][2]+v[1][2] == v[0][0]+v[1][0]
	})
	compareFill(t, 1, 4, 3, "same sum on 1x3, 1x3 at (0, 1)", func(v filling) bool { return v[0][0] == v[0][3] })
}

// TestKnownSum: where lines cut a unit that has all symbols into pieces, other lines of the rule have their sum.
func TestKnownSum(t *testing.T) {
	allDiffer := func(v filling) bool {
		seen := map[int]bool{}
		for _, row := range v {
			for _, symbol := range row {
				seen[symbol] = true
			}
		}
		return len(seen) == len(v)*len(v[0])
	}
	compareFill(t, 2, 3, 6, "same sum on columns\ndistinct on all", func(v filling) bool {
		return allDiffer(v) && v[0][0]+v[1][0] == v[0][1]+v[1][1] && v[0][1]+v[1][1] == v[0][2]+v[1][2]
	})
	compareFill(t, 2, 3, 6, "distinct on all\nsame sum on (0, 0) (1, 1) (0, 2), columns", func(v filling) bool {
		return allDiffer(v) && v[0][0]+v[1][1]+v[0][2] == 7 && v[0][0]+v[1][0] == 7 && v[0][1]+v[1][1] == 7
	})
	compareFill(t, 2, 3, 4, "distinct on 2x2\nsame sum on 1x2, 1x2 at (1, 0), 1x2 at (0, 1)", func(v filling) bool {
		return v[0][0] != v[0][1] && v[0][0] != v[1][0] && v[0][0] != v[1][1] && v[0][1] != v[1][0] &&
			v[0][1] != v[1][1] && v[1][0] != v[1][1] && v[0][0]+v[0][1] == v[1][0]+v[1][1] &&
			v[0][1]+v[0][2] == v[0][0]+v[0][1]
	})
	compareLatin(t, 4, "same sum on rows, 2x2", func(v filling) bool {
		return v[0][0]+v[0][1]+v[1][0]+v[1][1] == v[0][0]+v[0][1]+v[0][2]+v[0][3]
	})
	compareFill(t, 1, 6, 4, "distinct on 1x4\nsame sum on 1x4 everywhere", func(v filling) bool { // compared
		seen := map[int]bool{v[0][0]: true, v[0][1]: true, v[0][2]: true, v[0][3]: true}
		return len(seen) == 4 && v[0][0] == v[0][4] && v[0][1] == v[0][5]
	})
}
