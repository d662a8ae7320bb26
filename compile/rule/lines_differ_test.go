package rule_test

import (
	"slices"
	"testing"
)

func TestLinesDiffer(t *testing.T) {
	compareFill(t, 3, 2, 2, "rows differ", func(v filling) bool {
		return !slices.Equal(v[0], v[1]) && !slices.Equal(v[0], v[2]) && !slices.Equal(v[1], v[2])
	})
	compareFill(t, 3, 3, 2, "columns differ\nrows differ", func(v filling) bool {
		for a := range 3 {
			for b := range a {
				if slices.Equal(v[a], v[b]) || slices.Equal(columnOf(v, a), columnOf(v, b)) {
					return false
				}
			}
		}
		return true
	})
}
