package site_test

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const rooms = "cookbook/11-rooms-and-roads.md"

// TestRoomFacts verifies, by loops over all possibilities, the numbers that the pages on rooms, roads and plans expect.
// The tables are read from the pages.
func TestRoomFacts(t *testing.T) {
	for _, c := range []struct {
		page, puzzle string
		count        int
	}{
		{rooms, "heyawake.puz", countHeyawake(pageTable(t, "heyawake.puz", "room"), "FGH")},
		{rooms, "nurikabe.puz", countNurikabe(pageTable(t, "nurikabe.puz", "island"))},
		{rooms, "norinori.puz", countNorinori(pageTable(t, "norinori.puz", "room"))},
		{rooms, "kuromasu.puz", countKuromasu(pageTable(t, "kuromasu.puz", "clue"))},
		{rooms, "four-winds.puz", countWinds(pageTable(t, "four-winds.puz", "wind"))},
		{rooms, "country-road.puz", countCountryRoads(pageTable(t, "country-road.puz", "room"),
			pageTable(t, "country-road.puz", "length"))},
		{rooms, "yajilin.puz", countYajilin(pageTable(t, "yajilin.puz", "arrow"))},
		{rooms, "hashi.puz", countBridges([]int{2, 3, 2, 4, 5, 3, 2, 3, 2})},
		{"cookbook/12-plans.md", "seats.puz", countSeats([][2]int{{0, 1}, {0, 2}, {3, 4}})},
	} {
		if want := expectedCount(t, c.page, c.puzzle); c.count != want {
			t.Errorf("%s: %s expects %d, and a loop finds %d", c.page, c.puzzle, want, c.count)
		}
	}
}

