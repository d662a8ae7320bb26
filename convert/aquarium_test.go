package convert_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"quadrille/convert"
)

// tank is a board of 3 rows and 4 columns with the index of the room of each cell, from 0 to 2.
type tank [3][4]int

// holds reports whether water, a bit for each cell, stands in the rooms as the rules say: it lies on water or on the
// floor of its room, fills its room from side to side, and has one level wherever it is connected.
func (k tank) holds(water int) bool {
	isWet := func(r, c int) bool { return water>>(4*r+c)&1 == 1 }
	inRoom := func(r, c, room int) bool { return r >= 0 && r < 3 && c >= 0 && c < 4 && k[r][c] == room }
	for r := range 3 {
		for c := range 4 {
			if !isWet(r, c) {
				continue
			}
			for _, n := range [][2]int{{r, c - 1}, {r, c + 1}, {r + 1, c}} {
				if inRoom(n[0], n[1], k[r][c]) && !isWet(n[0], n[1]) {
					return false
				}
			}
			// The pool of the cell: below its highest row no cell has air above it in its room.
			pool, highest := [][2]int{{r, c}}, r
			seen := map[[2]int]bool{{r, c}: true}
			for i := 0; i < len(pool); i++ {
				x, y := pool[i][0], pool[i][1]
				highest = min(highest, x)
				for _, n := range [][2]int{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
					if inRoom(n[0], n[1], k[r][c]) && isWet(n[0], n[1]) && !seen[n] {
						seen[n] = true
						pool = append(pool, n)
					}
				}
			}
			if r > highest && inRoom(r-1, c, k[r][c]) && !isWet(r-1, c) {
				return false
			}
		}
	}
	return true
}

// TestAquarium: boards with random rooms have as many fillings as a brute force finds. Separate parts with the same
// index are different rooms.
func TestAquarium(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	digits := func(marks []bool) (text string) {
		for k := 0; k < len(marks); k += 5 {
			d := 0
			for i := range 5 {
				if d *= 2; k+i < len(marks) && marks[k+i] {
					d++
				}
			}
			text += strconv.FormatInt(int64(d), 32)
		}
		return text
	}
	for range 25 {
		var k tank
		for i := range 12 {
			k[i/4][i%4] = r.IntN(2)
		}
		var across, down []bool
		for i := range 9 {
			across = append(across, k[i/3][i%3] != k[i/3][i%3+1])
		}
		for i := range 8 {
			down = append(down, k[i/4][i%4] != k[i/4+1][i%4])
		}
		want := 0
		for water := range 1 << 12 {
			if k.holds(water) {
				want++
			}
		}
		text := importText(t, convert.PuzzLink, "aquarium/4/3/"+digits(across)+digits(down)+"/m")
		if got := countAll(t, text); got != fmt.Sprint(want) {
			t.Errorf("%v: %s fillings, want %d\n%s", k, got, want, text)
		}
	}
}
