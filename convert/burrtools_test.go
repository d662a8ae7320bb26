package convert_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/convert"
	"quadrille/runtime/matrix/matrixtest"
)

// burrText returns a file of BurrTools with one problem: shapes with their numbers of copies, the result last.
func burrText(grid, colors int, bitmap string, shapes ...string) string {
	list, copies := "", ""
	for k, shape := range shapes {
		var x, y, z int
		var cells, count string
		fmt.Sscan(shape, &x, &y, &z, &cells, &count)
		list += fmt.Sprintf(`<voxel x="%d" y="%d" z="%d" type="0">%s</voxel>`, x, y, z, cells)
		if low, high, isRange := strings.Cut(count, ".."); isRange {
			copies += fmt.Sprintf(`<shape id="%d" min="%s" max="%s"/>`, k, low, high)
		} else if count != "" {
			copies += fmt.Sprintf(`<shape id="%d" count="%s"/>`, k, count)
		}
	}
	return fmt.Sprintf(`<?xml version="1.0"?><puzzle version="2"><gridType type="%d"/><colors>%s</colors>`+
		`<shapes>%s</shapes><problems><problem><shapes>%s</shapes><result id="%d"/><bitmap>%s</bitmap></problem>`+
		`</problems></puzzle>`,
		grid, strings.Repeat(`<color red="1" green="2" blue="3"/>`, colors), list, copies, len(shapes)-1, bitmap)
}

