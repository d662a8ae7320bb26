package rule_test

import (
	"fmt"
	"testing"
)

func TestRuns(t *testing.T) {
	runs := func(line []int) (lengths []int) {
		for k, n := range line {
			switch {
			case n == 1:
			case k > 0 && line[k-1] != 1:
				lengths[len(lengths)-1]++
			default:
				lengths = append(lengths, 1)
			}
		}
		return lengths
	}
	compareFill(t, 2, 4, 3, "runs rows \"1 1, .\" columns \"., 0, 2, .\"", func(v filling) bool {
		return fmt.Sprint(runs(v[0]), runs(columnOf(v, 1)), runs(columnOf(v, 2))) == "[1 1] [] [2]"
	})
}
