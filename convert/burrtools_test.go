package convert_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
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
		`<shapes>%s</shapes><problems><problem><shapes>%s</shapes><result id="%d"/><bitmap>%s</bitmap></problem></problems></puzzle>`,
		grid, strings.Repeat(`<color red="1" green="2" blue="3"/>`, colors), list, copies, len(shapes)-1, bitmap)
}

// TestBurrBalls: pieces of three balls fill an octahedron of nineteen balls but one in as many ways as trying all sets
// of three balls finds. There the three distances between the balls of a piece tell it from others.
func TestBurrBalls(t *testing.T) {
	var points [][3]int
	board := ""
	for k := range 5 * 5 * 5 {
		p := [3]int{k % 5, k / 5 % 5, k / 25}
		out := abs(p[0]-2) + abs(p[1]-2) + abs(p[2]-2)
		if out%2 == 0 && out <= 2 && p != [3]int{2, 2, 0} {
			points = append(points, p)
			board += "#"
		} else {
			board += "_"
		}
	}
	distances := func(s ...[3]int) (all [3]int) {
		for k := range s {
			for axis, v := range s[k] {
				d := v - s[(k+1)%3][axis]
				all[k] += d * d
			}
		}
		slices.Sort(all[:])
		return all
	}
	// a right angle, an obtuse one, and a triangle; no line of three fits
	copies := map[[3]int]int{distances([3]int{0, 0, 0}, [3]int{1, 1, 0}, [3]int{2, 0, 0}): 2,
		distances([3]int{0, 0, 0}, [3]int{1, 1, 0}, [3]int{2, 1, 1}): 2,
		distances([3]int{0, 0, 0}, [3]int{1, 1, 0}, [3]int{1, 0, 1}): 2}
	want := 0
	var fill func(rest [][3]int)
	fill = func(rest [][3]int) {
		if len(rest) == 0 {
			want++
			return
		}
		for i := 1; i < len(rest); i++ {
			for j := i + 1; j < len(rest); j++ {
				d := distances(rest[0], rest[i], rest[j])
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
	text := burrText(2, 0, "", "3 2 1 #_#_#_ 2", "3 2 2 #___#______# 2",
		"2 2 2 #__#_#__ 2", "5 5 5 "+board)
	if got := countAll(t, importText(t, convert.BurrTools, text)); got != fmt.Sprint(want) || want < 100 {
		t.Errorf("%s packings of %d balls, want %d\n%s", got, len(points), want, importText(t, convert.BurrTools, text))
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
