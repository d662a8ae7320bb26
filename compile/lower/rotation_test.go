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

// letterGrid is a solution drawn by hand: a letter for each cell of a square of n by n.
type letterGrid string

func gridOf(s quadrille.Solution, n int) letterGrid {
	out := []byte(strings.Repeat(".", n*n))
	for k, p := range s.Placements() {
		letter := byte('a' + k)
		for _, c := range p.Cells {
			out[int(c[0])*n+int(c[1])] = letter
		}
	}
	return plainGrid(out)
}

// plainGrid gives parts their letters in the order in which they come, so that solutions that
// have the same parts are the same.
func plainGrid(out []byte) letterGrid {
	letters := map[byte]byte{'.': '.'}
	for i, b := range out {
		if _, ok := letters[b]; !ok {
			letters[b] = byte('a' + len(letters))
		}
		out[i] = letters[b]
	}
	return letterGrid(out)
}

// turnGrid is the grid turned by a right angle.
func (g letterGrid) turnGrid(n int) letterGrid {
	out := make([]byte, n*n)
	for i := range n {
		for j := range n {
			out[j*n+n-1-i] = g[i*n+j]
		}
	}
	return plainGrid(out)
}

// classCount counts the classes of solutions under those turns that map the set to itself.
func classCount(all map[letterGrid]bool, n int) int {
	keeps := func(turns int) bool {
		for g := range all {
			for range turns {
				g = g.turnGrid(n)
			}
			if !all[g] {
				return false
			}
		}
		return true
	}
	step := 4 // no turn but the whole one
	if keeps(1) {
		step = 1
	} else if keeps(2) {
		step = 2
	}
	found := map[letterGrid]bool{}
	for g := range all {
		orbit := []letterGrid{}
		for k := range 4 {
			if k%step == 0 {
				orbit = append(orbit, g)
			}
			g = g.turnGrid(n)
		}
		found[slices.Min(orbit)] = true
	}
	return len(found)
}

// TestUpToRotation: on random boards with random pieces the classes are those that turning
// pictures gives. The turns that keep the set of solutions are those of the puzzle, as long as
// there is a solution.
func TestUpToRotation(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	some, chiral := 0, 0
	for range matrixtest.RandomRounds(10, 1000) {
		n := 3 + r.IntN(3)
		board := make([]string, n)
		for i := range board {
			board[i] = strings.Repeat("#", n)
		}
		hole := func(i, j int) { board[i] = board[i][:j] + "." + board[i][j+1:] }
		for range r.IntN(3) { // holes that often have a turn
			i, j := r.IntN(n), r.IntN(n)
			hole(i, j)
			hole(n-1-i, n-1-j)
			if r.IntN(2) == 0 {
				hole(j, n-1-i)
				hole(n-1-j, i)
			}
		}
		sides := []string{"one-sided", "free", ""}[r.IntN(3)]
		set := []string{"any of I2", "any of I2 + any of I1", "any of S + any of L + any of I2", "any of L + any of I3",
			"any of V3 + any of I2"}[r.IntN(5)]
		text := fmt.Sprintf("puz 1\npiece I1 = 1x1\npiece I2 = 1x2\npiece I3 = 1x3\npiece V3 = \"\"\"\n  #.\n  "+
			"##\n\"\"\"\npiece L %s = \"\"\"\n  #.\n  #.\n  ##\n\"\"\"\npiece S %s = \"\"\"\n  ##.\n  "+
			".##\n\"\"\"\nboard b on square = \"\"\"\n  %s\n\"\"\"\npack b with %s\n",
			sides, sides, strings.Join(board, "\n  "), set)
		p, err := quadrille.Load("random.puz", []byte(text),
			quadrille.Options{Limits: quadrille.Limits{MaxOptions: 400}})
		if err != nil {
			t.Fatal(err, text)
		}
		all, count := map[letterGrid]bool{}, 0
		for s, err := range p.Solutions(t.Context(), quadrille.Search{Limit: 3000}) {
			if err != nil {
				t.Fatal(err)
			}
			count++
			all[gridOf(s, n)] = true
		}
		if count == 3000 || count == 0 || len(all) != count {
			continue
		}
		q, err := p.Recompile(quadrille.Options{UpTo: quadrille.Rotation})
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.Count(t.Context(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		want := classCount(all, n)
		if got.String() != fmt.Sprint(want) {
			t.Fatalf("%s\n%v up to rotation, and %d by turning pictures, of %d", text, got, want, count)
		}
		mirrored, err := p.Recompile(quadrille.Options{UpTo: quadrille.Symmetry | quadrille.Rotation})
		if err != nil {
			t.Fatal(err)
		}
		fewer, err := mirrored.Count(t.Context(), quadrille.Search{})
		if err != nil {
			t.Fatal(err)
		}
		if fewer.AtLeast().Cmp(got.AtLeast()) > 0 {
			t.Fatalf("%s\n%v up to symmetry, and only %v up to rotation", text, fewer, got)
		}
		if some++; want < count && fewer.AtLeast().Cmp(got.AtLeast()) < 0 {
			chiral++
		}
	}
	if some == 0 || chiral == 0 {
		t.Errorf("only %d puzzles of use, in %d of which mirror images matter", some, chiral)
	}
}
