package quadrille_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
)

// TestDots: random inputs of Knuth's program back-dissect have the solutions that a plain copy of it
// prints, in its form.
func TestDots(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 2))
	solved := 0
	for range matrixtest.RandomRounds(12, 100) {
		shape := randomDots(r)
		d := 2 + r.IntN(2)
		p, err := quadrille.Load("shape.dots", []byte(shape),
			quadrille.Options{Params: map[string]int64{"d": int64(d)}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
			if err != nil {
				t.Fatal(err)
			}
			text, err := s.DotsText(1)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, text)
		}
		want := referenceDissections(shape, d)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%d pieces of\n%s\n%d solutions, and the program has %d:\n%s\n%s", d, shape, len(got), len(want),
				strings.Join(got, ""), strings.Join(want, ""))
		}
		solved += len(got)
	}
	if solved == 0 {
		t.Error("no shape had a solution")
	}
}

// randomDots draws a shape of four or nine cells, or of sixteen, most of them side by side, that
// touches the edges of its picture.
func randomDots(r *rand.Rand) string {
	size := []int{4, 9, 9, 9}[r.IntN(4)]
	cells := [][2]int{{8, 8}}
	for len(cells) < size {
		c := cells[r.IntN(len(cells))]
		step := [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}}[r.IntN(5)]
		next := [2]int{c[0] + step[0], c[1] + step[1]}
		if !slices.Contains(cells, next) {
			cells = append(cells, next)
		}
	}
	top, left, bottom, right := 99, 99, 0, 0
	for _, c := range cells {
		top, left, bottom, right = min(top, c[0]), min(left, c[1]), max(bottom, c[0]), max(right, c[1])
	}
	var b strings.Builder
	for i := top; i <= bottom; i++ {
		for j := left; j <= right; j++ {
			b.WriteByte(map[bool]byte{true: '*', false: '.'}[slices.Contains(cells, [2]int{i, j})])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// referenceDissections is the program as its text has it, without what makes it fast: all sequences of
// shifts and rotations (back-dissect, sections 6 to 8), and of each every perfect matching, cell by cell.
func referenceDissections(shape string, d int) (out []string) {
	rows := strings.Split(strings.TrimSuffix(shape, "\n"), "\n")
	n := 1
	for n*n < strings.Count(shape, "*") {
		n++
	}
	inShape := func(i, j int) bool { return i >= 0 && i < len(rows) && j >= 0 && j < len(rows[0]) && rows[i][j] == '*' }
	var shifts [][2]int
	for a := 1 - n; a < len(rows); a++ {
		for b := 1 - n; b < len(rows[0]); b++ {
			meets := false
			for i := range n {
				for j := range n {
					meets = meets || inShape(a+i, b+j)
				}
			}
			if meets {
				shifts = append(shifts, [2]int{a, b})
			}
		}
	}
	// source is the cell of the square that a mapping takes to a cell of the shape (section 10).
	source := func(m [2]int, i, j int) (int, int, bool) {
		q, r := i-shifts[m[0]][0], j-shifts[m[0]][1]
		if m[1]&1 != 0 {
			q, r = r, n-1-q
		}
		if m[1]&2 != 0 {
			q, r = n-1-q, n-1-r
		}
		return q, r, q >= 0 && q < n && r >= 0 && r < n
	}
	var targets [][2]int
	for i, row := range rows {
		for j := range row {
			if inShape(i, j) {
				targets = append(targets, [2]int{i, j})
			}
		}
	}
	maps := make([][2]int, d)
	covers := func() bool {
		square := map[[2]int]bool{}
		for _, c := range targets {
			covered := false
			for _, m := range maps {
				if q, r, ok := source(m, c[0], c[1]); ok {
					square[[2]int{q, r}], covered = true, true
				}
			}
			if !covered {
				return false
			}
		}
		return len(square) == n*n
	}
	a, b := map[[2]int]int{}, map[[2]int]int{}
	show := func() {
		var s strings.Builder
		s.WriteString("Solution 1, from")
		for _, m := range maps {
			fmt.Fprintf(&s, " %d^%d", m[0], m[1])
		}
		s.WriteString(":\n")
		for i := 0; i < n || i < len(rows); i++ {
			for j := range n {
				if i < n {
					s.WriteByte('0' + byte(a[[2]int{i, j}]))
				} else {
					s.WriteByte(' ')
				}
			}
			if i < len(rows) {
				s.WriteString("  ")
				for j := range rows[0] {
					if inShape(i, j) {
						s.WriteByte('0' + byte(b[[2]int{i, j}]))
					} else {
						s.WriteByte('.')
					}
				}
			}
			s.WriteString("\n")
		}
		out = append(out, s.String())
	}
	var match func(k int)
	match = func(k int) {
		if k == len(targets) {
			show()
			return
		}
		c := targets[k]
		for p, m := range maps {
			if q, r, ok := source(m, c[0], c[1]); ok && a[[2]int{q, r}] == 0 {
				a[[2]int{q, r}], b[c] = p+1, p+1
				match(k + 1)
				delete(a, [2]int{q, r})
				delete(b, c)
			}
		}
	}
	var choose func(k int)
	choose = func(k int) {
		if k == d {
			if covers() {
				match(0)
			}
			return
		}
		for s := range shifts {
			for turn := range 4 {
				first := k == 0 && turn == 0
				later := k > 0 && s >= maps[k-1][0] && [2]int{s, turn} != maps[k-1]
				if first || later {
					maps[k] = [2]int{s, turn}
					choose(k + 1)
				}
			}
		}
	}
	choose(0)
	return out
}

// TestDotsBesideOthers: the format of the program has no room for what another statement puts on its board.
func TestDotsBesideOthers(t *testing.T) {
	p := loadPuzzle(t, "dissect 2x2 into 2 pieces forming 1x4\nlatin 2\n", quadrille.Options{})
	s, err := p.First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := s.DotsText(1); !errors.Is(err, quadrille.ErrUnsupported) {
		t.Errorf("a dissection and a square are written, with the error %v:\n%s", err, text)
	}
}
