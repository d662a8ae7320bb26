package lower_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/compiletest"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix/matrixtest"
)

// A cut is a brute force dissection: cells are pairs of numbers, and a motion says
// what becomes of a row and a column.
type cut struct {
	from, to  [][2]int
	pieces    int
	motions   int // of the eight, the first so many
	sizes     [2]int
	connected bool
}

func imagesOfSourceShape(m int, c [2]int) [2]int {
	if m >= 4 {
		c = [2]int{c[1], c[0]}
	}
	for range m % 4 {
		c = [2]int{c[1], -c[0]}
	}
	return c
}

// images returns where each cell goes by a motion, the least row and column 0.
func (k *cut) images(m int) [][2]int {
	out := make([][2]int, len(k.from))
	for i, c := range k.from {
		out[i] = imagesOfSourceShape(m, c)
	}
	top, left := out[0][0], out[0][1]
	for _, c := range out {
		top, left = min(top, c[0]), min(left, c[1])
	}
	for i := range out {
		out[i] = [2]int{out[i][0] - top, out[i][1] - left}
	}
	return out
}

// plan is a mapping: a shift, by its index, and the cells that the mapping moves.
type plan struct {
	shift, motion int
	name          string
	onto          map[int]int
}

// plans lists the mappings, the shifts in order.
func (k *cut) plans() (out []plan) {
	target := map[[2]int]int{}
	for i, c := range k.to {
		target[c] = i
	}
	number := 0
	for a := -9; a <= 9; a++ {
		for b := -9; b <= 9; b++ {
			meets := false
			var here []plan
			for m := range k.motions {
				p := plan{shift: number, motion: m, name: fmt.Sprintf("%d,%d/%d", a, b, m), onto: map[int]int{}}
				for i, c := range k.images(m) {
					if t, ok := target[[2]int{c[0] + a, c[1] + b}]; ok {
						p.onto[i], meets = t, true
					}
				}
				here = append(here, p)
			}
			if meets {
				out = append(out, here...)
				number++
			}
		}
	}
	return out
}

