package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// emptyPieces are pieces of squares, by name: their orientations, as rows and columns.
var emptyPieces = map[string][][][2]int{
	"O": {{{0, 0}}},
	"I": {{{0, 0}, {0, 1}}, {{0, 0}, {1, 0}}},
	"V": {{{0, 0}, {0, 1}, {1, 0}}, {{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 0}, {1, 1}}, {{0, 1}, {1, 0}, {1, 1}}},
	"S": {{{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {2, 0}}},
}

// TestEmptyCount: a puzzle with `leave` has the solutions that trying all places of its pieces finds, whether the
// pieces imply how many cells stay empty or not.
func TestEmptyCount(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 29))
	some, none := 0, 0
	for range matrixtest.RandomRounds(60, 3000) {
		board, text := map[[2]int]bool{}, "piece O = 1x1\npiece I = 1x2\npiece V = (0, 0) (0, 1) (1, 0)\npiece S = 1x3\n"
		picture := ""
		for row := range 2 + r.IntN(2) {
			picture += "  "
			for column := range 3 + r.IntN(2) {
				at := [2]int{row, column}
				board[at] = r.IntN(6) > 0 || len(board) == 0
				picture += map[bool]string{true: "#", false: "."}[board[at]]
			}
			picture += "\n"
		}
		// copies holds the least and the greatest number of copies of each piece.
		copies, set, area, chosen := map[string][2]int{}, []string(nil), 0, 0
		for _, name := range []string{"O", "I"} {
			if n := r.IntN(3); n > 0 {
				copies[name] = [2]int{n, n}
				area += n * len(emptyPieces[name][0])
				set = append(set, fmt.Sprintf("%d of %s", n, name))
			}
		}
		if r.IntN(4) == 0 {
			copies["O"] = [2]int{copies["O"][0], 3}
			set = append(slices.DeleteFunc(set, func(s string) bool { return strings.HasSuffix(s, "O") }),
				fmt.Sprintf("%d..3 of O", copies["O"][0]))
		}
		if len(set) == 0 || r.IntN(2) == 0 {
			chosen = 1
			copies["V"], copies["S"], area = [2]int{0, 1}, [2]int{0, 1}, area+3
			set = append(set, "1 from {V, S}")
		}
		cells := 0
		for _, is := range board {
			cells += map[bool]int{true: 1}[is]
		}
		low := max(0, cells-area-r.IntN(3)+r.IntN(2))
		high := low + r.IntN(3)
		text += fmt.Sprintf("board b on square = \"\"\"\n%s\"\"\"\npack b with %s {\n  leave %d..%d empty\n}\n",
			picture,
			strings.Join(set, " + "), low, high)
		p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var got []string
		for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for _, pl := range s.Placements() {
				if pl.Piece != "" {
					var at [][2]int
					for _, c := range pl.Cells {
						at = append(at, [2]int{int(c[0]), int(c[1])})
					}
					slices.SortFunc(at, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
					parts = append(parts, fmt.Sprint(pl.Piece, at))
				}
			}
			slices.Sort(parts)
			got = append(got, strings.Join(parts, " "))
		}
		want := packingsByTrying(board, copies, chosen, low, high)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("%d solutions, want %d:\n%s", len(got), len(want), text)
		}
		some, none = some+min(1, len(want)), none+max(0, 1-len(want))
	}
	if t.Logf("%d with solutions, %d without", some, none); some*none == 0 {
		t.Error("some kind of puzzle is missing")
	}
}

// packingsByTrying tries all sets of places of pieces.
func packingsByTrying(board map[[2]int]bool, copies map[string][2]int, chosen, low, high int) (found []string) {
	var places []string
	var covers [][][2]int
	for _, name := range []string{"I", "O", "S", "V"} {
		for _, shape := range emptyPieces[name] {
			for row := range 4 {
				for column := range 5 {
					var at [][2]int
					for _, c := range shape {
						if to := [2]int{row + c[0], column + c[1]}; board[to] {
							at = append(at, to)
						}
					}
					if _, is := copies[name]; is && len(at) == len(shape) {
						places, covers = append(places, fmt.Sprint(name, at)), append(covers, at)
					}
				}
			}
		}
	}
	taken, used := map[[2]int]bool{}, map[string]int{}
	var parts []string
	var try func(k int)
	try = func(k int) {
		if k == len(places) {
			empty := 0
			for at, is := range board {
				empty += map[bool]int{is && !taken[at]: 1}[true]
			}
			for name, n := range copies {
				if used[name] < n[0] || used[name] > n[1] {
					return
				}
			}
			if used["V"]+used["S"] == chosen && low <= empty && empty <= high {
				all := slices.Sorted(slices.Values(parts))
				found = append(found, strings.Join(all, " "))
			}
			return
		}
		try(k + 1)
		name := places[k][:1]
		if used[name] == copies[name][1] || slices.ContainsFunc(covers[k], func(c [2]int) bool { return taken[c] }) {
			return
		}
		for _, c := range covers[k] {
			taken[c] = true
		}
		used[name], parts = used[name]+1, append(parts, places[k])
		try(k + 1)
		used[name], parts = used[name]-1, parts[:len(parts)-1]
		for _, c := range covers[k] {
			delete(taken, c)
		}
	}
	try(0)
	slices.Sort(found)
	return found
}
