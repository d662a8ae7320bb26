package dense

import "slices"

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
	best, least := s.cells, s.frontier(s.cells, maxBits)
	corners := slices.Clone(s.cells)
	slices.SortStableFunc(corners, func(a, b int32) int { return len(s.graph[a]) - len(s.graph[b]) })
	corners = corners[:min(ends, len(corners))]
	distance := make([][]int, len(corners))
	for k, a := range corners {
		distance[k] = s.distances(a)
	}
	for k, da := range distance {
		for _, db := range distance[k:] {
			order := sortedBy(s.cells, func(i int32) int { return (da[i]+db[i])*2*far + da[i] })
			if length := s.frontier(order, least); length < least {
				best, least = order, length
			}
		}
	}
	return best
}

// sortedBy sorts cells by a key; equals stay in order.
func sortedBy(cells []int32, key func(int32) int) []int32 {
	keys := make([]int, len(cells))
	for k, i := range cells {
		keys[k] = key(i)*maxBits + k
	}
	slices.Sort(keys)
	order := make([]int32, len(cells))
	for k, n := range keys {
		order[k] = cells[n%maxBits]
	}
	return order
}

// far is more than any distance.
const far = 2 * maxBits

// distances returns the distances of all cells from one.
func (s *shape) distances(from int32) []int {
	d := make([]int, len(s.graph))
	for k := range d {
		d[k] = far
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

// frontier returns the greatest length of the frontier, or most if that is less.
func (s *shape) frontier(order []int32, most int) int {
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
		if longest = max(longest, length); longest >= most {
			return most
		}
	}
	return longest
}