// firstOfItsKind reports whether no motion before m makes the same shape.
func (k *cut) firstOfItsKind(m int) bool {
	sorted := func(cells [][2]int) string {
		slices.SortFunc(cells, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
		return fmt.Sprint(cells)
	}
	for e := range m {
		if sorted(k.images(e)) == sorted(k.images(m)) {
			return false
		}
	}
	return true
}

// solutions tries all sequences of mappings, and all ways to give cells to pieces.
func (k *cut) solutions() map[string]bool {
	found := map[string]bool{}
	plans := k.plans()
	chosen := make([]plan, k.pieces)
	var choose func(n int)
	choose = func(n int) {
		if n == k.pieces {
			k.match(chosen, make([]int, 0, len(k.from)), map[int]bool{}, found)
			return
		}
		for _, p := range plans {
			if n == 0 && !k.firstOfItsKind(p.motion) {
				continue
			}
			if n > 0 && (p.shift < chosen[n-1].shift || p.name == chosen[n-1].name) {
				continue
			}
			chosen[n] = p
			choose(n + 1)
		}
	}
	choose(0)
	return found
}

func (k *cut) match(chosen []plan, owner []int, used map[int]bool, found map[string]bool) {
	if len(owner) == len(k.from) {
		if k.allowed(owner) {
			found[solutionKey(chosen, owner)] = true
		}
		return
	}
	for n, p := range chosen {
		if t, ok := p.onto[len(owner)]; ok && !used[t] {
			used[t] = true
			k.match(chosen, append(owner, n), used, found)
			delete(used, t)
		}
	}
}

func solutionKey(chosen []plan, owner []int) string {
	var names []string
	for _, p := range chosen {
		names = append(names, p.name)
	}
	return fmt.Sprint(names, owner)
}

func (k *cut) allowed(owner []int) bool {
	for n := range k.pieces {
		var cells [][2]int
		for i, o := range owner {
			if o == n {
				cells = append(cells, k.from[i])
			}
		}
		if len(cells) < k.sizes[0] || len(cells) > k.sizes[1] || k.connected && partsOf(cells) > 1 {
			return false
		}
	}
	return true
}

func partsOf(cells [][2]int) int {
	left := map[[2]int]bool{}
	for _, c := range cells {
		left[c] = true
	}
	var eat func(c [2]int)
	eat = func(c [2]int) {
		if left[c] {
			delete(left, c)
			eat([2]int{c[0] + 1, c[1]})
			eat([2]int{c[0] - 1, c[1]})
			eat([2]int{c[0], c[1] + 1})
			eat([2]int{c[0], c[1] - 1})
		}
	}
	parts := 0
	for _, c := range cells {
		if left[c] {
			parts++
			eat(c)
		}
	}
	return parts
}

// randomCells returns so many cells of a box, row by row, moved to the origin.
func randomCells(r *rand.Rand, n int) [][2]int {
	var cells [][2]int
	for _, i := range r.Perm(12)[:n] {
		cells = append(cells, [2]int{i / 4, i % 4})
	}
	slices.SortFunc(cells, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	k := cut{from: cells}
	return k.images(0)
}

func (k *cut) text() string {
	written := func(cells [][2]int) string {
		var b strings.Builder
		for _, c := range cells {
			fmt.Fprintf(&b, " (%d, %d)", c[0], c[1])
		}
		return b.String()
	}
	rules := map[int]string{1: "shift", 4: "rotate", 8: "flip"}[k.motions] + fmt.Sprintf(" sizes %d..%d", k.sizes[0],
		k.sizes[1])
	if k.connected {
		rules += " connected"
	}
	return fmt.Sprintf("dissect %s into %d pieces forming %s { %s }", written(k.from), k.pieces, written(k.to), rules)
}

// Random dissections have the solutions that a brute force finds.
func TestDissectAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 919))
	solvable := 0
	const all = 150
	rounds := matrixtest.RandomRounds(7, all)
	for range rounds {
		n := 2 + r.IntN(4)
		k := &cut{from: randomCells(r, n), to: randomCells(r, n), pieces: 2, motions: []int{1, 4, 8}[r.IntN(3)],
			sizes: [2]int{r.IntN(2), n - r.IntN(2)}}
		if n == 3 && k.motions < 8 {
			k.pieces += r.IntN(2)
		}
		k.connected = r.IntN(3) == 0
		want := k.solutions()
		if len(want) > 0 {
			solvable++
		}
		p := compiletest.CompilePuzzle(t, k.text(), false)
		compareCuts(t, k, want, inMatrix(t, p))
		compareCuts(t, k, want, inStages(p))
	}
	if solvable < scaled(40, rounds, all) {
		t.Errorf("only %d dissections had a solution", solvable)
	}
}

// inMatrix finds the solutions in the matrix.
func inMatrix(t *testing.T, p *compile.Program) iter.Seq[[]compile.Placement] {
	return func(yield func([]compile.Placement) bool) {
		for s := range compiletest.AllSolutions(t, p) {
			if p.IsSolution(s) && !yield(p.Decode(s)) {
				return
			}
		}
	}
}

// inStages finds the solutions in stages.
func inStages(p *compile.Program) iter.Seq[[]compile.Placement] {
	return func(yield func([]compile.Placement) bool) {
		for found := range staged.NewDissectionSearch(p.StagedDissection().Problem).Dissections(context.Background()) {
			if p.IsDissectionSolution(found) && !yield(p.DecodeDissection(found)) {
				return
			}
		}
	}
}

// compareCuts compares the solutions that an engine finds with those wanted.
func compareCuts(t *testing.T, k *cut, want map[string]bool, solutions iter.Seq[[]compile.Placement]) {
	t.Helper()
	got := map[string]bool{}
	for s := range solutions {
		key := k.decoded(s)
		if got[key] {
			t.Fatalf("%s is there twice: %s", key, k.text())
		}
		got[key] = true
	}
	if !maps.Equal(got, want) {
		t.Fatalf("solutions %v, brute force finds %v: %s", got, want, k.text())
	}
}

// decoded names a solution by the mappings of the pieces and the piece of each cell.
func (k *cut) decoded(s []compile.Placement) string {
	owner := make([]int, len(k.from))
	var names []string
	for piece, pl := range s {
		for _, item := range pl.Items {
			if name, ok := strings.CutPrefix(item, fmt.Sprintf("piece[%d]:", piece)); ok {
				names = append(names, name)
			}
		}
		for _, c := range pl.Cells {
			owner[slices.Index(k.from, [2]int{int(c[0]), int(c[1])})] = piece
		}
	}
	return fmt.Sprint(names, owner)
}
