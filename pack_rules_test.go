package quadrille_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// shapeFacings returns the shapes that rotations and a reflection make of cells, each once.
func shapeFacings(cells []boardSpot) [][]boardSpot {
	var out [][]boardSpot
	seen := map[string]bool{}
	for k := range 8 {
		var turned []boardSpot
		for _, c := range cells {
			if k >= 4 {
				c.c = -c.c
			}
			for range k % 4 {
				c = boardSpot{c.c, -c.r}
			}
			turned = append(turned, c)
		}
		slices.SortFunc(turned, func(a, b boardSpot) int { return 100*(a.r-b.r) + a.c - b.c })
		first := turned[0]
		for i := range turned {
			turned[i].r, turned[i].c = turned[i].r-first.r, turned[i].c-first.c
		}
		if key := fmt.Sprint(turned); !seen[key] {
			seen[key] = true
			out = append(out, turned)
		}
	}
	return out
}

var smallPieces = map[string][]boardSpot{
	"O": {{0, 0}}, "I2": {{0, 0}, {0, 1}}, "I3": {{0, 0}, {0, 1}, {0, 2}}, "V3": {{0, 0}, {0, 1}, {1, 0}},
	"S4": {{0, 0}, {0, 1}, {1, 1}, {1, 2}},
}

// TestPackRules: random packings with pieces that are chosen, pieces that keep apart, and
// numbers of empty cells have as many solutions as there are ways to lay the pieces cell by cell.
func TestPackRules(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r := rand.New(rand.NewPCG(16, 5))
	some := 0
	for range matrixtest.RandomRounds(25, 500) {
		rows, columns := 2+r.IntN(2), 2+r.IntN(2)
		names := []string{"O", "I2", "I3", "V3", "S4"}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:2+r.IntN(3)]
		var text strings.Builder
		text.WriteString("puz 1\npiece O = 1x1\npiece I2 = 1x2\npiece I3 = 1x3\npiece V3 = " +
			"\"\"\"\n##\n#.\n\"\"\"\npiece S4 = \"\"\"\n##.\n.##\n\"\"\"\n")
		fmt.Fprintf(&text, "board b on square = %dx%d\npack b with ", rows, columns)
		// of the pieces some are chosen, and others there for certain or any number of times
		cut := r.IntN(len(names))
		low := r.IntN(2)
		high := min(len(names)-cut, low+1+r.IntN(2))
		low = min(low, high)
		kinds := map[string]int{}
		for k, name := range names[:cut] {
			if kinds[name] = r.IntN(3); kinds[name] == 0 {
				text.WriteString("any of ")
			} else if kinds[name] == 2 {
				text.WriteString("0..2 of ")
			}
			text.WriteString(name)
			if k < len(names) {
				text.WriteString(" + ")
			}
		}
		fmt.Fprintf(&text, "%d..%d from {%s} {\n", low, high, strings.Join(names[cut:], ", "))
		var moves []boardSpot
		switch r.IntN(3) {
		case 0:
			text.WriteString("  apart king\n")
			moves = []boardSpot{{0, 1}, {1, 0}, {1, 1}}
		case 1:
			text.WriteString("  apart (0, 1)\n")
			moves = []boardSpot{{0, 1}, {1, 0}}
		}
		type leave struct {
			low, high          int
			top, bottom, right int
		}
		var leaves []leave
		for range r.IntN(3) {
			l := leave{low: r.IntN(3), top: r.IntN(rows), right: 1 + r.IntN(columns)}
			l.bottom, l.high = l.top+1+r.IntN(rows-l.top), l.low+r.IntN(3)
			if l.low > (l.bottom-l.top)*l.right {
				continue
			}
			leaves = append(leaves, l)
			fmt.Fprintf(&text, "  leave %d..%d empty on %dx%d at (%d, 0)\n", l.low, l.high, l.bottom-l.top, l.right,
				l.top)
		}
		global := r.IntN(3) > 0
		if global {
			text.WriteString("  leave 0..6 empty\n")
		}
		text.WriteString("}\n")
		at, used := map[boardSpot]int{}, map[string]int{}
		placed, want := 0, 0
		var fill func(k int)
		fill = func(k int) {
			for k < rows*columns && at[boardSpot{k / columns, k % columns}] != 0 {
				k++
			}
			if k == rows*columns {
				chosen := 0
				for i, name := range names {
					n := used[name]
					if i < cut && (kinds[name] == 1 && n != 1 || kinds[name] == 2 && n > 2) || i >= cut && n > 1 {
						return
					}
					if i >= cut {
						chosen += n
					}
				}
				if chosen < low || chosen > high {
					return
				}
				empty := 0
				for c, v := range at {
					if v < 0 {
						empty++
					}
					for _, m := range moves {
						for _, d := range []boardSpot{{c.r + m.r, c.c + m.c}, {c.r + m.r, c.c - m.c}} {
							if w := at[d]; v > 0 && w > 0 && v != w {
								return
							}
						}
					}
				}
				if global && empty > 6 {
					return
				}
				for _, l := range leaves {
					n := 0
					for c, v := range at {
						if v < 0 && c.r >= l.top && c.r < l.bottom && c.c < l.right {
							n++
						}
					}
					if n < l.low || n > l.high {
						return
					}
				}
				want++
				return
			}
			here := boardSpot{k / columns, k % columns}
			may := global
			for _, l := range leaves {
				may = may || here.r >= l.top && here.r < l.bottom && here.c < l.right
			}
			if may {
				at[here] = -1
				fill(k + 1)
				delete(at, here)
			}
			for _, name := range names {
				for _, facing := range shapeFacings(smallPieces[name]) {
					fits := true
					for _, c := range facing {
						d := boardSpot{here.r + c.r, here.c + c.c}
						fits = fits && d.r >= 0 && d.c >= 0 && d.r < rows && d.c < columns && at[d] == 0
					}
					if !fits {
						continue
					}
					placed++
					id := placed
					for _, c := range facing {
						at[boardSpot{here.r + c.r, here.c + c.c}] = id
					}
					used[name]++
					fill(k + 1)
					used[name]--
					for _, c := range facing {
						delete(at, boardSpot{here.r + c.r, here.c + c.c})
					}
				}
			}
		}
		fill(0)
		p, err := quadrille.Load("random.puz", []byte(text.String()), quadrille.Options{})
		if err != nil {
			t.Fatal(err, text.String())
		}
		got, err := p.Count(t.Context(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != fmt.Sprint(want) {
			t.Fatalf("%s%v solutions, and %d by hand", text.String(), got, want)
		}
		some += min(1, want)
	}
	t.Logf("%d packings have solutions", some)
	if some == 0 {
		t.Errorf("%d packings have solutions", some)
	}
}
