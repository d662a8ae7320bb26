package rule_test

import (
	"slices"
	"testing"
)

// sandwiched adds up the numbers between the least and the greatest one, if both stand once in the line.
func sandwiched(line []int, least, greatest int) int {
	met, sum := map[int]int{}, 0
	for _, n := range line {
		switch {
		case n == least || n == greatest:
			met[n]++
		case len(met) == 1:
			sum += n
		}
	}
	if met[least] != 1 || met[greatest] != 1 {
		return -1
	}
	return sum
}

func TestSandwich(t *testing.T) {
	compareFill(t, 2, 4, 4, "sandwich rows \"3, .\"", func(v filling) bool { return sandwiched(v[0], 1, 4) == 3 })
	compareLatin(t, 4, "sandwich rows \"5, ., 0, .\" columns \"., 3, ., .\"", func(v filling) bool {
		return sandwiched(v[0], 1, 4) == 5 && sandwiched(v[2], 1, 4) == 0 && sandwiched(columnOf(v, 1), 1, 4) == 3
	})
}

func TestFirstSum(t *testing.T) {
	sum := func(line []int) (n int) {
		if line[0] > len(line) {
			return -1
		}
		for _, v := range line[:line[0]] {
			n += v
		}
		return n
	}
	compareFill(t, 2, 3, 3, "firstsum left \"5, .\" bottom \"., 3, .\"", func(v filling) bool {
		column := columnOf(v, 1)
		slices.Reverse(column)
		return sum(v[0]) == 5 && sum(column) == 3
	})
}

func TestNumbered(t *testing.T) {
	room := func(line []int) int {
		if line[0] > len(line) {
			return -1
		}
		return line[line[0]-1]
	}
	compareFill(t, 2, 3, 4, "numbered left \"., 2\" right \"3, .\"", func(v filling) bool {
		right := slices.Clone(v[0])
		slices.Reverse(right)
		return room(v[1]) == 2 && room(right) == 3
	})
}
