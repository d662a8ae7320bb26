package site_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestFacts counts by loops what the tutorial and the cookbook expect, where nobody has
// published the number. That the command counts as many is tested where it runs.
func TestFacts(t *testing.T) {
	byRegret, all := countRooms(), 0
	for _, n := range byRegret {
		all += n
	}
	if best := slices.Min(slices.Collect(maps.Keys(byRegret))); best != 2 {
		t.Errorf("the lesson on timetables expects the optimum 2, and a loop finds %d", best)
	}
	for _, c := range []struct {
		page, puzzle string
		count        int
	}{
		{"cookbook/01-packing.md", "holes.puz", len(placementSets(dominoes(3, 3), 4, areDisjoint))},
		{"cookbook/01-packing.md", "apart.puz", len(placementSets(dominoes(4, 4), 2, areApart))},
		{"cookbook/01-packing.md", "one-sided.puz", len(placementSets(turnedLs(4), 4, areDisjoint))},
		{"cookbook/03-squares.md", "thermo.puz", countSudokus(func(s fourSquare) bool {
			return s[3][0] < s[2][0] &&
				s[2][0] < s[1][0] && s[1][0] < s[0][0]
		})},
		{"cookbook/03-squares.md", "arrow.puz", countSudokus(func(s fourSquare) bool {
			return s[0][0] == s[0][1]+
				s[1][2] && s[3][3] == s[3][2]+s[2][1]
		})},
		{"cookbook/09-setters.md", "rooms.puz", countSudokus(func(s fourSquare) bool {
			return s[2][s[2][0]-1] == 4 && s[3][s[3][0]-1] == 3 && s[s[0][2]-1][2] == 3
		})},
		{"tutorial/05-latin-and-sudoku.md", "variant.puz", countSudokus(func(s fourSquare) bool {
			return s[0][0] < s[1][0] && s[1][0] < s[2][0] && s[2][0] < s[3][0] && s[1][1]+s[2][1] == 5
		})},
		{"tutorial/06-words.md", "garden.puz", countGardens(t)},
		{"tutorial/10-timetables.md", "week.puz", countWeeks()},
		{"tutorial/10-timetables.md", "rooms.puz", all},
		{"tutorial/10-timetables.md", "wishes.puz", byRegret[2]},
		{"tutorial/07-the-core.md", "games.puz", countGames()},
		{"cookbook/05-men-and-words.md", "crossword.puz", countCrosswords(t)},
	} {
		if want := expectedCount(t, c.page, c.puzzle); c.count != want {
			t.Errorf("%s: %s expects %d, and a loop finds %d", c.page, c.puzzle, want, c.count)
		}
	}
}

// TestReadmeFacts counts by loops what the small examples expect that README shows.
func TestReadmeFacts(t *testing.T) {
	cages := []string{"aabb", "cddb", "ceef", "ggff"}
	sums := map[byte]int{'a': 3, 'b': 9, 'c': 5, 'd': 5, 'e': 5, 'f': 6, 'g': 7}
	if n := countSudokus(func(s fourSquare) bool {
		sum, seen := map[byte]int{}, map[[2]int]bool{}
		for r, row := range cages {
			for c := range row {
				place := [2]int{int(row[c]), s[r][c]}
				if seen[place] {
					return false
				}
				seen[place] = true
				sum[row[c]] += s[r][c]
			}
		}
		return maps.Equal(sum, sums)
	}); n != 1 {
		t.Errorf("the small killer sudoku has %d solutions", n)
	}
	if want := expectedCount(t, "../README.md", "examples/polyforms/corners.puz"); countCorners() != want {
		t.Errorf("corners and bars have %d packings, and README expects %d", countCorners(), want)
	}
}