// TestBurrSpace: pieces of three balls fill an octahedron of nineteen balls but one, and pieces of three prisms three
// layers of a hexagon, in as many ways as trying all sets of three cells finds. There the three distances between the
// cells of a piece tell it from others.
func TestBurrSpace(t *testing.T) {
	inOctahedron := func(x, y, z int) bool {
		far := abs(x-2) + abs(y-2) + abs(z-2)
		return far%2 == 0 && far <= 2 && z+abs(x-2)+abs(y-2) > 0
	}
	for _, test := range []struct {
		name  string
		grid  int
		sides [3]int
		has   func(x, y, z int) bool
		// twelve times the square of a distance
		distance func(p, q [3]int) int
		pieces   []string
	}{
		// a right angle, an obtuse one, and a triangle; no line of three fits
		{"balls", 2, [3]int{5, 5, 5}, inOctahedron,
			func(p, q [3]int) (sum int) {
				for k := range p {
					sum += 12 * (p[k] - q[k]) * (p[k] - q[k])
				}
				return sum
			}, []string{"3 2 1 #_#_#_ 2", "3 2 2 #___#______# 2", "2 2 2 #__#_#__ 2"}},
		// a bar, a column, and a bend; the first prism points down, and middles lie half a side apart, and a third of a
		// row higher or lower
		{"prisms", 1, [3]int{4, 2, 3}, func(x, _, _ int) bool { return x > 0 },
			func(p, q [3]int) int {
				right, down := p[0]-q[0], 3*(p[1]-q[1])+(p[0]+p[1])%2-(q[0]+q[1])%2
				return 3*right*right + down*down + 12*(p[2]-q[2])*(p[2]-q[2])
			}, []string{"3 1 1 ### 2", "1 1 3 ### 2", "2 1 2 ##_# 2"}},
	} {
		var points [][3]int
		board := fmt.Sprint(test.sides[0], " ", test.sides[1], " ", test.sides[2], " ")
		for k := range test.sides[0] * test.sides[1] * test.sides[2] {
			p := [3]int{k % test.sides[0], k / test.sides[0] % test.sides[1], k / test.sides[0] / test.sides[1]}
			if test.has(p[0], p[1], p[2]) {
				points = append(points, p)
				board += "#"
			} else {
				board += "_"
			}
		}
		distances := func(s [3][3]int) (all [3]int) {
			for k := range s {
				all[k] = test.distance(s[k], s[(k+1)%3])
			}
			slices.Sort(all[:])
			return all
		}
		copies := map[[3]int]int{}
		for _, piece := range test.pieces {
			var x, y, z, n int
			var text string
			fmt.Sscan(piece, &x, &y, &z, &text, &n)
			var cells [][3]int
			for k, sign := range text {
				if sign == '#' {
					cells = append(cells, [3]int{k % x, k / x % y, k / x / y})
				}
			}
			copies[distances([3][3]int(cells))] = n
		}
		want := 0
		var fill func(rest [][3]int)
		fill = func(rest [][3]int) {
			if len(rest) == 0 {
				want++
				return
			}
			for i := 1; i < len(rest); i++ {
				for j := i + 1; j < len(rest); j++ {
					d := distances([3][3]int{rest[0], rest[i], rest[j]})
					if copies[d] == 0 {
						continue
					}
					copies[d]--
					left := slices.Delete(slices.Clone(rest), j, j+1)
					fill(slices.Delete(left, i, i+1)[1:])
					copies[d]++
				}
			}
		}
		fill(points)
		puzzle := importText(t, convert.BurrTools, burrText(test.grid, 0, "", append(test.pieces, board)...))
		if got := countAll(t, puzzle); got != fmt.Sprint(want) || len(points) != 18 || want == 0 {
			t.Errorf("%s: %s packings of %d cells, want %d\n%s", test.name, got, len(points), want, puzzle)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestBurrColors: colored dominoes and single cubes fill two rows, where some cells may stay empty, in as many ways as
// trying everything finds; or a color lies on some colors of the result, and not on all.
func TestBurrColors(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	const rows, columns, colors = 2, 3, 3
	read, refused := 0, 0
	for range matrixtest.RandomRounds(150, 1500) {
		var pairs [colors + 1][colors + 1]bool
		bitmap := ""
		for piece := range pairs {
			for result := range pairs[piece] {
				pairs[piece][result] = piece == 0 || result == 0 || r.IntN(2) == 0
				if piece > 0 && result > 0 && pairs[piece][result] {
					bitmap += fmt.Sprintf(`<pair piece="%d" result="%d"/>`, piece-1, result-1)
				}
			}
		}
		colored := func(sign string, color int) string {
			if color == 0 {
				return sign
			}
			return fmt.Sprint(sign, color)
		}
		var on [rows * columns]int
		var optional [rows * columns]bool
		used := map[int]bool{}
		board := fmt.Sprintf("%d %d 1 ", columns, rows)
		for k := range on {
			on[k], optional[k] = r.IntN(colors+1), r.IntN(3) == 0
			used[on[k]] = true
			board += colored(map[bool]string{false: "#", true: "+"}[optional[k]], on[k])
		}
		delete(used, 0)
		single, first, second := r.IntN(colors+1), r.IntN(colors+1), r.IntN(colors+1)
		text := burrText(0, colors, bitmap, "1 1 1 "+colored("#", single)+" 0..6",
			"2 1 1 "+colored("#", first)+colored("#", second)+" 0..3", board)

		isAlike := true // whether both halves of the domino lie on the same colors
		for color := range used {
			isAlike = isAlike && pairs[first][color] == pairs[second][color]
		}
		want := 0
		var taken [rows * columns]bool
		var fill func(k int)
		fill = func(k int) {
			switch {
			case k == len(taken):
				want++
				return
			case taken[k]:
				fill(k + 1)
				return
			}
			if optional[k] {
				fill(k + 1)
			}
			if pairs[single][on[k]] {
				fill(k + 1)
			}
			for _, next := range []int{k + 1, k + columns} {
				if next >= len(taken) || taken[next] || next == k+1 && next%columns == 0 {
					continue
				}
				taken[next] = true
				if pairs[first][on[k]] && pairs[second][on[next]] {
					fill(k + 1)
				}
				if !isAlike && pairs[second][on[k]] && pairs[first][on[next]] {
					fill(k + 1)
				}
				taken[next] = false
			}
		}
		fill(0)
		puzzle, _, err := convert.PuzzleText(convert.BurrTools, "x.xmpuzzle", []byte(text))
		if err != nil {
			refused++
			isSome := false // whether a color lies on several kinds of colors, and not on all
			for piece := 1; piece <= colors; piece++ {
				kinds, isAny := map[string]bool{}, true
				for color := range used {
					column := ""
					for other := 1; other <= colors; other++ {
						column += fmt.Sprint(pairs[other][color])
					}
					isAny = isAny && pairs[piece][color]
					if pairs[piece][color] && strings.Contains(column, "false") {
						kinds[column] = true
					}
				}
				isSome = isSome || len(kinds) > 1 && !isAny
			}
			if !isSome {
				t.Fatalf("%v\n%s", err, text)
			}
			continue
		}
		read++
		if got := countAll(t, puzzle); got != fmt.Sprint(want) {
			t.Fatalf("%s solutions, want %d\n%s\n%s\n%v", got, want, text, puzzle, slices.Sorted(maps.Keys(used)))
		}
	}
	if read == 0 || refused == 0 {
		t.Errorf("%d files are read, and %d are refused", read, refused)
	}
}

// TestBurrTitle: the name of a single problem is the title. Several problems have no common one, and each is solved by
// its number: three cubes in a row stand as they are, or as a bar.
func TestBurrTitle(t *testing.T) {
	one := burrText(0, 0, "", "1 1 1 # 3", "3 1 1 ### 0..1", "3 1 1 ###")
	head, tail, _ := strings.Cut(one, "<problem>")
	problem, tail, _ := strings.Cut(tail, "</problem>")
	other := strings.NewReplacer(`count="3"`, `count="0"`, `min="0"`, `min="1"`).Replace(problem)
	for _, c := range []struct {
		name, problems, title string
	}{
		{"a nameless one", "<problem>" + problem + "</problem>", ""},
		{"one", `<problem name="Row">` + problem + "</problem>", "Row"},
		{"two", `<problem name="Row">` + problem + `</problem><problem name="Bar">` + other + "</problem>", ""},
	} {
		puzzle := importText(t, convert.BurrTools, head+c.problems+tail)
		if got := countAll(t, puzzle); got != "1" || strings.Contains(puzzle, "puzzle ") != (c.title != "") ||
			!strings.Contains(puzzle, "puzzle "+strconv.Quote(c.title)) && c.title != "" {
			t.Errorf("%s: %s solutions\n%s", c.name, got, puzzle)
		}
	}
}