// pageTable reads a table of a puzzle.
func pageTable(t *testing.T, puzzle, name string) [][]string {
	t.Helper()
	_, rest, _ := strings.Cut(readPage(t, rooms), "// "+puzzle+"\n")
	_, rest, found := strings.Cut(rest, "table "+name+" = \"\"\"\n")
	rest, _, _ = strings.Cut(rest, "\"\"\"")
	if !found {
		t.Fatalf("%s has no table %s", puzzle, name)
	}
	var rows [][]string
	for line := range strings.Lines(rest) {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// clueAt returns the number at a place of a table, or 0.
func clueAt(table [][]string, r, c int) int {
	n, _ := strconv.Atoi(table[r][c])
	return n
}

// cellSet is a set of cells of a square board; bit r*n+c stands for row r and column c.
type cellSet uint64

// neighborsOf returns the cells that share a side with a cell, on a board of n by n.
func neighborsOf(n, at int) []int {
	var all []int
	for _, step := range [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		if r, c := at/n+step[0], at%n+step[1]; min(r, c) >= 0 && max(r, c) < n {
			all = append(all, r*n+c)
		}
	}
	return all
}

// besides returns the cells that share a side with a cell of a set, on a board of n by n.
func besides(n int, set cellSet) cellSet {
	left := cellSet(0)
	for r := range n {
		left |= 1 << (r * n)
	}
	return (set<<1&^left | set>>1&^(left<<(n-1)) | set<<n | set>>n) & (1<<(n*n) - 1)
}

// partOf returns the connected part of a set that contains a cell.
func partOf(n, at int, set cellSet) cellSet {
	for part := cellSet(1) << at; ; {
		more := part | besides(n, part)&set
		if more == part {
			return part
		}
		part = more
	}
}

// visitBlackSets visits each set of cells without neighbours in it whose complement is connected.
func visitBlackSets(n int, visit func(black cellSet)) {
	all := cellSet(1)<<(n*n) - 1
	var choose func(at int, black cellSet)
	choose = func(at int, black cellSet) {
		if at == n*n {
			if white := all &^ black; partOf(n, bits.TrailingZeros64(uint64(white)), white) == white {
				visit(black)
			}
			return
		}
		choose(at+1, black)
		if besides(n, 1<<at)&black == 0 {
			choose(at+1, black|1<<at)
		}
	}
	choose(0, 0)
}

// countHeyawake counts the sets with two black cells in each of some rooms.
func countHeyawake(room [][]string, two string) int {
	n, count := len(room), 0
	visitBlackSets(n, func(black cellSet) {
		blacks := map[string]int{}
		for k := range n {
			for _, step := range []int{1, n} { // along row k, and down column k
				first := k * (n + 1 - step)
				if step == n {
					first = k
				}
				borders := 0
				for i := range n {
					at := first + i*step
					if black>>at&1 == 1 {
						borders = 0
						if step == 1 {
							blacks[room[at/n][at%n]]++
						}
						continue
					}
					if before := at - step; i > 0 && black>>before&1 == 0 &&
						room[before/n][before%n] != room[at/n][at%n] {
						borders++
					}
					if borders > 1 {
						return
					}
				}
			}
		}
		for _, name := range strings.Split(two, "") {
			if blacks[name] != 2 {
				return
			}
		}
		count++
	})
	return count
}

// countKuromasu counts the sets of which each number sees so many white cells.
func countKuromasu(clue [][]string) int {
	n, count := len(clue), 0
	visitBlackSets(n, func(black cellSet) {
		for at := range n * n {
			want := clueAt(clue, at/n, at%n)
			if want == 0 {
				continue
			}
			seen := 1
			for _, q := range neighborsOf(n, at) {
				for step := q - at; black>>q&1 == 0; q += step {
					seen++
					if !slices.Contains(neighborsOf(n, q), q+step) {
						break
					}
				}
			}
			if black>>at&1 == 1 || seen != want {
				return
			}
		}
		count++
	})
	return count
}

// countNurikabe counts the sets of islands with their numbers in water that is connected.
func countNurikabe(island [][]string) int {
	n, total, count := len(island), 0, 0
	for at := range n * n {
		total += clueAt(island, at/n, at%n)
	}
	var choose func(at, left int, land cellSet)
	choose = func(at, left int, land cellSet) {
		if left > 0 && at < n*n {
			choose(at+1, left-1, land|1<<at)
			choose(at+1, left, land)
			return
		}
		covered := cellSet(0)
		for k := range n * n {
			if size := clueAt(island, k/n, k%n); size > 0 {
				part := partOf(n, k, land)
				if land>>k&1 == 0 || part&covered != 0 || bits.OnesCount64(uint64(part)) != size {
					return
				}
				covered |= part
			}
		}
		water := (cellSet(1)<<(n*n) - 1) &^ land
		for k := range n * (n - 1) {
			square := cellSet(3|3<<n) << k
			if k%n < n-1 && water&square == square {
				return
			}
		}
		if left == 0 && covered == land && partOf(n, bits.TrailingZeros64(uint64(water)), water) == water {
			count++
		}
	}
	choose(0, total, 0)
	return count
}

// countNorinori counts the sets of dominoes that are no neighbours, with two cells in each room.
func countNorinori(room [][]string) int {
	n, count := len(room), 0
	sizes := map[string]int{}
	for _, row := range room {
		for _, name := range row {
			sizes[name] = 0
		}
	}
	separate := func(a, b placement) bool {
		for _, x := range a {
			for _, y := range b {
				if max(x[0]-y[0], y[0]-x[0])+max(x[1]-y[1], y[1]-x[1]) < 2 {
					return false
				}
			}
		}
		return true
	}
	for _, set := range placementSets(dominoes(n, n), len(sizes), separate) {
		clear(sizes)
		wrong := false
		for _, domino := range set {
			for _, at := range domino {
				name := room[at[0]][at[1]]
				sizes[name]++
				wrong = wrong || sizes[name] > 2
			}
		}
		if !wrong {
			count++
		}
	}
	return count
}

// countWinds counts the ways to draw lines from the numbers, which cover each cell once.
func countWinds(wind [][]string) int {
	n, count := len(wind), 0
	var draw func(at int, taken cellSet)
	draw = func(at int, taken cellSet) {
		if at == n*n {
			if taken == cellSet(1)<<(n*n)-1 {
				count++
			}
			return
		}
		length := clueAt(wind, at/n, at%n)
		if length == 0 {
			draw(at+1, taken)
			return
		}
		if taken>>at&1 == 1 {
			return
		}
		ends := neighborsOf(n, at)
		var extend func(k, left int, taken cellSet)
		extend = func(k, left int, taken cellSet) {
			if k == len(ends) {
				if left == 0 {
					draw(at+1, taken)
				}
				return
			}
			extend(k+1, left, taken)
			q, step := ends[k], ends[k]-at
			for left > 0 && taken>>q&1 == 0 && (wind[q/n][q%n] == ".") {
				taken |= 1 << q
				left--
				extend(k+1, left, taken)
				if !slices.Contains(neighborsOf(n, q), q+step) {
					return
				}
				q += step
			}
		}
		extend(0, length, taken|1<<at)
	}
	draw(0, 0)
	return count
}

// road is a loop, as its cells in order.
type road []int

func (l road) cells() (set cellSet) {
	for _, at := range l {
		set |= 1 << at
	}
	return set
}

// allRoads returns the loops through cells of a board of n by n: 9,349 of 5 by 5, as many as OEIS A140517 says.
func allRoads(n int) []road {
	var all []road
	var walk func(path road, seen cellSet)
	walk = func(path road, seen cellSet) {
		for _, q := range neighborsOf(n, path[len(path)-1]) {
			switch {
			case q == path[0] && len(path) > 2 && path[1] < path[len(path)-1]:
				all = append(all, slices.Clone(path))
			case q > path[0] && seen>>q&1 == 0:
				walk(append(path, q), seen|1<<q)
			}
		}
	}
	for at := range n * n {
		walk(road{at}, 1<<at)
	}
	return all
}

// countCountryRoads counts the loops that pass each room once, with so many cells in some of them.
func countCountryRoads(room, length [][]string) int {
	n, count := len(room), 0
	name := func(at int) string { return room[at/n][at%n] }
	for _, loop := range allRoads(n) {
		entries, inside, set := map[string]int{}, map[string]int{}, loop.cells()
		wrong := false
		for k, at := range loop {
			inside[name(at)]++
			if next := loop[(k+1)%len(loop)]; name(next) != name(at) {
				entries[name(next)]++
			}
		}
		for at := range n * n {
			wrong = wrong || entries[name(at)] != 1
			for _, q := range neighborsOf(n, at) {
				wrong = wrong || name(at) != name(q) && set>>at&1 == 0 && set>>q&1 == 0
			}
		}
		for _, row := range length {
			wrong = wrong || strconv.Itoa(inside[row[0]]) != row[1]
		}
		if !wrong {
			count++
		}
	}
	return count
}

// countYajilin counts the loops that leave clues and black cells alone, which are no neighbours.
func countYajilin(arrow [][]string) int {
	const n = 5
	count := 0
	for _, loop := range allRoads(n) {
		black := (cellSet(1)<<(n*n) - 1) &^ loop.cells()
		wrong := false
		for k := range arrow {
			at := clueAt(arrow, k, 0)*n + clueAt(arrow, k, 1)
			wrong = wrong || black>>at&1 == 0
			black &^= 1 << at
		}
		for k := range arrow {
			seen := 0
			r, c := clueAt(arrow, k, 0), clueAt(arrow, k, 1)
			for min(r, c) >= 0 && max(r, c) < n {
				seen += int(black >> (r*n + c) & 1)
				r, c = r+clueAt(arrow, k, 2), c+clueAt(arrow, k, 3)
			}
			wrong = wrong || seen != clueAt(arrow, k, 4)
		}
		for at := range n * n {
			for _, q := range neighborsOf(n, at) {
				wrong = wrong || black>>at&1 == 1 && black>>q&1 == 1
			}
		}
		if !wrong {
			count++
		}
	}
	return count
}

// countBridges counts the ways to build up to two bridges between neighbours of three by three islands, all of which
// are connected.
func countBridges(ends []int) int {
	const n = 3
	var sides [][2]int
	for at := range n * n {
		for _, q := range neighborsOf(n, at) {
			if at < q {
				sides = append(sides, [2]int{at, q})
			}
		}
	}
	count := 0
	left, built := slices.Clone(ends), make([]int, len(sides))
	var build func(k int)
	build = func(k int) {
		if k < len(sides) {
			for built[k] = range 3 {
				left[sides[k][0]] -= built[k]
				left[sides[k][1]] -= built[k]
				bridges := built[k]
				build(k + 1)
				left[sides[k][0]] += bridges
				left[sides[k][1]] += bridges
			}
			return
		}
		reached := cellSet(1)
		for range sides {
			for i, side := range sides {
				if built[i] > 0 && (reached>>side[0]|reached>>side[1])&1 == 1 {
					reached |= 1<<side[0] | 1<<side[1]
				}
			}
		}
		if reached == 1<<(n*n)-1 && !slices.ContainsFunc(left, func(k int) bool { return k != 0 }) {
			count++
		}
	}
	build(0)
	return count
}

// countSeats counts the ways to seat six guests around a table, the first one on the first chair, and foes apart.
func countSeats(foes [][2]int) int {
	count := 0
	chair := []int{0, -1, -1, -1, -1, -1}
	var seat func(guest int)
	seat = func(guest int) {
		if guest == len(chair) {
			for _, pair := range foes {
				if d := chair[pair[0]] - chair[pair[1]]; d == 1 || d == -1 || d == 5 || d == -5 {
					return
				}
			}
			count++
			return
		}
		for c := range chair {
			if !slices.Contains(chair[:guest], c) {
				chair[guest] = c
				seat(guest + 1)
			}
		}
	}
	seat(1)
	return count
}