// countCorners counts the ways to fill a square of four without its last corner with bars of three and with two
// to five corners of three cells.
func countCorners() int {
	shapes := []placement{
		{{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {2, 0}}, // bars
		{{0, 0}, {0, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, -1}, {1, 0}},
	}
	taken := map[cell]bool{{0, 3}: true}
	count := 0
	var fill func(corners int)
	fill = func(corners int) {
		for k := range 16 {
			first := cell{k / 4, k % 4}
			if taken[first] {
				continue
			}
			for i, shape := range shapes {
				var here placement
				for _, c := range shape {
					at := cell{first[0] + c[0], first[1] + c[1]}
					if at[0] < 4 && at[1] >= 0 && at[1] < 4 && !taken[at] {
						here = append(here, at)
					}
				}
				if len(here) < 3 {
					continue
				}
				for _, c := range here {
					taken[c] = true
				}
				fill(corners + min(1, i/2))
				for _, c := range here {
					delete(taken, c)
				}
			}
			return
		}
		if corners >= 2 && corners <= 5 {
			count++
		}
	}
	fill(0)
	return count
}

var expect = regexp.MustCompile(`expect (\d+) solutions?`)

// expectedCount reads a number from the puzzle of a page.
func expectedCount(t *testing.T, page, puzzle string) int {
	t.Helper()
	_, rest, ok := strings.Cut(readPage(t, page), "// "+puzzle+"\n")
	rest, _, _ = strings.Cut(rest, "```")
	if strings.Contains(rest, "\nexpect unique\n") {
		return 1
	}
	m := expect.FindStringSubmatch(rest)
	if !ok || m == nil {
		t.Fatalf("%s: there is no %s that expects anything", page, puzzle)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile("../" + page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// listWords are those of a list that a page shows.
func listWords(t *testing.T, page, list string) []string {
	_, rest, _ := strings.Cut(readPage(t, page), "$ cat "+list+"\n")
	rest, _, _ = strings.Cut(rest, "```")
	return strings.Fields(rest)
}

// cell is a row and a column, and a placement some cells.
type (
	cell      [2]int
	placement []cell
)

// dominoes are all those on a board.
func dominoes(rows, columns int) []placement {
	var all []placement
	for r := range rows {
		for c := range columns {
			if c+1 < columns {
				all = append(all, placement{{r, c}, {r, c + 1}})
			}
			if r+1 < rows {
				all = append(all, placement{{r, c}, {r + 1, c}})
			}
		}
	}
	return all
}

// turnedLs are the four rotations of an L on a square board, and no mirror images.
func turnedLs(n int) []placement {
	var all []placement
	for r := range n - 2 {
		for c := range n - 1 {
			l := placement{{r, c}, {r + 1, c}, {r + 2, c}, {r + 2, c + 1}}
			for range 4 {
				all = append(all, l)
				turned := placement{}
				for _, x := range l {
					turned = append(turned, cell{x[1], n - 1 - x[0]})
				}
				l = turned
			}
		}
	}
	return all
}

// placementSets are the sets of k placements of which each two agree.
func placementSets(all []placement, k int, agree func(a, b placement) bool) [][]placement {
	if k == 0 {
		return [][]placement{nil}
	}
	var out [][]placement
	for i, p := range all {
		var rest []placement
		for _, q := range all[i+1:] {
			if agree(p, q) {
				rest = append(rest, q)
			}
		}
		for _, s := range placementSets(rest, k-1, agree) {
			out = append(out, append(s, p))
		}
	}
	return out
}

func areDisjoint(a, b placement) bool { return kingDistance(a, b) > 0 }
func areApart(a, b placement) bool    { return kingDistance(a, b) > 1 }

// kingDistance is the least distance of two cells in a king's moves.
func kingDistance(a, b placement) int {
	best := 99
	for _, x := range a {
		for _, y := range b {
			best = min(best, max(x[0]-y[0], y[0]-x[0], x[1]-y[1], y[1]-x[1]))
		}
	}
	return best
}

type fourSquare [4][4]int

// countSudokus counts the sudokus of order four that keep a rule, of 288.
func countSudokus(rule func(fourSquare) bool) int {
	count := 0
	var s fourSquare
	var fill func(at int)
	fill = func(at int) {
		if at == 16 {
			if rule(s) {
				count++
			}
			return
		}
		r, c := at/4, at%4
		for v := 1; v <= 4; v++ {
			free := true
			for k := range at {
				i, j := k/4, k%4
				if s[i][j] == v && (i == r || j == c || i/2 == r/2 && j/2 == c/2) {
					free = false
				}
			}
			if free {
				s[r][c] = v
				fill(at + 1)
			}
		}
	}
	fill(0)
	return count
}

// countGardens counts the squares of six different words, the first one with a t.
func countGardens(t *testing.T) int {
	list := listWords(t, "tutorial/06-words.md", "garden.txt")
	count := 0
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				var columns []string
				for k := range 3 {
					columns = append(columns, string([]byte{a[k], b[k], c[k]}))
				}
				if a[0] == 't' && areDistinct(list, append(columns, a, b, c)) {
					count++
				}
			}
		}
	}
	return count
}

// countCrosswords counts the squares without two corners.
func countCrosswords(t *testing.T) int {
	list := listWords(t, "cookbook/05-men-and-words.md", "list.txt")
	count := 0
	for _, a := range list {
		for _, b := range list {
			for _, c := range list {
				if len(a) != 2 || len(b) != 3 || len(c) != 2 {
					continue
				}
				columns := []string{string([]byte{a[0], b[0]}), string([]byte{a[1], b[1], c[0]}),
					string([]byte{b[2], c[1]})}
				if areDistinct(list, append(columns, a, b, c)) {
					count++
				}
			}
		}
	}
	return count
}

// areDistinct reports whether all words are in the list, none of them twice.
func areDistinct(list, all []string) bool {
	slices.Sort(all)
	for k, w := range all {
		if !slices.Contains(list, w) || k > 0 && all[k-1] == w {
			return false
		}
	}
	return true
}

// countWeeks counts the timetables of three classes with free hours at the ends, without maths in the first hour
// and with each teacher in one class at a time.
func countWeeks() int {
	var classes [3][]string
	var write func(class int, left map[byte]int, week string)
	write = func(class int, left map[byte]int, week string) {
		if len(week) == 5 {
			if week[0] != 'M' && !strings.Contains(week[1:4], "-") {
				classes[class] = append(classes[class], week)
			}
			return
		}
		for lesson, n := range left {
			if n > 0 {
				left[lesson]--
				write(class, left, week+string(lesson))
				left[lesson]++
			}
		}
	}
	for class, twice := range []byte("MEH") {
		left := map[byte]int{'M': 1, 'E': 1, 'H': 1, '-': 1}
		left[twice]++
		write(class, left, "")
	}
	agree := func(a, b string) bool {
		for h := range 5 {
			if a[h] == b[h] && a[h] != '-' {
				return false
			}
		}
		return true
	}
	count := 0
	for _, a := range classes[0] {
		for _, b := range classes[1] {
			for _, c := range classes[2] {
				if agree(a, b) && agree(a, c) && agree(b, c) {
					count++
				}
			}
		}
	}
	return count
}

// countRooms counts the ways to give six lessons, of a teacher and a class each, an hour and a room of their own, by
// how much the teachers mind the hours.
func countRooms() map[int]int {
	lessons := [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 2}}
	minds := [3][3]int{{3, 0, 0}, {0, 1, 2}, {0, 0, 2}}
	taken := map[[3]int]bool{} // a teacher, class or room, its number, and an hour
	count := map[int]int{}
	var give func(k, regret int)
	give = func(k, regret int) {
		if k == len(lessons) {
			count[regret]++
			return
		}
		for hour := range 3 {
			for room := range 2 {
				needs := [][3]int{{0, lessons[k][0], hour}, {1, lessons[k][1], hour}, {2, room, hour}}
				if taken[needs[0]] || taken[needs[1]] || taken[needs[2]] {
					continue
				}
				for _, n := range needs {
					taken[n] = true
				}
				give(k+1, regret+minds[lessons[k][0]][hour])
				for _, n := range needs {
					delete(taken, n)
				}
			}
		}
	}
	give(0, 0)
	return count
}

// countGames counts the ways to play, each child one of its games and each game with one or two children.
func countGames() (count int) {
	for _, a := range []int{0, 2} {
		for _, b := range []int{0, 1} {
			for _, d := range []int{2, 1} {
				players := [3]int{1: 1} // the third child plays cards
				players[a]++
				players[b]++
				players[d]++
				if min(players[0], players[1], players[2]) > 0 && max(players[0], players[1], players[2]) < 3 {
					count++
				}
			}
		}
	}
	return count
}
