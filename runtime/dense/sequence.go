package dense

import (
	"cmp"
	"math"
	"slices"
)

// ends bounds the cells that sweeps begin at.
const ends = 12

// sweepCells orders the cells so that the frontier stays short: the cells that
// are not yet in order and next to one that is.
//
// A sweep goes by the sum of the distances from two cells a and b, and then by
// the distance from a. If a and b are the ends of a side of a rectangle, the cells
// with the same sum are a line parallel to it, and the sweep takes line after line.
// If they are one cell, it is a breadth-first walk. Of the sweeps from cells with
// few neighbours the best is taken.
func (s *shape) sweepCells() []int32 {
	best, least := s.cells, s.frontier(s.cells)
	corners := slices.Clone(s.cells)
	slices.SortStableFunc(corners, func(a, b int32) int { return len(s.graph[a]) - len(s.graph[b]) })
	corners = corners[:min(ends, len(corners))]
	distance := make([][]int32, len(corners))
	for k, a := range corners {
		distance[k] = s.distances(a)
	}
	for _, da := range distance {
		for _, db := range distance {
			order := slices.Clone(s.cells)
			slices.SortStableFunc(order, func(i, j int32) int {
				return cmp.Or(cmp.Compare(da[i]+db[i], da[j]+db[j]), cmp.Compare(da[i], da[j]))
			})
			if length := s.frontier(order); length < least {
				best, least = order, length
			}
		}
	}
	return best
}

// distances returns the distances of all cells from one.
func (s *shape) distances(from int32) []int32 {
	d := make([]int32, len(s.graph))
	for k := range d {
		d[k] = math.MaxInt32 / 4
	}
	d[from] = 0
	queue := []int32{from}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range s.graph[i] {
			if d[j] > d[i]+1 {
				d[j] = d[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return d
}

// frontier returns the greatest length of the frontier.
func (s *shape) frontier(order []int32) int {
	state := make([]int8, len(s.graph)) // 1 at the frontier, 2 behind it
	length, longest := 0, 0
	for _, i := range order {
		if state[i] == 1 {
			length--
		}
		state[i] = 2
		for _, j := range s.graph[i] {
			if state[j] == 0 {
				state[j] = 1
				length++
			}
		}
		longest = max(longest, length)
	}
	return longest
}
